"""Mia's state, actions and events: what `mia` works on, without a rule in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from rules.core import GameWon, Illegal, PlayerOut, Step
from rules.mia_scores import MIA


class Phase(StrEnum):
    """What the game is waiting for."""

    OPEN = "open"
    ANSWER = "answer"
    REVEAL = "reveal"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Variant:
    """What tells the two games apart.

    Attributes:
        game: Its name in a record.
        has_guarantee: GUARANTEE (M-5, M-8, M-9), or TRUST and SURRENDER (M-10, M-11).
        false_mia_costs: Lives that a false Mia costs who answers for it (M-7, M-11).
    """

    game: str
    has_guarantee: bool
    false_mia_costs: int


@dataclass(frozen=True, slots=True)
class Options:
    """What the table has chosen.

    Attributes:
        faults_per_life: M-12: only each n-th fault of a player takes its lives.
        best_double: H-1: 11 (M-1) or 66.
        equal_score: H-2: whether a score equal to the standing one may be declared.
        false_mia_costs: H-3: instead of the variant's.
        first_out_loses: H-4: the game ends at the first player out.
    """

    faults_per_life: int = 1
    best_double: int = 11
    equal_score: bool = False
    false_mia_costs: int | None = None
    first_out_loses: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """A seat."""

    name: str
    lives: int
    faults: int = 0

    @property
    def out(self) -> bool:
        """M-2: out at 0."""
        return self.lives == 0


@dataclass(frozen=True, slots=True)
class Standing:
    """The declaration that stands, and the seat that answers for it (M-6)."""

    score: int
    answers: int


@dataclass(frozen=True, slots=True)
class State:
    """A game between two actions.

    Attributes:
        players: In seat order.
        variant: Which of the two games.
        options: What the table has chosen.
        phase: What the game is waiting for.
        turn: The seat to act; None when the game is over.
        standing: The declaration that stands; there are dice under the box with it.
        guaranteed: Seats that have guaranteed the standing declaration (M-8).
        winners: Seats, once the game is over.
    """

    players: tuple[Player, ...]
    variant: Variant
    options: Options
    phase: Phase = Phase.OPEN
    turn: int | None = 0
    standing: Standing | None = None
    guaranteed: frozenset[int] = frozenset()
    winners: tuple[int, ...] = ()

    @property
    def to_act(self) -> int:
        """The turn, where the game is known not to be over."""
        assert self.turn is not None  # only a finished game has no turn
        return self.turn

    @property
    def is_over_mia(self) -> bool:
        """Whether a declared Mia stands."""
        return self.standing is not None and self.standing.score == MIA

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that still play."""
        return tuple(i for i, player in enumerate(self.players) if not player.out)


# --- actions: `do` is their name in a record -------------------------------------


@dataclass(frozen=True, slots=True)
class Open:
    """Roll in secret and declare any score (M-3)."""

    do: ClassVar[str] = "open"
    score: int
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Beat:
    """Roll in secret and declare higher (M-4); over a Mia, just pay (M-9)."""

    do: ClassVar[str] = "beat"
    score: int | None = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Trust:
    """Declare higher over the same dice (M-10)."""

    do: ClassVar[str] = "trust"
    score: int
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Guarantee:
    """Answer for the standing declaration and pass the box (M-5)."""

    do: ClassVar[str] = "guarantee"
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Accuse:
    """Call the standing declaration a lie (M-6)."""

    do: ClassVar[str] = "accuse"
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """The box is lifted and two dice are seen (M-6)."""

    do: ClassVar[str] = "reveal"
    dice: tuple[int, ...]
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Surrender:
    """Give in to a declared Mia unseen (M-11)."""

    do: ClassVar[str] = "surrender"
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """The table takes lives from `player`, the offender (M-12)."""

    do: ClassVar[str] = "penalty"
    player: int
    lives: int
    spoils: bool
    reason: str


# --- events ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Declared:
    """A score was declared: M-3 opening, M-4 beating, M-10 trusting."""

    player: int
    score: int
    rule: str


@dataclass(frozen=True, slots=True)
class ScoreTooLow:
    """A score was declared that was not higher than the standing one."""

    player: int
    score: int
    standing: int
    rule: str


@dataclass(frozen=True, slots=True)
class MiaChallenged:
    """A player set out to beat a declared Mia, which cannot be done."""

    player: int
    rule: str = "M-9"


@dataclass(frozen=True, slots=True)
class Guaranteed:
    """A player took the standing score on itself."""

    player: int
    score: int
    rule: str = "M-5"


@dataclass(frozen=True, slots=True)
class CircleClosed:
    """All have guaranteed; `player` may not."""

    player: int
    rule: str = "M-8"


@dataclass(frozen=True, slots=True)
class Accused:
    """`player` called the declaration that `answers` stands for a lie."""

    player: int
    answers: int
    score: int
    rule: str = "M-6"


@dataclass(frozen=True, slots=True)
class Revealed:
    """The dice were seen."""

    score: int
    declared: int
    is_true: bool
    rule: str = "M-6"


@dataclass(frozen=True, slots=True)
class Surrendered:
    """A player gave in to a declared Mia."""

    player: int
    rule: str = "M-11"


@dataclass(frozen=True, slots=True)
class FaultNoted:
    """A fault was counted and took no life yet."""

    player: int
    faults: int
    rule: str = "M-12"


@dataclass(frozen=True, slots=True)
class LivesLost:
    """A player paid, with all that was left where less was left (M-13)."""

    player: int
    lives: int
    left: int
    rule: str


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round is over; `opens` must open the next."""

    opens: int
    rule: str = "M-6"


Action: TypeAlias = (
    Open | Beat | Trust | Guarantee | Accuse | Reveal | Surrender | Penalty
)
Event: TypeAlias = (
    Declared
    | ScoreTooLow
    | MiaChallenged
    | Guaranteed
    | CircleClosed
    | Accused
    | Revealed
    | Surrendered
    | FaultNoted
    | LivesLost
    | RoundEnded
    | PlayerOut
    | GameWon
)
Answer: TypeAlias = Step[State, Event] | Illegal
