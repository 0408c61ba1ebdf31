"""Actions as JSON lines, read and written; a whole record, replayed.

The set-up line is in `setups`, the strictness of the JSON in `json_form`. One table,
`READERS`, has every action of every game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias, cast

from rules import dancing_dice, di_da_do_combinations, mia_moves, sei_dadi
from rules import di_da_do_moves as di_da_do
from rules.balli import parse_ballo
from rules.core import Illegal, Undo
from rules.json_form import (
    Json,
    RecordError,
    array,
    boolean,
    check_keys,
    integer,
    integers,
    mapping,
    parse_object,
    shown,
    text,
)
from rules.referee import Action, Event, Game, begin, play
from rules.setups import Setup, parse_setup

Fields: TypeAlias = dict[str, Json]
Reader: TypeAlias = Callable[[Fields, Setup, "int | None"], Action]

UNREAD = ("seen", "at")  # any action may carry them, and no engine reads them
BLANK = " \t\r"


def parse_action(line: str, setup: Setup) -> Action:
    """Read one action of a game.

    Raises:
        RecordError: It is not in the form of the game's actions (C-5).
    """
    fields = parse_object(line)
    if "do" not in fields:
        raise RecordError('the line lacks the key "do"')
    do = text(fields["do"], "do")
    actions = READERS[setup.game]
    if do not in actions:
        known = ", ".join(actions)
        raise RecordError(f"{setup.game} has no action {shown(do)}; it has {known}")
    required, optional, read = actions[do]
    check_keys(fields, ("do", *required), (*optional, "player", *UNREAD))
    player = _player(fields["player"], setup) if "player" in fields else None
    return read(fields, setup, player)


def _player(value: Json, setup: Setup) -> int:
    name = text(value, "player")
    if name not in setup.seat_of:
        raise RecordError(f"no player is called {shown(name)}")
    return setup.seat_of[name]


# --- Dancing Dice ----------------------------------------------------------------


def _dance(fields: Fields, setup: Setup, player: int | None) -> Action:
    balli = mapping(fields["balli"], "balli")
    rows = {name: _rows(value) for name, value in balli.items()}
    return dancing_dice.Dance(rows, player)


def _rows(value: Json) -> dancing_dice.Rows:
    fields = mapping(value, "a player's balli")
    check_keys(fields, ("first", "second"), what="a player's balli")
    try:
        first = parse_ballo(text(fields["first"], "a row"))
        second = parse_ballo(text(fields["second"], "a row"))
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(str(error)) from error
    return dancing_dice.Rows(first, second)


# --- Mia -------------------------------------------------------------------------


def _beat(fields: Fields, setup: Setup, player: int | None) -> Action:
    score = integer(fields["score"], "score") if "score" in fields else None
    return mia_moves.Beat(score, player)


def _penalty(fields: Fields, setup: Setup, player: int | None) -> Action:
    assert player is not None  # required by its row in the table
    return mia_moves.Penalty(
        player,
        integer(fields["lives"], "lives"),
        boolean(fields["spoils"], "spoils"),
        text(fields["reason"], "reason"),
    )


# --- Di-Da-Do --------------------------------------------------------------------


def _start(fields: Fields, setup: Setup, player: int | None) -> Action:
    dice = mapping(fields["dice"], "dice")
    throws = {name: integers(value, "dice") for name, value in dice.items()}
    return di_da_do.Start(throws, player)


def _die(value: Json) -> int:
    die = integer(value, "a die's place")
    if not 0 <= die < di_da_do.DICE:
        raise RecordError(f"a die's place is 0 to 5, got {shown(die)}")
    return die


def _lock(fields: Fields, setup: Setup, player: int | None) -> Action:
    return di_da_do.Lock(_die(fields["die"]), player)


def _reroll(fields: Fields, setup: Setup, player: int | None) -> Action:
    value = integer(fields["value"], "value")
    return di_da_do.Reroll(_die(fields["die"]), value, player)


def _combine(fields: Fields, setup: Setup, player: int | None) -> Action:
    combination = text(fields["combination"], "combination")
    if combination not in di_da_do_combinations.COMBINATIONS:
        raise RecordError(f"unknown combination {shown(combination)}")
    return di_da_do.Combine(
        combination,
        tuple(_die(die) for die in array(fields["with"], "with")),
        tuple(
            _touch(entry, TOUCH_KEYS.get(combination, ("die", "value")), setup)
            for entry in array(fields["effect"], "effect")
        ),
        _rolled(mapping(fields.get("rolled", {}), "rolled")),
        player,
    )


TOUCH_KEYS: Mapping[str, tuple[str, ...]] = {
    "poker": ("die",),
    "doppio tris": ("die",),
    "cinquina": ("die", "to"),
    "sestina": ("values",),
}


def _touch(value: Json, keys: tuple[str, ...], setup: Setup) -> di_da_do.Touch:
    fields = mapping(value, "an entry of the effect")
    check_keys(fields, ("player", *keys), what="an entry of the effect")
    if "to" in keys and fields["to"] not in ("locked", "loose"):
        raise RecordError(f"to is locked or loose, got {shown(fields['to'])}")
    return di_da_do.Touch(
        _player(fields["player"], setup),
        _die(fields["die"]) if "die" in keys else None,
        integer(fields["value"], "value") if "value" in keys else None,
        cast("di_da_do.To", fields["to"]) if "to" in keys else None,
        integers(fields["values"], "values") if "values" in keys else (),
    )


def _rolled(fields: Fields) -> dict[int, int]:
    for key in fields:
        if key not in ("0", "1", "2", "3", "4", "5"):
            raise RecordError(f"a die's place is 0 to 5, got {shown(key)}")
    return {int(key): integer(value, "rolled") for key, value in fields.items()}


# --- the table of actions --------------------------------------------------------


def _dice(kind: Callable[[tuple[int, ...], int | None], Action]) -> Reader:
    """For an action that is a throw, or a choice, of dice."""
    return lambda fields, _, player: kind(integers(fields["dice"], "dice"), player)


def _score(kind: Callable[[int, int | None], Action]) -> Reader:
    """For an action that declares a score."""
    return lambda fields, _, player: kind(integer(fields["score"], "score"), player)


def _bare(kind: Callable[[int | None], Action]) -> Reader:
    """For an action that says nothing more."""
    return lambda _, __, player: kind(player)


Row: TypeAlias = tuple[tuple[str, ...], tuple[str, ...], Reader]  # required, optional

UNDO: dict[str, Row] = {"undo": ((), (), _bare(Undo))}
# Both games know all actions: which are open in which is for M-10 and M-11.
MIA: dict[str, Row] = {
    "open": (("score",), (), _score(mia_moves.Open)),
    "beat": ((), ("score",), _beat),
    "trust": (("score",), (), _score(mia_moves.Trust)),
    "guarantee": ((), (), _bare(mia_moves.Guarantee)),
    "accuse": ((), (), _bare(mia_moves.Accuse)),
    "reveal": (("dice",), (), _dice(mia_moves.Reveal)),
    "surrender": ((), (), _bare(mia_moves.Surrender)),
    "penalty": (("player", "lives", "spoils", "reason"), (), _penalty),
}
READERS: dict[str, dict[str, Row]] = {
    "dancing-dice": {
        "tango": (("dice",), (), _dice(dancing_dice.RollTango)),
        "prova": (("balli",), (), _dance),
        **UNDO,
    },
    "mia": MIA | UNDO,
    "mia-senza-garanzia": MIA | UNDO,
    "di-da-do": {
        "start": (("dice",), (), _start),
        "lock": (("die",), (), _lock),
        "reroll": (("die", "value"), (), _reroll),
        "pass": ((), (), _bare(di_da_do.Pass)),
        "combine": (("combination", "with", "effect"), ("rolled",), _combine),
        **UNDO,
    },
    "sei-dadi": {
        "roll": (("dice",), (), _dice(sei_dadi.Roll)),
        "keep": (("dice",), (), _dice(sei_dadi.Keep)),
        "stop": ((), (), _bare(sei_dadi.Stop)),
        "attack": (("dice",), (), _dice(sei_dadi.Attack)),
        **UNDO,
    },
}


# --- a whole record --------------------------------------------------------------


class BrokenRecordError(Exception):
    """A record breaks `rule` in its line `line`, counted from 1."""

    def __init__(self, line: int, rule: str, message: str) -> None:
        super().__init__(f"{line}: {message} ({rule})")
        self.line = line
        self.rule = rule


Told: TypeAlias = tuple[int, tuple[Event, ...]]


def replay(record: bytes, tell: Callable[[Told], object] | None = None) -> Game:
    """Play a record from its set-up to its last action.

    Args:
        record: The whole file.
        tell: Called after every action with its line and events, if given.

    Raises:
        BrokenRecordError: At the first line that breaks a rule.
    """
    game: Game | None = None
    number = 1
    try:
        for number, line in _lines(record):
            if game is None:
                game = begin(parse_setup(_decoded(line)))
                continue
            answer = play(game, parse_action(_decoded(line), game.setup))
            if isinstance(answer, Illegal):
                raise RecordError(answer.message, answer.rule)
            game = answer.state
            if tell is not None:
                tell((number, answer.events))
    except RecordError as error:
        raise BrokenRecordError(number, error.rule, str(error)) from error
    if game is None:
        raise BrokenRecordError(1, "C-5", "the record is empty: no set-up")
    return game


def _lines(record: bytes) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers; blank ones are skipped but counted."""
    for number, line in enumerate(record.split(b"\n"), start=1):
        if line.strip(BLANK.encode()):
            yield number, line


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("not UTF-8") from error
