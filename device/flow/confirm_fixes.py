"""What a person says of dice: another value, whose, none, one more; or all by hand."""

from __future__ import annotations

from dataclasses import replace

from device.flow.confirm_steps import (
    Answer,
    again,
    owner_name,
    settle,
    walk,
    with_dice,
)
from device.flow.core import Hush, Reply, Signal, Sound, Voice
from device.flow.screen import Text, say
from device.flow.told import At, ByHand, Reading, Told, added

# --- one die -----------------------------------------------------------------------


def set_value(state: Reading, value: int) -> Answer:
    """Say what the die at the cursor shows; the same value confirms it."""
    before = state.dice[state.cursor]
    after = before.told_as(replace(before.die, value=value))
    if value == before.die.value:
        return _corrected(state, after, Signal.CLICK)
    return _corrected(state, after, Hush(), Voice(_now(state, value)))


def set_identity(state: Reading, body: str, pips: str, kind: str) -> Answer:
    """Say whose the die at the cursor is, and of which kind."""
    before = state.dice[state.cursor]
    after = before.told_as(replace(before.die, body=body, pips=pips, kind=kind))
    return _corrected(state, after, Hush())


def _corrected(state: Reading, die: Told, *sounds: Sound) -> Answer:
    dice = list(state.dice)
    dice[state.cursor] = die
    return _go_on(replace(with_dice(state, tuple(dice)), problems=()), *sounds)


def take_away(state: Reading) -> Answer:
    """The die at the cursor is none, or does not belong there."""
    gone = state.dice[state.cursor]
    dice = tuple(die for i, die in enumerate(state.dice) if i != state.cursor)
    places = (*state.taken_away, gone.die.center) if gone.is_placed else ()
    cursor = max(0, min(state.cursor, len(dice) - 1))
    after = replace(
        with_dice(state, dice),
        taken_away=places or state.taken_away,
        cursor=cursor,
        problems=(),
    )
    voice = Voice(say("confirm.voice_taken_away", value=gone.die.value))
    return _go_on(after, Hush(), voice)


def add(state: Reading, value: int) -> Answer:
    """A die that was not seen; where it matters, whose it is comes next."""
    die = added(value, "white", "black", "plain")
    after = with_dice(state, (*state.dice, die))
    after = replace(after, cursor=len(state.dice), page=0)
    sounds = (Hush(), Voice(say("confirm.voice_added", value=value)))
    if state.wanted.has_identities:
        return Reply(replace(after, at=At.OWNERS), sounds=sounds)
    return _go_on(after, *sounds)


def _go_on(state: Reading, *sounds: Sound) -> Answer:
    if state.is_choosing and state.dice:
        return Reply(replace(state, at=At.CHOOSING, page=0), sounds=sounds)
    return settle(state, *sounds)


def choose(state: Reading, cursor: int | None = None) -> Answer:
    """Walk over the dice, beginning at the one that is likeliest to be misread."""
    if cursor is None:
        cursor = min(walk(state), key=lambda i: _is_likely_right(state, i))
    at = replace(state, at=At.CHOOSING, cursor=cursor, is_choosing=True, page=0)
    return Reply(replace(at, has_asked=True), sounds=(Hush(), Signal.CLICK))


def _is_likely_right(state: Reading, index: int) -> tuple[bool, bool, float]:
    die = state.dice[index]
    return index in state.sense.known, die.is_asked, die.die.confidence


def move(state: Reading, by: int) -> Answer:
    """Move the cursor by so many dice."""
    order = walk(state)
    at = (order.index(state.cursor) + by) % len(order)
    return Reply(replace(state, cursor=order[at]), sounds=(Signal.CLICK,))


def jump(state: Reading) -> Answer:
    """Move the cursor to the first die of the next player."""
    order, owners = walk(state), state.sense.owners
    at = order.index(state.cursor)
    ahead = (*order[at:], *order[:at])
    others = [i for i in ahead if owners[i] != owners[state.cursor]]
    if not others:
        return move(state, 1)
    first = next(i for i in order if owners[i] == owners[others[0]])
    return Reply(replace(state, cursor=first), sounds=(Signal.CLICK,))


def go(state: Reading, at: At) -> Answer:
    """Open another page."""
    return Reply(replace(state, at=at, page=0), sounds=(Signal.CLICK,))


def turn(state: Reading, pages: int) -> Answer:
    """The next of so many pages of the same list."""
    page = (state.page + 1) % pages
    return Reply(replace(state, page=page), sounds=(Signal.CLICK,))


# --- by hand ---------------------------------------------------------------------


def by_hand(state: Reading) -> Answer:
    """Enter everything without a camera."""
    if state.wanted.has_own_hand:
        return Reply(ByHand(state.request), sounds=(Hush(), Signal.CLICK))
    entry = replace(
        state,
        at=At.ENTRY,
        entered=(),
        has_asked=True,
        expect=state.wanted.expect or state.expect,
    )
    return Reply(entry, sounds=(Hush(), Signal.CLICK))


def enter(state: Reading, value: int) -> Answer:
    """The next die by hand; with the last one all of them are told."""
    entered = (*state.entered, value)
    state = replace(state, entered=entered)
    if len(entered) < (state.expect or 0):
        return Reply(state, sounds=(Signal.CLICK,))
    dice = tuple(added(value, "white", "black", "plain") for value in entered)
    by_hand = replace(state, shot=None, problems=(), taken_away=(), was_touched=False)
    return settle(with_dice(by_hand, dice))


def take_back(state: Reading) -> Answer:
    """Take the last die by hand back; without one, go back to the camera."""
    if not state.entered and state.is_by_hand:
        return Reply(ByHand(state.request), sounds=(Signal.CLICK,))
    if not state.entered:
        return Reply(again(state), sounds=(Signal.CLICK,))
    after = replace(state, entered=state.entered[:-1])
    return Reply(after, sounds=(Signal.CLICK,))


def _now(state: Reading, value: int) -> Text:
    """What is told after a correction: the one die, and whose it is."""
    name = owner_name(state, state.cursor)
    if name:
        return say("confirm.voice_now_of", name=name, value=value)
    return say("confirm.voice_now", value=value)
