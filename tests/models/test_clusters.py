"""Huddles of dice: what touches does not cut, and the truth is true of the picture."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.make_scenes import pack
from models.render.clusters import STEP, beside, cluster_scene, cuts, foot, huddle
from models.render.die import Pose
from models.render.hard import lit
from models.render.looks import random_look
from models.render.setting import Setting, start
from models.render.table import table_top

SEEDS = st.integers(0, 2**32 - 1)


def test_the_same_seed_gives_the_same_scene() -> None:
    a, b = (cluster_scene(np.random.default_rng(9), 160) for _ in range(2))
    assert a.photo.shape == (160, 160, 3)
    assert np.array_equal(a.photo, b.photo)
    assert np.array_equal(pack(a)["dice"], pack(b)["dice"])


def test_labels_lie_on_their_faces() -> None:
    seen = 0
    for seed in range(8):
        scene = cluster_scene(np.random.default_rng(seed), 192)
        for die in (d for d in scene.dice if d.visible > 0.95):
            seen += 1
            inside = np.zeros((192, 192), np.uint8)
            cv2.fillConvexPoly(inside, np.round(die.corners).astype(int), 1)
            assert (scene.mask[inside > 0] > 60).mean() > 0.55
    assert seen > 20


def test_dice_of_one_scene_have_several_sizes() -> None:
    ratios = []
    for seed in range(12):
        dice = cluster_scene(np.random.default_rng(seed), 240).dice
        sides = [np.linalg.norm(d.corners[0] - d.corners[2]) for d in dice]
        ratios.append(max(sides) / min(sides))
    assert max(ratios) > 2


@pytest.mark.parametrize(
    ("x", "yaw", "cut"),
    [
        (1.01, 0.0, False),
        (0.99, 0.0, True),
        (1.22, np.pi / 4, False),
        (1.19, np.pi / 4, True),
    ],
    ids=["side by side", "overlapping", "corner to side", "corner in side"],
)
def test_what_cuts(x: float, yaw: float, cut: bool) -> None:
    assert cuts(Pose(x, 0.0, yaw, 1), [Pose(0.0, 0.0, 0.0, 1)]) is cut


@given(SEEDS, st.floats(0.4, 2.0))
def test_a_die_pushed_against_another_touches_and_does_not_cut_it(
    seed: int, size: float
) -> None:
    first = Pose(0.0, 0.0, 0.3, 1)
    die = beside(np.random.default_rng(seed), first, [first], size)
    assert die is not None
    assert not cuts(die, [first])
    nearer = Pose(die.x, die.y, die.yaw, 1, size)
    away = float(np.hypot(die.x, die.y))
    nearer.x -= 2 * STEP * die.x / away
    nearer.y -= 2 * STEP * die.y / away
    grown = Pose(nearer.x, nearer.y, die.yaw, 1, size * 1.05)
    assert cuts(grown, [first])


@given(SEEDS)
def test_nothing_is_pushed_into_a_place_that_is_full(seed: int) -> None:
    first = Pose(0.0, 0.0, 0.0, 1)
    ring = [
        Pose(2.0 * float(np.cos(a)), 2.0 * float(np.sin(a)), float(a), 1, 1.9)
        for a in np.arange(0, 2 * np.pi, 0.5)
    ]
    others = [first, *ring]
    die = beside(np.random.default_rng(seed), first, others, 1.0)
    assert die is None or not cuts(die, others)


def setting(seed: int) -> tuple[np.random.Generator, Setting]:
    rng = np.random.default_rng(seed)
    size = (192, 192)
    return rng, start(rng, size, 24, 0.0, table_top(rng, size))


def test_a_die_stands_where_it_is_drawn() -> None:
    rng, s = setting(1)
    pose = Pose(0.4, -0.3, 0.3, 5, 1.5)
    s.poses, s.looks = [pose], [random_look(rng)]
    (die,) = lit(s, s.light)[2]
    top = np.column_stack([foot(pose), np.full(4, pose.size)])
    for corner in s.camera.project(top):
        assert np.hypot(*(die.corners - corner).T).min() < 1


@pytest.mark.parametrize("seed", range(6))
def test_huddled_dice_do_not_cut_each_other(seed: int) -> None:
    rng, s = setting(seed)
    looks = [random_look(rng) for _ in range(2)]
    for size in (1.0, 0.5, 0.8, 0.6, 0.5, 0.4):
        before = len(s.poses)
        huddle(rng, s, looks, 9, size)
        new = s.poses[before:]
        assert len(new) <= 9
        assert all(0.6 <= pose.size / size <= 1.4 for pose in new)
    assert len(s.looks) == len(s.poses) >= 9
    for i, pose in enumerate(s.poses):
        assert not cuts(pose, s.poses[:i])
