"""Logits of the nets to probabilities, whole arrays at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def softmax(logits: Floats) -> Floats:
    """Probabilities of classes along the last axis, which sum to 1; shape as given."""
    e = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(e / e.sum(-1, keepdims=True), np.float32)


def sigmoid(logits: Floats) -> Floats:
    """A probability for each log odds, shape as given."""
    return np.asarray(1 / (1 + np.exp(-logits)), np.float32)
