"""A patch of grey tells the light's colour, or is refused."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.neutral import Area, Refusal, balanced, is_area, look_at_patch

AREA: Area = (0.05, 0.05, 0.2, 0.2)
#: As a bulb seen by a camera set to daylight, in linear light: red is 2.7 times blue.
WARM = np.array([1.0, 0.6, 0.37], np.float32)


def picture(patch: tuple[int, int, int] = (120, 120, 120)) -> np.ndarray:
    out = np.full((400, 600, 3), (60, 110, 70), np.uint8)
    out[10:90, 20:130] = patch
    return out


def test_a_patch_that_looks_grey_asks_for_no_gains() -> None:
    assert look_at_patch(picture(), AREA).gains == pytest.approx([1, 1, 1])


def test_gains_make_the_patch_grey_and_as_light() -> None:
    seen = np.array([150, 120, 90], np.float32) / 255
    gains = look_at_patch(picture((150, 120, 90)), AREA).gains
    assert gains is not None
    grey = balanced(seen, gains)
    assert grey == pytest.approx([grey[0]] * 3)
    assert grey[0] == pytest.approx(seen @ [0.299, 0.587, 0.114], abs=1e-4)


def test_gains_are_the_lamps_in_linear_light() -> None:
    """As the renderer makes light: encoded values are linear ones to 1 / 2.2."""
    seen = (0.3 * WARM) ** (1 / 2.2)
    r, g, b = (round(255 * float(each)) for each in seen)
    gains = look_at_patch(picture((r, g, b)), AREA).gains
    assert gains is not None
    linear = gains.astype(float) ** 2.2 * WARM
    assert linear / linear[1] == pytest.approx([1, 1, 1], abs=0.03)


def test_noise_does_not_matter() -> None:
    noisy = picture((150, 120, 90)).astype(float)
    noisy += np.random.default_rng(1).normal(0, 12, noisy.shape)
    told = look_at_patch(np.clip(noisy, 0, 255).astype(np.uint8), AREA)
    clean = look_at_patch(picture((150, 120, 90)), AREA)
    assert told.gains == pytest.approx(clean.gains, abs=0.02)


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
    told = look_at_patch(picture(patch), AREA)
    assert told.gains is None
    assert told.refusal is why


def test_a_patch_that_is_half_covered_is_refused() -> None:
    covered = picture()
    covered[10:90, 20:70] = (200, 40, 40)
    assert look_at_patch(covered, AREA).refusal is Refusal.UNEVEN


def test_an_edge_of_the_mat_in_view_is_refused() -> None:
    assert look_at_patch(picture(), (0.05, 0.05, 0.3, 0.2)).refusal is Refusal.UNEVEN


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
    told = look_at_patch(picture(), area)  # type: ignore[arg-type]
    assert told.refusal is Refusal.OUTSIDE


def test_a_tiny_patch_is_refused() -> None:
    assert look_at_patch(picture(), (0.1, 0.1, 0.11, 0.11)).refusal is Refusal.SMALL


ANY = st.floats(allow_nan=True, allow_infinity=True) | st.floats(-0.1, 1.1)


@given(st.tuples(ANY, ANY, ANY, ANY), st.integers(0, 255))
def test_any_rectangle_is_looked_at(area: Area, level: int) -> None:
    noise = np.random.default_rng(level).integers(0, level + 1, (48, 64, 3), np.uint8)
    told = look_at_patch(noise, area)
    assert (told.gains is None) == (told.refusal is not None)
    if told.gains is not None:
        assert np.isfinite(told.gains).all()
        assert (told.gains > 0).all()
