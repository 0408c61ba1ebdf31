"""Dancing Dice without a camera, and whatever else may happen."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from device.flow import dancing_dice
from device.flow.core import (
    Event,
    EyeBack,
    EyeFailed,
    Picked,
    Seen,
    Stage,
    Tick,
    Watched,
)
from device.flow.dancing_pages import (
    Hand,
    Ladder,
    Over,
    ReadAll,
    ReadOne,
    ReadTango,
    Summary,
    Vivacita,
)
from device.flow.screen import Button, Labels, Mood
from rules.core import Undo
from rules.dancing_dice import RollTango
from rules.records import replay
from rules.setups import format_setup
from rules.writing import format_action, format_record
from tests import laid
from tests.device.flow.dancing_table import (
    COLOURS,
    SIZE,
    Dancing,
    at_table,
    own,
    seen,
    unsure,
)
from tests.device.flow.table import KEYS, ids
from vision.readings import Problem, TableReading

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
