"""Whether dice were moved between the lifting of a box and their reading.

Small frames since the lifting are kept, and looked at once the dice have been read and
it is known how large they are. A die was moved if, for a moment, something of a die's
size stood alone where it does not stand now: the die at its old place, or with another
face up. A box and a hand are larger, or reach in from elsewhere; while they cover the
dice nothing is concluded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from math import dist

import cv2
import numpy as np

from vision.change import Frame, Sketch, change, sketch
from vision.hand import toned

Point = tuple[float, float]
Face = Sequence[Point]

#: Frames closer than this add nothing, in seconds; so many are kept: seven seconds.
GAP_S, MOST_FRAMES = 0.09, 75
#: So many frames in a row must show the thing at one place.
LEAST_FRAMES = 3
#: Around the dice so many edges are looked at.
AROUND = 4.0
#: A trace, of the old place and the new, has so many edges square and is no longer.
LEAST_AREA, MOST_AREA, MOST_LONG = 0.15, 6.0, 3.6
#: One that stands still moves by no more than this share of its edge.
STANDS = 0.3
#: It has at least this share of the fine pattern of the dice that were read.
LEAST_PATTERN = 0.25
#: Gaps in a trace are closed, in pixels.
CLOSE_PX = 3


class TouchWatch:
    """Keeps frames from the lifting on, and answers once the dice are read."""

    def __init__(self) -> None:
        self._frames: deque[Frame] = deque(maxlen=MOST_FRAMES)
        self._last_s: float | None = None

    def add(self, small: Frame, taken_s: float) -> None:
        """Keep a frame, unless it follows the last one closely."""
        if self._last_s is None or taken_s - self._last_s >= GAP_S:
            self._frames.append(small)
            self._last_s = taken_s

    @property
    def frames(self) -> int:
        """How many are kept."""
        return len(self._frames)

    def was_touched(self, now: Frame, faces: Sequence[Face]) -> bool:
        """Whether a die was moved since.

        Args:
            now: The frame in which the dice were read.
            faces: Corners of their top faces, in pixels of that frame.
        """
        frames = [frame for frame in self._frames if frame.shape == now.shape]
        if not faces or not frames:
            return False
        edge = float(np.mean([dist(a, b) for f in faces for a, b in _sides(f)]))
        cut = _around(faces, AROUND * edge, now)
        after = sketch(np.ascontiguousarray(now[cut]))
        pattern = LEAST_PATTERN * _pattern(after, faces, cut)
        standing: list[tuple[Point, int]] = []
        for frame in frames:
            before = sketch(np.ascontiguousarray(frame[cut]))
            seen = _alone(before, after, edge, pattern)
            standing = [(at, _frames_at(at, standing, edge)) for at in seen]
            if any(count >= LEAST_FRAMES for _, count in standing):
                return True
        return False


def _frames_at(at: Point, before: Iterable[tuple[Point, int]], edge: float) -> int:
    """For how many frames something has stood at a place, this one included."""
    near = [count for place, count in before if dist(place, at) <= STANDS * edge]
    return 1 + max(near, default=0)


def _sides(face: Face) -> list[tuple[Point, Point]]:
    return list(zip(face, [*face[1:], face[0]], strict=True))


def _around(faces: Sequence[Face], margin: float, now: Frame) -> tuple[slice, slice]:
    """Rows and columns of the dice, with a margin."""
    points = np.asarray([point for face in faces for point in face])
    x0, y0 = np.maximum(points.min(0) - margin, 0).astype(int)
    x1, y1 = np.minimum(points.max(0) + margin, now.shape[::-1]).astype(int)
    return slice(int(y0), int(y1)), slice(int(x0), int(x1))


def _pattern(after: Sketch, faces: Sequence[Face], cut: tuple[slice, slice]) -> float:
    """Least energy of the fine pattern among the dice."""
    least = []
    for face in faces:
        mask = np.zeros(after.grey.shape, np.uint8)
        corners = np.asarray(face) - (cut[1].start, cut[0].start)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
        inside = after.energy[mask > 0]
        least.append(float(inside.mean()) if inside.size else 0.0)
    return min(least)


def _alone(before: Sketch, after: Sketch, edge: float, pattern: float) -> list[Point]:
    """Middles of what stood alone before, of a die's size, and does not now."""
    mask = change(before, after) | toned(before, after)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (CLOSE_PX, CLOSE_PX))
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), np.uint8)
    count, labels, stats, middles = cv2.connectedComponentsWithStats(mask)
    height, width = mask.shape
    found = []
    for i in range(1, count):
        x, y, w, h, area = (int(value) for value in stats[i])
        is_at_rim = x == 0 or y == 0 or x + w == width or y + h == height
        is_die = LEAST_AREA <= area / edge**2 <= MOST_AREA and max(w, h) <= (
            MOST_LONG * edge
        )
        if is_at_rim or not is_die:
            continue
        if float(before.energy[labels == i].mean()) >= pattern:
            found.append((float(middles[i][0]), float(middles[i][1])))
    return found
