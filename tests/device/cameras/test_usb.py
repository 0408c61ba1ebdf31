"""A webcam through a capture that is made up: what it is asked, and when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event

import cv2
import numpy as np
import pytest

from device.cameras.usb import APERTURE_PRIORITY, MANUAL, UsbCamera
from device.ports import CameraError


@dataclass
class FakeCapture:
    """Counts grabs; each frame has its number as its blue level."""

    opens: bool = True
    hangs: Event | None = None
    is_gone: bool = False
    auto: bool = True
    grabs: int = 0
    is_released: Event = field(default_factory=Event)
    settings: list[tuple[int, float]] = field(default_factory=list)
    on_grab: Callable[[], None] = lambda: None

    def isOpened(self) -> bool:  # noqa: N802
        return self.opens

    def set(self, prop: int, value: float, /) -> bool:
        self.settings.append((prop, value))
        return self.auto

    def get(self, prop: int, /) -> float:
        return 156.0

    def grab(self) -> bool:
        if self.hangs is not None:
            self.hangs.wait(10)
        self.on_grab()
        self.grabs += 1
        return not self.is_gone

    def retrieve(self) -> tuple[bool, object]:
        frame = np.zeros((480, 640, 3), np.uint8)
        frame[..., 0] = self.grabs
        return True, frame

    def release(self) -> None:
        self.is_released.set()


class Ticking:
    """A clock that goes on by `step_s` with every look."""

    def __init__(self, step_s: float = 0.0) -> None:
        self.now_s, self.step_s = 10.0, step_s

    def __call__(self) -> float:
        self.now_s += self.step_s
        return self.now_s


def made(capture: FakeCapture, now: Callable[[], float] | None = None) -> UsbCamera:
    return UsbCamera(0, lambda device: capture, lambda: [0], now or Ticking())


def test_a_frame_is_rgb_with_a_small_grey_one() -> None:
    camera = made(FakeCapture())
    camera.open()
    shot = camera.shoot(5)

    assert shot is not None
    assert shot.small.shape == (240, 320)
    picture = shot.picture()
    assert picture.shape == (480, 640, 3)
    assert picture[0, 0, 2] > 0
    assert picture[0, 0, 0] == 0
    camera.close()


def test_what_waited_in_the_buffer_during_a_pause_is_thrown_away() -> None:
    clock = Ticking()
    capture = FakeCapture()
    camera = made(capture, clock)
    camera.open()
    camera.shoot(5)
    before = capture.grabs
    camera.shoot(5)
    assert capture.grabs == before + 1  # no pause

    clock.now_s += 1
    before = capture.grabs
    camera.shoot(5)
    assert capture.grabs == before + 5  # four old ones and a new one

    def wait_for_light() -> None:
        clock.now_s += 0.03

    clock.now_s += 1
    capture.on_grab = wait_for_light
    before = capture.grabs
    camera.shoot(5)
    assert capture.grabs == before + 1  # it had to be waited for: it is new
    camera.close()


def test_nothing_is_grabbed_while_nobody_asks() -> None:
    capture = FakeCapture()
    camera = made(capture)
    camera.open()
    camera.shoot(5)
    grabs = capture.grabs
    camera.lock()
    camera.unlock()
    camera.close()

    assert capture.is_released.wait(5)
    assert capture.grabs == grabs


def test_a_camera_that_hangs_gives_nothing_in_time_and_is_left_behind() -> None:
    hanging, fresh = FakeCapture(hangs=Event()), FakeCapture()
    captures = [hanging, fresh]
    camera = UsbCamera(0, lambda device: captures.pop(0), lambda: [0], Ticking())
    camera.open()

    assert camera.shoot(0.01) is None
    assert camera.shoot(0.01) is None
    camera.close()
    camera.open()
    assert camera.shoot(5) is not None
    assert not hanging.is_released.is_set()

    assert hanging.hangs is not None
    hanging.hangs.set()
    assert hanging.is_released.wait(5)
    camera.close()


def test_a_camera_that_hangs_again_and_again_is_not_given_more_threads() -> None:
    hanging = FakeCapture(hangs=Event())
    camera = made(hanging)
    for _ in range(3):
        camera.open()
        assert camera.shoot(0.01) is None

    with pytest.raises(CameraError, match="stalled"):
        camera.open()

    assert hanging.hangs is not None
    hanging.hangs.set()
    while hanging.grabs < 3 or not hanging.is_released.is_set():
        pass
    for _ in range(100_000):  # until the last of the threads has ended
        try:
            camera.open()
        except CameraError:
            continue
        break
    assert camera.shoot(5) is not None
    camera.close()


def test_a_frame_that_came_long_after_it_was_asked_for_is_not_given() -> None:
    hold, clock = Event(), Ticking()
    capture = FakeCapture(hangs=hold)
    camera = made(capture, clock)
    camera.open()
    assert camera.shoot(0.01) is None

    hold.set()
    while capture.grabs == 0:
        pass
    clock.now_s += 60
    asked_s = clock.now_s
    shot = camera.shoot(5)

    assert shot is not None
    assert shot.taken_s >= asked_s
    camera.close()


def test_a_camera_that_is_unplugged_is_gone() -> None:
    capture = FakeCapture()
    camera = made(capture)
    camera.open()
    capture.is_gone = True

    with pytest.raises(CameraError, match="gone"):
        camera.shoot(5)
    camera.close()
    camera.close()
    with pytest.raises(CameraError, match="gone"):
        camera.shoot(5)


def test_a_camera_that_is_not_there_or_in_use_is_told_apart() -> None:
    with pytest.raises(CameraError, match="missing"):
        UsbCamera(3, lambda device: FakeCapture(), lambda: [0]).open()
    with pytest.raises(CameraError, match="missing"):
        UsbCamera(None, lambda device: FakeCapture(), list).open()
    with pytest.raises(CameraError, match="busy"):
        UsbCamera(0, lambda device: FakeCapture(opens=False), lambda: [0]).open()


def test_the_first_device_that_works_is_taken() -> None:
    captures = {0: FakeCapture(opens=False), 2: FakeCapture()}
    camera = UsbCamera(None, captures.__getitem__, lambda: [0, 2])
    camera.open()

    assert camera.shoot(5) is not None
    assert captures[2].grabs > 0
    camera.close()


def test_the_light_is_held_at_what_it_was_and_let_go() -> None:
    capture = FakeCapture()
    camera = made(capture)
    camera.open()
    camera.lock()
    camera.shoot(5)
    assert (cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL) in capture.settings
    assert (cv2.CAP_PROP_EXPOSURE, 156.0) in capture.settings
    assert (cv2.CAP_PROP_AUTO_WB, 0) in capture.settings
    assert (cv2.CAP_PROP_AUTOFOCUS, 0) in capture.settings

    camera.unlock()
    camera.shoot(5)
    assert (cv2.CAP_PROP_AUTO_EXPOSURE, APERTURE_PRIORITY) in capture.settings
    camera.close()


def test_a_camera_without_manual_exposure_is_not_set_to_one() -> None:
    capture = FakeCapture(auto=False)
    camera = made(capture)
    camera.open()
    camera.lock()
    camera.shoot(5)

    assert cv2.CAP_PROP_EXPOSURE not in dict(capture.settings)
    camera.close()
