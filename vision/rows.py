"""Six dice to two rows of three: pure geometry on their middles.

Two opinions: the split whose two halves lie best on two parallel lines, and the
split by distance along the player's own direction to the table's centre. Rows may be
bent, touch each other and be turned to any side. Where the opinions differ and the
lines are not clear by themselves, nothing is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Row = tuple[int, ...]

#: In die edges or as ratios; what they let through is in tests/vision/test_layout.py.
LINE_RMS = 0.3  # all dice within this of one line: a line, not two touching rows
CLEAR_FIT = 0.2  # distance from the two lines, over the gap between them
LOOSE_FIT = 0.3
CLEAR_LEAD = 2.0  # the next best split must fit this much worse
BEYOND = 0.6  # the centre lies at least this many gaps off the rows' midline
MAX_SLANT = 0.35  # least cosine between the rows' normal and the way to the centre


@dataclass(frozen=True, slots=True)
class Rows:
    """Two rows of one player.

    Attributes:
        near: Indices of the row nearer the centre; the first half of a line.
        far: Indices of the other row.
        is_line: All dice lie in one line, so near and far are only its two halves.
    """

    near: Row
    far: Row
    is_line: bool = False


@dataclass(frozen=True, slots=True)
class _Split:
    first: Row
    second: Row
    normal: Points  # unit vector across the rows
    gap: float  # between the rows, along the normal
    fit: float  # rms distance from the two parallel lines, over the gap


def split_rows(points: Points, centre: Points, edge: float) -> Rows | None:
    """Split one player's dice into the row nearer the centre and the one behind it.

    Args:
        points: Middles of the dice, shape (2 k, 2), in pixels.
        centre: The table's centre, shape (2,), in pixels.
        edge: Length of a die's edge, in pixels.

    Returns:
        The rows as indices into `points`, or None where the dice do not show them.
    """
    line = _as_line(points, edge)
    if line is not None:
        return line
    by_fit = sorted(_splits(points), key=lambda split: split.fit)
    best, lead = by_fit[0], by_fit[1].fit / max(by_fit[0].fit, 1e-9)
    is_clear = best.fit < CLEAR_FIT and lead > CLEAR_LEAD
    if not is_clear and not (
        best.fit < LOOSE_FIT and set(_nearest(points, centre)) in _sides(best)
    ):
        return None
    return _ordered(best, points, centre)


def _as_line(points: Points, edge: float) -> Rows | None:
    middle = points.mean(axis=0)
    _, sizes, axes = np.linalg.svd(points - middle)
    if sizes[1] / np.sqrt(len(points)) > LINE_RMS * edge:
        return None
    order = [int(i) for i in np.argsort((points - middle) @ axes[0])]
    half = len(order) // 2
    return Rows(tuple(sorted(order[:half])), tuple(sorted(order[half:])), is_line=True)


def _splits(points: Points) -> list[_Split]:
    """Every way to make two halves, with the two parallel lines that fit them best."""
    everyone = range(len(points))
    firsts = [
        half
        for half in combinations(everyone, len(points) // 2)
        if half[0] == 0  # the other halves are the same splits again
    ]
    seconds = [tuple(i for i in everyone if i not in half) for half in firsts]
    a, b = points[np.array(firsts)], points[np.array(seconds)]  # (splits, k, 2)
    across = b.mean(axis=1) - a.mean(axis=1)
    within = np.concatenate(
        [a - a.mean(axis=1, keepdims=True), b - b.mean(axis=1, keepdims=True)], axis=1
    )
    scatter = within.transpose(0, 2, 1) @ within
    sizes, axes = np.linalg.eigh(scatter)  # the smaller first: across the lines
    normals = axes[:, :, 0]
    gaps = np.abs((across * normals).sum(axis=1))
    rms = np.sqrt(np.maximum(sizes[:, 0], 0) / len(points))
    fits = rms / np.maximum(gaps, 1e-9)
    return [
        _Split(firsts[k], seconds[k], normals[k], float(gaps[k]), float(fits[k]))
        for k in range(len(firsts))
    ]


def _nearest(points: Points, centre: Points) -> list[int]:
    """The half of the dice that is nearer along the way from them to the centre."""
    way = centre - points.mean(axis=0)
    order = np.argsort(-(points @ way), kind="stable")
    return [int(i) for i in order[: len(points) // 2]]


def _sides(split: _Split) -> tuple[set[int], set[int]]:
    return set(split.first), set(split.second)


def _ordered(split: _Split, points: Points, centre: Points) -> Rows | None:
    """Put the row on the centre's side first, if the centre clearly has a side."""
    a = points[list(split.first)].mean(axis=0)
    b = points[list(split.second)].mean(axis=0)
    way = centre - (a + b) / 2
    across = float(way @ split.normal)
    if abs(across) < BEYOND * split.gap:
        return None
    if abs(across) < MAX_SLANT * float(np.linalg.norm(way)):
        return None
    is_first_near = float((a - b) @ split.normal) * across > 0
    near, far = split.first, split.second
    return Rows(near, far) if is_first_near else Rows(far, near)
