"""The eye, step by step: a fake camera, a clock that is told the time, no thread."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from io import BytesIO

import cv2
import numpy as np
import pytest
from PIL import Image

from device.cameras.fake import FakeCamera
from device.cameras.shots import PictureShot
from device.eye import FAULT_GAP_S, Eye, Sight
from device.flow.core import EyeBack, EyeFailed, Seen, Stage, Watched, Wish
from device.pictures import PictureStore
from device.ports import CameraError, Frame
from device.table_reader import ReadDice
from tests.vision.clips import (
    FPS,
    Cube,
    Film,
    Floats,
    Hand,
    lay,
    pale_checks,
    reach,
    rolling,
    wood,
)
from vision.layout import check_count
from vision.readings import DieReading, TableReading

TABLE = wood()
DICE = (Cube(120, 100, 4, 18, 15), Cube(200, 130, 2, 18, 60))
WANTED = Wish(is_wanted=True, expect=2)
#: Whole pictures are the small frames, twice as large.
SCALE = 2


@dataclass
class Desk:
    """An eye with a reader that knows what was drawn in each picture."""

    camera: FakeCamera = field(default_factory=FakeCamera)
    store: PictureStore = field(default_factory=PictureStore)
    sights: list[Sight] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    asked: list[tuple[int | None, bool, tuple[str, ...]]] = field(default_factory=list)
    laid: tuple[Cube, ...] = DICE
    confidence: float = 0.99
    now_s: float = 100.0
    read_s: float = 0.0
    photos: int = 0  # of what was asked

    def __post_init__(self) -> None:
        self.eye = Eye(
            self.camera,
            lambda: self.read,
            self.sights.append,
            self.store,
            self.told.append,
            lambda: self.now_s,
        )
        self.eye.wish(Wish())

    def read(
        self,
        picture: Frame,
        expect: int | None = None,
        *,
        sets: bool = False,
        palette: tuple[str, ...] = (),
        is_photo: bool = False,
    ) -> TableReading:
        self.asked.append((expect, sets, palette))
        self.photos += is_photo
        self.now_s += self.read_s
        dice = tuple(_reading(cube, self.confidence) for cube in self.laid)
        return check_count(TableReading(dice), expect)

    def run(self, scenes: Iterable[Floats], laid: tuple[Cube, ...] = DICE) -> float:
        """Give the eye one shot of each scene, 30 a second; how long it then rests."""
        self.laid, rest_s = laid, 0.0
        film = Film()
        for scene in scenes:
            film.add(scene)
        for frame in film.frames:
            self.now_s += 1 / FPS
            height, width = frame.shape
            whole = cv2.resize(frame, (SCALE * width, SCALE * height))
            picture = np.asarray(cv2.cvtColor(whole, cv2.COLOR_GRAY2RGB), np.uint8)
            self.camera.load([PictureShot(self.now_s, frame, picture)])
            rest_s = self.eye.step(self.now_s)
        return rest_s

    def hold(self, scene: Floats, seconds: float, laid: tuple[Cube, ...]) -> float:
        return self.run([scene] * round(seconds * FPS), laid)

    def wait(self, seconds: float, step_s: float = 0.1) -> None:
        """Step while the camera gives whatever it gives."""
        for _ in range(round(seconds / step_s)):
            self.now_s += step_s
            self.eye.step(self.now_s)

    @property
    def stages(self) -> list[Stage]:
        return [sight.stage for sight in self.sights if isinstance(sight, Watched)]

    @property
    def seen(self) -> list[Seen]:
        return [sight for sight in self.sights if isinstance(sight, Seen)]

    @property
    def trouble(self) -> list[Sight]:
        return [s for s in self.sights if isinstance(s, EyeFailed | EyeBack)]


def _reading(cube: Cube, confidence: float) -> DieReading:
    corners = cv2.boxPoints(((cube.x, cube.y), (cube.edge, cube.edge), cube.turn))
    a, b, c, d = ((SCALE * float(x), SCALE * float(y)) for x, y in corners)
    center = (SCALE * cube.x, SCALE * cube.y)
    is_sure = confidence >= 0.95
    return DieReading(
        cube.value, confidence, is_sure, center, (a, b, c, d), "white", "black", "plain"
    )


def scenes_of_a_roll(dice: tuple[Cube, ...] = DICE) -> list[Floats]:
    roll = rolling(TABLE, dice)
    return [TABLE] * 20 + [roll((i + 1) / 20) for i in range(20)]


# --- reading ---------------------------------------------------------------------


def test_a_roll_is_watched_and_read_once() -> None:
    desk = Desk()
    desk.eye.wish(WANTED)
    desk.run(scenes_of_a_roll(), ())
    desk.hold(lay(TABLE, DICE), 2, DICE)

    assert desk.stages[-3:] == [Stage.ROLLING, Stage.SETTLING, Stage.STILL]
    (seen,) = desk.seen
    assert [die.value for die in seen.reading.dice] == [4, 2]
    assert seen.size == (640, 480)
    assert not seen.was_touched
    assert desk.store.get(seen.shot) is not None
    assert not desk.trouble


def test_dice_that_lie_still_are_told_within_the_bound() -> None:
    desk = Desk()
    desk.eye.wish(WANTED)
    desk.run(scenes_of_a_roll(), ())
    lies_s = desk.now_s
    desk.hold(lay(TABLE, DICE), 1, DICE)

    assert desk.seen[0].now_s - lies_s <= 0.3


def test_nothing_is_read_while_it_is_not_wanted() -> None:
    desk = Desk()
    desk.run(scenes_of_a_roll(), ())
    desk.hold(lay(TABLE, DICE), 2, DICE)

    assert not desk.asked
    assert not desk.seen
    assert desk.stages[-1] is Stage.STILL


def test_what_lies_there_already_is_read_as_soon_as_it_is_wanted() -> None:
    desk = Desk()
    desk.hold(lay(TABLE, DICE), 1, DICE)
    desk.eye.wish(WANTED)
    desk.hold(lay(TABLE, DICE), 0.1, DICE)

    assert len(desk.seen) == 1


def test_the_reader_is_told_what_the_game_knows() -> None:
    desk = Desk()
    desk.eye.wish(Wish(is_wanted=True, expect=2, sets=True, palette=("red", "blue")))
    desk.hold(lay(TABLE, DICE), 0.5, DICE)

    assert desk.asked == [(2, True, ("red", "blue"))]


def test_a_new_request_reads_what_lies_there_again() -> None:
    desk = Desk()
    desk.eye.wish(WANTED)
    desk.hold(lay(TABLE, DICE), 1, DICE)
    desk.eye.wish(replace(WANTED, request=1))
    desk.hold(lay(TABLE, DICE), 1, DICE)

    assert len(desk.seen) == 2


def test_an_unsure_reading_is_asked_about_after_a_bounded_time() -> None:
    desk = Desk(confidence=0.6)
    desk.eye.wish(WANTED)
    desk.hold(lay(TABLE, DICE), 3, DICE)

    (seen,) = desk.seen
    assert 2 <= len(desk.asked) <= 5
    assert not any(die.sure for die in seen.reading.dice)


def test_a_slow_reader_is_not_asked_beyond_the_bound() -> None:
    desk = Desk(confidence=0.6, read_s=0.9)
    desk.eye.wish(WANTED)
    desk.hold(lay(TABLE, DICE), 1, DICE)

    assert len(desk.asked) == 2
    assert len(desk.seen) == 1


def test_a_missing_die_is_waited_for_and_then_told() -> None:
    desk = Desk()
    desk.eye.wish(WANTED)
    desk.hold(lay(TABLE, DICE[:1]), 3, DICE[:1])

    (seen,) = desk.seen
    assert [problem.code for problem in seen.reading.problems] == ["too_few_dice"]


def test_an_empty_table_is_empty_and_nothing_is_seen() -> None:
    desk = Desk()
    desk.eye.wish(Wish(is_wanted=True))
    desk.hold(TABLE, 3, ())

    assert desk.stages[-1] is Stage.EMPTY
    assert not desk.seen


def test_dice_taken_away_one_by_one_leave_an_empty_table() -> None:
    desk = Desk()
    desk.eye.wish(Wish(is_wanted=True))
    for left in (DICE, DICE[:1], ()):
        desk.hold(lay(TABLE, left), 2, left)

    assert [len(seen.reading.dice) for seen in desk.seen] == [2, 1]
    assert desk.stages[-1] is Stage.EMPTY


def test_a_die_held_still_in_a_hand_is_not_read() -> None:
    desk = Desk()
    scene = lay(TABLE, DICE)
    desk.hold(scene, 1, DICE)
    desk.run([reach(scene, Hand(160, 280 - 12 * i)) for i in range(10)], ())
    desk.eye.wish(WANTED)
    held = lay(reach(scene, Hand(160, 160)), [Cube(160, 150, 3)])
    desk.hold(held, 3, (*DICE, Cube(160, 150, 3)))

    assert desk.stages[-1] is Stage.HAND
    assert not desk.seen


def test_a_reading_for_another_wish_is_dropped() -> None:
    desk = Desk()
    read = desk.read

    def wish_meanwhile(
        picture: Frame, expect: int | None = None, **known: object
    ) -> TableReading:
        desk.eye.wish(replace(WANTED, expect=3))
        return read(picture, expect)

    desk.eye.wish(WANTED)
    desk.read = wish_meanwhile  # type: ignore[method-assign,assignment]
    while not desk.asked:
        desk.hold(lay(TABLE, DICE), 1 / FPS, DICE)
    assert not desk.seen
    desk.hold(lay(TABLE, DICE), 3, DICE)

    (seen,) = desk.seen
    assert [problem.code for problem in seen.reading.problems] == ["too_few_dice"]


# --- after it was accepted ---------------------------------------------------------


def accepted() -> Desk:
    desk = Desk()
    desk.eye.wish(WANTED)
    desk.hold(lay(TABLE, DICE), 1, DICE)
    assert len(desk.seen) == 1
    desk.eye.wish(replace(WANTED, is_wanted=False))
    desk.sights.clear()
    return desk


def test_accepted_dice_that_change_are_told_to_have_changed() -> None:
    desk = accepted()
    after = (DICE[0], replace(DICE[1], value=6))
    desk.hold(lay(TABLE, after), 1, after)

    assert desk.stages == [
        Stage.ROLLING,
        Stage.SETTLING,
        Stage.STILL,
        Stage.CHANGED,
    ]
    assert not desk.seen


def test_a_hand_that_leaves_accepted_dice_alone_changes_nothing() -> None:
    desk, scene = accepted(), lay(TABLE, DICE)
    way = [*range(0, 120, 12), *range(120, 0, -12)]
    desk.run([reach(scene, Hand(160, 280 - y)) for y in way], DICE)
    desk.hold(scene, 1, DICE)

    assert Stage.CHANGED not in desk.stages
    assert desk.stages[-1] is Stage.STILL


def test_accepted_dice_that_are_taken_away_leave_an_empty_table() -> None:
    desk = accepted()
    desk.hold(TABLE, 2, ())

    assert desk.stages[-1] is Stage.EMPTY
    assert Stage.CHANGED not in desk.stages


def test_changed_dice_are_read_when_that_is_wanted() -> None:
    desk = accepted()
    after = (DICE[0], replace(DICE[1], value=6))
    desk.hold(lay(TABLE, after), 1, after)
    desk.eye.wish(replace(WANTED, request=1))
    desk.hold(lay(TABLE, after), 1, after)

    (seen,) = desk.seen
    assert [die.value for die in seen.reading.dice] == [4, 6]


# --- shut --------------------------------------------------------------------------


def test_a_shut_eye_never_calls_the_camera_and_keeps_no_picture() -> None:
    desk = Desk()
    desk.eye.wish(WANTED)
    desk.hold(lay(TABLE, DICE), 1, DICE)
    assert len(desk.store) == 1

    desk.eye.wish(Wish(is_open=False))
    assert len(desk.store) == 0
    calls = len(desk.camera.calls)
    desk.sights.clear()
    desk.wait(600, step_s=0.5)

    assert len(desk.camera.calls) == calls
    assert not desk.sights
    assert len(desk.store) == 0


def test_an_eye_is_shut_until_it_is_told_otherwise() -> None:
    desk = Desk()
    desk.eye = Eye(desk.camera, lambda: desk.read, desk.sights.append, desk.store)
    desk.wait(60)

    assert desk.camera.calls == []


def test_a_shut_eye_takes_no_photo() -> None:
    desk = Desk()
    desk.eye.wish(Wish(is_open=False, is_wanted=True))

    assert not desk.eye.offer(jpeg())
    desk.wait(1)
    assert not desk.asked


def test_shutting_while_a_reading_runs_drops_it() -> None:
    desk = Desk()
    read = desk.read

    def shut_meanwhile(
        picture: Frame, expect: int | None = None, **known: object
    ) -> TableReading:
        desk.eye.wish(Wish(is_open=False))
        return read(picture, expect)

    desk.eye.wish(WANTED)
    desk.read = shut_meanwhile  # type: ignore[method-assign,assignment]
    desk.hold(lay(TABLE, DICE), 1, DICE)

    assert desk.asked
    assert not desk.seen
    assert len(desk.store) == 0


def test_an_eye_that_opens_again_has_forgotten_what_it_saw() -> None:
    desk = accepted()
    desk.eye.wish(Wish(is_open=False))
    desk.wait(1)
    desk.eye.wish(Wish())
    after = (DICE[0], replace(DICE[1], value=6))
    desk.hold(lay(TABLE, after), 1, after)

    assert Stage.CHANGED not in desk.stages
    assert not desk.trouble  # the pause was no stall


# --- the reveal ----------------------------------------------------------------------


def box(scene: Floats, dy: float) -> Floats:
    out = reach(scene, Hand(165, 190 + dy, 50))
    cv2.rectangle(out, (90, round(70 + dy)), (235, round(165 + dy)), 70.0, -1)
    return out


@pytest.mark.parametrize("is_touched", [False, True])
def test_a_hand_that_moves_a_die_after_the_box_is_told(is_touched: bool) -> None:
    desk = Desk()
    desk.eye.wish(Wish(is_open=False))
    desk.wait(1)
    desk.eye.wish(replace(WANTED, reveal=True))
    scene = lay(TABLE, DICE)
    desk.hold(box(scene, 0), 0.15, ())
    desk.run([box(scene, 10 * i) for i in range(20)], ())
    desk.run([reach(scene, Hand(60, 200 - (i % 2) * 6)) for i in range(14)], ())
    after = (DICE[0], replace(DICE[1], value=6)) if is_touched else DICE
    laid = lay(TABLE, after)
    desk.run([reach(scene, Hand(200, 280 - 15 * i)) for i in range(10)], ())
    desk.run([reach(laid, Hand(200, 130 + 15 * i)) for i in range(10)], ())
    desk.hold(laid, 1, after)

    (seen,) = desk.seen
    assert seen.was_touched is is_touched


def test_a_box_that_hid_most_of_the_view_is_seen_to_be_gone() -> None:
    desk = Desk()
    desk.eye.wish(replace(WANTED, reveal=True))
    desk.hold(wood(seed=3), 3, ())  # so near that nothing else is in view
    assert desk.stages[-1] is Stage.EMPTY

    pale = tuple(replace(die, body=120, pips=110) for die in DICE)
    desk.hold(lay(pale_checks(), pale), 2, pale)

    (seen,) = desk.seen
    assert [die.value for die in seen.reading.dice] == [4, 2]


def test_an_eye_shut_for_a_moment_starts_afresh() -> None:
    desk = Desk()
    desk.eye.wish(replace(WANTED, reveal=True))
    desk.hold(lay(TABLE, DICE), 1, DICE)
    desk.sights.clear()
    desk.eye.wish(Wish(is_open=False))  # and no step falls into that moment
    desk.eye.wish(replace(WANTED, reveal=True, request=1))
    desk.hold(lay(TABLE, DICE), 1 / FPS, DICE)

    assert desk.stages == [Stage.SETTLING]
    assert not desk.seen


# --- photos --------------------------------------------------------------------------


def jpeg(size: tuple[int, int] = (640, 480)) -> bytes:
    file = BytesIO()
    Image.new("RGB", size, (90, 120, 60)).save(file, "JPEG")
    return file.getvalue()


def test_a_photo_from_a_phone_is_read_at_once() -> None:
    desk = Desk()
    desk.eye.wish(WANTED)

    assert desk.eye.offer(jpeg())
    desk.eye.step(desk.now_s)

    (seen,) = desk.seen
    assert seen.size == (640, 480)
    assert desk.store.get(seen.shot) is not None
    assert desk.photos == len(desk.asked) == 1


def test_what_the_camera_sees_is_no_photo_of_a_phone() -> None:
    desk = Desk()
    desk.eye.wish(WANTED)
    desk.hold(TABLE, 1, DICE)
    assert desk.asked
    assert not desk.photos


def test_a_photo_that_is_none_is_told_and_dropped() -> None:
    desk = Desk()
    desk.eye.wish(WANTED)
    desk.eye.offer(b"\xff\xd8\xffnonsense")
    desk.eye.step(desk.now_s)

    assert len(desk.told) == 1
    assert not desk.seen


def test_a_photo_without_dice_is_an_empty_table() -> None:
    desk = Desk(laid=())
    desk.eye.wish(WANTED)
    desk.eye.offer(jpeg())
    desk.eye.step(desk.now_s)

    assert desk.stages == [Stage.EMPTY]


# --- the camera ---------------------------------------------------------------------


def test_a_camera_that_stalls_is_told_and_tried_again() -> None:
    desk = Desk()
    desk.hold(TABLE, 1, ())
    desk.wait(4.5)
    assert not desk.trouble

    desk.wait(1)
    assert [s.code for s in desk.trouble if isinstance(s, EyeFailed)] == ["stalled"]
    assert desk.camera.calls[-1] == "close"

    desk.wait(30)
    desk.hold(TABLE, 1, ())

    assert isinstance(desk.trouble[-1], EyeBack)
    assert len(desk.trouble) == 2


def test_a_camera_that_is_unplugged_comes_back() -> None:
    desk = Desk()
    desk.hold(TABLE, 1, ())
    desk.camera.stays = CameraError("gone")
    desk.camera.refuses = CameraError("missing")
    desk.wait(60)

    codes = [s.code for s in desk.trouble if isinstance(s, EyeFailed)]
    assert codes == ["gone", "missing"]
    assert 6 <= desk.camera.calls.count("open") <= 12  # it backs off

    desk.camera.stays = desk.camera.refuses = None
    desk.hold(TABLE, 9, ())

    assert isinstance(desk.trouble[-1], EyeBack)
    assert desk.stages[-1] is Stage.STILL


def test_a_replay_that_has_ended_is_not_tried_again() -> None:
    desk = Desk()
    desk.camera.stays = CameraError("ended")
    desk.wait(60)

    assert [s.code for s in desk.trouble if isinstance(s, EyeFailed)] == ["ended"]
    assert desk.camera.calls.count("open") == 1


def test_the_light_is_held_while_dice_are_read_and_let_go_after() -> None:
    desk = Desk()
    desk.hold(TABLE, 2, ())
    assert "lock" not in desk.camera.calls

    desk.eye.wish(WANTED)
    desk.hold(lay(TABLE, DICE), 1, DICE)
    assert desk.camera.calls.count("lock") == 1
    desk.eye.wish(Wish())
    desk.hold(lay(TABLE, DICE), 3, DICE)

    assert desk.camera.calls.count("unlock") == 1


def test_the_eye_slows_down_when_nothing_happens() -> None:
    desk = Desk()
    assert desk.hold(TABLE, 1, ()) == 0.0
    assert desk.hold(TABLE, 4, ()) == 0.25
    desk.eye.wish(Wish(is_wanted=True))
    desk.hold(TABLE, 2, ())
    assert desk.hold(TABLE, 4, ()) == 0.1
    assert desk.hold(lay(TABLE, DICE), 0.1, DICE) == 0.0


# --- the thread ----------------------------------------------------------------------


def test_the_thread_starts_and_ends() -> None:
    desk = Desk()
    desk.camera.stays = CameraError("none")
    desk.eye.start()
    desk.eye.stop()

    assert [s.code for s in desk.trouble if isinstance(s, EyeFailed)] in (["none"], [])


# --- faults ----------------------------------------------------------------------


def test_a_reading_that_fails_is_told_once_and_tried_again() -> None:
    desk, faulty = Desk(), Faulty()
    desk.eye._open_reader = lambda: faulty
    desk.eye.wish(WANTED)
    scene = lay(TABLE, DICE)
    film = Film()
    for _ in range(60):
        film.add(scene)

    def shoot(k: int) -> float:
        desk.now_s += 0.1
        small = film.frames[k]
        picture = np.asarray(cv2.cvtColor(small, cv2.COLOR_GRAY2RGB), np.uint8)
        desk.camera.load([PictureShot(desk.now_s, small, picture)])
        return desk.eye.survive(desk.now_s)

    rests = [shoot(k) for k in range(40)]
    assert desk.trouble == [EyeFailed("fault", desk.trouble[0].now_s)]
    assert max(rests) == FAULT_GAP_S
    assert faulty.failed > 1

    faulty.is_whole = True
    for k in range(40, 60):
        shoot(k)
    assert [type(one) for one in desk.trouble] == [EyeFailed, EyeBack]
    assert len(desk.seen) == 1
    assert desk.sights.index(desk.trouble[-1]) < desk.sights.index(desk.seen[0])


def test_nets_that_cannot_be_opened_are_told() -> None:
    desk = Desk()

    def open_reader() -> ReadDice:
        raise RuntimeError("damaged")

    desk.eye._open_reader = open_reader
    for _ in range(3):
        assert desk.eye.survive(desk.now_s) == FAULT_GAP_S
    assert desk.trouble == [EyeFailed("fault", desk.now_s)]


class Faulty:
    """Fails until it is whole."""

    is_whole = False
    failed = 0

    def __call__(self, *words: object, **others: object) -> TableReading:
        if not self.is_whole:
            self.failed += 1
            raise RuntimeError("a bad picture")
        return TableReading(tuple(_reading(cube, 0.99) for cube in DICE))
