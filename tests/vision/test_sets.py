"""Dice that come in sets decide about each other's colours."""

import numpy as np
import pytest

from vision.colours import ColourNames
from vision.readings import COLOURS, KINDS, DieReading
from vision.sets import alone, in_sets

CENTRE = (500.0, 500.0)
PLAYERS = ("red", "orange")


def shares(names: tuple[str, ...], **share: float) -> np.ndarray:
    rest = (1 - sum(share.values())) / (len(names) - len(share))
    return np.array([share.get(name, rest) for name in names], np.float32)


def names(colour: str, kind: str, doubt: str | None = None) -> ColourNames:
    """A die of a player, its colour clear or as likely the other's."""
    own = {colour: 0.95} if doubt is None else {colour: 0.45, doubt: 0.5}
    paint, white = shares(COLOURS, **own), shares(COLOURS, white=0.98)
    body, pips = (white, paint) if kind == "c" else (paint, white)
    return ColourNames(body, pips, shares(KINDS, **{kind: 0.97}))


def die(x: float, y: float, told: ColourNames) -> DieReading:
    own = alone(told)
    square = ((x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9), (x - 9, y + 9))
    return DieReading(3, 0.9, True, (x, y), square, own.body, own.pips, own.kind)


def table(doubtful: ColourNames) -> tuple[list[ColourNames], list[DieReading]]:
    """Two players and the Tango; the last die of orange's is given."""
    told, dice = [], []
    for y, colour in zip((300, 700), PLAYERS, strict=True):
        for k in range(6):
            told.append(names(colour, "cccbbb"[k]))
            dice.append(die(460 + 40 * (k % 3), y + 30 * (k // 3), told[-1]))
    told[-1] = doubtful
    dice[-1] = die(*dice[-1].center, doubtful)
    for k in range(3):
        told.append(names("green", "b"))
        dice.append(die(480 + 25 * k, 500, told[-1]))
    return told, dice


def test_a_doubtful_die_belongs_where_one_is_missing() -> None:
    doubtful = names("orange", "b", doubt="red")
    assert alone(doubtful).body == "red"
    owned = in_sets(*table(doubtful), CENTRE)
    assert (owned[11].body, owned[11].kind) == ("orange", "b")
    assert owned[11].colour_confidence > 0.99


def test_a_doubtful_kind_is_what_the_set_lacks() -> None:
    told, dice = table(names("orange", "b"))
    half = ColourNames(
        shares(COLOURS, orange=0.5, white=0.45),
        shares(COLOURS, orange=0.45, white=0.5),
        shares(KINDS, c=0.52, b=0.47),
    )
    told[-4] = half
    owned = in_sets(told, dice, CENTRE, PLAYERS)
    assert owned[-4].kind == "b"
    assert owned[-4].kind_confidence > 0.99


def test_the_dice_in_the_middle_are_nobodys_and_their_kind_says_nothing() -> None:
    owned = in_sets(*table(names("orange", "b")), CENTRE)
    assert [o.kind_confidence for o in owned[-3:]] == [1.0] * 3
    assert owned[-1].body == "green"


def test_a_colour_that_nobody_plays_is_not_taken_for_a_players() -> None:
    purple = names("purple", "b")
    owned = in_sets(*table(purple), CENTRE, PLAYERS)
    assert owned[11].colour_confidence < 0.9 or owned[11].body == "purple"


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 7])
def test_any_number_of_dice_is_answered(count: int) -> None:
    told, dice = table(names("orange", "b"))
    owned = in_sets(told[:count], dice[:count], CENTRE)
    assert len(owned) == count
    given = [alone(name) for name in told[:count]]
    known = in_sets(told[:count], dice[:count], CENTRE, by_itself=given)
    assert known == owned
    assert given == [alone(name) for name in told[:count]]  # is left as it was


def test_kinds_that_colours_do_not_tell_are_told_by_their_own_look() -> None:
    told, dice = table(names("orange", "b"))
    both = {"orange": 0.48, "white": 0.48}
    paint = shares(COLOURS, **both)
    told[8] = ColourNames(paint, paint, shares(KINDS, c=0.97))
    told[11] = ColourNames(paint, paint, shares(KINDS, b=0.97))
    owned = in_sets(told, dice, CENTRE, PLAYERS)
    assert [owned[i].kind for i in (8, 11)] == ["c", "b"]
    assert min(owned[i].kind_confidence for i in (8, 11)) > 0.9


def test_the_dice_that_lie_together_are_shared_though_another_is_nearer() -> None:
    told, dice = table(names("orange", "b"))
    dice[11] = die(500, 505, told[11])
    for k in range(3):
        dice[12 + k] = die(555 + 25 * k, 500, told[12 + k])
    owned = in_sets(told, dice, CENTRE, PLAYERS)
    assert (owned[11].body, owned[14].body) == ("orange", "green")
    assert owned[14].kind_confidence == 1.0
