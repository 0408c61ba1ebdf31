"""From raw opinions to a probability that means what it says, and when it is enough.

Two questions are answered apart and multiplied: whether a die's top face lies there,
and whether its value is right if so. A strong answer to one never hides a weak other.
"""

from __future__ import annotations

import math

#: Logistic regressions fitted by `models/calibrate.py` on the choosing sources and on
#: held-out renders.
FACE = {"bias": -1.065, "heat": 1.534, "none": 0.516, "reader": 0.151}
VALUE = {"bias": -1.046, "reader": 0.668, "none": 0.337}
#: The table goes on without asking from here on: a false word costs a game night as
#: much as ten questions, so a die is told as sure at 1 - 1/10.
SURE = 0.90
#: Probabilities nearer to 0 or 1 than this say no more.
LIMIT = 1e-4


def logit(p: float) -> float:
    """Log odds of a probability, held within LIMIT."""
    p = min(max(p, LIMIT), 1 - LIMIT)
    return math.log(p / (1 - p))


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-min(max(x, -30.0), 30.0)))


def face_probability(heat: float, none: float, reader: float) -> float:
    """Probability that a top face lies there; never more than the reader grants alone.

    Args:
        heat: Detector's belief in it, 0 to 1.
        none: Reader's probability that it is none, or one of a leaning die.
        reader: Its probability of the likeliest value, among the values: a face shows
            one clearly, what is none may look a little like several.
    """
    score = FACE["bias"] + FACE["heat"] * logit(heat) - FACE["none"] * logit(none)
    score += FACE["reader"] * logit(reader)
    return min(_sigmoid(score), 1 - min(none, 1.0))


def value_probability(reader: float, none: float) -> float:
    """Probability that the value is right, if a face lies there.

    Never more than the reader grants alone: a crop that is surely a face, but of which
    it sees a 3 or a 5 alike, is told by the toss of a coin.

    Args:
        reader: Face reader's probability of the value told, its views averaged.
        none: Reader's probability that there is no face, or that of a leaning die: a
            crop that hardly looks like a face is misread more often too.

    Source:
        `models/calibrate.py`, which gave the detector's opinion of the value and the
        disagreement of the views no weight beside these.
    """
    score = VALUE["bias"] + VALUE["reader"] * logit(reader)
    return min(_sigmoid(score - VALUE["none"] * logit(none)), reader)


def is_sure(confidence: float) -> bool:
    """Whether a table may go on without asking about this die."""
    return confidence >= SURE
