"""Dancing Dice at the table, driven by events: whole games, corrections, no camera."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from device.flow import dancing_dice
from device.flow.confirm import At
from device.flow.core import (
    WATCH,
    Event,
    EyeBack,
    EyeFailed,
    Hush,
    Picked,
    Seen,
    Signal,
    Stage,
    Tick,
    Voice,
    Watched,
)
from device.flow.dancing_pages import (
    Behind,
    Hand,
    Ladder,
    Over,
    ReadAll,
    ReadOne,
    ReadTango,
    ShowTango,
    Split,
    Summary,
    TakeBack,
    Vivacita,
    reading_of,
)
from device.flow.screen import Button, Labels, LadderShown, Mood, Picture, Players
from rules.core import Undo
from rules.dancing_dice import Dance, Phase, RollTango
from rules.records import replay
from rules.referee import Game, begin
from rules.setups import Seat, Setup, format_setup
from rules.writing import format_action, format_record
from tests import laid
from tests.device.flow.table import KEYS, NAMES, Table, ids, texts, told
from vision.readings import DieReading, Problem, TableReading

SIZE = (1600, 1200)
COLOURS = laid.COLOURS


def new_game(players: int = 3, **options: int) -> Game:
    seats = tuple(
        Seat(name, colour)
        for name, colour in zip(NAMES[:players], COLOURS, strict=False)
    )
    named = {key.replace("_", "-"): value for key, value in options.items()}
    return begin(Setup("dancing-dice", seats, named))


def at_table(
    *values: str, tango: str | None = "451", kinds: str = laid.KINDS
) -> list[DieReading]:
    """Everybody's dice; the first three values of each are the primo ballo."""
    dice = [] if tango is None else laid.tango(values=tango)
    step = 360 / len(values)
    for i, each in enumerate(values):
        dice += laid.seat(COLOURS[i], step * i + 20, values=each, kinds=kinds)
    return dice


def own(values: str, colour: str, kinds: str = laid.KINDS) -> list[DieReading]:
    """One player's dice, seen from above the table: the primo ballo on top."""
    return laid.seat(colour, 90, away=-1, values=values, kinds=kinds)


def seen(dice: Sequence[DieReading], shot: int = 3) -> Seen:
    return Seen(TableReading(tuple(dice)), shot, 0.0, SIZE)


def unsure(die: DieReading, *others: int) -> DieReading:
    return replace(die, sure=False, confidence=0.6, others=others)


class Dancing(Table):
    """A table of Dancing Dice, with the Tango 1 4 5 unless told otherwise."""

    def __init__(self, players: int = 3, **options: int) -> None:
        super().__init__(dancing_dice, new_game(players, **options))

    def tango(self, values: str = "451") -> Dancing:
        dice = laid.tango(values=values)
        self.send(seen(dice, 2)).press("A A")
        return self

    def lay(self, *values: str, **how: Any) -> Dancing:
        """Sipari up, and everybody's dice are seen."""
        self.press("A").send(seen(at_table(*values, **how)))
        return self

    def prova(self, *values: str, **how: Any) -> Dancing:
        """A whole prova, confirmed, and its screens gone through."""
        self.lay(*values, **how).press("A")
        while isinstance(self.page, Ladder | Vivacita):
            self.press("A")
        return self

    @property
    def page(self) -> Any:
        return self.state.page

    @property
    def at(self) -> At | None:
        reading = reading_of(self.page)
        return None if reading is None else reading.at

    @property
    def left(self) -> list[int]:
        return [player.vivacita for player in self.state.dancing.players]

    @property
    def voices(self) -> list[Any]:
        return [sound for sound in self.sounds if isinstance(sound, Voice)]


def has_two_rows(table: Dancing) -> bool:
    return len(table.state.dancing.comparisons) == 2


# --- a prova ---------------------------------------------------------------------


def test_no_prova_before_the_tango_is_read() -> None:
    table = Dancing()
    assert isinstance(table.page, ReadTango)
    assert table.wish.expect == 3
    table.send(seen(laid.tango()))
    assert table.deeds == []
    table.press("A")
    assert table.last == RollTango((4, 5, 1))
    assert isinstance(table.page, ShowTango)
    assert isinstance(table.press("A").state.page, Behind)


