"""The renderer's truth is true of its pictures."""

import cv2
import numpy as np
import pytest

from models.render.die import Camera
from models.render.games import dancing_table, mia_table
from models.render.looks import face_texture, random_look
from models.render.scene import random_scene


def test_the_same_seed_gives_the_same_scene() -> None:
    a, b = (random_scene(np.random.default_rng(5), 192) for _ in range(2))
    assert np.array_equal(a.photo, b.photo)
    assert len(a.dice) == len(b.dice)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("shape", ["round", "shoe", "square"])
def test_a_face_has_as_many_marks_as_its_value(value: int, shape: str) -> None:
    look = random_look(np.random.default_rng(3), "white", "black")
    look.shape, look.odd_one, look.wear, look.six_ratio = shape, "", 0.0, 1.0
    look.spread, look.pip_size = 0.27, 0.075
    mask, _ = face_texture(look, value)
    pieces, _, stats, _ = cv2.connectedComponentsWithStats(
        (mask > 0.5).astype(np.uint8)
    )
    areas = stats[1:, cv2.CC_STAT_AREA]
    marks = int((areas > 0.5 * areas.max()).sum())
    # A print is a sole and a smaller heel, which may or may not join it.
    assert marks == value, f"{pieces - 1} pieces, areas {areas}"


@pytest.mark.parametrize("tilt", [0.0, 0.4, 0.7])
def test_the_camera_s_rays_undo_its_projection(tilt: float) -> None:
    camera = Camera(800.0, (320.0, 240.0), 20.0, tilt)
    for pixel in ((320.0, 240.0), (100.0, 400.0), (600.0, 50.0)):
        point = camera.to_table(*pixel, 0.5)
        assert camera.project(point) == pytest.approx(pixel, abs=0.01)


def test_a_table_of_six_is_whole_and_its_mask_lies_on_the_faces() -> None:
    colours = ("red", "blue", "green", "yellow", "black", "purple")
    picture = dancing_table(np.random.default_rng(1), colours, (480, 360))
    assert len(picture.dice) == 39
    for colour in colours:
        mine = [
            d for d, o in zip(picture.dice, picture.owners, strict=True) if o == colour
        ]
        assert sorted(d.kind for d in mine) == ["b", "b", "b", "c", "c", "c"]
        rows = picture.balli[colour]
        told = sorted(rows["first"].split() + rows["second"].split())
        assert told == sorted(f"{d.value}{d.kind}" for d in mine)
    for d in picture.dice:
        x, y = (round(c) for c in d.center)
        assert picture.mask[y, x] >= 100


def test_two_dice_for_mia() -> None:
    picture = mia_table(np.random.default_rng(2), (320, 240))
    assert len(picture.dice) == 2
