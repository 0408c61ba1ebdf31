"""Dice that are hard to read, and cubes whose marks are no pips."""

from __future__ import annotations

import cv2
import numpy as np

from models.render.looks import (
    FACE_PX,
    HSV,
    PLAYER_COLOURS,
    Array,
    Look,
    Rng,
    dancing_look,
    hsv_to_rgb,
    named_colour,
    random_look,
)

#: Pale marks on white: hue, saturation and value ranges as `looks.HSV`.
PALE: dict[
    str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
] = {
    "yellow": ((46, 60), (0.30, 1.0), (0.88, 1.0)),
    "orange": ((22, 36), (0.25, 0.75), (0.90, 1.0)),
    "pink": ((325, 352), (0.12, 0.5), (0.88, 1.0)),
    "green": ((80, 155), (0.18, 0.6), (0.70, 0.96)),
    "grey": ((0, 360), (0.0, 0.05), (0.58, 0.82)),
    "blue": ((195, 225), (0.18, 0.5), (0.80, 1.0)),
    "purple": ((265, 300), (0.15, 0.4), (0.75, 0.95)),
    "other": ((36, 48), (0.30, 0.7), (0.65, 0.92)),  # gold
}
#: How far the marks of a player's colour may fade before they bear another name.
FADE = {"yellow": 0.6, "orange": 0.5, "green": 0.5, "black": 0.25}
GOLD = ((36, 50), (0.35, 0.8), (0.6, 0.98))
SILVER = ((200, 240), (0.0, 0.12), (0.6, 0.92))

#: No single stroke: it might as well be a shoe print.
_WORDS = {
    "low": [str(n) for n in range(1, 7)],
    "high": [str(n) for n in range(7, 21)],
    "letter": list("ABCDEFGHJKLMNPQRSTUVWXYZ"),
    "roman": ["II", "III", "IV", "V", "VI", "VII"],
    "sign": list("?!&@#%$+=<>*"),
}


def _drawn(
    ranges: tuple[tuple[float, float], tuple[float, float], tuple[float, float]],
    rng: Rng,
) -> Array:
    return hsv_to_rgb(*(float(rng.uniform(*r)) for r in ranges))


def _srgb(rgb: Array) -> Array:
    return np.asarray(rgb ** (1 / 2.2), np.float32)


def mix(a: Array, b: Array, share: float) -> Array:
    """`share` of b in a, evenly to the eye; linear RGB."""
    return np.asarray((_srgb(a) * (1 - share) + _srgb(b) * share) ** 2.2, np.float32)


def fade(look: Look, rng: Rng, most: float = 1.0) -> Look:
    """Bring a player's die's marks and body nearer to one another; changes `look`.

    Args:
        look: A die of kind `c` or `b`.
        rng: The source of every choice.
        most: 0 to 1; how much of what a colour may fade.
    """
    colour = look.pips if look.body == "white" else look.body
    share = float(rng.uniform(0, FADE.get(colour, 0.3))) * most
    if look.body == "white":
        look.pip_rgb = mix(look.pip_rgb, look.body_rgb, share)
    else:
        look.body_rgb = mix(look.body_rgb, look.pip_rgb, 0.7 * share)
        look.pip_rgb = mix(look.pip_rgb, look.body_rgb, float(rng.uniform(0, 0.3)))
    look.faces = {}
    return look


def pale_look(rng: Rng) -> Look:
    """Marks of nearly the body's lightness: prints, pips, on white or on a colour."""
    kind = rng.random()
    if kind < 0.35:  # a Dancing Dice player's
        colour = str(rng.choice(["yellow", "orange", "green", "yellow", "red", "blue"]))
        return fade(dancing_look(rng, colour, str(rng.choice(["c", "c", "b"]))), rng)
    if kind < 0.75:
        name = str(rng.choice(list(PALE)))
        look = random_look(rng, "white", "black")
        look.pips, look.pip_rgb = name, _drawn(PALE[name], rng)
    else:
        body = str(rng.choice([n for n in HSV if n not in ("white", "black")]))
        look = random_look(rng, body, body)
        look.body_rgb = named_colour(body, rng)
        light = float(rng.uniform(0.3, 0.65))
        towards = np.full(3, 0.9 if rng.random() < 0.6 else 0.02, np.float32)
        look.pip_rgb = mix(look.body_rgb, towards, light)
    look.marble = look.translucent = 0.0
    if rng.random() < 0.5:
        look.shape = "shoe"
        look.pip_size, look.spread = 0.075 + 0.035 * float(rng.random()), 0.25
    look.one_rgb, look.odd_one = None, ""
    return look


