"""From the name that was asked for to a camera, not yet opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from device.ports import Camera, CameraError, Shot

#: What `--camera` takes.
FORMS = (
    "auto",
    "picamera2",
    "usb",
    "usb:N",
    "folder:DIR",
    "video:FILE",
    "phone",
    "demo",
    "none",
)


class CameraNameError(ValueError):
    """No camera has such a name; the message is one line for the user."""


def open_camera(name: str, tell: Callable[[str], None] = lambda line: None) -> Camera:
    """The camera of a name, one of `FORMS`; its own `open` starts it.

    Args:
        name: As a person gave it.
        tell: Takes one line about a file that is skipped.

    Raises:
        CameraNameError: There is no such kind of camera.
    """
    kind, colon, of = name.partition(":")
    match kind:
        case "auto" if not colon:
            return AutoCamera(tell)
        case "folder" if of:
            from device.cameras.folder import FolderCamera

            return FolderCamera(Path(of), tell)
        case "video" if of:
            from device.cameras.video import VideoCamera

            return VideoCamera(Path(of))
        case "usb" if not colon or of.isdecimal():
            from device.cameras.usb import UsbCamera

            return UsbCamera(int(of) if of else None)
        case "picamera2" | "phone" | "demo" | "none" if not colon:
            return _PLAIN[kind]()
    raise CameraNameError(f"unknown camera {name!r}; one of {', '.join(FORMS)}")


def _picamera() -> Camera:
    from device.cameras.picamera import PiCamera

    return PiCamera()


def _phone() -> Camera:
    from device.cameras.phone import PhoneCamera

    return PhoneCamera()


def _demo() -> Camera:
    from device.cameras.demo import DemoCamera

    return DemoCamera()


def _none() -> Camera:
    from device.cameras.none import NoCamera

    return NoCamera()


_PLAIN: dict[str, Callable[[], Camera]] = {
    "picamera2": _picamera,
    "phone": _phone,
    "demo": _demo,
    "none": _none,
}


class AutoCamera:
    """The first camera that opens: the Pi's own, then a USB webcam.

    It looks anew each time it is opened, so one that is plugged in later is found.

    Args:
        tell: Takes one line about which was found.
        candidates: In order; None for all that this machine may have.
    """

    def __init__(
        self,
        tell: Callable[[str], None],
        candidates: Sequence[Callable[[], Camera]] | None = None,
    ) -> None:
        self._tell = tell
        self._candidates = candidates or (_picamera, lambda: open_camera("usb"))
        self._found: Camera | None = None
        self._told = ""

    @property
    def name(self) -> str:
        """Of the camera that was found."""
        return "auto" if self._found is None else self._found.name

    def open(self) -> None:
        """Open the first that opens.

        Raises:
            CameraError: None did; the code is the most telling of theirs.
        """
        codes = []
        for candidate in self._candidates:
            camera = candidate()
            try:
                camera.open()
            except CameraError as error:
                codes.append(error.code)
                continue
            self._found = camera
            if camera.name != self._told:
                self._told = camera.name
                self._tell(f"camera: {camera.name}")
            return
        known = [code for code in codes if code != "missing"]
        raise CameraError((known or ["missing"])[0])

    def shoot(self, timeout_s: float) -> Shot | None:
        """As that camera's."""
        if self._found is None:
            raise CameraError("missing")
        return self._found.shoot(timeout_s)

    def lock(self) -> None:
        """As that camera's."""
        if self._found is not None:
            self._found.lock()

    def unlock(self) -> None:
        """As that camera's."""
        if self._found is not None:
            self._found.unlock()

    def close(self) -> None:
        """Close that camera; another may be found next time."""
        if self._found is not None:
            self._found.close()
            self._found = None
