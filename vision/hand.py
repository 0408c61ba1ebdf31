"""A hand in view: something larger than dice that came in over the frame's border."""

from __future__ import annotations

import cv2
import numpy as np

from vision.change import Mask, Sketch

#: A hand reaches in at least this far, as a share of the frame's short side …
REACH_SHARE = 0.2
#: … and covers at least this share of the frame.
HAND_SHARE = 0.015
#: Gaps in an outline up to this many pixels are closed.
GAP_PX = 9
#: A shadow leaves between these shares of the light, evenly within this spread of
#: its logarithm; skin and sleeves are less even. Measured on the clips of the tests.
SHADOW_LIGHT = (0.25, 0.97)
SHADOW_SPREAD = 0.1


def from_border(mask: Mask) -> Mask | None:
    """The hull of what reaches in over the border and is larger than dice, or None.

    A smooth hand over a smooth table differs only along its outline, so what counts
    is the hull of the outline.
    """
    if not mask.any():
        return None
    height, width = mask.shape
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (GAP_PX, GAP_PX))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel)
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = None
    for outline in outlines:
        x, y, w, h = cv2.boundingRect(outline)
        reaches = [
            w if x <= 1 or x + w >= width - 1 else 0,
            h if y <= 1 or y + h >= height - 1 else 0,
        ]
        hull = cv2.convexHull(outline)
        is_large = cv2.contourArea(hull) >= HAND_SHARE * height * width
        if is_large and max(reaches) >= REACH_SHARE * min(height, width):
            found = np.zeros_like(mask) if found is None else found
            cv2.fillConvexPoly(found, hull, 255)
    return found


def is_shadow(before: Sketch, now: Sketch, where: Mask) -> bool:
    """Whether the light went down evenly there and what lay there is still seen."""
    inside = cv2.erode(where, np.ones((GAP_PX, GAP_PX), np.uint8)) > 0
    if not inside.any():
        return False
    ratio = (now.grey[inside] + 1) / (before.grey[inside] + 1)
    low, high = SHADOW_LIGHT
    middle = float(np.median(ratio))
    if not low <= middle <= high:
        return False
    spread = np.abs(np.log(ratio / middle))
    return float(np.quantile(spread, 0.9)) < SHADOW_SPREAD


def is_gone(before: Sketch, now: Sketch, where: Mask) -> bool:
    """Whether the thing there left rather than came: it takes its outline along."""
    inside = where > 0
    return float(now.energy[inside].mean()) < float(before.energy[inside].mean())
