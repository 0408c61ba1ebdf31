"""What an action rests on, as it is kept beside the record: picture and reading."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock

import cv2
import numpy as np

from device.evidence import Evidence
from device.flow.core import Deed
from device.pictures import PictureStore
from device.ports import Frame
from rules.json_form import dump

QUALITY = 80
#: Enough to see every pip by; a larger one is made smaller, in pixels.
LONG_SIDE_PX = 1600
#: So many are kept encoded: a player's picture may be judged many readings later.
MOST_KEPT = 24


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture as it is kept.

    Attributes:
        jpeg: Perhaps smaller than it was; empty where it was dropped.
        size: (width, height) as it was taken, in pixels, as places are told in.
    """

    jpeg: bytes
    size: tuple[int, int] | None


class Prover:
    """Makes evidence of deeds from the pictures that are still kept.

    A picture is encoded beside the game, as soon as it was read: whoever confirms it
    then does not wait for that.
    """

    def __init__(self, pictures: PictureStore) -> None:
        self._pictures = pictures
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="proof")
        self._lock = Lock()
        self._kept: OrderedDict[int, Future[Encoded]] = OrderedDict()

    def prepare(self, shot: int) -> None:
        """A picture was read and may be needed; quick, from any thread."""
        self._encoded(shot)

    def __call__(self, deed: Deed) -> Evidence | None:
        """The evidence; None for a deed that was entered by hand."""
        if deed.shot is None:
            return None
        encoded = [self._encoded(shot) for shot in deed.shots or (deed.shot,)]
        kept = [each.result() for each in encoded]
        told = {"pictures": [{"size": each.size} for each in kept], "seen": deed.seen}
        first, *more = (each.jpeg for each in kept)
        return Evidence(first, dump(told).encode(), tuple(more))

    def close(self) -> None:
        """Let the worker go."""
        self._worker.shutdown()

    def _encoded(self, shot: int) -> Future[Encoded]:
        """Encoded once, though several deeds may rest on one picture."""
        with self._lock:
            if shot not in self._kept:
                self._kept[shot] = self._worker.submit(self._encode, shot)
                while len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            return self._kept[shot]

    def _encode(self, shot: int) -> Encoded:
        picture = self._pictures.get(shot)
        if picture is None:
            return Encoded(b"", None)
        quality = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
        _, jpeg = cv2.imencode(".jpg", _bounded(picture)[..., ::-1], quality)
        height, width = picture.shape[:2]
        return Encoded(jpeg.tobytes(), (width, height))


def _bounded(picture: Frame) -> Frame:
    height, width = picture.shape[:2]
    scale = LONG_SIDE_PX / max(height, width)
    if scale >= 1:
        return picture
    size = (round(width * scale), round(height * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
