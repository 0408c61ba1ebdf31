"""Mia and Mia senza garanzia at the table.

The eye is shut from the moment dice may be under the box until somebody accuses: only
in the phase `reveal` does `wish` ever open it. Everything else is said with buttons; a
declaration takes two presses. What each page is, is in `mia_pages`; how it looks, in
`mia_screens`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from device.flow import (
    confirm,
    menus,
    mia_declare,
    mia_penalty,
    mia_screens,
    mia_verdict,
    undoing,
)
from device.flow.core import (
    SHUT,
    Event,
    EyeBack,
    EyeFailed,
    Pressed,
    Reply,
    Signal,
    Sound,
    Voice,
    Wish,
)
from device.flow.mia_pages import (
    Declare,
    Lift,
    Lives,
    More,
    Offender,
    Page,
    Pay,
    Reason,
    State,
    TakeBack,
    Touched,
    Turn,
    Verdict,
)
from device.flow.playing import deed_of, played
from device.flow.screen import Button, say
from device.flow.told import At, ByHand, Done, Wanted
from rules import mia_moves
from rules.core import Undo
from rules.mia import choices
from rules.mia_moves import Phase
from rules.referee import Game

__all__ = ["GAMES", "State", "screen", "start", "step", "wish"]

GAMES = ("mia", "mia-senza-garanzia")
DICE = 2

Answer: TypeAlias = Reply[State]

screen = mia_screens.screen


def start(game: Game, now_s: float) -> State:
    """Go on with a game at any point of it."""
    return _at_rest(State(game))


def _at_rest(state: State) -> State:
    """The page that a game waits on, when nothing is being chosen."""
    if state.mia.phase is not Phase.REVEAL:
        return replace(state, page=Turn())
    reading = confirm.begin(_wanted(state), request=state.request, failed=state.failed)
    return replace(state, page=Lift(reading), request=reading.request)


def _wanted(state: State) -> Wanted:
    """The dice under the box, seen once it is lifted."""
    names = state.game.setup.names
    standing = state.mia.standing
    assert standing is not None  # a reveal follows an accusation
    accuser, accused = names[state.mia.to_act], names[standing.answers]
    return Wanted(
        say("mia_play.lift_title", accuser=accuser, accused=accused),
        say("mia_play.lift"),
        expect=DICE,
        reveal=True,
        is_quick=not state.is_careful,
    )


def wish(state: State) -> Wish:
    """Shut, unless somebody has accused and the dice are still to be seen."""
    if state.mia.phase is not Phase.REVEAL:
        return SHUT
    match state.page:
        case Lift(reading, is_mending=True) if reading.at is not At.WAITING:
            return SHUT
        case Lift(reading):
            return confirm.wish(reading)
    return Wish(expect=DICE, request=state.request, reveal=True)


def step(state: State, event: Event) -> Answer:
    """Answer one event."""
    match event:
        case EyeFailed(code):
            state = replace(state, failed=code)
        case EyeBack():
            state = replace(state, failed="")
    if _is_undo(state, event):
        page: Page = TakeBack()
        return Reply(replace(state, page=page), sounds=(Signal.CLICK,))
    match state.page:
        case Turn() | Verdict() if state.mend and menus.is_press(
            event, Button.B, is_held=True
        ):
            return _correct(state, state.mend)
        case Turn():
            return _turn(state, event)
        case Declare() as page:
            return _declare(state, page, event)
        case Pay() as page:
            return _pay(state, page, event)
        case More() | Offender() | Reason() | Lives() as page:
            return _seldom(state, page, event)
        case TakeBack():
            return _take_back(state, event)
        case Lift() as page:
            return _lift(state, page, event)
        case Touched() as page:
            return _touched(state, page, event)
        case Verdict():
            return _verdict(state, event)


# --- whose turn it is ------------------------------------------------------------


def _turn(state: State, event: Event) -> Answer:
    """One press for each choice; those that cost a life are asked about."""
    match event:
        case Pressed(Button.Y, is_held=False) if state.mia.phase is not Phase.OVER:
            return _go(state, More())
        case Pressed(button, is_held=False):
            do = mia_screens.choices_by_button(state.mia).get(button)
            return Reply(state) if do is None else _chosen(state, do)
    return Reply(state)


def _chosen(state: State, do: str) -> Answer:
    mia, player = state.mia, state.mia.to_act
    costs = {choice.do: choice.costs for choice in choices(mia)}[do]
    match do:
        case "beat" | "surrender" if costs:
            return _go(state, Pay(do))
        case "open" | "beat" | "trust":
            return _go(state, mia_declare.begin(mia, do))
        case "guarantee":
            return _play(state, mia_moves.Guarantee(player))
    return _play(state, mia_moves.Accuse(player))


def _declare(state: State, page: Declare, event: Event) -> Answer:
    match menus.choose(mia_declare.items(state.mia, page), page.at, event):
        case menus.At(at):
            return _go(state, replace(page, at=at))
        case menus.Left():
            return _go(state, Turn())
        case menus.Took(mia_declare.LOW):
            return _go(state, Declare(page.do, 0, is_low=True))
        case menus.Took(id):
            score = mia_declare.score_of_item(id)
            action = mia_declare.action(page.do, score, state.mia.to_act)
            return _play(state, action)
    return Reply(state)


def _pay(state: State, page: Pay, event: Event) -> Answer:
    player = state.mia.to_act
    match event:
        case Pressed(Button.A, is_held=False) if page.do == "beat":
            return _play(state, mia_moves.Beat(None, player))
        case Pressed(Button.A, is_held=False):
            return _play(state, mia_moves.Surrender(player))
        case Pressed(Button.B | Button.Y, is_held=False):
            return _go(state, Turn())
    return Reply(state)


# --- penalties and undo ----------------------------------------------------------


def _seldom(
    state: State, page: More | Offender | Reason | Lives, event: Event
) -> Answer:
    match menus.choose(mia_screens.items(state, page), page.at, event):
        case menus.At(at):
            return _go(state, replace(page, at=at))
        case menus.Left():
            return Reply(_at_rest(state), sounds=(Signal.CLICK,))
        case menus.Took(id):
            return _took(state, page, id)
    return Reply(state)


def _took(state: State, page: More | Offender | Reason | Lives, id: str) -> Answer:
    match page:
        case More():
            if id == "undo":
                return _go(state, TakeBack())
            return _go(state, Offender(spoils=id == "spoils"))
        case Offender():
            return _go(state, mia_penalty.after_offender(page, id))
        case Reason():
            return _go(state, mia_penalty.after_reason(page, id))
        case Lives():
            return _play(state, mia_penalty.action(page, id))


def _is_undo(state: State, event: Event) -> bool:
    if isinstance(state.page, Lift):
        return undoing.is_undo(state.game, state.page.reading, event)
    is_main = isinstance(state.page, Turn | Verdict | Touched)
    return is_main and undoing.is_undo(state.game, None, event)


def _take_back(state: State, event: Event) -> Answer:
    match undoing.is_meant(event):
        case True:
            return _play(state, Undo())
        case False:
            return Reply(_at_rest(state), sounds=(Signal.CLICK,))
    return Reply(state)


# --- the box is lifted -----------------------------------------------------------


def _lift(state: State, page: Lift, event: Event) -> Answer:
    if mia_screens.is_more(page, event):
        return _go(state, More())
    reply = confirm.step(page.reading, event)
    match reply.state:
        case Done(was_touched=True) as done:
            touched = replace(state, page=Touched(done), request=done.request)
            return Reply(touched, sounds=(Signal.WRONG, Voice(say("mia_play.touched"))))
        case Done() as done:
            return _reveal(state, done)
        case ByHand():
            raise AssertionError("`has_own_hand` was not asked for")
        case reading:
            lifted = replace(page, reading=reading)
            after = replace(state, page=lifted, request=reading.request)
            return Reply(after, sounds=reply.sounds)


def _touched(state: State, page: Touched, event: Event) -> Answer:
    match event:
        case Pressed(Button.A, is_held=False):
            return _go(state, Offender(spoils=True))
        case Pressed(Button.B, is_held=False):
            return _reveal(state, page.done)
    return Reply(state)


def _reveal(state: State, done: Done) -> Answer:
    action = mia_moves.Reveal(done.values, state.mia.to_act)
    return _play(state, action, done)


def _verdict(state: State, event: Event) -> Answer:
    if menus.is_press(event, Button.A):
        return _go(state, Turn())
    return Reply(state)


def _correct(state: State, done: Done) -> Answer:
    """The reveal is taken back, and its dice are corrected."""
    reply = _play(state, Undo())
    reading = confirm.correct(replace(done, shot=None), _wanted(reply.state))
    page = Lift(reading, is_mending=True)  # its picture was dropped with the verdict
    return Reply(replace(reply.state, page=page), reply.deeds, reply.sounds)


# --- what every page needs -------------------------------------------------------


def _go(state: State, page: Page) -> Answer:
    return Reply(replace(state, page=page), sounds=(Signal.CLICK,))


def _play(
    state: State, action: mia_moves.Action | Undo, done: Done | None = None
) -> Answer:
    """Play what was chosen, and tell what came of it."""
    answer = played(state.game, action)
    is_careful = not isinstance(action, mia_moves.Accuse)
    after = replace(state, game=answer.state, is_careful=is_careful, mend=done)
    after = _at_rest(after)
    deeds = (deed_of(action, done),)
    if not mia_verdict.is_verdict(answer.events):
        return Reply(after, deeds, _said(state, action))
    dice = () if done is None else done.values
    verdict = Verdict(answer.events, dice)
    names = state.game.setup.names
    sounds = mia_verdict.sounds(verdict, names)
    if after.mia.phase is Phase.REVEAL:  # a fault while the box is lifted
        return Reply(after, deeds, sounds)
    return Reply(replace(after, page=verdict), deeds, sounds)


def _said(state: State, action: mia_moves.Action | Undo) -> tuple[Sound, ...]:
    """A declaration is repeated, so that all have heard the same."""
    if isinstance(action, Undo):
        return (Signal.CLICK,)
    return (Signal.CLICK, Voice(undoing.name_of(state.game, action)))
