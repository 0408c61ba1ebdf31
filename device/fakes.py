"""Stand-ins for the world, for tests and for a desk: they keep what they were told."""

from __future__ import annotations

from dataclasses import dataclass, field

from device.evidence import Evidence
from device.flow.core import Wish
from device.flow.screen import Mood
from device.journal import Trouble
from device.page.live import Live


@dataclass
class FakeClock:
    """Time that passes only when it is told to."""

    at_s: float = 0.0

    def now_s(self) -> float:
        """As `device.ports.Clock`."""
        return self.at_s

    def pass_s(self, seconds: float) -> None:
        """Let time pass."""
        self.at_s += seconds


@dataclass
class FakeJournal:
    """A record in memory.

    Attributes:
        lines: Of the game going on.
        told: What happened in order, shared with other fakes.
        proofs: Evidence by line.
    """

    lines: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    trouble: Trouble | None = None
    faults: tuple[str, ...] = ()
    proofs: dict[int, Evidence] = field(default_factory=dict)

    def begin(self, setup_line: str) -> None:
        """As `device.journal.Journal`."""
        self.lines = [setup_line]
        self.told.append("begin")

    def go_on(self) -> None:
        """As `device.journal.Journal`."""
        self.told.append("go on")

    def add(self, action_line: str, evidence: Evidence | None = None) -> None:
        """As `device.journal.Journal`."""
        self.lines.append(action_line)
        self.told.append(f"add {action_line}")
        if evidence is not None:
            self.proofs[len(self.lines)] = evidence

    def retry(self, now_s: float) -> None:
        """As `device.journal.Journal`."""

    @property
    def record(self) -> bytes:
        """The game going on."""
        return "".join(f"{line}\n" for line in self.lines).encode()


@dataclass
class FakeOutlet:
    """Keeps what it was to show."""

    told: list[str] = field(default_factory=list)
    lives: list[Live] = field(default_factory=list)

    def publish(self, live: Live) -> None:
        """As `device.parts.Outlet`."""
        self.lives.append(live)
        self.told.append(f"show {live.screen.name}")


@dataclass
class FakeEye:
    """Keeps what was wished."""

    told: list[str] = field(default_factory=list)
    wishes: list[Wish] = field(default_factory=list)

    def wish(self, wish: Wish) -> None:
        """As `device.parts.Eye`."""
        self.wishes.append(wish)
        self.told.append("open" if wish.is_open else "shut")


@dataclass
class FakeLight:
    """Keeps its moods."""

    moods: list[Mood] = field(default_factory=list)

    def show(self, mood: Mood) -> None:
        """As `device.ports.Light`."""
        self.moods.append(mood)

    def close(self) -> None:
        """As `device.ports.Light`."""


@dataclass
class FakeSpeaker:
    """Keeps what it was to say and signal."""

    said: list[str] = field(default_factory=list)

    def say(self, text: str, language: str) -> None:
        """As `device.ports.Speaker`."""
        self.said.append(f"{language}: {text}")

    def signal(self, name: str) -> None:
        """As `device.ports.Speaker`."""
        self.said.append(name)

    def hush(self) -> None:
        """As `device.ports.Speaker`."""
        self.said.append("hush")

    def close(self) -> None:
        """As `device.ports.Speaker`."""
