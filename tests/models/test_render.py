"""The renderer's truth is true of its pictures."""

import itertools
import pickle
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from models import make_scenes
from models.make_scenes import game_scene, pack
from models.render.boards import BOARDS, SHEET, lay
from models.render.clusters import cluster_scene
from models.render.crowd import SPRITES, crowded_table, numeral_table
from models.render.die import Camera, Pose, box_points
from models.render.dominoes import Make, Tile, chain, lay_tile, some_make
from models.render.games import dancing_table, mia_table
from models.render.glass import mark_unseen, squash
from models.render.hard import THEMES, hard_scene
from models.render.hard_looks import (
    clear_look,
    fade,
    marked_look,
    pale_look,
    swirl_look,
    wood_look,
)
from models.render.hardware import TEETH, bottle_cap
from models.render.looks import Look, dancing_look, face_texture, random_look
from models.render.odd import THEMES as ODD_THEMES
from models.render.odd import odd_scene
from models.render.oddments import HARDWARE, strew
from models.render.rooms import (
    Mirrored,
    glass_top,
    lamp_rgb,
    leaning_pose,
    two_lamps,
)
from models.render.scene import DieTruth, Scene, compose, random_scene
from models.render.table import PAINTERS
from models.render.traps import lamp, look_of

SIZE = (120, 120)


def taken(look: Look, value: int = 5) -> tuple[np.ndarray, np.ndarray, DieTruth]:
    """One die of 50 px in the middle, seen from 40° off: (linear RGB, mask, truth)."""
    tilt = float(np.radians(40))
    camera = Camera(700.0, (60.0, 60.0), 14 * float(np.cos(tilt)), tilt)
    top = np.full((*SIZE, 3), 0.2, np.float32)
    pose = Pose(0.0, 0.0, 0.4, value)
    picture, mask, dice = compose(top, [pose], [look], camera, lamp(), 50, exact=True)
    return picture, mask, dice[0]


