"""How many dice lie there, when a game knows it: a count changes what is likely.

Every candidate is a die with some probability by itself. Told that N dice lie there,
the probability of each follows from all ways in which just N of them are dice
(the conditional Poisson-binomial distribution): one weak candidate too many falls, and
the best of the doubtful ones stands where one is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: No candidate is more certain than this before the count is known.
LIMIT = 1e-4
#: A die may lie there that is no candidate at all, under a hand or another die.
UNSEEN, MOST_UNSEEN = 0.02, 3


def chances(likely: Sequence[float]) -> Floats:
    """Probability of 0, 1, … dice, shape (len(likely) + 1,), candidates taken apart."""
    out = np.ones(1)
    for p in likely:
        out = np.convolve(out, [1 - p, p])
    return np.asarray(out)


def given_count(likely: Sequence[float], count: int) -> tuple[list[float], float]:
    """Probability that each candidate is a die, given that `count` of them are.

    Args:
        likely: Of each candidate by itself.
        count: How many dice there are.

    Returns:
        The probabilities, and how likely that count was beforehand, over the likeliest
        count: near 0 the count contradicts the picture. It is 0 where there are too
        few candidates, or the count is too unlikely to be told from 0, and then the
        probabilities are unchanged.
    """
    held = [min(max(p, LIMIT), 1 - LIMIT) for p in likely] + [UNSEEN] * MOST_UNSEEN
    if count > len(held):
        return list(likely), 0.0
    every = chances(held)
    before = float(every[count])
    if before == 0.0:  # too small for a float
        return list(likely), 0.0
    heads, tails = [np.ones(1)], [np.ones(1)]
    for p, q in zip(held, reversed(held), strict=True):
        heads.append(np.convolve(heads[-1], [1 - p, p]))
        tails.append(np.convolve(tails[-1], [1 - q, q]))
    given = []
    for i, p in enumerate(held[: len(likely)]):
        others = np.convolve(heads[i], tails[len(held) - 1 - i])
        rest = float(others[count - 1]) if count else 0.0
        given.append(min(1.0, p * rest / before))
    return given, before / float(every.max())
