"""The eye while dice are shown to be learnt: it waits as for any dice, and cuts out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from device.flow.core import Seen, Shown, Stage, Wish
from device.ports import Frame
from tests.device.test_eye import DICE, TABLE, WANTED, Desk, scenes_of_a_roll
from tests.vision.clips import Hand, lay, reach
from vision.faces import CROP_PX
from vision.likeness import ShownFace
from vision.readings import TableReading
from vision.teach import Picked, TeachError

SHOW = Wish(is_wanted=True, show=1)


class Pupil:
    """A reader that finds one face for each die that the test laid."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.asked: list[tuple[int, bool]] = []
        self.meanwhile: Callable[[], None] = lambda: None

    def __call__(self, *words: object, **others: object) -> TableReading:
        return self.desk.read(*words, **others)  # type: ignore[arg-type]

    def show(
        self, picture: Frame, value: int, *, is_certain: bool = False
    ) -> list[Picked]:
        self.asked.append((value, is_certain))
        self.meanwhile()
        if not self.desk.laid:
            raise TeachError("none_found")
        crop = np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
        return [Picked(ShownFace(value, crop), value, 0.9) for _ in self.desk.laid]


def a_desk(wish: Wish = SHOW) -> tuple[Desk, Pupil]:
    desk = Desk()
    pupil = Pupil(desk)
    desk.eye._open_reader = lambda: pupil  # a desk's own only reads
    desk.eye.wish(wish)
    return desk, pupil


def shown(desk: Desk) -> list[Shown]:
    return [sight for sight in desk.sights if isinstance(sight, Shown)]


def test_dice_that_are_shown_are_seen_once_they_lie_still() -> None:
    desk, _ = a_desk()
    desk.run(scenes_of_a_roll(), ())
    assert Stage.ROLLING in desk.stages
    assert {sight.refusal for sight in shown(desk)} == {"none_found"}

    desk.hold(lay(TABLE, DICE), 2, DICE)

    last = shown(desk)[-1]
    assert (last.value, len(last.faces)) == (1, 2)
    assert last.shot is not None
    assert desk.store.get(last.shot) is not None
    assert desk.asked == []  # nothing is read
    assert not any(isinstance(sight, Seen) for sight in desk.sights)


def test_a_hand_in_view_is_waited_for() -> None:
    desk, pupil = a_desk(Wish())
    desk.hold(TABLE, 1, ())
    desk.eye.wish(SHOW)
    ways = [250.0 - 12 * k for k in range(11)]
    laid = lay(TABLE, DICE)
    desk.run([reach(TABLE, Hand(160, y)) for y in ways], ())
    before = len(pupil.asked)
    desk.run([reach(laid, Hand(160 + k % 3, ways[-1])) for k in range(30)])
    assert desk.stages[-1] is Stage.HAND
    assert len(pupil.asked) == before

    desk.run([reach(laid, Hand(160, y)) for y in reversed(ways)])
    desk.hold(laid, 1, DICE)

    assert pupil.asked[before:] == [(1, False)]
    assert len(shown(desk)[-1].faces) == 2


def test_the_next_face_waits_until_the_dice_are_others() -> None:
    desk, pupil = a_desk()
    desk.hold(lay(TABLE, DICE), 1, DICE)
    assert pupil.asked == [(1, False)]

    desk.eye.wish(replace(SHOW, show=2))
    desk.hold(lay(TABLE, DICE), 1, DICE)
    assert pupil.asked == [(1, False)]

    desk.eye.wish(replace(SHOW, show=2, request=1))
    desk.hold(lay(TABLE, DICE), 1, DICE)
    assert pupil.asked == [(1, False), (2, False)]

    desk.hold(lay(TABLE, DICE[:1]), 1, DICE[:1])
    assert pupil.asked == [(1, False), (2, False), (2, False)]
    assert len(shown(desk)[-1].faces) == 1


def test_who_is_certain_is_looked_at_as_such() -> None:
    desk, pupil = a_desk()
    desk.hold(lay(TABLE, DICE), 1, DICE)
    desk.eye.wish(replace(SHOW, is_certain=True, request=1))
    desk.hold(lay(TABLE, DICE), 1, DICE)
    assert pupil.asked == [(1, False), (1, True)]

    desk.eye.wish(replace(SHOW, show=2, request=1))  # of the next, nobody is
    desk.hold(lay(TABLE, DICE), 1, DICE)
    assert len(pupil.asked) == 2


def test_after_it_dice_are_read_again() -> None:
    desk, pupil = a_desk()
    desk.hold(lay(TABLE, DICE), 1, DICE)
    desk.eye.wish(WANTED)
    desk.hold(lay(TABLE, DICE), 1, DICE)
    assert len(desk.seen) == 1
    assert len(pupil.asked) == 1


@pytest.mark.parametrize("other", [replace(SHOW, show=2), Wish(is_open=False)])
def test_what_is_no_longer_wanted_is_not_told(other: Wish) -> None:
    desk, pupil = a_desk()
    pupil.meanwhile = lambda: desk.eye.wish(other)
    desk.hold(lay(TABLE, DICE), 1, DICE)
    assert pupil.asked
    assert shown(desk) == []
    assert len(desk.store) == 0


def test_a_photo_of_a_phone_shows_them_too() -> None:
    desk, pupil = a_desk()
    file = BytesIO()
    Image.new("RGB", (640, 480), (90, 90, 90)).save(file, "PNG")
    assert desk.eye.offer(file.getvalue())
    desk.eye.step(desk.now_s)
    assert pupil.asked == [(1, False)]
    assert len(shown(desk)) == 1


def test_a_reader_that_cannot_learn_tells_nothing() -> None:
    desk = Desk()
    desk.eye.wish(SHOW)
    desk.hold(lay(TABLE, DICE), 1, DICE)
    assert shown(desk) == []
    assert desk.asked == []
