"""Sei Dadi at the table: roll, keep, roll again or stop, attack.

A sure roll is taken without a press. Dice that lie as they did before are no roll, so
it does not matter whether those kept are put aside or left in view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from device.flow import confirm, sei_dadi_screens, undoing
from device.flow import sei_dadi_rolled as rolled
from device.flow.core import (
    WATCH,
    Deed,
    Event,
    EyeBack,
    EyeFailed,
    Hush,
    Picked,
    Pressed,
    Reply,
    Seen,
    Signal,
    Sound,
    Stage,
    Voice,
    Wish,
)
from device.flow.menus import is_press
from device.flow.playing import deed_of, played
from device.flow.screen import Button, say
from device.flow.sei_dadi_pages import (
    Keep,
    Mend,
    Over,
    Page,
    State,
    TakeBack,
    Throw,
)
from device.flow.told import At, Done, Reading, Told, Wanted, added
from rules import sei_dadi
from rules.core import GameWon, Undo
from rules.referee import Game
from rules.sei_dadi import DICE, Phase

__all__ = ["GAMES", "State", "screen", "start", "step", "wish"]

GAMES = ("sei-dadi",)

Answer: TypeAlias = Reply[State]

screen = sei_dadi_screens.screen


def start(game: Game, now_s: float) -> State:
    """Go on with a game at any point of it."""
    return _at_rest(State(game, Over(), is_new=game.before is None))


def _at_rest(state: State) -> State:
    """The page that a game waits on."""
    match state.sei.phase:
        case Phase.OVER:
            return replace(state, page=Over())
        case Phase.KEEP:
            return replace(state, page=Keep())
    reading = confirm.begin(wanted(state), request=state.request, failed=state.failed)
    return replace(state, page=Throw(reading), request=reading.request)


def wanted(state: State) -> Wanted:
    """The roll that is waited for."""
    sei = state.sei
    owed = DICE - len(sei.kept)
    return Wanted(
        sei_dadi_screens.throw_title(sei),
        say("sei_dadi.roll_all" if owed == DICE else "sei_dadi.roll_rest"),
        expect=owed,
        also=(DICE,) if owed < DICE else (),
        sense=rolled.sense_of(sei.kept),
        is_quick=True,
    )


def wish(state: State) -> Wish:
    """Read whatever is rolled, and what is put aside."""
    match state.page:
        case Throw(reading) | Mend(reading):
            return confirm.wish(reading)
        case Keep():
            return Wish(is_wanted=True, request=state.request)
    return WATCH


def step(state: State, event: Event) -> Answer:
    """Answer one event."""
    match event:
        case EyeFailed(code):
            state = replace(state, failed=code)
        case EyeBack():
            state = replace(state, failed="")
    match state.page:
        case Throw() | Keep() | Over() as page if _is_undo(state, page, event):
            return _go(state, TakeBack(page))
        case Throw() as page:
            return _throw(state, page, event)
        case Keep() as page:
            return _keep(state, page, event)
        case Mend() as page:
            return _mend(state, page, event)
        case TakeBack() as page:
            return _take_back(state, page, event)
        case Over() if sei_dadi_screens.is_mend(state, event):
            return _begin_mending(state)
        case Over():
            return Reply(state)


# --- a roll ----------------------------------------------------------------------


def _throw(state: State, page: Throw, event: Event) -> Answer:
    if sei_dadi_screens.is_stop(state, event):
        return _play(state, sei_dadi.Stop(state.sei.to_act))
    if sei_dadi_screens.is_mend(state, event):
        return _begin_mending(state)
    reading = page.reading
    if reading.at is At.WAITING and is_press(event, Button.A):
        state = replace(state, lain=None)  # whatever lies there is to be read
    if isinstance(event, Seen) and _is_unrolled(state, event):
        waiting = replace(reading, stage=Stage.EMPTY)
        return Reply(replace(state, page=Throw(waiting)))
    if isinstance(event, Seen) and not _is_surely_rolled(state, event):
        reading = replace(reading, wanted=replace(reading.wanted, is_quick=False))
    reply = confirm.step(reading, event)
    match reply.state:
        case Done() as done:
            return _rolled(state, done)
        case Reading() as after:
            going_on = replace(state, page=Throw(after), request=after.request)
            return Reply(going_on, sounds=reply.sounds)
    raise AssertionError("`has_own_hand` was not asked for")


def _is_unrolled(state: State, event: Seen) -> bool:
    """Nobody has rolled yet, or not all that are to be rolled."""
    kept = state.sei.kept
    return state.lain is not None and rolled.is_unrolled(
        state.lain, kept, event.reading
    )


def _is_surely_rolled(state: State, event: Seen) -> bool:
    """Whether it cannot be the last roll that a hand has only pushed about."""
    if state.lain is None:
        return state.is_new
    return not rolled.is_like_before(state.lain, state.sei.kept, event.reading)


def _rolled(state: State, done: Done) -> Answer:
    sei = state.sei
    values = rolled.rolled_of(done.values, sei.kept)
    assert values is not None  # the reading is stuck until they make a roll
    lain = None if done.shot is None else tuple(told.die for told in done.dice)
    state = replace(state, lain=lain, request=done.request)
    action = (
        sei_dadi.Attack(values, sei.to_act)
        if sei.phase is Phase.ATTACK
        else sei_dadi.Roll(values, sei.to_act)
    )
    return _play(state, action, done)


# --- what to keep ----------------------------------------------------------------


def _keep(state: State, page: Keep, event: Event) -> Answer:
    """A ticks, X skips, B rolls the rest, Y stops; hold A corrects the roll."""
    count = len(state.sei.loose)
    match event:
        case Pressed(Button.A, is_held=False):
            ticked = page.ticked ^ {page.at}
            return _go(state, replace(page, ticked=ticked, at=(page.at + 1) % count))
        case Pressed(Button.X, is_held=False):
            return _go(state, replace(page, at=(page.at + 1) % count))
        case Pressed(Button.B, is_held=False) if page.ticked:
            return _kept(state, page)
        case Pressed(Button.Y, is_held=False):
            return _play(state, sei_dadi.Stop(state.sei.to_act))
        case Pressed(Button.A, is_held=True):
            return _begin_mending(state)
        case Picked(id) if id in [f"die.{i}" for i in range(count)]:
            at = int(id.removeprefix("die."))
            return _go(state, replace(page, ticked=page.ticked ^ {at}, at=at))
        case Seen():
            return _put_aside(state, page, event)
    return Reply(state)


def _kept(state: State, page: Keep) -> Answer:
    dice = tuple(state.sei.loose[i] for i in sorted(page.ticked))
    return _play(state, sei_dadi.Keep(dice, state.sei.to_act))


def _put_aside(state: State, page: Keep, event: Seen) -> Answer:
    """Tick what a hand has put aside, or left lying when it rolled the others."""
    loose, lain = state.sei.loose, state.lain or ()
    aside = rolled.set_aside(lain, loose, event.reading)
    if aside:
        state = replace(state, lain=event.reading.dice)
    kept = aside or rolled.left_lying(lain, loose, event.reading)
    if not kept:
        return Reply(state)
    return _go(state, replace(page, ticked=frozenset(_indices(loose, kept))))


def _indices(loose: Sequence[int], values: Counter[int]) -> list[int]:
    left, found = Counter(values), []
    for i, value in enumerate(loose):
        if left[value] > 0:
            left[value] -= 1
            found.append(i)
    return found


# --- corrections and undo --------------------------------------------------------


def _begin_mending(state: State) -> Answer:
    """Correct the roll that was accepted, with its picture where there is one."""
    done = state.done or Done(_by_hand(state.sei.loose), request=state.request)
    before = replace(state, game=_before(state.game))
    slow = replace(wanted(before), is_quick=False)
    return Reply(
        replace(state, page=Mend(confirm.correct(done, slow))),
        sounds=(Hush(), Signal.CLICK),
    )


def _by_hand(values: Sequence[int]) -> tuple[Told, ...]:
    return tuple(added(value, "white", "black", "plain") for value in values)


def _mend(state: State, page: Mend, event: Event) -> Answer:
    reply = confirm.step(page.reading, event)
    match reply.state:
        case Done() as done:
            return _mended(state, done)
        case Reading() as after:
            going_on = replace(state, page=Mend(after), request=after.request)
            return Reply(going_on, sounds=reply.sounds)
    raise AssertionError("`has_own_hand` was not asked for")


def _mended(state: State, done: Done) -> Answer:
    """The roll is taken back and played as corrected; the same dice change nothing."""
    before = replace(state, game=_before(state.game))
    reply = _rolled(before, done)
    if reply.state.sei == state.sei:
        return Reply(_at_rest(replace(state, request=done.request)))
    return Reply(reply.state, (Deed(Undo()), *reply.deeds), reply.sounds)


def _before(game: Game) -> Game:
    assert game.before is not None  # dice to keep come from a roll
    return game.before


def _is_undo(state: State, page: Throw | Keep | Over, event: Event) -> bool:
    reading = page.reading if isinstance(page, Throw) else None
    return undoing.is_undo(state.game, reading, event)


def _take_back(state: State, page: TakeBack, event: Event) -> Answer:
    match undoing.is_meant(event):
        case True:
            return _play(replace(state, lain=None), Undo())
        case False:
            return _go(state, page.back)
    return Reply(state)


# --- what every page needs -------------------------------------------------------


def _go(state: State, page: Page) -> Answer:
    return Reply(replace(state, page=page), sounds=(Signal.CLICK,))


def _play(
    state: State, action: sei_dadi.Action | Undo, done: Done | None = None
) -> Answer:
    """Play what was chosen, and tell what came of it."""
    answer = played(state.game, action)
    told = answer.events
    after = replace(state, game=answer.state, told=told, done=done, is_new=False)
    after = _at_rest(after)
    return Reply(after, (deed_of(action, done),), _sounds(state, action, after))


def _sounds(
    before: State, action: sei_dadi.Action | Undo, after: State
) -> tuple[Sound, ...]:
    if isinstance(action, Undo):
        return (Hush(), Signal.CLICK)
    said = sei_dadi_screens.said(after)
    if any(isinstance(event, GameWon) for event in after.told):
        return (Signal.WON, Voice(said or undoing.name_of(before.game, action)))
    if said:
        return (Signal.VERDICT, Voice(said))
    is_roll = isinstance(action, sei_dadi.Roll | sei_dadi.Attack)
    return (Signal.READ if is_roll else Signal.CLICK,)
