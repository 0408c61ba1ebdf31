"""Odds of Sei Dadi: what an attack does, and which dice to keep. Exact.

Only its total says how a turn ends: below 30 it costs the player, above 30 it hurts the
next one by the attack that follows (S-3 to S-6). Every worth here grows with the total,
so it is never worse to keep a higher die in place of a lower one: looking ahead, only
the highest dice of each roll are tried. What the player may keep now is tried in full.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations_with_replacement
from math import comb, factorial, lcm, prod
from typing import NamedTuple

from rules.sei_dadi import DICE, SAFE_TOTAL

FACES = range(1, 7)
TOTALS = range(DICE, 6 * DICE + 1)


class Weights(NamedTuple):
    """What a point is worth: one of damage to the target, one of the player's own."""

    damage: int
    loss: int


class Objective(Enum):
    """What a player is after: the expected value of this is made as large as it can be.

    SWING: points that the target loses, less points that the player loses.
    CAUTION: points that the player loses, as few as can be (so 30 is as good as 36).
    ATTACK: points that the target loses, whatever the player loses.
    """

    SWING = Weights(damage=1, loss=1)
    CAUTION = Weights(damage=0, loss=1)
    ATTACK = Weights(damage=1, loss=0)


@dataclass(frozen=True, slots=True)
class Keep:
    """A choice after a roll, and what it is worth.

    Attributes:
        dice: Dice kept of those just rolled, highest first.
        rolls_on: Whether the rest are rolled again. If not all six dice count as they
            lie, and `dice` are all that were rolled (S-2).
        change: Expected value of the objective, in points, if every later choice of
            the turn is the best one.
    """

    dice: tuple[int, ...]
    rolls_on: bool
    change: Fraction


@cache
def attack_chances(dice: int = DICE) -> tuple[Fraction, ...]:
    """Chance that an attack keeps 0, 1, 2 … `dice` dice (S-5).

    Args:
        dice: Dice about to be rolled, 0 to 6; the attack's value does not matter.
    """
    chances = [Fraction(0)] * (dice + 1)
    for hits in range(dice + 1):
        throws = comb(dice, hits) * 5 ** (dice - hits)
        after = attack_chances(dice - hits) if hits else (Fraction(1),)
        for more, chance in enumerate(after):
            chances[hits + more] += Fraction(throws, 6**dice) * chance
    return tuple(chances)


def expected_damage(value: int, target_points: int | None = None) -> Fraction:
    """Points that an attack is expected to take from its target (S-5, S-6).

    Args:
        value: The attack's, 1 to 6.
        target_points: What the target has, and so the most it can lose (S-7); without
            it the damage is counted in full.

    Raises:
        ValueError: No die has that value.
    """
    if value not in FACES:
        raise ValueError(f"an attack has a value from 1 to 6, got {value!r}")
    chances = enumerate(attack_chances())
    damage = (p * _at_most(kept * value, target_points) for kept, p in chances)
    return sum(damage, Fraction(0))


def worth_of_total(
    total: int,
    objective: Objective = Objective.SWING,
    own_points: int | None = None,
    target_points: int | None = None,
) -> Fraction:
    """Expected value of `objective`, in points, of ending a turn with this total.

    Args:
        total: Of all six dice, 6 to 36.
        objective: What the player is after.
        own_points: What the player has, and so the most that it can lose (S-7).
        target_points: What the next player has, likewise; None: no limit.

    Raises:
        ValueError: Six dice cannot have that total.
    """
    if total not in TOTALS:
        raise ValueError(f"six dice total 6 to 36, got {total!r}")
    if total > SAFE_TOTAL:
        damage = expected_damage(total - SAFE_TOTAL, target_points)
        return damage * objective.value.damage
    return Fraction(-_at_most(SAFE_TOTAL - total, own_points) * objective.value.loss)


