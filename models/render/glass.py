"""What lies between the dice and the photo: glare, domes, torches, blur, squashing.

Everything works on linear RGB pictures (H, W, 3) float32; masks as `scene.Scene.mask`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.looks import Array, Rng
from models.render.scene import DieTruth

Mask = NDArray[np.uint8]

#: Levels of 255 between a pip and what is round it, below which nobody sees it.
SEEN = 9.0


def glare(picture: Array, mask: Mask, dice: Sequence[DieTruth], rng: Rng) -> Array:
    """Put highlights over parts of top faces, soft or sharp, up to clipping."""
    h, w = picture.shape[:2]
    share = rng.uniform(0.2, 0.9)
    light = np.zeros((h, w), np.float32)
    for die in dice:
        if rng.random() > share:
            continue
        side = math.sqrt(abs(float(cv2.contourArea(die.corners))) + 1)
        at = np.array(die.center) + rng.normal(0, 0.3, 2) * side
        axes = side * rng.uniform(0.12, 0.5, 2)
        shape = ((float(at[0]), float(at[1])), (float(axes[0] * 2), float(axes[1] * 2)))
        turn = float(rng.uniform(0, 180))
        one = float(rng.uniform(0.1, 0.9))
        x0, y0 = np.maximum(np.floor(at - 1.5 * side).astype(int), 0)
        x1, y1 = np.minimum(np.ceil(at + 1.5 * side).astype(int) + 1, (w, h))
        if x1 - x0 < 3 or y1 - y0 < 3:
            continue
        patch = np.zeros((int(y1 - y0), int(x1 - x0)), np.float32)
        moved = ((shape[0][0] - x0, shape[0][1] - y0), shape[1], turn)
        if rng.random() < 0.5:
            cv2.ellipse(patch, moved, one, -1, cv2.LINE_AA)
        else:
            corners = (cv2.boxPoints(moved) * 16).astype(np.int32)
            cv2.fillConvexPoly(patch, corners, one, cv2.LINE_AA, 4)
        soft = side * float(np.exp(rng.uniform(np.log(0.02), np.log(0.25))))
        light[y0:y1, x0:x1] += cv2.GaussianBlur(patch, (0, 0), max(0.4, soft))
    on_dice = cv2.GaussianBlur((mask > 60).astype(np.float32), (0, 0), 0.7)
    return np.asarray(picture + (light * on_dice)[..., None], np.float32)


def torchlight(picture: Array, rng: Rng) -> Array:
    """One strong spot with a fall-off in an otherwise dark room."""
    h, w = picture.shape[:2]
    x, y = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
    cx, cy = rng.uniform(0.15, 0.85) * w, rng.uniform(0.15, 0.85) * h
    r = rng.uniform(0.18, 0.5) * max(w, h)
    d = ((x - cx) / r) ** 2 + ((y - cy) / (r * rng.uniform(0.6, 1.2))) ** 2
    spot = np.exp(-(d ** rng.uniform(0.7, 2.0)))
    level = rng.uniform(0.06, 0.3) + rng.uniform(1.0, 2.6) * spot
    return np.asarray(picture * level[..., None], np.float32)


def dome(picture: Array, rng: Rng, middle: tuple[float, float], radius: float) -> Array:
    """A clear dome over a circle of the picture: haze, a rim, reflected windows."""
    h, w = picture.shape[:2]
    tall = float(rng.uniform(0.75, 1.0))
    inside, light = np.zeros((h, w), np.float32), np.zeros((h, w), np.float32)
    at = (int(middle[0]), int(middle[1]))
    axes = (int(radius), int(radius * tall))
    cv2.ellipse(inside, at, axes, 0, 0, 360, 1.0, -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 4))):  # the rim and lines beside it
        k = rng.uniform(0.86, 1.04)
        ring = (int(radius * k), int(radius * k * tall))
        start, bright = float(rng.uniform(0, 360)), float(rng.uniform(0.15, 0.9))
        sweep, thick = float(rng.uniform(60, 360)), int(rng.integers(1, 4))
        cv2.ellipse(light, at, ring, 0, start, start + sweep, bright, thick, 16)
    for _ in range(int(rng.integers(1, 6))):
        _reflection(light, rng, middle, radius)
    light = cv2.GaussianBlur(light, (0, 0), float(rng.uniform(0.5, 2.5)))
    haze = float(rng.uniform(0.0, 0.12))
    seen = picture * (1 - 0.25 * haze * inside[..., None])
    return np.asarray(seen + (haze * inside * 0.6 + light)[..., None], np.float32)


def _reflection(
    light: Array, rng: Rng, middle: tuple[float, float], radius: float
) -> None:
    """A window, a lamp or a crescent somewhere on the dome, added to `light`."""
    a, d = rng.uniform(0, 6.28), radius * rng.uniform(0.1, 0.9)
    at = (float(middle[0] + d * np.cos(a)), float(middle[1] + d * np.sin(a)))
    layer = np.zeros_like(light)
    bright = float(np.exp(rng.uniform(np.log(0.06), np.log(1.2))))
    kind = rng.random()
    if kind < 0.45:
        size = radius * rng.uniform(0.08, 0.4, 2)
        box = (at, (float(size[0]), float(size[1])), float(np.degrees(a)))
        corners = cv2.boxPoints(box) * 16
        cv2.fillConvexPoly(layer, corners.astype(np.int32), bright, cv2.LINE_AA, 4)
        sides = (corners + np.roll(corners, -1, 0)) / 32  # the window's bars
        for i in (0, 1):
            ends = [(int(x), int(y)) for x, y in sides[[i, i + 2]]]
            cv2.line(layer, ends[0], ends[1], 0.0, 2, cv2.LINE_AA)
    elif kind < 0.75:
        r = max(1, int(radius * rng.uniform(0.02, 0.1)))
        cv2.circle(layer, (int(at[0]), int(at[1])), r, 1.5 * bright, -1, cv2.LINE_AA)
    else:
        ring = (int(d), int(d * 0.9))
        spread = float(rng.uniform(10, 60))
        degrees, thick = float(np.degrees(a)), int(rng.integers(2, 12))
        place = (int(middle[0]), int(middle[1]))
        cv2.ellipse(layer, place, ring, 0, degrees, degrees + spread, bright, thick, 16)
    light += layer


def pane(picture: Array, rng: Rng) -> Array:
    """A sheet of glass over all: soft streaks and one dim reflected shape."""
    h, w = picture.shape[:2]
    light = np.zeros((h, w), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        box = cv2.boxPoints(
            (
                (float(rng.uniform(0, w)), float(rng.uniform(0, h))),
                (float(rng.uniform(0.05, 0.3) * w), float(rng.uniform(0.2, 1.5) * h)),
                float(rng.uniform(0, 180)),
            )
        )
        bright = float(rng.uniform(0.03, 0.35))
        cv2.fillConvexPoly(light, (box * 16).astype(np.int32), bright, 16, 4)
    light = cv2.GaussianBlur(light, (0, 0), float(np.exp(rng.uniform(0, 3))))
    return np.asarray(picture + light[..., None], np.float32)


def blur(picture: Array, rng: Rng, edge_px: float) -> Array:
    """Defocus and motion, as far as pips of dice of this size can bear."""
    reach = 0.035 * edge_px + 0.35
    if rng.random() < 0.6:
        sigma = float(rng.uniform(0.3, 1.0)) * reach
        picture = cv2.GaussianBlur(picture, (0, 0), max(0.3, sigma)).astype(np.float32)
    if rng.random() < 0.5:
        n = 2 * math.ceil(reach * 1.6) + 1
        kernel = np.zeros((n, n), np.float32)
        a, d = rng.uniform(0, 3.14), float(rng.uniform(0.4, 1.0)) * (n / 2)
        c, s = float(np.cos(a)) * d, float(np.sin(a)) * d
        ends = [(int((n / 2 + k * c) * 16), int((n / 2 + k * s) * 16)) for k in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
        if kernel.sum() > 0:
            picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    return np.asarray(picture, np.float32)


def shift_hue(picture: Array, rng: Rng, most_deg: float = 18) -> Array:
    """Turn all colours about grey by a few degrees."""
    a = float(np.radians(rng.uniform(-most_deg, most_deg)))
    axis = np.full(3, a / math.sqrt(3))
    turn = cv2.Rodrigues(axis)[0].astype(np.float32)
    return np.asarray(np.maximum(picture @ turn.T, 0), np.float32)


def squash(
    picture: Array, mask: Mask, dice: Sequence[DieTruth], size: tuple[int, int]
) -> tuple[Array, Mask, list[DieTruth]]:
    """Bring everything to another size (width, height), each axis by its own factor."""
    h, w = mask.shape
    if (w, h) == size:
        return picture, mask, list(dice)
    k = np.array([size[0] / w, size[1] / h])
    picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    mask = cv2.resize(mask, size, interpolation=cv2.INTER_LINEAR)
    moved = []
    for die in dice:
        # Whole numbers are pixel centres: a picture begins at -0.5.
        x, y = (np.array(die.center) + 0.5) * k - 0.5
        corners = ((die.corners + 0.5) * k - 0.5).astype(np.float32)
        moved.append(replace(die, center=(float(x), float(y)), corners=corners))
    return np.asarray(picture, np.float32), np.asarray(mask, np.uint8), moved


def mark_unseen(
    photo: NDArray[np.uint8], mask: Mask, dice: Sequence[DieTruth], edge_px: float
) -> list[DieTruth]:
    """Faces with a pip that cannot be seen any more become half hidden ones.

    Glare, darkness and blur may leave a face whose value nobody could tell: it must
    count neither as a face of that value nor as none. A pip is seen by the step at
    its border, which has to be as that of the face's other pips: a highlight over a
    dark pip makes a light spot.
    """
    face = ((mask > 90) & (mask < 165)).astype(np.float32)
    pips = (mask > 170).astype(np.uint8)
    width = max(5, int(0.16 * edge_px)) | 1
    share = cv2.boxFilter(face, -1, (width, width)).ravel()
    around = cv2.boxFilter(photo * face[..., None], cv2.CV_32F, (width, width))
    count, label, stats, at = cv2.connectedComponentsWithStats(pips, connectivity=4)
    on = np.flatnonzero(pips.ravel() & (share > 0.05))
    body = around.reshape(-1, 3)[on] / share[on, None]
    off, which = photo.reshape(-1, 3)[on] - body, label.ravel()[on]
    total = np.maximum(np.bincount(which, minlength=count), 1)
    step = np.stack([np.bincount(which, off[:, c], count) / total for c in range(3)], 1)
    return [_seen_or_not(die, at, stats[:, cv2.CC_STAT_AREA], step) for die in dice]


def _seen_or_not(
    die: DieTruth, at: Array, area: NDArray[np.intc], step: NDArray[np.floating]
) -> DieTruth:
    """A die with its pips' middles (n, 2), areas (n,) and steps of colour (n, 3)."""
    if die.value == 0:
        return die
    corners = die.corners.reshape(-1, 1, 2)
    near = ((at > die.corners.min(0)) & (at < die.corners.max(0))).all(1)
    mine = np.array(
        [
            i
            for i in np.flatnonzero(near)
            if i > 0 and cv2.pointPolygonTest(corners, at[i].tolist(), False) > 0
        ],
        int,
    )
    if len(mine):
        mine = mine[area[mine] > 0.35 * area[mine].max()]
        common = (step[mine] * area[mine, None]).sum(0)
        along = step[mine] @ (common / (np.linalg.norm(common) + 1e-6))
        if along.min() > SEEN:
            return die
    return replace(die, visible=min(die.visible, 0.5))
