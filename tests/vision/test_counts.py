"""What a known count does to the candidates."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.counts import MOST_UNSEEN, UNSEEN, chances, given_count

PROBABILITY = st.floats(0.001, 0.999)


@given(st.lists(PROBABILITY, max_size=6))
def test_chances_sum_to_one(likely: list[float]) -> None:
    assert chances(likely).sum() == pytest.approx(1)


@given(st.lists(PROBABILITY, min_size=1, max_size=5), st.integers(0, 5))
def test_as_counting_all_ways_says(likely: list[float], count: int) -> None:
    told, _ = given_count(likely, count)

    everyone = [*likely, *[UNSEEN] * MOST_UNSEEN]
    if count > len(everyone):
        assert told == likely
        return
    whole, mine = 0.0, [0.0] * len(likely)
    for way in itertools.product((0, 1), repeat=len(everyone)):
        if sum(way) == count:
            pairs = zip(way, everyone, strict=True)
            chance = math.prod(p if is_die else 1 - p for is_die, p in pairs)
            whole += chance
            for i in range(len(likely)):
                mine[i] += chance * way[i]
    assert told == pytest.approx([m / whole for m in mine])


def test_a_weak_one_too_many_falls_and_the_others_stay() -> None:
    told, fits = given_count([0.999, 0.995, 0.6], 2)
    assert told[0] > 0.99
    assert told[1] > 0.98
    assert told[2] < 0.02
    assert fits > 0.1


def test_a_missing_one_is_never_made_sure_out_of_nothing() -> None:
    told, _ = given_count([0.999, 0.999, 0.05], 3)
    assert 0.3 < told[2] < 0.9


def test_two_clear_dice_contradict_a_count_of_one() -> None:
    assert given_count([0.9999, 0.9999], 1)[1] < 0.001


def test_a_count_beyond_all_belief_leaves_all_as_it_is() -> None:
    likely = [1e-4] * 200
    assert given_count(likely, 150) == (likely, 0.0)