def test_a_prova_from_the_sipari_to_the_next() -> None:
    table = Dancing().tango()
    table.press("A")
    wish = table.wish
    assert (wish.expect, wish.sets, wish.is_wanted) == (21, True, True)
    assert wish.palette == ("red", "blue", "green")
    table.send(seen(at_table("123456", "114146", "666234")))
    assert table.screen.mood is Mood.READ
    picture = next(b for b in table.screen.blocks if isinstance(b, Picture))
    signs = [mark.sign.letter for mark in picture.marks if mark.sign is not None]
    assert sorted(signs) == sorted("ABC" * 6), "every die has its owner's sign"
    table.press("A")
    assert isinstance(table.last, Dance)
    assert list(table.last.balli) == ["Anna", "Bruno", "Carla"]
    assert table.deeds[-1].shot == 3

    assert table.page == Ladder(1)
    ladder = next(b for b in table.screen.blocks if isinstance(b, LadderShown))
    cubes = [[sign.letter for sign in rung.signs] for rung in ladder.rungs]
    assert cubes == [["C"], ["A", "B"]]
    assert [rung.is_well for rung in ladder.rungs] == [True, False]

    table.press("A")
    assert table.page == Vivacita(1)
    rows = next(b for b in table.screen.blocks if isinstance(b, Players)).rows
    assert [(row.left, row.note) for row in rows] == [
        ("9", "−1"), ("9", "−1"), ("10", "")
    ]  # fmt: skip

    table.press("A")
    assert table.page == Ladder(2)
    table.press("A")
    rows = next(b for b in table.screen.blocks if isinstance(b, Players)).rows
    assert [row.left for row in rows] == [str(left) for left in table.left]
    table.press("A")
    assert isinstance(table.page, Behind)
    assert table.wish == WATCH


def test_six_players_are_read_from_one_view() -> None:
    table = Dancing(6).tango()
    values = ("123456", "114146", "666234", "222333", "135246", "651234")
    table.lay(*values)
    assert table.wish.expect == 39
    assert table.screen.mood is Mood.READ
    assert len(table.press("A").last.balli) == 6


def test_the_tango_may_be_set_aside() -> None:
    table = Dancing().tango().press("A")
    dice = at_table("123456", "114146", "666234", tango=None)
    table.send(seen(dice))
    assert table.wish.expect == 18
    table.send(seen(dice)).press("A")
    assert table.page == Ladder(1)
    table.press("A A A A").press("A")
    assert table.wish.expect == 18, "and is taken to be aside from then on"


def test_announced_rolls_are_shown_to_all() -> None:
    table = Dancing().tango().press("B B Y B")
    rows = next(b for b in table.screen.blocks if isinstance(b, Players)).rows
    assert [row.left for row in rows] == ["2", "1", "…"]
    assert rows[1].is_turn
    table.press("X B B B B B")
    rows = next(b for b in table.screen.blocks if isinstance(b, Players)).rows
    assert [row.left for row in rows] == ["0", "1", "…"]


def test_a_shared_countdown_ends_with_a_word() -> None:
    table = Dancing().tango().press("a")
    assert "Ferma" in table.text
    table.send(Tick(30.0))
    assert table.sounds == []
    table.send(Tick(60.0))
    assert Signal.ASK in table.sounds
    assert "Conto" in table.text


def test_a_tango_danced_is_rolled_again_before_the_next_prova() -> None:
    table = Dancing().tango()
    table.prova("145236", "114146", "666234")
    assert table.state.dancing.phase is Phase.TANGO
    assert isinstance(table.page, ReadTango)
    assert "dancing.roll_tango_again" in texts(table.screen)
    table.tango("662")
    assert table.state.dancing.tango == (2, 6, 6)
    assert isinstance(table.page, Behind)


def test_dice_that_still_lie_there_from_the_prova_are_no_new_tango() -> None:
    table = Dancing().tango()
    table.prova("145236", "114146", "666234")
    lain = at_table("145236", "114146", "666234")

    table.send(seen(lain))
    assert (table.at, table.screen.mood) == (At.WAITING, Mood.WAITING)
    table.send(seen(laid.tango()))  # the old Tango is left when all take up theirs
    assert table.at is At.WAITING

    table.send(seen(laid.tango(x=2, values="451")))
    assert table.at is At.READ, "rolled, and the same values again"


