"""Keeping a camera going, and holding its light."""

from __future__ import annotations

import numpy as np

from device.cameras.exposure import Exposure
from device.cameras.fake import FakeCamera
from device.cameras.guard import MOST_BACK_OFF_S, Guard
from device.cameras.shots import PictureShot
from device.flow.core import EyeBack, EyeFailed
from device.ports import CameraError

SHOT = PictureShot(0.0, np.zeros((2, 2), np.uint8), np.zeros((2, 2, 3), np.uint8))


def test_a_camera_is_opened_by_the_first_shot() -> None:
    camera = FakeCamera([SHOT])
    guard = Guard(camera)
    assert camera.calls == []

    assert guard.shoot(1.0, 0.1) == (SHOT, ())
    assert camera.calls == ["open", "shoot"]
    guard.close()
    guard.close()
    assert camera.calls == ["open", "shoot", "close"]


def test_pauses_between_tries_double_up_to_a_bound() -> None:
    camera = FakeCamera()
    camera.refuses = CameraError("missing")
    guard, tries = Guard(camera), list[float]()
    for step in range(400):
        before = camera.calls.count("open")
        guard.shoot(step / 4, 0.1)
        if camera.calls.count("open") > before:
            tries.append(step / 4)
            assert 0 < guard.wait_s(step / 4) <= MOST_BACK_OFF_S

    pauses = np.diff(tries)
    assert list(pauses[:4]) == [1, 2, 4, 8]
    assert set(pauses[4:]) == {MOST_BACK_OFF_S}


def test_a_failure_is_told_once_and_its_end_too() -> None:
    camera = FakeCamera([SHOT])
    guard = Guard(camera)
    guard.shoot(0.0, 0.1)
    assert guard.shoot(4.9, 0.1) == (None, ())
    assert guard.shoot(5.0, 0.1) == (None, (EyeFailed("stalled", 5.0),))
    assert guard.shoot(6.0, 0.1) == (None, ())
    assert guard.shoot(11.0, 0.1) == (None, ())
    camera.load([SHOT, SHOT])

    assert guard.shoot(20.0, 0.1) == (SHOT, (EyeBack(20.0),))
    assert guard.shoot(20.1, 0.1) == (SHOT, ())


def test_a_pause_is_no_stall() -> None:
    camera = FakeCamera([SHOT])
    guard = Guard(camera)
    guard.shoot(0.0, 0.1)
    guard.pause(60.0)

    assert guard.shoot(60.1, 0.1) == (None, ())


def test_a_phone_may_be_silent() -> None:
    guard = Guard(FakeCamera(), may_be_silent=True)
    guard.shoot(0.0, 0.1)

    assert guard.shoot(600.0, 0.1) == (None, ())


# --- exposure ----------------------------------------------------------------------


def follow(
    exposure: Exposure, camera: FakeCamera, light: float, now_s: float, wanted: bool
) -> list[str]:
    before = len(camera.calls)
    exposure.follow(camera, light, now_s, is_wanted=wanted)
    return camera.calls[before:]


def test_the_light_is_held_once_it_has_settled_and_dice_are_wanted() -> None:
    exposure, camera = Exposure(10.0), FakeCamera()

    assert follow(exposure, camera, 100, 10.5, wanted=True) == []
    assert follow(exposure, camera, 100, 12.0, wanted=False) == []
    assert follow(exposure, camera, 100, 12.1, wanted=True) == ["lock"]
    assert follow(exposure, camera, 100, 12.2, wanted=True) == []
    assert follow(exposure, camera, 100, 13.0, wanted=False) == []
    assert follow(exposure, camera, 100, 14.3, wanted=False) == ["unlock"]


def test_another_lamp_lets_the_light_go_and_it_is_held_anew() -> None:
    exposure, camera = Exposure(0.0), FakeCamera()
    follow(exposure, camera, 100, 5.0, wanted=True)

    assert follow(exposure, camera, 120, 9.0, wanted=True) == []
    assert follow(exposure, camera, 160, 10.0, wanted=True) == ["unlock"]
    assert follow(exposure, camera, 100, 11.0, wanted=True) == []
    assert follow(exposure, camera, 100, 11.6, wanted=True) == ["lock"]


def test_a_camera_that_holding_makes_worse_is_left_alone() -> None:
    exposure, camera = Exposure(0.0), FakeCamera()
    follow(exposure, camera, 100, 5.0, wanted=True)

    assert follow(exposure, camera, 20, 5.2, wanted=True) == ["unlock"]
    assert follow(exposure, camera, 100, 60.0, wanted=True) == []
