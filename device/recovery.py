"""What can be gone on with of a record as it was found, after whatever happened; pure.

A line is written whole, with its line feed, before anything shows that it counts. So
what a power cut leaves at most is a last line that is torn, and that nobody was told.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.records import BrokenRecordError, replay
from rules.referee import Game


@dataclass(frozen=True, slots=True)
class Sound:
    """The part of a record that can be replayed.

    Attributes:
        record: Up to the first line that cannot; ends with a line feed.
        game: After it; None where not even the set-up can be read.
        fault: `torn` (the last line alone was cut off), `damaged`, or None.
        line: The first line that was dropped, from 1; None without a fault.
        dropped: From there to the end.
    """

    record: bytes
    game: Game | None
    fault: str | None = None
    line: int | None = None
    dropped: bytes = b""


def recover(record: bytes) -> Sound:
    """Replay a record as far as it holds."""
    try:
        game = replay(record)
    except BrokenRecordError as error:
        return _cut(record, error.line)
    # A whole line that lacks only its line feed is sound: no shorter piece would be.
    return Sound(record if record.endswith(b"\n") else record + b"\n", game)


def _cut(record: bytes, line: int) -> Sound:
    lines = record.split(b"\n")
    kept = b"".join(each + b"\n" for each in lines[: line - 1])
    dropped = record[len(kept) :]
    fault = "damaged" if b"\n" in dropped or line == 1 else "torn"
    game = replay(kept) if line > 1 else None
    return Sound(kept if game else b"", game, fault, line, dropped)
