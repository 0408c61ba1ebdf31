"""However a table is turned, mirrored, moved or sized, everyone keeps dice and rows."""

from dataclasses import dataclass, replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laid import CENTRE, COLOURS, EDGE, die, seat, tango
from vision.layout import Layout, lay_out
from vision.readings import DieReading, Point

TYPES = ("cccbbb", "bbbccc", "cbccbb", "bcbbcc", "ccbbbc")
#: How a player may lay six dice: two rows, two rows that touch, one line.
FORMS = ("rows", "rock", "gala")


@dataclass(frozen=True)
class Seat:
    """How one player laid six dice."""

    form: str
    kinds: str
    step: float
    gap: float
    bend: float
    away: float
    aside_deg: float


@dataclass(frozen=True)
class Move:
    """How the whole table lies in the picture."""

    turn_deg: float
    size: float
    shift: Point
    is_mirrored: bool

    def of(self, point: Point) -> Point:
        a = np.radians(self.turn_deg)
        matrix = self.size * np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        if self.is_mirrored:
            matrix = matrix @ np.diag([-1, 1])
        x, y = matrix @ np.array(point) + self.shift
        return (float(x), float(y))

    def of_die(self, one: DieReading) -> DieReading:
        a, b, c, d = map(self.of, one.corners)
        corners = (b, a, d, c) if self.is_mirrored else (a, b, c, d)
        return replace(one, center=self.of(one.center), corners=corners)


seats = st.builds(
    Seat,
    form=st.sampled_from(FORMS),
    kinds=st.sampled_from(TYPES),
    step=st.floats(1.0, 1.4),
    gap=st.floats(1.2, 2.2),
    bend=st.floats(-0.2, 0.2),
    away=st.floats(8, 10),
    aside_deg=st.floats(-6, 6),
)
moves = st.builds(
    Move,
    turn_deg=st.floats(0, 360),
    size=st.floats(0.3, 4),
    shift=st.tuples(st.floats(-500, 500), st.floats(-500, 500)),
    is_mirrored=st.booleans(),
)


def laid(seated: Seat, colour: str, angle_deg: float) -> list[DieReading]:
    """One player's dice, those of the first row first."""
    at = angle_deg + seated.aside_deg
    if seated.form == "gala":
        return line(seated, colour, at)
    joined = seated.form == "rock"
    return seat(
        colour,
        at,
        away=seated.away,
        step=1.0 if joined else seated.step,
        gap=1.0 if joined else seated.gap,
        kinds=seated.kinds,
        bend=0.0 if joined else seated.bend,
        values="444444" if joined else "123456",
    )


def line(seated: Seat, colour: str, angle_deg: float) -> list[DieReading]:
    """Six in a row across the way to the centre, 1 to 6."""
    a = np.radians(angle_deg)
    out, along = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    places = [
        np.array(CENTRE) + EDGE * (seated.away * out + (i - 2.5) * 1.02 * along)
        for i in range(6)
    ]
    return [
        die(float(x), float(y), kind, colour, value)
        for value, ((x, y), kind) in enumerate(
            zip(places, seated.kinds, strict=True), start=1
        )
    ]


def table_of(seated: list[Seat]) -> list[DieReading]:
    dice = tango()
    for i, one in enumerate(seated):
        dice += laid(one, COLOURS[i], 360 / len(seated) * i + 20)
    return dice


def told(layout: Layout, order: list[int]) -> dict[str, object]:
    """Who owns what, by each die's place in the table before it was shuffled."""
    out: dict[str, object] = {"shared": {order[i] for i in layout.shared}}
    for player in layout.players:
        assert player.rows is not None
        rows = [
            frozenset(order[i] for i in row)
            for row in (player.rows.near, player.rows.far)
        ]
        # A line has no nearer half.
        told_rows = frozenset(rows) if player.rows.is_line else tuple(rows)
        out[player.colour] = told_rows
    return out


def in_order(seated: list[Seat]) -> dict[str, object]:
    """What `told` must be."""
    out: dict[str, object] = {"shared": {0, 1, 2}}
    for i, one in enumerate(seated):
        start = 3 + 6 * i
        rows = [frozenset(range(start + k, start + k + 3)) for k in (0, 3)]
        out[COLOURS[i]] = frozenset(rows) if one.form == "gala" else tuple(rows)
    return out


@settings(max_examples=200, deadline=None)
@given(
    seated=st.lists(seats, min_size=2, max_size=6),
    move=moves,
    random=st.randoms(use_true_random=False),
)
def test_no_turn_mirror_or_shuffle_changes_owners_or_the_first_row(
    seated: list[Seat], move: Move, random: object
) -> None:
    dice = table_of(seated)
    order = list(range(len(dice)))
    random.shuffle(order)  # type: ignore[attr-defined]
    shown = [move.of_die(dice[i]) for i in order]
    layout = lay_out(shown, move.of(CENTRE))
    assert [problem.code for problem in layout.problems] == []
    assert told(layout, order) == in_order(seated)


@settings(max_examples=100, deadline=None)
@given(
    seated=st.lists(seats, min_size=2, max_size=6),
    move=moves,
    gone=st.sets(st.integers(0, 38), min_size=1, max_size=3),
)
def test_what_does_not_add_up_is_named_alike_from_every_side(
    seated: list[Seat], move: Move, gone: set[int]
) -> None:
    dice = [one for i, one in enumerate(table_of(seated)) if i not in gone]
    codes = [
        sorted((p.code, p.player or "") for p in layout.problems)
        for layout in (
            lay_out(dice, CENTRE),
            lay_out([move.of_die(one) for one in dice], move.of(CENTRE)),
        )
    ]
    assert codes[0] == codes[1]
