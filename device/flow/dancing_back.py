"""Back again: an action corrected, read anew, or taken back."""

from __future__ import annotations

from dataclasses import replace

from device.flow import confirm
from device.flow import dancing_judged as judged
from device.flow.core import Deed, Hush, Reply, Signal
from device.flow.dancing_pages import (
    Hand,
    Ladder,
    Outcome,
    Page,
    ReadAll,
    ReadOne,
    ReadTango,
    State,
    Summary,
    TakeBack,
    Vivacita,
)
from device.flow.dancing_steps import Answer, at_rest, lift, turn_to
from device.flow.dancing_wanted import wanted_all, wanted_tango
from rules.core import Illegal, Undo
from rules.dancing_dice import Dance, Phase
from rules.referee import play


def correct(state: State) -> Answer:
    """Take the last action back and correct the dice that it rests on."""
    return _back(state, is_read_anew=False)


def read_anew(state: State) -> Answer:
    """Take the last action back and read the dice as they lie now."""
    return _back(state, is_read_anew=True)


def _back(state: State, *, is_read_anew: bool) -> Answer:
    dice, got = state.accepted, state.got
    reply = undo(state)
    after = reply.state
    is_tango = after.dancing.phase is Phase.TANGO
    page = after.page
    if dice is not None and not is_read_anew:
        wanted = wanted_tango(after) if is_tango else wanted_all(after)
        reading = confirm.correct(dice, wanted)
        page = ReadTango(reading) if is_tango else ReadAll(reading)
    elif got and not is_read_anew:
        page = Summary(got)
    elif not is_tango:
        after = lift(after).state
        page = after.page
    return Reply(replace(after, page=page), reply.deeds, reply.sounds)


def ask_undo(state: State) -> Answer:
    """Ask before the last action is taken back."""
    if state.game.before is None:
        return Reply(state)
    return turn_to(state, TakeBack(state.page), Hush(), Signal.ASK)


def stay(state: State, page: Page) -> Answer:
    """Nothing is taken back: on where it was asked, with what the eye told since."""
    match page:
        case ReadTango() | ReadAll() | ReadOne() | Hand():
            reading = replace(page.reading, failed=state.failed, stage=state.stage)
            page = replace(page, reading=reading)
    return turn_to(state, page)


def _said(state: State) -> frozenset[Outcome]:
    """What the table has heard of the prova that is taken back."""
    if not isinstance(state.game.last, Dance):
        return state.said
    page = state.page.page if isinstance(state.page, TakeBack) else state.page
    told = page.row if isinstance(page, Ladder | Vivacita) else 2
    before = frozenset(outcome for outcome in state.said if outcome[0] > told)
    rows = [judged.outcomes(state.game, row) for row in range(1, told + 1)]
    return before.union(*rows)


def undo(state: State) -> Answer:
    """Take the last action back; what it said is kept, to tell only what changes."""
    step = play(state.game, Undo())
    if isinstance(step, Illegal):
        return Reply(state)
    after = replace(state, game=step.state, said=_said(state), accepted=None, got=())
    return Reply(at_rest(after), (Deed(Undo()),), (Hush(), Signal.CLICK))
