"""The scores of Mia and their order (M-1), house rule H-1 included.

A score is two dice read as a number, the higher first: 2 and 4 are 42. 21 is the
*Mia*, above everything; then come the doubles, then the rest as numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MIA: Final = 21
DOUBLES: Final = (11, 22, 33, 44, 55, 66)
MIXED: Final = (65, 64, 63, 62, 61, 54, 53, 52, 51, 43, 42, 41, 32, 31)

LADDERS: Final = {
    11: (MIA, *DOUBLES, *MIXED),  # M-1: 11 is the best double and 66 the least
    66: (MIA, *reversed(DOUBLES), *MIXED),  # H-1: the other way round
}
"""All scores from the top, by the best double."""


def score_of(dice: Iterable[int]) -> int:
    """Read two dice as a score, the higher first."""
    low, high = sorted(dice)
    return 10 * high + low


def exists(score: int) -> bool:
    """M-1: 12, 13, 24 and the like are no scores."""
    return score in LADDERS[11]


def beats(score: int, standing: int, best_double: int = 11) -> bool:
    """Whether a score is higher than another; both must exist."""
    ladder = LADDERS[best_double]
    return ladder.index(score) < ladder.index(standing)
