"""Short forms for the rule tables: records built from words, played, and asked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.records import BrokenRecordError, Told, replay
from rules.report import report, report_event

Line = Mapping[str, Any] | str

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")


def setup(game: str, players: int | Sequence[Mapping[str, Any]], **options: Any) -> Any:
    """A set-up line; `_` in an option's name stands for `-`."""
    if isinstance(players, int):
        players = [{"name": name} for name in NAMES[:players]]
    named = {key.replace("_", "-"): value for key, value in options.items()}
    return {"game": game, "players": list(players), "options": named}


def record(*lines: Line) -> bytes:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    return "\n".join(texts).encode()


def played(*lines: Line) -> dict[str, Any]:
    """The report after the last line."""
    return report(replay(record(*lines)))


def events(*lines: Line) -> list[dict[str, Any]]:
    """What the last line brought about."""
    told: list[Told] = []
    game = replay(record(*lines), told.append)
    return [report_event(game, event) for event in told[-1][1]]


def assert_refused(rule: str, *lines: Line) -> None:
    """The last line, and no earlier one, breaks `rule`."""
    with pytest.raises(BrokenRecordError) as caught:
        replay(record(*lines))
    assert (caught.value.line, caught.value.rule) == (len(lines), rule)


def left(state: Mapping[str, Any]) -> list[int]:
    """Vivacita, lives or points, in seat order."""
    keys = ("vivacita", "lives", "points")
    return [player[key] for player in state["players"] for key in keys if key in player]


def mia(words: str) -> dict[str, Any]:
    """An action of Mia: `open 42`, `reveal 2 4`, `penalty A 1 spoils`, `A: beat`."""
    name, _, words = words.rpartition(": ")
    player = {"player": name} if name else {}
    do, *rest = words.split()
    if do == "penalty":
        named = {"player": rest[0], "lives": int(rest[1]), "reason": "…"}
        return {"do": do, **named, "spoils": rest[-1] == "spoils"}
    if do == "reveal":
        return {"do": do, "dice": [int(word) for word in rest], **player}
    return {"do": do, **({"score": int(rest[0])} if rest else {}), **player}


def mias(*words: str) -> list[dict[str, Any]]:
    return [mia(each) for each in words]


def rows(first: str, second: str) -> dict[str, str]:
    """`246 111` with types c c c b b b, or written out with types."""
    if " " in first:
        return {"first": first, "second": second}
    types = {"first": "ccb", "second": "cbb"}
    texts = {"first": first, "second": second}
    return {
        row: " ".join(f"{v}{t}" for v, t in zip(texts[row], types[row], strict=True))
        for row in ("first", "second")
    }


def puri(first: str, second: str) -> dict[str, str]:
    return {
        "first": " ".join(f"{value}c" for value in first),
        "second": " ".join(f"{value}b" for value in second),
    }


def prova(**balli: Mapping[str, str]) -> dict[str, Any]:
    return {"do": "prova", "balli": balli}


def tango(dice: str) -> dict[str, Any]:
    return {"do": "tango", "dice": [int(value) for value in dice]}


def start(*throws: str) -> dict[str, Any]:
    dice = {n: [int(v) for v in t] for n, t in zip(NAMES, throws, strict=False)}
    return {"do": "start", "dice": dice}


def sei(words: str) -> dict[str, Any]:
    """An action of Sei Dadi: `roll 665311`, `keep 66`, `stop`."""
    do, *dice = words.split()
    return {"do": do, **({"dice": [int(v) for v in dice[0]]} if dice else {})}
