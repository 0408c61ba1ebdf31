"""The table shows its dice face by face, and they are known from then on.

It lies over whatever goes on, as the menu does, and hears presses and the eye alone: a
game under it stays as it is. 1 to 6 in turn: dice are laid with that face up, what is
seen of them is shown, and somebody takes it or leaves it. Only at the end all of it is
kept, or thrown away on purpose; where it cannot be kept it stays here to be kept later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from device.flow.core import (
    Compared,
    Event,
    EyeBack,
    EyeFailed,
    Learnt,
    NotLearnt,
    Pressed,
    Shown,
    Signal,
    Sound,
    Stage,
    Typed,
    Watched,
    Wish,
)
from device.flow.screen import Button, Text

FACES = range(1, 7)
#: Refusals that only tell that no dice lie there yet.
NOTHING = "none_found"
#: A refusal that people may overrule.
CONTRADICTS = "contradicts"
LONGEST_NAME = 40
#: In view, and so perhaps not as a game left it.
MOVES = (Stage.HAND, Stage.ROLLING, Stage.EMPTY, Stage.CHANGED)


class At(StrEnum):
    """Which screen is shown."""

    FACE = "face"
    SUMMARY = "summary"
    DROP = "drop"  # whether all is to be thrown away
    FAILED = "failed"  # it could not be kept
    KEPT = "kept"
    RESTORE = "restore"  # the game's dice are to be put back


@dataclass(frozen=True, slots=True)
class Compare:
    """Which of these are much alike is to be told, by `Compared`."""

    faces: tuple[object, ...] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Learn:
    """These are to be kept; the answer is `Learnt` or `NotLearnt`.

    Attributes:
        name: As somebody typed it; "" for one that is free.
        faces: As `Shown` had them.
        is_lasting: With False they are known for this evening only, and not written.
    """

    name: str
    faces: tuple[object, ...] = field(compare=False)
    is_lasting: bool = True


Write: TypeAlias = Compare | Learn


@dataclass(frozen=True, slots=True)
class Lesson:
    """The faces of one value, taken."""

    value: int
    faces: tuple[object, ...] = field(compare=False)


@dataclass(frozen=True, slots=True)
class State:
    """Teaching.

    Attributes:
        is_playing: A game lies under it.
        at: The screen.
        value: That is being shown, 1 to 6.
        shown: What is seen of it, or why it is refused; None before.
        is_certain: It is that value, whatever the nets read.
        request: Number of looks asked for.
        lessons: What was taken, by rising value.
        stage: What the eye told last; None before.
        has_moved: Dice may not lie as the game left them, as far as was seen.
        blind: Code of why the camera gives no pictures; "" while it does.
        alike: Pairs of values that look much alike.
        name: As it was typed, or what it was kept under.
        is_bad_name: What was typed last is none.
        failure: Why it could not be kept.
    """

    is_playing: bool = False
    at: At = At.FACE
    value: int = 1
    shown: Shown | None = None
    is_certain: bool = False
    request: int = 0
    lessons: tuple[Lesson, ...] = ()
    stage: Stage | None = None
    has_moved: bool = False
    blind: str = ""
    alike: tuple[tuple[int, int], ...] = ()
    name: str = ""
    is_bad_name: bool = False
    failure: Text = ""

    @property
    def faces(self) -> tuple[object, ...]:
        """All that was taken."""
        return tuple(face for lesson in self.lessons for face in lesson.faces)

    @property
    def counts(self) -> dict[int, int]:
        """How many faces of each value were taken; values without are left out."""
        return {lesson.value: len(lesson.faces) for lesson in self.lessons}

    @property
    def can_take(self) -> bool:
        """Whether faces are seen that may be taken."""
        return self.shown is not None and bool(self.shown.faces)

    @property
    def can_overrule(self) -> bool:
        """Whether the nets surely read another value."""
        return self.shown is not None and self.shown.refusal == CONTRADICTS


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an event; `state` is None once teaching is over."""

    state: State | None
    writes: tuple[Write, ...] = ()
    sounds: tuple[Sound, ...] = ()


def begin(*, is_playing: bool, has_moved: bool = False) -> State:
    """Ask for the first face."""
    return State(is_playing, has_moved=has_moved)


def wish(state: State) -> Wish:
    """Look at what is shown, while faces are asked for."""
    if state.at is not At.FACE:
        return Wish()
    return Wish(
        is_wanted=True,
        request=state.request,
        show=state.value,
        is_certain=state.is_certain,
    )


