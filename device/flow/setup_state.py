"""What is known of a set-up in the making, and what its seats are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from device.flow.core import Stage
from device.flow.setup_options import FIRST, LIVES, Choosable
from rules.mia import START_LIVES
from rules.setups import GAMES, Option, Seat, Setup, format_setup, parse_setup
from vision.readings import COLOURS

#: Colours that a player's dice may have; white and "other" are nobody's.
PLAYER_COLOURS = tuple(c for c in COLOURS if c not in ("white", "other"))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_SEATS = 12  # where the rules have no limit: more do not fit on a screen
NO_WORDS: Mapping[str, str] = MappingProxyType({})


class Step(StrEnum):
    """Which screen of the set-up is shown."""

    GAME = "game"
    SEATS = "seats"
    TABLE = "table"  # the colours are read from the dice
    COLOURS = "colours"  # they are ticked by hand
    READY = "ready"
    NAMES = "names"
    NAME = "name"  # of one seat
    OPTIONS = "options"


@dataclass(frozen=True, slots=True)
class State:
    """A set-up in the making.

    Attributes:
        step: The screen.
        game: Its name in a record.
        seats: How many play.
        colours: Of the seats, in Dancing Dice.
        names: Of the seats; "" for the default.
        lives: Of the seats, in Mia.
        first: The seat that opens.
        options: Those that differ from the printed rules.
        at: The cursor of this screen.
        seat: Whose name is being chosen.
        known: Last evening's seats.
        words: Names for the colours in the language of the table.
        found: Colours seen on the table with their dice; None before a reading.
        stage: What the eye sees.
        request: Number of readings asked for.
        is_blind: Whether the camera gives no pictures.
        has_page: Whether names can be typed in the page.
        slip: Code of what was wrong with a typed name; "" if nothing.
        done: The set-up, once it is complete.
    """

    step: Step = Step.GAME
    game: str = "dancing-dice"
    seats: int = 2
    colours: tuple[str, ...] = ()
    names: tuple[str, ...] = ("",) * MOST_SEATS
    lives: tuple[int, ...] = (START_LIVES,) * MOST_SEATS
    first: int = 0
    options: tuple[tuple[str, Option], ...] = ()
    at: int = 0
    seat: int = 0
    known: tuple[Seat, ...] = ()
    words: Mapping[str, str] = field(default_factory=lambda: NO_WORDS)
    found: tuple[tuple[str, int], ...] | None = None
    stage: Stage = Stage.EMPTY
    request: int = 0
    is_blind: bool = False
    has_page: bool = True
    slip: str = ""
    done: Setup | None = None


def is_coloured(game: str) -> bool:
    """Whether seats have a colour."""
    return "colour" in GAMES[game].player_keys


def name_of(state: State, seat: int) -> str:
    """The name given, else the colour's word or a letter, other than all given."""
    given = state.names[seat]
    if given:
        return given
    name = LETTERS[seat]
    if is_coloured(state.game) and seat < len(state.colours):
        name = state.words.get(state.colours[seat], state.colours[seat])
    taken = {other.casefold() for other in state.names}
    while name.casefold() in taken:
        name += "'"
    return name


def last_names(state: State) -> tuple[str, ...]:
    """Last evening's, where they were more than the word for a colour."""
    words = {*state.words.values()}
    return tuple("" if s.name in words else s.name for s in state.known)


def offered_names(state: State) -> tuple[str, ...]:
    """Last evening's names that nobody has yet, then the default one."""
    mine = state.seat
    taken = {name_of(state, i) for i in range(state.seats) if i != mine}
    default = name_of(named(state, mine, ""), mine)
    offered = [name for name in last_names(state) if name and name not in taken]
    return tuple(dict.fromkeys([*offered, default]))


def named(state: State, seat: int, name: str) -> State:
    """The same with a name for a seat; "" for the default."""
    names = (*state.names[:seat], name, *state.names[seat + 1 :])
    return replace(state, names=names)


def value_of(state: State, option: Choosable) -> Option:
    """What is chosen for an option."""
    if option.key == FIRST:
        return state.first
    if option.key == LIVES:
        return state.lives[0]
    if option.key.startswith(f"{LIVES}."):
        return state.lives[int(option.key.partition(".")[2])]
    return dict(state.options).get(option.key, option.values[0])


def setup_of(state: State) -> Setup:
    """The set-up as chosen, checked as a record's would be."""
    has_lives = LIVES in GAMES[state.game].player_keys
    seats = tuple(
        Seat(
            name_of(state, seat),
            state.colours[seat] if is_coloured(state.game) else None,
            state.lives[seat]
            if has_lives and state.lives[seat] != START_LIVES
            else None,
        )
        for seat in range(state.seats)
    )
    options = dict(state.options)
    if FIRST in GAMES[state.game].options and state.first:
        options[FIRST] = seats[state.first].name
    return parse_setup(format_setup(Setup(state.game, seats, options)))
