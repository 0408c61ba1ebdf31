"""Every game from its set-up to its winner through the app, by hand alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import cycle
from random import Random

import pytest

from device.app import App
from device.fakes import FakeClock, FakeJournal, FakeOutlet
from device.flow import evening
from device.flow.core import EyeFailed
from device.flow.evening import NO_CAMERA
from device.flow.games import FLOWS
from device.flow.screen import Button, Mood
from device.inbox import Push
from device.page.live import Live
from device.parts import Parts
from device.terminal import screen_lines
from rules.records import replay
from rules.setups import GAMES
from tests.device.evenings import WORDINGS, WORDS

A, B, X, Y = Button
MOST_PRESSES = 2000
#: A value by hand: the button, and whether it is held.
VALUES = {
    value: (button, is_held)
    for value, (is_held, button) in enumerate(
        ((held, button) for held in (False, True) for button in (A, B, Y)), start=1
    )
}


class Players:
    """People without a camera; `draw` throws their dice and makes up their minds."""

    def __init__(self, game: str, seed: int) -> None:
        self._draw = Random(seed)
        self._dice = self._throws(game)

    def _throws(self, game: str) -> Iterator[int]:
        """Chance, but in Di-Da-Do: there it would take all night to have 1 to 6."""
        if game == "di-da-do":
            return cycle((1, 2, 3, 4, 5, 6))
        return iter(lambda: self._draw.randint(1, 6), 0)

    def push(self, live: Live) -> Push:
        button, is_held = self._choose(live)
        return Push(button, is_held, live.serial)

    def _choose(self, live: Live) -> tuple[Button, bool]:
        can_go_on = bool(live.screen.buttons.get(B) and live.screen.buttons[B].press)
        match live.screen.name:
            case "confirm.entry":
                return VALUES[next(self._dice)]
            case "setup.colours":
                return X, False
            case "mia.answer":
                return self._draw.choice((A, X)), False
            case "dancing.kinds":
                return self._draw.choice((A, B)), False
            case "sei_dadi.keep" if self._draw.random() < 0.15:
                return Y, False
            case "sei_dadi.keep" if can_go_on and self._draw.random() < 0.3:
                return B, False
        return A, False


@pytest.fixture(autouse=True)
def _nobody_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(seconds: float) -> None:
        raise AssertionError(f"slept {seconds} s")

    monkeypatch.setattr(time, "sleep", refuse)


def play_on(app: App, players: Players) -> None:
    """Until the winner is shown; every press is answered, in every language."""
    for _ in range(MOST_PRESSES):
        for wording in WORDINGS.values():
            assert list(screen_lines(app.live, wording))
        if app.live.screen.mood is Mood.DONE:
            break
        serial = app.live.serial
        app.take(players.push(app.live))
        assert app.live.serial > serial, f"nothing happened at {app.live.screen}"
        assert app.live.trouble == ""
    assert app.live.screen.mood is Mood.DONE


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_hand_from_set_up_to_winner(game: str, seed: int) -> None:
    clock, journal, outlet = FakeClock(), FakeJournal(), FakeOutlet()
    state = evening.start(FLOWS, WORDS, game=game)
    blind = evening.step(state, EyeFailed(NO_CAMERA, 0.0)).state
    app = App(blind, Parts(clock, journal, WORDINGS, outlets={"panel": outlet}))
    players = Players(game, seed)

    play_on(app, players)

    assert replay(journal.record).state.winners
    assert "confirm.failed" not in {live.screen.name for live in outlet.lives}
    assert clock.now_s() == 0.0

    app.take(Push(Y, True, app.live.serial))
    app.take(Push(A, False, app.live.serial))
    assert '"undo"' in journal.lines[-1]  # after the end, and no other game was begun
    assert not replay(journal.record).state.winners

    play_on(app, players)
    before = len(journal.lines)
    app.take(Push(A, False, app.live.serial))  # one press too many
    assert len(journal.lines) == before
    clock.pass_s(2.0)
    app.tick()
    app.take(Push(A, False, app.live.serial))
    assert len(journal.lines) == 1  # a rematch: the record of a new game
