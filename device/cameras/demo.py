"""A camera without hardware: pictures of the package, with hands and rolls between.

The app says which scene comes next (`show`); a hand takes the old dice away, the new
ones roll in and come to rest, 30 frames a second, with a sensor's noise. Movement is
drawn in the small frames only; a scene at rest has the whole picture.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock

import cv2
import numpy as np

from device.cameras.demo_scenes import DemoScene, hand_over, load_scenes, roll_in
from device.cameras.shots import Pace, PictureShot
from device.ports import CameraError, Frame, Shot

#: Grey levels of sensor noise, and how many noise patterns take turns.
NOISE, PATTERNS = 1.5, 7
#: A hand reaches in, is drawn back, and dice roll: each takes so long, in seconds.
REACH_S, BACK_S, ROLL_S = 0.4, 0.4, 0.8


class Way(StrEnum):
    """How a scene comes about."""

    ROLL = "roll"  # a hand clears the table, then dice roll in
    HAND = "hand"  # a hand covers the table and leaves it changed
    CUT = "cut"  # at once


@dataclass(frozen=True)
class _Change:
    """From one scene to another, begun at a time."""

    old: DemoScene
    new: DemoScene
    way: Way
    began_s: float

    def small(self, now_s: float) -> Frame | None:
        """The small frame at a time; None once it is over."""
        t = now_s - self.began_s
        if self.way is Way.CUT:
            return None
        if t < REACH_S:
            return hand_over(self.old.small, t / REACH_S)
        after = self.new.small if self.way is Way.HAND else self.new.bare
        if t < REACH_S + BACK_S:
            return hand_over(after, 1 - (t - REACH_S) / BACK_S)
        rolled = (t - REACH_S - BACK_S) / ROLL_S
        if self.way is Way.HAND or rolled >= 1:
            return None
        return roll_in(self.new, rolled)


class DemoCamera:
    """Shows scenes of the package.

    Args:
        first: Name of the scene to begin with; see `names`.
        pace: Of the frames.
        now: Monotonic time in seconds, the same as the pace's.
    """

    name = "demo"

    def __init__(
        self,
        first: str = "empty",
        pace: Pace | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pace = pace or Pace(now=now)
        self._now = now
        self._scenes = load_scenes()
        self._lock = Lock()
        still = self._scenes[first]
        self._change = _Change(still, still, Way.CUT, now())
        rng = np.random.default_rng(5)
        self._noise = [
            np.asarray(np.round(rng.normal(0, NOISE, (256, 320))), np.int16)
            for _ in range(PATTERNS)
        ]
        self._shots = 0
        self._is_open = False

    @property
    def names(self) -> tuple[str, ...]:
        """Scenes that can be shown; `empty` is a table without dice."""
        return tuple(self._scenes)

    def show(self, name: str, way: Way = Way.ROLL) -> None:
        """Change to a scene, from any thread."""
        self._go(self._scenes[name], way)

    def show_picture(self, picture: Frame, way: Way = Way.HAND) -> None:
        """Change to a picture that is no scene of the package, RGB."""
        self._go(DemoScene.of(picture, ()), way)

    def _go(self, new: DemoScene, way: Way) -> None:
        with self._lock:
            self._change = _Change(self._change.new, new, way, self._now())

    def open(self) -> None:
        """Start."""
        self._pace.start()
        self._is_open = True

    def shoot(self, timeout_s: float) -> Shot | None:
        """The scene now, at rest or on the move."""
        if not self._is_open:
            raise CameraError("gone")
        now_s = self._pace.wait(timeout_s)
        if now_s is None:
            return None
        with self._lock:
            change = self._change
        moving = change.small(now_s)
        self._shots += 1
        if moving is None:
            small, whole = change.new.small, change.new.picture
            return PictureShot(now_s, self._noisy(small), whole)
        grey = cv2.resize(moving, change.new.picture.shape[1::-1])
        whole = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8)
        return PictureShot(now_s, self._noisy(moving), whole)

    def _noisy(self, small: Frame) -> Frame:
        height, width = small.shape
        noise = self._noise[self._shots % PATTERNS][:height, :width]
        return np.asarray(np.clip(small + noise, 0, 255), np.uint8)

    def lock(self) -> None:
        """Its light does not change."""

    def unlock(self) -> None:
        """Its light does not change."""

    def close(self) -> None:
        """Stop."""
        self._is_open = False
