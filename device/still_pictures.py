"""Pictures on demand from any camera, of dice that lie still."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from device.cameras.exposure import SETTLE_S
from device.cameras.guard import STALL_S
from device.ports import Camera, CameraError, Frame
from vision.settle import Motion, Settle

#: Something that moves for so long, in seconds, is told rather than waited for.
RESTLESS_S = 10.0
SHOOT_S = 0.2


class RestlessError(Exception):
    """Something moves all the time."""


class StillPictures:
    """Takes one picture after the other.

    Args:
        camera: Closed; `open` opens it.
        now: Monotonic time in seconds, the camera's own.
    """

    def __init__(
        self, camera: Camera, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._camera = camera
        self._now = now
        self._opened_s = 0.0
        self._last: Frame | None = None

    def open(self) -> None:
        """Start the camera.

        Raises:
            CameraError: There is none, or it is in use.
        """
        self._camera.open()
        self._opened_s = self._now()

    def close(self) -> None:
        """Stop the camera."""
        self._camera.close()

    def take(self) -> Frame:
        """The next picture in which nothing moves, RGB (H, W, 3).

        It is of now, not of before the call; exposure has settled; and it is another
        than the last, which a replay shows for a while.

        Raises:
            CameraError: The camera gives no pictures, or a replay has ended.
            RestlessError: Something moved for `RESTLESS_S`.
        """
        settle, begun_s = Settle(), self._now()
        shot_s = begun_s
        while (now_s := self._now()) - begun_s < RESTLESS_S:
            shot = self._camera.shoot(SHOOT_S)
            if shot is None:
                if now_s - shot_s >= STALL_S:
                    raise CameraError("stalled")
                continue
            shot_s = now_s
            if shot.taken_s < begun_s or self._is_last(shot.small):
                continue  # from a driver's buffer, or a replay that has not gone on
            look = settle.look(shot.small, shot.taken_s)
            is_exposed = shot.taken_s - self._opened_s >= SETTLE_S
            if look.motion is Motion.STILL and is_exposed:
                self._last = shot.small
                return shot.picture()
        raise RestlessError

    def _is_last(self, small: Frame) -> bool:
        """Whether it is the last picture, level by level: no camera takes two such."""
        return self._last is not None and np.array_equal(small, self._last)
