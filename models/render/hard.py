"""Scenes as readers fail on: pale pips, domes, heaps, swirls, low cameras, non-dice.

`hard_scene` draws a theme by its share; a theme says what lies where under which
light, and what comes between the table and the photo. Truth is as in `scene`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from models.render import glass
from models.render.boards import BOARDS, lay
from models.render.die import Light, Pose
from models.render.hard_looks import (
    clear_look,
    fade,
    gold_look,
    ivory_look,
    marked_look,
    pale_look,
    swirl_look,
)
from models.render.looks import (
    PLAYER_COLOURS,
    Array,
    Rng,
    dancing_look,
    named_colour,
    random_look,
)
from models.render.oddments import strew
from models.render.scene import DieTruth, Scene, compose, is_clear
from models.render.setting import (
    After,
    Crops,
    Setting,
    between,
    count_of,
    heap_dice,
    lay_blocks,
    some_top,
    start,
    strew_dice,
)
from models.render.table import Size, add_clutter, lens, table_top


def _dimmed(rng: Rng) -> After:
    """Too little light or far too much of it."""
    gain = between(rng, 0.2, 0.7) if rng.random() < 0.6 else between(rng, 1.2, 1.7)
    return lambda picture, mask, dice: np.asarray(picture * gain, np.float32)


def _glare(rng: Rng) -> After:
    return lambda picture, mask, dice: glass.glare(picture, mask, dice, rng)


def pale(rng: Rng, size: Size, crops: Crops) -> Setting:
    """Theme 1: marks of nearly the body's lightness, glare, dim or clipped light."""
    tilt = float(abs(rng.normal(0, 18)))
    s = start(
        rng,
        size,
        between(rng, 14, 60),
        min(tilt, 50),
        some_top(rng, size, crops, "tray", "tray", "paper", "paper", "polka"),
    )
    sets = [pale_look(rng) for _ in range(int(rng.integers(1, 4)))]
    if rng.random() < 0.3:  # a player's two kinds, one faded as the other
        colour = str(rng.choice(PLAYER_COLOURS))
        sets = [fade(dancing_look(rng, colour, k), rng) for k in "cb"]
    if rng.random() < 0.35:
        lay_blocks(rng, s, sets, int(rng.integers(1, 5)))
    else:
        strew_dice(rng, s, count_of(rng, s, 16), sets)
    if rng.random() < 0.55:
        s.after.append(_glare(rng))
    if rng.random() < 0.3:
        s.after.append(_dimmed(rng))
    return s


def domed(rng: Rng, size: Size, crops: Crops) -> Setting:
    """Theme 2: one to three dice under a dome amid a round board, or behind glass."""
    edge = between(rng, 17, 60)
    s = start(rng, size, edge, float(rng.uniform(0, 45)), table_top(rng, size, crops))
    span = float(rng.uniform(13, 24))
    s.top = lay(BOARDS["round"](rng), s.camera, size, span, float(rng.uniform(0, 6.28)))
    radius = 0.42 * 0.45 * span
    sets = [ivory_look(rng), random_look(rng, "white", "black"), gold_look(rng)]
    look = sets[int(rng.integers(3))] if rng.random() < 0.7 else random_look(rng)
    for _ in range(int(rng.integers(1, 4))):
        a, d = rng.uniform(0, 6.28), radius * 0.6 * np.sqrt(rng.random())
        pose = Pose(
            float(d * np.cos(a)),
            float(d * np.sin(a)),
            float(rng.uniform(0, 6.28)),
            int(rng.integers(1, 7)),
            quarter=int(rng.integers(4)),
        )
        if is_clear(pose, s.poses):
            s.poses.append(pose)
            s.looks.append(look)
    x, y = (float(v) for v in s.camera.project(np.array([0.0, 0.0, 0.3])))
    s.after.append(
        lambda p, mask, dice: glass.dome(p, rng, (x, y), 1.05 * radius * edge)
    )
    return s


def company(rng: Rng, size: Size, crops: Crops) -> Setting:
    """Theme 3: minis beside normal dice, ivory, blocks, dark boxes, dots, torches."""
    kind = str(
        rng.choice(["mini", "block", "block", "ivory", "dark", "polka", "torch"])
    )
    tilt = float(rng.uniform(0, 48))
    tops = {"dark": "tray", "polka": "polka"}
    top = tops.get(kind) or some_top(rng, size, crops, "granite", "tray", "paper")
    s = start(rng, size, between(rng, 15, 60), tilt, top)
    sets = [random_look(rng) for _ in range(int(rng.integers(1, 4)))]
    if kind == "ivory":
        sets = [ivory_look(rng) for _ in sets]
    if kind == "dark":
        dark = str(rng.choice(["black", "brown", "blue", "purple"]))
        sets = [random_look(rng, dark) for _ in sets]
        tone = named_colour("black", rng) * float(rng.uniform(0.3, 1.5))
        s.top = (s.top * 0.15 + tone).astype(np.float32)
    if kind == "block":
        lay_blocks(rng, s, sets[:2], int(rng.integers(1, 5)))
    else:
        strew_dice(rng, s, count_of(rng, s, 18), sets)
    if kind == "mini":
        small = [i for i in range(len(s.poses)) if rng.random() < 0.5]
        for i in small:
            s.poses[i].size *= float(rng.uniform(0.5, 0.75))
    if kind == "torch" or rng.random() < 0.1:
        s.after.append(lambda p, mask, dice: glass.torchlight(p, rng))
    return s


