"""What replays and tests share: a shot of a picture in memory, and an even pace."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from device.ports import Frame

FPS = 30.0


@dataclass(frozen=True, slots=True)
class PictureShot:
    """A shot whose picture is in memory already.

    Attributes:
        taken_s: As in `device.ports.Shot`.
        small: As in `device.ports.Shot`.
        whole: RGB, shape (H, W, 3).
    """

    taken_s: float
    small: Frame
    whole: Frame

    def picture(self) -> Frame:
        """RGB, shape (H, W, 3)."""
        return self.whole


class Pace:
    """Gives frames their times, as evenly as a camera does.

    Args:
        fps: Frames a second.
        now: Monotonic time in seconds.
        sleep: Waits so many seconds.
    """

    def __init__(
        self,
        fps: float = FPS,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._gap_s = 1 / fps
        self._now = now
        self._sleep = sleep
        self._next_s = now()

    def start(self) -> float:
        """Begin now; returns the time."""
        self._next_s = self._now()
        return self._next_s

    def wait(self, timeout_s: float) -> float | None:
        """Wait for the next frame; its time, or None where that is too long.

        Whoever comes late gets a frame at once, and the pace goes on from there.
        """
        now_s = self._now()
        left_s = self._next_s - now_s
        if left_s > timeout_s:
            self._sleep(timeout_s)
            return None
        if left_s > 0:
            self._sleep(left_s)
            now_s = self._next_s
        self._next_s = now_s + self._gap_s
        return now_s
