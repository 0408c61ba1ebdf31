"""Odds of Mia: how likely a roll of two dice is worth a declaration. Exact.

For players who ask; nothing here knows what lies under the box. All 36 throws of two
fair dice are equally likely: 21 and every other mixed score come up in two of them, a
double in one.
"""

from __future__ import annotations

from fractions import Fraction

from rules.mia_scores import DOUBLES, LADDERS

THROWS = 36


def chance_to_reach(score: int, best_double: int = 11) -> Fraction:
    """Chance that a fresh roll is worth `score` or more (M-1, M-6).

    Args:
        score: A score that exists: 21, 11 … 31.
        best_double: 11, or 66 where the table plays the doubles the other way round.

    Raises:
        ValueError: No such score, or no such order of the doubles.
    """
    ladder = _ladder(score, best_double)
    return Fraction(_throws(ladder[: ladder.index(score) + 1]), THROWS)


def chance_to_beat(score: int, best_double: int = 11) -> Fraction:
    """Chance that a fresh roll is worth more than `score`, so beats it in truth (M-4).

    Arguments and errors as in `chance_to_reach`; 0 for a Mia.
    """
    ladder = _ladder(score, best_double)
    return Fraction(_throws(ladder[: ladder.index(score)]), THROWS)


def _ladder(score: int, best_double: int) -> tuple[int, ...]:
    if best_double not in LADDERS:
        raise ValueError(f"the best double is 11 or 66, got {best_double!r}")
    ladder = LADDERS[best_double]
    if score not in ladder:
        raise ValueError(f"no score {score!r} (M-1); expected one of {ladder}")
    return ladder


def _throws(scores: tuple[int, ...]) -> int:
    """How many of the 36 throws give one of these scores."""
    return sum(1 if score in DOUBLES else 2 for score in scores)
