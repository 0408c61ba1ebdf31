"""Di-Da-Do at the table: all dice are read once, then each turn what has changed.

Where all dice were seen at once their places are known: a table is accepted only if it
differs from the last in the dice of the action, and the die that should not have
changed is named. Where the camera sees less, a part of the table will do.
"""

from __future__ import annotations

from dataclasses import replace

from device.flow import confirm, di_da_do_screens, undoing
from device.flow import di_da_do_start as first_dice
from device.flow import di_da_do_turn as turns
from device.flow.core import WATCH, Event, EyeBack, EyeFailed, Reply, Wish
from device.flow.di_da_do_pages import (
    Choose,
    Collect,
    Combos,
    Differs,
    Over,
    Owners,
    State,
    TakeBack,
    Throw,
    Turn,
)
from device.flow.di_da_do_steps import Answer, at_rest, correct, go, play_action
from rules.core import Undo
from rules.di_da_do_moves import DICE
from rules.referee import Game

__all__ = ["GAMES", "State", "screen", "start", "step", "wish"]

GAMES = ("di-da-do",)

screen = di_da_do_screens.screen


def start(game: Game, now_s: float) -> State:
    """Go on with a game at any point of it."""
    return at_rest(State(game, Over()))


def wish(state: State) -> Wish:
    """Read what is rolled; between actions, whether all dice lie as they should."""
    match state.page:
        case Collect(going_on) | Throw(reading=going_on):
            return confirm.wish(going_on)
        case Turn() | Differs():
            expect = len(state.places) or DICE * len(state.ddd.players)
            return Wish(is_wanted=True, expect=expect, request=state.request)
    return WATCH


def step(state: State, event: Event) -> Answer:
    """Answer one event."""
    match event:
        case EyeFailed(code):
            state = replace(state, failed=code)
        case EyeBack():
            state = replace(state, failed="")
    match state.page:
        case (Collect() | Owners() | Turn() | Throw() | Differs() | Over()) as page if (
            _is_undo(state, page, event)
        ):
            return go(state, TakeBack(page))
        case Turn() | Over() if (mended := correct(state, event)) is not None:
            return mended
        case Collect() as page:
            return first_dice.collect(state, page, event)
        case Owners() as page:
            return first_dice.owners(state, page, event)
        case Turn():
            return turns.turn(state, event)
        case Combos() as page:
            return turns.combos(state, page, event)
        case Choose() as page:
            return turns.choose(state, page, event)
        case Throw() as page:
            return turns.throw(state, page, event)
        case Differs() as page:
            return turns.differs(state, page, event)
        case TakeBack() as page:
            return _take_back(state, page, event)
    return Reply(state)


def _is_undo(
    state: State,
    page: Collect | Owners | Turn | Throw | Differs | Over,
    event: Event,
) -> bool:
    reading = page.reading if isinstance(page, Collect | Throw) else None
    return undoing.is_undo(state.game, reading, event)


def _take_back(state: State, page: TakeBack, event: Event) -> Answer:
    match undoing.is_meant(event):
        case True:
            return play_action(state, Undo())
        case False:
            return go(state, page.back)
    return Reply(state)
