import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.flow import sei_dadi as flow
from device.flow.core import EyeFailed, Hush, Stage, Voice, Watched
from device.flow.screen import Button, DiceLine, Mood, Players, say
from device.flow.sei_dadi_pages import Keep, Over, Throw
from rules.core import Step, Undo
from rules.referee import Action, play
from rules.sei_dadi import Attack, Phase, Roll, Stop
from rules.sei_dadi import Keep as KeepDice
from tests.device.flow.table import Table, die, new_game, random_event, reading
from vision.readings import TableReading

ROLL = (6, 6, 5, 3, 1, 1)


def sit(players: int = 3, **options: int | str) -> Table:
    return Table(flow, new_game("sei-dadi", players, **options))


def at(*actions: Action, players: int = 3) -> Table:
    """A table where this has been played already, and the device started again."""
    game = new_game("sei-dadi", players)
    for action in actions:
        answer = play(game, action)
        assert isinstance(answer, Step), answer
        game = answer.state
    return Table(flow, game)


# --- rolling ---------------------------------------------------------------------


def test_the_first_roll_is_taken_without_a_press() -> None:
    table = sit().see(ROLL)
    assert table.last == Roll(ROLL, 0)
    assert (table.deeds[-1].shot, table.presses) == (7, 0)
    assert "22 su 30" in table.text
    assert "perdi 8" in table.text


def test_all_dice_not_kept_are_expected() -> None:
    assert sit().wish.expect == 6
    assert sit().see(ROLL).press("A A B").wish.expect == 4


def test_dice_that_still_lie_there_are_no_roll() -> None:
    table = sit().see(ROLL).press("A A B")
    table.send(Watched(Stage.STILL, 0.0)).see(ROLL)
    assert table.last == KeepDice((6, 6), 0)
    assert table.screen.mood is Mood.WAITING


def test_a_roll_is_not_whole_while_one_die_lies_as_it_did() -> None:
    table = sit().see(ROLL).press("A A B")
    mixed = TableReading((die(5, (260, 200)), *reading([2, 2, 3], 500.0).dice))
    assert table.see(mixed).last == KeepDice((6, 6), 0)
    assert table.see([2, 2, 3, 4], 500.0).last == Roll((2, 2, 3, 4), 0)


def test_kept_dice_may_lie_beside_the_roll() -> None:
    table = sit().see(ROLL).press("A A B")
    table.see_twice([6, 6, 4, 3, 2, 2], 500.0)
    assert table.last == Roll((4, 3, 2, 2), 0)


def test_six_dice_without_those_kept_are_asked_about() -> None:
    table = sit().see(ROLL).press("A A B").see_twice([6, 4, 4, 3, 2, 2], 500.0)
    assert table.last == KeepDice((6, 6), 0)
    assert table.screen.mood is Mood.STUCK
    assert "(6 6)" in table.text


def test_the_same_faces_in_another_place_are_asked_about() -> None:
    table = sit().see(ROLL).press("A A B").see([5, 3, 1, 1], 500.0)
    assert table.screen.mood is Mood.READ
    assert table.press("A").last == Roll((5, 3, 1, 1), 0)


def test_read_now_takes_what_lies_there() -> None:
    lying = TableReading(reading(ROLL).dice[2:])
    table = sit().see(ROLL).press("A A B").see(lying)
    assert table.screen.mood is Mood.WAITING
    table.press("A").see(lying)
    assert table.screen.mood is Mood.READ
    assert table.press("A").last == Roll(ROLL[2:], 0)


def test_after_a_restart_dice_are_confirmed_first() -> None:
    table = at(Roll(ROLL), KeepDice((6, 6))).see([4, 3, 2, 2])
    assert table.screen.mood is Mood.READ
    assert table.press("A").last == Roll((4, 3, 2, 2), 0)


def test_an_unsure_die_is_asked_about_before_the_roll_counts() -> None:
    dice = (*reading(ROLL[:5]).dice, die(1, (700, 200), sure=False, others=(2,)))
    table = sit().see(TableReading(dice))
    assert not table.deeds
    assert table.press("B A").last == Roll((6, 6, 5, 3, 1, 2), 0)


def test_everything_is_entered_by_hand_without_a_camera() -> None:
    table = sit().send(EyeFailed("missing", 0.0)).press("B").press("y y b Y A A A")
    assert table.last == Roll(ROLL, 0)
    table.press("A A B B").press("a b y Y A")
    assert table.last == Roll((4, 5, 6, 3), 0)
    assert table.deeds[-1].shot is None


# --- keeping ---------------------------------------------------------------------


def test_two_sixes_are_kept_in_three_presses() -> None:
    table = sit().see(ROLL).press("A A B")
    assert table.last == KeepDice((6, 6), 0)
    assert table.presses == 3


