"""Rendered pictures with one trap each: nothing false is sure, and each trap's claim.

`python -m models.make_traps` makes the pictures again.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.frame import load_picture
from vision.layout import MIN_COLOUR
from vision.pipeline import read_picture
from vision.readings import DieReading, TableReading
from vision.session import Models, load_models

FOLDER = Path(__file__).parent / "traps"
TRUTH = {row["file"]: row for row in json.loads((FOLDER / "truth.json").read_text())}
NAMES = sorted(TRUTH)
WARM = ("green_blue_warm.jpg", "orange_red_warm.jpg")
EMPTYING = [f"emptying_{left}.jpg" for left in range(4, -1, -1)]
HEIGHTS = ["height_far.jpg", "height_middle.jpg", "height_near.jpg"]
#: Index of the dice of `hand.jpg` that lie in the hand.
HELD = (1, 2)
#: Pictures in which every die is in plain view and the trap changes nothing.
PLAIN = [name for name in NAMES if name not in ("hand.jpg", "side_faces.jpg")]

Truth = dict[str, Any]


@cache
def models() -> Models:
    return load_models(1)


@cache
def picture(name: str) -> np.ndarray:
    return load_picture(FOLDER / name)


@cache
def read(name: str, expect: int | None = None, *, sets: bool = False) -> TableReading:
    return read_picture(picture(name), models(), expect, sets=sets)


def truth_at(die: DieReading, truths: list[Truth]) -> Truth | None:
    """The true die whose top face this reading lies on."""
    for truth in truths:
        corners = np.array(truth["corners"])
        side = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()
        if np.linalg.norm(np.subtract(die.center, truth["center"])) < side / 2:
            return truth
    return None


def told(reading: TableReading, truths: list[Truth]) -> list[int | None]:
    """The value read of each true die, and None for each that is no such die."""
    values: dict[int, int] = {}
    strangers: list[int | None] = []
    for die in reading.dice:
        truth = truth_at(die, truths)
        at = None if truth is None else truths.index(truth)
        if at is None or at in values:
            strangers.append(None)
        else:
            values[at] = die.value
    return [values.get(i) for i in range(len(truths))] + strangers


def looks(
    reading: TableReading, truths: list[Truth]
) -> list[tuple[int, str, str, str] | None]:
    """Value, kind and colours read of each true die; None where none lies there."""
    seen: list[tuple[int, str, str, str] | None] = [None] * len(truths)
    for die in reading.dice:
        truth = truth_at(die, truths)
        if truth is not None:
            seen[truths.index(truth)] = (die.value, die.kind, die.body, die.pips)
    return seen


def values_of(truths: list[Truth]) -> list[int]:
    return [truth["value"] for truth in truths]


def assert_no_false_sure(reading: TableReading, truths: list[Truth]) -> None:
    for die in reading.dice:
        if not die.sure:
            continue
        truth = truth_at(die, truths)
        assert truth is not None, f"sure {die.value} at {die.center}: no top face there"
        assert (die.value, die.kind) == (truth["value"], truth["kind"])
        if die.kind != "plain" and die.colour_confidence >= MIN_COLOUR:
            assert (die.body, die.pips) == (truth["body"], truth["pips"])


@pytest.mark.parametrize("name", NAMES)
def test_nothing_false_is_sure(name: str) -> None:
    truths = TRUTH[name]["dice"]
    assert_no_false_sure(read(name), truths)
    assert_no_false_sure(read(name, len(truths)), truths)


@pytest.mark.parametrize("name", PLAIN)
def test_every_die_in_view_is_read_right(name: str) -> None:
    truths = TRUTH[name]["dice"]
    assert told(read(name, len(truths)), truths) == values_of(truths)


def looks_whole(reading: TableReading) -> bool:
    """Whether a table would go on without asking."""
    return not reading.problems and all(die.sure for die in reading.dice)


@pytest.mark.parametrize("name", NAMES)
def test_what_looks_whole_without_a_count_is_whole(name: str) -> None:
    truths, reading = TRUTH[name]["dice"], read(name)
    if looks_whole(reading):
        assert told(reading, truths) == values_of(truths)


def test_most_dice_among_traps_are_told_without_asking() -> None:
    readings = [read(name, len(TRUTH[name]["dice"])) for name in NAMES]
    sure = sum(die.sure for reading in readings for die in reading.dice)
    assert sure >= 0.8 * sum(len(row["dice"]) for row in TRUTH.values())


def test_side_faces_are_never_counted() -> None:
    truths = TRUTH["side_faces.jpg"]["dice"]
    assert told(read("side_faces.jpg"), truths) == values_of(truths)
    assert told(read("side_faces.jpg", len(truths)), truths) == values_of(truths)


@pytest.mark.parametrize("name", WARM)
def test_in_warm_light_a_colour_is_right_or_asked_about(name: str) -> None:
    truths = TRUTH[name]["dice"]
    reading = read(name, len(truths), sets=True)
    assert_no_false_sure(reading, truths)
    for die in reading.dice:
        truth = truth_at(die, truths)
        assert truth is not None
        is_right = (die.body, die.pips) == (truth["body"], truth["pips"])
        assert is_right or not die.sure or die.colour_confidence < MIN_COLOUR


def test_dice_in_a_hand_make_no_sure_table() -> None:
    truths = TRUTH["hand.jpg"]["dice"]
    reading = read("hand.jpg", len(truths))
    assert not looks_whole(reading)
    on_table = [t for i, t in enumerate(truths) if i not in HELD]
    assert told(reading, truths)[0] == on_table[0]["value"]


@pytest.mark.parametrize("name", EMPTYING)
def test_dice_taken_away_are_gone(name: str) -> None:
    reading = read(name)
    assert sorted(die.value for die in reading.dice) == sorted(
        values_of(TRUTH[name]["dice"])
    )
    assert not reading.problems


@pytest.mark.parametrize("half", [False, True], ids=["whole", "half"])
@pytest.mark.parametrize("name", HEIGHTS)
def test_any_height_and_resolution_reads_the_same(name: str, half: bool) -> None:
    frame = picture(name)
    if half:
        size = (frame.shape[1] // 2, frame.shape[0] // 2)
        frame = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    reading = read_picture(frame, models())
    scale = 2 if half else 1
    truths = [
        {
            **t,
            "center": np.array(t["center"]) / scale,
            "corners": np.array(t["corners"]) / scale,
        }
        for t in TRUTH[name]["dice"]
    ]
    assert looks(reading, truths) == [
        (t["value"], t["kind"], t["body"], t["pips"]) for t in truths
    ]
    assert len(reading.dice) == len(truths)


@pytest.mark.parametrize(
    "turn_deg", [0, 15, 31, 45, 68, 90, 117, 135, 180, 222, 270, 301]
)
def test_any_turn_reads_the_same(turn_deg: int) -> None:
    frame, truths = picture("to_turn.jpg"), TRUTH["to_turn.jpg"]["dice"]
    h, w = frame.shape[:2]
    matrix = cv2.getRotationMatrix2D(((w - 1) / 2, (h - 1) / 2), turn_deg, 1)
    turned = cv2.warpAffine(
        frame, matrix, (w, h), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
    )
    moved = [
        {
            **t,
            "center": matrix @ (*t["center"], 1),
            "corners": [matrix @ (*c, 1) for c in t["corners"]],
        }
        for t in truths
    ]
    reading = read_picture(turned, models())
    assert told(reading, moved) == values_of(truths)
    kinds = [one and one[1] for one in looks(reading, moved)]
    assert kinds == [t["kind"] for t in truths]
    assert_no_false_sure(reading, moved)
