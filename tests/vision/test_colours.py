"""Colours from the pixels of a face."""

import json
from pathlib import Path

import numpy as np
import pytest

import models
from models.sources import TRAIN_SOURCES
from vision.colours import (
    AROUND,
    BODY,
    FEATURES,
    PARTS,
    PIPS,
    ColourNames,
    Paints,
    features,
    name_colours,
    paints_of,
    scene_of,
)
from vision.readings import COLOURS, KINDS
from vision.session import load_models

RGB = tuple[int, int, int]
RED, WHITE, IVORY, BLACK, GOLD = (
    (190, 25, 25),
    (245, 245, 245),
    (240, 226, 195),
    (15, 15, 15),
    (190, 150, 60),
)


def one_hot(names: tuple[str, ...], name: str, p: float = 0.9) -> np.ndarray:
    out = np.full(len(names), (1 - p) / (len(names) - 1), np.float32)
    out[names.index(name)] = p
    return out


def painted(body: RGB, pip: RGB, table: int = 90) -> tuple[np.ndarray, np.ndarray]:
    """A crop with a face showing one pip, and its masks."""
    crop = np.full((48, 48, 3), table, np.uint8)
    crop[8:40, 8:40] = body
    crop[20:28, 20:28] = pip
    masks = np.zeros((2, 24, 24), np.float32)
    masks[0, 4:20, 4:20] = 1
    masks[1, 10:14, 10:14] = 1
    return crop, masks


def paints(*faces: tuple[np.ndarray, np.ndarray]) -> Paints:
    crops, masks = zip(*faces, strict=True)
    return paints_of(np.stack(crops), np.stack(masks))


def test_body_pips_and_table_are_told_apart() -> None:
    seen = paints(painted((200, 20, 20), (250, 250, 250))).colours[0] * 255
    assert seen[BODY] == pytest.approx([200, 20, 20], abs=2)
    assert seen[PIPS] == pytest.approx([250, 250, 250], abs=2)
    assert seen[AROUND] == pytest.approx([90, 90, 90], abs=2)


def test_each_face_is_measured_by_itself() -> None:
    faces = [painted(RED, WHITE), painted(WHITE, BLACK), painted(BLACK, GOLD)]
    together = paints(*faces)
    for i, face in enumerate(faces):
        alone = paints(face)
        assert together.colours[i] == pytest.approx(alone.colours[0])
        assert together.trust[i] == pytest.approx(alone.trust[0])


def test_a_glint_in_a_pip_shows_in_its_lightest_third_alone() -> None:
    crop, masks = painted(WHITE, BLACK)
    masks[1] = 0
    masks[1, 10:13, 10:12] = 1  # as many pixels as tell the pips
    crop[20:22, 20:24] = 255
    seen = paints((crop, masks)).colours[0]
    assert seen[PARTS.index("pips light")] == pytest.approx([1, 1, 1], abs=0.01)
    assert seen[PIPS].max() < 0.1
    assert seen[PARTS.index("pips dark")].max() < 0.1


def test_pixels_beside_a_pip_are_not_taken_for_the_body() -> None:
    crop, masks = painted(RED, WHITE)
    crop[18:30, 18:30] = WHITE  # a blurred pip reaches beyond its mask
    assert paints((crop, masks)).colours[0, BODY] * 255 == pytest.approx(RED, abs=2)


def test_a_mask_of_nothing_still_gives_a_colour() -> None:
    crop, masks = painted((200, 20, 20), (250, 250, 250))
    for level in (0.0, 1.0):
        seen = paints((crop, np.full_like(masks, level)))
        assert np.isfinite(seen.colours).all()
        assert np.isfinite(seen.trust).all()


def test_features_are_finite_on_a_black_picture() -> None:
    seen = paints(painted((0, 0, 0), (0, 0, 0)))
    x = features(np.zeros((50, 60, 3), np.uint8), seen)
    assert x.shape == (1, FEATURES)
    assert x.dtype == np.float32
    assert np.isfinite(x).all()


