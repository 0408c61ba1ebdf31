"""The app: what is shown counts, presses reach the screen they are for, the loop."""

from __future__ import annotations

from dataclasses import replace
from queue import SimpleQueue

import pytest

from device.app import TICK_S
from device.flow.core import (
    Deed,
    Stage,
    Watched,
)
from device.flow.screen import (
    Button,
    Countdown,
    Mood,
    say,
)
from device.inbox import NOW, Inbox, Pick, Push, Stop, Text
from device.moments import meaning
from tests.device.app_table import SEEN, Table

A, B, X, Y = Button

# --- what is shown counts ---------------------------------------------------------


def test_a_deed_is_in_the_journal_before_its_screen_is_shown() -> None:
    table = Table().playing()

    table.push(A)

    line = 'add {"do": "open", "score": 42, "seen": [{"value": 4}]}'
    assert table.told == [line, "show toy.open"]


def test_a_set_up_is_in_the_journal_before_the_game_is_shown() -> None:
    table = Table()
    table.push(B, A, A)
    table.told.clear()

    table.push(A)

    assert table.told == ["begin", "show toy.start"]
    assert table.journal.lines == [
        '{"game": "mia", "players": [{"name": "Anna"}, {"name": "Bruno"}],'
        ' "options": {}}'
    ]


def test_a_found_game_is_opened_again_before_it_is_shown() -> None:
    table = Table()
    table.told.clear()

    table.push(A)

    assert table.told == ["go on", "show toy.start"]


def test_the_eye_is_shut_before_the_screen_says_so() -> None:
    table = Table().playing()

    table.push(Y)

    assert table.told == ["shut", "show toy.shut"]


def test_what_a_shut_eye_had_seen_is_dropped() -> None:
    table = Table().playing()
    table.push(Y)

    table.app.take(SEEN)
    table.app.take(Watched(Stage.STILL, 0.0))

    assert table.screen.name == "toy.shut"


def test_the_proof_of_a_deed_is_kept_with_it() -> None:
    from device.evidence import Evidence

    proof = Evidence(b"jpeg", b"json")
    table = Table(proof=lambda deed: proof if deed.shot == 7 else None).playing()

    table.push(A)

    assert table.journal.proofs == {1: proof}


def test_a_proof_that_cannot_be_made_leaves_the_action_written() -> None:
    def broken(deed: Deed) -> None:
        raise MemoryError

    table = Table(proof=broken).playing()

    table.push(A)

    assert table.journal.lines[-1].startswith('{"do": "open"')
    assert table.app.live.trouble == say("app.fault", part=say("app.proof"))


# --- presses ----------------------------------------------------------------------


def test_a_press_for_a_screen_that_has_gone_by_is_dropped() -> None:
    table = Table()
    old = table.app.live.serial
    table.push(A)

    table.app.take(Push(A, False, old))
    table.app.take(Pick("x", old))
    table.app.take(Text("x", old))

    assert table.screen.name == "toy.start"


def test_a_finger_that_went_down_before_the_screen_came_is_dropped() -> None:
    table = Table()
    table.clock.pass_s(1.0)
    table.push(A)

    table.app.take(Push(A, False, NOW, at_s=0.9))
    assert table.screen.name == "toy.start"

    table.app.take(Push(A, False, NOW, at_s=1.1))
    assert table.screen.name == "toy.open"


def test_a_countdown_and_a_mood_leave_the_screen_what_it_is() -> None:
    table = Table().playing()
    table.push(B)
    serial = table.app.live.serial

    table.clock.pass_s(5.0)
    table.app.tick()

    assert table.app.live.serial == serial
    assert table.screen.blocks == (Countdown(55.0, 60.0),)
    assert meaning(table.screen) == meaning(replace(table.screen, mood=Mood.HAND))


def test_nothing_is_shown_twice() -> None:
    table = Table().playing()

    for _ in range(5):
        table.app.tick()

    assert table.told == []


# --- the loop ---------------------------------------------------------------------


def test_the_loop_outlives_what_nobody_thought_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table().playing()
    inbox: Inbox = SimpleQueue()
    inbox.put(Push(A, False, table.app.live.serial))
    inbox.put(Stop())

    def broken(push: Push, now_s: float) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(table.app, "_push", broken)
    table.app.run(inbox)
    table.app.tick()

    assert table.app.is_stopped
    assert table.app.live.trouble == say("app.flow")


def test_the_loop_takes_what_arrives_ticks_and_stops() -> None:
    beats: list[float] = []
    table = Table(beat=lambda: beats.append(table.clock.now_s())).playing()
    inbox: Inbox = SimpleQueue()
    inbox.put(Push(A, False, table.app.live.serial))
    inbox.put(Stop())
    table.clock.pass_s(TICK_S)

    table.app.run(inbox)

    assert table.screen.name == "toy.open"
    assert beats == [TICK_S]
