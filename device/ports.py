"""The world behind small interfaces: camera, display, light, voice, clock.

Each has a real adapter and one for a desk without hardware. None of them decides
anything about dice or rules.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from device.flow.screen import Mood

Frame = NDArray[np.uint8]


class CameraError(Exception):
    """A camera cannot be opened, or gives no pictures.

    Attributes:
        code: Picks the text `eye.CODE`: `missing`, `stalled`, `gone`, `busy`, …
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code


class Shot(Protocol):
    """One picture of a camera."""

    @property
    def taken_s(self) -> float:
        """`time.monotonic()` at exposure, in seconds."""
        ...

    @property
    def small(self) -> Frame:
        """Grey, shape (h, w), long side about 320: to see motion in."""
        ...

    def picture(self) -> Frame:
        """RGB, shape (H, W, 3), for reading."""
        ...


class Camera(Protocol):
    """Gives the newest picture; called by one thread."""

    @property
    def name(self) -> str:
        """As a person would call it."""
        ...

    def open(self) -> None:
        """Start; exposure and white balance begin to settle.

        Raises:
            CameraError: There is none, or it is in use.
        """
        ...

    def shoot(self, timeout_s: float) -> Shot | None:
        """The next picture; None where none comes in time.

        Raises:
            CameraError: It is gone, or a replay has ended.
        """
        ...

    def lock(self) -> None:
        """Hold exposure, white balance and focus as they are, if it can."""
        ...

    def unlock(self) -> None:
        """Let them follow the light again."""
        ...

    def close(self) -> None:
        """Stop; may be called twice, and opened again after."""
        ...


class Display(Protocol):
    """A panel."""

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels; (128, 64) has one bit a pixel."""
        ...

    def show(self, image: Image.Image) -> None:
        """Show an RGB picture of `size`."""
        ...

    def dim(self, level: float) -> None:
        """Backlight, 0 (off) to 1."""
        ...

    def close(self) -> None:
        """Go dark."""
        ...


class Light(Protocol):
    """The LED: each mood has its own rhythm and colour."""

    def show(self, mood: Mood) -> None:
        """Change the rhythm."""
        ...

    def close(self) -> None:
        """Go dark."""
        ...


class Speaker(Protocol):
    """Voice and short signals."""

    def say(self, text: str, language: str) -> None:
        """Speak, stopping what was being said."""
        ...

    def signal(self, name: str) -> None:
        """A short sound."""
        ...

    def hush(self) -> None:
        """Be silent now."""
        ...

    def close(self) -> None:
        """Be silent for good."""
        ...


class Clock(Protocol):
    """Monotonic time."""

    def now_s(self) -> float:
        """Seconds since some moment; never goes back, whatever the wall clock does."""
        ...
