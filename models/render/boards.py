"""Table tops that lie in perspective: boards, trays, paper, stone, dotted cloth, keys.

A maker paints a sheet seen from straight above, linear RGB (SHEET, SHEET, 3); `lay`
brings it under the camera.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.die import Camera
from models.render.looks import HSV, Array, Rng, hsv_to_rgb, named_colour
from models.render.table import Size, carpet, felt, noise, plain, wood

SHEET = 512
Maker = Callable[[Rng], Array]


def lay(
    sheet: Array, camera: Camera, size: Size, span: float, turn: float = 0.0
) -> Array:
    """A sheet on the table as the camera sees it, mirrored on beyond its borders.

    Args:
        sheet: (SHEET, SHEET, 3) linear RGB; its middle lies where the camera looks.
        camera: The camera.
        size: (width, height) of the picture.
        span: Length of a sheet's side in die edges.
        turn: Of the sheet on the table, in radians.
    """
    w, h = size
    seen = np.array([[0, 0], [w - 1, 0], [w - 1, h - 1], [0, h - 1]], np.float32)
    table = np.array([camera.to_table(float(x), float(y))[:2] for x, y in seen])
    c, s = np.cos(turn), np.sin(turn)
    on_sheet = table @ np.array([[c, -s], [s, c]]) / span * SHEET * [1, -1] + SHEET / 2
    matrix = cv2.getPerspectiveTransform(on_sheet.astype(np.float32), seen)
    far = float(np.linalg.norm(on_sheet[1] - on_sheet[0]) / w)
    if far > 1.5:  # warping takes no mean, so fine print would flicker
        sheet = cv2.GaussianBlur(sheet, (0, 0), 0.4 * far).astype(np.float32)
    out = cv2.warpPerspective(
        sheet, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.clip(out, 0.003, 1.0).astype(np.float32)


def _poly(layer: Array, points: NDArray[np.floating], rgb: Array) -> None:
    fixed = (np.asarray(points) * 16).astype(np.int32)
    cv2.fillPoly(layer, [fixed], rgb.tolist(), cv2.LINE_AA, 4)


def _ring(
    layer: Array,
    points: NDArray[np.floating],
    rgb: Array,
    thick: int,
    shut: bool = True,
) -> None:
    fixed = (np.asarray(points) * 16).astype(np.int32)
    cv2.polylines(layer, [fixed], shut, rgb.tolist(), thick, cv2.LINE_AA, 4)


def _disc(layer: Array, at: NDArray[np.floating], r: float, rgb: Array) -> None:
    place = (int(at[0] * 16), int(at[1] * 16))
    cv2.circle(layer, place, int(r * 16), rgb.tolist(), -1, cv2.LINE_AA, 4)


def _corners(at: NDArray[np.floating], r: float, n: int, turn: float) -> Array:
    a = turn + 2 * np.pi * np.arange(n) / n
    return np.asarray(at + r * np.stack([np.cos(a), np.sin(a)], -1), np.float32)


def _any(rng: Rng) -> Array:
    return named_colour(str(rng.choice(list(HSV))), rng)


def _words(
    layer: Array, words: str, at: tuple[int, int], scale: float, rgb: Array, thick: int
) -> None:
    """Letters from a left end of the base line on; only the pixels about them."""
    (w, h), low = cv2.getTextSize(words, 2, scale, thick)
    side = layer.shape[0]
    x0, y0 = max(at[0] - thick, 0), max(at[1] - h - thick, 0)
    x1, y1 = min(at[0] + w + thick, side), min(at[1] + low + thick, side)
    if x1 <= x0 or y1 <= y0:
        return
    ink = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.putText(ink, words, (at[0] - x0, at[1] - y0), 2, scale, 255, thick, cv2.LINE_AA)
    k = (ink / np.float32(255))[..., None]
    layer[y0:y1, x0:x1] = layer[y0:y1, x0:x1] * (1 - k) + rgb * k


def _number(
    layer: Array, words: str, at: NDArray[np.floating], tall: float, rgb: Array
) -> None:
    """A short word about a point, `tall` pixels high."""
    scale, thick = tall / 22, max(1, round(tall / 9))
    (w, h), _ = cv2.getTextSize(words, 2, scale, thick)
    left = (int(at[0] - w / 2), int(at[1] + h / 2))
    _words(layer, words, left, scale, rgb, thick)


def hex_board(rng: Rng) -> Array:
    """Hexagonal landscape tiles with number tokens, roads and small houses."""
    sea = hsv_to_rgb(
        rng.uniform(195, 225), rng.uniform(0.5, 0.9), rng.uniform(0.4, 0.8)
    )
    sheet = np.tile(sea, (SHEET, SHEET, 1)).astype(np.float32)
    r = float(rng.uniform(48, 110))
    sand = hsv_to_rgb(
        rng.uniform(36, 48), rng.uniform(0.2, 0.5), rng.uniform(0.7, 0.95)
    )
    for j in range(-1, int(SHEET / (1.5 * r)) + 2):
        for i in range(-1, int(SHEET / (1.732 * r)) + 2):
            at = np.array([(i + 0.5 * (j % 2)) * 1.732 * r, j * 1.5 * r])
            if rng.random() >= 0.12:
                _tile(sheet, rng, at, r, sand)
    for _ in range(int(rng.integers(0, 14))):
        at, a = rng.uniform(0, SHEET, 2), float(rng.choice([30, 90, 150]))
        box = cv2.boxPoints(((float(at[0]), float(at[1])), (0.6 * r, 0.13 * r), a))
        _poly(sheet, box, _any(rng))
    grain = 0.8 + 0.4 * noise(rng, (SHEET, SHEET), 3)
    return np.asarray(sheet * grain[..., None], np.float32)


#: Meadow, forest, field, hills, mountains, pasture: hue, saturation, value.
_LANDS = (
    (100, 0.7, 0.6),
    (130, 0.8, 0.25),
    (42, 0.8, 0.8),
    (18, 0.7, 0.4),
    (280, 0.15, 0.4),
    (90, 0.5, 0.8),
)


def _tile(
    sheet: Array, rng: Rng, at: NDArray[np.floating], r: float, sand: Array
) -> None:
    """One hexagon of land, spotted, mostly with a token."""
    _poly(sheet, _corners(at, r, 6, np.pi / 6), sand)
    land = hsv_to_rgb(*_LANDS[int(rng.integers(len(_LANDS)))])
    _poly(sheet, _corners(at, 0.88 * r, 6, np.pi / 6), land)
    for _ in range(14):
        x, y = (int(v) for v in at + rng.normal(0, 0.33 * r, 2))
        wide, tall = int(r * rng.uniform(0.04, 0.2)), int(r * rng.uniform(0.04, 0.12))
        tone = (land * rng.uniform(0.3, 1.7)).tolist()
        turn = float(rng.uniform(0, 180))
        cv2.ellipse(sheet, (x, y), (wide, tall), turn, 0, 360, tone, -1, cv2.LINE_AA)
    if rng.random() < 0.85:
        _token(sheet, rng, at, 0.3 * r, hsv_to_rgb(45, 0.2, 0.9))


def _token(
    sheet: Array, rng: Rng, at: NDArray[np.floating], r: float, tone: Array
) -> None:
    """A disc with a number and a few dots under it."""
    ink = named_colour("red" if rng.random() < 0.3 else "black", rng)
    _disc(sheet, at + 1.5, r * 1.06, tone * 0.35)
    _disc(sheet, at, r, tone)
    _number(sheet, str(rng.integers(2, 13)), at, 0.9 * r, ink)
    dots = int(rng.integers(1, 6))
    for k in range(dots):
        x = (k - (dots - 1) / 2) * 0.22 * r
        _disc(sheet, at + np.array([x, 0.72 * r]), max(0.9, 0.07 * r), ink)


def round_board(rng: Rng) -> Array:
    """A round printed board: coloured sectors, holes with pegs, numbers in a ring."""
    sheet = plain(rng, (SHEET, SHEET))
    c, r = np.array([SHEET / 2, SHEET / 2]), SHEET * float(rng.uniform(0.40, 0.49))
    _disc(sheet, c, r, _any(rng))
    sectors = int(rng.choice([4, 4, 6, 8]))
    tones = [_any(rng) for _ in range(sectors)]
    start = rng.uniform(0, 6.28)
    for k in range(sectors):
        a = start + 2 * np.pi * (k + np.linspace(0, 1, 12)) / sectors
        arc = c + 0.95 * r * np.stack([np.cos(a), np.sin(a)], -1)
        _poly(sheet, np.vstack([c, arc]), tones[k])
    _disc(sheet, c, 0.42 * r, _any(rng))
    for ring in range(int(rng.integers(1, 4))):
        away, n = r * (0.55 + 0.17 * ring), int(rng.integers(12, 33))
        big = float(rng.uniform(0.03, 0.06)) * r
        for at in _corners(c, away, n, float(rng.uniform(0, 6))):
            kind = rng.random()
            if kind < 0.35:
                _disc(sheet, at, big, np.full(3, 0.02, np.float32))
                _disc(sheet, at + 0.1 * big, 0.8 * big, tones[0] * 0.3)
            elif kind < 0.75:
                _peg_on(sheet, rng, at, big * float(rng.uniform(1.0, 1.5)))
            else:
                _number(sheet, str(rng.integers(1, 40)), at, 1.8 * big, _any(rng))
    return sheet


def _peg_on(sheet: Array, rng: Rng, at: NDArray[np.floating], r: float) -> None:
    tone = _any(rng)
    _disc(
        sheet,
        at + 0.25 * r,
        r * 1.1,
        sheet[int(at[1]) % SHEET, int(at[0]) % SHEET] * 0.3,
    )
    _disc(sheet, at, r, tone * 0.55)
    _disc(sheet, at - 0.12 * r, r * 0.75, tone)
    _disc(sheet, at - 0.3 * r, r * 0.2, np.ones(3, np.float32))


def polka(rng: Rng) -> Array:
    """Dotted cloth, dots of the size and distance of pips up to that of dice."""
    a, b = _any(rng), _any(rng)
    step = float(np.exp(rng.uniform(np.log(9), np.log(60))))
    x, y = np.meshgrid(*[np.arange(SHEET, dtype=np.float32)] * 2)
    shift = (y // step) % 2 * step / 2 * int(rng.integers(2))
    u, v = (x + shift) % step - step / 2, y % step - step / 2
    m = np.clip(step * rng.uniform(0.12, 0.36) - np.sqrt(u * u + v * v) + 0.5, 0, 1)
    return np.asarray(a + (b - a) * m[..., None], np.float32)


def granite(rng: Rng) -> Array:
    """Speckled stone: grains of black, grey and white, or of warm tones."""
    level = np.zeros((SHEET, SHEET), np.float32)
    for cell in (2.5, 5.0, 9.0):
        level += noise(rng, (SHEET, SHEET), cell) * rng.uniform(0.3, 1.0)
    level = (level - level.mean()) / level.std()
    steps = np.array([0.03, 0.12, 0.25, 0.4, 0.65], np.float32) * rng.uniform(0.5, 1.3)
    which = np.digitize(level, np.sort(rng.normal([-1.2, -0.4, 0.3, 1.1], 0.2)))
    warm = np.array([1.0, rng.uniform(0.85, 1.0), rng.uniform(0.7, 1.05)], np.float32)
    return np.asarray(steps[which][..., None] * warm, np.float32)


def paper(rng: Rng) -> Array:
    """Printed or squared paper: lines of text, a grid, a title, a coloured box."""
    sheet = np.full((SHEET, SHEET, 3), rng.uniform(0.6, 0.95), np.float32)
    if rng.random() < 0.4:
        step = int(rng.integers(9, 30))
        line = hsv_to_rgb(rng.uniform(200, 250), 0.4, 0.75)
        sheet[::step] = line
        if rng.random() < 0.6:
            sheet[:, ::step] = line
    if rng.random() < 0.5:
        x, y = (int(v) for v in rng.integers(0, SHEET - 120, 2))
        sheet[
            y : y + int(rng.integers(40, 200)), x : x + int(rng.integers(60, 300))
        ] = _any(rng)
    tall, y = float(rng.uniform(7, 22)), 10.0
    letters = list("aeiounrstlmdcpgbvh  ABCDE0123456789.,:;o")
    while y < SHEET and rng.random() < 0.97:
        words = "".join(rng.choice(letters, int(rng.integers(5, 40))))
        ink = np.full(3, 0.05, np.float32) if rng.random() < 0.9 else _any(rng)
        _words(sheet, words, (int(rng.integers(0, 60)), int(y)), tall / 22, ink, 1)
        y += tall * float(rng.uniform(1.4, 2.5))
    return sheet


def keyboard(rng: Rng) -> Array:
    """Keys in rows, with letters and digits on them."""
    tone = named_colour(str(rng.choice(["black", "grey", "white"])), rng)
    ink = np.full(3, 0.8 if tone.mean() < 0.3 else 0.03, np.float32)
    sheet = np.tile(tone * 0.5, (SHEET, SHEET, 1)).astype(np.float32)
    key = int(rng.integers(34, 70))
    for j in range(SHEET // key + 1):
        shift = int(rng.integers(0, key))
        for i in range(-1, SHEET // key + 1):
            x, y = i * key + shift, j * key
            low, high = (x + 3, y + 3), (x + key - 3, y + key - 3)
            cv2.rectangle(sheet, low, high, (tone * 0.8).tolist(), -1)
            inner = ((low[0] + 3, low[1] + 2), (high[0] - 3, high[1] - 5))
            cv2.rectangle(sheet, *inner, tone.tolist(), -1)
            word = str(rng.choice(list("QWERTYUIOPASDFGHJKLZXCVBNM0123456789.,;:")))
            _number(
                sheet, word, np.array([x + key * 0.4, y + key * 0.4]), 0.35 * key, ink
            )
    return sheet


def tray(rng: Rng) -> Array:
    """A tray or a box: floor, walls a little darker or lighter, something round it."""
    size = (SHEET, SHEET)
    around = (carpet, wood, plain, felt)[int(rng.integers(4))](rng, size)
    if rng.random() < 0.3:  # a dark box for dark dice
        tone = named_colour(str(rng.choice(["black", "brown", "grey"])), rng) * 0.6
    else:
        tone = _any(rng)
    speck = 1 + (noise(rng, size, rng.uniform(1.5, 4)) - 0.5) * rng.uniform(0.05, 0.5)
    cloud = 1 + (noise(rng, size, 90) - 0.5) * rng.uniform(0, 0.4)
    floor = (speck * cloud)[..., None] * tone
    n = int(rng.choice([4, 6, 6, 8]))
    c, r, turn = (
        np.full(2, SHEET / 2),
        SHEET * float(rng.uniform(0.3, 0.62)),
        rng.uniform(0, 6.28),
    )
    inner = _corners(c, r, n, float(turn))
    outer = _corners(c, r * float(rng.uniform(1.08, 1.3)), n, float(turn))
    wall = np.zeros((SHEET, SHEET), np.float32)
    for k in range(n):
        side = np.array([inner[k], inner[(k + 1) % n], outer[(k + 1) % n], outer[k]])
        _poly(wall, side, np.full(1, rng.uniform(0.5, 1.5), np.float32))
    inside = np.zeros((SHEET, SHEET), np.float32)
    _poly(inside, inner, np.ones(1, np.float32))
    out = np.where(wall[..., None] > 0, floor * wall[..., None], around)
    out = np.where(inside[..., None] > 0.5, floor, out).astype(np.float32)
    for shape in (inner, outer):
        _ring(out, shape, tone * float(rng.uniform(0.3, 1.2)), int(rng.integers(1, 4)))
    if rng.random() < 0.3:  # scratches
        for _ in range(int(rng.integers(10, 60))):
            at = c + rng.normal(0, r / 3, 2)
            path = np.array([at, at + rng.normal(0, 12, 2)])
            _ring(out, path, tone * 0.5 + 0.3, 1, shut=False)
    return out


BOARDS: dict[str, Maker] = {
    "hex": hex_board,
    "round": round_board,
    "polka": polka,
    "granite": granite,
    "paper": paper,
    "keyboard": keyboard,
    "tray": tray,
}
