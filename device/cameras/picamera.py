"""The Raspberry Pi's own camera through picamera2.

One request gives both streams of the same moment: the low-resolution one (YUV, whose
first rows are the grey picture) to see movement in, the main one to read. `picture`
copies the main stream only when it is asked for, and a shot's buffers go back to the
camera with the next shot. Without a queue no frame is kept while nobody asks.

Written after picamera2's manual and source; its controls have not been tried on a Pi.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from device.ports import CameraError, Frame, Shot
from vision.change import LONG_PX

#: Pictures are the whole field of view at half the sensor's resolution, which most
#: sensors give by binning, and no wider than this: a Camera Module 3's 2304 × 1296.
MOST_WIDE = 2304
FPS = 30.0
#: libcamera's AfModeEnum.
AF_MANUAL, AF_CONTINUOUS = 0, 2
#: Buffers of each stream: one with us, two with the camera, one spare.
BUFFERS = 4


def _make() -> Any:
    """A `Picamera2`.

    Raises:
        CameraError: There is no library, no camera, or another program uses it.
    """
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraError("missing", str(error)) from None
    if not Picamera2.global_camera_info():
        raise CameraError("missing")
    try:
        return Picamera2()
    except (RuntimeError, OSError) as error:  # "Camera __init__ sequence did not …"
        raise CameraError("busy", str(error)) from None


def _scaled(size: tuple[int, int], scale: float) -> tuple[int, int]:
    """A size in even numbers, as YUV needs them."""
    return 2 * round(size[0] * scale / 2), 2 * round(size[1] * scale / 2)


class PiShot:
    """A request's two streams; `picture` is valid until the next shot is taken."""

    def __init__(self, request: Any, taken_s: float, size: tuple[int, int]) -> None:
        self.taken_s = taken_s
        self._request = request
        width, height = size
        self.small: Frame = np.ascontiguousarray(
            request.make_array("lores")[:height, :width]
        )
        self._picture: Frame | None = None

    def picture(self) -> Frame:
        """RGB, shape (H, W, 3).

        Raises:
            CameraError: A later shot was taken.
        """
        if self._picture is None:
            if self._request is None:
                raise CameraError("gone", "the shot is over")
            # picamera2 names formats by their bytes in memory, backwards: this is RGB.
            self._picture = np.asarray(self._request.make_array("main"), np.uint8)
        return self._picture

    def metadata(self) -> dict[str, Any]:
        """What libcamera tells of the exposure; empty once the shot is over."""
        return {} if self._request is None else dict(self._request.get_metadata())

    def release(self) -> None:
        """Give the buffers back."""
        if self._request is not None:
            self._request.release()
            self._request = None


class PiCamera:
    """The Pi's camera.

    Args:
        make: Makes a `Picamera2`.
        now: Monotonic time in seconds.
    """

    name = "picamera2"

    def __init__(
        self,
        make: Callable[[], Any] = _make,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make = make
        self._now = now
        self._camera: Any = None
        self._job: Any = None  # a request that was asked for and has not come
        self._shot: PiShot | None = None
        self._size = (LONG_PX, LONG_PX)

    def open(self) -> None:
        """Configure both streams and start; exposure and focus begin to settle.

        Raises:
            CameraError: There is none, or it is in use.
        """
        self.close()
        camera = self._make()
        try:
            self._configure(camera)
            camera.start()
        except RuntimeError as error:
            camera.close()
            raise CameraError("busy", str(error)) from None
        self._camera = camera

    def _configure(self, camera: Any) -> None:
        width, height = camera.sensor_resolution
        main = _scaled((width, height), min(0.5, MOST_WIDE / width))
        self._size = _scaled((width, height), LONG_PX / width)
        controls: dict[str, object] = {"FrameRate": FPS}
        if "AfMode" in camera.camera_controls:
            controls["AfMode"] = AF_CONTINUOUS
        configuration = camera.create_video_configuration(
            main={"size": main, "format": "BGR888"},
            lores={"size": self._size, "format": "YUV420"},
            controls=controls,
            buffer_count=BUFFERS,
            queue=False,
        )
        camera.configure(configuration)

    def shoot(self, timeout_s: float) -> Shot | None:
        """The next request.

        Raises:
            CameraError: The camera is gone.
        """
        if self._camera is None:
            raise CameraError("gone")
        self._release()
        late = None if self._job is None else self._fetch(0)
        if late is not None:
            late.release()  # it came after the last `shoot` gave up on it: it is old
        if self._job is None:
            self._job = self._camera.capture_request(wait=False)
        request = self._fetch(timeout_s)
        if request is None:
            return None
        self._shot = PiShot(request, self._now(), self._size)
        return self._shot

    def _fetch(self, timeout_s: float) -> Any:
        """The request that was asked for; None where it does not come in time."""
        try:
            request = self._job.get_result(timeout=timeout_s)
        except TimeoutError:
            return None
        except RuntimeError as error:
            self._job = None
            raise CameraError("gone", str(error)) from None
        self._job = None
        return request

    def lock(self) -> None:
        """Hold exposure, gains, white balance and focus as they are."""
        if self._camera is None:
            return
        told = {} if self._shot is None else self._shot.metadata()
        held: dict[str, object] = {"AeEnable": False, "AwbEnable": False}
        for name in ("ExposureTime", "AnalogueGain", "ColourGains"):
            if name in told:
                held[name] = told[name]
        if "AfMode" in self._camera.camera_controls:
            held["AfMode"] = AF_MANUAL
            if "LensPosition" in told:
                held["LensPosition"] = told["LensPosition"]
        self._camera.set_controls(held)

    def unlock(self) -> None:
        """Let them follow the light again."""
        if self._camera is None:
            return
        free: dict[str, object] = {"AeEnable": True, "AwbEnable": True}
        if "AfMode" in self._camera.camera_controls:
            free["AfMode"] = AF_CONTINUOUS
        self._camera.set_controls(free)

    def close(self) -> None:
        """Stop, and give everything back."""
        camera, self._camera = self._camera, None
        self._release()
        self._job = None
        if camera is None:
            return
        for end in (camera.stop, camera.close):
            with suppress(RuntimeError, OSError):  # a camera that is gone cannot stop
                end()

    def _release(self) -> None:
        if self._shot is not None:
            self._shot.release()
            self._shot = None
