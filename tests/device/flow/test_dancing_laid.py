"""Whose the dice are, in which row, and what is wrong: told dice held against seats."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.flow.dancing_laid import Laid, lay_all, lay_one, rows_by_hand, rows_of
from device.flow.told import Told, added
from rules.balli import is_puro
from tests import laid
from vision.readings import DieReading

SIZE = (1600, 1200)
COLOURS = ["red", "blue", "green"]


def told(dice: list[DieReading]) -> list[Told]:
    return [Told(die, die.value) for die in dice]


def lay(dice: list[DieReading], *more: Told, colours: list[str] = COLOURS) -> Laid:
    return lay_all([*told(dice), *more], SIZE, colours)


def codes(found: Laid) -> list[str]:
    return [problem.code for problem in found.problems]


def recoloured(dice: list[DieReading], old: str, new: str) -> list[DieReading]:
    return [
        replace(
            die,
            body=new if die.body == old else die.body,
            pips=new if die.pips == old else die.pips,
        )
        for die in dice
    ]


def of(found: Laid, colour: str) -> tuple[int, ...]:
    return next(one.dice for one in found.players if one.colour == colour)


def test_all_dice_have_their_owner_and_row() -> None:
    found = lay(laid.table(3))
    assert found.problems == ()
    assert found.doubtful == frozenset()
    assert found.shared == (0, 1, 2)
    assert [one.colour for one in found.players] == ["blue", "green", "red"]
    red = found.players[2]
    assert (red.near, red.far) == ((3, 4, 5), (6, 7, 8))
    assert found.owners(21).count(None) == 3
    assert found.owners(21)[3] == "red"


def test_a_colour_nobody_plays_is_the_missing_players_and_is_asked_about() -> None:
    dice = laid.tango() + recoloured(laid.table(3)[3:], "blue", "purple")
    found = lay(dice)
    assert found.problems == ()
    assert found.doubtful == set(of(found, "blue"))
    assert len(found.doubtful) == 6


def test_a_colour_too_many_is_nobodys() -> None:
    found = lay(laid.table(4))
    assert codes(found) == ["colour_of_nobody"]
    assert dict(found.problems[0].values) == {"other": "yellow"}


def test_two_strange_colours_are_not_guessed() -> None:
    dice = recoloured(laid.table(3)[3:], "blue", "purple")
    found = lay(laid.tango() + recoloured(dice, "green", "orange"))
    assert sorted(codes(found)) == [
        "colour_of_nobody", "colour_of_nobody", "no_player", "no_player"
    ]  # fmt: skip


def test_a_missing_player_is_named() -> None:
    found = lay(laid.table(2))
    assert [(p.code, p.player) for p in found.problems] == [("no_player", "green")]


def test_dice_of_mixed_colours_are_asked_about() -> None:
    """Blue bodies that look purple beside blue pips: both together are just one's."""
    dice = [
        replace(die, body="purple") if die.body == "blue" and i > 2 else die
        for i, die in enumerate(laid.table(3))
    ]
    found = lay(dice)
    assert found.problems == ()
    assert len(of(found, "blue")) == 6
    assert len(found.doubtful) == 3


def test_mixed_colours_take_the_name_that_is_played() -> None:
    """Even where the other name was read more surely."""
    dice = [
        replace(die, body="purple")
        if die.body == "blue" and i > 2
        else replace(die, colour_confidence=0.95)
        if die.pips == "blue"
        else die
        for i, die in enumerate(laid.table(3))
    ]
    found = lay(dice)
    assert found.problems == ()
    assert len(of(found, "blue")) == 6


def test_a_die_that_was_added_completes_its_player() -> None:
    dice = laid.table(3)
    del dice[8]
    assert codes(lay(dice)) == ["too_few_dice"]
    found = lay(dice, added(3, "red", "white", "b"))
    assert found.problems == ()
    red = next(one for one in found.players if one.colour == "red")
    assert 20 in red.dice
    assert (red.near, red.far) == (None, None), "nobody knows where it lies"


