"""Colours from the pixels of a face."""

import numpy as np
import pytest

from vision.colours import ColourNames, FacePaint, features, paints_of
from vision.readings import COLOURS, KINDS


def one_hot(names: tuple[str, ...], name: str, p: float = 0.9) -> np.ndarray:
    out = np.full(len(names), (1 - p) / (len(names) - 1), np.float32)
    out[names.index(name)] = p
    return out


def painted(
    body: tuple[int, int, int], pip: tuple[int, int, int]
) -> tuple[np.ndarray, np.ndarray]:
    crop = np.full((48, 48, 3), 90, np.uint8)
    crop[8:40, 8:40] = body
    crop[20:28, 20:28] = pip
    masks = np.zeros((2, 24, 24), np.float32)
    masks[0, 4:20, 4:20] = 1
    masks[1, 10:14, 10:14] = 1
    return crop, masks


def paint_of(crop: np.ndarray, masks: np.ndarray) -> FacePaint:
    (paint,) = paints_of(crop[None], masks[None])
    return paint


def test_body_pips_and_table_are_told_apart() -> None:
    paint = paint_of(*painted((200, 20, 20), (250, 250, 250)))
    assert paint.body * 255 == pytest.approx([200, 20, 20], abs=2)
    assert paint.pips * 255 == pytest.approx([250, 250, 250], abs=2)
    assert paint.around * 255 == pytest.approx([90, 90, 90], abs=2)


def test_a_mask_of_nothing_still_gives_a_colour() -> None:
    crop, masks = painted((200, 20, 20), (250, 250, 250))
    for level in (0.0, 1.0):
        paint = paint_of(crop, np.full_like(masks, level))
        assert np.isfinite(paint.body).all()
        assert np.isfinite(paint.pips).all()


def test_features_are_finite_on_a_black_picture() -> None:
    paint = paint_of(*painted((0, 0, 0), (0, 0, 0)))
    x = features(np.zeros((50, 60, 3), np.uint8), [paint])
    assert x.shape == (1, 24)
    assert np.isfinite(x).all()


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