def test_dice_that_lie_there_are_read_as_the_tango_where_somebody_asks() -> None:
    table = Dancing().tango()
    table.prova("145236", "114146", "666234")

    table.press("A").send(seen(laid.tango()))

    assert table.at is At.READ


def test_the_tango_alone_is_no_prova_while_the_sipari_are_down() -> None:
    table = Dancing().tango().press("A")

    table.send(seen(laid.tango()))
    assert (table.at, table.screen.mood) == (At.WAITING, Mood.WAITING)
    table.send(seen(at_table("145236", "114146", "666234")))
    assert table.at is At.READ

    asked = Dancing().tango().press("A A").send(seen(laid.tango()))
    assert asked.screen.mood is Mood.STUCK


def test_rock_and_gala_are_announced() -> None:
    table = Dancing().tango().lay("121121", "444444", "666236").press("A")
    assert "Gala: B  Rock: A" in table.text
    assert "Gala: B  Rock: A" in table.press("A A").text
    assert "Gala di Bruno: +0" in table.press("A").text


def test_a_rock_that_saves_is_told_in_full() -> None:
    table = Dancing().tango().lay("121121", "444445", "666236").press("A")
    assert "Rock! Anna non perde" in table.text
    table = Dancing().tango().lay("666666", "444445", "566236").press("A")
    assert "Gala di Anna!" in table.text, "judged well all the same"


def test_rock_and_gala_are_said_with_the_first_verdict() -> None:
    table = Dancing().tango().lay("121121", "444444", "666236").press("A")
    assert _said(table).startswith("Rock di Anna! Gala di Bruno! Primo ballo.")
    assert _said(table.press("A A")).startswith("Secondo ballo.")


def test_a_whole_game_to_the_winner() -> None:
    table = Dancing(2, start_vivacita=2).tango()
    table.prova("123122", "666234")
    assert table.left == [0, 2]
    assert isinstance(table.page, Over)
    assert "Vince Bruno!" in table.text
    assert table.screen.mood is Mood.DONE
    table.press("X")
    assert table.page == Ladder(1), "the last prova once more"
    table.press("A A A A")
    assert isinstance(table.page, Over)


def test_who_is_out_after_the_first_comparison_is_told_and_plays_no_more() -> None:
    table = Dancing(3, start_vivacita=1).tango().lay("123456", "666234", "665543")
    table.press("A A")
    assert "Fuori: Anna, Carla" in table.text
    table.press("A")
    assert isinstance(table.page, Over), "one is left: no second comparison"
    assert len(table.state.dancing.comparisons) == 1


def test_a_player_who_is_out_lays_no_dice() -> None:
    table = Dancing(3, start_vivacita=1).tango()
    table.prova("112666", "666665", "665664")
    assert table.left == [0, 1, 0] or isinstance(table.page, Over | Behind)
    table = Dancing(3, start_vivacita=2).tango()
    table.prova("112113", "666665", "666664")
    assert table.left == [0, 2, 1]
    table.press("A")
    assert (table.wish.expect, table.wish.palette) == (15, ("blue", "green"))


# --- what does not add up --------------------------------------------------------


def test_dice_of_a_colour_nobody_plays_are_a_problem() -> None:
    table = Dancing(2).tango().press("A")
    dice = at_table("123456", "114146", "666234", tango=None)
    table.send(seen(laid.tango() + dice))
    assert table.screen.mood is Mood.STUCK
    table.press("A").send(seen([*laid.tango(), *dice[:6], *dice[12:]]))
    assert table.at is At.ASKING, "one is missing, one is nobody's: asked die by die"
    assert "Bruno" in table.text


def test_a_missing_player_is_named() -> None:
    table = Dancing(3).tango().press("A")
    table.send(seen([*at_table("123456", "114146"), *laid.seat("red", 250)]))
    assert table.screen.mood is Mood.STUCK
    assert table.deeds[-1].action == RollTango((4, 5, 1))


def test_another_tango_in_the_middle_is_a_problem() -> None:
    table = Dancing().tango().lay("123456", "114146", "666234", tango="452")
    assert table.screen.mood is Mood.STUCK
    assert "2 4 5, ma il Tango è 1 4 5" in table.text


