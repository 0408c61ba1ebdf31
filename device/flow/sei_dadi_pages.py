"""What Sei Dadi shows at a time: one small state a page, and the game behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from device.flow.told import Done, Reading
from rules import sei_dadi
from rules.referee import Event as Told
from rules.referee import Game
from vision.readings import DieReading


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice are rolled, in a turn or an attack."""

    reading: Reading


@dataclass(frozen=True, slots=True)
class Keep:
    """The dice just rolled are ticked, or the turn ends.

    Attributes:
        at: The die under the cursor.
        ticked: Indices of dice to keep, in the order of `State.sei.loose`.
    """

    at: int = 0
    ticked: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Mend:
    """A roll that was accepted is corrected."""

    reading: Reading


@dataclass(frozen=True, slots=True)
class Over:
    """Somebody has won."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo is asked about; `back` is gone on with if it is not meant."""

    back: Throw | Keep | Over


Page: TypeAlias = Throw | Keep | Mend | TakeBack | Over


@dataclass(frozen=True, slots=True)
class State:
    """Sei Dadi at the table.

    Attributes:
        game: As the rules know it.
        page: What is shown.
        told: What the last action brought, if anybody lost points by it.
        done: The reading of the last action; None where it had none.
        lain: The dice as they lay when they were last read; None where nobody knows.
        is_new: Whether nothing was rolled yet, so that any dice are the first roll.
        request: Number of the last reading asked for.
        failed: Why the camera gives no pictures; empty while it does.
    """

    game: Game
    page: Page
    told: tuple[Told, ...] = ()
    done: Done | None = None
    lain: tuple[DieReading, ...] | None = None
    is_new: bool = False
    request: int = 0
    failed: str = ""

    @property
    def sei(self) -> sei_dadi.State:
        """The game's own state."""
        assert isinstance(self.game.state, sei_dadi.State)  # `sei_dadi.GAMES`
        return self.game.state
