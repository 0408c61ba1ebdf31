"""What Di-Da-Do shows at a time: one small state a page, and the game behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from device.flow.di_da_do_places import Change, Places
from device.flow.di_da_do_plan import Plan, RollDice
from device.flow.told import Done, Reading
from rules import di_da_do_moves
from rules.referee import Game
from vision.readings import DieReading


@dataclass(frozen=True, slots=True)
class Collect:
    """The first dice are read: all at once, or player by player.

    Attributes:
        reading: Of all dice, or of those of the next player.
        given: Dice of the first seats.
    """

    reading: Reading
    given: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Owners:
    """All dice were read at once: who sits where?

    Attributes:
        done: The reading.
        first: The group of dice, clockwise, that is the first seat's.
    """

    done: Done
    first: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody is to act."""


@dataclass(frozen=True, slots=True)
class Combos:
    """A combination is chosen."""

    at: int = 0


@dataclass(frozen=True, slots=True)
class Choose:
    """A die, a player, or what a die is turned to, is chosen for an action."""

    plan: Plan
    at: int = 0


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice of an action are rolled; `is_forced`: whatever lies there is the roll."""

    plan: Plan
    asked: RollDice
    reading: Reading
    is_forced: bool = False


@dataclass(frozen=True, slots=True)
class Differs:
    """The table is not as the game knows it."""

    changes: tuple[Change, ...]
    shot: int


@dataclass(frozen=True, slots=True)
class Over:
    """Somebody has won."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo is asked about; `back` is gone on with if it is not meant."""

    back: Collect | Owners | Turn | Throw | Differs | Over


Page: TypeAlias = (
    Collect | Owners | Turn | Combos | Choose | Throw | Differs | Over | TakeBack
)

NOWHERE: Places = MappingProxyType({})


@dataclass(frozen=True)
class State:
    """Di-Da-Do at the table.

    Attributes:
        game: As the rules know it.
        page: What is shown.
        places: Where all dice lie; empty where they were not seen all at once.
        lain: The dice of the last reading as they lay.
        mend: The reading of the last action, to be corrected; None where that had none.
        request: Number of the last reading asked for.
        failed: Why the camera gives no pictures; empty while it does.
    """

    game: Game
    page: Page
    places: Places = field(default_factory=lambda: NOWHERE)
    lain: tuple[DieReading, ...] = ()
    mend: Owners | Throw | None = None
    request: int = 0
    failed: str = ""

    @property
    def ddd(self) -> di_da_do_moves.State:
        """The game's own state."""
        assert isinstance(self.game.state, di_da_do_moves.State)  # `di_da_do.GAMES`
        return self.game.state
