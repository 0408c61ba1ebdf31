"""What the reading of dice is made of, as plain data: wanted, told, done.

A die that was read is `Told`: it may have been confirmed, corrected or added by a
person since. What a game makes of the dice (whose they are, what does not add up) comes
in as a function in `Wanted.sense`, so the reading itself knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from device.flow.core import WATCH, Stage, Wish
from device.flow.screen import Block, Say, Sign, Text
from vision.readings import DieReading, Point, Problem, TableReading

Size: TypeAlias = tuple[int, int]

#: Where a die lies that nobody has seen.
NOWHERE: Point = (-1.0, -1.0)
#: A die whose middle is within this many edges of where one lay has not been moved.
UNMOVED = 0.15


@dataclass(frozen=True, slots=True)
class Told:
    """A die as the table tells it.

    Attributes:
        die: As read, with what a person has corrected; `die.sure` stays the reading's.
        read: The value that was read; None for a die that a person added.
        is_asked: A person has answered about this very die.
    """

    die: DieReading
    read: int | None
    is_asked: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether it may be accepted without asking about it."""
        return self.die.sure or self.is_asked

    @property
    def is_placed(self) -> bool:
        """Whether the camera saw it; one that was added lies nobody knows where."""
        return self.read is not None

    def told_as(self, die: DieReading) -> Told:
        """The same die with what a person says of it."""
        return replace(self, die=die, is_asked=True)


def told(reading: TableReading) -> tuple[Told, ...]:
    """The dice of a reading, in its order."""
    return tuple(Told(die, die.value) for die in reading.dice)


def added(value: int, body: str, pips: str, kind: str) -> Told:
    """A die that the camera did not see."""
    corners = (NOWHERE, NOWHERE, NOWHERE, NOWHERE)
    die = DieReading(value, 1.0, True, NOWHERE, corners, body, pips, kind)
    return Told(die, None, is_asked=True)


@dataclass(frozen=True, slots=True)
class Owner:
    """A player whose dice are told by their colour.

    Attributes:
        colour: Of `vision.readings.COLOURS`.
        sign: Of the player.
        name: Of the player.
    """

    colour: str
    sign: Sign
    name: str


@dataclass(frozen=True, slots=True)
class Sense:
    """What a game makes of the dice.

    Attributes:
        problems: What must be mended before they can be accepted.
        owners: The player colour of each die, in order; None for nobody's. Empty where
            colours say nothing.
        doubtful: Indices of dice that are to be asked about though their value is sure.
        known: Indices of dice that the game knows already and takes nothing from: they
            are not asked about.
        title: Once all is sure, instead of the title wanted: what the dice come to.
        blocks: What is shown with the dice then, such as their worth; a picture gets
            all the room that these leave.
        laid: What else the game has found out about them; for itself, see `Done.sense`.
    """

    problems: tuple[Problem, ...] = ()
    owners: tuple[str | None, ...] = ()
    doubtful: frozenset[int] = frozenset()
    known: frozenset[int] = frozenset()
    title: Text = ""
    blocks: tuple[Block, ...] = ()
    laid: object = None


#: A game's view of the dice and of the picture's (width, height) in pixels; pure.
MakeSense: TypeAlias = Callable[[tuple[Told, ...], Size], Sense]


def no_sense(dice: tuple[Told, ...], size: Size) -> Sense:
    """Only values matter, and all of them are fine."""
    return Sense()


@dataclass(frozen=True)
class Wanted:
    """What is to be read.

    Attributes:
        title: Whose dice, or what for; one short line.
        prompt: What to do while dice are waited for.
        expect: How many dice lie there; None where nobody knows.
        also: Other counts that are as good: one of them is then taken as expected.
        sets: As in `Wish`.
        palette: As in `Wish`.
        reveal: As in `Wish`.
        owners: Players told by the colour of their dice. Empty: only values matter.
        kinds: Whether `c` and `b` (DD-4) matter.
        shared: What dice that belong to nobody are called, where there are any.
        sense: What the game makes of the dice.
        is_quick: Where nothing is to be asked, the dice are accepted without a press.
        has_own_hand: The game has an entry by hand of its own; asking for it ends this
            flow with `ByHand`. Else values are entered here, `expect` of them.
    """

    title: Text
    prompt: Text = field(default_factory=lambda: Say("confirm.lay"))
    expect: int | None = None
    also: tuple[int, ...] = ()
    sets: bool = False
    palette: tuple[str, ...] = ()
    reveal: bool = False
    owners: tuple[Owner, ...] = ()
    kinds: bool = False
    shared: Text = ""
    sense: MakeSense = no_sense
    is_quick: bool = False
    has_own_hand: bool = False

    @property
    def has_identities(self) -> bool:
        """Whether it matters what kind of die it is, or whose."""
        return self.kinds or bool(self.owners)


