"""Di-Da-Do's state, actions and events: what `di_da_do` works on, without a rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Literal, TypeAlias

from rules.core import GameWon, Illegal, Step

DICE = 6
To: TypeAlias = Literal["locked", "loose"]


class Phase(StrEnum):
    """What the game is waiting for."""

    START = "start"
    TURN = "turn"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Player:
    """A seat. `dice` keep their places for the whole game; empty before the start."""

    name: str
    dice: tuple[int, ...] = ()
    locked: tuple[bool, ...] = (False,) * DICE


@dataclass(frozen=True, slots=True)
class State:
    """A game between two actions; `turn` is None before the start and when over."""

    players: tuple[Player, ...]
    phase: Phase = Phase.START
    turn: int | None = None
    winners: tuple[int, ...] = ()

    @property
    def to_act(self) -> int:
        """The turn, where the game is known to be going on."""
        assert self.turn is not None  # only in the phase `turn` does anyone act
        return self.turn


@dataclass(frozen=True, slots=True)
class Start:
    """All roll their six dice, by name of the player (D-1)."""

    do: ClassVar[str] = "start"
    dice: Mapping[str, tuple[int, ...]]
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Lock:
    """Put a loose die of one's own into the scatolina (D-4)."""

    do: ClassVar[str] = "lock"
    die: int
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Reroll:
    """Re-roll a loose die of one's own; it showed `value` (D-5)."""

    do: ClassVar[str] = "reroll"
    die: int
    value: int
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing (D-3)."""

    do: ClassVar[str] = "pass"
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """One entry of an effect; each combination fills in what it needs.

    Attributes:
        player: Whose die.
        die: Which; None in a sestina.
        value: The face after a re-roll or a turn.
        to: Cinquina only.
        values: Sestina only, all six faces.
    """

    player: int
    die: int | None = None
    value: int | None = None
    to: To | None = None
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Combine:
    """Use a combination (D-6).

    Attributes:
        combination: Its name, a key of `COMBINATIONS`.
        named: The player's own dice that form it.
        effect: What it does, carried out first.
        rolled: The faces of the dice re-rolled at the end, by die (D-18).
    """

    do: ClassVar[str] = "combine"
    combination: str
    named: tuple[int, ...]
    effect: tuple[Touch, ...]
    rolled: Mapping[int, int]
    player: int | None = None


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """A player threw all six: at the start (D-1), or for a sestina (D-16)."""

    player: int
    dice: tuple[int, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """`player` is to play: first of all (D-2), or in turn (D-3)."""

    player: int
    rule: str


@dataclass(frozen=True, slots=True)
class Passed:
    """A player did nothing."""

    player: int
    rule: str = "D-3"


@dataclass(frozen=True, slots=True)
class CombinationUsed:
    """A player used a combination."""

    player: int
    combination: str
    dice: tuple[int, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class DieLocked:
    """A die went into its player's scatolina, face unchanged."""

    player: int
    die: int
    face: int
    rule: str


@dataclass(frozen=True, slots=True)
class DieUnlocked:
    """A die came out of its player's scatolina, face unchanged."""

    player: int
    die: int
    face: int
    rule: str


@dataclass(frozen=True, slots=True)
class DieRolled:
    """A die was re-rolled."""

    player: int
    die: int
    before: int
    face: int
    rule: str


@dataclass(frozen=True, slots=True)
class DieTurned:
    """A die was turned by one at most."""

    player: int
    die: int
    before: int
    face: int
    rule: str


@dataclass(frozen=True, slots=True)
class DiceSwapped:
    """Two dice changed places; `face` is what `player` has now."""

    player: int
    die: int
    face: int
    other: int
    other_die: int
    other_face: int
    rule: str = "D-13"


Action: TypeAlias = Start | Lock | Reroll | Pass | Combine
Event: TypeAlias = (
    DiceThrown
    | TurnPassed
    | Passed
    | CombinationUsed
    | DieLocked
    | DieUnlocked
    | DieRolled
    | DieTurned
    | DiceSwapped
    | GameWon
)
Answer: TypeAlias = Step[State, Event] | Illegal
