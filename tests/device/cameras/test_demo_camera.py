"""Scenes of the package, with hands and rolls, as settle sees them."""

from __future__ import annotations

import numpy as np
import pytest

from device.cameras.demo import DemoCamera, Way
from device.ports import CameraError
from tests.device.cameras.clock import Clock
from vision.settle import Motion, Settle


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def camera(clock: Clock) -> DemoCamera:
    camera = DemoCamera(pace=clock.pace(), now=clock.now)
    camera.open()
    return camera


def play(
    camera: DemoCamera, clock: Clock, settle: Settle, seconds: float
) -> list[tuple[float, Motion]]:
    """What changes for some seconds, with times from now on."""
    began_s, seen = clock.now_s, list[tuple[float, Motion]]()
    while clock.now_s < began_s + seconds:
        shot = camera.shoot(0.2)
        assert shot is not None
        motion = settle.look(shot.small, shot.taken_s).motion
        if not seen or motion is not seen[-1][1]:
            seen.append((shot.taken_s - began_s, motion))
    return seen


@pytest.mark.parametrize(
    "scene", ["dancing_six", "dancing_three", "dancing_two", "mia_one", "mia_two"]
)
def test_a_hand_comes_dice_roll_and_lie_still(
    camera: DemoCamera, clock: Clock, scene: str
) -> None:
    settle = Settle()
    camera.show("empty", Way.CUT)
    play(camera, clock, settle, 0.5)
    camera.show(scene)

    seen = play(camera, clock, settle, 3)

    assert {Motion.HAND, Motion.ROLLING} <= {motion for _, motion in seen}
    assert seen[-1][1] is Motion.STILL
    lies_s = 1.6
    assert lies_s < seen[-1][0] <= lies_s + 0.3


def test_a_scene_at_rest_is_the_whole_picture_with_a_sensors_noise(
    camera: DemoCamera,
) -> None:
    camera.show("mia_one", Way.CUT)
    one, other = camera.shoot(0.2), camera.shoot(0.2)

    assert one is not None
    assert other is not None
    assert one.picture().shape == (600, 800, 3)
    assert not np.array_equal(one.small, other.small)
    assert np.abs(one.small.astype(int) - other.small).mean() < 4


def test_a_hand_may_change_the_table_without_a_roll(
    camera: DemoCamera, clock: Clock
) -> None:
    settle = Settle()
    camera.show("mia_two", Way.CUT)
    play(camera, clock, settle, 0.5)
    picture = camera.shoot(0.2)
    assert picture is not None
    camera.show_picture(np.ascontiguousarray(picture.picture()[:, ::-1]))

    seen = play(camera, clock, settle, 2)

    assert Motion.HAND in [motion for _, motion in seen]
    assert seen[-1][1] is Motion.STILL


def test_a_scene_that_is_none_is_refused(camera: DemoCamera) -> None:
    with pytest.raises(KeyError):
        camera.show("nowhere")


def test_a_closed_demo_gives_nothing(clock: Clock) -> None:
    camera = DemoCamera(pace=clock.pace(), now=clock.now)
    with pytest.raises(CameraError):
        camera.shoot(0.1)
    camera.open()
    camera.lock()
    camera.unlock()
    camera.close()
    with pytest.raises(CameraError):
        camera.shoot(0.1)
