"""A patch of grey tells the light's colour, or is refused."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.neutral import (
    POWER,
    Area,
    Light,
    Refusal,
    balanced,
    gains_for,
    is_area,
    light_on,
)

AREA: Area = (0.05, 0.05, 0.2, 0.2)
#: As a bulb seen by a camera set to daylight, in linear light: red is 2.7 times blue.
WARM = np.array([1.0, 0.6, 0.37], np.float32)


def picture(patch: tuple[int, int, int] = (120, 120, 120)) -> np.ndarray:
    out = np.full((400, 600, 3), (60, 110, 70), np.uint8)
    out[10:90, 20:130] = patch
    return out


def light(seen: np.ndarray) -> Light:
    told = light_on(seen, AREA)
    assert isinstance(told, Light)
    return told


def test_the_light_is_what_grey_looks_like() -> None:
    seen = light(picture((150, 120, 90)))
    assert np.array(seen.grey) * 255 == pytest.approx([150, 120, 90], abs=0.1)
    assert seen.warmth == pytest.approx(math.log(150 / 90), abs=0.01)


def test_gains_take_a_part_of_the_lamp_away_in_linear_light() -> None:
    """As the renderer makes light: encoded values are linear ones to 1 / 2.2."""
    red, green, blue = (round(255 * float((0.3 * each) ** (1 / 2.2))) for each in WARM)
    gains = light(picture((red, green, blue))).gains
    assert gains.min() == 1
    left = gains.astype(float) ** 2.2 * WARM
    assert left[0] / left == pytest.approx((WARM[0] / WARM) ** (1 - POWER), abs=0.05)


def test_clipped_white_stays_white() -> None:
    gains = light(picture((150, 120, 90))).gains
    assert balanced(np.ones((2, 3), np.float32), gains) == pytest.approx(1)


def test_noise_does_not_matter() -> None:
    noisy = picture((150, 120, 90)).astype(float)
    noisy += np.random.default_rng(1).normal(0, 12, noisy.shape)
    told = light(np.clip(noisy, 0, 255).astype(np.uint8))
    assert told.grey == pytest.approx(light(picture((150, 120, 90))).grey, abs=0.01)


CREAM, BLUISH = (0.9, 0.85, 0.7), (0.7, 0.8, 0.9)
DEEP_RED = (0.6, 0.05, 0.02)


@pytest.mark.parametrize(
    ("patch", "dice", "is_used"),
    [
        pytest.param((150, 120, 90), [CREAM, DEEP_RED], True, id="the same lamp"),
        pytest.param((90, 110, 130), [BLUISH, DEEP_RED], True, id="a cold one"),
        pytest.param((150, 120, 90), [BLUISH, DEEP_RED], False, id="another lamp"),
        pytest.param((150, 120, 90), [(0.9, 0.9, 0.89)], False, id="a neutral lamp"),
        pytest.param((150, 120, 90), [(0.9, 0.9, 0.9)], False, id="no cast at all"),
        pytest.param((122, 120, 119), [CREAM], False, id="nearly grey: ivory dice"),
        pytest.param((150, 120, 90), [(0, 0, 0)], False, id="black"),
    ],
)
def test_the_dice_must_lie_in_the_light_of_the_patch(
    patch: tuple[int, int, int], dice: list[tuple[float, ...]], is_used: bool
) -> None:
    told = light(picture(patch))
    gains = gains_for(told, np.array(dice, np.float32))
    assert (gains is not None) == is_used
    if gains is not None:
        assert gains == pytest.approx(told.gains)


@pytest.mark.parametrize(
    ("patch", "why"),
    [
        ((255, 200, 150), Refusal.CLIPPED),
        ((60, 40, 12), Refusal.DARK),
        ((80, 160, 80), Refusal.COLOURED),
        ((220, 90, 40), Refusal.COLOURED),
    ],
)
def test_what_tells_no_light_is_refused(
    patch: tuple[int, int, int], why: Refusal
) -> None:
    assert light_on(picture(patch), AREA) is why


def test_a_patch_that_is_half_covered_is_refused() -> None:
    covered = picture()
    covered[10:90, 20:70] = (200, 40, 40)
    assert light_on(covered, AREA) is Refusal.UNEVEN


def test_an_edge_of_the_mat_in_view_is_refused() -> None:
    assert light_on(picture(), (0.05, 0.05, 0.3, 0.2)) is Refusal.UNEVEN


@pytest.mark.parametrize(
    "area",
    [
        (-0.1, 0, 0.1, 0.1),
        (0.9, 0.9, 1.1, 1.0),
        (0.5, 0.5, 0.5, 0.6),
        (0.5, 0.5, 0.4, 0.6),
        (math.nan, 0, 1, 1),
        (0, 0, math.inf, 1),
        (0, 0, 1),
        (0, 0, True, True),
        ("0", 0, 1, 1),
        None,
    ],
)
def test_a_patch_that_cannot_be_there_is_refused(area: object) -> None:
    assert not is_area(area)
    assert light_on(picture(), area) is Refusal.OUTSIDE  # type: ignore[arg-type]


def test_a_tiny_patch_is_refused() -> None:
    assert light_on(picture(), (0.1, 0.1, 0.11, 0.11)) is Refusal.SMALL


ANY = st.floats(allow_nan=True, allow_infinity=True) | st.floats(-0.1, 1.1)
INSIDE = st.floats(0, 1)


@given(
    st.tuples(ANY, ANY, ANY, ANY) | st.tuples(INSIDE, INSIDE, INSIDE, INSIDE),
    st.integers(0, 255),
)
def test_any_rectangle_is_looked_at(area: Area, level: int) -> None:
    noise = np.random.default_rng(level).integers(level // 2, level + 1, (80, 99, 3))
    told = light_on(noise.astype(np.uint8), area)
    if isinstance(told, Light):
        assert np.isfinite(told.gains).all()
        assert (told.gains >= 1).all()