def test_a_tick_can_be_taken_off_again_and_a_die_skipped() -> None:
    table = sit().see(ROLL).press("A X A").press("X X X A B")
    assert table.last == KeepDice((5,), 0)


def test_nothing_ticked_cannot_be_rolled_on() -> None:
    table = sit().see(ROLL).press("B")
    assert isinstance(table.last, Roll)


def test_the_page_ticks_a_die() -> None:
    assert sit().see(ROLL).pick("die.2", "die.0").press("B").last == KeepDice((6, 5), 0)


def test_dice_taken_out_of_view_are_ticked() -> None:
    table = sit().see(ROLL).see([5, 3, 1, 1])
    assert not table.deeds[1:]
    assert table.press("B").last == KeepDice((6, 6), 0)


def test_dice_moved_aside_in_view_are_ticked() -> None:
    aside = TableReading(
        (die(6, (100, 700)), die(6, (180, 700)), *reading(ROLL).dice[2:])
    )
    table = sit().see(ROLL).see(aside).press("B")
    assert table.last == KeepDice((6, 6), 0)
    table.see_twice(TableReading((*aside.dice[:2], *reading([1, 2, 3, 4]).dice)))
    assert table.last == Roll((1, 2, 3, 4), 0)


def test_who_rolls_the_others_at_once_needs_one_press() -> None:
    table = sit().see(ROLL)
    lying = reading(ROLL).dice[:2]
    after = TableReading((*lying, *reading([4, 3, 2, 2], 500.0).dice))
    table.see(after)
    assert isinstance(table.last, Roll)
    table.press("B").see_twice(after)
    assert table.presses == 1
    assert [deed.action for deed in table.deeds[1:]] == [
        KeepDice((6, 6), 0),
        Roll((4, 3, 2, 2), 0),
    ]


def test_a_die_read_otherwise_where_it_lies_ticks_nothing() -> None:
    table = sit().see(ROLL).see((*ROLL[:5], 2))
    (line, *_) = [b for b in table.screen.blocks if isinstance(b, DiceLine)]
    assert not any(shown.is_held for shown in line.dice)


def test_other_faces_in_view_tick_nothing() -> None:
    table = sit().see(ROLL).see([2, 2, 2])
    (line, *_) = [b for b in table.screen.blocks if isinstance(b, DiceLine)]
    assert not any(shown.is_held for shown in line.dice)


def test_keeping_all_six_ends_the_turn() -> None:
    table = sit().see((6, 6, 6, 6, 6, 5)).press("A A A A A A")
    assert "Conta" in table.text
    table.press("B")
    assert table.state.sei.phase is Phase.ATTACK


# --- totals and attacks ----------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "label"),
    [
        pytest.param((6, 6, 6, 6, 5, 1), "Fermati", id="thirty is safe"),
        pytest.param((6, 6, 6, 5, 5, 1), "Fermati −1", id="below thirty costs"),
        pytest.param((6, 6, 6, 6, 6, 1), "Attacca (1)", id="above thirty attacks"),
    ],
)
def test_stopping_says_beforehand_what_it_brings(
    roll: tuple[int, ...], label: str
) -> None:
    assert label in sit().see(roll).text


def test_what_a_turn_cost_is_told_over_the_next_roll() -> None:
    table = sit().see(ROLL).press("Y")
    assert table.last == Stop(0)
    assert "Anna: totale 22 (S-3)" in table.text
    assert "## Anna −8" in table.text
    assert "Anna resta a 28 (S-3)" in table.text
    assert "Carla tira" in table.text  # play goes to the right
    assert any(isinstance(sound, Voice) for sound in table.sounds)


def test_one_may_stop_after_keeping_too() -> None:
    table = sit().see(ROLL).press("A B X")
    assert table.last == Stop(0)


def test_an_attack_goes_on_roll_by_roll_without_a_press() -> None:
    table = sit().see((6, 6, 6, 6, 6, 4)).press("Y")
    assert "Anna attacca Carla" in table.text
    presses = table.presses
    table.see([4, 4, 1, 2, 3, 5], 400.0)
    assert "2 × 4 = 8" in table.text
    assert table.wish.expect == 4
    table.see([4, 1, 2, 3], 500.0).see([1, 2, 6], 600.0)
    assert table.last == Attack((1, 2, 6), 0)
    assert table.presses == presses
    assert "Attacco: 3 × 4 (S-5)" in table.text
    assert "Carla resta a 24 (S-6)" in table.text


def test_an_attack_may_come_to_nothing() -> None:
    table = sit().see((6, 6, 6, 6, 6, 4)).press("Y").see([1, 1, 2, 3, 5, 5], 400.0)
    assert "a vuoto" in table.text


def test_the_dice_that_began_an_attack_are_not_its_first_roll() -> None:
    table = sit().see((6, 6, 6, 6, 6, 4)).press("Y").see((6, 6, 6, 6, 6, 4))
    assert table.last == Stop(0)