class At(StrEnum):
    """Where a reading has come to."""

    WAITING = "waiting"  # no reading yet: `Reading.stage` says what the eye sees
    READ = "read"  # all sure: one press accepts
    ASKING = "asking"  # about the die at the cursor, which is not sure
    STUCK = "stuck"  # something does not add up
    CHOOSING = "choosing"  # a cursor over the dice
    VALUES = "values"  # the less likely values of the die at the cursor
    OWNERS = "owners"  # whose it is, and which kind
    ADDING = "adding"  # the value of a die that was not seen
    ENTRY = "entry"  # by hand, die by die


@dataclass(frozen=True)
class Reading:
    """The state of a reading.

    Attributes:
        wanted: What is to be read.
        at: Where it has come to.
        stage: What the eye sees on the table.
        expect: How many dice are counted on now.
        request: Number of the reading asked of the eye.
        dice: What is told.
        sense: What the game makes of them.
        problems: Of the reading itself, counts left out.
        shot: Picture that they were read in; None without one.
        size: Of that picture, (width, height) in pixels.
        cursor: The die asked about, chosen or under correction.
        page: Of a list that does not fit on the buttons.
        taken_away: Middles of what a person said is no die.
        entered: By hand, so far.
        failed: Why the camera gives no pictures; empty while it does.
        was_touched: As in `Seen`.
        has_asked: Whether a person was asked anything.
        is_choosing: A person walks over the dice: a correction leads back there.
        is_by_hand: It was begun by hand.
        has_switched: `expect` was just changed to another of the counts wanted.
    """

    wanted: Wanted
    at: At = At.WAITING
    stage: Stage = Stage.EMPTY
    expect: int | None = None
    request: int = 0
    dice: tuple[Told, ...] = ()
    sense: Sense = Sense()
    problems: tuple[Problem, ...] = ()
    shot: int | None = None
    size: Size = (1, 1)
    cursor: int = 0
    page: int = 0
    taken_away: tuple[Point, ...] = ()
    entered: tuple[int, ...] = ()
    failed: str = ""
    was_touched: bool = False
    has_asked: bool = False
    is_choosing: bool = False
    is_by_hand: bool = False
    has_switched: bool = False


@dataclass(frozen=True)
class Done:
    """Dice that the table has accepted.

    Attributes:
        dice: As told; in the order of the reading, or as they were entered.
        shot: Picture that they were read in; None where entered by hand.
        size: Of that picture.
        was_touched: As in `Seen`.
        request: The last one; the next reading begins with a higher one.
        sense: What the game made of them.
        watch: What the eye is wished while they must lie as they are, see `changed`.
    """

    dice: tuple[Told, ...]
    shot: int | None = None
    size: Size = (1, 1)
    was_touched: bool = False
    request: int = 0
    sense: Sense = Sense()
    watch: Wish = WATCH

    @property
    def values(self) -> tuple[int, ...]:
        """In the order of `dice`."""
        return tuple(told.die.value for told in self.dice)

    @property
    def seen(self) -> object:
        """For the record's `seen`: what was read and what was corrected."""
        return None if self.shot is None else [_seen(told) for told in self.dice]


@dataclass(frozen=True, slots=True)
class ByHand:
    """The table changes its way of telling the dice.

    From a reading: to an entry by hand that is the game's own; see `has_own_hand`.
    From `begin_by_hand`: back to where that was begun.
    """

    request: int = 0


State: TypeAlias = Reading | Done | ByHand


def _seen(told: Told) -> dict[str, object]:
    """A die for the record: `read` differs from `value` where it was corrected.

    Places are in pixels; a die that nobody has seen has no corners.
    """
    die = told.die
    corners = [[round(x), round(y)] for x, y in die.corners] if told.is_placed else None
    return {
        "value": die.value,
        "read": told.read,
        "sure": die.sure,
        "kind": die.kind,
        "body": die.body,
        "pips": die.pips,
        "confidence": round(die.confidence, 3),
        "center": [round(at, 1) for at in die.center],
        **({} if corners is None else {"corners": corners}),
    }
