"""A box is lifted: whether a die was moved before the dice were read."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.clips import Cube, Film, Floats, Hand, checks, felt, lay, reach, wood
from vision.touch import TouchWatch

DICE = (Cube(140, 110, 4, 20, 15), Cube(190, 125, 2, 20, 60))
TABLES = [
    pytest.param(wood(), id="wood"),
    pytest.param(felt(), id="felt"),
    pytest.param(checks(), id="checks"),
]


def box(image: Floats, dy: float, level: float = 70.0) -> Floats:
    """A box over the dice, pulled down by dy pixels, with an arm to it."""
    out = reach(image, Hand(165, 190 + dy, 50))
    top = (105, round(70 + dy))
    cv2.rectangle(out, top, (225, round(165 + dy)), level, -1)
    cv2.rectangle(out, top, (225, round(165 + dy)), level * 0.5, 2)
    return out


def lifting(table: Floats, under: list[Cube]) -> Film:
    """The box stands, and is then drawn away."""
    film, scene = Film(), lay(table, under)
    film.hold(box(scene, 0), 1)
    film.play(0.6, lambda t: box(scene, 190 * t))
    return film


def was_touched(film: Film, cubes: list[Cube]) -> bool:
    watch = TouchWatch()
    for frame, now_s in film.timed():
        watch.add(frame, now_s)
    faces = [
        [
            (float(x), float(y))
            for x, y in cv2.boxPoints(((c.x, c.y), (c.edge, c.edge), c.turn))
        ]
        for c in cubes
    ]
    return watch.was_touched(film.frames[-1], faces)


@pytest.mark.parametrize("table", TABLES)
def test_dice_that_nobody_touched(table: Floats) -> None:
    film = lifting(table, list(DICE))
    film.hold(lay(table, DICE), 0.4)

    assert not was_touched(film, list(DICE))


@pytest.mark.parametrize("table", TABLES)
def test_a_hand_that_passes_over_the_dice_touches_none(table: Floats) -> None:
    film, scene = lifting(table, list(DICE)), lay(table, DICE)
    film.hold(scene, 0.3)
    film.play(0.4, lambda t: reach(scene, Hand(165, 280 - 170 * t)))
    film.play(0.4, lambda t: reach(scene, Hand(165, 110 + 170 * t)))
    film.hold(scene, 0.3)

    assert not was_touched(film, list(DICE))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "moved",
    [
        pytest.param({"value": 6}, id="turned over"),
        pytest.param({"x": 215.0, "y": 140.0}, id="pushed away"),
        pytest.param({"x": 198.0}, id="pushed a little"),
    ],
)
def test_a_die_that_a_hand_moved(table: Floats, moved: dict[str, float]) -> None:
    after = [DICE[0], replace(DICE[1], **moved)]  # type: ignore[arg-type]
    film = lifting(table, list(DICE))
    film.hold(lay(table, DICE), 0.3)
    film.play(0.3, lambda t: reach(lay(table, DICE), Hand(190, 280 - 155 * t)))
    film.play(0.3, lambda t: reach(lay(table, after), Hand(190, 125 + 155 * t)))
    film.hold(lay(table, after), 0.3)

    assert was_touched(film, after)


def test_light_that_changes_touches_no_die() -> None:
    table = wood()
    film = lifting(table, list(DICE))
    film.hold(lay(table, DICE), 0.3)
    film.hold(lay(table, DICE) * 0.7, 0.3)

    assert not was_touched(film, list(DICE))


def test_without_frames_nothing_is_concluded() -> None:
    assert not TouchWatch().was_touched(np.zeros((240, 320), np.uint8), [])


def test_frames_are_few_and_bounded() -> None:
    watch = TouchWatch()
    for i in range(2000):
        watch.add(np.zeros((2, 2), np.uint8), i / 30)

    assert watch.frames == 75


def cup(image: Floats, dy: float) -> Floats:
    """A cup of the table's tone over the dice; the light catches its rim in places."""
    out = image.copy()
    plain = np.median(image)
    middle = (165, round(118 + dy))
    cv2.circle(out, middle, 62, float(plain), -1)
    for start in range(0, 360, 60):
        cv2.ellipse(out, middle, (62, 62), 0, start, start + 30, float(plain + 90), 3)
    return out


@pytest.mark.parametrize("table", TABLES)
def test_a_rim_that_glints_in_places_is_no_die(table: Floats) -> None:
    film, scene = Film(), lay(table, DICE)
    film.hold(cup(scene, 0), 1)
    film.play(0.5, lambda t: cup(scene, 200 * t))
    film.hold(scene, 0.4)

    assert not was_touched(film, list(DICE))
