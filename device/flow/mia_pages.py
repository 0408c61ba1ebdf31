"""What Mia shows at a time: one small state a page, and the game behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from device.flow.told import Done, Reading
from rules import mia_moves
from rules.referee import Event as Told
from rules.referee import Game

Bid: TypeAlias = Literal["open", "beat", "trust"]
Priced: TypeAlias = Literal["beat", "surrender"]


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody is to act."""


@dataclass(frozen=True, slots=True)
class Declare:
    """A score is chosen; with `is_low` one that is not higher, for a life."""

    do: Bid
    at: int
    is_low: bool = False


@dataclass(frozen=True, slots=True)
class Pay:
    """A choice that costs a life whatever the dice is asked about."""

    do: Priced


@dataclass(frozen=True, slots=True)
class More:
    """What is seldom needed."""

    at: int = 0


@dataclass(frozen=True, slots=True)
class Offender:
    """Who is to be punished (M-12)."""

    spoils: bool
    at: int = 0


@dataclass(frozen=True, slots=True)
class Reason:
    """What a fault was."""

    player: int
    at: int = 0


@dataclass(frozen=True, slots=True)
class Lives:
    """How many lives a penalty takes."""

    player: int
    spoils: bool
    reason: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo is asked about."""


@dataclass(frozen=True, slots=True)
class Lift:
    """Somebody has accused: the box is lifted and the dice are read.

    Attributes:
        reading: Of the two dice.
        is_mending: A verdict is corrected. Dice may be under the box again by now, so
            the eye stays shut unless a new reading is asked for.
    """

    reading: Reading
    is_mending: bool = False


@dataclass(frozen=True, slots=True)
class Touched:
    """A hand moved a die after the box left them."""

    done: Done


@dataclass(frozen=True, slots=True)
class Verdict:
    """Lives were lost: who, how many, and why.

    Attributes:
        told: What the rules said.
        dice: Those revealed; empty where the round ended otherwise.
    """

    told: tuple[Told, ...]
    dice: tuple[int, ...] = ()


Page: TypeAlias = (
    Turn
    | Declare
    | Pay
    | More
    | Offender
    | Reason
    | Lives
    | TakeBack
    | Lift
    | Touched
    | Verdict
)


@dataclass(frozen=True, slots=True)
class State:
    """Mia at the table.

    Attributes:
        game: As the rules know it.
        page: What is shown.
        is_careful: The dice are not known to have lain there untouched since the
            accusation, as after undo or a restart: no verdict without a press.
        mend: The reading of the last reveal, to be corrected.
        request: Number of the last reading asked for.
        failed: Why the camera gives no pictures; empty while it does.
    """

    game: Game
    page: Page = Turn()
    is_careful: bool = True
    mend: Done | None = None
    request: int = 0
    failed: str = ""

    @property
    def mia(self) -> mia_moves.State:
        """The game's own state."""
        assert isinstance(self.game.state, mia_moves.State)  # `mia.GAMES`
        return self.game.state
