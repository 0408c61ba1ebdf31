"""A turned photo is scored where its dice were."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.evaluate_turned import scored, turned_back
from vision.readings import DieReading

SIDES = st.integers(2, 40)


@given(SIDES, SIDES, st.integers(0, 3), st.data())
def test_a_point_is_turned_back(
    width: int, height: int, quarters: int, data: st.DataObject
) -> None:
    x = data.draw(st.integers(0, width - 1))
    y = data.draw(st.integers(0, height - 1))
    picture = np.zeros((height, width), np.uint8)
    picture[y, x] = 1
    (row,), (column,) = np.nonzero(np.rot90(picture, quarters))
    back = turned_back((int(column), int(row)), quarters, (width, height))
    assert back == (x, y)


def die(value: int, sure: bool) -> DieReading:
    corners = ((0.0, 0.0),) * 4
    return DieReading(
        value, 0.95 if sure else 0.6, sure, (0, 0), corners, "white", "red", "c", 1.0
    )


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        ([die(3, True)], 1, 0),
        ([die(4, True)], 0, 1),
        ([die(4, False)], 0, 0),
        ([die(3, True), die(3, True)], 1, 1),
    ],
    ids=["right", "surely wrong", "asked", "told twice"],
)
def test_what_counts(told: list[DieReading], right: int, wrong: int) -> None:
    labels = [{"bbox": [10, 10, 20, 20], "value": 3}]
    score = scored(told, labels, [(20.0, 20.0 + k) for k in range(len(told))])
    assert (score["right"], score["surely wrong"]) == (right, wrong)
    assert (score["dice"], score["told"]) == (1, len(told))
