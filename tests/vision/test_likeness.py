"""What a face is like, and what that changes in the nets' opinion of it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.colours import ColourNames
from vision.faces import CROP_MARGIN, CROP_PX
from vision.find import Candidate
from vision.likeness import (
    CLEAR,
    DISPUTED,
    OVERWHELMING,
    STRONG,
    Likeness,
    ShownFace,
    Taught,
    compare,
    fuse,
    is_beside,
    refine,
)
from vision.opinions import FaceOpinion

#: Marks of three faces, as (x, y, radius) in pixels of a crop; the 1 is a maker's logo.
MARKS = {
    1: [(20, 20, 3), (28, 20, 3), (24, 29, 6)],
    2: [(16, 16, 3), (32, 32, 3)],
    5: [(16, 16, 3), (32, 16, 3), (24, 24, 3), (16, 32, 3), (32, 32, 3)],
}
WHITE, RED, BLACK = (225, 225, 220), (190, 30, 30), (15, 15, 15)


def crop_of(
    value: int,
    body: tuple[int, int, int] = WHITE,
    ink: tuple[int, int, int] = RED,
    seed: int = 0,
) -> np.ndarray:
    crop = np.full((CROP_PX, CROP_PX, 3), (60, 90, 70), np.uint8)
    low = CROP_PX // 2 - 16
    cv2.rectangle(crop, (low, low), (low + 31, low + 31), body, -1)
    for x, y, r in MARKS[value]:
        at = (x + low - 8, y + low - 8)
        cv2.circle(crop, at, r, ink, -1, cv2.LINE_AA)
    noise = np.random.default_rng(seed).normal(0, 3, crop.shape)
    return np.clip(crop + noise, 0, 255).astype(np.uint8)


TAUGHT = Taught(tuple(ShownFace(value, crop_of(value)) for value in MARKS))


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("value", MARKS)
def test_a_face_is_most_like_itself_however_it_lies(value: int, quarter: int) -> None:
    like = compare(np.rot90(crop_of(value, seed=9), quarter), TAUGHT)
    assert like is not None
    assert like.value == value
    assert like.score > 0.95
    assert like.probability > OVERWHELMING


def test_light_and_its_slope_change_nothing() -> None:
    slope = np.linspace(0.3, 0.8, CROP_PX)[None, :, None]
    like = compare((crop_of(5, seed=2) * slope).astype(np.uint8), TAUGHT)
    assert like is not None
    assert (like.value, like.score > 0.9) == (5, True)


def test_a_pixel_of_shift_changes_little() -> None:
    like = compare(np.roll(crop_of(1), (1, -1), (0, 1)), TAUGHT)
    assert like is not None
    assert (like.value, like.score > 0.9) == (1, True)


@pytest.mark.parametrize(
    "crop",
    [
        np.full((CROP_PX, CROP_PX, 3), 128, np.uint8),
        crop_of(5, BLACK, WHITE),
        np.random.default_rng(3).integers(0, 256, (CROP_PX, CROP_PX, 3), np.uint8),
    ],
    ids=["blank", "dark with white pips", "noise"],
)
def test_what_was_never_shown_is_like_nothing(crop: np.ndarray) -> None:
    assert compare(crop, TAUGHT) is None


def test_values_never_shown_lower_the_lead() -> None:
    only_one = Taught((ShownFace(1, crop_of(1)),))
    everything = Taught(
        TAUGHT.faces + tuple(ShownFace(v, crop_of(2)) for v in (3, 4, 6))
    )
    alone, beside = (compare(crop_of(1, seed=4), t) for t in (only_one, everything))
    assert alone is not None
    assert beside is not None
    assert alone.lead < beside.lead


def test_a_shown_face_is_checked() -> None:
    with pytest.raises(ValueError, match="1 to 6, got 7"):
        ShownFace(7, crop_of(1))
    with pytest.raises(ValueError, match="uint8"):
        ShownFace(1, crop_of(1)[:20])


def opinion(
    *odds: float,
    none: float = 0.1,
    heat: float = 0.6,
    at: tuple[float, float] = (100, 100),
    side: float = 32,
) -> FaceOpinion:
    h = side / 2
    corners = np.add(at, [[-h, -h], [h, -h], [h, h], [-h, h]])
    even = np.full(6, 1 / 6, np.float32)
    candidate = Candidate(at, side, corners, heat, even)
    values = np.array(odds, np.float32)
    names = ColourNames(*(np.full(n, 1 / n, np.float32) for n in (12, 12, 3)))
    return FaceOpinion(candidate, values / values.sum(), none, 0.0, names)


SURE_ONE = Likeness(1, 0.97, 2.0)
STRONG_ONE = Likeness(1, 0.9, 0.6)
WEAK_ONE = Likeness(1, 0.75, 0.1)


def test_the_three_likenesses_are_what_they_are_called() -> None:
    assert SURE_ONE.probability > OVERWHELMING
    assert STRONG < STRONG_ONE.probability < OVERWHELMING
    assert WEAK_ONE.probability < STRONG


def test_agreement_makes_surer_of_value_and_face() -> None:
    before = opinion(0.7, 0.2, 0, 0, 0.1, 0, none=0.4)
    after = fuse(before, STRONG_ONE, may_rescue=True)
    assert after.values[0] > before.values[0]
    assert after.none < before.none
    assert after.candidate.heat > before.candidate.heat


def test_overwhelming_likeness_decides_alone() -> None:
    after = fuse(opinion(0, 0, 0, 0.9, 0.1, 0, none=0.9), SURE_ONE, may_rescue=True)
    assert after.values[0] > OVERWHELMING
    assert after.candidate.values[0] > OVERWHELMING
    assert after.none < 0.01


@pytest.mark.parametrize("like", [STRONG_ONE, Likeness(1, CLEAR - 0.05, 2.5)])
def test_a_dispute_is_never_sure(like: Likeness) -> None:
    after = fuse(opinion(0, 0, 0, 0.999, 0.001, 0), like, may_rescue=True)
    assert after.values.max() <= DISPUTED + 1e-6
    assert after.values.sum() == pytest.approx(1)


def test_weak_likeness_makes_nothing_surer() -> None:
    before = opinion(0.9, 0, 0, 0.1, 0, 0)
    assert fuse(before, WEAK_ONE, may_rescue=True) is before


def test_weak_likeness_overrules_no_net() -> None:
    before = opinion(0.01, 0, 0, 0.98, 0.01, 0, none=0.7)
    after = fuse(before, WEAK_ONE, may_rescue=True)
    assert after.values.argmax() == 3
    assert (after.none, after.candidate) == (before.none, before.candidate)


def test_the_side_of_a_die_is_not_made_a_face() -> None:
    side = opinion(0.5, 0.5, 0, 0, 0, 0, none=0.9)
    after = fuse(side, SURE_ONE, may_rescue=False)
    assert (after.none, after.candidate.heat) == (side.none, side.candidate.heat)


def test_beside_a_likelier_face() -> None:
    top = opinion(1, 0, 0, 0, 0, 0, heat=0.8, none=0.01)
    near = opinion(1, 0, 0, 0, 0, 0, none=0.9, at=(100, 125))
    touching = replace(near, candidate=replace(near.candidate, center=(100, 132)))
    assert is_beside(near, [top, near])
    assert not is_beside(top, [top, near])
    assert not is_beside(touching, [top, touching])


def picture_of(*faces: tuple[int, tuple[int, int], float]) -> np.ndarray:
    """Crops laid into a picture: value, middle and side of the face."""
    picture = np.full((300, 400, 3), (60, 90, 70), np.uint8)
    for value, (x, y), side in faces:
        px = round(side * CROP_MARGIN)
        crop = cv2.resize(crop_of(value), (px, px), interpolation=cv2.INTER_AREA)
        picture[y - px // 2 :, x - px // 2 :][:px, :px] = crop
    return picture


def test_refining_reads_what_was_shown_and_leaves_the_rest() -> None:
    picture = picture_of((1, (100, 100), 32), (5, (200, 200), 32))
    logo = opinion(0, 0, 0, 1, 1, 0, none=0.9)
    five = opinion(0, 0, 0, 0.2, 0.8, 0, at=(200, 200))
    blank = opinion(0, 1, 0, 0, 0, 0, at=(320, 80))
    after = refine(picture, [logo, five, blank], TAUGHT)
    assert [int(o.values.argmax()) + 1 for o in after] == [1, 5, 2]
    assert after[0].none < 0.05
    assert after[1].values[4] > 0.99
    assert after[2] is blank


def test_a_thing_much_smaller_than_the_dice_is_left_alone() -> None:
    picture = picture_of((5, (100, 100), 32), (5, (200, 200), 32), (1, (300, 80), 14))
    dice = [opinion(0, 0, 0, 0, 1, 0), opinion(0, 0, 0, 0, 1, 0, at=(200, 200))]
    speck = opinion(1, 1, 0, 0, 0, 0, at=(300, 80), side=14, heat=0.3)
    assert refine(picture, [*dice, speck], TAUGHT)[2] is speck


@pytest.mark.parametrize("taught", [None, Taught(())])
def test_nothing_taught_changes_nothing(taught: Taught | None) -> None:
    opinions = [opinion(0, 0, 0, 1, 1, 0)]
    assert refine(picture_of((1, (100, 100), 32)), opinions, taught) == opinions
