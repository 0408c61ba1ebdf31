"""A table that plays on a journal and remembers what it was told is safe."""

from __future__ import annotations

import random
from pathlib import Path

from device.journal import Journal
from rules.referee import Game, begin
from rules.setups import format_setup
from tests.faults.evening import a_setup, an_action, some_evidence
from tests.faults.simulated_disk import PowerCutError, SimulatedDisk

FOLDER = Path("/data/giudice")
EVIDENCE_BYTES = 120_000


def open_journal(disk: SimulatedDisk) -> Journal:
    return Journal(FOLDER, disk=disk, evidence_bytes=EVIDENCE_BYTES)


class Table:
    """Plays, and checks what comes back.

    Attributes:
        games: What every game's record should be, in order.
        safe: How many games, and what of the last one, were not called unsaved.
        evidence: Of the lines of the games: what was judged.
    """

    def __init__(self, disk: SimulatedDisk, seed: int) -> None:
        self.disk = disk
        self.draw = random.Random(seed)
        self.games: list[bytes] = []
        self.safe = (0, b"")
        self.evidence: dict[tuple[int, int], bytes] = {}
        self.game: Game | None = None
        self.now_s = 0.0
        self.journal = open_journal(disk)
        self._note()

    def act(self) -> None:
        """One action, or a new game."""
        played = None if self.game is None else an_action(self.draw, self.game)
        if self.game is None or played is None or self.draw.random() < 0.05:
            self.game = begin(a_setup(self.draw))
            line = format_setup(self.game.setup)
            self.games.append(f"{line}\n".encode())
            self.journal.begin(line)
        else:
            line, self.game = played
            self.games[-1] += f"{line}\n".encode()
            evidence = some_evidence(self.draw)
            if evidence is not None:
                key = len(self.games), self.games[-1].count(b"\n")
                self.evidence[key] = evidence.picture
            self.journal.add(line, evidence)
        self._note()

    def wait(self, seconds: float = 20.0) -> None:
        """Ticks pass."""
        for _ in range(2):
            self.now_s += seconds
            self.journal.retry(self.now_s)
        self._note()

    def _note(self) -> None:
        assert self.journal.record == (self.games[-1] if self.games else b"")
        if self.journal.trouble is None:
            self.safe = (len(self.games), self.games[-1] if self.games else b"")

    def lose_power(self) -> None:
        """Cut the power and start again, as often as it takes without a cut."""
        self.disk.cut_power()
        while True:
            try:
                self.come_back()
            except PowerCutError:
                self.disk.cut_power()
            else:
                return

    def come_back(self) -> None:
        """Start again on what the disk has, and check it."""
        faults, failing = 0, self.disk.fault

        def count(name: str) -> int:
            nonlocal faults
            code = failing(name)
            faults += code != 0
            return code

        self.disk.fault = count
        self.journal = open_journal(self.disk)
        if faults and self.journal.last is None:
            self.disk.fault = lambda _: 0
            self.journal = open_journal(self.disk)
        self.disk.fault = failing
        self._check_last()
        if self.journal.last is not None:
            self.game = self.journal.last.game
            self.journal.go_on()
        self._note()

    def _check_last(self) -> None:
        """At least what was safe came back, and nothing that was never played."""
        last = self.journal.last
        count, record = self.safe
        if last is None:
            assert count == 0, "a game was lost"
            self.games, self.game = [], None
            return
        assert last.number >= count
        assert self.games[last.number - 1].startswith(last.record)
        if last.number == count:
            assert last.record.startswith(record), "an action was lost"
        self.games = [*self.games[: last.number - 1], last.record]
        for number in range(max(count, 1), last.number):
            assert self.on_disk(number) == self.games[number - 1], "a hole"

    def on_disk(self, number: int) -> bytes:
        """A record as it reads back, where nothing fails."""
        folder = self.disk.folders[f"{FOLDER}/games"]
        return folder.now[f"{number:06d}.jsonl"].now

    def check_all_saved(self) -> None:
        """With a disk that works again, everything is there, and lasts."""
        self.disk.fault, self.disk.room = (lambda _: 0), None
        self.wait()
        assert self.journal.trouble is None
        self.disk.cut_power()
        for number, record in enumerate(self.games, start=1):
            assert self.on_disk(number) == record
        names = self.disk.folders[f"{FOLDER}/games"].now
        assert len([name for name in names if name.endswith(".jsonl")]) == len(
            self.games
        )
        self.come_back()