def test_a_tango_die_that_was_added_completes_the_tango() -> None:
    dice = laid.table(3)
    del dice[1]
    assert codes(lay(dice)) == ["tango_missing"]
    found = lay(dice, added(5, "other", "other", "plain"))
    assert found.problems == ()
    assert found.shared == (0, 1, 20)


def test_kinds_are_counted_for_each_player() -> None:
    dice = laid.table(3)
    dice[3] = replace(dice[3], body="red", pips="white", kind="b")
    (problem,) = lay(dice).problems
    assert (problem.code, problem.player) == ("wrong_types", "red")
    assert dict(problem.values) == {"c": 2, "b": 4, "expected": 3}


@pytest.mark.parametrize(("gone", "code"), [(1, "too_few_dice"), (-1, "too_many_dice")])
def test_players_with_other_than_six_dice_are_told(gone: int, code: str) -> None:
    dice = laid.table(3)
    if gone > 0:
        del dice[8]
    else:
        dice.append(laid.die(100, 100, "b", "red"))
    (problem,) = lay(dice).problems
    assert (problem.code, problem.player) == (code, "red")


def test_a_stray_die_is_told() -> None:
    dice = [*laid.table(3), laid.die(100, 100, "b", "brown")]
    assert codes(lay(dice)) == ["stray_die"]


def test_unclear_rows_are_no_problem_but_left_open() -> None:
    line = [
        laid.die(300 + 40 * i, 200, kind, "blue", i + 1)
        for i, kind in enumerate("cbccbb")
    ]
    found = lay([*laid.tango(), *laid.seat("red", 90), *line], colours=["red", "blue"])
    assert found.problems == ()
    blue = next(one for one in found.players if one.colour == "blue")
    assert blue.near is None


# --- one player alone ------------------------------------------------------------


def test_the_row_at_the_top_of_the_picture_is_the_primo_ballo() -> None:
    dice = laid.seat("red", 90, away=-1)
    found = lay_one(told(dice), SIZE, "red")
    assert found.problems == ()
    (one,) = found.players
    assert (one.near, one.far) == ((0, 1, 2), (3, 4, 5))
    upside_down = laid.seat("red", 270, away=-1)
    (one,) = lay_one(told(upside_down), SIZE, "red").players
    assert (one.near, one.far) == ((3, 4, 5), (0, 1, 2))


def test_dice_of_another_colour_are_asked_about() -> None:
    dice = laid.seat("red", 90, away=-1)
    dice[2] = recoloured([dice[2]], "red", "blue")[0]
    found = lay_one(told(dice), SIZE, "red")
    assert found.problems == ()
    assert found.doubtful == {2}


def test_a_common_die_is_nobodys() -> None:
    dice = laid.seat("red", 90, away=-1)
    dice[2] = replace(dice[2], body="red", pips="black", kind="plain")
    assert "stray_die" in codes(lay_one(told(dice), SIZE, "red"))


# --- rows ------------------------------------------------------------------------


def test_rows_are_taken_as_the_rules_want_them() -> None:
    dice = told(laid.seat("red", 90, values="321654"))
    rows = rows_of(dice, (0, 1, 2), (3, 4, 5))
    assert [die.value for die in rows.first] == [1, 2, 3]
    assert [die.type for die in rows.first] == ["c", "b", "c"]


@pytest.mark.parametrize("puri", [True, False])
def test_rows_by_hand_have_three_dice_of_each_type(puri: bool) -> None:
    rows = rows_by_hand((6, 1, 3), (2, 2, 5), puri=puri)
    types = [die.type for row in rows for die in row]
    assert types.count("c") == types.count("b") == 3
    assert [is_puro(row) for row in rows] == [puri, puri]
    assert [die.value for die in rows.first] == [1, 3, 6]
