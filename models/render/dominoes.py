"""Dominoes as flat boxes in perspective, each half labelled as no die.

Half of a domino shows what a die's face shows: a reader can only tell it by the other
half, the bar between them and how flat the tile is.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.die import Camera, Light
from models.render.looks import Array, Rng, hsv_to_rgb, named_colour
from models.render.oddments import SPOTS
from models.render.scene import DieTruth

#: Colours of the spots of sets that have another one for each number.
RAINBOW = ("red", "green", "blue", "purple", "orange", "brown")


@dataclass(frozen=True)
class Make:
    """How the dominoes of one set look; lengths in die edges.

    Attributes:
        half: Side of a half.
        thick: Height over the table.
        tone: Of the tile, linear RGB.
        ink: Of the spots by number, linear RGB, (6, 3).
        spot: Radius of a spot.
        spread: Distance of a half's outer spots from its middle.
        bar: Half the width of the bar; 0 is none.
        pin: Radius of the pin in the middle; 0 is none.
    """

    half: float
    thick: float
    tone: Array
    ink: Array
    spot: float
    spread: float
    bar: float
    pin: float


def some_make(rng: Rng) -> Make:
    """Draw a set: ivory, white, black, wood or coloured."""
    half = float(rng.uniform(0.8, 1.6))
    name = str(
        rng.choice(["ivory", "white", "white", "black", "brown", "red", "green"])
    )
    if name == "ivory":
        tone = hsv_to_rgb(rng.uniform(36, 48), rng.uniform(0.1, 0.35), 0.93)
    else:
        tone = named_colour(name, rng)
    is_dark = tone.mean() < 0.35
    ink = np.tile(named_colour("white" if is_dark else "black", rng), (6, 1))
    if not is_dark and rng.random() < 0.35:
        ink = np.stack([named_colour(n, rng) for n in RAINBOW])
    return Make(
        half,
        float(rng.uniform(0.25, 0.45)) * half,
        tone,
        np.asarray(ink, np.float32),
        float(rng.uniform(0.075, 0.115)) * half,
        float(rng.uniform(0.22, 0.29)) * half,
        float(rng.choice([0.0, 0.01, 0.02])) * half,
        float(rng.choice([0.0, 0.0, 0.06])) * half,
    )


class Tile:
    """One domino on the table: its middle (2,), its turn, its two numbers."""

    def __init__(self, at: Array, turn: float, numbers: tuple[int, int]) -> None:
        self.at, self.numbers = at, numbers
        c, s = np.cos(turn), np.sin(turn)
        self.axes = np.array([[c, s], [-s, c]], np.float32)  # along, across

    def points(self, flat: NDArray[np.floating], z: float) -> Array:
        """The tile's own (n, 2) along and across to table coordinates (n, 3)."""
        on_table = self.at + flat @ self.axes
        return np.column_stack([on_table, np.full(len(flat), z)]).astype(np.float32)


def _box(u: float, v: float, half_u: float, half_v: float) -> Array:
    ends = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return np.asarray(ends * [half_u, half_v] + [u, v], np.float32)


def _round(u: float, v: float, r: float) -> Array:
    a = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    at = np.stack([u + r * np.cos(a), v + r * np.sin(a)], -1)
    return np.asarray(at, np.float32)


def _fill(out: Array, pixels: NDArray[np.floating], rgb: Array) -> None:
    hull = cv2.convexHull((pixels * 16).astype(np.int32))
    colour = np.clip(rgb, 0.003, 1).tolist()
    cv2.fillConvexPoly(out, hull, colour, cv2.LINE_AA, 4)


def lay_tile(
    out: Array, tile: Tile, make: Make, camera: Camera, light: Light
) -> list[DieTruth]:
    """Paint a domino on a linear RGB picture; changes `out`.

    Returns:
        Truths of value 0 for both halves and for the middle across the bar.
    """
    a, z = make.half, make.thick

    def seen(flat: Array, height: float) -> NDArray[np.floating]:
        return camera.project(tile.points(flat, height))

    outline = _box(0, 0, 0.98 * a, 0.49 * a)
    top, foot = tile.points(outline, z), tile.points(outline, 0)
    fallen = top - light.direction * (top[:, 2:] / light.direction[2])
    dark = np.zeros(out.shape[:2], np.float32)
    shadow = cv2.convexHull(
        camera.project(np.vstack([fallen, foot])).astype(np.float32)
    )
    cv2.fillConvexPoly(dark, (shadow * 16).astype(np.int32), 0.55, cv2.LINE_AA, 4)
    out *= 1 - cv2.GaussianBlur(dark, (0, 0), 1.2)[..., None]
    _fill(out, camera.project(np.vstack([top, foot])), make.tone * 0.5)
    _fill(out, seen(outline, z), make.tone * 0.75)  # the rounded rim
    _fill(out, seen(_box(0, 0, 0.95 * a, 0.46 * a), z), make.tone)
    if make.bar:
        _fill(out, seen(_box(0, 0, make.bar, 0.4 * a), z), make.ink[0])
    if make.pin:
        brass = np.array([0.55, 0.4, 0.15], np.float32)
        _fill(out, seen(_round(0, 0, make.pin), z), brass)
    truths = [_none(seen(_box(0, 0, 0.5 * a, 0.5 * a), z))]
    for side, number in zip((-0.5, 0.5), tile.numbers, strict=True):
        for u, v in SPOTS[number]:
            at = (side * a + u * make.spread, v * make.spread)
            _fill(out, seen(_round(*at, make.spot), z), make.ink[number - 1])
        truths.append(_none(seen(_box(side * a, 0, 0.5 * a, 0.5 * a), z)))
    return truths


def _none(corners: NDArray[np.floating]) -> DieTruth:
    """The truth of a place (4, 2) that is no die."""
    x, y = (float(c) for c in corners.mean(0))
    square = corners.astype(np.float32)
    return DieTruth(0, (x, y), square, "other", "other", "plain", 0.0, 1.0)


def chain(rng: Rng, make: Make, at: Array) -> list[Tile]:
    """One to five tiles of a set from a point (2,) on: end to end, or side by side."""
    turn, n = float(rng.uniform(0, 6.28)), int(rng.choice([1, 1, 1, 2, 3, 5]))
    is_row = rng.random() < 0.6
    step = (2.02 if is_row else 1.03) * make.half * float(rng.uniform(1.0, 1.1))
    way = turn if is_row else turn + np.pi / 2
    ahead = np.array([np.cos(way), np.sin(way)], np.float32)
    numbers = [int(v) for v in rng.integers(0, 7, n + 1)]
    return [
        Tile(np.asarray(at + k * step * ahead, np.float32), turn, pair)
        for k, pair in enumerate(itertools.pairwise(numbers))
    ]
