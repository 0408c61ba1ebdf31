"""The Pi's camera over a picamera2 that is made up after its source."""

from __future__ import annotations

import sys
from concurrent.futures import Future
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from device.cameras.picamera import PiCamera
from device.ports import CameraError

MAIN = (2304, 1296)


class FakeRequest:
    """A completed request, as `picamera2.request.CompletedRequest`."""

    def __init__(self, camera: FakePicamera2) -> None:
        self.camera = camera
        self.is_released = False
        self.copied: list[str] = []

    def make_array(self, name: str) -> np.ndarray[Any, Any]:
        assert not self.is_released
        self.copied.append(name)
        width, height = self.camera.config[name]["size"]
        if name == "lores":  # YUV420: grey rows, then colour, padded on the right
            array = np.zeros((height * 3 // 2, width + 64), np.uint8)
            array[:height, :width] = 77
            return array
        return np.full((height, width, 3), (200, 100, 50), np.uint8)

    def get_metadata(self) -> dict[str, Any]:
        return dict(self.camera.metadata)

    def release(self) -> None:
        assert not self.is_released
        self.is_released = True


class FakeJob:
    """As `picamera2.job.Job`."""

    def __init__(self) -> None:
        self.future: Future[FakeRequest] = Future()

    def get_result(self, timeout: float | None = None) -> FakeRequest:
        return self.future.result(timeout=timeout)


class FakePicamera2:
    """As `picamera2.Picamera2`, as far as it is used."""

    def __init__(
        self, *, has_focus: bool = True, sensor: tuple[int, int] = (4608, 2592)
    ) -> None:
        self.sensor_resolution = sensor
        names = ["AeEnable", "AwbEnable", "FrameRate"]
        self.camera_controls = dict.fromkeys(names + ["AfMode"] * has_focus)
        self.metadata: dict[str, Any] = {
            "ExposureTime": 8000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.8, 1.5),
            "LensPosition": 3.2,
        }
        self.calls: list[str] = []
        self.held: list[dict[str, Any]] = []
        self.config: dict[str, Any] = {}
        self.requests: list[FakeRequest] = []
        self.jobs: list[FakeJob] = []
        self.gives = True
        self.fails_to_start = False

    def create_video_configuration(self, **config: Any) -> dict[str, Any]:
        return config

    def configure(self, config: dict[str, Any]) -> None:
        self.config = config

    def start(self) -> None:
        self.calls.append("start")
        if self.fails_to_start:
            raise RuntimeError("Failed to start camera: Device or resource busy")

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")

    def capture_request(self, wait: bool | None = None) -> FakeJob:
        assert wait is False
        job = FakeJob()
        self.jobs.append(job)
        if self.gives:
            self.complete(job)
        return job

    def complete(self, job: FakeJob) -> FakeRequest:
        request = FakeRequest(self)
        self.requests.append(request)
        job.future.set_result(request)
        return request

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.held.append(controls)


def opened(pi: FakePicamera2) -> PiCamera:
    camera = PiCamera(lambda: pi, lambda: 12.5)
    camera.open()
    return camera


def test_both_streams_come_from_one_request() -> None:
    pi = FakePicamera2()
    camera = opened(pi)
    shot = camera.shoot(0.1)

    assert shot is not None
    assert shot.taken_s == 12.5
    assert shot.small.shape == (180, 320)
    assert (shot.small == 77).all()
    assert pi.requests[0].copied == ["lores"]  # the large one only when it is wanted
    assert shot.picture().shape == (*MAIN[::-1], 3)
    assert tuple(shot.picture()[0, 0]) == (200, 100, 50)
    assert pi.requests[0].copied == ["lores", "main"]


def test_the_main_stream_is_rgb_in_memory_and_no_frame_is_queued() -> None:
    pi = FakePicamera2()
    opened(pi)

    assert pi.config["main"] == {"size": MAIN, "format": "BGR888"}
    assert pi.config["lores"]["format"] == "YUV420"
    assert pi.config["queue"] is False


@pytest.mark.parametrize(
    ("sensor", "main", "lores"),
    [
        pytest.param((4608, 2592), (2304, 1296), (320, 180), id="module 3"),
        pytest.param((3280, 2464), (1640, 1232), (320, 240), id="module 2"),
        pytest.param((4056, 3040), (2028, 1520), (320, 240), id="HQ camera"),
        pytest.param((9152, 6944), (2304, 1748), (320, 242), id="64 megapixels"),
    ],
)
def test_pictures_have_the_sensors_shape(
    sensor: tuple[int, int], main: tuple[int, int], lores: tuple[int, int]
) -> None:
    pi = FakePicamera2(sensor=sensor)
    opened(pi)

    assert pi.config["main"]["size"] == main
    assert pi.config["lores"]["size"] == lores


def test_a_shots_buffers_go_back_with_the_next_one() -> None:
    pi = FakePicamera2()
    camera = opened(pi)
    first = camera.shoot(0.1)
    camera.shoot(0.1)

    assert [request.is_released for request in pi.requests] == [True, False]
    assert first is not None
    with pytest.raises(CameraError, match="the shot is over"):
        first.picture()
    camera.close()
    assert all(request.is_released for request in pi.requests)
    assert pi.calls == ["start", "stop", "close"]


def test_a_camera_that_stalls_gives_nothing_and_is_asked_once() -> None:
    pi = FakePicamera2()
    pi.gives = False
    camera = opened(pi)

    assert camera.shoot(0.001) is None
    assert camera.shoot(0.001) is None
    assert len(pi.jobs) == 1


def test_a_request_that_came_after_its_time_is_given_back_unseen() -> None:
    pi = FakePicamera2()
    pi.gives = False
    camera = opened(pi)
    camera.shoot(0.001)
    late = pi.complete(pi.jobs[0])
    pi.gives = True
    camera.shoot(0.1)

    assert late.is_released
    assert late.copied == []
    assert len(pi.requests) == 2


def test_exposure_white_balance_and_focus_are_held_and_let_go() -> None:
    pi = FakePicamera2()
    camera = opened(pi)
    camera.shoot(0.1)
    camera.lock()
    camera.unlock()

    held, free = pi.held
    assert held == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 8000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.8, 1.5),
        "AfMode": 0,
        "LensPosition": 3.2,
    }
    assert free == {"AeEnable": True, "AwbEnable": True, "AfMode": 2}


