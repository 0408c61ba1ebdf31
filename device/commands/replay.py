"""`giudice replay FILE`: play a written game again and say how it stands."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rules.records import BrokenRecordError, Told, replay
from rules.report import report, report_event

BROKEN = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `replay` takes."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a game record")
    parser.add_argument("--json", action="store_true", help="print the state as JSON")
    parser.add_argument(
        "--events", action="store_true", help="print also what happened, line by line"
    )


def run(args: argparse.Namespace) -> int:
    """Replay the record; nothing is printed of a broken one but why it is broken."""
    told: list[Told] = []
    try:
        record = args.file.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        print(f"{args.file}: cannot read: {reason}", file=sys.stderr)
        return BROKEN
    except ValueError as error:  # a name that no file can have
        print(f"{str(args.file)!r}: cannot read: {error}", file=sys.stderr)
        return BROKEN
    try:
        game = replay(record, told.append if args.events else None)
    except BrokenRecordError as error:
        print(f"{args.file}:{error}", file=sys.stderr)
        return BROKEN
    events = [
        {"line": line, **report_event(game, event)}
        for line, each in told
        for event in each
    ]
    state = report(game)
    if args.json:
        print(json.dumps({**state, "events": events} if args.events else state))
        return 0
    for event in events:
        print(_told(event))
    print(_summary(state))
    return 0


def _told(event: dict[str, object]) -> str:
    values = [
        f"{key} {_plain(value)}"
        for key, value in event.items()
        if key not in ("line", "event", "rule")
    ]
    name = str(event["event"]).replace("_", " ")
    return f"{event['line']}: {name}: {', '.join(values)} ({event['rule']})"


def _summary(state: dict[str, object]) -> str:
    lines = [f"{state['game']}: {state['phase']}"]
    if state["turn"] is not None:
        lines[0] += f", to act: {_plain(state['turn'])}"
    if state["winners"]:
        lines[0] += f", won by {_plain(state['winners'])}"
    players = state["players"]
    assert isinstance(players, list)  # as `report` makes it
    for player in players:
        values = [
            f"{key} {_plain(value)}"
            for key, value in player.items()
            if key not in ("name", "out")
        ]
        is_out = " (out)" if player["out"] else ""
        lines.append(f"  {_plain(player['name'])}: {', '.join(values)}{is_out}")
    return "\n".join(lines)


def _plain(value: object) -> str:
    """A value on one line: names as they are, unless they would break it."""
    if isinstance(value, str):
        return value if value.isprintable() else json.dumps(value)
    if isinstance(value, list | tuple):
        return " ".join(_plain(each) for each in value)
    return json.dumps(value)