def test_the_known_tango_is_not_asked_about() -> None:
    table = Dancing().tango().press("A")
    dice = at_table("123456", "114146", "666234")
    table.send(seen([*map(unsure, dice[:3]), *dice[3:]]))
    assert table.screen.mood is Mood.READ


def test_wrong_types_name_the_player_and_are_mended_with_a_kind() -> None:
    table = Dancing().tango().press("A")
    dice = at_table("123456", "114146", "666234")
    wrong = next(i for i, d in enumerate(dice) if d.pips == "green")
    dice[wrong] = replace(
        dice[wrong], body="green", pips="white", kind="b", confidence=0.97
    )
    table.send(seen(dice))
    assert "Carla ha 2 dadi bianchi e 4 colorati" in table.text
    table.press("B")
    assert "Carla" in table.text, "the least sure die is chosen"
    table.press("y A A")
    assert table.screen.mood is Mood.READ


def test_a_covered_die_is_added_with_its_owner() -> None:
    table = Dancing().tango().press("A")
    dice = at_table("123456", "114146", "666234")
    missing = next(i for i, d in enumerate(dice) if d.pips == "green")
    del dice[missing]
    table.send(seen(dice))
    assert "20 dadi su 21" in table.text
    table.press("X")
    table.press("y")
    assert "Di chi è il 6?" in table.text
    table.press("A")
    assert table.screen.mood is Mood.READ
    table.press("A")
    assert isinstance(table.page, Split), "nobody knows in which row it lies"
    while isinstance(table.page, Split):
        die = table.page.done.dice[table.page.dice[_next_die(table.page)]].die
        table.press("A" if die.value == 6 else "B")
    assert table.page == Ladder(1)


def _next_die(page: Split) -> int:
    return len(page.near) + len(page.far)


def test_six_dice_in_a_line_are_assigned_with_the_buttons() -> None:
    table = Dancing(2).tango().press("A")
    line = [
        laid.die(300 + 40 * i, 200, kind, "blue", value)
        for i, (kind, value) in enumerate(
            zip("cbccbb", (1, 2, 3, 4, 5, 6), strict=True)
        )
    ]
    dice = [*laid.tango(), *laid.seat("red", 90, values="112346"), *line]
    table.send(seen(dice)).press("A")
    assert isinstance(table.page, Split)
    assert "Bruno" in table.text
    table.press("A B A X")
    assert table.page.near == (), "begun again"
    table.press("B B B")
    rows = table.last.balli["Bruno"]
    assert [die.value for die in rows.first] == [4, 5, 6]
    assert [die.value for die in rows.second] == [1, 2, 3]


def test_a_gala_in_a_line_is_not_asked_about() -> None:
    table = Dancing(2).tango().press("A")
    line = [
        laid.die(300 + 40 * i, 200, kind, "blue", 3) for i, kind in enumerate("cbccbb")
    ]
    table.send(seen([*laid.tango(), *laid.seat("red", 90), *line])).press("A")
    assert table.page == Ladder(1)


def test_unsure_dice_are_asked_about_with_their_owner() -> None:
    table = Dancing().tango().press("A")
    dice = at_table("123456", "114146", "666234")
    odd = next(i for i, d in enumerate(dice) if d.body == "blue" and i > 2)
    dice[odd] = unsure(dice[odd], 2)
    table.send(seen(dice))
    assert table.screen.mood is Mood.ASKING
    assert "Bruno: un 1 colorato?" in table.text
    assert table.press("B").screen.mood is Mood.READ


def test_a_colour_that_is_not_sure_is_asked_about() -> None:
    table = Dancing().tango().press("A")
    dice = at_table("123456", "114146", "666234")
    dice[7] = replace(dice[7], colour_confidence=0.5)
    table.send(seen(dice))
    assert table.at is At.ASKING
    assert table.press("A").screen.mood is Mood.READ


# --- one by one ------------------------------------------------------------------


