"""Dice that are shown at the table: how many are seen, and what is kept of them."""

from __future__ import annotations

import numpy as np
import pytest

import device.lessons
from device.lessons import (
    GAP_PX,
    MOST_AT_ONCE,
    SHOWN_PX,
    draw_faces,
    look_at,
    pick_shown,
)
from device.table_reader import TableReader
from models.evaluate_teach import odd_look, shoot
from vision.faces import CROP_PX
from vision.likeness import ShownFace
from vision.opinions import AnyModels
from vision.session import load_models
from vision.teach import Picked, TeachError

NO_MODELS: AnyModels = None  # type: ignore[assignment]
PICTURE = np.zeros((240, 320, 3), np.uint8)


def picked(value: int, read: int, confidence: float = 0.9) -> Picked:
    crop = np.full((CROP_PX, CROP_PX, 3), 20 + value, np.uint8)
    return Picked(ShownFace(value, crop), read, confidence)


class Table:
    """Stands for `pick_faces` where dice lie: refuses every other count as it does."""

    def __init__(self, clear: int, faint: int = 0, code: str = "") -> None:
        self.clear, self.dice, self.code = clear, clear + faint, code
        self.asked: list[int] = []

    def __call__(self, picture, values, models, *, is_certain):
        count = len(values)
        self.asked.append(count)
        if self.code:
            raise TeachError(self.code, read=4)
        if not self.dice:
            raise TeachError("none_found")
        if self.clear > count:
            raise TeachError("too_many", found=self.clear, expected=count)
        if self.dice < count:
            raise TeachError("too_few", found=self.dice, expected=count)
        if self.dice > count:
            raise TeachError("unclear")
        return [picked(value, value) for value in values]


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch):
    def lay(table: Table) -> Table:
        monkeypatch.setattr(device.lessons, "pick_faces", table)
        return table

    return lay


@pytest.mark.parametrize(
    ("clear", "faint", "asked"),
    [(1, 0, [1]), (5, 0, [1, 5]), (0, 1, [1]), (0, 3, [1, 2, 3]), (3, 1, [1, 3, 4])],
)
def test_as_many_are_taken_as_lie_there(
    lay, clear: int, faint: int, asked: list[int]
) -> None:
    table = lay(Table(clear, faint))
    faces = pick_shown(PICTURE, 6, NO_MODELS)
    assert [one.face.value for one in faces] == [6] * (clear + faint)
    assert table.asked == asked


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (Table(0), "none_found"),
        (Table(0, code="contradicts"), "contradicts"),
        (Table(0, MOST_AT_ONCE + 1), "unclear"),
        (Table(0, code="unclear"), "unclear"),
    ],
)
def test_what_cannot_be_counted_is_refused(lay, table: Table, code: str) -> None:
    lay(table)
    with pytest.raises(TeachError) as refused:
        pick_shown(PICTURE, 1, NO_MODELS)
    assert refused.value.code == code
    assert len(table.asked) <= MOST_AT_ONCE


def test_a_thing_as_likely_as_the_die_that_is_no_face_is_unclear(lay) -> None:
    table = Table(0, 2)
    table.dice = 1  # two such places, of which one may be shown

    def pick(picture, values, models, *, is_certain):
        if len(values) == 1:
            raise TeachError("unclear")
        return table(picture, values, models, is_certain=is_certain)

    lay(pick)
    with pytest.raises(TeachError) as refused:
        pick_shown(PICTURE, 1, NO_MODELS)
    assert refused.value.code == "unclear"


class Shows:
    """A reader that finds these."""

    def __init__(self, *found: Picked, refusal: TeachError | None = None) -> None:
        self.found, self.refusal = list(found), refusal

    def show(self, picture, value, *, is_certain=False):
        if self.refusal is not None and not is_certain:
            raise self.refusal
        return self.found


def test_a_sight_tells_how_many_and_whether_they_are_news() -> None:
    known = look_at(PICTURE, 2, Shows(picked(2, 2), picked(2, 2))).shown(7, 1.0)
    assert (known.value, len(known.faces), known.shot) == (2, 2, 7)
    assert not known.is_news
    for odd in (picked(2, 5), picked(2, 2, 0.3)):
        assert look_at(PICTURE, 2, Shows(picked(2, 2), odd)).shown(7, 1.0).is_news


def test_a_sight_that_is_refused_has_no_faces() -> None:
    sight = look_at(PICTURE, 2, Shows(picked(2, 2), refusal=TeachError("unclear")))
    shown = sight.shown(None, 1.0)
    assert sight.image is None
    assert (shown.refusal, shown.faces) == ("unclear", ())


def test_what_is_surely_read_otherwise_is_shown_and_not_handed_out() -> None:
    refusal = TeachError("contradicts", read=4, value=2)
    sight = look_at(PICTURE, 2, Shows(picked(2, 4, 0.99), refusal=refusal))
    shown = sight.shown(8, 1.0)
    assert sight.image is not None
    assert (shown.refusal, shown.read, shown.faces) == ("contradicts", 4, ())
    assert shown.shot == 8


@pytest.mark.parametrize(
    ("count", "columns", "rows"), [(1, 1, 1), (2, 2, 1), (5, 3, 2)]
)
def test_faces_stand_side_by_side(count: int, columns: int, rows: int) -> None:
    image = draw_faces([picked(k + 1, 1) for k in range(count)])
    step = SHOWN_PX + GAP_PX
    assert image.shape == (rows * step - GAP_PX, columns * step - GAP_PX, 3)
    for k in range(count):
        assert image[step * (k // columns), step * (k % columns), 0] == 21 + k


@pytest.mark.parametrize("count", [1, 3])
def test_rendered_dice_are_counted_and_learnt(count: int) -> None:
    rng, reader = np.random.default_rng(32), TableReader(load_models(1))
    look = odd_look(rng, "logo one")
    photo = shoot(rng, [look] * count, [1] * count, count, 0.2, 5).photo
    sight = look_at(photo, 1, reader, is_certain=True)
    assert len(sight.shown(1, 0.0).faces) == count
