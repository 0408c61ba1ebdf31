"""Things among the dice that are none: d8 to d20, dominoes, buttons; with truth 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.hardware import bottle_cap, lying_screw, screw_head
from models.render.looks import HSV, Array, Rng, named_colour
from models.render.scene import DieTruth

SPRITE = 96
#: Patterns of a domino's half, in its own -1 to 1.
SPOTS = {
    0: [],
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def _fill(layer: Array, points: NDArray[np.floating], rgb: Sequence[float]) -> None:
    fixed = (np.asarray(points) * 16).astype(np.int32)
    cv2.fillPoly(layer, [fixed], rgb, cv2.LINE_AA, 4)


def _round(n: int, r: float, turn: float) -> Array:
    a = turn + 2 * np.pi * np.arange(n) / n
    at = np.stack([np.cos(a), np.sin(a)], -1) * r
    return np.asarray(at + SPRITE / 2, np.float32)


def _rgba(tone: Array) -> list[float]:
    return [*(float(v) for v in np.clip(tone, 0.003, 1)), 1.0]


def _ink(tone: Array, rng: Rng) -> Array:
    name = "white" if tone.mean() < 0.35 else "black"
    return named_colour(name if rng.random() < 0.8 else str(rng.choice(list(HSV))), rng)


def many_sided(rng: Rng) -> Array:
    """A d8, d10, d12 or d20 from above: a facet with a numeral among darker ones."""
    out = np.zeros((SPRITE, SPRITE, 4), np.float32)
    tone = named_colour(str(rng.choice(list(HSV))), rng)
    top, rim = [(3, 6), (4, 6), (5, 10), (3, 6)][int(rng.integers(4))]
    r, inner = 0.46 * SPRITE, float(rng.uniform(0.5, 0.72))
    turn = float(rng.uniform(0, 6.28))
    outer, facet = _round(rim, r, turn), _round(top, r * inner, turn)
    _fill(out, outer, _rgba(tone * 0.6))
    for k in range(rim):
        side = [outer[k], outer[(k + 1) % rim], facet[(k + 1) * top // rim % top]]
        _fill(
            out,
            np.array([*side, facet[k * top // rim]]),
            _rgba(tone * rng.uniform(0.3, 1.2)),
        )
    _fill(out, facet, _rgba(tone * rng.uniform(0.85, 1.3)))
    word = (
        str(rng.integers(1, 21))
        if rng.random() < 0.85
        else str(rng.choice(list("0X*+")))
    )
    _print(
        out, word, inner * 0.55 * SPRITE * (0.8 if top == 3 else 1.0), _ink(tone, rng)
    )
    return out


def _print(out: Array, word: str, tall: float, ink: Array) -> None:
    mask = np.zeros(out.shape[:2], np.uint8)
    (w, h), _ = cv2.getTextSize(word, 2, 1.0, 2)
    scale = tall / max(w, 1.3 * h)
    thick = max(2, round(tall / 10))
    (w, h), _ = cv2.getTextSize(word, 2, scale, thick)
    at = ((SPRITE - w) // 2, (SPRITE + h) // 2)
    cv2.putText(mask, word, at, 2, scale, 255, thick, cv2.LINE_AA)
    k = (mask / np.float32(255))[..., None]
    out[..., :3] = out[..., :3] * (1 - k) + ink * k


def domino(rng: Rng) -> Array:
    """One domino, twice as long as wide, with true patterns and a bar."""
    out = np.zeros((SPRITE, SPRITE, 4), np.float32)
    tone = named_colour(
        str(rng.choice(["white", "white", "black", "brown", "green"])), rng
    )
    ink, c, r = _ink(tone, rng), SPRITE / 2, SPRITE * 0.235
    turn = rng.uniform(0, 6.28)
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    box = [
        c + r * (2 * i * along + j * across)
        for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    _fill(out, np.array(box) + 0.12 * r, _rgba(tone * 0.4))
    _fill(out, np.array(box), _rgba(tone))
    bar = [
        c + r * (i * 0.04 * along + j * 0.8 * across)
        for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    _fill(out, np.array(bar), _rgba(ink))
    for side in (-1, 1):
        for u, v in SPOTS[int(rng.integers(7))]:
            at = c + r * (side * along + 0.5 * (u * along + v * across))
            place = (int(at[0] * 16), int(at[1] * 16))
            cv2.circle(out, place, int(0.15 * r * 16), _rgba(ink), -1, cv2.LINE_AA, 4)
    return out


def button(rng: Rng) -> Array:
    """A button with two to four holes and a rim."""
    out = np.zeros((SPRITE, SPRITE, 4), np.float32)
    tone, c = named_colour(str(rng.choice(list(HSV))), rng), SPRITE // 2
    for k, share in ((0.47, 0.5), (0.44, 0.95), (0.33, 0.7), (0.31, 1.0)):
        cv2.circle(out, (c, c), int(SPRITE * k), _rgba(tone * share), -1, cv2.LINE_AA)
    turn, holes = rng.uniform(0, 6.28), int(rng.integers(2, 5))
    for k in range(holes):
        a = turn + 2 * np.pi * k / holes
        at = (int(c + 11 * np.cos(a)), int(c + 11 * np.sin(a)))
        dark = _rgba(tone * 0.1)
        cv2.circle(out, at, int(rng.integers(3, 7)), dark, -1, cv2.LINE_AA)
    return out


#: What makes a thing, and how many of a die's edges its picture is wide.
Thing = tuple[Callable[[Rng], Array], float]
_MAKERS: list[Thing] = [
    (many_sided, 1.3),
    (many_sided, 1.2),
    (domino, 2.3),
    (button, 1.1),
]


#: Small metal things; a crown cork is about 30 mm wide, twice as wide as a die.
HARDWARE: list[Thing] = [
    (bottle_cap, 1.9),
    (screw_head, 0.6),
    (screw_head, 0.9),
    (lying_screw, 2.2),
]


def strew(
    picture: Array,
    rng: Rng,
    count: int,
    edge_px: float,
    tilt: float,
    things: Sequence[Thing] = _MAKERS,
) -> tuple[Array, list[DieTruth]]:
    """Put `count` such things flat on a linear RGB picture.

    Returns:
        (the picture with them, a truth of value 0 for each where it lies).
    """
    h, w = picture.shape[:2]
    out, truths = picture.copy(), []
    low = max(float(np.cos(tilt)), 0.45)
    for _ in range(count):
        make, big = things[int(rng.integers(len(things)))]
        side = edge_px * big * float(rng.uniform(0.75, 1.25))
        at = rng.uniform(0, 1, 2) * (w, h)
        sprite = make(rng)
        truths.append(put(out, sprite, at, side, low, edge_px))
    return out, truths


def put(
    out: Array,
    sprite: Array,
    at: NDArray[np.floating],
    side: float,
    low: float,
    edge_px: float,
) -> DieTruth:
    """Lay one thing flat on a linear RGB picture, with a small shadow; changes `out`.

    Args:
        out: The picture (H, W, 3).
        sprite: The thing (SPRITE, SPRITE, 4), linear RGB and alpha.
        at: Its middle (x, y) in pixels.
        side: Its width in pixels.
        low: Its height as a share of that, seen by a tilted camera.
        edge_px: A die's edge, for the shadow.

    Returns:
        A truth of value 0 where it lies.
    """
    wide, tall = max(4, int(side)), max(3, int(side * low))
    sprite = cv2.resize(sprite, (wide, tall), interpolation=cv2.INTER_AREA)
    x, y = int(at[0] - wide / 2), int(at[1] - tall / 2)
    _shadow(out, x, y, sprite, edge_px)
    _stick(out, x, y, sprite)
    centre = (x + wide / 2 - 0.5, y + tall / 2 - 0.5)
    half = np.array([wide, tall]) * 0.5 * 0.62
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + centre
    corners = square.astype(np.float32)
    return DieTruth(0, centre, corners, "other", "other", "plain", 0.0, 1.0)


def _shadow(out: Array, x: int, y: int, sprite: Array, edge_px: float) -> None:
    dark = np.zeros_like(sprite)
    dark[..., 3] = (
        cv2.GaussianBlur(sprite[..., 3], (0, 0), max(0.5, 0.05 * edge_px)) * 0.5
    )
    move = max(1, int(0.08 * edge_px))
    _stick(out, x + move, y + move, dark)


def _stick(out: Array, x: int, y: int, sprite: Array) -> None:
    h, w = out.shape[:2]
    sh, sw = sprite.shape[:2]
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + sw, w), min(y + sh, h)
    if x1 <= x0 or y1 <= y0:
        return
    part = sprite[y0 - y : y1 - y, x0 - x : x1 - x]
    out[y0:y1, x0:x1] = out[y0:y1, x0:x1] * (1 - part[..., 3:]) + part[..., :3]