def best_keeps(
    kept: Sequence[int],
    rolled: Sequence[int],
    objective: Objective = Objective.SWING,
    own_points: int | None = None,
    target_points: int | None = None,
) -> tuple[Keep, ...]:
    """All that a player can do after a roll, best first (S-2).

    Of equal choices that which ends the turn comes first, then that which keeps more
    dice, then the higher dice.

    Args:
        kept: Values of the dice kept before this roll.
        rolled: Values of all others, as just rolled; at least one.
        objective: What the player is after.
        own_points: As in `worth_of_total`.
        target_points: As in `worth_of_total`.

    Raises:
        ValueError: Not six dice in all, none rolled, or a value that no die has.
    """
    if not rolled or len(kept) + len(rolled) != DICE:
        raise ValueError(f"six dice, some just rolled: got {kept!r} and {rolled!r}")
    if any(face not in FACES for face in (*kept, *rolled)):
        raise ValueError(f"a die shows 1 to 6, got {kept!r} and {rolled!r}")
    turn = _Turn(len(rolled) - 1, objective, own_points, target_points)
    keeps = [_keep(turn, kept, rolled, chosen) for chosen in _parts(rolled)]
    return tuple(sorted(keeps, key=_order, reverse=True))


def worth_of_turn(
    kept: Sequence[int] = (),
    objective: Objective = Objective.SWING,
    own_points: int | None = None,
    target_points: int | None = None,
) -> Fraction:
    """Expected value of `objective`, in points, of rolling all dice not in `kept`.

    Arguments as in `best_keeps`; nothing kept is the start of a turn.

    Raises:
        ValueError: More than six dice, or a value that no die has.
    """
    if len(kept) > DICE or any(face not in FACES for face in kept):
        raise ValueError(f"at most six dice from 1 to 6, got {kept!r}")
    left = DICE - len(kept)
    turn = _Turn(left, objective, own_points, target_points)
    return turn.rolling(left, sum(kept))


def _at_most(points: int, limit: int | None) -> int:
    return points if limit is None else min(points, limit)


def _order(keep: Keep) -> tuple[Fraction, int, tuple[int, ...]]:
    return keep.change, len(keep.dice), keep.dice


def _parts(rolled: Sequence[int]) -> set[tuple[int, ...]]:
    """Every choice of at least one of the dice, highest first."""
    dice = sorted(rolled, reverse=True)
    chosen: list[tuple[int, ...]] = [()]
    for die in dice:
        chosen += [(*part, die) for part in chosen]
    return {part for part in chosen if part}


def _keep(
    turn: _Turn, kept: Sequence[int], rolled: Sequence[int], chosen: tuple[int, ...]
) -> Keep:
    left = len(rolled) - len(chosen)
    return Keep(chosen, left > 0, turn.rolling(left, sum(kept) + sum(chosen)))


class _Turn:
    """The rest of a turn, played for the best: dynamic programming in whole numbers.

    The tables hold the worth of rolling so many dice with such a total kept, from the
    end of the turn backwards. A roll of n dice divides by 6^n; the unit is a divisor of
    all that can come together, so that every division is exact.
    """

    def __init__(
        self,
        most: int,
        objective: Objective,
        own_points: int | None,
        target_points: int | None,
    ) -> None:
        """Look ahead over at most `most` dice still to roll."""
        limits = own_points, target_points
        ends = {t: worth_of_total(t, objective, *limits) for t in TOTALS}
        throws = 6 ** sum(range(most + 1))
        self._unit = throws * lcm(*(worth.denominator for worth in ends.values()))
        self._tables = [{t: int(w * self._unit) for t, w in ends.items()}]
        for left in range(1, most + 1):
            kept = DICE - left
            totals = range(kept, 6 * kept + 1)
            self._tables.append({t: self._mean(left, t) for t in totals})

    def rolling(self, left: int, total: int) -> Fraction:
        """Worth of rolling `left` dice with `total` kept; 0 dice end the turn."""
        return Fraction(self._tables[left][total], self._unit)

    def _mean(self, left: int, total: int) -> int:
        """Mean over all rolls of what the best choice after each is worth."""
        after = self._tables[::-1]  # after keeping 1, 2 … all of `left` dice
        worth = 0
        for sums, throws in _rolls(left).items():
            choices = [
                table[total + kept] for table, kept in zip(after, sums, strict=True)
            ]
            worth += throws * max(choices)
        all_throws: int = 6**left
        return worth // all_throws


@cache
def _rolls(dice: int) -> Mapping[tuple[int, ...], int]:
    """Sums of the 1, 2 … highest dice of each roll, with the throws that give them."""
    throws = {}
    for roll in combinations_with_replacement(range(6, 0, -1), dice):
        alike = prod(factorial(count) for count in Counter(roll).values())
        throws[tuple(accumulate(roll))] = factorial(dice) // alike
    return throws
