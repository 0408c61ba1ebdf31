"""Tables as games lay them: whole Dancing Dice tables and two dice for Mia."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.render.die import Camera, Pose
from models.render.glass import glare, mark_unseen
from models.render.hard_looks import fade
from models.render.looks import Array, Look, Rng, dancing_look, random_look, tango_look
from models.render.mats import Mat
from models.render.scene import DieTruth, Light, compose, random_light
from models.render.table import add_clutter, lens, table_top


@dataclass
class GamePicture:
    """A rendered table and what is true of it.

    Attributes:
        photo: RGB uint8 (H, W, 3).
        mask: As `models.render.scene.Scene.mask`.
        dice: The truth of each die.
        owners: Colour of the player of each die; `tango` for those in the middle.
        rows: `first`, `second` or `tango` of each die.
        balli: What each player laid: {"red": {"first": "2c 4b 6c", "second": …}}.
        tango: The Tango dice's values, sorted; empty for Mia.
    """

    photo: NDArray[np.uint8]
    mask: NDArray[np.uint8]
    dice: list[DieTruth]
    owners: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    balli: dict[str, dict[str, str]] = field(default_factory=dict)
    tango: list[int] = field(default_factory=list)


@dataclass
class Table:
    """A table being laid: dice with their looks and owners."""

    poses: list[Pose] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    owners: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)

    def add(self, pose: Pose, look: Look, owner: str, row: str) -> None:
        """Put one die down."""
        self.poses.append(pose)
        self.looks.append(look)
        self.owners.append(owner)
        self.rows.append(row)


def _hand_of(rng: Rng) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Two rows of (value, type), three of each type; now and then a Rock or Gala."""
    values = [int(v) for v in rng.integers(1, 7, 6)]
    roll = rng.random()
    if roll < 0.06:
        values = [values[0]] * 6
    elif roll < 0.16:
        values[3:] = [values[i] for i in rng.permutation(3)]
    types = ["c", "c", "c", "b", "b", "b"]
    if rng.random() < 0.6:
        types = [types[i] for i in rng.permutation(6)]
        if len(set(types[:3])) == 1:
            types[0], types[3] = types[3], types[0]
    dice = list(zip(values, types, strict=True))
    return dice[:3], dice[3:]


def _lay_rows(
    table: Table,
    rng: Rng,
    colour: str,
    angle: float,
    radius: float,
    shape: str,
    pale: bool = False,
) -> dict[str, str]:
    """Lay one player's two rows along its side of the table."""
    out = np.array([np.cos(angle), np.sin(angle)])
    along = np.array([-out[1], out[0]])
    gap = rng.uniform(1.02, 1.5)
    depth = rng.uniform(1.05, 1.25) if rng.random() < 0.2 else rng.uniform(1.5, 2.2)
    slide = rng.uniform(-0.4, 0.4)
    looks = {t: dancing_look(rng, colour, t, shape) for t in "cb"}
    for t in "cb":
        looks[t].radius, looks[t].ball = looks["c"].radius, looks["c"].ball
        looks[t].gloss, looks[t].shininess = looks["c"].gloss, looks["c"].shininess
        if pale:
            fade(looks[t], rng)
    told = {}
    for row, (name, dice) in enumerate(
        zip(("first", "second"), _hand_of(rng), strict=True)
    ):
        bend = rng.uniform(-0.12, 0.12)
        for k, (value, kind) in enumerate(dice):
            at = out * (radius + row * depth + bend * abs(k - 1)) + along * (
                (k - 1) * gap + slide
            )
            at = at + rng.normal(0, 0.02, 2)
            yaw = angle + rng.normal(0, 0.08) + np.pi / 2 * int(rng.integers(4))
            pose = Pose(
                float(at[0]),
                float(at[1]),
                float(yaw),
                value,
                quarter=int(rng.integers(4)),
            )
            table.add(pose, looks[kind], colour, name)
        told[name] = " ".join(f"{v}{t}" for v, t in dice)
    return told


