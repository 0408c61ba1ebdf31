"""Dice that change after they were accepted: told, waited for, asked about."""

import pytest

from device.flow import changed
from device.flow.changed import LIE, WAIT_S, Answer, Changed
from device.flow.core import Event, Pressed, Seen, Signal, Stage, Tick, Watched
from device.flow.screen import Button, Countdown, Mood, say
from tests.device.flow.table import SIZE, told
from vision.readings import TableReading

A, B = Pressed(Button.A, 0.0), Pressed(Button.B, 0.0)


def after(*events: Event, start: Changed = LIE) -> Changed:
    state = start
    for event in events:
        answer = changed.step(state, event)
        assert isinstance(answer, Changed)
        state = answer
        if state.is_told:
            told(changed.screen(state, say("changed.told")))
    return state


NOTICED = after(Watched(Stage.CHANGED, 10.0))
ASKING = after(Tick(10.0 + WAIT_S), start=NOTICED)


@pytest.mark.parametrize(
    "stage", [Stage.HAND, Stage.ROLLING, Stage.SETTLING, Stage.STILL]
)
def test_a_hand_over_the_dice_is_no_change(stage: Stage) -> None:
    assert after(Watched(stage, 1.0), Tick(9.0)) == LIE


@pytest.mark.parametrize("stage", [Stage.CHANGED, Stage.EMPTY])
def test_changed_and_vanished_dice_are_told_at_once(stage: Stage) -> None:
    state = after(Watched(stage, 10.0))
    assert state.is_told
    assert not state.is_asking
    assert changed.screen(state, "x").mood is Mood.STUCK


def test_it_waits_three_seconds_before_it_asks() -> None:
    assert not after(Tick(12.99), start=NOTICED).is_asking
    assert after(Tick(13.0), start=NOTICED).is_asking


def test_the_countdown_runs_down() -> None:
    blocks = changed.screen(after(Tick(11.0), start=NOTICED), "x").blocks
    assert Countdown(2.0, 3.0) in blocks


@pytest.mark.parametrize("press", [A, B])
def test_nothing_can_be_pressed_before_it_asks(press: Pressed) -> None:
    assert changed.step(NOTICED, press) == NOTICED


@pytest.mark.parametrize(("press", "answer"), [(A, Answer.STANDS), (B, Answer.AGAIN)])
def test_the_table_answers(press: Pressed, answer: Answer) -> None:
    assert changed.step(ASKING, press) is answer


def test_a_held_button_is_no_answer() -> None:
    assert changed.step(ASKING, Pressed(Button.A, 0.0, is_held=True)) == ASKING


def test_more_changes_do_not_begin_the_wait_again() -> None:
    state = after(Watched(Stage.CHANGED, 12.0), Tick(13.1), start=NOTICED)
    assert state.is_asking


def test_dice_put_back_as_they_were_are_let_be() -> None:
    events = (Watched(Stage.HAND, 10.5), Watched(Stage.STILL, 11.0))
    assert after(*events, Tick(12.4), start=NOTICED).is_told
    assert after(*events, Tick(12.5), start=NOTICED) == LIE


def test_dice_that_come_to_rest_otherwise_are_asked_about() -> None:
    events = (
        Watched(Stage.HAND, 10.5),
        Watched(Stage.STILL, 11.0),
        Watched(Stage.CHANGED, 11.4),
    )
    assert after(*events, Tick(13.1), start=NOTICED).is_asking


def test_a_reading_is_no_answer() -> None:
    seen = Seen(TableReading(()), 1, 0.0, SIZE)
    assert changed.step(ASKING, seen) == ASKING


def test_it_is_heard_once_as_it_is_told_and_once_as_it_asks() -> None:
    assert changed.signals(LIE, NOTICED) == (Signal.WRONG,)
    assert changed.signals(NOTICED, NOTICED) == ()
    assert changed.signals(NOTICED, ASKING) == (Signal.ASK,)
