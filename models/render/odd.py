"""Scenes of what else lies and shines on tables: wood, caps, glass, lamps, dominoes.

`odd_scene` draws a theme by its share, as `hard.hard_scene` does; truth is as in
`scene`. The themes stand apart so that what other seeds draw stays what it was.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.render import rooms
from models.render.boards import BOARDS
from models.render.dominoes import Tile, chain, lay_tile, some_make
from models.render.hard import lit, photographed
from models.render.hard_looks import wood_look
from models.render.looks import (
    HSV,
    PLAYER_COLOURS,
    Look,
    Rng,
    dancing_look,
    named_colour,
    random_look,
)
from models.render.oddments import HARDWARE, strew
from models.render.scene import Scene
from models.render.setting import (
    Crops,
    Setting,
    between,
    count_of,
    lay_blocks,
    some_top,
    start,
    strew_dice,
)
from models.render.table import Size, felt, plain, table_top, wood


def _sets(rng: Rng, wooden: float = 0.2) -> list[Look]:
    """One to four looks: any, a player's two kinds, wooden ones by their share."""
    sets = []
    for _ in range(int(rng.integers(1, 4))):
        kind = rng.random()
        if kind < wooden:
            sets.append(wood_look(rng))
        elif kind < wooden + 0.3:
            colour = str(rng.choice(PLAYER_COLOURS))
            shape = "shoe" if rng.random() < 0.7 else "round"
            sets += [dancing_look(rng, colour, k, shape) for k in "cb"]
        else:
            sets.append(random_look(rng))
    return sets


def _tilt(rng: Rng, most: float = 48) -> float:
    return float(min(abs(rng.normal(0, 22)), most))


def wooden(rng: Rng, size: Size, crops: Crops) -> Setting:
    """Theme 1: wooden dice, often on wood."""
    top = wood(rng, size).clip(0.003, 1).astype(np.float32)
    s = start(
        rng,
        size,
        between(rng, 14, 70),
        _tilt(rng),
        top if rng.random() < 0.4 else some_top(rng, size, crops, "tray", "polka"),
    )
    sets = [wood_look(rng) for _ in range(int(rng.integers(1, 4)))]
    if rng.random() < 0.3:
        lay_blocks(rng, s, sets, int(rng.integers(1, 5)))
    else:
        strew_dice(rng, s, count_of(rng, s, 16), sets)
    return s


def capped(rng: Rng, size: Size, crops: Crops) -> Setting:
    """Theme 2: bottle caps and screws, alone or among dice."""
    tilt = _tilt(rng)
    top = some_top(rng, size, crops, "tray", "granite", "polka", "paper")
    s = start(rng, size, between(rng, 15, 60), tilt, top)
    if rng.random() < 0.75:
        strew_dice(rng, s, count_of(rng, s, 10), _sets(rng))
    many = int(rng.integers(2, 12))
    turned = float(np.radians(tilt))
    s.top, s.odd = strew(s.top, rng, many, s.edge_px, turned, HARDWARE)
    return s


def glassy(rng: Rng, size: Size, crops: Crops) -> Setting:
    """Theme 3: a glass table that mirrors each die twice, and windows beside them."""
    s = start(rng, size, between(rng, 15, 65), _tilt(rng), table_top(rng, size, crops))
    if rng.random() < 0.5:  # a dark floor, on which reflections stand out
        s.top = np.asarray(s.top * rng.uniform(0.05, 0.4), np.float32)
    strew_dice(rng, s, count_of(rng, s, 14), _sets(rng))
    s.top = rooms.glass_top(s.top, s.poses, s.looks, s.camera, s.light, rng)
    return s


