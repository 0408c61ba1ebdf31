"""What every page of Di-Da-Do needs: go on, play an action, remember what lay there."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from device.flow import confirm, di_da_do_screens, undoing
from device.flow import di_da_do_reading as reading
from device.flow.core import Event, Hush, Reply, Signal, Sound, Voice
from device.flow.di_da_do_pages import Collect, Over, Owners, Page, State, Throw, Turn
from device.flow.menus import is_press
from device.flow.playing import deed_of, played
from device.flow.screen import Button
from device.flow.told import Done, Reading
from rules import di_da_do_moves
from rules.core import GameWon, Undo
from rules.di_da_do_moves import Phase

Answer: TypeAlias = Reply[State]


def at_rest(state: State) -> State:
    """The page that a game waits on, when nothing is being chosen."""
    match state.ddd.phase:
        case Phase.OVER:
            return replace(state, page=Over())
        case Phase.TURN:
            return replace(state, page=Turn())
    wanted = reading.all_dice(state.ddd)
    begun = confirm.begin(wanted, request=state.request, failed=state.failed)
    return replace(state, page=Collect(begun), request=begun.request)


def remember(state: State, done: Done) -> State:
    """Remember how the dice lay that were just accepted."""
    lain = () if done.shot is None else tuple(told.die for told in done.dice)
    return replace(state, lain=lain, request=done.request)


def going_on_at(state: State, page: Page, going_on: Reading) -> State:
    """The page whose reading goes on."""
    return replace(state, page=page, request=going_on.request)


def go(state: State, page: Page) -> Answer:
    """Open another page."""
    return Reply(replace(state, page=page), sounds=(Signal.CLICK,))


def play_action(
    state: State,
    action: di_da_do_moves.Action | Undo,
    done: Done | None = None,
    *,
    shot: int | None = None,
    mend: Owners | Throw | None = None,
) -> Answer:
    """Play what was chosen; the pages offer nothing that the rules refuse.

    Args:
        state: Before it.
        action: What is played.
        done: The reading that it comes from, if any.
        shot: The picture that it comes from, where there is no more than that.
        mend: The page on which that reading can be corrected afterwards.
    """
    answer = played(state.game, action)
    after = at_rest(replace(state, game=answer.state, mend=mend))
    deed = deed_of(action, done, shot)
    if isinstance(action, Undo):
        return Reply(after, (deed,), (Hush(), Signal.CLICK))
    is_won = any(isinstance(event, GameWon) for event in answer.events)
    said: Sound = Voice(undoing.name_of(state.game, action))
    if is_won:
        said = Voice(di_da_do_screens.winner(after))
    return Reply(after, (deed,), (Signal.WON if is_won else Signal.CLICK, said))


def correct(state: State, event: Event) -> Answer | None:
    """Hold B: take the last action back and correct its reading; None for all else."""
    if state.mend is None or not is_press(event, Button.B, is_held=True):
        return None
    reply = play_action(state, Undo())
    return Reply(replace(reply.state, page=state.mend), reply.deeds, reply.sounds)
