"""A list with a cursor under the four buttons: A takes, B and X move, Y goes back.

The page picks a line by its id instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from device.flow.core import Event, Picked, Pressed
from device.flow.screen import Button, Item, Labels, say


@dataclass(frozen=True, slots=True)
class At:
    """The cursor is on this line now."""

    at: int


@dataclass(frozen=True, slots=True)
class Took:
    """The line with this id was chosen."""

    id: str


@dataclass(frozen=True, slots=True)
class Left:
    """Back, with nothing chosen."""


Choice: TypeAlias = At | Took | Left | None

BUTTONS: Mapping[Button, Labels] = {
    Button.A: Labels(say("menu.take")),
    Button.B: Labels(say("menu.down")),
    Button.X: Labels(say("menu.up")),
    Button.Y: Labels(say("menu.back")),
}


def choose(items: Sequence[Item], at: int, event: Event) -> Choice:
    """What an event does to a list; None where it does nothing."""
    match event:
        case Picked(id) if id in [item.id for item in items]:
            return Took(id)
        case Pressed(Button.A, is_held=False) if items:
            return Took(items[at].id)
        case Pressed(Button.B, is_held=False) if items:
            return At((at + 1) % len(items))
        case Pressed(Button.X, is_held=False) if items:
            return At((at - 1) % len(items))
        case Pressed(Button.Y, is_held=False):
            return Left()
    return None


def is_press(event: Event, button: Button, *, is_held: bool = False) -> bool:
    """Whether an event is this button, pressed shortly or held."""
    return isinstance(event, Pressed) and (event.button, event.is_held) == (
        button,
        is_held,
    )