def two_lamps(rng: Rng, size: Size, crops: Crops) -> Setting:
    """Theme 4: any dice on any table; `odd_scene` lights it from two sides."""
    boards = tuple(BOARDS)
    s = start(
        rng,
        size,
        between(rng, 14, 65),
        _tilt(rng),
        some_top(rng, size, crops, *boards),
    )
    if rng.random() < 0.3:
        lay_blocks(rng, s, _sets(rng), int(rng.integers(1, 5)))
    else:
        strew_dice(rng, s, count_of(rng, s, 16), _sets(rng))
    return s


def edged(rng: Rng, size: Size, crops: Crops) -> Setting:
    """Theme 5: dice cocked against a book, a tray's wall or a box, others before it."""
    make = (wood, felt, plain)[int(rng.integers(3))]
    s = start(
        rng, size, between(rng, 16, 60), _tilt(rng, 40), make(rng, size).clip(0.003, 1)
    )
    tall = between(rng, 0.15, 1.6)
    tone = named_colour(str(rng.choice(list(HSV))), rng)
    s.top, foot, toward = rooms.wall(s.top, s.camera, s.light, rng, tall, tone)
    sets = _sets(rng)
    strew_dice(rng, s, count_of(rng, s, 10), sets)
    s.poses = [p for p in s.poses if rooms.is_before(p, foot, toward)]
    reach = 0.4 * min(size) / s.edge_px
    for along in np.arange(-reach, reach, 1.7):
        if rng.random() < 0.5:
            pose = rooms.leaning_pose(rng, foot, toward, float(along), tall)
            s.poses = [
                p
                for p in s.poses
                if p.lean or np.hypot(p.x - pose.x, p.y - pose.y) > 1.45
            ]
            s.poses.append(pose)
    s.looks = [sets[int(rng.integers(len(sets)))] for _ in s.poses]
    return s


def tiled(rng: Rng, size: Size, crops: Crops) -> Setting:
    """Theme 6: dominoes, alone or among dice; no half of one is a face."""
    top = some_top(rng, size, crops, "tray", "granite", "paper")
    s = start(rng, size, between(rng, 15, 55), _tilt(rng), top)
    s.top = s.top.copy()
    make, laid = some_make(rng), list[Tile]()
    for _ in range(int(rng.integers(1, 8))):
        if rng.random() < 0.3:
            make = some_make(rng)
        pixel = rng.uniform(0, 1, 2) * size
        at = s.camera.to_table(float(pixel[0]), float(pixel[1]))[:2]
        for tile in chain(rng, make, at.astype(np.float32)):
            away = [np.hypot(*(tile.at - o.at)) for o in laid]
            if min(away, default=9) > 1.02 * make.half:
                s.odd += lay_tile(s.top, tile, make, s.camera, s.light)
                laid.append(tile)
    if rng.random() < 0.6:
        strew_dice(rng, s, count_of(rng, s, 8), _sets(rng))
    return s


#: Each theme with its share of the scenes.
THEMES: dict[str, tuple[Callable[[Rng, Size, Crops], Setting], float]] = {
    "wooden": (wooden, 0.2),
    "capped": (capped, 0.15),
    "glassy": (glassy, 0.15),
    "two_lamps": (two_lamps, 0.15),
    "edged": (edged, 0.15),
    "tiled": (tiled, 0.2),
}


def odd_scene(
    rng: Rng, side: int = 384, crops: Crops = None, theme: str | None = None
) -> Scene:
    """A training picture, side × side, of one theme, drawn by its share where None."""
    if theme is None:
        shares = [share for _, share in THEMES.values()]
        theme = str(rng.choice(list(THEMES), p=shares))
    s = THEMES[theme][0](rng, (side, side), crops)
    if theme != "two_lamps" and rng.random() > 0.15:
        return photographed(s, *lit(s, s.light), rng, side)
    left, mask, dice = lit(s, rooms.side_light(s.light, rng, at_right=False))
    right, _, _ = lit(s, rooms.side_light(s.light, rng, at_right=True))
    return photographed(s, rooms.two_lamps(left, right, rng), mask, dice, rng, side)
