"""Whether dice were moved between the lifting of a box and their reading.

The frames since the lifting are kept, few and small, and looked at once the dice have
been read and it is known where they lie. A die was moved if the table around its
place was already as it is now while the die was not, or if the die is found at another
place. While a box or a hand covers it, its surroundings are covered too, and nothing
is concluded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np

from vision.change import Floats, Frame

Point = tuple[float, float]
Face = Sequence[Point]

#: Frames closer than this add nothing, in seconds; so many are kept (ten seconds).
GAP_S = 0.066
MOST_FRAMES = 150
#: So many frames must show it: one may be blurred.
LEAST_FRAMES = 2
#: A ring around a die, from this to this many of its half diagonals from its middle.
RING = (1.25, 1.7)
#: Mean difference in grey levels up to which a ring is as it is now …
SAME_LEVELS = 9.0
#: … and correlation of a face: from SAME on it is the die as it is now, below OTHER
#: it is something else.
SAME, OTHER = 0.8, 0.5
#: A face has at least this contrast (standard deviation, grey levels).
FACE_LEVELS = 8.0
#: A die found further than this share of its edge from its place lay elsewhere.
APART = 0.35


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

    def was_touched(self, now: Frame, faces: Sequence[Face]) -> bool:
        """Whether one of the dice was moved since.

        Args:
            now: The frame in which the dice were read.
            faces: Corners of their top faces, in pixels of that frame.
        """
        frames = [frame for frame in self._frames if frame.shape == now.shape]
        return any(_was_moved(face, frames, now) for face in faces)


def _was_moved(face: Face, frames: Sequence[Frame], now: Frame) -> bool:
    x, y, half = _square(face)
    count = 0
    for frame in frames:
        is_other = _is_uncovered(frame, now, x, y, half) and _is_other(
            frame, now, x, y, half
        )
        count = count + 1 if is_other else 0
        if count >= LEAST_FRAMES:
            return True
    return False


def _square(face: Face) -> tuple[int, int, int]:
    """Middle of a face and half its diagonal, in whole pixels."""
    corners = np.asarray(face, np.float32)
    x, y = corners.mean(0)
    half = float(np.hypot(*(corners - (x, y)).T).max())
    return round(float(x)), round(float(y)), max(3, round(half))


def _is_uncovered(frame: Frame, now: Frame, x: int, y: int, half: int) -> bool:
    """Whether the table around a die's place is as it is now."""
    reach = round(RING[1] * half)
    before, after = _cut(frame, x, y, reach), _cut(now, x, y, reach)
    rows, columns = np.indices(after.shape)
    middle_y, middle_x = min(reach, y), min(reach, x)
    away = np.hypot(rows - middle_y, columns - middle_x)
    ring = (away >= RING[0] * half) & (away <= reach)
    if not ring.any():
        return False
    difference = np.abs(before[ring] - after[ring])
    return float(difference.mean()) <= SAME_LEVELS


def _is_other(frame: Frame, now: Frame, x: int, y: int, half: int) -> bool:
    """Whether something else than the die as it lies now is seen at its place."""
    reach = max(3, round(0.7 * half))
    before, after = _cut(frame, x, y, reach), _cut(now, x, y, reach)
    return _likeness(before, after) < OTHER


def _likeness(one: Floats, other: Floats) -> float:
    """Correlation of two cuts, with one as good as flat counting as 0."""
    a, b = one - one.mean(), other - other.mean()
    if float(b.std()) < FACE_LEVELS / 2:
        return 1.0 if float(a.std()) < FACE_LEVELS else 0.0
    return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum() + 1e-6))


def _cut(frame: Frame, x: int, y: int, reach: int) -> Floats:
    rows = slice(max(0, y - reach), y + reach + 1)
    columns = slice(max(0, x - reach), x + reach + 1)
    return np.asarray(cv2.blur(frame[rows, columns].astype(np.float32), (3, 3)))
