"""The table shows its dice face by face: the flow, its screens, what lies under it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.flow import evening, teaching, teaching_screens
from device.flow.core import (
    SHUT,
    WATCH,
    Compared,
    Event,
    EyeBack,
    EyeFailed,
    Learnt,
    NotLearnt,
    Picked,
    Pressed,
    Seen,
    Shown,
    Stage,
    Tick,
    Typed,
    Watched,
    Wish,
)
from device.flow.games import FLOWS
from device.flow.screen import (
    Button,
    DiceLine,
    Labels,
    Mood,
    Picture,
    Screen,
    ShownDie,
    say,
)
from device.flow.teaching import At, Compare, Learn
from rules.dancing_dice import RollTango
from rules.mia_moves import Accuse, Open
from rules.referee import begin
from rules.setups import GAMES, Seat, Setup
from tests.device.evenings import WORDINGS, WORDS
from tests.device.flow.table import reading
from tests.device.flow.test_evening import FakeFlow, FakeState, played, told
from vision.readings import TableReading

A, B, X, Y = Button
HOLD_Y = Pressed(Y, 0.0, is_held=True)
HOLD_X = Pressed(X, 0.0, is_held=True)
TEACH = Picked("teach", 0.0)
HAND = Watched(Stage.HAND, 0.0)
SEI_DADI = Setup("sei-dadi", (Seat("Anna"), Seat("Bruno")), {})


def shown(value: int, count: int = 1) -> Shown:
    return Shown(value, tuple(f"{value}.{n}" for n in range(count)), 40 + value, 0.0)


def refused(value: int, code: str, read: int = 0) -> Shown:
    shot = 60 if code == "contradicts" else None
    return Shown(value, (), shot, 0.0, refusal=code, read=read)


class OpenFlow(FakeFlow):
    def wish(self, state: FakeState) -> Wish:
        return WATCH


class Lesson:
    """Teaching by itself; what is asked for is kept in `writes`."""

    def __init__(self, *, is_playing: bool = False) -> None:
        self.state: teaching.State | None = teaching.begin(is_playing=is_playing)
        self.writes: list[teaching.Write] = []

    def do(self, *events: Event | Button) -> Lesson:
        for event in events:
            assert self.state is not None
            if isinstance(event, Button):
                event = Pressed(event, 0.0)
            answer = teaching.step(self.state, event)
            self.state, self.writes = answer.state, [*self.writes, *answer.writes]
        return self

    @property
    def now(self) -> teaching.State:
        assert self.state is not None
        return self.state

    @property
    def screen(self) -> Screen:
        return teaching_screens.screen(self.now)

    @property
    def labels(self) -> dict[Button, Labels]:
        return dict(self.screen.buttons)


# --- face by face -----------------------------------------------------------------


def test_one_face_after_the_other_is_shown_and_taken() -> None:
    lesson = Lesson()
    for value in range(1, 7):
        assert lesson.screen.title == say("teaching.show", value=value)
        assert A not in lesson.labels
        assert teaching.wish(lesson.now).show == value
        lesson.do(shown(value, value))
        assert lesson.screen.blocks[1] == Picture(40 + value)
        assert lesson.labels[A].press == say("teaching.take")
        lesson.do(A)
    assert lesson.screen.name == "teaching.summary"
    assert lesson.now.counts == {value: value for value in range(1, 7)}
    assert teaching.wish(lesson.now) == WATCH

    lesson.do(A)

    *_, kept = lesson.writes
    assert isinstance(kept, Learn)
    assert (kept.name, kept.is_lasting, len(kept.faces)) == ("", True, 21)
    assert kept.faces[:3] == ("1.0", "2.0", "2.1")


def test_what_lies_there_is_not_looked_at_again_for_the_next_face() -> None:
    """It is the face before: only dice that are laid anew are the next one."""
    lesson = Lesson().do(shown(1))
    before = teaching.wish(lesson.now).request

    assert teaching.wish(lesson.do(A).now).request == before
    assert teaching.wish(lesson.do(B).now).request == before + 1


def test_a_sight_of_another_face_is_not_taken_for_this_one() -> None:
    lesson = Lesson().do(shown(1), A, shown(1), A)

    assert lesson.now.value == 2
    assert lesson.now.counts == {1: 1}


def test_faces_may_be_skipped_and_shown_again() -> None:
    lesson = Lesson().do(X, shown(2), A, X, Y)
    assert lesson.now.value == 3

    lesson.do(Y)

    assert lesson.now.counts == {2: 1}
    assert say("teaching.taken_1", count=1) in [
        getattr(block, "text", "") for block in lesson.screen.blocks
    ]
    lesson.do(shown(2, 3), A)
    assert lesson.now.counts == {2: 3}
    assert lesson.now.faces == ("2.0", "2.1", "2.2")  # in place of the first


def test_a_value_that_is_surely_another_is_taken_only_on_purpose() -> None:
    lesson = Lesson().do(refused(1, "contradicts", 4))
    assert lesson.screen.mood is Mood.ASKING
    assert Picture(60) in lesson.screen.blocks  # of the dice that are meant
    assert lesson.labels[A].press == say("confirm.yes", value=1)
    before = teaching.wish(lesson.now)

    lesson.do(A)

    assert lesson.now.counts == {}
    wish = teaching.wish(lesson.now)
    assert (wish.is_certain, wish.request) == (True, before.request + 1)
    assert lesson.do(shown(1), A).now.counts == {1: 1}
    assert not teaching.wish(lesson.now).is_certain  # of the next face nobody said so


def test_looking_again_is_no_longer_certain() -> None:
    lesson = Lesson().do(refused(1, "contradicts", 4), A, B)

    assert not teaching.wish(lesson.now).is_certain


def test_what_is_unclear_cannot_be_taken() -> None:
    lesson = Lesson().do(refused(1, "unclear"))

    assert lesson.screen.name == "teaching.refused"
    assert DiceLine((ShownDie(1),)) in lesson.screen.blocks  # what is to be laid
    assert A not in lesson.labels
    assert lesson.do(A).now.counts == {}


def test_an_empty_table_is_waited_at() -> None:
    lesson = Lesson().do(shown(1), refused(1, "none_found"))

    assert lesson.screen.name == "teaching.waiting"
    assert lesson.screen.mood is Mood.WAITING
    assert lesson.do(HAND).screen.mood is Mood.HAND


def test_without_pictures_it_says_so_and_goes_on_after() -> None:
    lesson = Lesson().do(shown(1), A, EyeFailed("gone", 0.0))
    assert lesson.screen.name == "teaching.blind"

    assert lesson.do(EyeBack(0.0)).screen.name == "teaching.waiting"
    assert lesson.now.counts == {1: 1}


# --- the end ----------------------------------------------------------------------


def test_holding_y_comes_to_the_end_early() -> None:
    lesson = Lesson().do(shown(1), A)
    assert lesson.labels[Y].hold == say("confirm.finish")

    lesson.do(HOLD_Y)

    assert lesson.screen.name == "teaching.summary"
    assert lesson.do(Y).now.at is At.FACE


def test_the_end_tells_what_looks_alike() -> None:
    lesson = Lesson().do(shown(1), A, shown(2), A, HOLD_Y)
    (asked,) = lesson.writes
    assert isinstance(asked, Compare)
    assert asked.faces == ("1.0", "2.0")

    lesson.do(Compared(((1, 2),), 0.0))

    texts = [getattr(block, "text", "") for block in lesson.screen.blocks]
    assert say("teaching.alike", a=1, b=2) in texts


def test_nothing_taken_leaves_at_once() -> None:
    for way in ([Y], [HOLD_Y], [X] * 6):
        assert Lesson().do(*way).state is None
    assert Lesson().labels[Y].hold == say("teaching.leave")


def test_throwing_away_is_asked_about() -> None:
    lesson = Lesson().do(shown(1), A, HOLD_Y, B)
    assert lesson.screen.name == "teaching.drop"

    assert lesson.do(B).screen.name == "teaching.summary"
    lesson.do(B, A)
    assert lesson.state is None
    assert not [one for one in lesson.writes if isinstance(one, Learn)]


def test_what_is_learnt_is_told_by_its_name() -> None:
    lesson = Lesson().do(shown(1), A, HOLD_Y, A, Learnt("dadi-1", 0.0))

    assert lesson.screen.name == "teaching.kept"
    assert lesson.now.name == "dadi-1"
    assert lesson.do(A).state is None


def test_what_cannot_be_kept_stays_until_it_can() -> None:
    reason = say("teach.fault")
    lesson = Lesson().do(shown(1), A, HOLD_Y, A, NotLearnt(reason, 0.0))
    assert lesson.screen.name == "teaching.failed"

    lesson.do(A)
    assert isinstance(lesson.writes[-1], Learn)
    assert lesson.writes[-1].faces == ("1.0",)
    lesson.do(NotLearnt(reason, 0.0), Y)
    assert lesson.screen.name == "teaching.summary"
    lesson.do(A, NotLearnt(reason, 0.0), B)
    assert isinstance(lesson.writes[-1], Learn)
    assert not lesson.writes[-1].is_lasting
    assert lesson.do(Learnt("", 0.0)).screen.name == "teaching.kept"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("osteria", "osteria"),
        ("  dadi di   Anna ", "dadi-di-Anna"),
        ("città", "città"),
        ("", ""),
        ("../x", ""),
        ("a.b", ""),
        ("x" * 41, ""),
        ("\ud800", ""),
    ],
)
def test_a_name_may_be_typed(typed: str, name: str) -> None:
    lesson = Lesson().do(shown(1), A, HOLD_Y)
    assert lesson.screen.takes_text

    lesson.do(Typed(typed, 0.0))

    assert (lesson.now.name, lesson.now.is_bad_name) == (name, not name)


def test_a_game_gets_its_dice_back_if_they_were_moved() -> None:
    assert Lesson(is_playing=True).do(Y).state is None
    assert Lesson().do(HAND, Y).state is None

    lesson = Lesson(is_playing=True).do(HAND, Y)

    assert lesson.screen.name == "teaching.restore"
    assert teaching.wish(lesson.now) == WATCH
    assert lesson.do(A).state is None


def test_what_was_moved_while_nothing_was_seen_is_put_back_too() -> None:
    lesson = Lesson(is_playing=True).do(EyeFailed("gone", 0.0), EyeBack(0.0), Y)

    assert lesson.screen.name == "teaching.restore"


# --- over an evening --------------------------------------------------------------


def step(state: evening.State, *events: Event | Button) -> evening.State:
    for event in events:
        if isinstance(event, Button):
            event = Pressed(event, 0.0)
        state = evening.step(state, event).state
    return state


def playing(setup: Setup = SEI_DADI) -> evening.State:
    return step(evening.start(FLOWS, WORDS, found=begin(setup)), A)


def test_teaching_lies_over_a_game_that_sees_nothing_of_it() -> None:
    game = playing()
    state = step(game, HOLD_X, TEACH)
    assert state.menu is None
    assert evening.screen(state).name == "teaching.waiting"
    assert evening.wish(state).show == 1

    seen = Seen(reading((1, 1, 1, 1, 1, 1)), 1, 0.0, (640, 480))
    state = step(state, seen, shown(1), Watched(Stage.STILL, 0.0), HOLD_X)
    assert state.page == game.page
    assert state.menu is None

    state = step(state, Y)

    assert state.teaching is None
    assert evening.screen(state).name == evening.screen(game).name
    assert evening.wish(state) == evening.wish(game)
    assert evening.game_of(state) is evening.game_of(game)


def test_the_game_is_told_what_the_eye_saw_last() -> None:
    flows: Any = dict.fromkeys(GAMES, OpenFlow())
    fakes = step(evening.start(flows, WORDS, found=begin(SEI_DADI)), A)

    state = step(fakes, HOLD_X, TEACH, HAND, Tick(3.0), EyeFailed("gone", 4.0), Y, A)

    page: Any = state.page
    assert page.flow.events == (Tick(3.0), EyeFailed("gone", 4.0), HAND)


SIXES = Seen(reading((6, 6, 6, 6, 6, 6)), 1, 0.0, (640, 480))


@pytest.mark.parametrize("sign", [HAND, Watched(Stage.ROLLING, 0.0), A])
def test_dice_that_were_taught_are_nobody_s_roll(sign: Event | Button) -> None:
    """Sei Dadi takes six sure dice without a press."""
    waiting = playing()
    state = step(waiting, HOLD_X, TEACH, HAND, shown(6, 6), Y, A)
    assert state.teaching is None

    state = step(state, Watched(Stage.STILL, 0.0), SIXES)
    assert evening.game_of(state) is evening.game_of(waiting)
    assert evening.screen(state) == evening.screen(waiting)  # nothing is being read

    state = step(state, sign, SIXES)
    game = evening.game_of(state)
    assert game is not None
    assert game.last is not None


def test_taught_dice_stay_nobody_s_roll_after_looking_into_the_menu() -> None:
    waiting = playing()
    state = step(waiting, HOLD_X, TEACH, HAND, Y, A)
    state = step(state, HOLD_X, TEACH, Y)
    assert evening.screen(state).name == "teaching.restore"

    state = step(state, A, HOLD_X, HOLD_X, SIXES)
    assert evening.game_of(state) is evening.game_of(waiting)


def test_dice_that_nobody_moved_count_after_teaching_as_before() -> None:
    state = step(playing(), HOLD_X, TEACH, Y, SIXES)
    game = evening.game_of(state)
    assert game is not None
    assert game.last is not None


def test_no_teaching_while_dice_are_under_a_box() -> None:
    mia = Setup("mia", (Seat("Anna"), Seat("Bruno")), {})
    for found in (played(Open(42), setup=mia), played(Open(42), Accuse(), setup=mia)):
        state = step(evening.start(FLOWS, WORDS, found=found), A)
        before = evening.wish(state)
        assert before == SHUT or before.reveal

        state = step(state, HOLD_X, TEACH)

        assert evening.screen(state).name == "menu.no_teach"
        assert evening.wish(state) == before
        assert evening.screen(step(state, A)).name == "menu"


def test_no_teaching_while_dice_lie_behind_the_players_screens() -> None:
    seats = (Seat("Anna", "red"), Seat("Bruno", "blue"))
    dancing = Setup("dancing-dice", seats, {})
    found = played(RollTango((4, 5, 1)), setup=dancing)
    behind = step(evening.start(FLOWS, WORDS, found=found), A)
    assert evening.screen(behind).name == "dancing.behind"
    assert evening.screen(step(behind, HOLD_X, TEACH)).name == "menu.no_teach"
    asked = step(behind, HOLD_Y)  # whether to take the Tango back
    assert evening.screen(asked).name != "dancing.behind"
    assert evening.screen(step(asked, HOLD_X, TEACH)).name == "menu.no_teach"

    up = step(behind, A)
    assert evening.screen(step(up, HOLD_X, TEACH)).name == "teaching.waiting"


class ShuttingFlow(OpenFlow):
    """Shuts the eye once time has passed."""

    def wish(self, state: FakeState) -> Wish:
        is_late = any(isinstance(event, Tick) for event in state.events)
        return SHUT if is_late else WATCH


def test_a_game_that_shuts_the_eye_shuts_it_under_teaching_too() -> None:
    flows: Any = dict.fromkeys(GAMES, ShuttingFlow())
    state = step(evening.start(flows, WORDS, found=begin(SEI_DADI)), A, HOLD_X, TEACH)
    assert evening.wish(state).show == 1

    assert evening.wish(step(state, Tick(1.0))) == SHUT


def test_no_teaching_without_a_camera() -> None:
    state = step(evening.start(FLOWS, WORDS), EyeFailed("none", 0.0), HOLD_X, TEACH)

    assert evening.screen(state).name == "menu.no_teach"
    assert evening.wish(state) == WATCH
    text = evening.screen(state).blocks[0]
    assert "telecamera" in WORDINGS["it"].tell(getattr(text, "text", ""))


def test_an_evening_begun_anew_teaches_no_more() -> None:
    state = step(playing(), HOLD_X, TEACH)

    assert evening.restarted(state, 1.0).teaching is None


# --- whatever happens -------------------------------------------------------------

SIGHTS: list[Callable[[int], Event]] = [
    shown,
    lambda value: shown(value, 3),
    lambda value: refused(value, "none_found"),
    lambda value: refused(value, "unclear"),
    lambda value: refused(value, "contradicts", 7 - value),
]
EVENTS = st.one_of(
    st.sampled_from(Button).map(lambda button: Pressed(button, 0.0)),
    st.builds(Pressed, st.sampled_from(Button), st.just(0.0), st.booleans()),
    st.sampled_from(Stage).map(lambda stage: Watched(stage, 0.0)),
    st.sampled_from(SIGHTS),
    st.sampled_from(SIGHTS),
    st.sampled_from(["osteria", "no.good"]).map(lambda text: Typed(text, 0.0)),
    st.sampled_from([Tick(0.0), EyeFailed("gone", 0.0), EyeBack(0.0)]),
    st.just(Seen(TableReading(()), 1, 0.0, (640, 480))),
)


class Shelf:
    """Keeps what it is asked to, or fails; what was kept is never lost."""

    def __init__(self) -> None:
        self.kept: dict[str, list[object]] = {}
        self.is_full = False

    def answer(self, write: teaching.Write) -> Event:
        if isinstance(write, Compare):
            return Compared((), 0.0)
        assert write.faces
        if self.is_full and write.is_lasting:
            return NotLearnt(say("teach.fault"), 0.0)
        name = (write.name or f"dadi-{len(self.kept)}") if write.is_lasting else ""
        self.kept.setdefault(name, []).extend(write.faces)
        return Learnt(name, 0.0)


def feed(state: evening.State, event: Event, shelf: Shelf) -> evening.State:
    """One event, and the answers to what it asks for, as the app gives them."""
    answer = evening.step(state, event)
    state = answer.state
    for write in answer.writes:
        assert isinstance(write, Compare | Learn)  # the game has not moved
        before = state.teaching
        state = feed(state, shelf.answer(write), shelf)
        assert before is not None
        if state.teaching is not None and state.teaching.at is At.FAILED:
            assert state.teaching.faces == before.faces
    return state


@settings(deadline=None)
@given(st.lists(st.tuples(EVENTS, st.booleans()), max_size=60), st.booleans())
def test_whatever_is_pressed_nothing_kept_is_lost_and_the_way_back_is_there(
    events: list[tuple[Any, bool]], is_playing: bool
) -> None:
    before = playing() if is_playing else evening.start(FLOWS, WORDS)
    state, shelf = step(before, HOLD_X, TEACH), Shelf()
    for event, shelf.is_full in events:
        if state.teaching is None:
            break
        if callable(event):
            event = event(state.teaching.value)
        taken = state.teaching.faces
        kept = {name: list(faces) for name, faces in shelf.kept.items()}
        state = feed(state, event, shelf)
        for name, faces in kept.items():
            assert shelf.kept[name][: len(faces)] == faces
        if state.teaching is None and taken:  # only on purpose, or kept
            assert shelf.kept or isinstance(event, Pressed)
        told(evening.screen(state))
        assert isinstance(evening.wish(state), Wish)
    for _ in range(12):  # the way back, from wherever that was: no face is taken
        if state.teaching is None:
            break
        way = {
            At.FACE: HOLD_Y,
            At.SUMMARY: Pressed(B, 0.0),
            At.FAILED: Pressed(Y, 0.0),
        }
        state = feed(state, way.get(state.teaching.at, Pressed(A, 0.0)), shelf)
    assert state.teaching is None
    assert evening.game_of(state) is evening.game_of(before)
