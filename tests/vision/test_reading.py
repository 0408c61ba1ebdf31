"""The real nets on the pictures that come with the package."""

import json
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.render.crowd import Crowd, crowded_table, numeral_table
from models.render.table import add_clutter, lens, table_top
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
    assert all(r in told for r in reading.dice if r.sure)  # and lies on a true one


def test_most_dice_are_told_without_asking(models: Models) -> None:
    readings = [read_picture(load(name), models) for name in NAMES]
    dice = [d for reading in readings for d in reading.dice]
    assert sum(d.sure for d in dice) >= 0.75 * len(dice)


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


def test_several_threads_may_read_with_the_same_nets(models: Models) -> None:
    pictures = [load(name) for name in NAMES[:2]]
    alone = [read_picture(picture, models) for picture in pictures]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda p: read_picture(p, models), 2 * pictures))
    assert [values_of(r) for r in together] == 2 * [values_of(r) for r in alone]


def values_of(reading: TableReading) -> list[int]:
    return [die.value for die in reading.dice]


@pytest.mark.parametrize("size", [(1, 1), (1, 900), (900, 1), (2, 3000), (33, 31)])
def test_a_picture_of_any_size_is_answered(
    size: tuple[int, int], models: Models
) -> None:
    noise = np.random.default_rng(0).integers(0, 256, (*size, 3), np.uint8)
    for expect in (None, 0, 2):
        reading = read_picture(noise, models, expect, sets=True)
        assert not any(die.sure for die in reading.dice)


@pytest.mark.parametrize("kind", ["weave", "carpet", "plain"])
def test_nothing_that_is_no_die_is_surely_one(kind: str, models: Models) -> None:
    """Coins, buttons, dominoes, keys and dots on cloth that is dotted or not."""
    rng = np.random.default_rng(78)
    for _ in range(3):
        table = table_top(rng, (640, 480), kind=kind)
        picture = lens(add_clutter(table, rng, 20, 40), rng, strength=0.5)
        assert not any(die.sure for die in read_picture(picture, models).dice)


def surely_told(crowd: Crowd, models: Models) -> list[str]:
    """What lies where a die is surely told."""
    dice = read_picture(crowd.photo, models).dice
    return [crowd.what_is_at(*die.center) for die in dice if die.sure]


@pytest.mark.parametrize("seed", range(4))
def test_no_cap_screw_peg_or_key_is_surely_a_die(seed: int, models: Models) -> None:
    """A domino's half shows what a face shows: `models.evaluate` counts those."""
    told = surely_told(crowded_table(np.random.default_rng(seed)), models)
    assert set(told) <= {"domino"}


@pytest.mark.parametrize("seed", range(4))
def test_no_numeral_is_surely_a_number_of_pips(seed: int, models: Models) -> None:
    assert not surely_told(numeral_table(np.random.default_rng(seed)), models)


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_bare_table_has_no_dice(level: int, models: Models) -> None:
    assert read_picture(np.full((480, 640, 3), level, np.uint8), models).dice == ()
