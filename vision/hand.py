"""A hand in view: something larger than dice that came in over the frame's border."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import SPECK_PX, Floats, Mask, Sketch, change

#: A hand reaches in at least this far, as a share of the frame's short side …
REACH_SHARE = 0.2
#: … covers at least this share of the frame …
HAND_SHARE = 0.015
#: … and crosses so many pixels of its border.
RIM_PX = 3
#: Gaps in an outline up to this many pixels are closed.
GAP_PX = 9
#: Two tones differ from this share, and from this many grey levels, on.
TONE_SHARE, TONE_LEVELS = 0.12, 10.0
#: A shadow or a lamp changes the light by this factor at most, evenly within this
#: spread of its logarithm; skin and sleeves are less even.
MOST_LIGHT = 4.0
LIGHT_SPREAD = 0.08
#: A thing that left made its place look so much more like what is around it.
GONE = 0.05


def hand_in(before: Sketch, now: Sketch) -> Mask | None:
    """Where a hand is that was not there before; None without one.

    A lamp, a shadow and the camera's exposure change tones and leave what is seen as
    it is; a hand brings something of its own.
    """
    new = change(before, now)
    if np.count_nonzero(new) < SPECK_PX:
        return None
    tones = toned(before, now)
    came = _from_border(new | tones, tones)
    if came is None or np.count_nonzero(new & came) < SPECK_PX:
        return None
    return None if _is_light(_tone(before, now), tones > 0, came) else came


def toned(before: Sketch, now: Sketch) -> Mask:
    """Where the tone is another, once what the whole frame shares is taken out."""
    is_toned = np.abs(np.log(_tone(before, now))) > TONE_SHARE
    is_toned &= np.abs(now.grey - before.grey) > TONE_LEVELS
    return np.asarray(is_toned, np.uint8) * np.uint8(255)


def is_gone(before: Sketch, now: Sketch, where: Mask) -> bool:
    """Whether the thing there left rather than came.

    Where it is gone the table goes on: its place looks like what is around it.
    """
    return _otherness(now, where) < _otherness(before, where) - GONE


def _tone(before: Sketch, now: Sketch) -> Floats:
    """Light now over light before, with what the whole frame shares taken out."""
    ratio = (now.grey + 4) / (before.grey + 4)
    return np.asarray(ratio / np.median(ratio[::4, ::4]), np.float32)


def _from_border(mask: Mask, toned: Mask) -> Mask | None:
    """The hulls of what reaches in over the border and is larger than dice.

    Windows smear what lies near the border over it; tones do not, so they tell.
    """
    height, width = mask.shape
    rim = toned.copy()
    rim[1:-1, 1:-1] = 0
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (GAP_PX, GAP_PX))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel)
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = None
    for outline in outlines:
        x, y, w, h = cv2.boundingRect(outline)
        reach = max(
            w if x <= 1 or x + w >= width - 1 else 0,
            h if y <= 1 or y + h >= height - 1 else 0,
        )
        hull = cv2.convexHull(outline)
        is_large = cv2.contourArea(hull) >= HAND_SHARE * height * width
        if not is_large or reach < REACH_SHARE * min(height, width):
            continue
        one = np.zeros_like(mask)
        cv2.fillConvexPoly(one, hull, 255)
        if np.count_nonzero(rim & one) >= RIM_PX:
            found = one if found is None else found | one
    return found


def _is_light(ratio: Floats, toned: NDArray[np.bool_], where: Mask) -> bool:
    """Whether the light there went up or down evenly, and nothing else happened."""
    inside = where > 0
    toned = toned & inside
    if 2 * np.count_nonzero(toned) < np.count_nonzero(inside):
        return False
    went = np.log(ratio[toned])
    middle = float(np.median(went))
    if abs(middle) > np.log(MOST_LIGHT):
        return False
    return float(np.quantile(np.abs(went - middle), 0.85)) < LIGHT_SPREAD


def _otherness(frame: Sketch, where: Mask) -> float:
    """How much a place differs from what is around it, in tone and grain."""
    kernel = np.ones((2 * GAP_PX, 2 * GAP_PX), np.uint8)
    inner, outer = where > 0, (where == 0) & (cv2.dilate(where, kernel) > 0)
    if not inner.any() or not outer.any():
        return 0.0
    tone = _log_of(frame.grey, inner, 4) - _log_of(frame.grey, outer, 4)
    grain = _log_of(frame.energy, inner, 9) - _log_of(frame.energy, outer, 9)
    return abs(tone) + abs(grain) / 2


def _log_of(values: Floats, where: NDArray[np.bool_], least: float) -> float:
    """Logarithm of the median, which a few dice do not move."""
    return float(np.log(np.median(values[where]) + least))
