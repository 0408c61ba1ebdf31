"""What every flow shares: events in; state, screen, sound and wish for the eye out.

A flow is a module with four functions over its own frozen state:

    start(game, now_s) -> State           where a game is gone on with, also after undo
    step(state, event) -> Reply[State]    answers one event
    screen(state) -> Screen               what is shown now
    wish(state) -> Wish                   what the eye is to do now

The rules are asked by the flow itself (`rules.referee.play` is pure). What they accept
is handed out in `Reply.deeds`; the app writes it to the journal before it shows the
screen of the new state. Time is a value: every event carries `now_s`, seconds of a
monotonic clock, and nothing else here knows the time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

from device.flow.screen import Button, Text
from rules.referee import Action
from vision.readings import TableReading

State = TypeVar("State")


# --- events ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button, once the app has checked that it was meant for the screen shown."""

    button: Button
    now_s: float
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Picked:
    """Something with an `id` on the screen, touched in the page: item, die or mark."""

    id: str
    now_s: float


@dataclass(frozen=True, slots=True)
class Typed:
    """A line of text, where the screen takes one."""

    text: str
    now_s: float


class Stage(StrEnum):
    """What the eye sees going on on the table."""

    EMPTY = "empty"  # nothing lies there
    HAND = "hand"
    ROLLING = "rolling"
    SETTLING = "settling"
    STILL = "still"
    CHANGED = "changed"  # what was read and accepted lies there no longer


@dataclass(frozen=True, slots=True)
class Watched:
    """The stage on the table has changed."""

    stage: Stage
    now_s: float


@dataclass(frozen=True, slots=True)
class Seen:
    """Dice at rest were read.

    Attributes:
        reading: All dice in view; a wrong count is a problem in it.
        shot: Number of the picture.
        now_s: When.
        size: (width, height) of the picture, in pixels.
        was_touched: Whether a hand moved a die between the lifting of a box and this.
    """

    reading: TableReading
    shot: int
    now_s: float
    size: tuple[int, int]
    was_touched: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A face was shown to be learnt: what was seen of it, or why nothing can be learnt.

    Attributes:
        value: That was asked for.
        faces: Cut out, left to right; to be handed on as they are, they are
            `vision.likeness.ShownFace`. None where they are refused.
        shot: Number of a picture of them, or of what is surely read otherwise.
        now_s: When.
        is_news: The nets alone would not have read all of them as that value.
        refusal: Code of `vision.teach.TeachError`; "" where there are faces.
        read: What is surely read instead, where that is the refusal.
    """

    value: int
    faces: tuple[object, ...] = field(compare=False)
    shot: int | None
    now_s: float
    is_news: bool = False
    refusal: str = ""
    read: int = 0


@dataclass(frozen=True, slots=True)
class Compared:
    """Pairs of values whose faces, as they were shown, are much alike."""

    alike: tuple[tuple[int, int], ...]
    now_s: float


@dataclass(frozen=True, slots=True)
class Learnt:
    """What was shown is used by every reading from now on.

    Attributes:
        name: Under which it is kept; "" where it is for this evening only.
        now_s: When.
    """

    name: str
    now_s: float


@dataclass(frozen=True, slots=True)
class NotLearnt:
    """What was shown could not be kept, and why."""

    reason: Text
    now_s: float


@dataclass(frozen=True, slots=True)
class EyeFailed:
    """The camera gives no pictures; `code` picks the text (`eye.CODE`)."""

    code: str
    now_s: float


@dataclass(frozen=True, slots=True)
class EyeBack:
    """The camera gives pictures again."""

    now_s: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed; about five a second while the app runs."""

    now_s: float


Event: TypeAlias = (
    Pressed
    | Picked
    | Typed
    | Watched
    | Seen
    | Shown
    | Compared
    | Learnt
    | NotLearnt
    | EyeFailed
    | EyeBack
    | Tick
)


# --- what comes out --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wish:
    """What the eye is to do.

    Attributes:
        is_open: With False no picture is taken: the camera is not called at all.
        is_wanted: A reading is wanted as soon as dice lie still.
        expect: How many dice lie there, if that is known.
        sets: Whether they come in players' sets, as in Dancing Dice.
        palette: The players' colours, if they are known.
        request: A new number asks for a new reading of what lies there already.
        reveal: A box has just been lifted: a hand on the dice from now on is told in
            `Seen.was_touched`.
        show: Dice with this value on top are shown to be learnt, and told in `Shown`
            instead of being read; 0 for none. Another value asks for no new look at
            what lies there: it has been seen; `request` does.
        is_certain: They are that value, whatever is read.
    """

    is_open: bool = True
    is_wanted: bool = False
    expect: int | None = None
    sets: bool = False
    palette: tuple[str, ...] = ()
    request: int = 0
    reveal: bool = False
    show: int = 0
    is_certain: bool = False


SHUT = Wish(is_open=False)
WATCH = Wish()


@dataclass(frozen=True, slots=True)
class Deed:
    """An action that the rules accepted, to be written down.

    Attributes:
        action: For the record.
        shot: The picture that it rests on, if any.
        seen: What was read in it, for the record's `seen`; None where entered by hand.
        shots: All the pictures that it rests on, `shot` among them, where there are
            several; in the order of the players in `seen`.
    """

    action: Action
    shot: int | None = None
    seen: object = None
    shots: tuple[int, ...] = ()


class Signal(StrEnum):
    """A short sound."""

    CLICK = "click"
    READ = "read"
    ASK = "ask"
    WRONG = "wrong"
    VERDICT = "verdict"
    WON = "won"


@dataclass(frozen=True, slots=True)
class Voice:
    """Something said aloud; a later one, or `HUSH`, interrupts it."""

    text: Text


@dataclass(frozen=True, slots=True)
class Hush:
    """Stop speaking: what was said is being corrected."""


Sound: TypeAlias = Signal | Voice | Hush


@dataclass(frozen=True, slots=True)
class Reply(Generic[State]):
    """The answer to an event.

    Attributes:
        state: After it.
        deeds: What the rules accepted, in order.
        sounds: In order.
    """

    state: State
    deeds: tuple[Deed, ...] = ()
    sounds: tuple[Sound, ...] = ()
