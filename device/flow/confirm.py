"""The reading of dice, from waiting for them to their acceptance: every game's own.

    state = confirm.begin(Wanted(say("mia.dice"), expect=2))
    reply = confirm.step(state, event)      # reply.state is a Reading, Done or ByHand
    confirm.screen(state)  confirm.wish(state)

A game asks `is_undo` first: hold Y takes back an action of the game wherever this flow
has no use for it. No die is handed out that was unsure and that no person has answered
about. What happens to the dice after that is in `changed`.
"""

from __future__ import annotations

from dataclasses import replace

from device.flow import confirm_fixes as fixes
from device.flow import confirm_steps as steps
from device.flow.confirm_choices import identify, identities, options
from device.flow.confirm_screens import keeps_hold_y, problem_text, screen
from device.flow.core import (
    Event,
    EyeBack,
    EyeFailed,
    Picked,
    Pressed,
    Reply,
    Seen,
    Stage,
    Watched,
    Wish,
)
from device.flow.screen import Button
from device.flow.told import (
    At,
    ByHand,
    Done,
    Owner,
    Reading,
    Sense,
    State,
    Told,
    Wanted,
)

__all__ = [
    "At",
    "ByHand",
    "Done",
    "Owner",
    "Reading",
    "Sense",
    "State",
    "Told",
    "Wanted",
    "begin",
    "begin_by_hand",
    "correct",
    "is_undo",
    "keeps_hold_y",
    "problem_text",
    "screen",
    "step",
    "wish",
]


def begin(
    wanted: Wanted,
    *,
    request: int = 0,
    failed: str = "",
    stage: Stage = Stage.EMPTY,
) -> Reading:
    """Wait for dice.

    Args:
        wanted: What is to be read.
        request: Of the reading before this one; the new one asks with a higher number.
        failed: Why the camera gives no pictures, if that was told before.
        stage: What the eye told last.
    """
    return Reading(
        wanted, stage=stage, expect=wanted.expect, request=request + 1, failed=failed
    )


def begin_by_hand(wanted: Wanted, *, request: int = 0, failed: str = "") -> Reading:
    """Enter `wanted.expect` values by hand, without waiting for a camera."""
    reading = begin(wanted, request=request, failed=failed)
    return replace(reading, at=At.ENTRY, is_by_hand=True)


def correct(done: Done, wanted: Wanted) -> Reading:
    """Correct dice that had been accepted: a cursor over them, nothing read anew."""
    before = Reading(
        wanted,
        expect=len(done.dice),
        request=done.request,
        shot=done.shot,
        size=done.size,
        was_touched=done.was_touched,
    )
    reply = fixes.choose(steps.with_dice(before, done.dice))
    assert isinstance(reply.state, Reading)  # choosing is a page of it
    return reply.state


def step(state: Reading, event: Event) -> Reply[State]:
    """Answer one event."""
    match event:
        case Pressed(button, _, is_held):
            option = options(state).get((button, is_held))
            return Reply(state) if option is None else option.do(state)
        case Picked(name):
            return _pick(state, name)
        case Seen():
            return steps.see(state, event)
        case Watched():
            return Reply(steps.watch(state, event))
        case EyeFailed(code):
            return Reply(replace(state, failed=code or "gone"))
        case EyeBack():
            back = replace(state, failed="")
            return Reply(steps.again(back) if state.at is At.WAITING else back)
    return Reply(state)


def wish(state: Reading) -> Wish:
    """What the eye is to do: read, unless a person is typing."""
    return steps.wish_of(state)


def is_undo(state: State, event: Event) -> bool:
    """Whether this event is hold Y, and this flow leaves it to the game."""
    return (
        isinstance(event, Pressed)
        and event.button is Button.Y
        and event.is_held
        and not (isinstance(state, Reading) and keeps_hold_y(state))
    )


def _pick(state: Reading, name: str) -> Reply[State]:
    """Touched in the page: a die, then its value, take it away, or whose it is."""
    what, _, which = name.partition(":")
    if what == "value" and which in ("1", "2", "3", "4", "5", "6"):
        return _pick_value(state, int(which))
    is_die = what == "die" and which.isdecimal() and int(which) < len(state.dice)
    if is_die and state.at not in steps.TYPING and state.at is not At.WAITING:
        return fixes.choose(state, int(which))
    if what == "owner" and which.isdecimal() and state.at is At.OWNERS:
        ranked = identities(state)
        if int(which) < len(ranked):
            return identify(ranked[int(which)])(state)
    return Reply(state)


def _pick_value(state: Reading, value: int) -> Reply[State]:
    match state.at:
        case At.ASKING | At.CHOOSING | At.VALUES:
            return fixes.set_value(state, value)
        case At.ADDING:
            return fixes.add(state, value)
        case At.ENTRY:
            return fixes.enter(state, value)
    return Reply(state)
