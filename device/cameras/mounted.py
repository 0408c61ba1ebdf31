"""A camera that hangs turned, or sees more than the table: its pictures put right."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from device.config_sections import CameraSettings
from device.ports import Camera, Frame, Shot
from vision.neutral import Area

WHOLE = (0.0, 0.0, 1.0, 1.0)
#: Sources whose pictures no setting of a mounted camera is about.
UPRIGHT = ("phone", "demo")
#: Long side of a small frame, in pixels.
SMALL_PX = 320


@dataclass(frozen=True, slots=True)
class Mount:
    """How pictures are put right.

    Attributes:
        rotate: Degrees clockwise: 0, 90, 180 or 270.
        crop: (left, top, right, bottom) of the turned picture that is kept, 0 to 1.
    """

    rotate: int = 0
    crop: tuple[float, float, float, float] = WHOLE

    def apply(self, frame: Frame) -> Frame:
        """A frame, RGB or grey, turned and cropped; at least a pixel is left."""
        turned = np.rot90(frame, -self.rotate // 90)
        height, width = turned.shape[:2]
        left, top, right, bottom = self.crop
        rows, columns = _part(top, bottom, height), _part(left, right, width)
        return np.ascontiguousarray(turned[rows, columns])


def _part(begin: float, end: float, size: int) -> slice:
    first = int(begin * size)
    return slice(first, max(round(end * size), first + 1))


@dataclass(frozen=True, slots=True)
class MountedShot:
    """A shot put right."""

    shot: Shot
    mount: Mount

    @property
    def taken_s(self) -> float:
        """As in `device.ports.Shot`."""
        return self.shot.taken_s

    @property
    def small(self) -> Frame:
        """As in `device.ports.Shot`; what a crop leaves is brought to that size."""
        small = self.mount.apply(self.shot.small)
        scale = SMALL_PX / max(small.shape)
        if self.mount.crop == WHOLE or scale <= 1:
            return small
        return np.asarray(cv2.resize(small, None, fx=scale, fy=scale), np.uint8)

    def picture(self) -> Frame:
        """As in `device.ports.Shot`."""
        return self.mount.apply(self.shot.picture())


class MountedCamera:
    """Another camera, with its pictures put right; see `device.ports.Camera`."""

    def __init__(self, camera: Camera, mount: Mount) -> None:
        self._camera = camera
        self._mount = mount

    @property
    def name(self) -> str:
        """Of the camera."""
        return self._camera.name

    def open(self) -> None:
        """As the camera's."""
        self._camera.open()

    def shoot(self, timeout_s: float) -> Shot | None:
        """The next picture, put right."""
        shot = self._camera.shoot(timeout_s)
        return None if shot is None else MountedShot(shot, self._mount)

    def lock(self) -> None:
        """As the camera's."""
        self._camera.lock()

    def unlock(self) -> None:
        """As the camera's."""
        self._camera.unlock()

    def close(self) -> None:
        """As the camera's."""
        self._camera.close()


def mounted(camera: Camera, settings: CameraSettings) -> Camera:
    """The camera as it hangs; itself where it hangs straight and sees the table.

    Photos of a phone are upright, and so are the scenes of the demonstration.
    """
    mount = Mount(settings.rotate, settings.crop)
    if mount == Mount() or settings.source in UPRIGHT:
        return camera
    return MountedCamera(camera, mount)


def patch_of(settings: CameraSettings) -> Area | None:
    """Where the pictures of the camera, put right, show a patch of grey."""
    if not settings.grey or settings.source in UPRIGHT:
        return None
    left, top, right, bottom = settings.grey
    return left, top, right, bottom
