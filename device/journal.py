"""The record of every game on disk: nothing that a screen has shown as counted is lost.

One folder holds `games/000001.jsonl` and so on, one file a game in the form of a
record, named by a running number because the clock of a Pi is wrong at boot; beside
it `evidence/` with what was judged, and `aside/` with what was too damaged to go on
with. `add` comes back when the line is on the medium, or when it cannot be put there:
then the game goes on in memory, `trouble` says why, and `retry` saves all that is
missing, in order, as soon as that works. No method but the constructor raises.

Appending is only done to a file known to be whole. After any failed call nobody knows
what is on the medium (a failed fsync may even have lost what reads back well), so the
whole record is written anew beside the old one and put in its place.
"""

from __future__ import annotations

import re
from collections import deque
from contextlib import suppress
from pathlib import Path

from device.disk import (
    Disk,
    RealDisk,
    make_folders,
    put_file,
    sync_folder,
    write_all,
)
from device.evidence import Evidence, EvidenceStore
from device.journal_parts import (
    Aside,
    Found,
    JournalLockedError,
    Record,
    Trouble,
    code_of,
)
from device.recovery import recover

__all__ = ["Found", "Journal", "JournalLockedError", "Trouble"]

NAME = re.compile(r"(\d{6,})\.jsonl")
#: Evidence that waits in memory for a disk; more than that is let go, oldest first.
MOST_WAITING = 8
MEGABYTE = 1_000_000
FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 10.0


