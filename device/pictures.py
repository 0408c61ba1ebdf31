"""The last pictures that were read, by number, in bounded memory."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from device.ports import Frame

#: Seven pictures of 2304 × 1296, or one photo of 20 megapixels.
MAX_BYTES = 64_000_000


class PictureStore:
    """Keeps the newest pictures and drops the oldest; any thread may use it.

    Numbers go up from 1 and are never given twice, so that an old number finds its own
    picture or none. The newest is kept whatever its size.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._lock = Lock()
        self._pictures: OrderedDict[int, Frame] = OrderedDict()
        self._last = 0

    def put(self, picture: Frame) -> int:
        """Keep a picture (RGB, shape (H, W, 3)) and number it."""
        with self._lock:
            self._last += 1
            self._pictures[self._last] = picture
            while len(self._pictures) > 1 and self._bytes() > self._max_bytes:
                self._pictures.popitem(last=False)
            return self._last

    def get(self, number: int) -> Frame | None:
        """A picture; None where it was dropped, or never was."""
        with self._lock:
            return self._pictures.get(number)

    def clear(self) -> None:
        """Drop them all."""
        with self._lock:
            self._pictures.clear()

    def __len__(self) -> int:
        """How many are kept."""
        with self._lock:
            return len(self._pictures)

    def _bytes(self) -> int:
        return sum(picture.nbytes for picture in self._pictures.values())