def step(state: State, event: Event) -> Answer:
    """Answer one event."""
    match event:
        case Pressed(button, _, is_held):
            press = PRESSES[state.at].get((button, is_held))
            return Answer(state) if press is None else _clicked(press(state))
        case Typed(text) if state.at is At.SUMMARY:
            return _name(state, text)
        case Shown() if state.at is At.FACE and event.value == state.value:
            return _see(state, event)
        case Watched(stage):
            has_moved = state.has_moved or stage in MOVES
            return Answer(replace(state, stage=stage, has_moved=has_moved))
        case EyeFailed(code):
            return Answer(replace(state, blind=code or "gone", has_moved=True))
        case EyeBack():
            return Answer(replace(state, blind=""))
        case Compared(alike):
            return Answer(replace(state, alike=alike))
        case Learnt(name):
            kept = replace(state, at=At.KEPT, name=name)
            return Answer(kept, sounds=(Signal.VERDICT,))
        case NotLearnt(reason):
            failed = replace(state, at=At.FAILED, failure=reason)
            return Answer(failed, sounds=(Signal.WRONG,))
    return Answer(state)


def _clicked(answer: Answer) -> Answer:
    return replace(answer, sounds=(Signal.CLICK, *answer.sounds))


# --- a face -----------------------------------------------------------------------


def _see(state: State, shown: Shown) -> Answer:
    if shown.refusal == NOTHING:
        return Answer(replace(state, shown=None))
    sound = Signal.ASK if shown.refusal else Signal.READ
    return Answer(replace(state, shown=shown), sounds=(sound,))


def _take(state: State) -> Answer:
    """Take what is seen, in place of what was taken of this value before."""
    if state.can_overrule:
        again = replace(state, is_certain=True, shown=None, request=state.request + 1)
        return Answer(again)
    if state.shown is None or not state.can_take:
        return Answer(state)
    others = [one for one in state.lessons if one.value != state.value]
    lesson = Lesson(state.value, state.shown.faces)
    lessons = sorted((*others, lesson), key=lambda one: one.value)
    return _go(replace(state, lessons=tuple(lessons)), state.value + 1)


def _again(state: State) -> Answer:
    asked = replace(state, shown=None, is_certain=False, request=state.request + 1)
    return Answer(asked)


def _skip(state: State) -> Answer:
    return _go(state, state.value + 1)


def _back(state: State) -> Answer:
    return _go(state, state.value - 1)


def _go(state: State, value: int) -> Answer:
    """Ask for another face; beyond the first and the last all is gone through."""
    if value not in FACES:
        return _finish(state)
    there = replace(state, at=At.FACE, value=value, shown=None, is_certain=False)
    return Answer(there)


def _finish(state: State) -> Answer:
    if not state.lessons:
        return _leave(state)
    asked = replace(state, at=At.SUMMARY, shown=None, is_certain=False, alike=())
    return Answer(asked, (Compare(state.faces),))


# --- the end ----------------------------------------------------------------------


def _name(state: State, text: str) -> Answer:
    """A name for a file: letters, digits, `-` and `_`."""
    name = "-".join(text.split())
    is_good = all(c.isalnum() or c in "-_" for c in name) and name.isprintable()
    if not name or not is_good or len(name) > LONGEST_NAME:
        return Answer(replace(state, is_bad_name=True), sounds=(Signal.WRONG,))
    named = replace(state, name=name, is_bad_name=False)
    return Answer(named, sounds=(Signal.CLICK,))


def _keep(state: State) -> Answer:
    return Answer(state, (Learn(state.name, state.faces),))


def _keep_tonight(state: State) -> Answer:
    return Answer(state, (Learn("", state.faces, is_lasting=False),))


def _to(at: At) -> Callable[[State], Answer]:
    return lambda state: Answer(replace(state, at=at))


def _leave(state: State) -> Answer:
    """Back to what goes on; first the game's dice are put back."""
    if state.is_playing and state.has_moved:
        return Answer(replace(state, at=At.RESTORE))
    return Answer(None)


def _end(state: State) -> Answer:
    return Answer(None)


Key: TypeAlias = tuple[Button, bool]

#: What each button does on each screen, pressed (False) and held (True).
PRESSES: Mapping[At, Mapping[Key, Callable[[State], Answer]]] = {
    At.FACE: {
        (Button.A, False): _take,
        (Button.B, False): _again,
        (Button.X, False): _skip,
        (Button.Y, False): _back,
        (Button.Y, True): _finish,
    },
    At.SUMMARY: {
        (Button.A, False): _keep,
        (Button.B, False): _to(At.DROP),
        (Button.Y, False): _to(At.FACE),
    },
    At.DROP: {
        (Button.A, False): _leave,
        (Button.B, False): _to(At.SUMMARY),
        (Button.Y, False): _to(At.SUMMARY),
    },
    At.FAILED: {
        (Button.A, False): _keep,
        (Button.B, False): _keep_tonight,
        (Button.Y, False): _to(At.SUMMARY),
    },
    At.KEPT: {(Button.A, False): _leave},
    At.RESTORE: {(Button.A, False): _end},
}
