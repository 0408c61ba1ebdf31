"""Dancing Dice put right: corrections, undo, dice that change once accepted."""

from __future__ import annotations

import random
from typing import Any

from device.flow import dancing_dice
from device.flow.confirm import At
from device.flow.core import (
    Hush,
    Picked,
    Stage,
    Tick,
    Watched,
)
from device.flow.dancing_pages import (
    Behind,
    Ladder,
    Over,
    ReadAll,
    ReadTango,
    TakeBack,
    Vivacita,
    reading_of,
)
from rules.core import Undo
from tests.device.flow.dancing_table import (
    COLOURS,
    Dancing,
    at_table,
    seen,
    voiced,
)
from tests.device.flow.table import NAMES, told

# --- corrections and undo --------------------------------------------------------


def test_a_correction_after_acceptance_needs_no_new_reading() -> None:
    table = Dancing().tango().lay("123456", "114146", "666234").press("A B")
    assert table.last == Undo()
    assert table.at is At.CHOOSING
    assert Hush() in table.sounds
    die = _index(table, "Anna", 3)
    table.send(Picked(f"die:{die}", 0.0), Picked("value:6", 0.0)).press("A A")
    assert table.page == Ladder(1)
    assert [die.value for die in table.last.balli["Anna"].first] == [1, 2, 6]


def test_any_of_39_dice_is_reached_in_ten_presses() -> None:
    table = Dancing(6).tango()
    values = ("123456", "114146", "666234", "222333", "135246", "651234")
    dice = at_table(*values)
    random.Random(3).shuffle(dice)
    table.press("A").send(seen(dice)).press("B")
    reached = set()
    for players in range(6):
        for dice in range(6):
            moved = Dancing(6)
            moved.state, moved.recorded = table.state, table.recorded
            moved.press(" ".join(["X"] * players + ["Y"] * dice) or "X X X X X X X")
            reading = reading_of(moved.page)
            assert reading is not None
            reached.add(reading.cursor)
    reading = reading_of(table.page)
    assert reading is not None
    owned = {i for i, owner in enumerate(reading.sense.owners) if owner is not None}
    assert owned <= reached | {reading.cursor}


def test_only_what_changed_is_told_again() -> None:
    table = Dancing().tango().lay("123456", "114146", "666234").press("A")
    assert "Bene: Carla. Perde: Anna, Bruno." in voiced(table)
    table.press("B")
    die = _index(table, "Carla", 2)
    table.send(Picked(f"die:{die}", 0.0), Picked("value:1", 0.0)).press("A A")
    assert table.voices == [], "the verdict on the first row is the same"
    table.press("B")
    for old in (3, 2):
        die = _index(table, "Anna", old)
        table.send(Picked(f"die:{die}", 0.0), Picked("value:1", 0.0))
    table.press("A A")
    assert voiced(table) == "Anna: bene. Carla: perde."


def test_a_row_that_was_not_told_yet_is_told_whole_after_a_correction() -> None:
    table = Dancing().tango().lay("123456", "114146", "666234").press("A B A A")
    assert table.voices == []
    assert "Secondo ballo. Bene: Anna." in voiced(table.press("A A"))


def test_a_row_that_was_told_is_not_told_again_unchanged() -> None:
    table = Dancing().tango().lay("123456", "114146", "666234").press("A A A")
    assert table.page == Ladder(2)
    table.press("B A A A A")
    assert table.page == Ladder(2)
    assert table.voices == []


def test_what_was_told_is_remembered_through_two_corrections() -> None:
    table = Dancing().tango().lay("123456", "114146", "666234").press("A A A")
    table.press("B A A B A A A A")
    assert table.page == Ladder(2)
    assert table.voices == []


def test_the_next_prova_is_told_whole() -> None:
    table = Dancing().tango().prova("123456", "114146", "666234")
    table.lay("123456", "114146", "666234").press("A")
    assert voiced(table).startswith("Primo ballo. Bene: Carla.")


