"""Dancing Dice at the table: whole games, and what does not add up."""

from __future__ import annotations

from dataclasses import replace

from device.flow.confirm import At
from device.flow.core import (
    WATCH,
    Signal,
    Tick,
)
from device.flow.dancing_pages import (
    Behind,
    Ladder,
    Over,
    ReadTango,
    ShowTango,
    Split,
    Vivacita,
)
from device.flow.screen import LadderShown, Mood, Picture, Players
from rules.dancing_dice import Dance, Phase, RollTango
from tests import laid
from tests.device.flow.dancing_table import (
    Dancing,
    at_table,
    seen,
    unsure,
    voiced,
)
from tests.device.flow.table import texts

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
    assert voiced(table).startswith("Rock di Anna! Gala di Bruno! Primo ballo.")
    assert voiced(table.press("A A")).startswith("Secondo ballo.")


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
    assert "Dadi visti: 20 su 21" in table.text
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
