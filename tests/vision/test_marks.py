"""What a face counts does not depend on how its marks are drawn."""

from functools import cache

import pytest

from models.make_traps import GREY_TOP, strewn
from models.render.looks import PIP_SHAPES, Look
from models.render.traps import Shot, look_of, take
from vision.pipeline import read_picture
from vision.session import Models, load_models

PAINTS = (("white", "blue"), ("red", "white"))
ONES = ("big", "star", "heart", "target", "cross", "diamond")


@cache
def models() -> Models:
    return load_models(1)


def assert_read_right(
    values: str, looks: list[Look], least_sure: int, expect: int | None = None
) -> None:
    """Rendered from above; so many are told without asking at least."""
    taken = take(Shot(strewn(values, looks, 2.6), edge_px=50, top=GREY_TOP, seed=31))
    dice = read_picture(taken.photo, models(), expect).dice
    true = sorted(taken.dice, key=lambda die: die.center)
    told = sorted(dice, key=lambda die: die.center)
    assert [die.value for die in told] == [die.value for die in true]
    assert sum(die.sure for die in dice) >= least_sure


@pytest.mark.parametrize(("body", "pips"), PAINTS)
@pytest.mark.parametrize("shape", PIP_SHAPES)
def test_pips_of_any_shape_are_counted(shape: str, body: str, pips: str) -> None:
    assert_read_right("123456", [look_of(body, pips, shape=shape)], 4)


@pytest.mark.parametrize(("body", "pips"), PAINTS)
def test_other_symbols_for_a_one_are_a_one(body: str, pips: str) -> None:
    """As in a game, which knows the count: some signs are hardly a die's otherwise."""
    looks = [look_of(body, pips, odd_one=symbol) for symbol in ONES]
    assert_read_right("111111", looks, 4, expect=6)


@pytest.mark.parametrize(("body", "pips"), PAINTS)
def test_a_sign_that_is_no_die_alone_is_asked_about(body: str, pips: str) -> None:
    looks = [look_of(body, pips, odd_one=symbol) for symbol in ONES]
    taken = take(Shot(strewn("111111", looks, 2.6), edge_px=50, top=GREY_TOP, seed=31))
    reading = read_picture(taken.photo, models())
    assert all(die.value == 1 for die in reading.dice)
    assert len(reading.dice) == 6 or reading.problems
