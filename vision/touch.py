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
from numpy.typing import NDArray

from vision.change import WINDOW_PX, Frame, Mask, Sketch, change, sketch
from vision.hand import toned

Point = tuple[float, float]
Face = Sequence[Point]
Outline = NDArray[np.int32]
Where = NDArray[np.bool_]

#: Frames closer than this add nothing, in seconds; so many are kept: seven seconds.
GAP_S, MOST_FRAMES = 0.09, 75
#: So many frames in a row must show the thing at one place.
LEAST_FRAMES = 3
#: Around the dice so many edges are looked at.
AROUND = 4.0
#: A trace is about a die's edge long, smeared by the windows frames are compared in:
#: at most so many times, and at least this share of it wide …
MOST_LONG, LEAST_WIDE = 2.0, 0.4
#: … no longer than so many times its width, and fills this share of its box.
MOST_SLIM, LEAST_FULL = 1.7, 0.6
#: A die that was pushed leaves a trace this long, its old and its new place together.
MOST_FAR = 4.0
#: One that stands still moves by no more than this share of its edge.
STANDS = 0.3
#: It has at least this share of the fine pattern of the dice that were read.
LEAST_PATTERN = 0.25
#: A die is not as it lies now where more than this share of its face differs. It is
#: another die at the same place where the table around it, so many edges wide, is bare:
#: no more than this share of it differs.
OTHER, RING, BARE = 0.12, 0.35, 0.15
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
        inside = [_inside(after.grey.shape, face, cut) for face in faces]
        middles = [_middle(face, cut) for face in faces]
        least = min(float(after.energy[one].mean()) for one in inside)
        pattern = LEAST_PATTERN * least
        standing: list[tuple[Point, int]] = []
        for frame in frames:
            before = sketch(np.ascontiguousarray(frame[cut]))
            mask = change(before, after) | toned(before, after)
            missing = [i for i, at in enumerate(inside) if _share(mask, at) > OTHER]
            seen = _alone(mask, before, after, edge, pattern)
            if len(seen) > len(missing):
                seen = []  # more things than dice that are missing: they are none
            for i in missing:
                ring = _ring(inside, i, edge)
                is_bare = _share(mask, ring) <= BARE and ring.any()
                if is_bare and float(before.energy[inside[i]].mean()) >= pattern:
                    seen.append(middles[i])
            standing = [(at, _frames_at(at, standing, edge)) for at in seen]
            if any(count >= LEAST_FRAMES for _, count in standing):
                return True
        return False


def _share(mask: Mask, where: Where) -> float:
    """Share of a place that is marked."""
    return float(np.mean(mask[where] > 0)) if where.any() else 0.0


def _ring(inside: Sequence[Where], i: int, edge: float) -> Where:
    """The table around a die, without its neighbours."""
    reach = WINDOW_PX // 2 + 1
    near = [_grown(one, reach) for one in inside]
    ring = _grown(inside[i], reach + round(RING * edge)) & ~near[i]
    for j, one in enumerate(near):
        if j != i:
            ring &= ~_grown(one, reach)
    return ring


def _grown(where: Where, by: int) -> Where:
    kernel = np.ones((2 * by + 1, 2 * by + 1), np.uint8)
    return np.asarray(cv2.dilate(where.astype(np.uint8), kernel) > 0)


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


def _inside(shape: tuple[int, ...], face: Face, cut: tuple[slice, slice]) -> Where:
    """The pixels of a face in the cut."""
    mask = np.zeros(shape, np.uint8)
    corners = np.asarray(face) - (cut[1].start, cut[0].start)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
    return mask > 0


def _middle(face: Face, cut: tuple[slice, slice]) -> Point:
    x, y = np.mean(face, 0) - (cut[1].start, cut[0].start)
    return float(x), float(y)


def _alone(
    mask: Mask, before: Sketch, after: Sketch, edge: float, pattern: float
) -> list[Point]:
    """Middles of what stood alone before, of a die's size, and does not now.

    Where a die was pushed a little its old and its new place make one trace: without
    what is patterned now only the old one is left.
    """
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (CLOSE_PX, CLOSE_PX))
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), np.uint8)
    edge += WINDOW_PX - 1
    half = (max(3, round(edge / 2)),) * 2
    is_old = cv2.blur(before.energy, half) > cv2.blur(after.energy, half)
    found = []
    for whole in _parts(mask):
        if _is_at_rim(whole, mask) or max(cv2.minAreaRect(whole)[1]) > MOST_FAR * edge:
            continue
        old = np.where(_filled(whole, mask) & is_old, mask, np.uint8(0))
        for trace in (whole, *_parts(np.asarray(old, np.uint8))):
            inside = _filled(trace, mask)
            is_die = _is_like_a_die(trace, edge)
            if is_die and float(before.energy[inside].mean()) >= pattern:
                x, y, w, h = cv2.boundingRect(trace)
                found.append((x + w / 2, y + h / 2))
                break
    return found


def _parts(mask: Mask) -> list[Outline]:
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return [np.asarray(outline, np.int32) for outline in outlines]


def _is_at_rim(outline: Outline, mask: Mask) -> bool:
    x, y, w, h = cv2.boundingRect(outline)
    return x == 0 or y == 0 or x + w == mask.shape[1] or y + h == mask.shape[0]


def _filled(outline: Outline, mask: Mask) -> Where:
    inside = np.zeros_like(mask)
    cv2.drawContours(inside, [outline], -1, 255, -1)
    return inside > 0


def _is_like_a_die(outline: Outline, edge: float) -> bool:
    (_, (one, other), _) = cv2.minAreaRect(outline)
    short, long = sorted((one + 1, other + 1))
    return (
        long <= MOST_LONG * edge
        and short >= LEAST_WIDE * edge
        and long <= MOST_SLIM * short
        and cv2.contourArea(outline) >= LEAST_FULL * one * other
    )
