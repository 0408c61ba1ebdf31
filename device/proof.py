"""What an action rests on, as it is kept beside the record: picture and reading."""

from __future__ import annotations

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


class Prover:
    """Makes evidence of deeds from the pictures that are still kept."""

    def __init__(self, pictures: PictureStore) -> None:
        self._pictures = pictures
        self._made: tuple[int, bytes] = (0, b"")

    def __call__(self, deed: Deed) -> Evidence | None:
        """The evidence; None for a deed that was entered by hand."""
        if deed.shot is None:
            return None
        return Evidence(self._jpeg(deed.shot), dump(deed.seen).encode())

    def _jpeg(self, shot: int) -> bytes:
        """Encoded once, though several deeds may rest on one picture."""
        if self._made[0] == shot:
            return self._made[1]
        picture = self._pictures.get(shot)
        if picture is None:
            return b""
        quality = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
        _, jpeg = cv2.imencode(".jpg", _bounded(picture)[..., ::-1], quality)
        self._made = (shot, jpeg.tobytes())
        return self._made[1]


def _bounded(picture: Frame) -> Frame:
    height, width = picture.shape[:2]
    scale = LONG_SIDE_PX / max(height, width)
    if scale >= 1:
        return picture
    size = (round(width * scale), round(height * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