def swirled(rng: Rng, size: Size, crops: Crops) -> Setting:
    """Theme 4: small marbled and clear dice in trays and heaps, blurred."""
    top = "tray" if rng.random() < 0.75 else table_top(rng, size, crops)
    tilt = float(rng.uniform(5, 48))
    s = start(rng, size, between(rng, 13, 42), tilt, top)
    makes = (swirl_look, swirl_look, swirl_look, clear_look, random_look, ivory_look)
    sets = [makes[int(rng.integers(6))](rng) for _ in range(int(rng.integers(2, 7)))]
    strew_dice(rng, s, count_of(rng, s, 18), sets)
    if rng.random() < 0.4:
        heap_dice(rng, s, 0.25)
    s.blurred = rng.random() < 0.7
    if rng.random() < 0.2:
        s.after.append(_glare(rng))
    return s


def boarded(rng: Rng, size: Size, crops: Crops) -> Setting:
    """Theme 5: tiny dice on busy print, seen from so low that fronts outgrow tops."""
    top = str(rng.choice(["hex", "hex", "hex", "paper", "granite", "round", "polka"]))
    s = start(rng, size, between(rng, 13, 36), float(rng.uniform(35, 65)), top)
    makes = (gold_look, gold_look, gold_look, ivory_look, random_look, clear_look)
    sets = [makes[int(rng.integers(6))](rng) for _ in range(int(rng.integers(1, 5)))]
    strew_dice(rng, s, int(rng.integers(2, 11)), sets)
    s.blurred = rng.random() < 0.4
    if rng.random() < 0.25:
        s.after.append(_glare(rng))
    return s


def impostors(rng: Rng, size: Size, crops: Crops) -> Setting:
    """Theme 6: cubes with other marks, many-sided dice, dominoes, buttons, keys."""
    top = some_top(
        rng, size, crops, "keyboard", "keyboard", "paper", "hex", "round", "tray"
    )
    tilt = float(rng.uniform(0, 50))
    s = start(rng, size, between(rng, 15, 70), tilt, top)
    sets = [marked_look(rng) for _ in range(int(rng.integers(1, 4)))]
    if rng.random() < 0.6:
        sets += [random_look(rng) for _ in sets]
    if rng.random() < 0.85:
        strew_dice(rng, s, count_of(rng, s, 12), sets)
    if rng.random() < 0.7:
        many = int(rng.integers(1, 8))
        s.top, s.odd = strew(s.top, rng, many, s.edge_px, float(np.radians(tilt)))
    return s


#: Each theme with its share of the scenes.
THEMES: dict[str, tuple[Callable[[Rng, Size, Crops], Setting], float]] = {
    "pale": (pale, 0.24),
    "domed": (domed, 0.06),
    "company": (company, 0.17),
    "swirled": (swirled, 0.22),
    "boarded": (boarded, 0.18),
    "impostors": (impostors, 0.13),
}
#: How often a theme's whole picture is squashed; each axis by 0.7 to 1.4.
SQUASHED = {"swirled": 0.7, "boarded": 0.4}


def hard_scene(
    rng: Rng, side: int = 384, crops: Crops = None, theme: str | None = None
) -> Scene:
    """A training picture, side × side, of one theme, drawn by its share where None."""
    if theme is None:
        shares = [share for _, share in THEMES.values()]
        theme = str(rng.choice(list(THEMES), p=shares))
    size = (side, side)
    if rng.random() < SQUASHED.get(theme, 0.15):
        size = (
            round(side / between(rng, 0.8, 1.4)),
            round(side / between(rng, 0.8, 1.4)),
        )
    setting = THEMES[theme][0](rng, size, crops)
    if rng.random() < 0.15:
        clutter = int(rng.integers(1, 6))
        setting.top = add_clutter(setting.top, rng, clutter, setting.edge_px)
    return _taken(setting, rng, side)


def _taken(s: Setting, rng: Rng, side: int) -> Scene:
    """Render a setting and photograph it."""
    return photographed(s, *lit(s, s.light), rng, side)


def lit(s: Setting, light: Light) -> tuple[Array, NDArray[np.uint8], list[DieTruth]]:
    """Render a setting under a light: (linear RGB, mask, truth of its dice)."""
    scale = 2 if s.edge_px < 60 else 1
    return compose(
        s.top, s.poses, s.looks, s.camera, light, s.edge_px, scale, exact=True
    )


def photographed(
    s: Setting,
    picture: Array,
    mask: NDArray[np.uint8],
    dice: list[DieTruth],
    rng: Rng,
    side: int,
) -> Scene:
    """What comes between a rendered setting and its photo, side × side."""
    dice = dice + [odd for odd in s.odd if _is_bare(odd, mask)]
    for step in s.after:
        picture = step(picture, mask, dice)
    if rng.random() < 0.08:
        picture = glass.pane(picture, rng)
    picture, mask, dice = glass.squash(picture, mask, dice, (side, side))
    if s.blurred or rng.random() < 0.2:
        picture = glass.blur(picture, rng, s.edge_px)
    if rng.random() < 0.4:
        picture = glass.shift_hue(picture, rng)
    photo = lens(picture, rng)
    dice = [d for d in dice if d.value or 0 <= min(d.center) <= max(d.center) < side]
    return Scene(photo, mask, glass.mark_unseen(photo, mask, dice, s.edge_px))


def _is_bare(odd: DieTruth, mask: NDArray[np.uint8]) -> bool:
    """Whether no top face lies on or beside a thing that is none."""
    x0, y0 = np.maximum(odd.corners.min(0) - 6, 0).astype(int)
    x1, y1 = odd.corners.max(0).astype(int) + 7
    part = mask[y0 : max(y1, 0), x0 : max(x1, 0)]
    return part.size > 0 and not part.any()
