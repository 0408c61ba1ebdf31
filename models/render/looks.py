"""How a die looks: colours, pip shapes, layouts, and its six face textures."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Rng = np.random.Generator

FACE_PX = 72
#: Hue range in degrees, saturation and value ranges of each colour name (HSV).
HSV: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "white": ((30, 60), (0.0, 0.10), (0.86, 1.0)),
    "black": ((0, 360), (0.0, 0.3), (0.03, 0.14)),
    "grey": ((0, 360), (0.0, 0.07), (0.38, 0.62)),
    "red": ((352, 367), (0.72, 1.0), (0.50, 0.95)),
    "orange": ((17, 31), (0.80, 1.0), (0.82, 1.0)),
    "yellow": ((45, 58), (0.65, 1.0), (0.82, 1.0)),
    "green": ((95, 158), (0.45, 1.0), (0.28, 0.80)),
    "blue": ((203, 238), (0.55, 1.0), (0.35, 0.92)),
    "purple": ((265, 295), (0.40, 0.9), (0.30, 0.75)),
    "pink": ((322, 345), (0.35, 0.75), (0.82, 1.0)),
    "brown": ((14, 30), (0.45, 0.8), (0.25, 0.48)),
    "other": ((168, 192), (0.45, 0.9), (0.45, 0.90)),
}
PLAYER_COLOURS = ("red", "blue", "green", "yellow", "black", "purple", "orange")
PIP_SHAPES = ("round", "ring", "square", "diamond", "star", "heart", "shoe")


def hsv_to_rgb(hue_deg: float, saturation: float, value: float) -> Array:
    """One HSV colour as linear-light RGB, shape (3,), 0 to 1."""
    pixel = np.array([[[hue_deg % 360, saturation, value]]], np.float32)
    rgb: Array = cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0]
    return np.asarray(rgb**2.2, np.float32)


def named_colour(name: str, rng: Rng) -> Array:
    """Draw a shade of the named colour, linear RGB."""
    (h0, h1), (s0, s1), (v0, v1) = HSV[name]
    return hsv_to_rgb(rng.uniform(h0, h1), rng.uniform(s0, s1), rng.uniform(v0, v1))


@dataclass
class Look:
    """Everything about a die's surface that does not depend on where it lies."""

    body: str
    pips: str
    body_rgb: Array
    pip_rgb: Array
    shape: str = "round"
    pip_size: float = 0.095  # radius, in die edges
    spread: float = 0.25  # outer pips' distance from the middle, in die edges
    six_ratio: float = 1.0  # the 6's column distance over its row distance
    depth: float = 0.5  # of the drilled pips; 0 is painted
    radius: float = 0.12  # of the rounded edges, in die edges
    ball: float = 0.0  # clip the corners by a sphere of this radius; 0 is none
    gloss: float = 0.4
    shininess: float = 40.0
    marble: float = 0.0
    marble_rgb: Array | None = None
    swirl: float = 0.0  # how sharply the marble's colours part; 0 is softly
    vein: float = 1.0  # of the marble, how many to an edge
    grain: float = 0.0  # how dark the rings and streaks of a wooden body are
    translucent: float = 0.0
    inner: float = 0.0  # how much of the lower faces' pips shines through
    odd_one: str = ""  # another symbol for the 1
    one_rgb: Array | None = None
    wear: float = 0.0
    blank: bool = False  # a small cube that is no die
    left_handed: bool = False
    seed: int = 0
    face_rgb: dict[int, Array] | None = None  # Tango dice: another body colour a face
    faces: dict[int, tuple[Array, Array]] = field(default_factory=dict, repr=False)

    @property
    def kind(self) -> str:
        """`c`, `b` or `plain`, as `vision.readings.KINDS`."""
        if self.body == "white" and self.pips != "white":
            return "c"
        if self.pips == "white" and self.body != "white":
            return "b"
        return "plain"


def pip_centres(value: int, look: Look, rng: Rng) -> list[tuple[float, float]]:
    """Pip positions of a face in die edges from its middle."""
    d = look.spread
    c, r = d * look.six_ratio, d
    table = {
        1: [(0, 0)],
        2: [(-d, -d), (d, d)],
        3: [(-d, -d), (0, 0), (d, d)],
        4: [(-d, -d), (d, -d), (-d, d), (d, d)],
        5: [(-d, -d), (d, -d), (0, 0), (-d, d), (d, d)],
        6: [(-c, -r), (-c, 0), (-c, r), (c, -r), (c, 0), (c, r)],
    }
    jitter = 0.02 if look.shape == "shoe" else 0.004
    return [
        (x + rng.normal(0, jitter), y + rng.normal(0, jitter)) for x, y in table[value]
    ]


