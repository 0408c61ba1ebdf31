"""Picture and top-face corners to upright crops, and crops to values."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]

#: Side of a crop in pixels, and that side over the side of the face in its middle. The
#: margin shows whether the face goes on in another one: then it may be a side face.
CROP_PX = 64
CROP_MARGIN = 2.0
#: The middle part of a crop that the reader gives masks for.
MASKED = slice(8, 56)


class Pyramid:
    """A picture and its halvings, so that big faces are shrunk without aliasing."""

    def __init__(self, picture: Frame) -> None:
        # Threads that ask at once may make the same level twice; it is the same.
        self._levels = {0: picture}

    @property
    def picture(self) -> Frame:
        """In full size."""
        return self._levels[0]

    def shrunk(self, size: tuple[int, int]) -> Frame:
        """The picture at another size (width, height), without aliasing.

        The last step takes the nearest pixels into account alone (bilinear), which is
        fair because the level it starts from is less than twice as large.
        """
        level, _ = self.level(self._levels[0].shape[1] / size[0])
        if (level.shape[1], level.shape[0]) == size:
            return level
        return np.asarray(
            cv2.resize(level, size, interpolation=cv2.INTER_LINEAR), np.uint8
        )

    def level(self, shrink: float) -> tuple[Frame, float]:
        """The smallest picture at least `1 / shrink` of full size, and its scale."""
        wanted, at = int(math.log2(max(shrink, 1.0))), 0
        while at < wanted and min(self._levels[at].shape[:2]) > 64:
            if at + 1 not in self._levels:
                self._levels[at + 1] = _half(self._levels[at])
            at += 1
        return self._levels[at], 1.0 / 2**at


def _half(picture: Frame) -> Frame:
    h, w = picture.shape[:2]
    size = (max(1, w // 2), max(1, h // 2))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


#: Where a crop has the first three corners of its face.
_LOW = CROP_PX * (1 - 1 / CROP_MARGIN) / 2 - 0.5
_HIGH = CROP_PX - 1 - _LOW
_SQUARE = np.array([[_LOW, _LOW], [_HIGH, _LOW], [_HIGH, _HIGH]], np.float32)


def cut(pyramid: Pyramid, corners: NDArray[np.floating]) -> Frame:
    """Cut faces out as their corners lie, shape (N, CROP_PX, CROP_PX, 3).

    Args:
        pyramid: The picture.
        corners: Top faces, shape (N, 4, 2), clockwise; parallelograms. The first corner
            comes to lie up and left in the crop.
    """
    crops = np.empty((len(corners), CROP_PX, CROP_PX, 3), np.uint8)
    for face, crop in zip(np.asarray(corners, np.float32), crops, strict=True):
        matrix = np.asarray(cv2.getAffineTransform(face[:3], _SQUARE), np.float64)
        (a, b, _), (c, d, _) = matrix.tolist()
        picture, scale = pyramid.level(1.0 / max(math.sqrt(abs(a * d - b * c)), 1e-6))
        if scale != 1.0:
            # Pixel centres of a level lie at (full + 0.5) * scale - 0.5.
            matrix[:, 2] += matrix[:, :2] @ np.array([0.5, 0.5]) * (1 / scale - 1)
            matrix[:, :2] /= scale
        cv2.warpAffine(
            picture,
            matrix,
            (CROP_PX, CROP_PX),
            dst=crop,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return crops


def crop_face(
    pyramid: Pyramid, corners: NDArray[np.floating], quarter: int = 0
) -> Frame:
    """Cut one face out, shape (CROP_PX, CROP_PX, 3), turned by quarters."""
    turned = np.roll(np.asarray(corners, np.float32), -quarter, axis=0)
    return np.asarray(cut(pyramid, turned[None])[0])


def upright(corners: NDArray[np.floating]) -> NDArray[np.floating]:
    """The same corners, clockwise from the one up and left in the picture.

    Args:
        corners: Of one face (4, 2), or of many (…, 4, 2).
    """
    away = corners - corners.mean(axis=-2, keepdims=True)
    order = np.argsort(np.arctan2(away[..., 1], away[..., 0]), axis=-1, kind="stable")
    return np.asarray(np.take_along_axis(corners, order[..., None], axis=-2))


def cut_faces(pyramid: Pyramid, faces: Sequence[NDArray[np.floating]]) -> Frame:
    """Cut every face out upright, shape (faces, CROP_PX, CROP_PX, 3).

    Args:
        pyramid: The picture.
        faces: Corners of each, (4, 2), clockwise; parallelograms.
    """
    if not len(faces):
        return np.zeros((0, CROP_PX, CROP_PX, 3), np.uint8)
    return cut(pyramid, upright(np.asarray(faces)))


def mirrored(crops: Frame) -> Frame:
    """The other view of each face: left for right, shape as before."""
    return np.ascontiguousarray(crops[:, :, ::-1])
