"""Corners, peaks and thinning: the arithmetic between the detector and the faces."""

import cmath
import math

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.quads import encode
from vision.find import (
    MIN_APART,
    STRIDE,
    Candidate,
    Search,
    decode,
    face_corners,
    find_faces,
    prepare,
    thin,
)

ANGLES = st.floats(0, 6.28)


def square(side: float, angle: float, centre: tuple[float, float]) -> np.ndarray:
    a = angle + np.pi / 4 + np.arange(4) * np.pi / 2
    return np.stack([np.cos(a), np.sin(a)], 1) * side / np.sqrt(2) + centre


def same_corners(a: np.ndarray, b: np.ndarray) -> bool:
    return all(np.hypot(*(b - corner).T).min() < 1e-3 * 40 for corner in a)


@given(ANGLES, st.floats(8, 200), st.floats(0.5, 1.0), ANGLES)
def test_corners_survive_the_encoding(
    angle: float, side: float, squash: float, axis: float
) -> None:
    c, s = np.cos(axis), np.sin(axis)
    turn = np.array([[c, -s], [s, c]])
    shape = square(side, angle, (0, 0)) @ (turn @ np.diag([1, squash]) @ turn.T)
    length, quad = encode(shape)
    (back,) = face_corners(
        np.array([[7.0, -3.0]]), np.array([length]), np.asarray(quad)[None]
    )
    assert same_corners(back - [7.0, -3.0], shape)


@given(ANGLES, st.integers(0, 3), st.booleans())
def test_encoding_does_not_care_which_corner_comes_first(
    angle: float, first: int, mirrored: bool
) -> None:
    corners = square(40, angle, (5, 5))
    other = np.roll(corners, first, 0)
    if mirrored:
        other = other[::-1]
    assert np.allclose(encode(corners)[1], encode(other)[1], atol=1e-5)


def maps_with(*cells: tuple[int, int, float, float]) -> np.ndarray:
    """Maps with peaks at (y, x) of a heat logit and a side in input pixels."""
    maps = np.zeros((14, 40, 40), np.float32)
    maps[0] = -9
    maps[5] = -1.0  # Q of a square that is not turned by 45°
    for y, x, logit, side in cells:
        maps[0, y, x] = logit
        maps[3, y, x] = np.log(side / 32)
    return maps


def test_a_peak_becomes_a_candidate_in_picture_pixels() -> None:
    (found,) = decode(maps_with((10, 20, 3.0, 24.0)), 0.5)
    assert found.center == pytest.approx(
        ((20.5 * STRIDE) / 0.5 - 0.5, (10.5 * STRIDE) / 0.5 - 0.5)
    )
    assert found.side == pytest.approx(48)
    assert found.heat == pytest.approx(1 / (1 + np.exp(-3)))
    assert found.values.sum() == pytest.approx(1)


def decoded_alone(maps: np.ndarray, y: int, x: int, scale: float) -> Candidate:
    """One cell by the formulas as they are written down, number by number."""
    cell = maps[:, y, x].astype(np.float64)
    cx = ((x + cell[1] + 0.5) * STRIDE) / scale - 0.5
    cy = ((y + cell[2] + 0.5) * STRIDE) / scale - 0.5
    side = 32 * math.exp(min(max(cell[3], -3), 3)) / scale
    p = complex(cell[4], cell[5]) * side**2 / 2
    q = complex(cell[6], cell[7]) * side**4 / 4
    root = cmath.sqrt(p * p - 4 * q)
    a, b = cmath.sqrt((p + root) / 2), cmath.sqrt((p - root) / 2)
    points = sorted([a, b, -a, -b], key=cmath.phase)
    values = np.exp(cell[8:14]) / np.exp(cell[8:14]).sum()
    return Candidate(
        (cx, cy),
        side,
        np.array([[z.real + cx, z.imag + cy] for z in points]),
        1 / (1 + math.exp(-cell[0])),
        values,
    )