def _shape_distance(shape: str, dx: Array, dy: Array, r: float, turn: float) -> Array:
    """Signed distance-like field of one pip; negative inside."""
    ca, sa = np.cos(turn), np.sin(turn)
    x, y = dx * ca + dy * sa, -dx * sa + dy * ca
    rho = np.sqrt(x * x + y * y)
    if shape == "ring":
        return np.abs(rho - 0.75 * r) - 0.33 * r
    if shape == "square":
        return np.maximum(np.abs(x), np.abs(y)) - 0.85 * r
    if shape == "diamond":
        return (np.abs(x) + np.abs(y)) * 0.8 - 0.9 * r
    if shape == "star":
        return rho - r * (0.85 + 0.3 * np.cos(5 * np.arctan2(y, x)))
    if shape == "heart":
        yy = y + 0.15 * r
        return np.sqrt(x * x + (yy - 0.6 * np.abs(x)) ** 2 * 1.2) - 0.9 * r
    if shape == "shoe":  # a sole before a heel, with a waist between
        sole = np.sqrt((x / 0.62) ** 2 + ((y + 0.45 * r) / 0.95) ** 2) - 0.85 * r
        heel = np.sqrt((x / 0.55) ** 2 + ((y - 0.85 * r) / 0.6) ** 2) - 0.75 * r
        waist = np.maximum(
            np.abs(x + 0.12 * r) - 0.3 * r, np.abs(y - 0.3 * r) - 0.4 * r
        )
        return np.minimum(np.minimum(sole, heel), np.maximum(waist, 0.05 * r))
    return rho - r


def _one_distance(look: Look, x: Array, y: Array, turn: float) -> Array:
    """The field of an odd 1: big pip, star, ring with dot, cross."""
    r = look.pip_size
    if look.odd_one == "big":
        return np.sqrt(x * x + y * y) - 1.9 * r
    if look.odd_one == "target":
        rho = np.sqrt(x * x + y * y)
        return np.minimum(np.abs(rho - 2.2 * r) - 0.4 * r, rho - r)
    if look.odd_one == "cross":
        bar = np.maximum(np.abs(x) - 0.7 * r, np.abs(y) - 2.2 * r)
        return np.minimum(bar, np.maximum(np.abs(y) - 0.7 * r, np.abs(x) - 2.2 * r))
    return _shape_distance(look.odd_one, x, y, 2.2 * r, turn)


def face_texture(look: Look, value: int) -> tuple[Array, Array]:
    """One face of a die, drawn once and kept.

    Returns:
        (mask, height): both (FACE_PX, FACE_PX) float32; mask 1 inside a pip,
        height in die edges, negative where drilled.
    """
    if value in look.faces:
        return look.faces[value]
    rng = np.random.default_rng(look.seed * 7 + value)
    axis = (np.arange(FACE_PX, dtype=np.float32) + 0.5) / FACE_PX - 0.5
    x, y = np.meshgrid(axis, axis)
    field_ = np.full((FACE_PX, FACE_PX), 9.0, np.float32)
    fan = rng.uniform(-0.7, 0.7) if look.shape == "shoe" else 0.0
    base = (
        rng.uniform(0, 2 * np.pi) if look.shape in ("star", "heart", "diamond") else 0.0
    )
    if not look.blank:
        if value == 1 and look.odd_one:
            field_ = _one_distance(look, x, y, base)
        else:
            for px, py in pip_centres(value, look, rng):
                turn = base + (fan * np.sign(px) if look.shape == "shoe" else 0.0)
                one = _shape_distance(look.shape, x - px, y - py, look.pip_size, turn)
                field_ = np.minimum(field_, one)
    soft = 0.6 / FACE_PX
    mask = np.clip(0.5 - field_ / (2 * soft), 0, 1).astype(np.float32)
    if look.wear > 0:
        noise = cv2.resize(rng.random((12, 12)).astype(np.float32), (FACE_PX, FACE_PX))
        mask *= 1 - look.wear * np.clip(noise * 2 - 0.8, 0, 1)
    inside = np.clip(-field_ / look.pip_size, 0, 1)
    height = -look.depth * look.pip_size * np.sqrt(np.clip(inside * (2 - inside), 0, 1))
    look.faces[value] = (mask, np.asarray(height, np.float32))
    return look.faces[value]


def _contrast(a: Array, b: Array) -> float:
    return float(np.abs(a ** (1 / 2.2) - b ** (1 / 2.2)).sum())


