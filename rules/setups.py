"""The first line of a record: which game, who plays, with which options.

What each game takes is the table `GAMES`; the house rules among the options are
explained in docs/house-rules.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from rules import dancing_dice, di_da_do, mia
from rules.json_form import (
    Json,
    RecordError,
    array,
    boolean,
    check_keys,
    dump,
    integer,
    mapping,
    name,
    parse_object,
    shown,
    text,
)

Option: TypeAlias = int | str  # a bool is an int


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of the set-up; None where the record leaves it out."""

    name: str
    colour: str | None = None
    lives: int | None = None


@dataclass(frozen=True)
class Setup:
    """A checked set-up: `options` are those given."""

    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, Option]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """In seat order, clockwise."""
        return tuple(seat.name for seat in self.seats)

    @cached_property
    def seat_of(self) -> Mapping[str, int]:
        """Name → seat."""
        return {seat.name: i for i, seat in enumerate(self.seats)}

    @property
    def first(self) -> int:
        """The seat that opens."""
        return self.seat_of[str(self.options.get("first", self.names[0]))]


def _at_least(least: int, most: int | None = None) -> Callable[[Json], bool]:
    def check(value: Json) -> bool:
        number = integer(value, "an option")
        return least <= number and (most is None or number <= most)

    return check


def _one_of(*numbers: int) -> Callable[[Json], bool]:
    return lambda value: integer(value, "an option") in numbers


def _switch(value: Json) -> bool:
    boolean(value, "an option")
    return True


def _any_text(value: Json) -> bool:
    text(value, "an option")  # `first`: that it names a player is checked with them
    return True


class Game(NamedTuple):
    """What the set-up of a game takes."""

    fewest: int
    most: int | None
    player_keys: tuple[str, ...]
    options: Mapping[str, Callable[[Json], bool]]


FIRST_OUT = {"first-out-loses": _switch}  # H-4
MIA_GAME = Game(
    2,
    None,
    ("lives",),
    {
        "faults-per-life": _at_least(1),
        "first": _any_text,
        "best-double": _one_of(11, 66),  # H-1
        "equal-score": _switch,  # H-2
        "false-mia": _one_of(1, 2),  # H-3
        **FIRST_OUT,
    },
)
GAMES = {
    "dancing-dice": Game(
        dancing_dice.MIN_PLAYERS,
        dancing_dice.MAX_PLAYERS,
        ("colour",),
        {"start-vivacita": _at_least(1, dancing_dice.MOST_VIVACITA), **FIRST_OUT},
    ),
    "mia": MIA_GAME,
    "mia-senza-garanzia": MIA_GAME,
    "di-da-do": Game(di_da_do.MIN_PLAYERS, di_da_do.MAX_PLAYERS, (), {}),
    "sei-dadi": Game(
        2, None, (), {"posta": _at_least(0), "first": _any_text, **FIRST_OUT}
    ),
}


def parse_setup(line: str) -> Setup:
    """Read the set-up.

    Raises:
        RecordError: It is not in the form (C-5), or `lives` are out of range (M-2).
    """
    fields = parse_object(line)
    check_keys(fields, ("game", "players"), ("options",), "the set-up")
    game = text(fields["game"], "game")
    if game not in GAMES:
        raise RecordError(f"unknown game {shown(game)}; known are {', '.join(GAMES)}")
    rules = GAMES[game]
    players = array(fields["players"], "players")
    seats = tuple(_seat(player, rules) for player in players)
    _check_seats(seats, rules)
    setup = Setup(game, seats, _options(fields.get("options", {}), rules, seats))
    for seat in seats:
        if seat.lives is not None and not 1 <= seat.lives <= mia.MOST_LIVES:
            message = f"lives are 1 to {mia.MOST_LIVES}, got {shown(seat.lives)}"
            raise RecordError(message, "M-2")
    return setup


def _seat(value: Json, rules: Game) -> Seat:
    fields = mapping(value, "a player")
    check_keys(fields, ("name",), rules.player_keys, "a player")
    return Seat(
        name(fields["name"], "a player's name"),
        name(fields["colour"], "a colour") if "colour" in fields else None,
        integer(fields["lives"], "lives") if "lives" in fields else None,
    )


def _check_seats(seats: tuple[Seat, ...], rules: Game) -> None:
    count = len(seats)
    if count < rules.fewest or (rules.most is not None and count > rules.most):
        most = "more" if rules.most is None else rules.most
        raise RecordError(f"players are {rules.fewest} to {most}, got {count}")
    colours = [seat.colour for seat in seats if seat.colour is not None]
    if len({seat.name for seat in seats}) < count or len(set(colours)) < len(colours):
        raise RecordError("two players have the same name or colour")


def _options(value: Json, rules: Game, seats: tuple[Seat, ...]) -> Mapping[str, Option]:
    options: dict[str, Option] = {}
    for key, given in mapping(value, "options").items():
        if key not in rules.options:
            known = ", ".join(rules.options) or "none"
            raise RecordError(f"unknown option {shown(key)}; known are {known}")
        named = key != "first" or given in [seat.name for seat in seats]
        if not rules.options[key](given) or not named:
            raise RecordError(f"option {key} cannot be {shown(given)}")
        assert isinstance(given, int | str)  # what every check above lets through
        options[key] = given
    return options


def format_setup(setup: Setup) -> str:
    """Write the set-up as the first line of a record."""
    players = []
    for seat in setup.seats:
        player: dict[str, object] = {"name": seat.name}
        if seat.colour is not None:
            player["colour"] = seat.colour
        if seat.lives is not None:
            player["lives"] = seat.lives
        players.append(player)
    options = dict(setup.options)
    return dump({"game": setup.game, "players": players, "options": options})
