"""Faces cut out of a picture: upright, to the pixel, and from both sides."""

import threading
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.faces import (
    CROP_PX,
    Pyramid,
    crop_face,
    cut_faces,
    mirrored,
    upright,
)

#: Where a crop has the corners of its face: the middle half, pixel middles at integers.
LOW, HIGH = 15.5, 47.5


def parallelogram(rng: np.random.Generator) -> np.ndarray:
    """Corners clockwise as seen in the picture, somewhere in 400 × 300 pixels."""
    a, squash = rng.uniform(0, 6.28), rng.uniform(0.6, 1.0)
    u = rng.uniform(10, 90) * np.array([np.cos(a), np.sin(a)])
    v = squash * np.array([-u[1], u[0]]) + rng.uniform(-0.2, 0.2) * u
    start = rng.uniform((80, 80), (320, 220))
    return np.array([start, start + u, start + u + v, start + v])


@pytest.mark.parametrize("size", [40, 150, 600], ids=["same", "half", "quarter"])
def test_the_face_fills_the_middle_of_its_crop_at_every_size(size: int) -> None:
    """A face that is larger than in the crop is cut out of a smaller picture."""
    picture = np.zeros((1200, 1600, 3), np.uint8)
    picture[304 : 304 + size, 496 : 496 + size] = 255
    edges = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size + [496, 304] - 0.5
    (crop,) = cut_faces(Pyramid(picture), [edges])
    rows = crop[CROP_PX // 2, :, 0] / 255
    assert rows.sum() == pytest.approx(HIGH - LOW, abs=0.6)
    assert (rows * np.arange(CROP_PX)).sum() / rows.sum() == pytest.approx(
        (LOW + HIGH) / 2, abs=0.3
    )
    assert np.array_equal(crop[:, CROP_PX // 2], crop[CROP_PX // 2])


@given(st.integers(0, 2**32 - 1))
def test_all_faces_at_once_are_as_each_alone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pyramid = Pyramid(rng.integers(0, 256, (300, 400, 3), dtype=np.uint8))
    faces = [parallelogram(rng) for _ in range(3)]
    faces = [np.roll(face, int(rng.integers(4)), axis=0) for face in faces]
    for face, crop in zip(faces, cut_faces(pyramid, faces), strict=True):
        assert np.array_equal(crop, crop_face(pyramid, upright(face)))
        # Angles grow clockwise in a picture: the first corner is up and left.
        first, *others = upright(face) - face.mean(0)
        assert all(np.arctan2(first[1], first[0]) < np.arctan2(y, x) for x, y in others)


def test_quarters_turn_the_crop() -> None:
    rng = np.random.default_rng(5)
    soft = cv2.GaussianBlur(rng.integers(0, 256, (300, 400, 3), np.uint8), (0, 0), 4)
    face = np.array([[150, 100], [214, 100], [214, 164], [150, 164]], float) - 0.5
    once = crop_face(Pyramid(soft), face, 1)
    assert np.abs(np.rot90(crop_face(Pyramid(soft), face)) - once.astype(int)).max() < 3


def test_a_face_without_area_is_one_colour_and_no_error() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (300, 400, 3), np.uint8)
    (crop,) = cut_faces(Pyramid(picture), [np.full((4, 2), 120.0)])
    assert len(np.unique(crop.reshape(-1, 3), axis=0)) == 1


def test_the_mirrored_view_has_left_for_right() -> None:
    crops = np.random.default_rng(2).integers(
        0, 256, (2, CROP_PX, CROP_PX, 3), np.uint8
    )
    other = mirrored(crops)
    assert other.dtype == np.uint8
    assert np.array_equal(other[1, 3, 4], crops[1, 3, CROP_PX - 1 - 4])
    assert np.array_equal(mirrored(other), crops)


def test_threads_that_ask_at_once_get_the_same_levels() -> None:
    start = threading.Barrier(4, timeout=20)

    def ask(pyramid: Pyramid) -> tuple[int, ...]:
        start.wait()
        return pyramid.level(16.0)[0].shape

    with ThreadPoolExecutor(4) as pool:
        for _ in range(20):
            pyramid = Pyramid(np.zeros((2000, 2000, 3), np.uint8))
            assert set(pool.map(ask, [pyramid] * 4)) == {(125, 125, 3)}


def test_no_faces_are_an_empty_batch() -> None:
    pyramid = Pyramid(np.zeros((300, 400, 3), np.uint8))
    assert cut_faces(pyramid, []).shape == (0, CROP_PX, CROP_PX, 3)
