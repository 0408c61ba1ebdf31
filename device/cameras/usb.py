"""A USB webcam through OpenCV.

`VideoCapture.read` can block for as long as a camera hangs, so every call to it is
made on a thread of the camera's own, and only while `shoot` waits for it: a camera that
nobody asks gives nothing. A thread that hangs is left behind, and the next `open`
begins with a new one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import Protocol, TypeAlias

import cv2
import numpy as np

from device.ports import CameraError, Frame, Shot
from vision.change import shrink

SIZE, FPS = (1920, 1080), 30
#: Opening a webcam takes about a second, and on some as long as this.
OPEN_S = 6.0
#: After a pause this long, in seconds, what lies in the driver's buffer is old: it is
#: thrown away, up to the four frames that V4L2 keeps.
PAUSE_S, STALE_FRAMES = 0.1, 4
#: A frame that had to be waited for is new.
WAITED_S = 0.005
#: Values of V4L2's `exposure_auto` control, as OpenCV passes them on.
MANUAL, APERTURE_PRIORITY = 1.0, 3.0
#: While so many threads hang in calls to a camera, no new one is begun.
MOST_HANGING = 3
#: So many device numbers are looked at.
MOST_DEVICES = 10


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool:  # noqa: N802  # OpenCV's own name
        """Whether it gives frames."""
        ...

    def set(self, prop: int, value: float, /) -> bool:
        """Change a setting; False where the camera has none such."""
        ...

    def get(self, prop: int, /) -> float:
        """Read a setting."""
        ...

    def grab(self) -> bool:
        """Take the next frame from the driver; False where the camera is gone."""
        ...

    def retrieve(self) -> tuple[bool, object]:
        """Decode the frame that was grabbed: BGR."""
        ...

    def release(self) -> None:
        """Close it."""
        ...


OpenCapture: TypeAlias = Callable[[int], Capture]
Job: TypeAlias = Callable[[Capture], None]


def open_capture(device: int) -> Capture:
    """Open a device by its number, with settings for reading dice."""
    capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
    capture.set(cv2.CAP_PROP_FPS, FPS)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def find_devices() -> list[int]:
    """Numbers of the video devices that there are."""
    return [i for i in range(MOST_DEVICES) if Path(f"/dev/video{i}").exists()]


def hold_light(capture: Capture) -> None:
    """Hold exposure, white balance and focus where the camera lets us."""
    exposure = capture.get(cv2.CAP_PROP_EXPOSURE)
    if capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL) and exposure > 0:
        capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
    capture.set(cv2.CAP_PROP_AUTO_WB, 0)
    capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)


def free_light(capture: Capture) -> None:
    """Let the camera follow the light again."""
    capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, APERTURE_PRIORITY)
    capture.set(cv2.CAP_PROP_AUTO_WB, 1)
    capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)


class UsbShot:
    """A frame; its picture is turned from BGR to RGB when it is asked for."""

    def __init__(self, taken_s: float, frame: Frame) -> None:
        self.taken_s = taken_s
        self.small = shrink(np.asarray(frame[..., ::-1]))
        self._frame = frame

    def picture(self) -> Frame:
        """RGB, shape (H, W, 3)."""
        return np.asarray(cv2.cvtColor(self._frame, cv2.COLOR_BGR2RGB), np.uint8)


class UsbCamera:
    """A webcam by its number, or the first that gives frames.

    Args:
        device: N of `/dev/videoN`; None for the first that works.
        open_capture: Makes a capture; called on the camera's thread.
        find: Numbers of the devices there are.
        now: Monotonic time in seconds.
    """

    def __init__(
        self,
        device: int | None = None,
        open_capture: OpenCapture = open_capture,
        find: Callable[[], list[int]] = find_devices,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._device = device
        self._open_capture = open_capture
        self._find = find
        self._now = now
        self._worker: _Worker | None = None
        self._left: list[_Worker] = []  # behind, some of them hanging

    @property
    def name(self) -> str:
        """The device."""
        return "usb" if self._device is None else f"usb:{self._device}"

    def open(self) -> None:
        """Open the device, or the first that works.

        Raises:
            CameraError: `missing`; `busy` where it is there and does not open;
                `stalled` where it hung again and again.
        """
        self.close()
        self._left = [worker for worker in self._left if worker.is_running]
        if len(self._left) >= MOST_HANGING:
            raise CameraError("stalled", self.name)
        there = self._find()
        wanted = there if self._device is None else [self._device]
        for device in wanted:
            if device in there:
                worker = _Worker(partial(self._open_capture, device), self._now)
                if worker.is_open(OPEN_S):
                    self._worker = worker
                    return
                self._leave(worker)
        raise CameraError("busy" if set(wanted) & set(there) else "missing", self.name)

    def shoot(self, timeout_s: float) -> Shot | None:
        """The newest frame.

        Raises:
            CameraError: The camera is gone.
        """
        if self._worker is None:
            raise CameraError("gone", self.name)
        return self._worker.shoot(timeout_s)

    def lock(self) -> None:
        """Hold exposure, white balance and focus where the camera lets us."""
        if self._worker is not None:
            self._worker.put(hold_light)

    def unlock(self) -> None:
        """Let them follow the light again."""
        if self._worker is not None:
            self._worker.put(free_light)

    def close(self) -> None:
        """Close the device; where it hangs, as soon as that ends."""
        if self._worker is not None:
            self._leave(self._worker)
            self._worker = None

    def _leave(self, worker: _Worker) -> None:
        worker.leave()
        self._left.append(worker)


class _Worker:
    """Owns one capture, on a thread that does what it is asked and no more."""

    def __init__(
        self, open_it: Callable[[], Capture], now: Callable[[], float]
    ) -> None:
        self._open_it = open_it
        self._now = now
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._is_opened, self._is_ready = Event(), Event()
        self._has_opened = False
        self._is_asked = False  # a frame is on its way
        self._taken: UsbShot | None = None
        self._grabbed_s = -PAUSE_S
        self._thread = Thread(target=self._run, name="usb camera", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether its thread has not ended, be it that it hangs."""
        return self._thread.is_alive()

    def put(self, job: Job) -> None:
        """Do something with the capture, in turn."""
        self._jobs.put(job)

    def leave(self) -> None:
        """Close the capture and end."""
        self._jobs.put(None)

    def is_open(self, timeout_s: float) -> bool:
        """Wait until it has opened; False where it did not."""
        return self._is_opened.wait(timeout_s) and self._has_opened

    def shoot(self, timeout_s: float) -> UsbShot | None:
        """Ask for a frame and wait for it.

        Raises:
            CameraError: The camera is gone.
        """
        began_s = self._now()
        while True:
            if not self._is_asked:
                self._is_asked = True
                self._is_ready.clear()
                self._jobs.put(self._take)
            left_s = timeout_s - (self._now() - began_s)
            if not self._is_ready.wait(max(0.0, left_s)):
                return None
            self._is_asked, taken, self._taken = False, self._taken, None
            if taken is None:
                raise CameraError("gone")
            if taken.taken_s >= began_s - PAUSE_S:
                return taken  # else it was asked for before a pause, and is old

    def _run(self) -> None:
        capture = self._open_it()
        self._has_opened = capture.isOpened()
        self._is_opened.set()
        while (job := self._jobs.get()) is not None:
            job(capture)
        capture.release()

    def _take(self, capture: Capture) -> None:
        self._taken = self._newest(capture)
        self._is_ready.set()

    def _newest(self, capture: Capture) -> UsbShot | None:
        """The newest frame; None where the camera is gone."""
        stale = STALE_FRAMES if self._now() - self._grabbed_s > PAUSE_S else 0
        for left in range(stale, -1, -1):
            before_s = self._now()
            if not capture.grab():
                return None
            self._grabbed_s = self._now()
            if left == 0 or self._grabbed_s - before_s >= WAITED_S:
                break
        is_read, frame = capture.retrieve()
        if not is_read:
            return None
        return UsbShot(self._grabbed_s, np.asarray(frame, np.uint8))
