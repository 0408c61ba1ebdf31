"""From names to cameras, and the first that opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.cameras.choose import FORMS, AutoCamera, CameraNameError, open_camera
from device.cameras.fake import FakeCamera
from device.ports import CameraError


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("auto", "auto"),
        ("picamera2", "picamera2"),
        ("usb", "usb"),
        ("usb:2", "usb:2"),
        ("folder:table", f"folder:{Path('table')}"),
        ("video:evening.mp4", f"video:{Path('evening.mp4')}"),
        ("phone", "phone"),
        ("demo", "demo"),
        ("none", "none"),
    ],
)
def test_every_form_makes_a_camera(name: str, called: str) -> None:
    assert open_camera(name).name == called


@pytest.mark.parametrize(
    "name", ["", "usb:", "usb:x", "usb:-1", "folder", "video:", "demo:1", "webcam"]
)
def test_another_name_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(CameraNameError, match="one of auto, picamera2") as told:
        open_camera(name)

    assert "\n" not in str(told.value)
    assert all(form in str(told.value) for form in FORMS)


def test_auto_takes_the_first_that_opens_and_says_which() -> None:
    absent, there, told = FakeCamera(), FakeCamera(), list[str]()
    absent.refuses = CameraError("missing")
    camera = AutoCamera(told.append, [lambda: absent, lambda: there])
    camera.open()

    assert camera.shoot(0.1) is None
    assert there.calls == ["open", "shoot"]
    assert told == ["camera: fake"]


def test_auto_says_what_is_known_of_those_that_do_not_open() -> None:
    absent, busy = FakeCamera(), FakeCamera()
    absent.refuses, busy.refuses = CameraError("missing"), CameraError("busy")

    with pytest.raises(CameraError, match="busy"):
        AutoCamera(lambda line: None, [lambda: absent, lambda: busy]).open()
    with pytest.raises(CameraError, match="missing"):
        AutoCamera(lambda line: None, [lambda: absent]).open()


def test_auto_looks_anew_each_time() -> None:
    one, other = FakeCamera(), FakeCamera()
    camera = AutoCamera(lambda line: None, [lambda: one, lambda: other])
    camera.open()
    camera.lock()
    camera.unlock()
    camera.close()
    one.refuses = CameraError("missing")
    camera.open()

    assert one.calls == ["open", "lock", "unlock", "close", "open"]
    assert other.calls == ["open"]


def test_auto_that_found_none_gives_nothing() -> None:
    camera = AutoCamera(lambda line: None, [])
    camera.lock()
    camera.unlock()
    camera.close()

    with pytest.raises(CameraError):
        camera.shoot(0.1)
