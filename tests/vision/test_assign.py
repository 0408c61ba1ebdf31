"""The giving of dice to slots, held against trying every giving there is."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.assign import assign, likeliest, odds_given


@given(st.integers(0, 2**32 - 1))
def test_as_likely_as_the_best_of_all_givings(seed: int) -> None:
    rng = np.random.default_rng(seed)
    slots = int(rng.integers(1, 4))
    room = rng.integers(1, 3, slots)
    dice = int(rng.integers(1, min(5, room.sum()) + 1))
    logs = rng.normal(0, 2, (dice, slots))

    slot_of, odds = assign(logs, room)

    best = np.full((dice, slots), -np.inf)
    for giving in itertools.product(range(slots), repeat=dice):
        if all(giving.count(s) <= room[s] for s in range(slots)):
            total = sum(logs[i, s] for i, s in enumerate(giving))
            for i, s in enumerate(giving):
                best[i, s] = max(best[i, s], total)
    assert logs[np.arange(dice), slot_of].sum() == pytest.approx(best.max())
    expected = np.exp(best - best.max())
    assert odds == pytest.approx(expected / expected.sum(1, keepdims=True), abs=1e-6)


def test_a_doubtful_die_goes_where_its_set_has_room() -> None:
    sure_red, orange_or_red = [0.0, -6.0], [-0.4, -0.9]
    slot_of, odds = assign(
        np.array([sure_red, sure_red, orange_or_red]), np.array([2, 1])
    )
    assert list(slot_of) == [0, 0, 1]
    assert odds[2, 1] > 0.95


@given(st.integers(0, 2**32 - 1))
def test_odds_are_those_of_a_giving_that_is_known(seed: int) -> None:
    rng = np.random.default_rng(seed)
    room = rng.integers(1, 4, int(rng.integers(1, 14)))
    logs = rng.normal(0, 2, (int(rng.integers(0, room.sum() + 1)), len(room)))
    slot_of, odds = assign(logs, room)
    assert np.array_equal(likeliest(logs, room), slot_of)
    assert np.array_equal(odds_given(logs, room, slot_of), odds)
    assert (np.bincount(slot_of, minlength=len(room)) <= room).all()
    assert odds.sum(axis=1) == pytest.approx(np.ones(len(logs)))


def test_too_little_room_is_refused() -> None:
    with pytest.raises(ValueError, match="3 dice need more room than 2"):
        assign(np.zeros((3, 2)), np.array([1, 1]))