def test_players_are_read_one_by_one_under_a_small_view() -> None:
    table = Dancing().tango().press("b A")
    assert isinstance(table.page, ReadOne)
    assert "Anna" in table.text
    assert (table.wish.expect, table.wish.palette) == (6, ("red",))
    for values, colour in (("123456", "red"), ("114146", "blue"), ("666234", "green")):
        table.send(seen(own(values, colour)))
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
    assert "Bene: Carla. Perde: Anna, Bruno." in _said(table)
    table.press("B")
    die = _index(table, "Carla", 2)
    table.send(Picked(f"die:{die}", 0.0), Picked("value:1", 0.0)).press("A A")
    assert table.voices == [], "the verdict on the first row is the same"
    table.press("B")
    for old in (3, 2):
        die = _index(table, "Anna", old)
        table.send(Picked(f"die:{die}", 0.0), Picked("value:1", 0.0))
    table.press("A A")
    assert _said(table) == "Anna: bene. Carla: perde."


def test_a_row_that_was_not_told_yet_is_told_whole_after_a_correction() -> None:
    table = Dancing().tango().lay("123456", "114146", "666234").press("A B A A")
    assert table.voices == []
    assert "Secondo ballo. Bene: Anna." in _said(table.press("A A"))


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
    assert _said(table).startswith("Primo ballo. Bene: Carla.")


def _said(table: Dancing) -> str:
    from tests.device.flow.table import WORDINGS

    (voice,) = table.voices
    return WORDINGS[0].tell(voice.text)


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


# --- no camera -------------------------------------------------------------------


def by_hand(table: Dancing, rows: str, keys: str = "A") -> None:
    """Six values of one player, a press or a hold each; then the kind."""
    buttons = {"1": "A", "2": "B", "3": "Y", "4": "a", "5": "b", "6": "y"}
    table.press(" ".join(buttons[value] for value in rows)).press(keys)


def test_a_camera_lost_in_a_prova_does_not_end_the_game() -> None:
    table = Dancing(2, start_vivacita=2).tango().press("A")
    table.send(EyeFailed("gone", 1.0))
    assert table.screen.mood is Mood.STUCK
    table.press("B")
    assert isinstance(table.page, Hand)
    table.presses = 0
    by_hand(table, "123122")
    assert table.presses == 7
    by_hand(table, "666234", "B")
    assert isinstance(table.page, Summary)
    table.press("A")
    deed = table.deeds[-1]
    assert (deed.shot, deed.seen) == (None, None)
    assert {die.type for die in deed.action.balli["Bruno"].first} == {"c"}
    table.press("A A A A")
    assert isinstance(table.page, Over)


def test_the_tango_is_entered_by_hand() -> None:
    table = Dancing().send(EyeFailed("missing", 0.0)).press("B A a b A")
    assert table.last == RollTango((1, 4, 5))


def test_a_camera_lost_between_two_players_keeps_what_was_read() -> None:
    table = Dancing(2).tango().press("b A")
    table.send(seen(own("123456", "red"))).press("A")
    table.send(EyeFailed("stalled", 0.0)).press("B")
    assert isinstance(table.page, Hand)
    assert table.page.seat == 1
    by_hand(table, "666234")
    table.press("A")
    assert set(table.last.balli) == {"Anna", "Bruno"}
    assert isinstance(table.deeds[-1].seen, dict)


def test_a_camera_lost_before_the_prova_is_known_to_it() -> None:
    table = Dancing().tango().send(EyeFailed("gone", 0.0)).press("A")
    assert table.screen.mood is Mood.STUCK
    table.send(EyeBack(1.0))
    assert table.screen.mood is Mood.WAITING


def test_an_entry_by_hand_is_left_and_redone() -> None:
    table = Dancing(2).tango().press("A B A X X")
    assert isinstance(table.page, ReadAll), "back to the camera"
    table.press("B A A A X")
    assert table.page.first == (), "the first row again"
    by_hand(table, "123456", "X")
    assert (table.page.first, table.page.second) == ((), ())


def test_what_was_entered_by_hand_is_corrected_after_the_verdict() -> None:
    table = Dancing(2).tango().press("A B")
    by_hand(table, "123456")
    by_hand(table, "666234")
    table.press("A B")
    assert table.last == Undo()
    assert isinstance(table.page, Summary)
    table.press("Y B")
    by_hand(table, "111234")
    table.press("A")
    assert [die.value for die in table.last.balli["Bruno"].first] == [1, 1, 1]
    assert [die.value for die in table.last.balli["Anna"].first] == [1, 2, 3]


