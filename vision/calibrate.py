"""From raw opinions to a probability that means what it says, and when it is enough.

Two questions are answered apart and multiplied: whether a die's top face lies there,
and whether its value is right if so. A strong answer to one never hides a weak other.
"""

from __future__ import annotations

import math

#: Logistic regressions fitted by `models/calibrate.py` on the choosing sources.
FACE = {"bias": 0.0, "heat": 0.5, "none": 1.0}
VALUE = {"bias": 0.0, "reader": 1.0, "detector": 0.3, "spread": 2.0}
#: The table goes on without asking from here on; see the model card for its cost.
SURE = 0.97
#: Probabilities nearer to 0 or 1 than this say no more.
LIMIT = 1e-3


def logit(p: float) -> float:
    """Log odds of a probability, held within LIMIT."""
    p = min(max(p, LIMIT), 1 - LIMIT)
    return math.log(p / (1 - p))


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-min(max(x, -30.0), 30.0)))


def face_probability(heat: float, none: float) -> float:
    """Probability that a top face lies there.

    Args:
        heat: Detector's belief in it, 0 to 1.
        none: Reader's probability that it is none, or one of a leaning die.
    """
    return _sigmoid(
        FACE["bias"] + FACE["heat"] * logit(heat) - FACE["none"] * logit(none)
    )


def value_probability(reader: float, detector: float, spread: float) -> float:
    """Probability that the value is right, if a face lies there.

    Args:
        reader: Face reader's probability of the value told.
        detector: Detector's probability of the same value.
        spread: Largest disagreement of the reader between two views.
    """
    return _sigmoid(
        VALUE["bias"]
        + VALUE["reader"] * logit(reader)
        + VALUE["detector"] * logit(detector)
        - VALUE["spread"] * spread
    )


def calibrated(
    *,
    heat: float,
    reader: float,
    detector: float,
    none: float,
    spread: float,
    kind: float,
) -> float:
    """Probability that a die lies there and its value and kind are right, 0 to 1.

    Args:
        heat: As in `face_probability`.
        reader: As in `value_probability`.
        detector: As in `value_probability`.
        none: As in `face_probability`.
        spread: As in `value_probability`.
        kind: Probability of the kind told.
    """
    face = face_probability(heat, none)
    return face * value_probability(reader, detector, spread) * kind


def is_sure(confidence: float) -> bool:
    """Whether a table may go on without asking about this die."""
    return confidence >= SURE
