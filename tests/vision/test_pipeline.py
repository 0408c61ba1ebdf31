"""The steps of reading with nets that say what the test wants."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.calibrate import face_probability, is_sure, value_probability
from vision.find import STRIDE
from vision.pipeline import read_picture
from vision.readings import COLOURS


@dataclass
class FakeDetector:
    """Sees dice of side 32 px at cells (y, x) of a 640 px picture, with heat logits."""

    cells: list[tuple[int, int, float]]
    looks: int = 0

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        self.looks += 1
        h, w = batch.shape[1] // STRIDE, batch.shape[2] // STRIDE
        maps = np.zeros((1, 14, h, w), np.float32)
        maps[:, 0] = -9
        maps[:, 6] = -1
        scale = w / 160
        maps[:, 3] = np.log(scale)
        for y, x, logit in self.cells:
            at = (0, slice(None), int(y * scale), int(x * scale))
            maps[at][0] = logit
            maps[at][8 + 4] = 9  # a five
        return [maps]


@dataclass
class FakeReader:
    """Says five, or none, or that it leans, of every crop."""

    none: float = -9.0
    five: float = 3.0
    leans: float = -9.0
    asked: list[np.ndarray] = field(default_factory=list)

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        self.asked.append(batch)
        classes = np.full((len(batch), 8), -9, np.float32)
        classes[:, 4] = self.five
        classes[:, 6] = self.none
        classes[:, 7] = self.leans
        return [classes, np.zeros((len(batch), 2, 24, 24), np.float32)]


class FakeColours:
    """Says white body, red pips, kind c."""

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        out = np.full((len(batch), 27), -9, np.float32)
        out[:, COLOURS.index("white")] = 9
        out[:, 12 + COLOURS.index("red")] = 9
        out[:, 24] = 9
        return [out]


@dataclass
class FakeModels:
    detector: FakeDetector
    reader: FakeReader = field(default_factory=FakeReader)
    colours: FakeColours = field(default_factory=FakeColours)

    def share(
        self, work: Callable[[Sequence[Any]], Any], items: Sequence[Any]
    ) -> list[Any]:
        return [work(items)]


PICTURE = np.full((480, 640, 3), 128, np.uint8)
TWO = [(40, 100, 4.0), (60, 30, 4.0)]


def test_dice_come_left_to_right_with_all_that_is_known() -> None:
    reading = read_picture(PICTURE, FakeModels(FakeDetector(TWO)))
    assert [round(d.center[0]) for d in reading.dice] == [122, 402]
    assert {(d.value, d.body, d.pips, d.kind) for d in reading.dice} == {
        (5, "white", "red", "c")
    }
    assert all(d.sure for d in reading.dice)
    assert reading.problems == ()


class FakeThreads(FakeModels):
    """Each face is a share of its own."""

    def share(
        self, work: Callable[[Sequence[Any]], Any], items: Sequence[Any]
    ) -> list[Any]:
        return [work([item]) for item in items]


@pytest.mark.parametrize("five", [3.0, -4.0], ids=["clear", "doubtful"])
def test_shares_of_the_faces_are_told_as_all_at_once(five: float) -> None:
    picture = np.random.default_rng(0).integers(0, 256, (480, 640, 3), np.uint8)
    one, other = (
        read_picture(picture, kind(FakeDetector(TWO), FakeReader(five=five)))
        for kind in (FakeModels, FakeThreads)
    )
    assert len(one.dice) == 2
    assert one == other


def test_corners_are_clockwise_round_the_center() -> None:
    die = read_picture(PICTURE, FakeModels(FakeDetector(TWO))).dice[0]
    corners = np.array(die.corners)
    assert corners.mean(0) == pytest.approx(die.center)
    edges = np.roll(corners, -1, 0) - corners
    turn = (
        edges[:, 0] * np.roll(edges, -1, 0)[:, 1]
        - edges[:, 1] * np.roll(edges, -1, 0)[:, 0]
    )
    assert (turn > 0).all()


def test_an_empty_table_is_an_answer() -> None:
    reading = read_picture(PICTURE, FakeModels(FakeDetector([])))
    assert reading.dice == ()
    assert reading.problems == ()


def test_only_a_doubtful_face_is_looked_at_twice() -> None:
    ramp = np.zeros((480, 640, 3), np.uint8)
    ramp[:] = np.arange(640)[:, None] % 256
    clear, doubtful = FakeReader(five=3.0), FakeReader(five=-4.0)
    for reader in (clear, doubtful):
        read_picture(ramp, FakeModels(FakeDetector(TWO), reader))
    assert [len(views) for views in clear.asked] == [2]
    first, second = doubtful.asked
    assert np.array_equal(second, first[:, :, ::-1])
    assert not np.array_equal(second, first)


@pytest.mark.parametrize(
    ("five", "none", "times"),
    [
        pytest.param(0.995, 0.003, 1, id="clear"),
        pytest.param(0.985, 0.010, 2, id="nearly clear"),
        pytest.param(0.500, 0.450, 2, id="is it a die?"),
        pytest.param(0.065, 0.930, 2, id="hardly a die"),
        pytest.param(0.035, 0.960, 1, id="no die, whatever the other view tells"),
    ],
)
def test_a_face_is_read_again_where_that_may_change_what_is_told(
    five: float, none: float, times: int
) -> None:
    reader = FakeReader(none=float(np.log(none)), five=float(np.log(five)))
    read_picture(PICTURE, FakeModels(FakeDetector(TWO), reader))
    assert len(reader.asked) == times


def test_what_the_reader_calls_no_face_is_not_told() -> None:
    models = FakeModels(FakeDetector(TWO), FakeReader(none=12.0))
    assert read_picture(PICTURE, models).dice == ()


def logs(**shares: float) -> FakeReader:
    """A reader that says so with these probabilities."""
    return FakeReader(**{name: float(np.log(p)) for name, p in shares.items()})


@pytest.mark.parametrize("expect", [None, 1])
def test_a_leaning_die_is_a_problem_where_it_lies(expect: int | None) -> None:
    models = FakeModels(FakeDetector(TWO[:1]), logs(leans=0.8, five=0.19, none=0.01))
    reading = read_picture(PICTURE, models, expect)
    (cocked,) = (p for p in reading.problems if p.code == "cocked_die")
    assert cocked.center == pytest.approx((401.5, 161.5), abs=2)
    assert cocked.values == (("value", 5),)
    assert not any(die.sure for die in reading.dice)


@pytest.mark.parametrize(
    ("heat", "five", "none", "codes"),
    [
        pytest.param(0.98, 0.80, 0.20, [], id="told, unsure"),
        pytest.param(0.98, 0.35, 0.65, ["maybe_die"], id="hardly a die"),
        pytest.param(0.16, 0.05, 0.95, [], id="none for both"),
        pytest.param(0.98, 0.15, 0.85, ["maybe_die"], id="one for the detector"),
        pytest.param(0.98, 0.03, 0.97, [], id="surely none for the reader"),
    ],
)
def test_what_may_be_a_die_is_asked_where_it_lies(
    heat: float, five: float, none: float, codes: list[str]
) -> None:
    at = (40, 100, float(np.log(heat / (1 - heat))))
    models = FakeModels(FakeDetector([at]), logs(five=five, none=none))
    reading = read_picture(PICTURE, models)
    assert [p.code for p in reading.problems] == codes
    for problem in reading.problems:
        assert problem.center == pytest.approx((401.5, 161.5), abs=2)
    assert not any(die.sure for die in reading.dice)


@pytest.mark.parametrize(
    ("expect", "code"), [(1, "too_many_dice"), (2, None), (3, "too_few_dice")]
)
def test_another_count_is_a_problem(expect: int, code: str | None) -> None:
    reading = read_picture(PICTURE, FakeModels(FakeDetector(TWO)), expect=expect)
    assert [p.code for p in reading.problems] == ([code] if code else [])


@pytest.mark.parametrize("count", [2, 12])
def test_a_die_that_is_sure_by_itself_is_never_left_out(count: int) -> None:
    """However many others there are of which one might be none."""
    cells = [(20 + 30 * (i % 3), 20 + 30 * (i // 3), 4.0) for i in range(count)]
    models = FakeModels(FakeDetector(cells), logs(five=0.99, none=0.01))
    assert all(die.sure for die in read_picture(PICTURE, models).dice)
    reading = read_picture(PICTURE, models, expect=count - 1)
    assert [p.code for p in reading.problems] == ["too_many_dice"]
    assert len(reading.dice) == count
    assert not any(die.sure for die in reading.dice)


@pytest.mark.parametrize(
    ("expect", "is_harder"), [(None, False), (2, False), (3, True)]
)
def test_only_for_a_missing_die_it_looks_again(
    expect: int | None, is_harder: bool
) -> None:
    detector = FakeDetector(TWO)
    read_picture(PICTURE, FakeModels(detector), expect=expect)
    assert (detector.looks > 1) is is_harder


def test_a_picture_of_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match=r"uint8 \(H, W, 3\), got float32"):
        read_picture(PICTURE.astype(np.float32), FakeModels(FakeDetector([])))
    for shape in ((0, 0, 3), (4, 0, 3), (4, 4), (4, 4, 4), (4, 4, 3, 1)):
        with pytest.raises(ValueError, match=r"uint8 \(H, W, 3\), got"):
            read_picture(np.zeros(shape, np.uint8), FakeModels(FakeDetector([])))


SURE_DIE = {
    "heat": 0.99,
    "reader": 0.999,
    "none": 0.001,
}


def fused(heat: float, reader: float, none: float) -> float:
    face = face_probability(heat, none, reader)
    return face * value_probability(reader, none)


@pytest.mark.parametrize(
    "doubt",
    [{"heat": 0.15}, {"reader": 0.5}, {"none": 0.6}],
    ids=["weak peak", "two values", "perhaps a side face"],
)
def test_every_doubt_alone_makes_a_die_unsure(doubt: dict[str, float]) -> None:
    assert is_sure(fused(**SURE_DIE))
    told = fused(**{**SURE_DIE, **doubt})
    assert told < fused(**SURE_DIE)
    assert not is_sure(told)


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_value_is_never_surer_than_the_reader(reader: float, none: float) -> None:
    assert value_probability(reader, none) <= reader


class FakeDoubtfulColours(FakeColours):
    """Cannot tell kind c from kind b."""

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        out = super().run(batch)[0]
        out[:, 25] = 9
        return [out]


def test_a_die_of_doubtful_kind_is_told_and_not_sure() -> None:
    models = FakeModels(FakeDetector(TWO), colours=FakeDoubtfulColours())
    reading = read_picture(PICTURE, models)
    assert len(reading.dice) == 2
    assert not any(d.sure for d in reading.dice)


def test_where_kinds_do_not_matter_a_doubtful_one_leaves_a_die_sure() -> None:
    models = FakeModels(FakeDetector(TWO), colours=FakeDoubtfulColours())
    reading = read_picture(PICTURE, models, kinds=False)
    assert [d.sure for d in reading.dice] == [True, True]
    assert {d.kind for d in reading.dice} <= {"b", "c", "plain"}


def test_in_sets_kinds_always_matter() -> None:
    models = FakeModels(FakeDetector(TWO), colours=FakeDoubtfulColours())
    reading = read_picture(PICTURE, models, sets=True, kinds=False)
    assert not any(die.sure for die in reading.dice)


class FakeFickleReader(FakeReader):
    """Says the other time that it is a three."""

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        classes, masks = super().run(batch)
        if len(self.asked) % 2 == 0:
            classes[:, [2, 4]] = classes[:, [4, 2]]
        return [classes, masks]


def test_a_second_view_that_sees_another_value_leaves_the_die_in_doubt() -> None:
    shares = {"five": 0.9, "none": 0.1}
    for reader in (FakeReader, FakeFickleReader):
        nets = FakeModels(FakeDetector(TWO[:1]))
        nets.reader = reader(**{k: float(np.log(p)) for k, p in shares.items()})
        reading = read_picture(PICTURE, nets, expect=1)
        told = [die.confidence for die in reading.dice]
        assert len(nets.reader.asked) >= 2
        assert bool(told and told[0] > 0.5) is (reader is FakeReader)


class FakeSixfoldReader(FakeReader):
    """Cannot say at all which value it is."""

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        classes, masks = super().run(batch)
        classes[:, :6] = self.five
        return [classes, masks]


def test_a_die_of_any_value_is_asked_about() -> None:
    nets = FakeModels(FakeDetector(TWO[:1]))
    nets.reader = FakeSixfoldReader(
        five=float(np.log(0.4 / 6)), none=float(np.log(0.6))
    )
    reading = read_picture(PICTURE, nets)
    assert reading.dice == ()
    assert [p.code for p in reading.problems] == ["maybe_die"]


class FakeTornReader(FakeReader):
    """Of the upper one of two crops it cannot say whether it is a three or a five."""

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        classes, masks = super().run(batch)
        classes[0, 2] = classes[0, 4]
        return [classes, masks]


def test_for_a_count_the_die_whose_value_is_clear_is_told() -> None:
    upper, lower = (20, 30, 0.1), (60, 30, -0.85)
    alone = read_picture(
        PICTURE, FakeModels(FakeDetector([upper]), FakeTornReader(none=-2)), expect=1
    )
    assert [die.center[1] < 120 for die in alone.dice] == [True]
    models = FakeModels(FakeDetector([upper, lower]), FakeTornReader(none=-2))
    (die,) = read_picture(PICTURE, models, expect=1).dice
    assert die.center[1] > 200
    assert die.value == 5


def test_a_near_miss_is_taken_in_for_the_count_and_never_sure() -> None:
    weak = (20, 30, -1.6)
    models = FakeModels(FakeDetector([*TWO, weak]), logs(five=0.99, none=0.01))
    alone = read_picture(PICTURE, models)
    assert [die.sure for die in alone.dice] == [True, True]
    reading = read_picture(PICTURE, models, expect=3)
    assert len(reading.dice) == 3
    assert [die.sure for die in reading.dice] == [False, True, True]