# --- anything may happen ---------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([2, 3]))
def test_whatever_happens_the_record_stays_legal(
    draw: random.Random, players: int
) -> None:
    """`Table` itself asserts that every deed is legal and every screen has texts."""
    table = Dancing(players, start_vivacita=draw.choice([1, 2, 10]))
    for _ in range(50):
        _every_label_is_true(table)
        table.send(_any_event(draw, table, players))
        _no_unsure_die(table)
    lines = [format_action(deed.action, table.recorded.setup) for deed in table.deeds]
    setup = format_setup(table.recorded.setup)
    again = replay(format_record(setup, lines).encode())
    assert again.state == table.recorded.state


def _every_label_is_true(table: Dancing) -> None:
    """A button that says what it does, does something; the others do nothing."""
    labels = table.screen.buttons
    for key in KEYS:
        label = labels.get(key.button, Labels())
        reply = dancing_dice.step(table.state, key)
        has_acted = reply.state != table.state or bool(reply.deeds)
        assert has_acted == bool(label.hold if key.is_held else label.press), key


def _no_unsure_die(table: Dancing) -> None:
    done = table.state.accepted
    if done is not None:
        assert all(
            each.is_sure or each.die.body == "x" for each in _players_dice(table)
        )


def _players_dice(table: Dancing) -> list[Any]:
    """What the deed rests on: the Tango in the middle of a prova is known already."""
    done = table.state.accepted
    middle = {tuple(die.center) for die in laid.tango()}
    is_tango = len(done.dice) == 3
    return [d for d in done.dice if is_tango or tuple(d.die.center) not in middle]


def _any_event(draw: random.Random, table: Dancing, players: int) -> Event:
    kind = draw.random()
    if kind < 0.45:
        return draw.choice(KEYS)
    if kind < 0.55:
        return Picked(draw.choice([*ids(table.screen), "die:50"]), 0.0)
    if kind < 0.9:
        return _any_dice(draw, table, players)
    rare: list[Event] = [
        EyeFailed("stalled", 0.0),
        EyeBack(0.0),
        Tick(draw.uniform(0, 100)),
        *(Watched(stage, draw.uniform(0, 100)) for stage in Stage),
    ]
    return draw.choice(rare)


def _any_dice(draw: random.Random, table: Dancing, players: int) -> Seen:
    expect = table.wish.expect
    if expect == 3:
        dice = laid.tango(values=_roll(draw, 3))
    elif expect == 6 and isinstance(table.page, ReadOne):
        dice = own(_roll(draw, 6), draw.choice(COLOURS[:players]))
    else:
        tango = draw.choice(
            [None, "".join(map(str, table.state.dancing.tango or (1, 4, 5)))]
        )
        dice = at_table(*(_roll(draw, 6) for _ in range(players)), tango=tango)
    if draw.random() < 0.2:
        del dice[draw.randrange(len(dice))]
    if draw.random() < 0.3:
        at = draw.randrange(len(dice))
        dice[at] = unsure(dice[at], draw.randint(1, 6))
    if draw.random() < 0.1:
        at = draw.randrange(len(dice))
        dice[at] = replace(dice[at], body="brown", pips="brown", kind="plain")
    problems = (Problem("cocked_die", "leans"),) if draw.random() < 0.05 else ()
    return Seen(TableReading(tuple(dice), problems), draw.randint(1, 9), 0.0, SIZE)


def _roll(draw: random.Random, count: int) -> str:
    return "".join(str(draw.randint(1, 6)) for _ in range(count))


def test_undo_gives_every_state_back() -> None:
    table = Dancing(3, start_vivacita=2).tango()
    states = []
    draw = random.Random(5)
    while not isinstance(table.page, Over):
        states.append(table.recorded.state)
        if isinstance(table.page, ReadTango):
            table.tango(_roll(draw, 3))
            continue
        playing = table.state.still_in
        tango = "".join(map(str, table.state.dancing.tango))
        dice = laid.tango(values=tango)
        for seat in playing:
            dice += laid.seat(COLOURS[seat], 120 * seat + 20, values=_roll(draw, 6))
        table.press("A").send(seen(dice)).press("A")
        assert isinstance(table.page, Ladder)
        while isinstance(table.page, Ladder | Vivacita):
            table.press("A")
    for state in reversed(states):
        table.press("y A")
        assert table.recorded.state == state
    assert (
        Button.Y
        not in {button for button, label in table.screen.buttons.items() if label.hold}
        or table.recorded.before is not None
    )
