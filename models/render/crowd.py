"""Tables for measuring that hold no die of pips: crowds of other things, numeral dice.

No training scene is made here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.render.boards import BOARDS
from models.render.hard_looks import marked_look
from models.render.hardware import bottle_cap, lying_screw, screw_head
from models.render.looks import Rng
from models.render.oddments import Thing, button, domino, many_sided, put
from models.render.scene import compose
from models.render.setting import Setting, between, start, strew_dice
from models.render.table import MAKERS, PAINTERS, Size, lens, table_top

#: Things with thickness, by name.
SPRITES: dict[str, Thing] = {
    "domino": (domino, 2.3),
    "button": (button, 1.1),
    "cap": (bottle_cap, 1.9),
    "screw": (screw_head, 0.8),
    "lying screw": (lying_screw, 2.2),
}
#: What is drawn how often; dots are single spots in no order.
NAMES = (
    ("domino",) * 4
    + ("button", "cap", "screw") * 2
    + ("lying screw", "coin", "peg", "peg", "keys", "dots", "text")
)


@dataclass(frozen=True)
class Crowd:
    """A picture without any die of pips.

    Attributes:
        photo: RGB uint8 (H, W, 3).
        cloth: The name of what all lies on.
        names: What lies there, in the order of `places`.
        places: (n, 3): middle x, y and reach, in pixels.
    """

    photo: NDArray[np.uint8]
    cloth: str
    names: tuple[str, ...]
    places: NDArray[np.float64]

    def what_is_at(self, x: float, y: float) -> str:
        """The name of what lies at a place of the picture."""
        if not self.names:
            return self.cloth
        away = np.hypot(self.places[:, 0] - x, self.places[:, 1] - y)
        away = away / self.places[:, 2]
        nearest = int(away.argmin())
        return self.names[nearest] if away[nearest] < 1 else self.cloth


def _setting(rng: Rng, size: Size) -> tuple[str, float, Setting]:
    """A dotted cloth, a keyboard or any other top; its name, tilt and setting."""
    cloth = str(rng.choice(["polka", "polka", "keyboard", *BOARDS, *MAKERS, "weave"]))
    edge, tilt = between(rng, 20, 60), float(rng.uniform(0, 35))
    if cloth in MAKERS:
        return (
            cloth,
            tilt,
            start(rng, size, edge, tilt, table_top(rng, size, kind=cloth)),
        )
    return cloth, tilt, start(rng, size, edge, tilt, cloth)


def crowded_table(rng: Rng, size: Size = (960, 720)) -> Crowd:
    """Dominoes, buttons, caps, screws, coins, pegs, keys and dots, side by side."""
    cloth, tilt, s = _setting(rng, size)
    step, low = 2.8 * s.edge_px, max(float(np.cos(np.radians(tilt))), 0.45)
    share = float(rng.uniform(0.4, 0.95))
    names, places = [], []
    for y in np.arange(step / 2, size[1], step * low):
        for x in np.arange(step / 2, size[0], step):
            if rng.random() > share:
                continue
            name = str(rng.choice(NAMES))
            at = np.array([x, y]) + rng.uniform(-0.15, 0.15, 2) * step
            if name in SPRITES:
                make, big = SPRITES[name]
                side = s.edge_px * big * float(rng.uniform(0.8, 1.2))
                put(s.top, make(rng), at, side, low, s.edge_px)
            else:
                r = s.edge_px * float(rng.uniform(0.3, 0.6))
                PAINTERS[name](s.top, (float(at[0]), float(at[1])), r, rng)
            names.append(name)
            places.append((*at, 1.3 * s.edge_px))
    level = s.light.key * float(s.light.direction[2]) + s.light.ambient
    photo = lens(s.top * level, rng, strength=0.5)
    return Crowd(photo, cloth, tuple(names), np.reshape(places, (-1, 3)))


def numeral_table(rng: Rng, size: Size = (960, 720)) -> Crowd:
    """Cubes with numerals, and some dice of more sides, on any table."""
    cloth, _, s = _setting(rng, size)
    low = [marked_look(rng, "low") for _ in range(3)]
    strew_dice(rng, s, int(rng.integers(4, 13)), [*low, marked_look(rng, "high")])
    names = ["cube"] * len(s.poses)
    places = []
    for _ in range(int(rng.integers(0, 4))):
        at = rng.uniform(0.05, 0.95, 2) * size
        put(s.top, many_sided(rng), at, 1.3 * s.edge_px, 1.0, s.edge_px)
        places.append((*at, s.edge_px))
    names += ["many-sided"] * len(places)
    picture, _, dice = compose(
        s.top, s.poses, s.looks, s.camera, s.light, s.edge_px, 2, exact=True
    )
    places = [(*d.center, s.edge_px) for d in dice] + places
    photo = lens(picture, rng, strength=0.5)
    return Crowd(photo, cloth, tuple(names), np.reshape(places, (-1, 3)))