def test_a_module_with_a_fixed_lens_is_not_told_to_focus() -> None:
    pi = FakePicamera2(has_focus=False)
    del pi.metadata["LensPosition"]
    camera = opened(pi)
    camera.shoot(0.1)
    camera.lock()
    camera.unlock()

    assert "AfMode" not in pi.config["controls"]
    assert all("AfMode" not in controls for controls in pi.held)
    assert "LensPosition" not in pi.held[0]


def test_a_camera_in_use_is_busy_and_closed() -> None:
    pi = FakePicamera2()
    pi.fails_to_start = True

    with pytest.raises(CameraError, match="busy"):
        opened(pi)
    assert pi.calls == ["start", "close"]


def test_a_camera_that_is_gone_is_told() -> None:
    pi = FakePicamera2()
    pi.gives = False
    camera = opened(pi)
    camera.shoot(0.001)
    pi.jobs[0].future.set_exception(RuntimeError("camera disconnected"))

    with pytest.raises(CameraError, match="gone"):
        camera.shoot(0.1)
    camera.close()
    with pytest.raises(CameraError, match="gone"):
        camera.shoot(0.1)


def test_a_closed_camera_ignores_its_light() -> None:
    camera = PiCamera(FakePicamera2)
    camera.lock()
    camera.unlock()
    camera.close()


@pytest.mark.parametrize("has_library", [False, True])
def test_without_library_or_camera_it_is_missing(
    monkeypatch: pytest.MonkeyPatch, has_library: bool
) -> None:
    module: Any = ModuleType("picamera2")
    module.Picamera2 = type("Picamera2", (), {"global_camera_info": staticmethod(list)})
    monkeypatch.setitem(sys.modules, "picamera2", module if has_library else None)

    with pytest.raises(CameraError, match="missing"):
        PiCamera().open()
