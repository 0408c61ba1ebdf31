"""The app in trouble: whatever fails is told, and the game goes on."""

from __future__ import annotations

from typing import Any

import pytest

from device.fakes import (
    FakeJournal,
)
from device.flow import evening
from device.flow.core import (
    SHUT,
    EyeFailed,
)
from device.flow.screen import (
    Button,
    Screen,
    say,
)
from device.inbox import Pick
from device.journal import Trouble
from rules.mia_moves import Open
from tests.device.app_table import Table, Toy, ToyFlow

A, B, X, Y = Button

# --- trouble ----------------------------------------------------------------------


def test_trouble_of_the_journal_is_shown_until_it_is_over() -> None:
    table = Table().playing()
    table.journal.trouble = Trouble("full", "No space left on device")

    table.push(A)
    assert table.app.live.trouble == say("journal.full")
    assert table.screen.name == "toy.open"

    table.journal.trouble = None
    table.app.tick()
    assert table.app.live.trouble == ""


def test_what_was_found_damaged_is_told_until_the_first_press() -> None:
    table = Table(journal=FakeJournal(faults=("torn",)))
    assert table.app.live.trouble == say("journal.torn")

    table.push(A)

    assert table.app.live.trouble == ""


class Broken:
    """Any part, out of order."""

    def __init__(self) -> None:
        self.is_broken = True

    def fail(self, *_: object) -> None:
        if self.is_broken:
            raise OSError("wire off")

    publish = wish = show = say = signal = hush = fail


@pytest.mark.parametrize("part", ["panel", "eye", "light", "speaker", "dim"])
def test_a_part_that_fails_is_told_and_the_game_goes_on(part: str) -> None:
    broken: Any = Broken()
    parts: dict[str, Any] = {part: broken}
    if part == "panel":
        parts = {"outlets": {"panel": broken}}
    elif part == "dim":
        parts = {"dim": broken.fail}
    table = Table(**parts).playing()

    table.push(A)

    assert table.screen.name == "toy.open"
    assert len(table.journal.lines) == 1
    table.app.tick()
    assert table.app.live.trouble == say("app.fault", part=say(f"app.{part}"))


def test_a_part_that_works_again_is_told_no_more() -> None:
    broken: Any = Broken()
    table = Table(outlets={"panel": broken}).playing()
    broken.is_broken = False

    table.push(A)
    table.app.tick()

    assert table.app.live.trouble == ""


def test_a_slip_in_a_flow_begins_the_game_anew_from_its_record() -> None:
    table = Table().playing()
    table.push(A)

    table.push(X)

    assert table.screen.name == "toy.start"
    assert table.app.live.trouble == say("app.flow")
    game = evening.game_of(table.app.state)
    assert game is not None
    assert game.last == Open(42)


def test_a_screen_that_cannot_be_made_leaves_the_menu_and_a_shut_eye(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table().playing()

    def broken(flow: ToyFlow, state: Toy) -> Screen:
        raise KeyError("a text that is missing")

    monkeypatch.setattr(ToyFlow, "screen", broken)
    table.push(B)

    assert table.screen.name == "app.stuck"
    assert table.eye.wishes[-1] == SHUT
    table.push(X, is_held=True)
    assert table.screen.name == "menu"
    table.app.take(Pick("leave", table.app.live.serial))
    table.push(A)
    assert table.screen.name == "evening.offer"


def test_a_camera_that_fails_ends_nothing() -> None:
    table = Table().playing()

    table.app.take(EyeFailed("gone", 0.0))
    table.push(A)

    assert table.screen.name == "toy.open"