def swirl_look(rng: Rng) -> Look:
    """Two colours that part sharply, mostly light against dark; gold or plain pips."""
    body, second = (str(n) for n in rng.choice(list(HSV), 2, replace=False))
    look = random_look(rng, body, "white")
    look.marble_rgb = named_colour(second, rng)
    if rng.random() < 0.5:  # one of the two light
        look.marble_rgb = mix(look.marble_rgb, np.ones(3, np.float32), 0.75)
    look.marble = float(rng.uniform(0.7, 1.0))
    look.swirl = float(np.exp(rng.uniform(np.log(1.0), np.log(6.0))))
    look.vein = float(np.exp(rng.uniform(np.log(0.25), np.log(0.9))))
    _rounded(look, rng)
    ink = rng.random()
    if ink < 0.5:
        look.pips, look.pip_rgb = "other", _drawn(GOLD, rng)
    elif ink < 0.6:
        look.pips, look.pip_rgb = "grey", _drawn(SILVER, rng)
    elif ink < 0.75:
        look.pips, look.pip_rgb = "black", named_colour("black", rng)
    elif ink < 0.82:
        look.pips, look.pip_rgb = "red", named_colour("red", rng)
    if rng.random() < 0.3:
        look.translucent, look.inner = float(rng.uniform(0.2, 0.5)), 0.3
    return look


def clear_look(rng: Rng) -> Look:
    """A translucent die: the pips of its lower faces shine through."""
    body = str(rng.choice([n for n in HSV if n not in ("black", "grey", "brown")]))
    look = random_look(rng, body, "white" if rng.random() < 0.8 else "black")
    if body == "white":
        look.pips, look.pip_rgb = "black", named_colour("black", rng)
    look.translucent = float(rng.uniform(0.5, 1.0))
    look.inner = float(rng.uniform(0.15, 0.55))
    _rounded(look, rng)
    return look


def _rounded(look: Look, rng: Rng) -> None:
    """A tumbled die with painted pips, glossy."""
    look.shape, look.odd_one, look.one_rgb, look.wear = "round", "", None, 0.0
    look.radius = float(rng.uniform(0.1, 0.25))
    look.ball = float(rng.uniform(0.62, 0.75)) if rng.random() < 0.6 else 0.0
    look.depth = float(rng.uniform(0.0, 0.5))
    look.gloss = float(rng.uniform(0.2, 1.0))
    look.pip_size = float(rng.uniform(0.075, 0.11))
    look.spread = float(rng.uniform(0.22, 0.27))
    look.six_ratio = float(rng.uniform(0.8, 1.05))


def gold_look(rng: Rng) -> Look:
    """A glossy red or yellow die with gold or dark pips, drilled, glaring."""
    body = str(rng.choice(["red", "red", "yellow", "white", "purple", "black"]))
    look = random_look(rng, body, "white" if body != "white" else "black")
    _rounded(look, rng)
    look.depth, look.gloss = float(rng.uniform(0.3, 1.0)), float(rng.uniform(0.5, 1.2))
    if body == "yellow":
        look.pips = "red" if rng.random() < 0.7 else "black"
        look.pip_rgb = named_colour(look.pips, rng)
    elif body != "white" and rng.random() < 0.65:
        look.pips, look.pip_rgb = "other", _drawn(GOLD, rng)
    if rng.random() < 0.4:
        look.ball = float(rng.uniform(0.6, 0.66))
    return look


def ivory_look(rng: Rng) -> Look:
    """White or ivory with small dark pips; its 1 is big and red, or one small hole."""
    look = random_look(rng, "white", "black")
    if rng.random() < 0.6:
        look.body_rgb = hsv_to_rgb(
            rng.uniform(34, 48), rng.uniform(0.1, 0.4), rng.uniform(0.75, 0.97)
        )
    _rounded(look, rng)
    look.depth = float(rng.uniform(0.3, 1.0))
    look.pip_size = float(rng.uniform(0.055, 0.09))
    if rng.random() < 0.5:
        look.odd_one, look.one_rgb = "big", named_colour("red", rng)
    return look


#: Beech, maple, oak, cherry, walnut: a name near to it, hue, saturation, value ranges.
WOODS: list[
    tuple[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]]
] = [
    ("other", ((28, 36), (0.3, 0.45), (0.75, 0.92))),
    ("other", ((34, 44), (0.2, 0.35), (0.85, 0.97))),
    ("brown", ((28, 36), (0.4, 0.6), (0.5, 0.7))),
    ("brown", ((14, 24), (0.5, 0.7), (0.42, 0.62))),
    ("brown", ((18, 30), (0.4, 0.6), (0.22, 0.36))),
]


