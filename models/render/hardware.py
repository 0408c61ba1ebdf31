"""Bottle caps and screws from above, as pictures with alpha, for `oddments.strew`."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.looks import HSV, Array, Rng, hsv_to_rgb, named_colour

SPRITE = 96
#: A crown cork has this many teeth (DIN 6099).
TEETH = 21


def _fill(layer: Array, points: NDArray[np.floating], tone: Array | float) -> None:
    rgba = [*np.clip(np.broadcast_to(tone, 3), 0.003, 1).tolist(), 1.0]
    fixed = (np.asarray(points) * 16).astype(np.int32)
    cv2.fillPoly(layer, [fixed], rgba, cv2.LINE_AA, 4)


def _circle(layer: Array, at: Array, r: float, tone: Array | float) -> None:
    a = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    _fill(layer, at + r * np.stack([np.cos(a), np.sin(a)], -1), tone)


def _metal(rng: Rng) -> Array:
    """Steel, zinc, brass or black, linear RGB."""
    kind = rng.random()
    if kind < 0.55:
        return hsv_to_rgb(rng.uniform(200, 240), 0.05, rng.uniform(0.5, 0.9))
    if kind < 0.85:
        return hsv_to_rgb(rng.uniform(38, 48), 0.55, rng.uniform(0.5, 0.85))
    return hsv_to_rgb(0, 0.0, rng.uniform(0.1, 0.25))


def _shine(out: Array, rng: Rng, most: float) -> None:
    """A gleam across the whole thing, as bent metal has."""
    axis = np.linspace(-1, 1, SPRITE, dtype=np.float32)
    x, y = np.meshgrid(axis, axis)
    a, off = rng.uniform(0, 6.28), rng.uniform(-0.4, 0.4)
    across = np.cos(a) * x + np.sin(a) * y - off
    gleam = most * np.exp(-((across / rng.uniform(0.15, 0.4)) ** 2)) + 0.2 * across
    out[..., :3] += (gleam * out[..., 3])[..., None] * (0.15 + out[..., :3])


def _printed(out: Array, rng: Rng, c: Array, r: float, tone: Array) -> None:
    """A cap's print: a ring, a star, letters, a few dots or nothing."""
    ink = named_colour(str(rng.choice(list(HSV))), rng)
    kind, turn = int(rng.integers(5)), float(rng.uniform(0, 6.28))
    if kind == 0:
        _circle(out, c, 0.9 * r, ink)
        _circle(out, c, float(rng.uniform(0.4, 0.75)) * r, tone)
        _circle(out, c, float(rng.uniform(0.05, 0.3)) * r, ink)
    elif kind == 1:
        n = int(rng.integers(5, 9))
        a = turn + np.pi * np.arange(2 * n) / n
        reach = np.where(np.arange(2 * n) % 2, 0.4, 0.85)[:, None] * r
        _fill(out, c + reach * np.stack([np.cos(a), np.sin(a)], -1), ink)
    elif kind == 2:
        _word(out, rng, r, ink)
    elif kind == 3:  # dots in a ring, which no die has
        n = int(rng.choice([3, 7, 8, 9, 10, 12]))
        for a in turn + 2 * np.pi * np.arange(n) / n:
            away = np.array([np.cos(a), np.sin(a)], np.float32)
            _circle(out, c + 0.6 * r * away, 0.11 * r, ink)


def _word(out: Array, rng: Rng, r: float, ink: Array) -> None:
    """Two to four letters along a line of any turn."""
    mask = np.zeros((SPRITE, SPRITE), np.uint8)
    word = "".join(rng.choice(list("ABEKLMORST"), int(rng.integers(2, 5))))
    (w, h), _ = cv2.getTextSize(word, 2, 1.0, 2)
    scale = 1.4 * r / w
    at = (int((SPRITE - scale * w) / 2), int((SPRITE + scale * h) / 2))
    cv2.putText(mask, word, at, 2, scale, 255, 2, cv2.LINE_AA)
    middle = (SPRITE / 2, SPRITE / 2)
    turn = cv2.getRotationMatrix2D(middle, float(rng.uniform(0, 360)), 1.0)
    turned = cv2.warpAffine(mask, turn, (SPRITE, SPRITE))
    k = (turned / np.float32(255))[..., None]
    out[..., :3] = out[..., :3] * (1 - k) + ink * k


