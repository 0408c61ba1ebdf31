"""One table through an evening: the same light and the same dice, laid anew each time.

What lies there is given, not drawn: a demonstration is to play one certain game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from models.render.die import Pose
from models.render.games import GamePicture, Table, shoot
from models.render.looks import Rng, dancing_look, tango_look
from models.render.table import lens

#: Balli as a record has them: {"red": ("6c 5b 3b", "5b 4c 6c")}.
Laid = Mapping[str, tuple[str, str]]

#: In die edges: the primo ballo's distance from the middle, and half the view.
RADIUS, REACH = 4.3, 7.4
TURN = 0.35


def evening_table(
    seed: int,
    laying: int,
    tango: Sequence[int],
    laid: Laid,
    colours: Sequence[str],
    size: tuple[int, int] = (1280, 960),
) -> GamePicture:
    """Render one moment.

    Args:
        seed: Of the evening: light, table top, and the looks of the dice.
        laying: Another number lays the players' dice a little differently.
        tango: Values of the Tango dice in the middle; empty for none.
        laid: What lies in front of each player; nobody for an empty table.
        colours: Of all players, in the order of their seats.
        size: (width, height) in pixels.
    """
    table, hand = Table(), np.random.default_rng((seed, *tango))
    for seat, value in enumerate(tango):
        looks = np.random.default_rng((seed, 7, seat))
        _lay_tango(table, hand, looks, seat, value)
    hand = np.random.default_rng((seed, laying))
    for seat, colour in enumerate(colours):
        if colour in laid:
            angle = TURN + 6.283 * seat / len(colours)
            looks = np.random.default_rng((seed, 8, seat))
            _lay_player(table, hand, looks, colour, angle, laid[colour])
    rng = np.random.default_rng((seed, 9))  # the same light every time
    picture, mask, dice = shoot(table, rng, size, REACH, 0.0, "wood")
    photo = lens(picture, rng, strength=0.15)
    balli = {
        colour: {"first": rows[0], "second": rows[1]} for colour, rows in laid.items()
    }
    return GamePicture(
        photo, mask, dice, table.owners, table.rows, balli, sorted(tango)
    )


def _lay_tango(table: Table, hand: Rng, looks: Rng, seat: int, value: int) -> None:
    angle, away = 1.2 + seat * 2.094 + hand.normal(0, 0.2), hand.uniform(0.8, 1.0)
    pose = Pose(
        float(away * np.cos(angle)),
        float(away * np.sin(angle)),
        float(hand.uniform(0, 6.28)),
        value,
        quarter=int(hand.integers(4)),
    )
    table.add(pose, tango_look(looks, value), "tango", "tango")


def _lay_player(
    table: Table, hand: Rng, looks: Rng, colour: str, angle: float, rows: Sequence[str]
) -> None:
    out = np.array([np.cos(angle), np.sin(angle)])
    along = np.array([-out[1], out[0]])
    kinds = {kind: dancing_look(looks, colour, kind) for kind in "cb"}
    kinds["b"].radius, kinds["b"].ball = kinds["c"].radius, kinds["c"].ball
    slide, gap = hand.uniform(-0.3, 0.3), hand.uniform(1.25, 1.4)
    for row, (name, text) in enumerate(zip(("first", "second"), rows, strict=True)):
        for place, die in enumerate(text.split()):
            at = out * (RADIUS + 1.75 * row) + along * ((place - 1) * gap + slide)
            at = at + hand.normal(0, 0.03, 2)
            yaw = angle + hand.normal(0, 0.07) + np.pi / 2 * int(hand.integers(4))
            pose = Pose(
                float(at[0]),
                float(at[1]),
                float(yaw),
                int(die[0]),
                quarter=int(hand.integers(4)),
            )
            table.add(pose, kinds[die[1]], colour, name)