def dancing_table(
    rng: Rng,
    colours: tuple[str, ...],
    size: tuple[int, int] = (1280, 960),
    *,
    strength: float = 0.5,
    tilt_deg: float = 0.0,
    shape: str = "shoe",
    top: str | None = None,
    pale: bool = False,
    mat: Mat | None = None,
) -> GamePicture:
    """Render one prova, the sipari up: all rows, the Tango dice in the middle.

    Args:
        rng: The source of every choice.
        colours: Of the players.
        size: (width, height) in pixels.
        strength: Of the lens, as `table.lens`.
        tilt_deg: Of the camera, from straight above.
        shape: Of the pips.
        top: As `kind` of `table.table_top`.
        pale: Faded prints and glare on the faces; what nobody could read counts as
            half hidden.
        mat: A patch of grey on the table, and lamps of a colour.
    """
    table = Table()
    tango = sorted(int(v) for v in rng.integers(1, 7, 3))
    start = rng.uniform(0, 6.28)
    for k, value in enumerate(tango):
        a = start + k * 2.094 + rng.normal(0, 0.2)
        d = rng.uniform(0.75, 1.0)
        pose = Pose(
            float(d * np.cos(a)),
            float(d * np.sin(a)),
            float(rng.uniform(0, 6.28)),
            value,
            quarter=int(rng.integers(4)),
        )
        table.add(pose, tango_look(rng, value, shape), "tango", "tango")
    turn = rng.uniform(0, 6.28)
    radius = max(4.2, 0.75 * len(colours) + 0.9) + rng.uniform(0, 0.8)
    balli = {}
    for k, colour in enumerate(colours):
        angle = turn + 6.283 * k / len(colours) + rng.normal(0, 0.05)
        balli[colour] = _lay_rows(
            table, rng, colour, float(angle), float(radius), shape, pale
        )
    reach = radius + 3.4
    picture, mask, dice = shoot(table, rng, size, reach, tilt_deg, top, mat)
    if pale:
        picture = glare(picture, mask, dice, rng)
    photo = lens(picture, rng, strength=strength)
    if pale:
        dice = mark_unseen(photo, mask, dice, min(size) / 2 / reach)
    return GamePicture(photo, mask, dice, table.owners, table.rows, balli, tango)


def shoot(
    table: Table,
    rng: Rng,
    size: tuple[int, int],
    reach: float,
    tilt_deg: float,
    top: str | None,
    mat: Mat | None = None,
) -> tuple[Array, NDArray[np.uint8], list[DieTruth]]:
    """Light and render a laid table; `reach` is half the picture's height in edges."""
    w, h = size
    edge_px = min(w, h) / 2 / reach
    focal = 1.1 * max(w, h)
    tilt = float(np.radians(tilt_deg))
    centre = (w / 2, h / 2)
    camera = Camera(
        focal,
        centre,
        focal / edge_px * float(np.cos(tilt)) / (1 - 0.25 * float(np.sin(tilt))),
        tilt,
    )
    light: Light = random_light(rng)
    background = table_top(rng, size, kind=top)
    if mat is not None:
        background = mat.lay(background)
    picture, mask, dice = compose(
        background, table.poses, table.looks, camera, light, edge_px
    )
    if mat is not None:
        picture = np.asarray(picture * mat.lamps, np.float32)
    return picture, mask, dice


def mia_table(
    rng: Rng,
    size: tuple[int, int] = (800, 600),
    *,
    strength: float = 0.5,
    tilt_deg: float = 0.0,
    top: str | None = None,
) -> GamePicture:
    """Render two dice as the box leaves them."""
    table = Table()
    look = (
        random_look(rng, "white", "black")
        if rng.random() < 0.5
        else random_look(
            rng, str(rng.choice(["red", "blue", "green", "black"])), "white"
        )
    )
    look.shape, look.odd_one = "round", ""
    a, d = rng.uniform(0, 6.28), rng.uniform(0.6, 1.6)
    for side in (-1, 1):
        pose = Pose(
            float(side * d * np.cos(a)),
            float(side * d * np.sin(a)),
            float(rng.uniform(0, 6.28)),
            int(rng.integers(1, 7)),
            quarter=int(rng.integers(4)),
        )
        table.add(pose, look, "table", "mia")
    picture, mask, dice = shoot(table, rng, size, 5.0, tilt_deg, top)
    if rng.random() < 0.3:
        picture = add_clutter(picture, rng, 0, 50)
    return GamePicture(
        lens(picture, rng, strength=strength), mask, dice, table.owners, table.rows
    )