def bottle_cap(rng: Rng) -> Array:
    """A crown cork: teeth round a printed top, or on its back with a grey inside."""
    out = np.zeros((SPRITE, SPRITE, 4), np.float32)
    c, r = np.full(2, SPRITE / 2, np.float32), 0.48 * SPRITE
    tone = named_colour(str(rng.choice(list(HSV))), rng)
    a = rng.uniform(0, 6.28) + np.linspace(0, 2 * np.pi, TEETH * 8, endpoint=False)
    wave = 0.945 + 0.055 * np.sin(TEETH * (a - a[0]))
    ray = np.stack([np.cos(a), np.sin(a)], -1)
    back = rng.random() < 0.25
    side = _metal(rng) if back else tone
    _fill(out, c + r * wave[:, None] * ray, side * 0.55)
    lit = np.cos(a - rng.uniform(0, 6.28))
    for k in range(0, len(a), 8):  # each tooth catches the light by its turn
        tooth = np.vstack([ray[k : k + 5] * 0.97, ray[k : k + 5][::-1] * 0.8])
        _fill(out, c + r * tooth, side * (0.8 + 0.5 * float(lit[k])))
    if back:
        _circle(out, c, 0.82 * r, _metal(rng) * 0.5)
        _circle(out, c + 0.03 * r, 0.74 * r, float(rng.uniform(0.2, 0.7)))
    else:
        _circle(out, c, 0.8 * r, tone * 0.85)
        _circle(out, c, 0.76 * r, tone)
        _printed(out, rng, c, 0.74 * r, tone)
    _shine(out, rng, float(rng.uniform(0.0, 0.8)))
    return np.clip(out, 0, 1)


def _bar(c: Array, turn: float, half: float, thick: float) -> Array:
    """A bar's corners: through c, so long and thick to each side."""
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    ends = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    return np.array([c + i * half * along + j * thick * across for i, j in ends])


def screw_head(rng: Rng) -> Array:
    """A screw driven in or standing on its head's far side: slot, cross, hex, star."""
    out = np.zeros((SPRITE, SPRITE, 4), np.float32)
    c, r, tone = np.full(2, SPRITE / 2, np.float32), 0.46 * SPRITE, _metal(rng)
    _circle(out, c, r, tone * 0.5)
    for k in (0.94, 0.75, 0.5):  # a dome, lighter towards its lit side
        _circle(out, c - (1 - k) * 0.25 * r, k * r, tone * (1.25 - 0.4 * k))
    turn, dark = float(rng.uniform(0, 6.28)), tone * 0.08
    drive = int(rng.integers(4))
    if drive == 0:
        _fill(out, _bar(c, turn, 0.92 * r, float(rng.uniform(0.08, 0.15)) * r), dark)
    elif drive == 1:
        for side in (0.0, np.pi / 2):
            wide = float(rng.uniform(0.1, 0.17)) * r
            _fill(out, _bar(c, turn + side, 0.6 * r, wide), dark)
        _circle(out, c, 0.2 * r, dark)
    else:
        n = 6 if drive == 2 else 12
        a = turn + 2 * np.pi * np.arange(n) / n
        reach = np.where((np.arange(n) % 2 == 1) & (n == 12), 0.36, 0.5)[:, None] * r
        _fill(out, c + reach * np.stack([np.cos(a), np.sin(a)], -1), dark)
    _shine(out, rng, float(rng.uniform(0.1, 0.9)))
    return np.clip(out, 0, 1)


def lying_screw(rng: Rng) -> Array:
    """A screw on its side: head, threaded shank, point."""
    out = np.zeros((SPRITE, SPRITE, 4), np.float32)
    tone, turn = _metal(rng), float(rng.uniform(0, 6.28))
    along = np.array([np.cos(turn), np.sin(turn)], np.float32)
    across = np.array([-along[1], along[0]], np.float32)
    reach, thick = 0.46 * SPRITE, float(rng.uniform(0.05, 0.09)) * SPRITE
    c = np.full(2, SPRITE / 2, np.float32)

    def piece(u0: float, u1: float, v0: float, v1: float, shade: float) -> None:
        ends = [(u0, -v0), (u1, -v1), (u1, v1), (u0, v0)]
        _fill(
            out, np.array([c + u * along + v * across for u, v in ends]), tone * shade
        )

    piece(-0.7 * reach, 0.7 * reach, thick, thick, 0.8)
    piece(0.7 * reach, reach, thick, 0.0, 0.7)
    piece(-0.6 * reach, 0.75 * reach, 0.3 * thick, 0.3 * thick, 1.3)
    step = float(rng.uniform(0.07, 0.13)) * reach
    for u in np.arange(-0.55 * reach, 0.8 * reach, step):  # the thread, leaning
        low, high = u - 0.25 * step, u + 0.25 * step
        ends = [(low, -1.25), (high, -1.25), (high + 0.5 * step, 1.25)]
        ends.append((low + 0.5 * step, 1.25))
        thread = [c + a * along + b * thick * across for a, b in ends]
        _fill(out, np.array(thread), tone * 0.25)
    wide = float(rng.uniform(1.9, 2.6)) * thick
    if rng.random() < 0.5:  # countersunk or round
        piece(-reach, -0.72 * reach, wide, thick, 1.0)
    else:
        piece(-0.9 * reach, -0.68 * reach, wide, wide, 1.0)
        piece(-reach, -0.9 * reach, 0.6 * wide, wide, 1.15)
    return np.clip(out, 0, 1)