def _index(table: Dancing, name: str, value: int) -> int:
    """A die of a player by its value, in the reading going on."""
    reading = reading_of(table.page)
    assert reading is not None
    owners = reading.sense.owners
    colour = COLOURS[NAMES.index(name)]
    return next(
        i
        for i, each in enumerate(reading.dice)
        if owners[i] == colour and each.die.value == value
    )


def test_undo_names_what_is_taken_back_and_asks() -> None:
    table = Dancing().tango().prova("123456", "114146", "666234")
    before = len(table.deeds)
    table.press("y")
    assert isinstance(table.page, TakeBack)
    assert "l'ultima prova" in table.text
    table.press("B")
    assert isinstance(table.page, Behind)
    assert len(table.deeds) == before
    table.press("y A")
    assert table.left == [10, 10, 10]
    table.press("y")
    assert "il Tango: 4 5 1" in table.text
    table.press("A")
    assert isinstance(table.page, ReadTango)
    assert table.press("y").deeds[-1].action == Undo()
    assert isinstance(table.page, ReadTango), "nothing is left to take back"


def test_undo_goes_on_after_a_finished_game() -> None:
    table = Dancing(2, start_vivacita=2).tango().prova("123122", "666234")
    assert isinstance(table.page, Over)
    table.press("y A")
    assert table.left == [2, 2]
    assert isinstance(table.page, Behind)


def test_a_game_is_gone_on_with_at_any_point() -> None:
    table = Dancing().tango()
    assert isinstance(_gone_on(table), Behind)
    table.lay("145236", "114146", "666234")
    assert isinstance(_gone_on(table), Behind), "dice that are not accepted are read"
    for _ in range(4):
        table.press("A")
        assert _gone_on(table) == Ladder(1), "a prova just judged is shown again"
    table.press("A").tango("662")
    assert isinstance(_gone_on(table), Behind)
    assert isinstance(_gone_on(Dancing()), ReadTango)


def _gone_on(table: Dancing) -> Any:
    again = dancing_dice.start(table.recorded, 5.0)
    assert again.game is table.recorded
    told(dancing_dice.screen(again))
    return again.page


# --- the table changes after acceptance ------------------------------------------


def test_changed_dice_are_told_waited_for_and_asked_about() -> None:
    table = Dancing().tango().lay("123456", "114146", "666234").press("A")
    assert table.wish.is_wanted is False
    assert table.wish.expect == 21, "so that the eye compares like with like"
    table.send(Watched(Stage.CHANGED, 10.0))
    assert table.screen.name == "changed.told"
    table.press("A B")
    assert table.screen.name == "changed.told", "it waits"
    table.send(Tick(12.9))
    assert table.screen.name == "changed.told"
    table.send(Tick(13.1))
    assert table.screen.name == "changed.asks"
    table.press("A")
    assert table.page == Ladder(1)
    table.send(Watched(Stage.CHANGED, 20.0))
    assert table.screen.name == "dancing.ladder", "it stands, whatever lies there"


def test_changed_dice_are_read_again_if_the_table_wants_it() -> None:
    table = Dancing().tango().lay("123456", "114146", "666234").press("A")
    table.send(Watched(Stage.CHANGED, 10.0), Tick(13.1)).press("B")
    assert table.last == Undo()
    assert isinstance(table.page, ReadAll)
    assert table.wish.is_wanted


def test_a_die_put_back_in_time_is_not_asked_about() -> None:
    table = Dancing().tango().lay("123456", "114146", "666234").press("A")
    table.send(Watched(Stage.CHANGED, 10.0), Watched(Stage.HAND, 10.5))
    table.send(Watched(Stage.STILL, 11.0), Tick(12.6))
    assert table.screen.name == "dancing.ladder"


def test_dice_may_be_taken_once_the_prova_is_told() -> None:
    table = Dancing().tango().lay("123456", "114146", "666234").press("A A A A")
    assert table.page == Vivacita(2)
    table.send(Watched(Stage.CHANGED, 10.0), Watched(Stage.EMPTY, 11.0))
    assert table.screen.name == "dancing.vivacita"
