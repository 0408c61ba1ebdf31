"""Logits to probabilities."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision.odds import sigmoid, softmax

LOGITS = arrays(np.float32, (3, 4), elements=st.floats(-80, 80, width=32))


@given(LOGITS)
def test_classes_share_one(logits: np.ndarray) -> None:
    p = softmax(logits)
    assert p.shape == logits.shape
    assert p.dtype == np.float32
    assert np.allclose(p.sum(axis=1), 1, atol=1e-5)
    picked = p[np.arange(3), logits.argmax(axis=1)]
    assert np.array_equal(picked, p.max(axis=1))


def test_odds_of_three_to_one() -> None:
    logits = np.log(np.array([[3.0, 1.0]], np.float32))
    assert softmax(logits) == pytest.approx(np.array([[0.75, 0.25]]))
    assert sigmoid(logits) == pytest.approx(np.array([[0.75, 0.5]]))