# --- corrections and undo --------------------------------------------------------


def test_an_accepted_roll_is_corrected_in_two_presses_a_die() -> None:
    table = sit().see(ROLL).press("a").pick("die:5").press("B A")
    table.press("A")
    assert [deed.action for deed in table.deeds[1:]] == [
        Undo(),
        Roll((6, 6, 5, 3, 1, 2), 0),
    ]
    assert table.state.sei.total == 23


def test_a_roll_of_an_attack_is_corrected_too() -> None:
    table = sit().see((6, 6, 6, 6, 6, 4)).press("Y").see([4, 4, 1, 2, 3, 5], 400.0)
    table.press("b").pick("die:2", "value:4").press("A A")
    assert [deed.action for deed in table.deeds[-2:]] == [
        Undo(),
        Attack((4, 4, 4, 2, 3, 5), 0),
    ]
    table.see([1, 2, 3], 500.0).press("b").pick("die:0", "value:4").press("A A")
    assert table.last == Attack((4, 2, 3), 0)  # the attack had ended and goes on
    assert table.state.sei.kept == (4, 4, 4, 4)


def test_a_correction_without_a_change_leaves_no_deed() -> None:
    table = sit().see(ROLL).press("a A A")
    assert isinstance(table.state.page, Keep)
    assert len(table.deeds) == 1


def test_a_correction_works_after_a_restart() -> None:
    table = at(Roll(ROLL)).press("a")
    table.pick("die:0", "value:2").press("A A")
    assert table.last == Roll((2, 6, 5, 3, 1, 1), 0)


def test_undo_names_the_roll_and_asks() -> None:
    table = sit().see(ROLL).press("A A y")
    assert "Anna: tira 6 6 5 3 1 1" in table.text
    table.press("B")
    assert table.state.page.ticked == {0, 1}  # nothing is lost
    table.press("y A")
    assert table.last == Undo()
    assert Hush() in table.sounds
    assert isinstance(table.state.page, Throw)


def test_after_an_undo_the_dice_on_the_table_are_confirmed() -> None:
    table = sit().see(ROLL).press("y A").see(ROLL)
    assert table.screen.mood is Mood.READ


def test_undo_reaches_back_to_the_set_up() -> None:
    table = sit().see(ROLL).press("A B").see([1, 2, 3, 4, 5], 500.0).press("Y")
    while table.state.game.before is not None:
        table.press("y A")
    assert table.state.sei.phase is Phase.ROLL
    assert "Annulla" not in table.text


# --- whole games -----------------------------------------------------------------


def test_a_whole_game_by_dice_and_presses() -> None:
    table = sit(2, posta=3)
    for turn in range(100):
        if isinstance(table.state.page, Over):
            break
        dice = [1, 1, 2, 3, 5, 5 + turn % 2]
        table.see(dice, 100.0 + 50 * (turn % 9)).press("Y")
    assert isinstance(table.state.page, Over)
    assert table.screen.mood is Mood.DONE
    assert "Il piatto: 6" in table.text
    assert "Vince Bruno!" in table.text
    table.press("y A")
    assert table.state.sei.phase is Phase.KEEP


def test_by_hand_the_points_and_what_was_lost_are_shown_before_the_first_die() -> None:
    table = sit().send(EyeFailed("none", 0.0)).press("B A A A A A A A Y B")
    assert table.screen.name == "confirm.entry"
    assert "Anna −24" in table.text
    assert [row.left for row in shown_players(table).rows] == ["12", "36", "36"]


def shown_players(table: Table) -> Players:
    return next(block for block in table.screen.blocks if isinstance(block, Players))


@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_nothing_at_the_table_breaks_it(seed: int) -> None:
    draw = random.Random(seed)
    table = sit(draw.randint(2, 4))
    for _ in range(150):
        owed = 6 - len(table.state.sei.kept)
        table.send(random_event(draw, table, (owed, 6)))
        again = flow.start(table.recorded, 0.0)
        assert flow.screen(again).title


@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_everything_can_be_undone(seed: int) -> None:
    draw = random.Random(seed)
    table = sit()
    for _ in range(80):
        owed = 6 - len(table.state.sei.kept)
        table.send(random_event(draw, table, (owed, owed, 6)))
    table = Table(flow, table.recorded)
    while table.recorded.before is not None:
        table.press("y A")
        assert table.last == Undo()


def test_stopping_costs_no_more_than_is_left() -> None:
    lowest = (1, 1, 1, 1, 1, 1)
    lost, safe = (Roll(lowest), Stop()), (Roll((5, 5, 5, 5, 5, 5)), Stop())

    table = at(*lost, *safe, Roll(lowest), players=2)

    assert "perdi 12" in table.text
    assert table.screen.buttons[Button.Y].press == say("sei_dadi.stop_pay", points=12)
