"""What every game engine shares: the answer to an action, and the common rules.

An engine is a frozen state and three functions: `apply(state, action)` answers an
action, `legal_actions(state)` says beforehand which are open and at what price, and
`start(...)` makes the first state. Players are seat indices, clockwise from 0.
Refusals are built here in the order of C-6, so that all engines name the same fault
first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar, Generic, TypeVar

State = TypeVar("State", covariant=True)
Event = TypeVar("Event", covariant=True)


@dataclass(frozen=True, slots=True)
class Step(Generic[State, Event]):
    """An accepted action: the state after it, and what happened, in order."""

    state: State
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Illegal:
    """A refused action. The state is unchanged; the player may try again.

    Attributes:
        rule: Number of the rule that refuses it, such as "DD-4".
        code: Picks the text on the display.
        message: What was refused, what stands against it; for the log and tests.
        allowed: What would have been accepted, as far as it can be listed.
        values: The numbers of the case, for the text of `code`.
    """

    rule: str
    code: str
    message: str
    allowed: tuple[str | int, ...] = ()
    values: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """An action that is open now, said before anyone tries it.

    Attributes:
        do: The action, by its name in a record.
        rule: Number of the rule that grants it.
        costs: Lives or points that it costs as soon as it is done, whatever the dice.
        dice: The dice (indices) that it is about, where the game numbers its dice.
        what: Which kind of it: a combination, or "spoils" of a penalty.
    """

    do: str
    rule: str
    costs: int = 0
    dice: tuple[int, ...] = ()
    what: str = ""


@dataclass(frozen=True, slots=True)
class Undo:
    """The last action that stands is taken back (C-4); no engine sees this one."""

    do: ClassVar[str] = "undo"
    player: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerOut:
    """A player has nothing left and never acts again."""

    player: int
    rule: str


@dataclass(frozen=True, slots=True)
class GameWon:
    """The game is over; `winners` in seat order."""

    winners: tuple[int, ...]
    rule: str


def finished(verb: str) -> Illegal:
    """Refuse anything after the end of a game."""
    message = f"{verb} refused: the game is over; only undo is left"
    return Illegal("C-3", "game_over", message, ("undo",))


def wrong_player(
    names: Sequence[str], named: int | None, turn: int | None
) -> Illegal | None:
    """Refuse an action by another than the one whose turn it is.

    Where nobody has the turn, or nobody is named, there is nothing to refuse.
    """
    if named is None or turn is None or named == turn:
        return None
    message = f"{names[named]!r} cannot act: it is the turn of {names[turn]!r}"
    values = (("player", names[named]), ("turn", names[turn]))
    return Illegal("C-2", "not_your_turn", message, (names[turn],), values)


def wrong_phase(
    verb: str, phase: str, allowed: Iterable[str], rule: str = "C-2"
) -> Illegal:
    """Refuse an action that this phase does not take."""
    open_now = tuple(allowed)
    message = f"{verb} refused in phase {phase}: expected {' or '.join(open_now)}"
    values = (("action", verb), ("phase", phase))
    return Illegal(rule, "wrong_phase", message, open_now, values)


def wrong_count(verb: str, given: int, wanted: int) -> Illegal | None:
    """Refuse a throw of too few or too many dice."""
    if given == wanted:
        return None
    message = f"{verb} takes {wanted} dice, got {given}"
    values = (("given", given), ("wanted", wanted))
    return Illegal("C-2", "wrong_number_of_dice", message, (wanted,), values)


def wrong_players(
    verb: str, names: Sequence[str], given: Collection[str], wanted: Iterable[int]
) -> Illegal | None:
    """Refuse dice for other players than those who owe them."""
    owing = tuple(names[player] for player in wanted)
    if set(given) == set(owing):
        return None
    message = f"{verb} is owed by {list(owing)}, got {sorted(given)}"
    return Illegal("C-2", "wrong_players", message, owing)


def wrong_face(faces: Iterable[int]) -> Illegal | None:
    """Refuse a die that shows no face of a die."""
    for face in faces:
        if not 1 <= face <= 6:
            shown = min(max(face, -1000), 1000)  # a message is one readable line
            message = f"a die shows 1 to 6, got {shown}"
            return Illegal("C-1", "no_such_face", message, (1, 2, 3, 4, 5, 6))
    return None


def seat_after(seat: int, still_in: Sequence[bool], step: int = 1) -> int:
    """The next seat still in: clockwise, or counter-clockwise with `step` -1.

    The seat itself comes last, so a player alone in the game follows itself.
    """
    count = len(still_in)
    seats = ((seat + step * k) % count for k in range(1, count + 1))
    return next(after for after in seats if still_in[after])


def event_name(event: object) -> str:
    """The name of an event in texts and JSON: PlayerOut is `player_out`."""
    spaced = ("_" + c.lower() if c.isupper() else c for c in type(event).__name__)
    return "".join(spaced).lstrip("_")


def event_values(event: object) -> dict[str, object]:
    """The fields of an event by name, its rule among them."""
    return {field.name: getattr(event, field.name) for field in fields(event)}  # type: ignore[arg-type]  # events are dataclasses
