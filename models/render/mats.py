"""A mat with a patch of grey, and lamps whose colour the camera does not make good."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.render.looks import Array, Rng
from models.render.table import Size
from vision.neutral import Area

#: Lamps by name.
LAMPS = ("neutral", "warm", "cold", "mixed")
#: Logarithm of red over blue under a warm lamp, in linear light; of a cold one it is
#: less than 0. A bulb of 4000 K seen by a camera set to daylight (6500 K) has 1.0.
CAST = (0.7, 1.4)
#: The patch's size in shares of the picture, and how much larger than what the reader
#: is told of; how far it is from the border.
PATCH, MARGIN, INSET = (0.09, 0.12), 1.25, 0.03
#: How light a patch may be, and how far a printer misses grey.
ALBEDO, MISPRINT = (0.15, 0.5), 0.015


@dataclass(frozen=True)
class Mat:
    """What lies under the dice, and the light on it.

    Attributes:
        lamps: Colour of the light, (3,) or (H, W, 3): factors in linear light.
        area: Where the reader is told that the patch is; None where there is none.
        paint: Linear RGB of the patch.
    """

    lamps: Array
    area: Area | None
    paint: Array

    def lay(self, top: Array) -> Array:
        """A table top (H, W, 3) with the patch on it."""
        if self.area is None:
            return top
        height, width = top.shape[:2]
        left, top_edge, right, bottom = self.area
        at = ((left + right) / 2 * width, (top_edge + bottom) / 2 * height)
        size = ((right - left) * width, (bottom - top_edge) * height)
        size = (size[0] * MARGIN, size[1] * MARGIN)
        corners = cv2.boxPoints((at, size, 0.0))
        mask = np.zeros((height, width), np.float32)
        cv2.fillConvexPoly(mask, (corners * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
        return np.asarray(top + (self.paint - top) * mask[..., None], np.float32)


def mat(rng: Rng, size: Size, lamps: str) -> Mat:
    """A mat with a patch in one of its corners.

    Args:
        rng: The source of every choice.
        size: (width, height) of the picture in pixels.
        lamps: One of LAMPS; `mixed` are a warm and a cold one from two sides, or a
            warm one from one side in neutral light.
    """
    left, top = (int(n) for n in rng.integers(0, 2, 2))
    x = INSET if left else 1 - INSET - PATCH[0]
    y = INSET if top else 1 - INSET - PATCH[1]
    grey = rng.uniform(*ALBEDO) * np.exp(rng.normal(0, MISPRINT, 3))
    area = (x, y, x + PATCH[0], y + PATCH[1])
    return Mat(_lamps(rng, size, lamps), area, grey.astype(np.float32))


def _lamps(rng: Rng, size: Size, name: str) -> Array:
    if name == "neutral":
        return np.ones(3, np.float32)
    if name == "warm":
        return _cast(rng, rng.uniform(*CAST))
    if name == "cold":
        return _cast(rng, -rng.uniform(*CAST))
    one = _cast(rng, rng.uniform(*CAST))
    other = _cast(rng, -rng.uniform(0, CAST[1]))
    w, h = size
    x, y = np.meshgrid(np.linspace(-1, 1, w), np.linspace(-1, 1, h))
    a = rng.uniform(0, 6.28)
    away = np.cos(a) * x + np.sin(a) * y
    share = 1 / (1 + np.exp(-rng.uniform(1, 4) * away))[..., None]
    return np.asarray(one * share + other * (1 - share), np.float32)


def _cast(rng: Rng, warmth: float) -> Array:
    """Factors whose red over blue is e to the warmth; tubes are a little green."""
    logs = [warmth / 2, rng.normal(0, 0.05), -warmth / 2]
    gain = np.exp(np.array(logs, np.float32))
    return np.asarray(gain / gain.max(), np.float32)