@given(st.integers(0, 2**32 - 1), st.floats(0.1, 2.0), st.floats(0.05, 0.9))
def test_all_peaks_at_once_are_as_each_alone(
    seed: int, scale: float, least: float
) -> None:
    rng = np.random.default_rng(seed)
    maps = rng.normal(0, 2, (14, 12, 17)).astype(np.float32)
    peaks = [
        (y, x)
        for y in range(12)
        for x in range(17)
        if maps[0, y, x] == maps[0, max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2].max()
        and 1 / (1 + math.exp(-maps[0, y, x])) > least
    ]
    found = decode(maps, scale, least)
    assert len(found) == len(peaks)
    for told, (y, x) in zip(found, peaks, strict=True):
        alone = decoded_alone(maps, y, x, scale)
        assert told.center == pytest.approx(alone.center)
        assert told.side == pytest.approx(alone.side)
        assert told.heat == pytest.approx(alone.heat)
        assert told.values == pytest.approx(alone.values, abs=1e-6)
        assert told.corners == pytest.approx(alone.corners, abs=1e-6 * told.side)


def test_no_peak_is_no_candidate() -> None:
    assert decode(maps_with(), 1.0) == []


def test_a_shoulder_of_a_peak_is_no_candidate() -> None:
    assert len(decode(maps_with((10, 20, 3.0, 24.0), (10, 21, 2.0, 24.0)), 1.0)) == 1


def candidate(x: float, side: float = 40.0) -> Candidate:
    return Candidate(
        (x, 0.0), side, square(side, 0, (x, 0)), 0.9, np.full(6, 1 / 6, np.float32)
    )


@pytest.mark.parametrize(
    ("distance", "kept"),
    [
        pytest.param(40.0, 2, id="touching dice are two"),
        pytest.param(30.0, 2, id="touching dice seen at a slant are two"),
        pytest.param(20.0, 1, id="a face and its neighbour face are one"),
        pytest.param(3.0, 1, id="two peaks on a face are one"),
    ],
)
def test_thinning(distance: float, kept: int) -> None:
    both = [candidate(0), candidate(distance)]
    assert len(thin(both, [0.5, 0.9])) == kept


def test_thinning_keeps_the_better_score() -> None:
    assert thin([candidate(0), candidate(5)], [0.5, 0.9]) == [1]


@given(st.integers(0, 2**32 - 1))
def test_thinned_as_pair_by_pair(seed: int) -> None:
    rng = np.random.default_rng(seed)
    crowd = [
        Candidate((x, y), side, np.zeros((4, 2)), 0.5, np.zeros(6, np.float32))
        for x, y, side in rng.uniform((0, 0, 5), (200, 200, 60), (30, 3)).tolist()
    ]
    scores = rng.choice([0.2, 0.5, 0.5, 0.9], 30).tolist()

    def is_clear(a: Candidate, b: Candidate) -> bool:
        reach = max(min(a.side, b.side), 0.6 * max(a.side, b.side))
        return math.dist(a.center, b.center) > MIN_APART * reach

    kept: list[int] = []
    for i in sorted(range(30), key=lambda i: -scores[i]):
        if all(is_clear(crowd[i], crowd[j]) for j in kept):
            kept.append(i)
    assert thin(crowd, scores) == kept


def test_nothing_thins_to_nothing() -> None:
    assert thin([], []) == []


def test_input_is_the_picture_and_its_rim_goes_on() -> None:
    rng = np.random.default_rng(3)
    picture = rng.integers(0, 256, (70, 90, 3), dtype=np.uint8)
    batch = prepare(picture, 1.0)
    assert batch.dtype == np.uint8
    assert np.array_equal(batch[0, :70, :90], picture)
    assert np.array_equal(batch[0, 95, :90], picture[69])
    assert np.array_equal(batch[0, :70, 95], picture[:, 89])


def test_input_is_padded_to_whole_strides() -> None:
    batch = prepare(np.zeros((100, 333, 3), np.uint8), 1.0)
    assert batch.shape == (1, 128, 352, 3)


