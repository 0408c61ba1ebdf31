"""Odds of Dancing Dice: what to hope for from a re-roll. Exact.

A player holds three dice of type `c` and three of type `b`, and lays them in two balli
of three (DD-4): ten splits. Two dice of one type and value are alike, so of the 6^6
throws of six dice only the 56 × 56 pairs of sorted triples differ; each counts for as
many throws as give it. Two rows are both puri, or both impuri (DD-15).

How best to lay six dice as they lie is in `odds_splits`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product
from typing import TypeAlias

from rules.balli import Die, Passi, Rank, rank_ballo

FACES = range(1, 7)
ROWS = 36 * 6 + 6 * 6 + 6 + 1
Triple: TypeAlias = tuple[int, int, int]  # values of the dice of one type, sorted
Ways: TypeAlias = dict[Triple, int]  # throws that give each triple
Row: TypeAlias = int  # three values in any order, as 36a + 6b + c


@dataclass(frozen=True, slots=True)
class Goal:
    """What a player hopes to lay.

    A split holds the goal if one of its rows, no matter which, ranks as `ballo` or
    higher, and, where `other` is given, its other row as `other` or higher. Six dice
    hold the goal if one of their ten splits does.
    """

    ballo: Rank
    other: Rank | None = None


@dataclass(frozen=True, slots=True)
class Reroll:
    """Dice to re-roll, and what that is worth.

    Attributes:
        dice: Indices into the six dice, rising; none is a choice too (DD-3).
        chance: That the six dice hold the goal afterwards.
    """

    dice: tuple[int, ...]
    chance: Fraction


def check_dice(dice: Sequence[Die]) -> None:
    """Refuse dice that no player of Dancing Dice can have.

    Raises:
        ValueError: Not three `c` and three `b` (DD-4), or a value not 1 to 6 (C-1).
    """
    types = sorted(die.type for die in dice)
    if types != ["b", "b", "b", "c", "c", "c"]:
        raise ValueError(f"a player has three c and three b dice, got {types}")
    if any(die.value not in FACES for die in dice):
        raise ValueError(f"a die shows 1 to 6, got {[die.value for die in dice]}")


def chance_of_goal(
    dice: Sequence[Die], reroll: Collection[int], goal: Goal, tango: Iterable[int]
) -> Fraction:
    """Chance that the six dice hold `goal` once some of them have been re-rolled.

    Args:
        dice: Three `c` and three `b`, in any order.
        reroll: Indices (0 to 5) of the dice to roll again; the others stay.
        goal: At least this; see `Goal`.
        tango: The three values of the Tango dice.

    Raises:
        ValueError: Dice that no player has, or an index that no die has.
    """
    check_dice(dice)
    if not set(reroll) <= set(range(6)):
        raise ValueError(f"dice are 0 to 5, got {sorted(reroll)}")
    ways = {kind: _ways(dice, reroll, kind) for kind in ("c", "b")}
    holds = _Holds(goal, tango)
    throws = sum(
        c_ways * b_ways
        for (c, c_ways), (b, b_ways) in product(ways["c"].items(), ways["b"].items())
        if holds.holds(c, b)
    )
    return Fraction(throws, sum(ways["c"].values()) * sum(ways["b"].values()))


def rerolls(
    dice: Sequence[Die], goal: Goal, tango: Iterable[int]
) -> tuple[Reroll, ...]:
    """All 64 choices of dice to re-roll, best first; of equal ones the fewest dice.

    Arguments and errors as in `chance_of_goal`.
    """
    check_dice(dice)
    holds = _Holds(goal, tango)
    c_choices, b_choices = _choices(dice, "c"), _choices(dice, "b")
    triples = tuple(combinations_with_replacement(FACES, 3))
    c_rows = {b: [c for c in triples if holds.holds(c, b)] for b in triples}
    found = []
    for c_dice, c_ways in c_choices:
        wins = {b: sum(c_ways.get(c, 0) for c in row) for b, row in c_rows.items()}
        for b_dice, b_ways in b_choices:
            throws = sum(count * wins[b] for b, count in b_ways.items())
            rolled = tuple(sorted(c_dice + b_dice))
            found.append(Reroll(rolled, Fraction(throws, 6 ** len(rolled))))
    return tuple(sorted(found, key=lambda r: (-r.chance, len(r.dice), r.dice)))


def _of_type(dice: Sequence[Die], kind: Passi) -> tuple[int, ...]:
    return tuple(i for i, die in enumerate(dice) if die.type == kind)


def _choices(dice: Sequence[Die], kind: Passi) -> list[tuple[tuple[int, ...], Ways]]:
    """The eight sets of dice of one type that may be re-rolled, with what may come."""
    own = _of_type(dice, kind)
    sets = chain.from_iterable(combinations(own, n) for n in range(4))
    return [(chosen, _ways(dice, chosen, kind)) for chosen in sets]


def _ways(dice: Sequence[Die], reroll: Collection[int], kind: Passi) -> Ways:
    """What the dice of one type may show after the re-roll, in how many throws."""
    shown = [FACES if i in reroll else (dice[i].value,) for i in _of_type(dice, kind)]
    return Counter((a, b, c) for a, b, c in map(sorted, product(*shown)))


class _Holds:
    """Says whether dice hold a goal: which rows do, looked up instead of ranked."""

    def __init__(self, goal: Goal, tango: Iterable[int]) -> None:
        tango = tuple(tango)
        self._puro = _rows(goal.ballo, True, tango), _rows(goal.other, True, tango)
        self._impuro = _rows(goal.ballo, False, tango), _rows(goal.other, False, tango)

    def holds(self, c: Triple, b: Triple) -> bool:
        """Whether one of the ten splits does: the puro one, or one of the nine."""
        ballo, other = self._puro
        one, two = _row(c), _row(b)
        if (ballo[one] and other[two]) or (ballo[two] and other[one]):
            return True
        ballo, other = self._impuro
        for c_pair, c_single in _pairs(c):
            for b_pair, b_single in _pairs(b):
                one, two = c_pair + b_single, b_pair + c_single
                if (ballo[one] and other[two]) or (ballo[two] and other[one]):
                    return True
        return False


def _rows(least: Rank | None, puro: bool, tango: tuple[int, ...]) -> list[bool]:
    """For each row, puro or impuro, whether it ranks as `least` or higher."""
    if least is None:
        return [True] * ROWS
    last: Passi = "c" if puro else "b"
    good = [False] * ROWS
    for a, b, c in product(FACES, repeat=3):
        ballo = (Die(a, "c"), Die(b, "c"), Die(c, last))
        good[_row((a, b, c))] = rank_ballo(ballo, tango) >= least
    return good


def _row(triple: Triple) -> Row:
    a, b, c = triple
    return 36 * a + 6 * b + c


@cache
def _pairs(triple: Triple) -> tuple[tuple[int, int], ...]:
    """Ways to part three dice in two and one, as terms of a `Row`; each way once."""
    a, b, c = triple
    ways = {(36 * a + 6 * b, c), (36 * a + 6 * c, b), (36 * b + 6 * c, a)}
    return tuple(ways)
