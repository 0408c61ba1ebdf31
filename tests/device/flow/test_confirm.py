"""The reading of dice: what a person is asked, and how few presses an answer takes."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.flow import confirm
from device.flow.confirm import At, ByHand, Done, Reading, Sense, Told, Wanted
from device.flow.core import (
    Event,
    EyeBack,
    EyeFailed,
    Hush,
    Picked,
    Pressed,
    Seen,
    Signal,
    Stage,
    Tick,
    Voice,
    Watched,
)
from device.flow.screen import Button, Mood, Picture, say
from device.wording import load_wording
from tests.device.flow.table import KEYS, SIZE, die, ids, reading, seen, texts, told
from vision.readings import Problem, TableReading

TWO = Wanted(say("confirm.lay"), expect=2)
SIX = Wanted(say("confirm.lay"), expect=6)


class Table:
    """Drives a reading; the screen is told after every event."""

    def __init__(self, wanted: Wanted, state: confirm.State | None = None) -> None:
        self.state = confirm.begin(wanted) if state is None else state
        self.sounds: tuple[Any, ...] = ()

    def send(self, *events: Event) -> Table:
        for event in events:
            assert isinstance(self.state, Reading)
            reply = confirm.step(self.state, event)
            self.state, self.sounds = reply.state, reply.sounds
            if isinstance(self.state, Reading):
                told(confirm.screen(self.state))
        return self

    def press(self, keys: str) -> Table:
        """Buttons in a row; a small letter is held."""
        presses = [
            Pressed(Button(key.upper()), 0.0, is_held=key.islower())
            for key in keys.split()
        ]
        return self.send(*presses)

    def see(self, *dice: Any, **how: Any) -> Table:
        told_dice = TableReading(tuple(dice))
        return self.send(seen(told_dice, **how))

    @property
    def reading(self) -> Reading:
        assert isinstance(self.state, Reading)
        return self.state

    @property
    def done(self) -> Done:
        assert isinstance(self.state, Done)
        return self.state

    @property
    def screen(self) -> Any:
        return confirm.screen(self.reading)

    @property
    def values(self) -> list[int]:
        return [each.die.value for each in self.reading.dice]


def sure(*values: int) -> TableReading:
    return reading(values)


def unsure(value: int, at: tuple[float, float], *others: int) -> Any:
    return die(value, at, sure=False, others=others)


# --- all is sure -----------------------------------------------------------------


def test_sure_dice_are_accepted_with_one_press() -> None:
    table = Table(TWO).send(seen([4, 2]))
    assert table.screen.mood is Mood.READ
    assert table.press("A").done.values == (4, 2)


def test_quick_dice_are_accepted_without_a_press() -> None:
    assert Table(replace(TWO, is_quick=True)).send(seen([4, 2])).done.values == (4, 2)


def test_quick_dice_that_are_unsure_are_asked_about_all_the_same() -> None:
    table = Table(replace(TWO, is_quick=True))
    table.see(die(4), unsure(2, (300, 100), 3))
    assert table.reading.at is At.ASKING
    assert table.press("A").reading.at is At.READ, "a person has looked: confirm it"


@pytest.mark.parametrize(
    ("stage", "mood"),
    [
        (Stage.EMPTY, Mood.WAITING),
        (Stage.HAND, Mood.HAND),
        (Stage.ROLLING, Mood.HAND),
        (Stage.SETTLING, Mood.READING),
        (Stage.STILL, Mood.READING),
    ],
)
def test_what_the_eye_sees_can_be_told_apart(stage: Stage, mood: Mood) -> None:
    assert Table(TWO).send(Watched(stage, 0.0)).screen.mood is mood


def test_states_look_different_from_across_the_table() -> None:
    read = Table(TWO).send(seen([4, 2]))
    asking = Table(TWO).see(die(4), unsure(2, (300, 100), 3))
    stuck = Table(TWO).send(seen([4]))
    moods = {table.screen.mood for table in (Table(TWO), read, asking, stuck)}
    assert moods == {Mood.WAITING, Mood.READ, Mood.ASKING, Mood.STUCK}


# --- asking ----------------------------------------------------------------------


def test_an_unsure_die_is_enlarged_and_its_likeliest_values_come_first() -> None:
    table = Table(TWO).see(die(4), unsure(2, (300, 100), 3, 5, 6, 1, 4))
    picture = next(b for b in table.screen.blocks if isinstance(b, Picture))
    assert picture.focus == 1
    assert not picture.marks[1].is_sure
    labels = [table.screen.buttons[b].press for b in (Button.B, Button.X)]
    assert labels == ["3", "5"]


@pytest.mark.parametrize(
    ("keys", "value"),
    [("A", 2), ("B", 3), ("X", 5), ("Y A", 6), ("Y B", 1), ("Y X", 4)],
)
def test_any_value_takes_two_presses_at_most(keys: str, value: int) -> None:
    table = Table(TWO).see(die(4), unsure(2, (300, 100), 3, 5, 6, 1, 4)).press(keys)
    assert table.values == [4, value]
    assert table.reading.at is At.READ


def test_a_die_that_is_none_is_taken_away_with_one_hold() -> None:
    table = Table(TWO).see(die(4), die(2, (300, 100)), unsure(2, (500, 100), 3))
    assert table.screen.mood is Mood.STUCK
    table.press("B")
    assert table.reading.cursor == 2, "the least sure comes first"
    assert table.press("b A").values == [4, 2]
    assert table.reading.at is At.READ


def test_every_unsure_die_is_asked_about() -> None:
    dice = [unsure(v, (100.0 * v, 100), v % 6 + 1) for v in range(1, 7)]
    table = Table(SIX).see(*dice)
    for _ in range(6):
        assert table.reading.at is At.ASKING
        table.press("A")
    assert table.press("A").done.values == (1, 2, 3, 4, 5, 6)


def test_dice_that_a_game_knows_are_not_asked_about() -> None:
    def sense(dice: tuple[Told, ...], size: tuple[int, int]) -> Sense:
        return Sense(known=frozenset({1}), doubtful=frozenset({0}))

    table = Table(replace(TWO, sense=sense)).see(die(4), unsure(2, (300, 100)))
    assert (table.reading.at, table.reading.cursor) == (At.ASKING, 0)
    assert table.press("A").reading.at is At.READ


# --- correcting ------------------------------------------------------------------


def test_a_sure_die_is_corrected_in_two_presses_once_chosen() -> None:
    odd = replace(die(5, (300, 100), others=(3, 1)), confidence=0.96)
    table = Table(TWO).see(die(4), odd).press("B")
    assert table.reading.cursor == 1, "the one likeliest to be misread"
    assert table.press("B").values == [4, 3]
    assert table.press("A A").done.values == (4, 3)


@pytest.mark.parametrize(
    ("keys", "value"), [("B", 3), ("a A", 1), ("a B", 2), ("a X", 4), ("a Y", 6)]
)
def test_a_chosen_die_takes_any_value(keys: str, value: int) -> None:
    table = Table(TWO).see(die(4), replace(die(5, (300, 100), others=(3, 1))))
    table.press("B Y").press(keys)
    assert table.values == [4, value]
    assert table.reading.at is At.CHOOSING


def test_the_likeliest_value_again_takes_a_slip_back() -> None:
    table = Table(TWO).see(die(5, others=(3,)), die(4, (300, 100))).press("B B")
    assert table.values == [3, 4]
    assert table.press("B").values == [5, 4]


def test_the_page_picks_a_die_and_then_its_value() -> None:
    table = Table(TWO).send(seen([4, 2]))
    table.send(Picked("die:1", 0.0), Picked("value:6", 0.0))
    assert table.values == [4, 6]


def test_a_correction_hushes_the_voice_and_tells_what_changed() -> None:
    table = Table(TWO).send(seen([4, 2]), Picked("die:1", 0.0), Picked("value:6", 0.0))
    assert table.sounds == (Hush(), Voice(say("confirm.voice_now", value=6)))


def test_an_added_die_takes_two_presses() -> None:
    table = Table(TWO).send(seen([4]))
    assert table.screen.mood is Mood.STUCK
    assert "confirm.problem_too_few_dice" in texts(table.screen)
    assert table.press("X y").values == [4, 6]
    assert table.press("A").done.values == (4, 6)


def test_reading_again_asks_the_eye_with_a_new_number() -> None:
    table = Table(TWO).send(seen([4]))
    before = confirm.wish(table.reading)
    table.press("A")
    after = confirm.wish(table.reading)
    assert (after.request, after.is_wanted) == (before.request + 1, True)
    assert table.reading.at is At.WAITING
    assert table.send(seen([3, 1])).press("A").done.values == (3, 1)


def test_accepted_dice_can_be_corrected_without_reading_again() -> None:
    done = Table(TWO).send(seen([4, 2])).press("A").done
    table = Table(TWO, confirm.correct(done, TWO))
    assert table.reading.at is At.CHOOSING
    table.send(Picked("die:0", 0.0), Picked("value:1", 0.0)).press("A A")
    assert table.done.values == (1, 2)
    assert table.done.shot == done.shot


def test_the_record_tells_what_was_read_and_what_was_corrected() -> None:
    table = Table(TWO).send(seen([4, 2]), Picked("die:1", 0.0), Picked("value:6", 0.0))
    found = table.press("A A").done.seen
    assert isinstance(found, list)
    assert [(each["value"], each["read"]) for each in found] == [(4, 4), (6, 2)]


# --- what does not add up --------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ([4], "confirm.problem_too_few_dice"),
        ([4, 4, 4], "confirm.problem_too_many_dice"),
        ([], "confirm.problem_no_dice"),
    ],
)
def test_a_wrong_count_says_what_to_do(values: list[int], key: str) -> None:
    table = Table(TWO).send(seen(values))
    assert key in texts(table.screen)
    assert table.screen.buttons[Button.A].press == say("confirm.again")


def test_a_wrong_count_is_mended_on_the_table_alone() -> None:
    table = Table(TWO).send(seen([4]), Watched(Stage.HAND, 0.0), seen([4, 3]))
    assert table.press("A").done.values == (4, 3)


def test_another_count_that_is_as_good_is_asked_for_once() -> None:
    table = Table(replace(SIX, also=(3,))).send(seen([1, 2, 3]))
    wish = confirm.wish(table.reading)
    assert (wish.expect, table.reading.at) == (3, At.WAITING)
    assert table.send(seen([1, 2, 3])).press("A").done.values == (1, 2, 3)


def test_two_counts_that_alternate_do_not_go_on_for_ever() -> None:
    table = Table(replace(SIX, also=(3,))).send(seen([1, 2, 3]))
    table.send(seen([1, 2, 3, 4, 5, 6]))
    assert table.reading.at is At.READ, "both are as good"


def test_dice_may_be_added_up_to_any_count_that_is_good() -> None:
    table = Table(replace(SIX, also=(3,))).send(seen([1, 2, 3]), seen([1, 2, 3]))
    assert table.reading.expect == 3
    table = Table(replace(SIX, also=(3,))).send(seen([1, 2, 3, 4]))
    table.press("X A X B")
    assert table.values == [1, 2, 3, 4, 1, 2]
    assert table.reading.at is At.READ


@pytest.mark.parametrize("code", ["maybe_die", "cocked_die"])
def test_what_the_reader_asks_about_is_told_in_the_players_words(code: str) -> None:
    problem = Problem(code, "for logs", (300.0, 100.0), values=(("value", 2),))
    told = confirm.problem_text(problem)
    assert told == say(f"confirm.problem_{code}", value=2)
    for language in ("it", "en"):
        assert load_wording(language).say(f"confirm.problem_{code}", {"value": 2})


def test_a_problem_of_the_game_stops_the_dice() -> None:
    def sense(dice: tuple[Told, ...], size: tuple[int, int]) -> Sense:
        wrong = [d for d in dice if d.die.value == 6]
        return Sense((Problem("cocked_die", "leans"),) if wrong else ())

    table = Table(replace(TWO, sense=sense)).send(seen([6, 2]))
    assert table.screen.mood is Mood.STUCK
    table.send(Picked("die:0", 0.0), Picked("value:5", 0.0)).press("A A")
    assert table.done.values == (5, 2)


# --- the table changes meanwhile -------------------------------------------------


def test_what_was_said_of_a_die_stands_while_it_lies_where_it_lay() -> None:
    odd = unsure(2, (300, 100), 3)
    table = Table(TWO).see(die(4), odd).press("B")
    assert table.values == [4, 3]
    table.see(die(5, (600, 300)), odd)
    assert table.values == [5, 3]
    assert table.reading.at is At.READ


def test_a_die_that_was_moved_is_asked_about_again() -> None:
    table = Table(TWO).see(die(4), unsure(2, (300, 100), 3)).press("B")
    table.see(die(4), unsure(2, (340, 100), 3))
    assert table.reading.at is At.ASKING


def test_a_die_that_was_added_stays_while_it_is_lacking() -> None:
    table = Table(replace(TWO, expect=3)).send(seen([4, 2])).press("X y")
    table.see(die(4, (100, 200)), die(5, (500, 100)))
    assert table.values == [4, 5, 6]
    table.see(die(4, (100, 200)), die(5, (500, 100)), die(1, (700, 100)))
    assert table.values == [4, 5, 1], "until the camera sees it"


def test_a_die_said_to_be_none_stays_away() -> None:
    ghost = unsure(1, (700, 500), 2)
    table = Table(TWO).see(die(4), die(2, (300, 100)), ghost)
    table.send(Picked("die:2", 0.0)).press("b A")
    assert table.values == [4, 2]
    table.see(die(4), die(2, (330, 100)), ghost)
    assert table.values == [4, 2]


def test_the_same_reading_again_does_not_disturb_a_correction() -> None:
    table = Table(TWO).send(seen([4, 2]), Picked("die:1", 0.0), seen([4, 2]))
    assert table.reading.at is At.CHOOSING


@pytest.mark.parametrize("stage", [Stage.CHANGED, Stage.EMPTY])
def test_dice_that_are_gone_cannot_be_accepted(stage: Stage) -> None:
    table = Table(TWO).send(seen([4, 2]), Watched(stage, 0.0)).press("A")
    assert table.reading.at is At.WAITING


def test_a_hand_that_moved_a_die_is_handed_on() -> None:
    assert Table(TWO).send(seen([4, 2], touched=True)).press("A").done.was_touched


# --- no camera -------------------------------------------------------------------


def test_a_lost_camera_says_so_and_offers_entry_by_hand() -> None:
    table = Table(TWO).send(EyeFailed("stalled", 0.0))
    assert table.screen.mood is Mood.STUCK
    assert "eye.stalled" in texts(table.screen)
    table.press("B")
    assert confirm.wish(table.reading).is_wanted is False
    assert table.press("b y A").done.values == (5, 6)
    assert table.done.shot is None
    assert table.done.seen is None


def test_a_camera_that_comes_back_reads_on() -> None:
    table = Table(TWO).send(EyeFailed("gone", 0.0), EyeBack(0.0), seen([1, 2]))
    assert table.press("A").done.values == (1, 2)


def test_a_camera_lost_after_the_reading_does_not_matter() -> None:
    table = Table(TWO).send(seen([1, 2]), EyeFailed("gone", 0.0))
    assert table.press("A").done.values == (1, 2)


def test_entry_by_hand_is_not_disturbed_by_the_table() -> None:
    table = (
        Table(TWO)
        .press("B A")
        .send(seen([4, 2]), Watched(Stage.CHANGED, 0.0), Watched(Stage.EMPTY, 0.0))
    )
    assert table.press("B A").done.values == (1, 2)


def test_entry_by_hand_takes_back_and_leaves() -> None:
    table = Table(TWO).press("B A X X")
    assert table.reading.at is At.WAITING
    own = Table(replace(TWO, has_own_hand=True)).press("B")
    assert isinstance(own.state, ByHand)
    begun = Table(TWO, confirm.begin_by_hand(TWO)).press("X")
    assert isinstance(begun.state, ByHand)


def test_without_a_count_nothing_can_be_entered_by_hand() -> None:
    table = Table(Wanted(say("confirm.lay")))
    assert Button.B not in table.screen.buttons


def test_hold_y_is_left_to_the_game_where_this_flow_has_no_use_for_it() -> None:
    hold = Pressed(Button.Y, 0.0, is_held=True)
    table = Table(TWO).send(seen([4, 2]))
    assert confirm.is_undo(table.reading, hold)
    shown = confirm.screen(table.reading, undo="undo")
    assert shown.buttons[Button.Y].hold == "undo"
    table.press("X B")
    assert table.reading.at is At.ENTRY
    assert not confirm.is_undo(table.reading, hold)
    assert confirm.screen(table.reading, undo="undo").buttons[Button.Y].hold == "6"


# --- anything may happen ---------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([1, 2, 3, 6]))
def test_no_unsure_die_is_ever_handed_out_unasked(
    draw: random.Random, count: int
) -> None:
    wanted = Wanted(say("confirm.lay"), expect=count, is_quick=draw.random() < 0.3)
    state: confirm.State = confirm.begin(wanted)
    for _ in range(40):
        if not isinstance(state, Reading):
            break
        shown = confirm.screen(state)
        told(shown)
        for button, labels in shown.buttons.items():
            for is_held, label in ((False, labels.press), (True, labels.hold)):
                if label:
                    reply = confirm.step(state, Pressed(button, 0.0, is_held))
                    assert reply.state != state, (button, is_held, state.at)
        before, event = state, _any_event(draw, state, count)
        state = confirm.step(state, event).state
    if isinstance(state, Done):
        assert len(state.dice) == count
        assert all(each.die.sure or each.is_asked for each in state.dice)
        assert isinstance(before, Reading)
        has_acted = isinstance(event, Pressed | Picked)
        assert has_acted or (wanted.is_quick and isinstance(event, Seen))


def _any_event(draw: random.Random, state: Reading, count: int) -> Event:
    kind = draw.random()
    if kind < 0.5:
        return draw.choice(KEYS)
    if kind < 0.65:
        return Picked(draw.choice([*ids(confirm.screen(state)), "die:9"]), 0.0)
    if kind < 0.9:
        dice = [
            die(
                draw.randint(1, 6),
                (100.0 * draw.randint(1, 9), 100.0 * i),
                sure=draw.random() < 0.6,
                others=(draw.randint(1, 6),),
            )
            for i in range(draw.choice([count, count, draw.randint(0, 7)]))
        ]
        return Seen(TableReading(tuple(dice)), draw.randint(1, 3), 0.0, SIZE)
    rare: list[Event] = [EyeFailed("gone", 0.0), EyeBack(0.0), Tick(0.0)]
    return draw.choice([*rare, *(Watched(stage, 0.0) for stage in Stage)])


def test_signals_tell_what_is_wanted_of_people() -> None:
    assert Table(TWO).send(seen([4, 2])).sounds == (Signal.READ,)
    assert Table(TWO).send(seen([4])).sounds == (Signal.WRONG,)
    asking = Table(TWO).see(die(4), unsure(2, (300, 100)))
    assert asking.sounds == (Signal.ASK,)
