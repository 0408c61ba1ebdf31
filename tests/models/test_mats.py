"""A mat's patch lies where it is said to, in the light of its lamps."""

import numpy as np
import pytest

from models.render.games import dancing_table
from models.render.mats import LAMPS, Mat, mat
from vision.neutral import Light, light_on

SIZE = (640, 480)


@pytest.mark.parametrize(("lamps", "sign"), [("neutral", 0), ("warm", 1), ("cold", -1)])
def test_a_patch_shows_its_lamp(lamps: str, sign: int) -> None:
    rng = np.random.default_rng(5)
    under = mat(rng, SIZE, lamps)
    picture = dancing_table(rng, ("red", "blue"), SIZE, strength=0.0, mat=under)
    assert under.area is not None
    light = light_on(picture.photo, under.area)
    assert isinstance(light, Light)
    assert np.sign(round(light.warmth, 1)) == sign


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("lamps", LAMPS)
def test_no_die_lies_on_the_patch(seed: int, lamps: str) -> None:
    rng = np.random.default_rng(seed)
    under = mat(rng, SIZE, lamps)
    colours = ("red", "blue", "green", "black")[: seed + 1]
    picture = dancing_table(rng, colours, SIZE, tilt_deg=20.0 * (seed % 2), mat=under)
    left, top, right, bottom = under.area or (0, 0, 1, 1)
    rows = slice(int(top * SIZE[1]), int(bottom * SIZE[1]))
    columns = slice(int(left * SIZE[0]), int(right * SIZE[0]))
    assert not picture.mask[rows, columns].any()


def test_a_mat_without_a_patch_is_the_table_alone() -> None:
    top = np.random.default_rng(0).random((48, 64, 3)).astype(np.float32)
    assert Mat(np.ones(3), None, np.ones(3)).lay(top) is top