def test_a_picture_without_faces_has_no_colours() -> None:
    nothing = paints_of(np.zeros((0, 48, 48, 3), np.uint8), np.zeros((0, 2, 24, 24)))
    picture = np.zeros((50, 60, 3), np.uint8)
    assert features(picture, nothing).shape == (0, FEATURES)
    assert name_colours(picture, nothing, load_models(1).colours) == []


def test_the_whitest_of_the_dice_tells_the_light() -> None:
    seen = paints(painted(RED, IVORY), painted((60, 60, 200), BLACK))
    scene = scene_of(np.full((64, 64, 3), 90, np.uint8), seen)
    assert scene[0] * 255 == pytest.approx(IVORY, abs=2)
    assert scene[2:] * 255 == pytest.approx(np.full((3, 3), 90), abs=2)


def test_a_bit_of_table_does_not_tell_the_light() -> None:
    table, masks = painted((255, 255, 255), (255, 255, 255))
    seen = paints(painted(RED, IVORY), (table, masks * 0.5))
    scene = scene_of(np.full((64, 64, 3), 90, np.uint8), seen)
    assert scene[0] * 255 == pytest.approx(IVORY, abs=2)


@pytest.mark.parametrize(
    ("body", "pips", "names"),
    [
        pytest.param(WHITE, BLACK, ("white", "black", "c"), id="white die"),
        pytest.param(IVORY, BLACK, ("white", "black", "c"), id="ivory is white"),
        pytest.param(WHITE, RED, ("white", "red", "c"), id="red prints"),
        pytest.param(RED, WHITE, ("red", "white", "b"), id="white prints"),
        pytest.param(BLACK, WHITE, ("black", "white", "b"), id="black die"),
        pytest.param(BLACK, (200, 20, 20), ("black", "red", "plain"), id="no white"),
        pytest.param(BLACK, GOLD, ("black", "other", "plain"), id="gold is not white"),
    ],
)
def test_dice_in_plain_light_are_named(
    body: RGB, pips: RGB, names: tuple[str, str, str]
) -> None:
    seen = paints(painted(body, pips, 150), painted(WHITE, BLACK, 150))
    picture = np.full((200, 200, 3), 150, np.uint8)
    picture[50:80, 50:80] = body
    picture[50:80, 90:120] = WHITE
    told = name_colours(picture, seen, load_models(1).colours)[0]
    assert told.best == names
    assert told.kind.max() > 0.9


@pytest.mark.parametrize(
    ("kind", "body", "pips", "told"),
    [
        ("c", "white", "red", ("white", "red", "c")),
        ("c", "yellow", "red", ("white", "red", "c")),
        ("b", "blue", "white", ("blue", "white", "b")),
        ("b", "white", "white", ("black", "white", "b")),
        ("plain", "red", "yellow", ("red", "yellow", "plain")),
    ],
)
def test_names_agree_with_the_kind(
    kind: str, body: str, pips: str, told: tuple[str, ...]
) -> None:
    names = ColourNames(
        one_hot(COLOURS, body), one_hot(COLOURS, pips), one_hot(KINDS, kind)
    )
    if body == "white" and kind == "b":
        names.body[COLOURS.index("black")] = 0.05
    assert names.best == told


def test_the_owner_s_colour_is_what_the_confidence_speaks_of() -> None:
    names = ColourNames(
        one_hot(COLOURS, "white", 0.6),
        one_hot(COLOURS, "red", 0.95),
        one_hot(KINDS, "c"),
    )
    assert names.confidence == pytest.approx(0.95)


def test_labels_name_known_colours_and_training_sources_alone() -> None:
    known = {*COLOURS, "gold", "coloured"}
    path = Path(str(models.__file__)).with_name("looks.json")
    looks = json.loads(path.read_text())
    assert looks
    for file, dice in looks.items():
        assert file.split("__")[0] in TRAIN_SOURCES, file
        for look in filter(None, dice):
            body, pips = look.split("/")
            assert {body, pips} <= known, (file, look)
            assert body != pips or body == "coloured", (file, look)
