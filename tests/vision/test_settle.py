"""Rolls, hands, light: what goes on in clips that are drawn, frame by frame."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.clips import (
    Cube,
    Film,
    Floats,
    Hand,
    checks,
    felt,
    lay,
    pale_checks,
    reach,
    rolling,
    shadow,
    wood,
)
from vision.change import change, largest_px, shrink, sketch
from vision.settle import Motion, Settle

CUBES = [Cube(100 + 40 * i, 90 + 12 * i, i % 6 + 1, turn=20 * i) for i in range(5)]
TABLES = [
    pytest.param(wood(), id="wood"),
    pytest.param(felt(), id="felt"),
    pytest.param(checks(), id="checks"),
]
#: The bound of the issue leaves the eye this much, in seconds.
SOON_S = 0.3


def watch(film: Film) -> list[tuple[float, Motion]]:
    """When the motion changed, and to what."""
    settle = Settle()
    seen: list[tuple[float, Motion]] = []
    for frame, now_s in film.timed():
        motion = settle.look(frame, now_s).motion
        if not seen or motion is not seen[-1][1]:
            seen.append((now_s, motion))
    return seen


def at(seen: list[tuple[float, Motion]], now_s: float) -> Motion:
    """What went on at a time."""
    return [motion for since_s, motion in seen if since_s <= now_s][-1]


@pytest.mark.parametrize("noise", [0.0, 2.0, 6.0])
def test_what_moves_in_another_view_is_not_still(noise: float) -> None:
    film = Film(noise)
    film.hold(wood(), 0.5)
    began_s = film.now_s
    cloth = pale_checks()
    way = (Hand(160, 280 - 15 * i, skin=115) for i in (*range(10), *range(10, 0, -1)))
    for hand in way:
        film.add(reach(cloth, hand))
    lies_s = film.now_s
    film.hold(lay(cloth, CUBES), 1)

    seen = watch(film)
    moving_s = np.arange(began_s + 0.1, lies_s - 0.1, 0.03)
    assert Motion.STILL not in [at(seen, now_s) for now_s in moving_s]
    assert seen[-1][1] is Motion.STILL
    assert seen[-1][0] <= lies_s + SOON_S


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("noise", [0.0, 2.0, 6.0])
def test_a_roll_settles_and_is_still_once(table: Floats, noise: float) -> None:
    film = Film(noise)
    film.hold(table, 1)
    began_s = film.now_s
    film.play(1, rolling(table, CUBES))
    lies_s = film.now_s
    film.hold(lay(table, CUBES), 2)

    seen = watch(film)

    after = [motion for since_s, motion in seen if since_s >= began_s]
    assert after[0] is Motion.ROLLING
    assert after[-2:] == [Motion.SETTLING, Motion.STILL]
    assert after.count(Motion.STILL) == 1
    assert seen[-1][0] - lies_s <= SOON_S


@pytest.mark.parametrize("table", TABLES)
def test_a_hand_that_holds_a_die_still_is_a_hand(table: Floats) -> None:
    film = Film()
    scene = lay(table, CUBES)
    film.hold(scene, 1)
    film.play(0.5, lambda t: reach(scene, Hand(160, 280 - 120 * t)))
    held_s = film.now_s
    film.hold(lay(reach(scene, Hand(160, 160)), [Cube(160, 150, 3)]), 4)
    left_s = film.now_s
    film.play(0.5, lambda t: reach(scene, Hand(160, 160 + 130 * t)))
    film.hold(scene, 1)

    seen = watch(film)

    inside = {motion for since_s, motion in seen if held_s <= since_s < left_s}
    assert inside <= {Motion.HAND}
    assert at(seen, left_s - 0.1) is Motion.HAND
    assert seen[-1][1] is Motion.STILL


@pytest.mark.parametrize("table", TABLES)
def test_a_hand_that_was_there_from_the_start_is_noticed_to_leave(
    table: Floats,
) -> None:
    film = Film()
    scene = lay(table, CUBES)
    film.hold(reach(scene, Hand(160, 160)), 1)
    film.play(0.5, lambda t: reach(scene, Hand(160, 160 + 140 * t)))
    gone_s = film.now_s
    film.hold(scene, 1)

    seen = watch(film)

    assert seen[-1][1] is Motion.STILL
    assert seen[-1][0] - gone_s <= SOON_S


@pytest.mark.parametrize("table", TABLES)
def test_a_step_of_the_exposure_is_no_movement(table: Floats) -> None:
    film = Film()
    scene = lay(table, CUBES)
    film.hold(scene, 1)
    film.hold(np.minimum(scene * 1.3, 255), 1)
    film.hold(scene * 0.6, 1)

    assert {motion for since_s, motion in watch(film) if since_s > 0.9} == set()


@pytest.mark.parametrize("table", TABLES)
def test_light_that_fades_slowly_is_no_movement(table: Floats) -> None:
    film = Film(fps=10)
    scene = lay(table, CUBES)
    film.play(20, lambda t: scene * (1 - 0.6 * t))

    assert [motion for _, motion in watch(film)] == [Motion.SETTLING, Motion.STILL]


@pytest.mark.parametrize("table", TABLES)
def test_a_dim_noisy_picture_lies_still(table: Floats) -> None:
    film = Film(noise=8)
    film.hold(lay(table, CUBES) * 0.7, 3)

    assert [motion for _, motion in watch(film)] == [Motion.SETTLING, Motion.STILL]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("soft", [2.0, 25.0])
def test_a_shadow_that_passes_and_stays_does_not_restart_for_ever(
    table: Floats, soft: float
) -> None:
    film = Film()
    scene = lay(table, CUBES)
    film.hold(scene, 1)
    film.play(1, lambda t: shadow(scene, 150 * t, soft=soft))
    stays_s = film.now_s
    film.hold(shadow(scene, 150, soft=soft), 1)
    film.play(1, lambda t: shadow(scene, 150 - 200 * t, soft=soft))
    gone_s = film.now_s
    film.hold(scene, 1)

    seen = watch(film)

    assert at(seen, stays_s + SOON_S) is Motion.STILL
    assert at(seen, gone_s + SOON_S) is Motion.STILL


def test_a_flame_in_a_corner_does_not_restart_for_ever() -> None:
    film, scene = Film(), lay(wood(), CUBES)
    rng = np.random.default_rng(2)
    for _ in range(240):
        flame = scene.copy()
        flame[20:32, 280:292] += rng.uniform(-60, 60, (12, 12))
        film.add(flame)

    assert watch(film)[-1][1] is Motion.STILL


@pytest.mark.parametrize("table", TABLES)
def test_a_die_that_is_nudged_by_two_pixels_has_moved(table: Floats) -> None:
    film = Film()
    film.hold(lay(table, CUBES), 1)
    moved = [*CUBES[:2], replace(CUBES[2], x=CUBES[2].x + 2), *CUBES[3:]]
    film.hold(lay(table, moved), 1)

    seen = [motion for since_s, motion in watch(film) if since_s > 0.9]

    assert seen == [Motion.ROLLING, Motion.SETTLING, Motion.STILL]


def test_a_die_that_creeps_is_not_still() -> None:
    film, table = Film(), wood()
    film.hold(lay(table, CUBES[:1]), 1)
    film.play(2, lambda t: lay(table, [replace(CUBES[0], x=100 + 30 * t)]))

    seen = [motion for since_s, motion in watch(film) if since_s > 1.2]

    assert Motion.STILL not in seen


def test_dice_at_the_border_are_no_hand() -> None:
    film, table = Film(), wood()
    rows = [Cube(20 + 16 * (i % 3), 8 + 18 * (i // 3), i + 1) for i in range(6)]
    film.hold(table, 1)
    film.hold(lay(table, rows), 1)

    seen = watch(film)

    assert Motion.HAND not in [motion for _, motion in seen]
    assert seen[-1][1] is Motion.STILL


def test_what_stays_at_the_border_for_long_belongs_to_the_table() -> None:
    film, scene = Film(fps=10), lay(wood(), CUBES)
    film.hold(scene, 1)
    film.hold(reach(scene, Hand(160, 160)), 20)

    seen = watch(film)

    assert [motion for _, motion in seen[-2:]] == [Motion.HAND, Motion.STILL]


def test_a_hand_that_is_told_to_be_none_is_trusted() -> None:
    settle, film, scene = Settle(), Film(), lay(wood(), CUBES)
    film.hold(scene, 1)
    film.hold(reach(scene, Hand(160, 160)), 1)
    frames = list(film.timed())
    for frame, now_s in frames:
        look = settle.look(frame, now_s)
    assert look.motion is Motion.HAND

    settle.trust()

    assert settle.look(frames[-1][0], film.now_s).motion is Motion.STILL


def test_a_camera_that_is_turned_away_is_no_hand() -> None:
    film = Film()
    film.hold(lay(wood(), CUBES), 1)
    film.hold(checks(), 1)

    assert watch(film)[-1][1] is Motion.STILL


def test_another_size_of_frame_begins_anew() -> None:
    settle = Settle()
    settle.look(np.zeros((240, 320), np.uint8), 0.0)

    assert settle.look(np.zeros((180, 320), np.uint8), 0.1).motion is Motion.SETTLING


def test_a_change_is_seen_the_same_both_ways() -> None:
    film = Film()
    film.add(lay(wood(), CUBES))
    film.add(lay(wood(), CUBES[:3]))
    one, other = (sketch(frame) for frame in film.frames)

    assert np.array_equal(change(one, other), change(other, one))
    assert largest_px(change(one, other)) > 100


def test_a_sketch_is_refused_for_anything_but_a_grey_frame() -> None:
    with pytest.raises(ValueError, match=r"frame must be uint8 \(h, w\)"):
        sketch(np.zeros((4, 4, 3), np.uint8))


def test_a_picture_shrinks_to_grey_with_its_shape() -> None:
    assert shrink(np.zeros((1296, 2304, 3), np.uint8)).shape == (180, 320)
    assert shrink(np.zeros((1200, 1600), np.uint8)).shape == (240, 320)
