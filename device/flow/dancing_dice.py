"""Dancing Dice at the table: the Tango, prova after prova, and the winner.

    Tango read → told → behind the sipari → dice read (all at once, one by one, by hand)
    → first ladder → its vivacita → second ladder → its vivacita → Tango or next prova

The pages are in `dancing_pages`, what the dice mean in `dancing_wanted`, how it goes on
in `dancing_steps`, the buttons in `dancing_choices`, the screens in `dancing_screens`.
"""

from __future__ import annotations

from dataclasses import replace

from device.flow import changed, confirm, dancing_screens
from device.flow import dancing_back as back
from device.flow import dancing_steps as steps
from device.flow.changed import Changed
from device.flow.core import (
    WATCH,
    Event,
    EyeBack,
    EyeFailed,
    Pressed,
    Reply,
    Seen,
    Signal,
    Stage,
    Tick,
    Voice,
    Watched,
    Wish,
)
from device.flow.dancing_choices import options
from device.flow.dancing_laid import SHARED
from device.flow.dancing_pages import (
    Behind,
    Hand,
    Ladder,
    ReadAll,
    ReadOne,
    ReadTango,
    State,
    TakeBack,
    keeps_hold_y,
    reading_of,
)
from device.flow.menus import is_press
from device.flow.screen import Button, say
from device.flow.sei_dadi_rolled import is_same
from device.flow.told import At, ByHand, Done, Reading
from rules.dancing_dice import Dance
from rules.referee import Game

__all__ = ["GAMES", "State", "screen", "start", "step", "wish"]

GAMES = ("dancing-dice",)

screen = dancing_screens.screen


def start(game: Game, now_s: float) -> State:
    """Go on with a game at any point; a prova just judged is shown once more."""
    rest = steps.at_rest(State(game))
    if isinstance(game.last, Dance):
        return replace(rest, page=Ladder(1))
    return rest


def step(state: State, event: Event) -> Reply[State]:
    """Answer one event."""
    state = _hear(state, event)
    if _is_undo(state, event):
        return back.ask_undo(state)
    if state.changed is not None and not isinstance(state.page, TakeBack):
        return _step_guarded(state, state.changed, event)
    return _step_page(state, event)


def wish(state: State) -> Wish:
    """What the eye is to do: read while dice are wanted, else only watch."""
    reading = reading_of(state.page)
    if reading is not None:
        return confirm.wish(reading)
    return WATCH if state.changed is None else state.watch


def _hear(state: State, event: Event) -> State:
    match event:
        case EyeFailed(code):
            return replace(state, failed=code or "gone")
        case EyeBack():
            return replace(state, failed="")
        case Watched(stage):
            return replace(state, stage=stage)
    return state


def _is_undo(state: State, event: Event) -> bool:
    return (
        isinstance(event, Pressed)
        and event.button is Button.Y
        and event.is_held
        and not isinstance(state.page, TakeBack)
        and not keeps_hold_y(state.page)
    )


# --- dice that change after they were accepted -----------------------------------


def _step_guarded(state: State, before: Changed, event: Event) -> Reply[State]:
    answer = changed.step(before, event)
    if answer is changed.Answer.STANDS:
        return Reply(replace(state, changed=None), sounds=(Signal.CLICK,))
    if answer is changed.Answer.AGAIN:
        return back.read_anew(state)
    assert isinstance(answer, Changed)
    if before.is_told or answer.is_told:
        after = replace(state, changed=answer)
        return Reply(after, sounds=changed.signals(before, answer))
    return _step_page(state, event)


# --- pages -----------------------------------------------------------------------


def _step_page(state: State, event: Event) -> Reply[State]:
    reading = reading_of(state.page)
    if reading is not None:
        return _step_reading(state, reading, event)
    match event:
        case Pressed(button, now_s, is_held):
            option = options(state).get((button, is_held))
            return Reply(state) if option is None else option.do(state, now_s)
        case Tick(now_s) if isinstance(state.page, Behind):
            return _tick(state, state.page, now_s)
    return Reply(state)


def _tick(state: State, page: Behind, now_s: float) -> Reply[State]:
    if page.until_s is None:
        return Reply(state)
    if now_s < page.until_s:
        return Reply(replace(state, page=replace(page, now_s=now_s)))
    after = replace(state, page=replace(page, until_s=None, now_s=now_s))
    return Reply(after, sounds=(Signal.ASK, Voice(say("dancing.time_is_up"))))


def _step_reading(state: State, reading: Reading, event: Event) -> Reply[State]:
    if is_press(event, Button.A) and reading.at is At.WAITING:
        # Whatever lies there is to be read.
        state = replace(state, lain=(), is_asked=True)
    if isinstance(event, Seen) and _is_too_early(state, reading, event):
        return Reply(_keep(state, replace(reading, stage=Stage.EMPTY)))
    reply = confirm.step(reading, event)
    match reply.state:
        case Reading() as going_on:
            return Reply(_keep(state, going_on), (), reply.sounds)
        case ByHand():
            return steps.by_hand(state)
        case Done() as done:
            return _done(replace(state, request=done.request), done)


def _is_too_early(state: State, reading: Reading, event: Seen) -> bool:
    """Nobody has rolled the Tango yet, or no sipario is up yet."""
    if reading.at is not At.WAITING:
        return False
    dice = event.reading.dice
    match state.page:
        case ReadTango():  # the dice of the last prova, or some left of them
            return bool(state.lain) and all(
                any(is_same(die, other) for other in state.lain) for die in dice
            )
        case ReadAll():  # the Tango alone
            return not state.is_asked and len(dice) <= SHARED
    return False


def _keep(state: State, reading: Reading) -> State:
    page = state.page
    assert isinstance(page, ReadTango | ReadAll | ReadOne | Hand)  # what has a reading
    after = replace(state, page=replace(page, reading=reading))
    return replace(after, request=max(state.request, reading.request))


def _done(state: State, done: Done) -> Reply[State]:
    match state.page:
        case ReadTango():
            return steps.tango_done(state, done)
        case ReadAll():
            return steps.all_done(state, done)
        case ReadOne() as page:
            return steps.one_done(state, page, done)
        case Hand() as page:
            return steps.row_done(state, page, done.values)
    return Reply(state)