def wood_look(rng: Rng) -> Look:
    """A wooden die: grain over a natural or stained body, dark, light or burnt pips."""
    stained = rng.random() < 0.25
    name, ranges = WOODS[int(rng.integers(len(WOODS)))]
    body = str(rng.choice(PLAYER_COLOURS)) if stained else name
    look = random_look(rng, body, "white")
    if not stained:
        look.body_rgb = _drawn(ranges, rng)
    is_dark = float(_srgb(look.body_rgb).mean()) < 0.5
    ink = "white" if is_dark or (stained and body != "yellow") else "black"
    if rng.random() < 0.15 and not stained and not is_dark:
        ink = str(rng.choice(["red", "blue", "brown"]))
    look.pips, look.pip_rgb = ink, named_colour(ink, rng)
    look.grain = float(rng.uniform(0.15, 0.6) if not stained else rng.uniform(0.1, 0.3))
    look.marble = look.translucent = 0.0
    look.gloss *= float(rng.uniform(0.0, 0.5))  # oiled, seldom varnished
    look.odd_one, look.one_rgb = "", None
    look.faces = {}
    return look


def glyph(text: str, rng: Rng) -> Array:
    """A word as a face's mask, (FACE_PX, FACE_PX), 0 to 1, in any quarter turn."""
    side = 2 * FACE_PX
    ink = np.zeros((side, side), np.uint8)
    font = int(rng.choice([0, 2, 3, 4]))
    thick = int(rng.integers(4, 13))
    (w, h), _ = cv2.getTextSize(text, font, 2.0, thick)
    size = 2.0 * float(rng.uniform(0.45, 0.7)) * side / max(w, h)
    (w, h), _ = cv2.getTextSize(text, font, size, thick)
    at = ((side - w) // 2, (side + h) // 2)
    cv2.putText(ink, text, at, font, size, 255, thick, cv2.LINE_AA)
    if text in ("6", "9"):
        y = (side + h) // 2 + 14
        cv2.line(ink, (at[0], y), (at[0] + w, y), 255, thick // 2 + 1, cv2.LINE_AA)
    small = cv2.resize(ink, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)
    # A texture's rows run upwards on the top face.
    turned = np.rot90(small[::-1], int(rng.integers(4)))
    return np.asarray(turned / 255, np.float32)


def _picture_mark(rng: Rng) -> Array:
    """A filled outline: arrow, moon, shield, bolt, stripes; never one round dot."""
    ink = np.zeros((FACE_PX, FACE_PX), np.uint8)
    kind, c = int(rng.integers(4)), FACE_PX // 2
    if kind == 0:
        cv2.arrowedLine(ink, (c, 62), (c, 10), 255, 8, cv2.LINE_AA, 0, 0.45)
    elif kind == 1:
        cv2.circle(ink, (c, c), 22, 255, -1, cv2.LINE_AA)
        cv2.circle(ink, (c + 10, c - 6), 20, 0, -1, cv2.LINE_AA)
    elif kind == 2:
        for x in range(14, 62, 14):
            cv2.line(ink, (x, 12), (x, 60), 255, 5, cv2.LINE_AA)
    else:
        points = rng.uniform(8, 64, (int(rng.integers(5, 9)), 2)).astype(np.int32)
        cv2.fillPoly(ink, [points], 255, cv2.LINE_AA)
    return np.asarray(np.rot90(ink, int(rng.integers(4))) / 255, np.float32)


def marked_look(rng: Rng, family: str | None = None) -> Look:
    """A cube that is no die of pips: numerals, letters, signs or nothing on it.

    Args:
        rng: The source of every choice.
        family: `low` (1 to 6), `high`, `letter`, `roman`, `sign`, `mark`, `blank`;
            any where None.
    """
    look = random_look(rng)
    look.blank, look.faces = True, {}
    if family is None:
        family = str(rng.choice([*_WORDS, "low", "mark", "blank"]))
    flat = np.zeros((FACE_PX, FACE_PX), np.float32)
    if family == "blank":
        return look
    words = [str(w) for w in rng.permutation(_WORDS.get(family, ["x"]))]
    for value in range(1, 7):
        if family == "mark":
            mask = _picture_mark(rng)
        else:
            mask = glyph(words[value % len(words)], rng)
        look.faces[value] = (mask, flat)
    return look