class TinyDice:
    """A detector that sees one small die, and remembers how it was asked."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        self.shapes.append(batch.shape)
        h, w = batch.shape[1] // STRIDE, batch.shape[2] // STRIDE
        maps = np.zeros((1, 14, h, w), np.float32)
        maps[:, 0] = -9
        maps[0, 0, h // 2, w // 2] = 4
        maps[:, 3] = np.log(12 / 32)
        return [maps]


def test_small_dice_are_looked_at_again_closer() -> None:
    net = TinyDice()
    find_faces(np.zeros((1200, 1600, 3), np.uint8), net)
    assert len(net.shapes) == 2
    assert net.shapes[1][2] > net.shapes[0][2]


def test_a_search_asks_at_each_scale_once() -> None:
    picture = np.zeros((1200, 1600, 3), np.uint8)
    net = TinyDice()
    search = Search(picture, net)
    assert [c.center for c in search.faces()] == [
        c.center for c in find_faces(picture, TinyDice())
    ]
    assert len(net.shapes) == 2
    harder = search.faces(harder=True)
    assert len(net.shapes) == len(set(net.shapes)) > 2
    whole = find_faces(picture, TinyDice(), harder=True)
    assert [c.center for c in harder] == [c.center for c in whole]


class Squares:
    """A detector that sees white squares, the larger the surer.

    Args:
        clear_px: From this side on it is sure, in pixels of its input.
        weak: The heat logit of smaller ones.
    """

    def __init__(self, clear_px: float = 15, weak: float = -1) -> None:
        self.clear_px, self.weak = clear_px, weak
        self.shapes: list[tuple[int, ...]] = []

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        self.shapes.append(batch.shape)
        _, h, w, _ = batch.shape
        maps = np.zeros((1, 14, h // STRIDE, w // STRIDE), np.float32)
        maps[:, 0] = -9
        light = (batch[0, ..., 0] > 127).astype(np.uint8)
        _, _, stats, centers = cv2.connectedComponentsWithStats(light)
        for (*_, area), (x, y) in zip(stats[1:], centers[1:], strict=True):
            cell = int(y // STRIDE), int(x // STRIDE)
            side = math.sqrt(area)
            maps[0, 0][cell] = 4 if side >= self.clear_px else self.weak
            maps[0, 1][cell] = (x + 0.5) / STRIDE - 0.5 - cell[1]
            maps[0, 2][cell] = (y + 0.5) / STRIDE - 0.5 - cell[0]
            maps[0, 3][cell] = math.log(side / 32)
        return [maps]


def table_of(
    *squares: tuple[int, int, int], size: tuple[int, int] = (1000, 750)
) -> np.ndarray:
    picture = np.zeros((size[1], size[0], 3), np.uint8)
    for x, y, side in squares:
        picture[y : y + side, x : x + side] = 255
    return picture


BIG = [(100 + 150 * k, 80, 70) for k in range(5)]


def test_minis_beside_big_dice_are_looked_at_closer() -> None:
    net = Squares()
    minis = [(600, 500, 18), (640, 520, 18)]
    found = find_faces(table_of(*BIG, *minis), net)
    assert len(net.shapes) == 2
    assert len(found) == 7
    assert min(c.heat for c in found) > 0.9
    told = sorted(c.center for c in found if c.side < 25)
    assert np.allclose(told, [(608.5, 508.5), (648.5, 528.5)], atol=1)


def test_only_what_lies_around_the_minis_is_looked_at_closer() -> None:
    net = Squares()
    find_faces(table_of(*BIG, (600, 500, 18)), net)
    assert math.prod(net.shapes[1]) < 0.3 * math.prod(net.shapes[0])


def test_big_dice_alone_are_looked_at_once() -> None:
    net = Squares()
    assert len(find_faces(table_of(*BIG), net)) == 5
    assert len(net.shapes) == 1


@pytest.mark.parametrize(
    ("others", "side", "clear_px", "looks"),
    [
        pytest.param(70, 18, 15, 2, id="a mini in doubt"),
        pytest.param(70, 18, 10, 1, id="a mini that is clear"),
        pytest.param(70, 45, 40, 1, id="in doubt, but large enough to be seen"),
        pytest.param(31, 27, 18.5, 1, id="in doubt, but not smaller than the others"),
    ],
)
def test_what_is_looked_at_closer(
    others: int, side: int, clear_px: float, looks: int
) -> None:
    net = Squares(clear_px)
    big = [(x, y, others) for x, y, _ in BIG]
    find_faces(table_of(*big, (600, 500, side)), net)
    assert len(net.shapes) == looks


def test_many_minis_in_doubt_do_not_pass_for_the_usual_size() -> None:
    net = Squares()
    minis = [(560 + 30 * (k % 3), 500 + 30 * (k // 3), 18) for k in range(9)]
    assert len(find_faces(table_of(*BIG, *minis), net)) == 14
    assert len(net.shapes) == 2
    assert math.prod(net.shapes[1]) < 0.5 * math.prod(net.shapes[0])


@pytest.mark.parametrize(
    ("apart", "widths"),
    [
        pytest.param(100, [640, 224], id="close together: as large as is best"),
        pytest.param(800, [640, 640], id="farther apart: no larger than the whole"),
        pytest.param(1700, [640], id="all over the picture: not at all"),
    ],
)
def test_a_closer_look_costs_no_more_than_the_first(
    apart: int, widths: list[int]
) -> None:
    net = Squares()
    big = [(200 + 300 * k, 160, 140) for k in range(5)]
    minis = [(100, 1300, 30), (100 + apart, 1300, 30)]
    find_faces(table_of(*big, *minis, size=(2000, 1500)), net)
    assert [shape[2] for shape in net.shapes] == widths


def test_corners_move_with_their_face() -> None:
    for face in find_faces(table_of(*BIG, (600, 500, 18)), Squares()):
        assert face.corners.mean(axis=0) == pytest.approx(face.center)


@pytest.mark.parametrize("squares", [[(300, 200, 9)], [*BIG[:3], (300, 300, 9)]])
def test_a_small_picture_is_not_made_larger(
    squares: list[tuple[int, int, int]],
) -> None:
    net = Squares(10)
    find_faces(table_of(*squares, size=(640, 480)), net)
    assert len(net.shapes) == 1


@pytest.mark.parametrize(
    ("size", "side", "widths"),
    [
        pytest.param((1600, 1200), 30, {640, 1600}, id="up to the picture's own"),
        pytest.param((3200, 2400), 45, {640, 1600}, id="never beyond 1600"),
        pytest.param((1600, 1200), 900, {640, 256}, id="never below 256"),
    ],
)
def test_how_far_the_scale_goes(
    size: tuple[int, int], side: int, widths: set[int]
) -> None:
    net = Squares(5)
    find_faces(table_of((200, 100, side), size=size), net)
    assert {shape[2] for shape in net.shapes} == widths


def test_a_harder_search_goes_about_the_better_scale() -> None:
    net = Squares(10)
    find_faces(table_of((700, 500, 30), size=(1600, 1200)), net, harder=True)
    assert {shape[2] for shape in net.shapes} == {640, 960, 1600}


def test_a_harder_search_takes_weaker_candidates() -> None:
    picture = table_of((600, 500, 70))
    net = Squares(clear_px=999, weak=-2.2)
    assert find_faces(picture, net) == []
    assert len(find_faces(picture, net, harder=True)) == 1


def test_a_harder_search_keeps_what_was_seen_closer() -> None:
    big = [(200 + 300 * k, 160, 140) for k in range(5)]
    search = Search(table_of(*big, (1200, 1000, 22), size=(2000, 1500)), Squares())
    for harder in (False, True):
        (mini,) = (c for c in search.faces(harder=harder) if c.side < 50)
        assert mini.heat > 0.9


def test_a_harder_search_does_not_look_closer_twice() -> None:
    net = Squares()
    search = Search(table_of(*BIG, (600, 500, 18)), net)
    search.faces()
    search.faces(harder=True)
    assert len(net.shapes) == len(set(net.shapes))


@given(st.integers(20, 960), st.integers(200, 700))
def test_a_mini_is_found_wherever_it_lies(x: int, y: int) -> None:
    found = find_faces(table_of(*BIG, (x, y, 18)), Squares())
    mini = [c for c in found if c.side < 25]
    assert len(mini) == 1
    assert np.allclose(mini[0].center, (x + 8.5, y + 8.5), atol=1)
