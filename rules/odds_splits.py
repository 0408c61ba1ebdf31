"""How best to lay six dice of Dancing Dice in two balli. Exact.

There are ten splits into two rows of three, and either row may be the primo ballo:
twenty ways to lay the dice, all judged here against the rank to reach in each of the
two comparisons. Nothing here guesses what the others lay; a study after the prova
knows it, and `rank_to_reach` turns their balli into the rank to reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import TypeAlias

from rules.balli import LADDER, Ballo, Die, Rank, is_gala, is_rock, rank_ballo
from rules.odds_balli import check_dice

GALA_GAINS = 2  # DD-10
Key: TypeAlias = tuple[int, ...]


class Criterion(Enum):
    """By what one way to lay the dice is better than another, weightiest first.

    Only the first counts in the rules; the others choose among equals. To spare is the
    number of steps of the ladder between a row that is judged well and the rank that
    it had to reach, the smaller number where both rows are; 0 where none is.
    """

    VIVACITA = "vivacita"  # more vivacita kept, or gained
    JUDGED_WELL = "judged_well"  # more rows judged well
    TO_SPARE = "to_spare"  # more to spare
    FIRST = "first"  # a higher primo ballo
    SECOND = "second"  # a higher secondo ballo


@dataclass(frozen=True, slots=True)
class Laying:
    """One way to lay six dice, and what it achieves.

    Attributes:
        first: Primo ballo, three dice.
        second: Secondo ballo, three dice.
        ranks: Of the two balli.
        judged_well: Whether each reaches the rank it must (DD-7).
        rule: DD-9 for a Rock, DD-10 for a Gala, else DD-7.
        vivacita: What it changes: 0 to -2, or +2 for a Gala. The limits of DD-1 and
            of 0 (DD-8) are not applied.
        to_spare: See `Criterion`.
    """

    first: Ballo
    second: Ballo
    ranks: tuple[Rank, Rank]
    judged_well: tuple[bool, bool]
    rule: str
    vivacita: int
    to_spare: int

    @property
    def key(self) -> Key:
        """A number for each `Criterion`, more is better."""
        first, second = (-LADDER.index(rank) for rank in self.ranks)
        return (self.vivacita, sum(self.judged_well), self.to_spare, first, second)


@dataclass(frozen=True, slots=True)
class SplitAdvice:
    """All twenty ways to lay the dice, compared.

    Attributes:
        layings: All of them, best first.
        best: The first of them, and those equal to it by every criterion: the same
            ranks in the same rows, with other dice.
        as_good: Those that change vivacita as the best do, the best among them: by
            the rules the player may just as well lay one of these.
        reason: The first criterion by which the best are better than the next one.
    """

    layings: tuple[Laying, ...]
    best: tuple[Laying, ...]
    as_good: tuple[Laying, ...]
    reason: Criterion


def rank_to_reach(others: Sequence[Rank]) -> Rank:
    """The lowest rank that is judged well against the balli of all others (DD-7).

    With n players floor(n/2) are judged well, and whoever ties with the last of them:
    so it is enough to equal the floor(n/2)-th of the others.

    Args:
        others: Ranks of the other players in the comparison, in any order.

    Raises:
        ValueError: There are no others, hence no comparison.
    """
    if not others:
        raise ValueError("a comparison needs another player")
    judged_well = (len(others) + 1) // 2
    return sorted(others, reverse=True)[judged_well - 1]


def best_splits(
    dice: Sequence[Die], to_reach: tuple[Rank, Rank], tango: Iterable[int]
) -> SplitAdvice:
    """Compare all ways to lay six dice.

    Args:
        dice: Three `c` and three `b`, in any order.
        to_reach: Lowest rank that is judged well in the first and in the second
            comparison; to equal it is enough.
        tango: The three values of the Tango dice.

    Raises:
        ValueError: Dice that no player has.
    """
    check_dice(dice)
    tango = tuple(tango)
    ways = (
        _laying(first, dice, to_reach, tango) for first in combinations(range(6), 3)
    )
    layings = tuple(sorted(ways, key=lambda way: way.key, reverse=True))
    best = tuple(way for way in layings if way.key == layings[0].key)
    as_good = tuple(way for way in layings if way.vivacita == best[0].vivacita)
    return SplitAdvice(layings, best, as_good, _reason(best[0], layings[len(best)]))


def _laying(
    chosen: tuple[int, ...],
    dice: Sequence[Die],
    to_reach: tuple[Rank, Rank],
    tango: tuple[int, ...],
) -> Laying:
    first = tuple(dice[i] for i in chosen)
    second = tuple(die for i, die in enumerate(dice) if i not in chosen)
    ranks = rank_ballo(first, tango), rank_ballo(second, tango)
    well = ranks[0] >= to_reach[0], ranks[1] >= to_reach[1]
    rule, vivacita = _outcome(first, second, well)
    return Laying(
        first, second, ranks, well, rule, vivacita, _to_spare(ranks, to_reach)
    )


def _outcome(first: Ballo, second: Ballo, well: tuple[bool, bool]) -> tuple[str, int]:
    if is_gala(first, second):
        return "DD-10", GALA_GAINS
    if is_rock(first, second):
        return "DD-9", 0
    return "DD-7", sum(well) - len(well)


def _to_spare(ranks: tuple[Rank, Rank], to_reach: tuple[Rank, Rank]) -> int:
    steps = (
        LADDER.index(least) - LADDER.index(rank)
        for rank, least in zip(ranks, to_reach, strict=True)
    )
    return min((step for step in steps if step >= 0), default=0)


def _reason(best: Laying, other: Laying) -> Criterion:
    """There is always another: the puro split ranks as none of the impuri (DD-15)."""
    pairs = zip(Criterion, best.key, other.key, strict=True)
    return next(criterion for criterion, more, less in pairs if more > less)
