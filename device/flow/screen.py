"""What a screen shows, as plain data: no pixels and no language.

A flow makes a `Screen`; `device/screens` draws it for a panel, the page shows it in a
browser and the terminal as text, each in the language of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Say:
    """A text by its key in `device/texts`, with the values that it takes.

    A value may be a `Say` itself, such as the word for a colour.
    """

    key: str
    values: tuple[tuple[str, object], ...] = ()


def say(key: str, **values: object) -> Say:
    """A `Say` with its values as keywords."""
    return Say(key, tuple(values.items()))


#: A plain string is a name or a number: the same in every language.
Text: TypeAlias = Say | str


class Mood(StrEnum):
    """What a player must be able to tell from across the table."""

    CHOOSE = "choose"  # somebody decides with the buttons
    WAITING = "waiting"  # for dice
    HAND = "hand"  # a hand, or dice on the move, in view
    READING = "reading"
    READ = "read"  # told, to be confirmed as a whole
    ASKING = "asking"  # about one die, or what does not add up
    SHUT = "shut"  # the eye is shut: no picture is taken
    STUCK = "stuck"  # with what to do
    DONE = "done"  # the game is over


class Button(StrEnum):
    """The four buttons of the device."""

    A = "A"
    B = "B"
    X = "X"
    Y = "Y"


@dataclass(frozen=True, slots=True)
class Sign:
    """How a player is told apart without colour: a letter, and the colour if any.

    Attributes:
        letter: One or two letters, unique at the table.
        colour: A player colour of `vision.readings.COLOURS`, or None.
    """

    letter: str
    colour: str | None = None


class Tone(StrEnum):
    """How a note is meant; it is also told by a sign, never by colour alone."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Note:
    """A line or a paragraph."""

    text: Text
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Big:
    """What is to be read from a metre away: a score, a verdict, a name."""

    text: Text
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Row:
    """A player in a list.

    Attributes:
        sign: Of the player.
        name: Of the player.
        left: Lives, points, vivacita, locked dice; as it is shown.
        note: What else is to be said.
        is_turn: Whether it is to act.
        is_out: Whether it plays no more.
        tone: Of the note.
    """

    sign: Sign
    name: str
    left: str = ""
    note: Text = ""
    is_turn: bool = False
    is_out: bool = False
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Players:
    """All players, in the order shown."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu.

    Attributes:
        id: By which the page picks it.
        text: Its words.
        note: Such as its price.
    """

    id: str
    text: Text
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A list with a cursor."""

    items: tuple[Item, ...]
    at: int


@dataclass(frozen=True, slots=True)
class ShownDie:
    """A die drawn as a face.

    Attributes:
        value: 1 to 6, or None for one that is not known.
        body: Colour name of the body.
        pips: Colour name of the pips.
        is_sure: An unsure one has a dashed outline and a question mark.
        is_held: Kept, locked or set aside.
        id: By which the page picks it; empty where there is nothing to pick.
    """

    value: int | None
    body: str = "white"
    pips: str = "black"
    is_sure: bool = True
    is_held: bool = False
    id: str = ""


@dataclass(frozen=True, slots=True)
class DiceLine:
    """Dice in a line, with whose they are or what they are worth.

    Attributes:
        dice: From left to right.
        sign: Of the player, or None.
        text: Such as the rank of a ballo.
        at: Index of the die under the cursor, or None.
        tone: Of the text.
    """

    dice: tuple[ShownDie, ...]
    sign: Sign | None = None
    text: Text = ""
    at: int | None = None
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Mark:
    """An outline in a picture.

    Attributes:
        corners: Of a face, in picture pixels.
        label: Such as its value.
        is_sure: An unsure one is dashed and has a question mark.
        sign: Of its owner, or None.
        id: By which the page picks it.
    """

    corners: tuple[Point, ...]
    label: str = ""
    is_sure: bool = True
    sign: Sign | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that was read, by its number, with marks.

    Attributes:
        shot: Number under which `device` keeps it; None where there is none.
        marks: What was read.
        focus: Index of the mark to enlarge, or None for the whole picture.
    """

    shot: int | None
    marks: tuple[Mark, ...] = ()
    focus: int | None = None


@dataclass(frozen=True, slots=True)
class RungShown:
    """A rank on the ladder with the cubes on it."""

    rank: Text
    signs: tuple[Sign, ...]
    is_well: bool


@dataclass(frozen=True, slots=True)
class LadderShown:
    """The ladder of a comparison, top first; rungs without cubes may be left out."""

    rungs: tuple[RungShown, ...]


@dataclass(frozen=True, slots=True)
class Countdown:
    """Seconds left of a shared wait; `whole_s` is where it started."""

    left_s: float
    whole_s: float


@dataclass(frozen=True, slots=True)
class PairingCode:
    """What lets a phone act in the page: a QR square and a code to type.

    It is for those at the table: panels and the terminal show it, the page never does.

    Attributes:
        link: What the square says.
        text: The code in letters and digits.
    """

    link: str
    text: str


Block: TypeAlias = (
    Note
    | Big
    | Players
    | Menu
    | DiceLine
    | Picture
    | LadderShown
    | Countdown
    | PairingCode
)


@dataclass(frozen=True, slots=True)
class Labels:
    """What a button does now: when pressed, and when held."""

    press: Text = ""
    hold: Text = ""


NO_BUTTONS: Mapping[Button, Labels] = MappingProxyType({})


@dataclass(frozen=True)
class Screen:
    """All that a display shows at one time.

    Attributes:
        name: Which screen it is, stable, such as `mia.reveal`.
        title: One short line.
        mood: Told by a sign of its own.
        blocks: From top to bottom, the most important first.
        buttons: What each does; one that is missing does nothing.
        must_decide: Somebody is to decide: the display never dims.
        takes_text: The page and the keyboard may send a line of text, such as a name.
    """

    name: str
    title: Text
    mood: Mood
    blocks: tuple[Block, ...] = ()
    buttons: Mapping[Button, Labels] = field(default_factory=lambda: NO_BUTTONS)
    must_decide: bool = True
    takes_text: bool = False
