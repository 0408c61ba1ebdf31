"""Dancing Dice under a small view: one player after the other."""

from __future__ import annotations

from device.flow import dancing_dice
from device.flow.confirm import At
from device.flow.dancing_pages import (
    ReadOne,
    Summary,
)
from device.flow.screen import Mood, Picture
from rules.dancing_dice import Dance
from rules.referee import begin
from rules.setups import Seat, Setup
from tests.device.flow.dancing_table import (
    Dancing,
    own,
    seen,
)
from tests.device.flow.table import NAMES

# --- one by one ------------------------------------------------------------------


def test_players_are_read_one_by_one_under_a_small_view() -> None:
    table = Dancing().tango().press("b A")
    assert isinstance(table.page, ReadOne)
    assert "Anna" in table.text
    assert (table.wish.expect, table.wish.palette) == (6, ("red",))
    hands = (("123456", "red"), ("114146", "blue"), ("666234", "green"))
    for shot, (values, colour) in enumerate(hands, 3):
        table.send(seen(own(values, colour), shot))
        picture = next(b for b in table.screen.blocks if isinstance(b, Picture))
        assert {m.sign.colour for m in picture.marks if m.sign} == {colour}
        table.press("A")
    assert isinstance(table.page, Summary)
    assert len(table.deeds) == 1, "one action for all, once everybody is read"
    table.press("A")
    rows = table.last.balli["Bruno"]
    assert sorted(die.value for die in rows.first) == [1, 1, 4]
    assert sorted(die.value for die in rows.second) == [1, 4, 6]
    assert isinstance(table.deeds[-1].seen, dict)
    assert table.deeds[-1].shots == (3, 4, 5), "every picture that was judged"
    table.press("A A A A A")
    assert isinstance(table.page, ReadOne), "and so in the next prova"


def test_what_was_read_one_by_one_is_corrected_die_by_die() -> None:
    table = Dancing(2).tango().press("b A")
    for values, colour in (("123456", "red"), ("114146", "blue")):
        table.send(seen(own(values, colour))).press("A")
    table.press("A B")
    assert isinstance(table.page, Summary), "after the verdict, too"
    before = next(d.action for d in table.deeds if isinstance(d.action, Dance)).balli

    table.press("B")
    assert table.at is At.CHOOSING
    table.press("B A A A")

    after = table.last.balli
    changed = [
        (old.value, new.value)
        for row in ("first", "second")
        for old, new in zip(
            getattr(before["Anna"], row), getattr(after["Anna"], row), strict=True
        )
        if old != new
    ]
    assert len(changed) == 1
    assert after["Bruno"] == before["Bruno"]


def test_another_players_dice_are_asked_about_one_by_one() -> None:
    table = Dancing().tango().press("b A")
    table.send(seen(own("123456", "blue")))
    assert table.at is At.ASKING


def test_a_table_without_colours_is_read_one_by_one() -> None:
    seats = tuple(Seat(name) for name in NAMES[:2])
    table = Dancing(2)
    table.recorded = begin(Setup("dancing-dice", seats, {}))
    table.state = dancing_dice.start(table.recorded, 0.0)
    table.tango().press("A")
    for values in ("123456", "666234"):
        table.send(seen(own(values, "purple"))).press("A")
    assert isinstance(table.press("A").last, Dance)


def test_without_colours_a_kind_is_corrected_all_the_same() -> None:
    seats = tuple(Seat(name) for name in NAMES[:2])
    table = Dancing(2)
    table.recorded = begin(Setup("dancing-dice", seats, {}))
    table.state = dancing_dice.start(table.recorded, 0.0)
    table.tango().press("A").send(seen(own("123456", "purple", "ccccbb")))
    assert table.screen.mood is Mood.STUCK
    table.press("B y")
    assert "colorato" in table.text
    table.press("A A")
    assert table.screen.mood is Mood.READ
