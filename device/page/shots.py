"""The pictures of the moment as JPEG, made when a browser first asks for one."""

from __future__ import annotations

import io
import threading
from typing import Protocol

from PIL import Image

from device.ports import Frame

MOST_KEPT = 6
QUALITY = 85


class PictureSource(Protocol):
    """Where the app keeps the last pictures."""

    def get(self, number: int) -> Frame | None:
        """RGB, shape (H, W, 3); None where it was let go. From any thread."""
        ...


class Shots:
    """Encodes pictures, and keeps the last few as encoded."""

    def __init__(self, pictures: PictureSource) -> None:
        self._pictures = pictures
        self._lock = threading.Lock()  # one encoding at a time: it takes memory
        self._kept: dict[int, bytes] = {}

    def jpeg(self, number: int) -> bytes | None:
        """A picture in its own size, so that marks in its pixels fit."""
        with self._lock:
            if number not in self._kept:
                picture = self._pictures.get(number)
                if picture is None:
                    return None
                self._kept[number] = encode(picture)
                while len(self._kept) > MOST_KEPT:
                    del self._kept[next(iter(self._kept))]
            return self._kept[number]


def encode(picture: Frame) -> bytes:
    """An RGB picture as JPEG."""
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "JPEG", quality=QUALITY)
    return file.getvalue()
