"""The colour of the light from a grey patch at a known place of the picture.

A mat may carry a patch of plain grey, and a camera that hangs always sees it at the
same place. What it looks like tells the lamp's colour better than the whites of dice
do, which may be ivory, and are clipped more often. From it come gains, one a channel,
that bring the picture's colours nearer to those under a neutral light.

The patch is used only where it can be trusted: inside the picture, large enough,
neither clipped nor dark, even (no die or hand lies on it), and of a colour that a lamp
can have; and where the dice are seen to lie under the same lamp, since there may be
several. Otherwise the picture is read as one without a patch.

Gains are meant for linear light. Encoded values are a power of it, near enough (2.2 in
the renderer; sRGB's curve is close to it), and so is a gain: to multiply encoded values
by the ratio of encoded values is the same. The least gain is 1, as in cameras, so that
clipped white stays white.
"""

from __future__ import annotations

import math
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
SAMPLES = 64
#: A patch with less than DARK in its darkest channel is mostly noise; with more than
#: CLIPPED in its lightest, some of its pixels may have been anything above.
DARK, CLIPPED = 0.1, 0.95
#: Cells must be within this of the patch's colour, in logarithms; so many of them.
EVEN, MANY = 0.12, 0.85
#: How far red over blue and (red times blue) over green squared may be from 1, in
#: logarithms of encoded values: lamps lie on a line from blue to orange, or near it.
WARMEST, GREENEST = 0.9, 0.25
#: From so warm or cold on, as `Light.warmth`, a light is not taken for neutral.
NEUTRAL = 0.06
#: How much of the light's colour is taken away, as a power of the whole gain. On 320
#: tables of `models.evaluate_grey` from seed 6,000,000 on, 42 dice under warm and cold
#: lamps are surely of another player's colour without a patch, 4 with 0.4, 28 with 0.3
#: and 21 with 0.5. All of it makes more of them: what is bright and pale is clipped.
POWER = 0.4
#: What is so nearly as light as the whitest of the dice, in its darkest channel, is
#: taken for white; the patch may be so many times as warm or as cold as the middle one
#: of these. Under lamps of two colours there are 34 such dice without a patch, 42 where
#: every patch is believed, 34 with this.
WHITISH, AGREES = 0.7, 3.0


class Refusal(StrEnum):
    """Why a patch is not used."""

    OUTSIDE = "outside"
    SMALL = "small"
    CLIPPED = "clipped"
    DARK = "dark"
    UNEVEN = "uneven"
    COLOURED = "coloured"


@dataclass(frozen=True, slots=True)
class Light:
    """The light on a patch.

    Attributes:
        grey: What grey looks like in it: encoded red, green and blue, 0 to 1.
    """

    grey: tuple[float, float, float]

    @property
    def warmth(self) -> float:
        """Logarithm of red over blue, encoded; 0 is neutral."""
        return math.log(self.grey[0] / self.grey[2])

    @property
    def gains(self) -> Floats:
        """Factors of encoded values, shape (3,); 1 is the least."""
        return np.asarray((max(self.grey) / np.array(self.grey)) ** POWER, np.float32)


def is_area(area: object) -> TypeGuard[Area]:
    """Whether a patch can be there: four numbers, inside the picture, not empty."""
    if not isinstance(area, list | tuple) or len(area) != 4:
        return False
    if not all(type(each) in (int, float) and 0 <= each <= 1 for each in area):
        return False
    left, top, right, bottom = area
    return bool(left < right and top < bottom)


def light_on(picture: Frame, area: Area) -> Light | Refusal:
    """Look at a patch.

    Args:
        picture: RGB, `uint8`, shape (H, W, 3).
        area: Of the patch; may be anything.
    """
    if not is_area(area):
        return Refusal.OUTSIDE
    height, width = picture.shape[:2]
    left, right = (round(area[i] * width) for i in (0, 2))
    top, bottom = (round(area[i] * height) for i in (1, 3))
    if min(right - left, bottom - top) < CELLS * CELL_PX:
        return Refusal.SMALL
    steps = (max(1, (bottom - top) // SAMPLES), max(1, (right - left) // SAMPLES))
    patch = picture[top : bottom : steps[0], left : right : steps[1]]
    size = (CELLS, CELLS)
    small = cv2.resize(np.ascontiguousarray(patch), size, interpolation=cv2.INTER_AREA)
    return _judge(small.reshape(-1, 3).astype(np.float32) / np.float32(255))


def _judge(cells: Floats) -> Light | Refusal:
    """The light, by a patch's cells, shape (N, 3), 0 to 1."""
    seen = np.median(cells, axis=0)
    if seen.min() < DARK:
        return Refusal.DARK
    if seen.max() > CLIPPED:
        return Refusal.CLIPPED
    off = np.abs(np.log(np.maximum(cells, 1e-3) / seen)).max(axis=1)
    if (off <= EVEN).mean() < MANY:
        return Refusal.UNEVEN
    red, green, blue = np.log(seen).tolist()
    if abs(red - blue) > WARMEST or abs(red + blue - 2 * green) > GREENEST:
        return Refusal.COLOURED
    r, g, b = seen.tolist()
    return Light((r, g, b))


def gains_for(light: Light, seen: Floats) -> Floats | None:
    """The light's gains, if the dice lie in it too and it is not neutral.

    Args:
        light: On the patch.
        seen: Encoded colours of bodies and pips, shape (N, 3), 0 to 1; one at least.
    """
    if abs(light.warmth) < NEUTRAL:
        return None
    darkest = seen.min(axis=1)
    whites = np.maximum(seen[darkest >= WHITISH * darkest.max()], np.float32(1e-3))
    warmth = float(np.median(np.log(whites[:, 0] / whites[:, 2])))
    is_same = light.warmth * warmth > 0 and abs(light.warmth) <= AGREES * abs(warmth)
    return light.gains if is_same else None


def balanced(colours: Floats, gains: Floats) -> Floats:
    """Encoded colours (…, 3), 0 to 1, as under a neutral light."""
    return np.asarray(np.minimum(colours * gains, np.float32(1)), np.float32)
