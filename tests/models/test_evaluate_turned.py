"""A turned photo is scored where its dice were."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.evaluate_turned import read_turned, scored, turned_back
from vision.readings import DieReading
from vision.session import load_models

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


@pytest.mark.parametrize(("x", "right"), [(31.9, 1), (32.1, 0), (8.1, 1), (7.9, 0)])
def test_a_box_is_grown_by_a_fifth(x: float, right: int) -> None:
    labels = [{"bbox": [10, 10, 20, 20], "value": 3}]
    assert scored([die(3, True)], labels, [(x, 20.0)])["right"] == right


@pytest.mark.parametrize("quarters", range(4))
def test_a_turned_photo_reads_as_it_does_upright(quarters: int) -> None:
    path = Path(__file__).parents[2] / "device" / "demo" / "mia_one.jpg"
    picture = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR_RGB), np.uint8)
    labels = [
        {"bbox": [325, 250, 40, 40], "value": 1},
        {"bbox": [433, 304, 40, 40], "value": 3},
    ]
    score = read_turned(picture, labels, load_models(1), quarters)
    assert (score["right"], score["told"]) == (2, 2)
