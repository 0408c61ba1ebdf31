"""The pages of Dancing Dice, and what the flow keeps between them.

A prova is one action for the rules (all players' rows at once), so what is read player
by player is kept in `Got` here until everybody's is there. None of it is in the record:
after a restart the dice still lie on the table and are read again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from device.flow import confirm
from device.flow.changed import Changed
from device.flow.core import WATCH, Stage, Wish
from device.flow.told import Done, Reading
from rules import dancing_dice
from rules.dancing_dice import Rows
from rules.referee import Game
from vision.readings import DieReading


@dataclass(frozen=True)
class Got:
    """One player's rows, and where they come from.

    Attributes:
        rows: Primo and secondo ballo.
        done: The dice as accepted; None where they were entered by hand.
    """

    rows: Rows
    done: Done | None = None


#: By seat.
AllGot: TypeAlias = tuple[tuple[int, Got], ...]


@dataclass(frozen=True)
class ReadTango:
    """The three Tango dice are read."""

    reading: Reading


@dataclass(frozen=True)
class ShowTango:
    """There is a new Tango: for all to hear, before anybody rolls."""


@dataclass(frozen=True)
class Behind:
    """Everybody rolls behind a sipario, and announces how many dice to roll again.

    Attributes:
        cursor: The player whose announcement is entered, as an index into those in.
        until_s: When the shared countdown ends; None without one.
        now_s: The last moment heard of.
        slip: Why the rules took nothing; empty where they did.
    """

    cursor: int = 0
    until_s: float | None = None
    now_s: float = 0.0
    slip: str = ""


@dataclass(frozen=True)
class ReadAll:
    """Everybody's dice are read in one picture."""

    reading: Reading


@dataclass(frozen=True)
class ReadOne:
    """One player's dice are read, under a small view."""

    seat: int
    got: AllGot
    reading: Reading


@dataclass(frozen=True)
class Hand:
    """One player's rows by hand: three values, three values, then puri or impuri.

    Attributes:
        seat: Whose.
        got: What is there of the others.
        reading: The entry of the row going on.
        first: The primo ballo, once it is entered.
        second: The secondo ballo, once it is entered: then only the kinds are open.
    """

    seat: int
    got: AllGot
    reading: Reading
    first: tuple[int, ...] = ()
    second: tuple[int, ...] = ()


@dataclass(frozen=True)
class Split:
    """Rows that cannot be told apart: the table says which dice are the primo ballo.

    Attributes:
        done: The dice.
        seat: Whose are being assigned.
        dice: Indices of these six.
        near: Of them, those said to be the primo ballo.
        far: And those of the secondo.
        rows: What is known of everybody, by seat.
        got: Of others, where players are read one by one.
        is_one: Whether only this player's dice are in the picture.
    """

    done: Done
    seat: int
    dice: tuple[int, ...]
    near: tuple[int, ...] = ()
    far: tuple[int, ...] = ()
    rows: tuple[tuple[int, Rows], ...] = ()
    got: AllGot = ()
    is_one: bool = False


@dataclass(frozen=True)
class Summary:
    """Everybody's rows, read one by one or by hand, to be confirmed together."""

    got: AllGot
    cursor: int = 0


@dataclass(frozen=True)
class Ladder:
    """A comparison on the ladder; row 1 is the primo ballo."""

    row: int


@dataclass(frozen=True)
class Vivacita:
    """What a comparison cost."""

    row: int


@dataclass(frozen=True)
class Over:
    """The winner."""


@dataclass(frozen=True)
class TakeBack:
    """Whether the last action is meant to be undone; `page` is where it was asked."""

    page: Page


Page: TypeAlias = (
    ReadTango
    | ShowTango
    | Behind
    | ReadAll
    | ReadOne
    | Hand
    | Split
    | Summary
    | Ladder
    | Vivacita
    | Over
    | TakeBack
)

#: What a comparison said of a player: row, seat, and `well`, `loses` or `kept`.
Outcome: TypeAlias = tuple[int, int, str]


@dataclass(frozen=True)
class State:
    """A game of Dancing Dice at the table.

    Attributes:
        game: As the rules have it.
        page: What is going on.
        failed: Why the camera gives no pictures; empty while it does.
        stage: What the eye told last.
        request: Number of the last reading asked for.
        is_one_by_one: Players are read one after the other.
        is_tango_aside: The Tango dice do not lie with the others.
        announced: Dice each seat rolls again in this prova; None where not said.
        accepted: What the last prova rests on: dice of one picture.
        got: Or each player's.
        is_asked: Somebody has asked to read what lies there now.
        lain: Dice of the last prova, as they lay; they are no new Tango.
        changed: Whether accepted dice still lie as they were; None where it does not
            matter any more.
        watch: What the eye is wished while it matters.
        said: The outcomes told before a correction took them back.
    """

    game: Game
    page: Page = field(default_factory=Behind)
    failed: str = ""
    stage: Stage = Stage.EMPTY
    request: int = 0
    is_one_by_one: bool = False
    is_tango_aside: bool = False
    announced: tuple[int | None, ...] = ()
    accepted: Done | None = None
    got: AllGot = ()
    changed: Changed | None = None
    watch: Wish = WATCH
    is_asked: bool = False
    lain: tuple[DieReading, ...] = ()
    said: frozenset[Outcome] = frozenset()

    @property
    def dancing(self) -> dancing_dice.State:
        """The rules' state."""
        state = self.game.state
        assert isinstance(state, dancing_dice.State)  # the only game of this flow
        return state

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that still play."""
        return self.dancing.still_in

    @property
    def names(self) -> tuple[str, ...]:
        """In seat order."""
        return self.game.setup.names

    @property
    def has_colours(self) -> bool:
        """Whether dice tell by their colour whose they are."""
        return all(seat.colour is not None for seat in self.game.setup.seats)


def reading_of(page: Page) -> Reading | None:
    """The reading or entry going on, if there is one."""
    match page:
        case ReadTango(reading) | ReadAll(reading):
            return reading
        case ReadOne(_, _, reading):
            return reading
        case Hand(_, _, reading, _, second) if not second:
            return reading
    return None


def keeps_hold_y(page: Page) -> bool:
    """Whether a page needs hold Y for itself."""
    reading = reading_of(page)
    return reading is not None and confirm.keeps_hold_y(reading)