def random_look(rng: Rng, body: str | None = None, pips: str | None = None) -> Look:
    """Draw a die of any make; a given body and pip colour is kept."""
    names = list(HSV)
    free = body is None
    style = rng.random()
    if body is None:
        body = "white" if style < 0.36 else str(rng.choice(names))
    if pips is None:
        if body == "white":
            pips = "black" if rng.random() < 0.45 else str(rng.choice(names[1:]))
        else:
            pips = "white" if rng.random() < 0.62 else str(rng.choice(names))
    while True:
        body_rgb, pip_rgb = named_colour(body, rng), named_colour(pips, rng)
        if _contrast(body_rgb, pip_rgb) > 0.45:
            break
        if free and rng.random() < 0.5:
            pips = str(rng.choice(names))
        elif _contrast(body_rgb, pip_rgb) > 0.25 and rng.random() < 0.3:
            break
    if body == "white" and rng.random() < 0.3:  # ivory
        body_rgb = hsv_to_rgb(
            rng.uniform(36, 50), rng.uniform(0.1, 0.3), rng.uniform(0.8, 0.97)
        )
    if pips == "other" and rng.random() < 0.7:  # gold
        pip_rgb = hsv_to_rgb(
            rng.uniform(36, 48), rng.uniform(0.45, 0.8), rng.uniform(0.55, 0.9)
        )
    shape = "round" if rng.random() < 0.72 else str(rng.choice(PIP_SHAPES))
    look = Look(
        body, pips, body_rgb, pip_rgb, shape=shape, seed=int(rng.integers(1 << 30))
    )
    look.pip_size = float(rng.uniform(0.065, 0.125))
    look.spread = float(rng.uniform(0.19, 0.285))
    if shape == "shoe":
        look.pip_size = float(rng.uniform(0.075, 0.11))
        look.spread = float(rng.uniform(0.22, 0.28))
    look.six_ratio = float(rng.uniform(0.6, 1.08))
    gap = look.spread * min(1.0, look.six_ratio)
    if shape == "round":  # six pips of one face never merge
        look.pip_size = min(look.pip_size, 0.46 * look.spread, 0.8 * gap)
    look.depth = 0.0 if rng.random() < 0.35 else float(rng.uniform(0.2, 1.0))
    look.radius = float(rng.uniform(0.04, 0.26))
    look.ball = float(rng.uniform(0.64, 0.78)) if rng.random() < 0.4 else 0.0
    look.gloss = float(rng.uniform(0.0, 0.9))
    look.shininess = float(np.exp(rng.uniform(np.log(8), np.log(200))))
    look.left_handed = bool(rng.random() < 0.5)
    if (body not in ("white", "black") and rng.random() < 0.25) or rng.random() < 0.06:
        look.marble = float(rng.uniform(0.3, 1.0))
        second = named_colour(str(rng.choice(names)), rng)
        look.marble_rgb = second if rng.random() < 0.6 else body_rgb * 0.35
        if _contrast(look.marble_rgb, pip_rgb) < 0.5:
            look.marble *= 0.4
    if body not in ("white", "black") and rng.random() < 0.18:
        look.translucent = float(rng.uniform(0.2, 0.7))
    if rng.random() < 0.12:
        look.odd_one = str(
            rng.choice(["big", "big", "star", "heart", "target", "cross", "diamond"])
        )
    if rng.random() < 0.06 or (look.odd_one and rng.random() < 0.3):
        look.one_rgb = named_colour("red", rng)
    look.wear = float(rng.uniform(0.3, 0.9)) if rng.random() < 0.08 else 0.0
    return look


def dancing_look(rng: Rng, colour: str, kind: str, shape: str = "shoe") -> Look:
    """A Dancing Dice player's die: `c` white with coloured prints, `b` the reverse."""
    body, pips = ("white", colour) if kind == "c" else (colour, "white")
    look = random_look(rng, body, pips)
    look.shape, look.odd_one, look.one_rgb = shape, "", None
    if kind == "c" and rng.random() < 0.85:  # few sets are ivory
        look.body_rgb = named_colour("white", rng)
    look.marble = look.translucent = look.wear = 0.0
    return look


#: Body colour of each face of a Tango die.
TANGO_FACES = {1: "red", 2: "blue", 3: "green", 4: "yellow", 5: "purple", 6: "orange"}


def tango_look(rng: Rng, value: int, shape: str = "shoe") -> Look:
    """A Tango die with `value` on top: white prints, another colour on each face."""
    look = dancing_look(rng, TANGO_FACES[value], "b", shape)
    look.face_rgb = {v: named_colour(c, rng) for v, c in TANGO_FACES.items()}
    look.face_rgb[value] = look.body_rgb
    return look
