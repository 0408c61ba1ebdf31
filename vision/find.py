"""Picture to candidate top faces: run the detector, decode its maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import Pyramid

Frame = NDArray[np.uint8]
Floats = NDArray[np.float32]
#: Part of a picture: left, top, right, bottom in pixels, the last two beyond it.
Window = tuple[int, int, int, int]

STRIDE = 4
LONG_SIDE_PX = 640
#: Candidates weaker than this are never looked at again.
MIN_HEAT = 0.15
#: Where the faces found are smaller or larger than this, another scale is better.
LEAST_PX, BEST_PX, MOST_PX = 18.0, 38.0, 90.0
#: A face smaller than LEAST_PX and than this share of the others, whose heat is less
#: than SMALL_HEAT, is looked at again, larger, with what lies around it: minis beside
#: dice of twice or three times their size are dice as well.
MINI, SMALL_HEAT = 0.7, 0.7
#: A scale that is less than so many times the first shows nothing new.
MOST_ALIKE = 1.25
#: How much of the picture around such faces is looked at, in their sides.
AROUND = 2.5
#: Scales of the search for a die that must be there, over the best one, and the least
#: heat that then makes a candidate.
HARDER = (0.6, 1.45, 2.0)
HARDER_HEAT = 0.08
#: Top faces of two dice are never closer than this, in faces (touching, seen from 45°).
MIN_APART = 0.62


class DetectorNet(Protocol):
    """What `find_faces` needs of a net."""

    def run(self, batch: Frame) -> list[Floats]:
        """Batch (1, H, W, 3) to [(1, 14, H/4, W/4)]."""
        ...


@dataclass(frozen=True)
class Candidate:
    """A place that may be the top face of a die.

    Attributes:
        center: (x, y) in picture pixels.
        side: Edge length in pixels.
        corners: (4, 2), clockwise as seen in the picture.
        heat: The detector's belief that a top face is centred here, 0 to 1.
        values: The detector's opinion of the value, shape (6,), sums to 1.
    """

    center: tuple[float, float]
    side: float
    corners: NDArray[np.float64]
    heat: float
    values: Floats


def face_corners(
    centers: NDArray[np.floating],
    sides: NDArray[np.floating],
    quads: NDArray[np.floating],
) -> NDArray[np.float64]:
    """Undo the corner encoding of `models/quads.py`.

    The half diagonals a, b are the roots ±a, ±b of z⁴ − p z² + q with
    p = P side² / 2 and q = Q side⁴ / 4.

    Args:
        centers: (N, 2), x and y.
        sides: (N,)
        quads: (N, 4), real and imaginary parts of P and Q.

    Returns:
        (N, 4, 2), clockwise as seen in the picture.
    """
    p = (quads[:, 0] + 1j * quads[:, 1]) * sides**2 / 2
    q = (quads[:, 2] + 1j * quads[:, 3]) * sides**4 / 4
    root = np.sqrt(p * p - 4 * q)
    a, b = np.sqrt((p + root) / 2), np.sqrt((p - root) / 2)
    points = np.stack([a, b, -a, -b], axis=1)
    order = np.argsort(np.angle(points), axis=1)
    points = np.take_along_axis(points, order, axis=1)
    at = np.stack([points.real, points.imag], axis=2) + centers[:, None]
    return np.asarray(at, np.float64)


def prepare(
    picture: Frame | Pyramid, scale: float, window: Window | None = None
) -> Frame:
    """Scale and pad to multiples of 32, shape (1, H, W, 3); all or a window of it."""
    pyramid = picture if isinstance(picture, Pyramid) else Pyramid(picture)
    if window is not None:
        x0, y0, x1, y1 = window
        pyramid = Pyramid(pyramid.picture[y0:y1, x0:x1])
    h, w = pyramid.picture.shape[:2]
    small = pyramid.shrunk((max(32, round(w * scale)), max(32, round(h * scale))))
    pad_x, pad_y = -small.shape[1] % 32, -small.shape[0] % 32
    padded = cv2.copyMakeBorder(small, 0, pad_y, 0, pad_x, cv2.BORDER_REPLICATE)
    return np.asarray(padded, np.uint8)[None]


def decode(maps: Floats, scale: float, min_heat: float = MIN_HEAT) -> list[Candidate]:
    """Peaks of the heat with what the other maps say there.

    Args:
        maps: (14, h, w): heat logit, offset x y, log size, quad 4, value logits 6.
        scale: Of the detector's input over the picture.
        min_heat: Weaker peaks are left out; above 0 and below 1.
    """
    least = np.log(min_heat / (1 - min_heat))
    peak = cv2.dilate(maps[0], np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((maps[0] >= peak) & (maps[0] > least))
    cells = maps[:, ys, xs].T.astype(np.float64)
    cell = np.stack([xs, ys], axis=1)
    centers = ((cell + cells[:, 1:3] + 0.5) * STRIDE) / scale - 0.5
    sides = 32 * np.exp(np.clip(cells[:, 3], -3, 3)) / scale
    corners = face_corners(centers, sides, cells[:, 4:8])
    odds = np.exp(cells[:, 8:14] - cells[:, 8:14].max(axis=1, keepdims=True))
    values = (odds / odds.sum(axis=1, keepdims=True)).astype(np.float32)
    heats = 1 / (1 + np.exp(-maps[0, ys, xs]))
    return [
        Candidate((x, y), side, corners[i], heat, values[i])
        for i, ((x, y), side, heat) in enumerate(
            zip(centers.tolist(), sides.tolist(), heats.tolist(), strict=True)
        )
    ]


def thin(candidates: list[Candidate], scores: list[float]) -> list[int]:
    """Indices of candidates that no better-scored one stands too close to.

    Two are too close within `MIN_APART` of the smaller side, or of 0.6 of the larger.
    """
    kept: list[int] = []
    at = np.array([complex(*c.center) for c in candidates])
    smaller = MIN_APART * np.array([c.side for c in candidates])
    larger = 0.6 * smaller
    is_free = np.ones(len(candidates), bool)
    for i in sorted(range(len(candidates)), key=lambda i: -scores[i]):
        if not is_free[i]:
            continue
        kept.append(i)
        limit = np.maximum(
            np.minimum(smaller, smaller[i]), np.maximum(larger, larger[i])
        )
        is_free &= np.abs(at - at[i]) > limit
    return kept


class Search:
    """A picture as the detector sees it; at each scale it is asked once.

    Args:
        picture: RGB, shape (H, W, 3).
        net: The detector.
    """

    def __init__(self, picture: Frame | Pyramid, net: DetectorNet) -> None:
        self.pyramid = picture if isinstance(picture, Pyramid) else Pyramid(picture)
        self._net = net
        self._maps: dict[tuple[float, Window | None], Floats] = {}

    def faces(self, *, harder: bool = False) -> list[Candidate]:
        """Every place that may be a die's top face, overlapping ones thinned out.

        The picture is searched with its long side at `LONG_SIDE_PX`; when the faces
        found are much smaller or larger than the detector reads best, again at a
        better scale; when only some of them are too small, their surroundings.

        Args:
            harder: Search at three more scales, and take weaker candidates: for a die
                that is known to lie there and was not found.
        """
        long_side = max(self.pyramid.picture.shape[:2])
        scale = LONG_SIDE_PX / long_side
        found = self._at(scale)
        sides = [c.side * scale for c in found if c.heat > 0.35]
        typical = float(np.median(sides)) if sides else BEST_PX
        scales = [_within(scale * BEST_PX / typical, long_side)]
        if (
            LEAST_PX <= typical <= MOST_PX
            or 1 / MOST_ALIKE <= scales[0] / scale <= MOST_ALIKE
        ):
            scales = []
        least = HARDER_HEAT if harder else MIN_HEAT
        if not scales:
            limit = min(LEAST_PX, MINI * typical) / scale
            small = [c for c in found if c.side < limit and c.heat < SMALL_HEAT]
            found += self._closer(small, scale, least)
        if harder:
            around = scales[0] if scales else scale
            scales += [_within(around * k, long_side) for k in HARDER]
        for other in dict.fromkeys(scales):
            found += self._at(other, least)
        return [found[i] for i in thin(found, [c.heat for c in found])]

    def _closer(
        self, small: Sequence[Candidate], scale: float, least: float
    ) -> list[Candidate]:
        """What a larger view of small faces shows, and of what lies around them."""
        if not small:
            return []
        long_side = max(self.pyramid.picture.shape[:2])
        reach = AROUND * max(c.side for c in small)
        centers = np.array([c.center for c in small])
        window = _window(self.pyramid.picture, centers, reach)
        typical = float(np.median([c.side for c in small]))
        fits = LONG_SIDE_PX / max(window[2] - window[0], window[3] - window[1])
        larger = _within(min(BEST_PX / typical, fits), long_side)
        if larger <= MOST_ALIKE * scale:
            return []
        return self._at(larger, least, window)

    def _at(
        self, scale: float, least: float = MIN_HEAT, window: Window | None = None
    ) -> list[Candidate]:
        key = (scale, window)
        if key not in self._maps:
            batch = prepare(self.pyramid, scale, window)
            self._maps[key] = self._net.run(batch)[0][0]
        found = decode(self._maps[key], scale, least)
        return [_moved(c, window[:2]) for c in found] if window else found


def find_faces(
    picture: Frame | Pyramid, net: DetectorNet, *, harder: bool = False
) -> list[Candidate]:
    """Search a picture once; see `Search`."""
    return Search(picture, net).faces(harder=harder)


def _window(picture: Frame, centers: NDArray[np.floating], reach: float) -> Window:
    """The part of a picture that holds all these places and `reach` around each."""
    height, width = picture.shape[:2]
    x0, y0 = np.maximum(centers.min(axis=0) - reach, 0).astype(int).tolist()
    x1, y1 = np.ceil(centers.max(axis=0) + reach).astype(int).tolist()
    return x0, y0, min(x1, width), min(y1, height)


def _moved(candidate: Candidate, by: tuple[int, int]) -> Candidate:
    """The same candidate in a picture of which `by` is where its window begins."""
    x, y = candidate.center
    return replace(
        candidate,
        center=(x + by[0], y + by[1]),
        corners=candidate.corners + np.array(by),
    )


def _within(scale: float, long_side: int) -> float:
    """A scale that makes the picture neither tiny nor larger than it is or need be."""
    most = max(1.0, LONG_SIDE_PX / long_side)
    return float(np.clip(scale, 256 / long_side, min(most, 1600 / long_side)))