def developed(picture: np.ndarray) -> np.ndarray:
    return (np.clip(picture, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)


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


@pytest.mark.parametrize(("seed", "told"), [(8, (2, 27)), (7, (39, 15746))])
def test_plain_scenes_stay_what_they_were(seed: int, told: tuple[int, int]) -> None:
    """Evaluation tables are named by their seeds alone: what is drawn must not move."""
    rng = np.random.default_rng(seed)
    dice = (random_scene(rng, 192) if seed == 8 else game_scene(rng)).dice
    assert (len(dice), round(sum(d.center[0] for d in dice))) == told


@pytest.mark.parametrize("theme", THEMES)
def test_the_same_seed_gives_the_same_hard_scene(theme: str) -> None:
    a, b = (hard_scene(np.random.default_rng(4), 160, theme=theme) for _ in range(2))
    assert a.photo.shape == (160, 160, 3)
    assert np.array_equal(a.photo, b.photo)
    assert np.array_equal(pack(a)["dice"], pack(b)["dice"])


@pytest.mark.parametrize("make", [swirl_look, clear_look, pale_look, wood_look])
def test_a_top_face_s_mask_fills_its_corners_and_nothing_else(make) -> None:  # type: ignore[no-untyped-def]
    _, mask, die = taken(make(np.random.default_rng(6)))
    inside = np.zeros(SIZE, np.uint8)
    cv2.fillConvexPoly(inside, np.round(die.corners).astype(np.int32), 1)
    wider = cv2.dilate(inside, np.ones((3, 3), np.uint8))
    assert not mask[wider == 0].any()
    assert (mask[inside > 0] > 60).mean() > 0.6
    assert die.visible > 0.95


def test_squashing_moves_corners_with_the_pixels() -> None:
    picture, mask, die = taken(look_of("white", "black"))
    picture, mask, (moved,) = squash(picture, mask, [die], (160, 90))
    assert mask.shape == (90, 160)
    assert picture.shape == (90, 160, 3)
    y, x = np.nonzero(mask > 60)
    # The rounded edges keep the mask a little inside the corners.
    low, high = moved.corners.min(0), moved.corners.max(0)
    assert (x.min(), y.min()) == pytest.approx(low, abs=8)
    assert (x.max(), y.max()) == pytest.approx(high, abs=8)
    assert moved.center == pytest.approx((x.mean(), y.mean()), abs=2.5)
    ratio = np.ptp(moved.corners, 0) / np.ptp(die.corners, 0)
    assert ratio == pytest.approx([160 / 120, 90 / 120], abs=0.001)


def test_squashing_to_the_same_size_changes_nothing() -> None:
    picture, mask, die = taken(look_of("white", "black"))
    again, _, dice = squash(picture, mask, [die], SIZE)
    assert again is picture
    assert dice == [die]


def test_numerals_letters_and_blanks_are_no_face() -> None:
    for seed in range(12):
        look = marked_look(np.random.default_rng(seed))
        _, mask, die = taken(look, 1 + seed % 6)
        assert die.value == 0
        assert mask.any()  # yet it shows a top face


def test_things_that_are_no_dice_are_labelled_0_and_lie_apart_from_faces() -> None:
    zeros = 0
    for seed in range(6):
        scene = hard_scene(np.random.default_rng(seed), 160, theme="impostors")
        faces = [d for d in scene.dice if d.value]
        for odd in (d for d in scene.dice if not d.value and d.body == "other"):
            zeros += 1
            for face in faces:
                at = (float(face.center[0]), float(face.center[1]))
                assert cv2.pointPolygonTest(odd.corners, at, False) < 0
    assert zeros > 5


def test_a_die_without_any_visible_pip_is_neither_a_face_nor_none() -> None:
    for pips, is_seen in ((0.02, True), (0.86, False)):
        look = look_of("white", "black", gloss=0.0, depth=0.0)
        look.pip_rgb = np.full(3, pips, np.float32)
        picture, mask, die = taken(look)
        (told,) = mark_unseen(developed(picture), mask, [die], 50)
        assert told.value == 5
        assert (told.visible > 0.9) is is_seen


def test_glare_over_one_pip_hides_the_face() -> None:
    picture, mask, die = taken(look_of("white", "black", gloss=0.0))
    photo = developed(picture)
    assert mark_unseen(photo, mask, [die], 50)[0].visible > 0.9
    _, _, stats, at = cv2.connectedComponentsWithStats((mask > 170).astype(np.uint8))
    x, y = (round(float(v)) for v in at[1 + int(stats[1:, 4].argmax())])
    cv2.circle(photo, (x, y), 9, (255, 255, 255), -1)
    assert mark_unseen(photo, mask, [die], 50)[0].visible <= 0.5


def test_lower_pips_shine_through_a_clear_die_only() -> None:
    look = look_of("red", "white", depth=0.0, gloss=0.0)
    plain, mask, _ = taken(look, 1)
    look.inner = 0.6
    clear, same, _ = taken(look, 1)
    assert np.array_equal(mask, same)
    lighter = (clear - plain)[..., 2] > 0.02  # white pips in a red body
    on_pip, on_face = mask > 250, (mask > 100) & (mask < 150)
    assert not lighter[on_pip].any()
    assert 0.1 < lighter[on_face].mean() < 0.9


def test_a_die_on_another_one_is_seen_higher_and_bigger() -> None:
    camera = Camera(700.0, (60.0, 60.0), 14.0, 0.0)
    top = np.full((*SIZE, 3), 0.2, np.float32)
    poses = [Pose(0.0, 0.0, 0.0, 3), Pose(0.0, 0.0, 0.0, 6, z=1.0)]
    looks = [look_of("white", "black")] * 2
    _, mask, (below, above) = compose(top, poses, looks, camera, lamp(), 50)
    assert below.visible < 0.1 < 0.95 < above.visible
    assert np.ptp(above.corners, 0) == pytest.approx([700 / 12] * 2, abs=0.1)
    assert mask[60, 60] > 100


def test_a_board_lies_where_the_camera_sees_the_table() -> None:
    sheet = np.zeros((SHEET, SHEET, 3), np.float32)
    # A mark two edges to the right of the middle and one away from the viewer.
    span = 16.0
    x, y = SHEET / 2 + 2 / span * SHEET, SHEET / 2 - 1 / span * SHEET
    cv2.circle(sheet, (round(x), round(y)), 8, (1.0, 1.0, 1.0), -1)
    camera = Camera(700.0, (100.0, 90.0), 20.0, 0.7)
    seen = lay(sheet, camera, (240, 200), span)[..., 0] > 0.5
    v, u = np.nonzero(seen)
    told = camera.project(np.array([2.0, 1.0, 0.0]))
    assert (u.mean(), v.mean()) == pytest.approx(told, abs=1.5)


@pytest.mark.parametrize("name", BOARDS)
def test_boards_are_linear_colours(name: str) -> None:
    sheet = BOARDS[name](np.random.default_rng(8))
    assert sheet.shape == (SHEET, SHEET, 3)
    assert np.isfinite(sheet).all()
    assert sheet.min() > -0.1
    assert sheet.std() > 0.001


def test_a_pale_table_has_as_many_dice_of_each_kind() -> None:
    told = []
    for pale in (False, True):
        picture = dancing_table(
            np.random.default_rng(3), ("yellow", "orange"), (320, 240), pale=pale
        )
        assert len(picture.dice) == 15
        owners = {o for o in picture.owners if o != "tango"}
        told.append((owners, {d.kind for d in picture.dice}))
    assert told[0] == told[1]


@pytest.mark.parametrize("kind", ["c", "b"])
def test_faded_prints_stand_out_less_but_do_stand_out(kind: str) -> None:
    for colour in ("yellow", "orange", "green", "red", "black"):
        look = dancing_look(np.random.default_rng(2), colour, kind)
        before = np.abs(look.body_rgb - look.pip_rgb).max()
        fade(look, np.random.default_rng(2))
        after = np.abs(look.body_rgb - look.pip_rgb).max()
        assert 0.15 * before < after < before
        assert look.kind == kind


@pytest.mark.parametrize("theme", ODD_THEMES)
def test_the_same_seed_gives_the_same_odd_scene(theme: str) -> None:
    a, b = (odd_scene(np.random.default_rng(9), 160, theme=theme) for _ in range(2))
    assert a.photo.shape == (160, 160, 3)
    assert np.array_equal(a.photo, b.photo)
    assert np.array_equal(pack(a)["dice"], pack(b)["dice"])


@pytest.mark.parametrize("theme", ODD_THEMES)
def test_labels_of_odd_scenes_lie_on_their_faces(theme: str) -> None:
    seen = 0
    for seed in range(8):
        scene = odd_scene(np.random.default_rng(seed), 192, theme=theme)
        for die in scene.dice:
            if die.value == 0:
                x, y = (int(c) for c in die.center)
                assert not scene.mask[y, x]
            elif die.visible > 0.95:
                seen += 1
                inside = np.zeros((192, 192), np.uint8)
                cv2.fillConvexPoly(inside, np.round(die.corners).astype(int), 1)
                assert (scene.mask[inside > 0] > 60).mean() > 0.55
    assert seen > 3


def test_grain_varies_a_wooden_body_and_leaves_its_pips_countable() -> None:
    look = look_of("orange", "white", depth=0.0, gloss=0.0)
    plain, mask, _ = taken(look, 6)
    look.grain = 0.5
    wooden, same, _ = taken(look, 6)
    assert np.array_equal(mask, same)
    on_face, on_pip = (mask > 100) & (mask < 150), mask > 250
    left = wooden[on_face] / plain[on_face]  # of the light
    assert 0.4 < left.min() < 0.75 < 0.9 < left.max() <= 1.001
    assert left.std() > 0.05
    assert np.allclose(plain[on_pip], wooden[on_pip], atol=0.01)
    for seed in range(10):
        look = wood_look(np.random.default_rng(seed))
        look.shape, look.wear = "round", 0.0
        picture, mask, die = taken(look, 6)
        (told,) = mark_unseen(developed(picture), mask, [die], 50)
        assert told.visible > 0.9, seed


def test_two_lamps_make_another_white_at_the_left_than_at_the_right() -> None:
    white = np.full((20, 90, 3), 0.6, np.float32)
    for seed in range(6):
        lit = two_lamps(white, white, np.random.default_rng(seed)).mean(0)
        warmth = np.log(lit[:, 0] / lit[:, 2])
        steps = np.diff(warmth)
        assert (steps > 0).all() or (steps < 0).all()
        assert abs(warmth[-1] - warmth[0]) > 0.3


def test_a_bulb_is_redder_than_the_day() -> None:
    ratios = [float(np.divide(*lamp_rgb(k)[[0, 2]])) for k in (2700, 3000, 4500, 6500)]
    assert ratios == sorted(ratios, reverse=True)
    assert ratios[0] > 5 > 1.2 > ratios[-1]


def test_a_mirror_shows_a_die_upside_down_below_it() -> None:
    camera = Camera(700.0, (60.0, 60.0), 14 * float(np.cos(0.7)), 0.7)
    point = np.array([0.3, 0.2, 1.0])
    seen = Mirrored(camera, 0.0)
    assert seen.project(point) == pytest.approx(camera.project(point * [1, 1, -1]))
    x, y = seen.project(point).astype(np.float32)
    ray = seen.rays(np.array([x]), np.array([y]))[0]
    along = (point - seen.eye) / np.linalg.norm(point - seen.eye)
    assert ray == pytest.approx(along, abs=1e-4)


def test_glass_shows_dice_again_and_labels_only_the_dice() -> None:
    camera = Camera(700.0, (60.0, 40.0), 14 * float(np.cos(0.7)), 0.7)
    floor = np.full((*SIZE, 3), 0.02, np.float32)
    pose, look = Pose(0.0, 0.0, 0.0, 5), look_of("white", "black", gloss=0.0)
    tops = [
        glass_top(floor, dice, [look], camera, lamp(), np.random.default_rng(2))
        for dice in ([], [pose])
    ]
    mirrored = np.abs(tops[1] - tops[0]).max(2) > 0.01
    assert mirrored.sum() > 500
    _, mask, (die,) = compose(tops[1], [pose], [look], camera, lamp(), 50, exact=True)
    below = mirrored & (np.arange(SIZE[1])[:, None] > die.corners[:, 1].max())
    assert below.sum() > 100
    assert not mask[below].any()


@pytest.mark.parametrize("tall", [0.2, 0.4, 1.5])
def test_a_cocked_die_touches_the_table_and_the_edge_it_leans_on(tall: float) -> None:
    foot, toward = np.array([1.0, 2.0], np.float32), np.array([0.6, 0.8], np.float32)
    for seed in range(12):
        rng = np.random.default_rng(seed)
        pose = leaning_pose(rng, foot, toward, 0.7, tall)
        points = box_points(pose)
        reach, height = (points[:, :2] - foot) @ toward, points[:, 2]
        assert height.min() == pytest.approx(0, abs=1e-4)
        if tall >= np.sin(pose.lean):  # an upright wall: nothing reaches into it
            assert reach.max() == pytest.approx(0, abs=1e-4)
            continue
        low, high = (height.argmin(), reach.argmax())  # of the face that lies on it
        slope = np.tan(pose.lean)
        assert -reach[low] * slope == pytest.approx(tall, abs=1e-3)
        assert height[high] >= tall - 1e-4


def test_caps_have_teeth_and_no_thing_of_metal_is_a_face() -> None:
    top = np.full((120, 160, 3), 0.3, np.float32)
    drawn, odd = strew(top, np.random.default_rng(1), 8, 20, 0.3, HARDWARE)
    assert len(odd) == 8
    assert {(d.value, d.body) for d in odd} == {(0, "other")}
    assert np.abs(drawn - top).max() > 0.1
    rim = bottle_cap(np.random.default_rng(3))[..., 3] > 0.5
    a = np.linspace(0, 2 * np.pi, 2000, endpoint=False)
    x, y = (np.round(48 + 0.455 * 96 * f(a)).astype(int) for f in (np.cos, np.sin))
    assert np.count_nonzero(np.diff(rim[y, x].astype(int)) == 1) in (TEETH - 1, TEETH)


@pytest.mark.parametrize(
    ("flag", "make"), [("--odd", odd_scene), ("--clusters", cluster_scene)]
)
def test_scenes_come_in_shards(
    flag: str,
    make: Callable[[np.random.Generator], Scene],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(make_scenes, "SHARD", 2)
    monkeypatch.setattr(
        sys, "argv", ["", str(tmp_path), flag, "--count", "2", "--seed", "7"]
    )
    make_scenes.main()
    told = pickle.loads((tmp_path / "007-0000.pickle").read_bytes())
    rng = np.random.default_rng([7, 0])
    assert [s["photo"] for s in told] == [pack(make(rng))["photo"] for _ in range(2)]


def test_crowded_tables_say_what_lies_where() -> None:
    a, b = (crowded_table(np.random.default_rng(3), (320, 240)) for _ in range(2))
    assert np.array_equal(a.photo, b.photo)
    assert len(a.names) == len(a.places) > 5
    assert set(a.names) <= {*SPRITES, *PAINTERS}
    for name, (x, y, _) in zip(a.names, a.places, strict=True):
        assert a.what_is_at(x, y) == name
    assert a.what_is_at(-900, -900) == a.cloth


def test_numeral_dice_are_told_apart_from_the_table() -> None:
    crowd = numeral_table(np.random.default_rng(4), (320, 240))
    assert set(crowd.names) <= {"cube", "many-sided"}
    x, y, _ = crowd.places[0]
    assert crowd.what_is_at(x, y) == crowd.names[0]


@pytest.mark.parametrize("numbers", [(1, 6), (5, 4), (2, 3), (0, 6)])
def test_both_halves_of_a_domino_show_their_spots_and_are_no_dice(
    numbers: tuple[int, int],
) -> None:
    white, black = np.full(3, 0.9, np.float32), np.zeros((6, 3), np.float32)
    make = Make(1.2, 0.3, white, black, 0.12, 0.32, 0.02, 0.0)
    camera = Camera(700.0, (60.0, 60.0), 14 * float(np.cos(0.4)), 0.4)
    picture = np.full((*SIZE, 3), 0.5, np.float32)
    tile = Tile(np.zeros(2, np.float32), 0.3, numbers)
    truths = lay_tile(picture, tile, make, camera, lamp())
    assert [d.value for d in truths] == [0, 0, 0]
    dark = (picture.max(2) < 0.2).astype(np.uint8)
    for half, number in zip(truths[1:], numbers, strict=True):
        inside = np.zeros(SIZE, np.uint8)
        middle = half.corners.mean(0)
        smaller = middle + 0.85 * (half.corners - middle)  # without rim and bar
        cv2.fillConvexPoly(inside, np.round(smaller).astype(int), 1)
        pieces, _ = cv2.connectedComponents(dark * inside)
        assert pieces - 1 == number


def test_neighbours_in_a_chain_of_dominoes_show_the_same_number() -> None:
    longest = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        tiles = chain(rng, some_make(rng), np.zeros(2, np.float32))
        longest = max(longest, len(tiles))
        for a, b in itertools.pairwise(tiles):
            assert a.numbers[1] == b.numbers[0]
    assert longest == 5
