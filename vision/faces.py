"""Picture and top-face corners to upright crops, and crops to values."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
Floats = NDArray[np.float32]

#: Side of a crop in pixels, and that side over the side of the face in its middle. The
#: margin shows whether the face goes on in another one: then it may be a side face.
CROP_PX = 64
CROP_MARGIN = 2.0
#: The middle part of a crop that the reader gives masks for.
MASKED = slice(8, 56)


class Pyramid:
    """A picture and its halvings, so that big faces are shrunk without aliasing."""

    def __init__(self, picture: Frame) -> None:
        self._levels = [picture]

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
        index = max(0, int(np.floor(np.log2(max(shrink, 1.0)))))
        while len(self._levels) <= index and min(self._levels[-1].shape[:2]) > 64:
            self._levels.append(_half(self._levels[-1]))
        index = min(index, len(self._levels) - 1)
        return self._levels[index], 1.0 / 2**index


def _half(picture: Frame) -> Frame:
    h, w = picture.shape[:2]
    size = (max(1, w // 2), max(1, h // 2))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def crop_matrix(corners: NDArray[np.floating], quarter: int = 0) -> NDArray[np.float64]:
    """The affine (2, 3) matrix from the picture to a crop with the face upright.

    Args:
        corners: Top face, shape (4, 2), clockwise; a parallelogram.
        quarter: Quarter turns of the crop.
    """
    low = CROP_PX * (1 - 1 / CROP_MARGIN) / 2 - 0.5
    high = CROP_PX - 1 - low
    square = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    order = [(i + quarter) % 4 for i in range(3)]
    source = np.asarray(corners, np.float32)[order]
    return np.asarray(cv2.getAffineTransform(source, square[:3]), np.float64)


def crop_face(
    pyramid: Pyramid, corners: NDArray[np.floating], quarter: int = 0
) -> Frame:
    """Cut one face out, shape (CROP_PX, CROP_PX, 3)."""
    matrix = crop_matrix(corners, quarter)
    shrink = 1.0 / max(np.sqrt(abs(np.linalg.det(matrix[:, :2]))), 1e-6)
    picture, scale = pyramid.level(shrink)
    # Pixel centres of a level lie at (full + 0.5) * scale - 0.5.
    matrix[:, 2] += matrix[:, :2] @ np.array([0.5, 0.5]) * (1 / scale - 1)
    matrix[:, :2] /= scale
    crop = cv2.warpAffine(
        picture,
        matrix,
        (CROP_PX, CROP_PX),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(crop, np.uint8)


def upright(corners: NDArray[np.floating]) -> NDArray[np.floating]:
    """The same corners, clockwise from the one up and left in the picture."""
    away = corners - corners.mean(0)
    return corners[np.argsort(np.arctan2(away[:, 1], away[:, 0]), kind="stable")]


def crop_batch(pyramid: Pyramid, faces: Sequence[NDArray[np.floating]]) -> Floats:
    """Every face upright and mirrored, shape (faces * 2, 3, CROP_PX, CROP_PX)."""
    crops = [crop_face(pyramid, upright(np.asarray(face))) for face in faces]
    if not crops:
        return np.zeros((0, 3, CROP_PX, CROP_PX), np.float32)
    both = np.stack([side for crop in crops for side in (crop, crop[:, ::-1])])
    return np.ascontiguousarray(both.transpose(0, 3, 1, 2), np.float32)
