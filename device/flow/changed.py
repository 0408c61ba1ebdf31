"""Dice that change on the table after they were accepted: say so, wait, and ask.

A game holds a `Changed` from the acceptance of dice until it goes on, gives it every
event first, and shows its screen instead of the game's own where there is one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from device.flow.core import Event, Pressed, Signal, Stage, Tick, Watched
from device.flow.screen import (
    Big,
    Button,
    Countdown,
    Labels,
    Mood,
    Note,
    Screen,
    Text,
    Tone,
    say,
)

#: How long it is only said, in seconds: who has bumped a die puts it back.
WAIT_S = 3.0
#: The eye looks at dice that came to rest, and says within this time, in seconds, that
#: they are not as they were; if it says nothing, they are.
AS_BEFORE_S = 1.5


class Answer(StrEnum):
    """What the table says."""

    STANDS = "stands"  # what was accepted holds, whatever lies there now
    AGAIN = "again"  # the dice are to be read again


@dataclass(frozen=True, slots=True)
class Changed:
    """Whether accepted dice have changed.

    Attributes:
        since_s: When that was seen; None while they lie as they were.
        still_s: When they came to rest since; nobody knows yet whether as they were.
        now_s: The last moment heard of.
    """

    since_s: float | None = None
    still_s: float | None = None
    now_s: float = 0.0

    @property
    def is_told(self) -> bool:
        """Whether its screen is shown instead of the game's."""
        return self.since_s is not None

    @property
    def is_asking(self) -> bool:
        """Whether it has waited and asks now."""
        return self.since_s is not None and self.now_s - self.since_s >= WAIT_S


LIE = Changed()


def step(changed: Changed, event: Event) -> Changed | Answer:
    """Answer one event; it is this one's alone where `is_told` is, before or after."""
    match event:
        case Watched(Stage.CHANGED | Stage.EMPTY, now_s):
            since_s = now_s if changed.since_s is None else changed.since_s
            return Changed(since_s, None, now_s)
        case Watched(stage, now_s) if changed.is_told:
            return replace(changed, still_s=now_s if stage is Stage.STILL else None)
        case Tick(now_s) if changed.is_told:
            if changed.still_s is not None and now_s - changed.still_s >= AS_BEFORE_S:
                return LIE
            return replace(changed, now_s=now_s)
        case Pressed(Button.A, is_held=False) if changed.is_asking:
            return Answer.STANDS
        case Pressed(Button.B, is_held=False) if changed.is_asking:
            return Answer.AGAIN
    return changed


def signals(before: Changed, after: Changed) -> tuple[Signal, ...]:
    """What is heard as it is told, and as it asks."""
    if after.is_asking and not before.is_asking:
        return (Signal.ASK,)
    if after.is_told and not before.is_told:
        return (Signal.WRONG,)
    return ()


def screen(changed: Changed, title: Text, *, undo: Text = "") -> Screen:
    """Say it, count three seconds down, then ask; `undo` labels hold Y, the game's."""
    hold_y = {Button.Y: Labels(hold=undo)} if undo else {}
    assert changed.since_s is not None  # shown only where it is told
    told = Big(say("changed.told"), Tone.ASK)
    if not changed.is_asking:
        left_s = max(0.0, WAIT_S - (changed.now_s - changed.since_s))
        wait = Countdown(left_s, WAIT_S)
        return Screen(
            "changed.told",
            title,
            Mood.STUCK,
            (told, Note(say("changed.wait")), wait),
            hold_y,
        )
    return Screen(
        "changed.asks",
        title,
        Mood.ASKING,
        (told, Note(say("changed.asks"))),
        {
            Button.A: Labels(say("changed.stands")),
            Button.B: Labels(say("confirm.again")),
            **hold_y,
        },
    )
