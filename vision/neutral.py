"""The colour of the light from a grey patch at a known place of the picture.

A mat may carry a patch of plain grey, and a camera that hangs always sees it at the
same place. What it looks like tells the lamp's colour, better than the whites of dice
do, which may be ivory, and with no die of white on the table. From it come gains, one a
channel, that bring the picture's colours to those under a neutral light.

The patch is used only where it can be trusted: inside the picture, large enough,
neither clipped nor dark, even (no die or hand lies on it), and of a colour that a lamp
can have. Otherwise the picture is read as one without a patch.

Gains are meant for linear light. Encoded values are a power of it, near enough (2.2 in
the renderer; sRGB's curve is close to it), and so is a gain: to multiply encoded values
by the ratio of encoded values is the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, TypeGuard

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
Floats = NDArray[np.float32]

#: Where a patch is: (left, top, right, bottom) in shares of the picture's width and
#: height, 0 to 1.
Area: TypeAlias = tuple[float, float, float, float]

#: A patch is looked at in so many cells a side, of at least so many pixels a side each.
CELLS, CELL_PX = 8, 2
#: Pixels looked at along a side, at most.
SAMPLES = 128
#: A patch with less than DARK in its darkest channel is mostly noise; with a pixel in
#: twenty at CLIPPED in any channel, that channel may have been anything above.
DARK, CLIPPED, MAY_CLIP = 0.1, 0.985, 0.05
#: Cells must be within this of the patch's colour, in logarithms; so many of them.
EVEN, MANY = 0.12, 0.85
#: How far red over blue and (red times blue) over green squared may be from 1, in
#: logarithms of encoded values: lamps lie on a line from blue to orange, or near it.
WARMEST, GREENEST = 0.9, 0.25
LUMA = np.array([0.299, 0.587, 0.114], np.float32)


class Refusal(StrEnum):
    """Why a patch is not used."""

    OUTSIDE = "outside"
    SMALL = "small"
    CLIPPED = "clipped"
    DARK = "dark"
    UNEVEN = "uneven"
    COLOURED = "coloured"


@dataclass(frozen=True, slots=True)
class Balance:
    """What a patch tells.

    Attributes:
        gains: Factors of encoded red, green and blue (0 to 1) that make the patch
            grey, of the same lightness; None where it is refused.
        refusal: Why, if so.
    """

    gains: Floats | None
    refusal: Refusal | None = None


def is_area(area: object) -> TypeGuard[Area]:
    """Whether a patch can be there: four numbers, inside the picture, not empty."""
    if not isinstance(area, list | tuple) or len(area) != 4:
        return False
    if not all(type(each) in (int, float) and 0 <= each <= 1 for each in area):
        return False
    left, top, right, bottom = area
    return bool(left < right and top < bottom)


def look_at_patch(picture: Frame, area: Area) -> Balance:
    """Measure a patch.

    Args:
        picture: RGB, `uint8`, shape (H, W, 3).
        area: Of the patch; may be anything.
    """
    if not is_area(area):
        return Balance(None, Refusal.OUTSIDE)
    height, width = picture.shape[:2]
    left, right = (round(area[i] * width) for i in (0, 2))
    top, bottom = (round(area[i] * height) for i in (1, 3))
    if min(right - left, bottom - top) < CELLS * CELL_PX:
        return Balance(None, Refusal.SMALL)
    steps = (max(1, (bottom - top) // SAMPLES), max(1, (right - left) // SAMPLES))
    patch = picture[top : bottom : steps[0], left : right : steps[1]]
    clipped = (patch >= CLIPPED * 255).mean(axis=(0, 1))
    size = (CELLS, CELLS)
    small = cv2.resize(np.ascontiguousarray(patch), size, interpolation=cv2.INTER_AREA)
    return _judge(small.reshape(-1, 3).astype(np.float32) / np.float32(255), clipped)


def _judge(cells: Floats, clipped: NDArray[np.floating]) -> Balance:
    """A balance from a patch's cells, shape (N, 3), 0 to 1, and shares clipped."""
    seen = np.median(cells, axis=0)
    if seen.min() < DARK:
        return Balance(None, Refusal.DARK)
    if clipped.max() > MAY_CLIP:
        return Balance(None, Refusal.CLIPPED)
    off = np.abs(np.log(np.maximum(cells, 1e-3) / seen)).max(axis=1)
    if (off <= EVEN).mean() < MANY:
        return Balance(None, Refusal.UNEVEN)
    red, green, blue = np.log(seen).tolist()
    if abs(red - blue) > WARMEST or abs(red + blue - 2 * green) > GREENEST:
        return Balance(None, Refusal.COLOURED)
    return Balance(np.asarray(seen @ LUMA / seen, np.float32))


def balanced(colours: Floats, gains: Floats) -> Floats:
    """Encoded colours (…, 3), 0 to 1, as under a neutral light."""
    return np.asarray(np.minimum(colours * gains, np.float32(1)), np.float32)
