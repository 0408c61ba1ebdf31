"""When dice lie still: from a stream of small grey frames to what goes on in it.

Each frame is held against an anchor, the frame in which the last movement ended, so
that a slow creep adds up until it is noticed. A hand is something large that came in
over the border since the table was last seen at rest, whether it moves or not: dice
held still in it are not at rest on the table. Time is an argument.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from vision.change import (
    SPECK_PX,
    Floats,
    Frame,
    Mask,
    Sketch,
    change,
    largest_px,
    sketch,
)
from vision.hand import hand_in, is_gone

#: Nothing may move for so long before dice count as still, in seconds.
STILL_S = 0.16
#: Nor in fewer frames than these, the anchor included.
STILL_FRAMES = 3
#: Movement that stops and starts within this is one movement.
ROLL_S = 0.08
#: A place that has been moving for most of this time is a flame or a screen, not a die.
FLICKER_S = 2.0
FLICKER_SHARE = 0.6
#: What lies still at the border for this long belongs to the table, in seconds.
ABSORB_S = 12.0
#: What covers more of the frame than this is no hand: the camera was moved.
VIEW_SHARE = 0.6


class Motion(StrEnum):
    """What goes on in the frames."""

    HAND = "hand"
    ROLLING = "rolling"
    SETTLING = "settling"
    STILL = "still"


@dataclass(frozen=True, slots=True)
class Look:
    """What one frame adds.

    Attributes:
        motion: What goes on.
        sketch: The frame, to compare later ones with.
        still_s: For how long nothing has moved, in seconds.
    """

    motion: Motion
    sketch: Sketch
    still_s: float


class Settle:
    """Follows one camera; frames in, motion out."""

    def __init__(self) -> None:
        self._anchor: Sketch | None = None  # where the last movement ended
        self._before: Sketch | None = None  # the frame before this one
        self._rest: Sketch | None = None  # the table, last seen without a hand
        self._is_rest_proven = False  # a hand came and went since, or none was there
        self._is_rest_old = False  # something moved since
        self._hand: Mask | None = None  # where it is in the anchor, if it is
        self._busy: Floats | None = None  # share of the time that a place moved
        self._moved_s = 0.0
        self._seen_s = 0.0
        self._frames = 0

    def trust(self) -> None:
        """Take what lies at the border now for a part of the table."""
        self._rest, self._is_rest_proven = self._anchor, False
        self._is_rest_old, self._hand = False, None

    def look(self, frame: Frame, now_s: float) -> Look:
        """Take in a frame.

        Args:
            frame: Grey, `uint8`, shape (h, w), long side about 320.
            now_s: When it was taken, in seconds of a clock that never goes back.
        """
        now = sketch(frame)
        if self._anchor is None or self._anchor.grey.shape != now.grey.shape:
            self._start(now, now_s)
            return Look(Motion.SETTLING, now, 0.0)
        has_moved = self._has_moved(self._anchor, now, now_s)
        self._before = now
        self._seen_s = now_s
        self._frames += 1
        if has_moved:
            self._anchor, self._moved_s, self._frames = now, now_s, 1
            self._is_rest_old = True
        still_s = now_s - self._moved_s
        return Look(self._motion(now, still_s, has_moved), now, still_s)

    def _start(self, now: Sketch, now_s: float) -> None:
        self._anchor, self._before = now, now
        self._rest, self._busy = None, None
        self._is_rest_proven = self._is_rest_old = False
        self._hand = None
        self._moved_s, self._seen_s = now_s - ROLL_S, now_s
        self._frames = 1

    def _has_moved(self, anchor: Sketch, now: Sketch, now_s: float) -> bool:
        """Whether something moved that has not been flickering all the time."""
        mask = change(anchor, now, self._before)
        if self._busy is None:
            self._busy = np.zeros(mask.shape, np.float32)
        share = np.float32(min(1.0, (now_s - self._seen_s) / FLICKER_S))
        self._busy += share * (mask.astype(np.float32) / 255 - self._busy)
        mask[self._busy > FLICKER_SHARE] = 0
        return largest_px(mask) >= SPECK_PX

    def _motion(self, now: Sketch, still_s: float, has_moved: bool) -> Motion:
        if self._is_hand_in(now, still_s, has_moved):
            return Motion.HAND
        if still_s < ROLL_S:
            return Motion.ROLLING
        if still_s < STILL_S or self._frames < STILL_FRAMES:
            return Motion.SETTLING
        if self._is_rest_old and self._rest is not None:
            self._is_rest_proven = True
        self._rest, self._is_rest_old = now, False
        return Motion.STILL

    def _is_hand_in(self, now: Sketch, still_s: float, has_moved: bool) -> bool:
        """Whether a hand is in view; where nothing moves the last answer stands."""
        if has_moved:
            self._hand = None if self._rest is None else hand_in(self._rest, now)
        if self._hand is None or self._rest is None or has_moved:
            return self._hand is not None
        is_table = (
            still_s > ABSORB_S
            or (still_s >= STILL_S and float(np.mean(self._hand > 0)) > VIEW_SHARE)
            or (not self._is_rest_proven and is_gone(self._rest, now, self._hand))
        )
        if is_table:
            self.trust()
        return not is_table
