"""Rendered tables whose mat has a patch of grey, read with it and without."""

from functools import cache

import cv2
import numpy as np
import pytest

from models.render.games import GamePicture, dancing_table
from models.render.mats import Mat
from vision.layout import MIN_COLOUR
from vision.neutral import Area, Light, Refusal, light_on
from vision.pipeline import read_picture
from vision.readings import DieReading
from vision.session import Models, load_models

AREA: Area = (0.03, 0.03, 0.13, 0.17)
SIZE = (960, 720)
#: Factors in linear light: a bulb and a blue sky, to a camera set to something between.
NEUTRAL, WARM, COLD = (1.0, 1.0, 1.0), (1.0, 0.58, 0.33), (0.4, 0.62, 1.0)


@cache
def models() -> Models:
    return load_models(1)


@cache
def table(
    colours: tuple[str, ...], lamps: tuple[float, float, float]
) -> tuple[GamePicture, np.ndarray]:
    """A table, and its photo."""
    grey = np.full(3, 0.3, np.float32)
    picture = dancing_table(
        np.random.default_rng(9_500_001),
        colours,
        SIZE,
        strength=0.2,
        top="felt",
        mat=Mat(np.array(lamps, np.float32), AREA, grey),
    )
    return picture, picture.photo


def told(photo: np.ndarray, grey: Area | None) -> tuple[DieReading, ...]:
    return read_picture(photo, models(), sets=True, grey=grey).dice


def owner(die: DieReading) -> str:
    return {"c": die.pips, "b": die.body}.get(die.kind, "none")


@pytest.mark.parametrize(
    "colours", [("red", "orange"), ("blue", "black"), ("green", "blue")], ids="-".join
)
@pytest.mark.parametrize("lamps", [WARM, COLD], ids=["warm", "cold"])
def test_colours_that_lamps_make_alike_are_right_or_asked_about(
    colours: tuple[str, ...], lamps: tuple[float, float, float]
) -> None:
    picture, photo = table(colours, lamps)
    assert isinstance(light_on(photo, AREA), Light)
    dice = told(photo, AREA)
    right = 0
    for truth, name in zip(picture.dice, picture.owners, strict=True):
        near = min(dice, key=lambda d: np.hypot(*np.subtract(d.center, truth.center)))
        is_right = name == "tango" or owner(near) == name
        assert is_right or not near.sure or near.colour_confidence < MIN_COLOUR
        right += is_right
    assert right >= 0.6 * len(picture.dice)


@pytest.mark.parametrize("colours", [("red", "orange"), ("blue", "black", "green")])
def test_under_a_neutral_lamp_the_patch_changes_nothing(
    colours: tuple[str, ...],
) -> None:
    _, photo = table(colours, NEUTRAL)
    assert isinstance(light_on(photo, AREA), Light)
    assert told(photo, AREA) == told(photo, None)


def put_die(photo: np.ndarray, truth_center: tuple[float, float]) -> None:
    """Lay one of the table's dice on the patch."""
    x, y = map(int, truth_center)
    die = cv2.resize(photo[y - 15 : y + 15, x - 15 : x + 15], (70, 70))
    photo[40:110, 40:110] = die


def put_hand(photo: np.ndarray) -> None:
    """Lay two fingers on the patch."""
    for x in (55, 95):
        cv2.line(photo, (x, 0), (x + 10, 100), (150, 100, 75), 30, cv2.LINE_AA)
        cv2.line(photo, (x, 0), (x + 10, 96), (205, 150, 120), 16, cv2.LINE_AA)


@pytest.mark.parametrize("what", ["die", "hand"])
@pytest.mark.parametrize("lamps", [NEUTRAL, WARM], ids=["neutral", "warm"])
def test_a_patch_that_something_lies_on_is_refused(
    what: str, lamps: tuple[float, float, float]
) -> None:
    picture, photo = table(("red", "orange"), lamps)
    covered = photo.copy()
    if what == "die":
        put_die(covered, picture.dice[0].center)
    else:
        put_hand(covered)
    assert isinstance(light_on(photo, AREA), Light)
    assert light_on(covered, AREA) is Refusal.UNEVEN
    assert told(covered, AREA) == told(covered, None)


def test_a_patch_all_under_one_even_thing_is_not_believed() -> None:
    """Skin looks like grey under a bulb; but the dice do not lie under that bulb."""
    _, photo = table(("red", "orange"), NEUTRAL)
    covered = photo.copy()
    covered[: int(0.2 * SIZE[1]), : int(0.16 * SIZE[0])] = (200, 155, 130)
    assert isinstance(light_on(covered, AREA), Light)
    assert told(covered, AREA) == told(covered, None)


@pytest.mark.parametrize(
    "area", [(0, 0, 1, 1), (0.9, 0.9, 1.2, 1), (1, 1, 1, 1), (0.5, 0.5, 0.501, 0.6)]
)
def test_any_rectangle_reads_the_dice(area: Area) -> None:
    picture, photo = table(("red", "orange"), WARM)
    assert len(told(photo, area)) == len(picture.dice)
