"""A camera that hangs turned gives upright pictures of the table alone."""

from __future__ import annotations

import numpy as np
import pytest

from device.cameras.mounted import Mount, MountedCamera, mounted
from device.cameras.shots import PictureShot
from device.config_sections import CameraSettings
from device.ports import Frame, Shot


def picture(height: int, width: int) -> Frame:
    """Every pixel tells its row and column."""
    rows, columns = np.mgrid[0:height, 0:width]
    return np.dstack([rows, columns, rows]).astype(np.uint8)


class OneShot:
    """A camera that takes one picture, and keeps what it was told."""

    name = "one"

    def __init__(self, shot: Shot) -> None:
        self.shot: Shot | None = shot
        self.told: list[str] = []

    def shoot(self, timeout_s: float) -> Shot | None:
        shot, self.shot = self.shot, None
        return shot

    def open(self) -> None:
        self.told.append("open")

    def lock(self) -> None:
        self.told.append("lock")

    def unlock(self) -> None:
        self.told.append("unlock")

    def close(self) -> None:
        self.told.append("close")


@pytest.mark.parametrize(
    ("rotate", "corner", "shape"),
    [
        (0, (0, 0), (40, 60)),
        (90, (39, 0), (60, 40)),  # what was left below is left above
        (180, (39, 59), (40, 60)),
        (270, (0, 59), (60, 40)),
    ],
)
def test_turning_is_clockwise(
    rotate: int, corner: tuple[int, int], shape: tuple[int, int]
) -> None:
    turned = Mount(rotate).apply(picture(40, 60))
    assert turned.shape == (*shape, 3)
    assert tuple(turned[0, 0][:2]) == corner
    assert turned.flags["C_CONTIGUOUS"]


def test_the_turned_picture_is_cropped() -> None:
    kept = Mount(90, (0.25, 0.0, 1.0, 0.5)).apply(picture(40, 60))
    assert kept.shape == (30, 30, 3)
    assert tuple(kept[0, 0][:2]) == (29, 0)


@pytest.mark.parametrize("crop", [(0.99, 0.99, 1.0, 1.0), (0.5, 0.5, 0.501, 0.501)])
def test_a_pixel_is_left(crop: tuple[float, float, float, float]) -> None:
    assert Mount(0, crop).apply(picture(10, 10)).shape == (1, 1, 3)


def test_both_frames_of_a_shot_are_put_right() -> None:
    whole = picture(200, 100)
    small = np.ascontiguousarray(np.repeat(whole[:, :, 0], 3, 1)[:, :160])
    camera = OneShot(PictureShot(1.5, small, whole))
    put_right = MountedCamera(camera, Mount(180, (0.0, 0.0, 1.0, 0.5)))
    shot = put_right.shoot(1.0)
    assert shot is not None
    assert shot.taken_s == 1.5
    assert shot.picture().shape == (100, 100, 3)
    assert shot.picture()[0, 0, 0] == 199
    assert max(shot.small.shape) == 320
    assert shot.small.shape == (200, 320)
    assert put_right.shoot(1.0) is None
    put_right.open()
    put_right.lock()
    put_right.unlock()
    put_right.close()
    assert camera.told == ["open", "lock", "unlock", "close"]


def test_a_small_frame_that_is_only_turned_keeps_its_size() -> None:
    whole = picture(20, 30)
    shot = MountedCamera(
        OneShot(PictureShot(0.0, whole[..., 0], whole)), Mount(90)
    ).shoot(1.0)
    assert shot is not None
    assert shot.small.shape == (30, 20)


@pytest.mark.parametrize(
    ("settings", "is_put_right"),
    [
        (CameraSettings(), False),
        (CameraSettings(rotate=90), True),
        (CameraSettings(crop=(0.0, 0.0, 0.5, 1.0)), True),
        (CameraSettings(source="phone", rotate=90), False),
        (CameraSettings(source="demo", rotate=90), False),
    ],
)
def test_only_a_camera_that_hangs_is_put_right(
    settings: CameraSettings, is_put_right: bool
) -> None:
    whole = picture(20, 30)
    camera = OneShot(PictureShot(0.0, whole[..., 0], whole))
    assert (mounted(camera, settings) is not camera) == is_put_right
