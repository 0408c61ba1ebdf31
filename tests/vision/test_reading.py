"""The real nets on the pictures that come with the package."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.pipeline import read_picture
from vision.readings import DieReading, TableReading
from vision.session import Models, load_models

DEMO = Path(str(files("device") / "demo"))
PICTURES: list[dict[str, Any]] = json.loads((DEMO / "truth.json").read_text())
NAMES = [p["file"] for p in PICTURES]


@pytest.fixture(scope="module")
def models() -> Models:
    return load_models()


def load(name: str) -> np.ndarray:
    return np.asarray(cv2.imread(str(DEMO / name), cv2.IMREAD_COLOR_RGB), np.uint8)


def pair(reading: TableReading, dice: list[dict[str, Any]]) -> list[DieReading | None]:
    """The reading nearest to each true die, if it lies on its face."""
    out: list[DieReading | None] = []
    for die in dice:
        side = float(np.hypot(*np.subtract(die["corners"][1], die["corners"][0])))
        near = [
            r
            for r in reading.dice
            if np.hypot(*np.subtract(r.center, die["center"])) < side / 2
        ]
        out.append(near[0] if len(near) == 1 else None)
    return out


@pytest.mark.parametrize("picture", PICTURES, ids=NAMES)
def test_every_die_is_found_once_and_read_right(
    picture: dict[str, Any], models: Models
) -> None:
    reading = read_picture(load(picture["file"]), models, expect=len(picture["dice"]))
    told = pair(reading, picture["dice"])
    assert len(reading.dice) == len(picture["dice"])
    assert [r and r.value for r in told] == [d["value"] for d in picture["dice"]]


@pytest.mark.parametrize("picture", PICTURES, ids=NAMES)
def test_what_is_sure_is_right(picture: dict[str, Any], models: Models) -> None:
    reading = read_picture(load(picture["file"]), models)
    told = pair(reading, picture["dice"])
    for die, r in zip(picture["dice"], told, strict=True):
        if r is not None and r.sure:
            assert (r.value, r.kind) == (die["value"], die["kind"])


def test_most_tables_are_not_asked_about_every_die(models: Models) -> None:
    readings = [read_picture(load(name), models) for name in NAMES]
    dice = [d for reading in readings for d in reading.dice]
    assert sum(d.sure for d in dice) >= 0.3 * len(dice)


def test_corners_lie_on_the_true_corners(models: Models) -> None:
    picture = PICTURES[0]
    reading = read_picture(load(picture["file"]), models)
    apart = []
    for die, r in zip(picture["dice"], pair(reading, picture["dice"]), strict=True):
        if r is not None:
            true = np.array(die["corners"])
            side = float(np.hypot(*(true[1] - true[0])))
            apart += [np.hypot(*(true - c).T).min() / side for c in r.corners]
    assert np.median(apart) < 0.1


def test_a_quarter_turn_of_the_picture_changes_no_value(models: Models) -> None:
    picture = load("dancing_three.jpg")
    values = []
    for turns in range(4):
        turned = np.ascontiguousarray(np.rot90(picture, turns))
        values.append(sorted(d.value for d in read_picture(turned, models).dice))
    assert all(v == values[0] for v in values)


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_bare_table_has_no_dice(level: int, models: Models) -> None:
    assert read_picture(np.full((480, 640, 3), level, np.uint8), models).dice == ()
