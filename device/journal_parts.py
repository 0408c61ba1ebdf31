"""What a journal holds of a game, how far it is on disk, and why it may not be."""

from __future__ import annotations

import errno
from dataclasses import dataclass

from rules.referee import Game

CODES = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "readonly",
    errno.EACCES: "readonly",
    errno.EPERM: "readonly",
    errno.EBUSY: "locked",
}


class JournalLockedError(OSError):
    """Another process keeps its games in the folder."""

    def __init__(self, folder: str) -> None:
        super().__init__(errno.EBUSY, "in use by another giudice", folder)

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why not all is saved.

    Attributes:
        code: Picks the text `journal.CODE`: `full`, `readonly`, `failing`, `locked`;
            `no_proof` when every action is saved and only pictures are not.
        detail: The system's own words, for the log.
    """

    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Found:
    """The last game, as it was found.

    Attributes:
        number: Its running number.
        game: To go on with.
        record: Of it.
        fault: What was told of the file: `torn`, `damaged`, or None; the text is
            `journal.FAULT`.
        line: Where `fault` begins, from 1.
    """

    number: int
    game: Game
    record: bytes
    fault: str | None = None
    line: int | None = None


class Record:
    """One game: what it should be on disk, and how far it is known to be."""

    def __init__(self, number: int | None, content: bytes, saved: int) -> None:
        self.number = number  # None: not on disk yet, and no number chosen
        self.content = bytearray(content)
        self.lines = content.count(b"\n")
        self.saved = saved
        self.file: int | None = None
        self.is_whole = saved == len(content) > 0

    def add(self, line: str) -> None:
        """One more line, in memory as yet."""
        self.content += f"{line}\n".encode()
        self.lines += 1

    @property
    def is_saved(self) -> bool:
        """Whether all of it is on disk."""
        return self.is_whole and self.saved == len(self.content)


@dataclass(frozen=True, slots=True)
class Aside:
    """A damaged file as it was; lost where not even its set-up can be read."""

    number: int
    fault: str
    content: bytes
    is_lost: bool


def code_of(error: OSError) -> str:
    """The code of `Trouble` for what the system said."""
    return CODES.get(error.errno or 0, "failing")
