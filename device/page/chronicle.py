"""A record told as sentences: what happened, line by line, and what was taken back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from device.flow.screen import Say, Text, say
from rules.core import event_name, event_values
from rules.dancing_dice import Danced, JudgedWell, VivacitaKept, VivacitaLost
from rules.records import BrokenRecordError, Told, replay
from rules.referee import Event, TakenBack
from rules.setups import Setup, parse_setup

#: Values of an event that are seats, told by name.
SEATS = ("player", "target", "answers", "opens", "other")
#: Left out of the telling: the next sentence says it, or the scoreboard.
JUDGED = (JudgedWell, VivacitaLost, VivacitaKept)
SILENT = ("turn_passed", "round_ended")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a record.

    Attributes:
        line: Its number, from 1; the set-up is line 1.
        texts: What happened.
        rules: The rules that it went by.
        is_undone: Whether a later line took it back.
        seen: The record's own note of what was seen; None where there is none.
    """

    line: int
    texts: tuple[Text, ...]
    rules: tuple[str, ...]
    is_undone: bool = False
    seen: object = None


@dataclass(frozen=True, slots=True)
class Story:
    """A whole record.

    Attributes:
        game: Its name in a record.
        players: Names in seat order.
        winners: Names; empty until the end.
        entries: In order.
        is_broken: Whether the record goes on with what cannot be read.
    """

    game: str
    players: tuple[str, ...]
    winners: tuple[str, ...]
    entries: tuple[Entry, ...]
    is_broken: bool = False


def tell_story(record: bytes) -> Story | None:
    """Tell a record as far as it can be replayed; None where nothing can."""
    lines = record.split(b"\n")
    try:
        setup = parse_setup(lines[0].decode("utf-8"))
    except ValueError:  # a RecordError is one, and so are bytes that are no UTF-8
        return None
    told: list[Told] = []
    winners: tuple[str, ...] = ()
    is_broken = False
    try:
        game = replay(record, told.append)
        winners = tuple(setup.names[seat] for seat in game.state.winners)
    except BrokenRecordError:
        is_broken = True
    entries: list[Entry] = []
    standing: list[int] = []  # indices of entries that nobody took back
    for number, events in told:
        entry = _entry(number, events, lines[number - 1], setup)
        if any(isinstance(event, TakenBack) for event in events):
            undone = standing.pop()  # the replay has refused an undo of nothing
            entries[undone] = replace(entries[undone], is_undone=True)
        else:
            standing.append(len(entries))
        entries.append(entry)
    return Story(setup.game, setup.names, winners, tuple(entries), is_broken)


def _entry(number: int, events: tuple[Event, ...], line: bytes, setup: Setup) -> Entry:
    seen = json.loads(line).get("seen")  # the replay has read this very line
    told = [event for event in events if event_name(event) not in SILENT]
    rules = tuple(dict.fromkeys(event.rule for event in told))
    texts = tuple(_sentences(told, setup))
    return Entry(number, texts, rules, seen=seen)


def _sentences(events: list[Event], setup: Setup) -> Iterator[Say]:
    """Each event by itself, but a ballo together with how it was judged."""
    row = 0
    for event, after in zip(events, [*events[1:], None], strict=True):
        if isinstance(event, Danced):
            if event.row != row:
                row = event.row
                yield _row(row)
            judged = isinstance(after, JUDGED) and after.player == event.player
            yield _sentence(event, setup, after if judged else None)
        elif not isinstance(event, JUDGED):
            yield _sentence(event, setup)


def _sentence(event: Event, setup: Setup, judged: Event | None = None) -> Say:
    """One event; of a ballo with what became of it."""
    name, values = event_name(event), event_values(event)
    if judged is not None:
        name = f"danced_{event_name(judged)}"
        values = {**event_values(judged), **values}
    for key in SEATS:
        if isinstance(seat := values.get(key), int):
            values[key] = setup.names[seat]
    for key, write in WRITERS.items():
        if key in values:
            values[key] = write(values[key])
    if name == "revealed":
        name = "revealed_true" if values["is_true"] else "revealed_lie"
    if name == "game_won":
        seats = values["winners"]
        assert isinstance(seats, tuple)  # of GameWon
        values["winners"] = ", ".join(setup.names[seat] for seat in seats)
    return say(f"page_event.{name}", **values)


def _row(row: object) -> Say:
    return say(f"page_event.row_{row}")


def _faces(dice: object) -> str:
    return " ".join(map(str, dice)) if isinstance(dice, tuple) else str(dice)


def _score(score: object) -> Text:
    return say("page_event.mia") if score == 21 else str(score)


def _place(die: object) -> str:
    return str(int(str(die)) + 1)


def _type(is_puro: object) -> Say:
    return say("page_event.puro" if is_puro else "page_event.impuro")


#: How a value of an event is told, by its name.
WRITERS: dict[str, Callable[[object], Text]] = {
    "row": _row,
    "tango": lambda value: _faces(value) if isinstance(value, tuple) else "",
    "dice": _faces,
    "score": _score,
    "standing": _score,
    "declared": _score,
    "die": _place,
    "other_die": _place,
    "puro": _type,
}
