"""What arrives at the app, from any thread: the one queue has these and nothing else.

Whoever pushes a button, picks or types says which screen it was meant for, by the
serial number that the screen was shown under; the app drops what was meant for another.
The eye puts its events in as they are (`device.flow.core`).
"""

from __future__ import annotations

from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeAlias

from device.flow.core import EyeBack, EyeFailed, Seen, Shown, Watched
from device.flow.screen import Button

#: The serial of the buttons on the device itself: it has no copy of a screen that could
#: be old, so the app takes the serial that was shown when the finger went down.
NOW = -1


@dataclass(frozen=True, slots=True)
class Push:
    """A button was pressed, or held.

    Attributes:
        button: Which.
        is_held: Whether it was held.
        screen: Serial of the screen it was meant for.
        at_s: Monotonic time of the finger going down, in seconds; None for now.
    """

    button: Button
    is_held: bool
    screen: int
    at_s: float | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """Something on the screen was touched in the page: an item, a die or a mark."""

    id: str
    screen: int


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, such as a name."""

    text: str
    screen: int


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo from a phone, not yet decoded; its size is bounded by the page.

    Attributes:
        content: The bytes of the file.
        screen: Serial of the screen it was meant for.
    """

    content: bytes
    screen: int


@dataclass(frozen=True, slots=True)
class Stop:
    """The program is to end, in order."""


Item: TypeAlias = (
    Push | Pick | Text | Photo | Stop | Watched | Seen | Shown | EyeFailed | EyeBack
)
Inbox: TypeAlias = SimpleQueue[Item]