class Journal:
    """Keeps the games of one folder; used by one thread."""

    def __init__(
        self,
        folder: Path,
        *,
        disk: Disk | None = None,
        evidence_bytes: int = 200 * MEGABYTE,
    ) -> None:
        """Lock the folder and find the last game.

        Args:
            folder: Made where it is missing.
            disk: The real one where None.
            evidence_bytes: The most that evidence may take.

        Raises:
            JournalLockedError: Another process has the folder.
        """
        self._disk = disk or RealDisk()
        self._folder = str(folder)
        self._evidence = EvidenceStore(
            self._disk, f"{self._folder}/evidence", evidence_bytes
        )
        self._lock: int | None = None
        self._records: deque[Record] = deque()  # the last one is the game going on
        self._waiting: deque[tuple[Record, int, Evidence]] = deque(maxlen=MOST_WAITING)
        self._aside: list[Aside] = []
        self._trouble: Trouble | None = None
        self._pause_s = FIRST_PAUSE_S
        self._retry_at_s: float | None = None
        self._last: Found | None = None
        self._faults: list[str] = []
        try:
            self._enter()
            self._last = self._find()
        except JournalLockedError:
            raise
        except OSError as error:
            self._fail(error)
        self._save()

    # --- what the app asks ---------------------------------------------------------

    @property
    def trouble(self) -> Trouble | None:
        """Why something is in memory alone; None when all is on disk."""
        return self._trouble

    @property
    def faults(self) -> tuple[str, ...]:
        """What was found at the start, to be told once.

        `torn`, `damaged`, `unreadable`: each picks the text `journal.FAULT`.
        """
        return tuple(self._faults)

    @property
    def last(self) -> Found | None:
        """The newest game that was there at the start."""
        return self._last

    @property
    def number(self) -> int | None:
        """Of the game going on; None while it is in memory alone."""
        return self._records[-1].number if self._records else None

    @property
    def record(self) -> bytes:
        """Of the game going on, what is only in memory included."""
        return bytes(self._records[-1].content) if self._records else b""

    # --- what the app does -----------------------------------------------------------

    def begin(self, setup_line: str) -> None:
        """A new game, by the first line of its record."""
        record = Record(None, b"", 0)
        record.add(setup_line)
        self._records.append(record)
        self._save()

    def go_on(self) -> None:
        """Write to the game of `last` from now on."""
        assert self._last is not None  # the app offers only what was found
        if not self._records or self._records[-1].number != self._last.number:
            content = self._last.record
            self._records.append(Record(self._last.number, content, len(content)))

    def add(self, action_line: str, evidence: Evidence | None = None) -> None:
        """Keep one more action of the game going on; evidence first.

        When this comes back and `trouble` is None, the action outlives a power cut.
        """
        record = self._records[-1]
        record.add(action_line)
        if evidence is not None:
            self._waiting.append((record, record.lines, evidence))
        self._save()

    def retry(self, now_s: float) -> None:
        """Try again to save what is missing, if it is time; called at every tick."""
        if self._trouble is None:
            return
        if self._retry_at_s is None:
            self._retry_at_s = now_s + self._pause_s
        elif now_s >= self._retry_at_s:
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
            self._retry_at_s = now_s + self._pause_s
            self._save()

    def close(self) -> None:
        """Save what can be saved and let go of the folder."""
        self._save()
        for record in self._records:
            self._shut(record)
        if self._lock is not None:
            with suppress(OSError):
                self._disk.close(self._lock)
            self._lock = None

    # --- saving ----------------------------------------------------------------------

    def _save(self) -> None:
        """Bring the disk up to date, or say why not; making room if that helps."""
        while True:
            try:
                self._save_all()
            except OSError as error:
                if code_of(error) == "full" and self._drop_evidence():
                    continue
                self._fail(error)
            else:
                self._trouble, self._retry_at_s = None, None
                self._pause_s = FIRST_PAUSE_S
            return

    def _save_all(self) -> None:
        if self._lock is None:
            self._enter()
        self._save_aside()
        refused: OSError | None = None
        for record in self._records:
            self._number(record)
            refused = self._save_evidence(record) or refused
            self._save_record(record)
        while len(self._records) > 1:
            self._shut(self._records.popleft())
        if refused is not None:  # proof is missing, and no action waits for it
            raise refused

    def _number(self, record: Record) -> None:
        """Choose the number only when the folder can be seen: none is used twice."""
        if record.number is None:
            record.number = max(self._numbers(), default=0) + 1

    def _save_aside(self) -> None:
        """Before a damaged file is written anew, keep it as it was found."""
        if not self._aside:
            return
        folder = f"{self._folder}/aside"
        make_folders(self._disk, folder)
        there = len(self._disk.names(folder))
        for count, each in enumerate(self._aside, start=there):
            name = f"{count:04d}-{each.number:06d}.{each.fault}"
            put_file(self._disk, folder, name, each.content)
        sync_folder(self._disk, folder)
        for each in self._aside:
            if each.is_lost:
                self._disk.remove(self._path(each.number))
        self._aside.clear()

    def _save_evidence(self, record: Record) -> OSError | None:
        """Put down what waits; what is refused goes on waiting."""
        assert record.number is not None
        for entry in [each for each in self._waiting if each[0] is record]:
            try:
                self._evidence.put(record.number, entry[1], entry[2])
            except OSError as error:
                return error
            self._waiting.remove(entry)
        return None

    def _save_record(self, record: Record) -> None:
        if record.is_saved:
            return
        if record.is_whole:
            self._append(record)
        else:
            self._rewrite(record)
        record.saved = len(record.content)

    def _append(self, record: Record) -> None:
        try:
            if record.file is None:
                record.file = self._disk.open_end(self._path(record.number))
            write_all(self._disk, record.file, bytes(record.content[record.saved :]))
            self._disk.sync(record.file)
        except OSError:
            record.is_whole = False
            self._shut(record)
            raise

    def _rewrite(self, record: Record) -> None:
        folder = f"{self._folder}/games"
        name = self._path(record.number).removeprefix(f"{folder}/")
        put_file(self._disk, folder, name, bytes(record.content))
        sync_folder(self._disk, folder)
        record.is_whole = True

    def _shut(self, record: Record) -> None:
        if record.file is not None:
            with suppress(OSError):
                self._disk.close(record.file)
            record.file = None

    def _drop_evidence(self) -> bool:
        try:
            return self._evidence.drop_oldest()
        except OSError:
            return False

    def _fail(self, error: OSError) -> None:
        is_proof = all(record.is_saved for record in self._records) and self._records
        code = "no_proof" if is_proof and not self._aside else code_of(error)
        self._trouble = Trouble(code, str(error))

    # --- finding ---------------------------------------------------------------------

    def _enter(self) -> None:
        """Make and lock the folder."""
        make_folders(self._disk, self._folder)
        make_folders(self._disk, f"{self._folder}/games")
        handle = self._disk.open_folder(self._folder)
        is_ours = True
        with suppress(OSError):  # a file system that has no locks is used without
            is_ours = self._disk.lock(handle)
        if not is_ours:
            self._disk.close(handle)
            raise JournalLockedError(self._folder)
        self._lock = handle

    def _numbers(self) -> list[int]:
        names = self._disk.names(f"{self._folder}/games")
        return sorted(int(m[1]) for name in names if (m := NAME.fullmatch(name)))

    def _find(self) -> Found | None:
        """The newest game that can be gone on with; what is damaged is mended."""
        try:
            return self._find_newest()
        except OSError:
            self._faults.append("unreadable")
            return None

    def _find_newest(self) -> Found | None:
        for number in reversed(self._numbers()):
            content = self._disk.read(self._path(number))
            sound = recover(content)
            if sound.fault is not None:
                self._faults.append(sound.fault)
                is_lost = sound.game is None
                self._aside.append(Aside(number, sound.fault, content, is_lost))
            if sound.game is not None:
                # Written anew even where it is sound: what reads back now may be what
                # a failed fsync of the last run has left in memory alone.
                self._records.append(Record(number, sound.record, 0))
                return Found(number, sound.game, sound.record, sound.fault, sound.line)
        return None

    def _path(self, number: int | None) -> str:
        assert number is not None  # chosen before anything is written
        return f"{self._folder}/games/{_name(number)}"


def _name(number: int) -> str:
    return f"{number:06d}.jsonl"
