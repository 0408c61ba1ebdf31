"""Short forms for tests of Di-Da-Do: dice laid round a table, and games begun."""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from device.flow import di_da_do as flow
from device.flow import di_da_do_plan as plans
from device.flow.di_da_do_pages import (
    Turn,
)
from device.flow.di_da_do_plan import Die
from rules.core import Step
from rules.di_da_do_moves import (
    Start,
)
from rules.referee import Action, Game, play
from tests.device.flow.table import (
    NAMES,
    Table,
    die,
    new_game,
)
from vision.readings import TableReading

Dice = list[list[int]]

#: Anna has the most sixes and plays first.
FIRST: Dice = [[3, 3, 3, 6, 6, 1], [6, 5, 4, 2, 2, 1], [4, 4, 4, 1, 1, 2]]


def place(seat: int, die_: int, seats: int) -> tuple[float, float]:
    """Players sit round the table, clockwise; the first at the lower edge."""
    angle = pi / 2 + 2 * pi * seat / seats
    x, y = 600 + 300 * cos(angle), 450 + 300 * sin(angle)
    along = 50 * (die_ - 2.5)
    return x - sin(angle) * along, y + cos(angle) * along


def whole(
    dice: Sequence[Sequence[int]],
    moved: Mapping[Die, tuple[float, float]] | None = None,
) -> TableReading:
    """All dice of the table; some of them lying elsewhere."""
    moved, seats = moved or {}, len(dice)
    return TableReading(
        tuple(
            die(value, moved.get((s, d)) or place(s, d, seats))
            for s, own in enumerate(dice)
            for d, value in enumerate(own)
        )
    )


def game(dice: Dice, *actions: Action) -> Game:
    """A game that has come so far."""
    going = new_game("di-da-do", len(dice))
    first = Start(dict(zip(NAMES, map(tuple, dice), strict=False)))
    for action in (first, *actions):
        answer = play(going, action)
        assert isinstance(answer, Step), answer
        going = answer.state
    return going


def at(dice: Dice, *actions: Action) -> Table:
    """A table that has come so far, and the device started again: no dice seen yet."""
    return Table(flow, game(dice, *actions))


def seen(dice: Dice) -> Table:
    """A table whose dice were all seen at once."""
    table = Table(flow, new_game("di-da-do", len(dice))).see(whole(dice)).press("A")
    assert isinstance(table.state.page, Turn), table.text
    assert len(table.state.places) == 6 * len(dice)
    return table


def lying(
    table: Table, **changes: object
) -> dict[Die, tuple[int, tuple[float, float]]]:
    faces = plans.faces(table.state.ddd)
    return {d: (faces[d], at_) for d, at_ in table.state.places.items()}


def view(dice: Mapping[Die, tuple[int, tuple[float, float]]]) -> TableReading:
    return TableReading(tuple(die(value, at_) for value, at_ in dice.values()))
