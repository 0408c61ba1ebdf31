"""What the app drives, behind interfaces that a test can stand in for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from device.choices import Choices
from device.evidence import Evidence
from device.flow.core import Compared, Deed, Learnt, NotLearnt, Wish
from device.flow.teaching import Write
from device.journal import Trouble
from device.page.live import Live
from device.ports import Clock, Light, Speaker
from device.wording import Wording


class Keeper(Protocol):
    """Keeps the record; `device.journal.Journal` on a disk."""

    @property
    def trouble(self) -> Trouble | None:
        """Why something is in memory alone."""
        ...

    @property
    def faults(self) -> tuple[str, ...]:
        """What was found damaged at the start."""
        ...

    def begin(self, setup_line: str) -> None:
        """A new record."""
        ...

    def go_on(self) -> None:
        """Write to the one that was found."""
        ...

    def add(self, action_line: str, evidence: Evidence | None = None) -> None:
        """Keep one more action."""
        ...

    def retry(self, now_s: float) -> None:
        """Save what is missing, if it is time."""
        ...


class Eye(Protocol):
    """Looks at the table; `device.eye`."""

    def wish(self, wish: Wish) -> None:
        """What it is to do from now on; never waits."""
        ...


class Outlet(Protocol):
    """Shows a moment: panel, page or terminal."""

    def publish(self, live: Live) -> None:
        """Show it."""
        ...


class Teacher(Protocol):
    """Keeps dice that were shown; `device.teacher`."""

    def answer(
        self, write: Write, language: str, now_s: float
    ) -> Compared | Learnt | NotLearnt:
        """Do what teaching asks for."""
        ...


class Phones(Protocol):
    """Which phones may act; `device.page.pairing`."""

    @property
    def code(self) -> str:
        """The code to show."""
        ...

    def link(self, address: str) -> str:
        """What the QR square says."""
        ...

    def new_code(self) -> str:
        """Revoke the code."""
        ...

    def revoke_all(self) -> None:
        """Let nobody act any more."""
        ...


def keep_nothing(choices: Choices) -> None:
    """For a table that forgets what was chosen."""


Proof = Callable[[Deed], Evidence | None]


def no_proof(deed: Deed) -> Evidence | None:
    """For a table without a camera."""
    return None


@dataclass(frozen=True)
class Parts:
    """Everything that the app drives; what is None is not there.

    Attributes:
        clock: Monotonic.
        journal: Of the games.
        wordings: By language.
        eye: On the table.
        outlets: By their names in texts (`app.NAME`); in the order they are shown.
        light: The LED.
        speaker: Voice and signals.
        dim: Sets the backlight, 0 to 1.
        phones: Which may act.
        address: Of the page, as players type it.
        numbers: Gives the same in numbers, for the QR square; asked each time, as a
            network may come after the start.
        proof: Evidence of a deed.
        photo: Takes a photo from a phone.
        wants_photos: Dice are read from photos alone: there is no other camera.
        keep_choices: Keeps what was chosen in the menu for the next evening.
        teacher: Keeps dice that were shown.
        beat: Called at every tick: the watchdog.
    """

    clock: Clock
    journal: Keeper
    wordings: Mapping[str, Wording]
    eye: Eye | None = None
    outlets: Mapping[str, Outlet] = field(default_factory=dict)
    light: Light | None = None
    speaker: Speaker | None = None
    dim: Callable[[float], None] | None = None
    phones: Phones | None = None
    address: str = ""
    numbers: Callable[[], str] = lambda: ""
    proof: Proof = no_proof
    photo: Callable[[bytes], None] | None = None
    wants_photos: bool = False
    keep_choices: Callable[[Choices], None] = keep_nothing
    teacher: Teacher | None = None
    beat: Callable[[], None] = lambda: None
