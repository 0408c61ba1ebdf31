"""The app itself, played by random presses, on a disk that fails and loses power."""

from __future__ import annotations

import errno
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from device.app import App
from device.fakes import FakeClock, FakeOutlet
from device.flow import evening
from device.flow.core import EyeFailed
from device.flow.games import FLOWS
from device.flow.screen import Button, Menu, Say
from device.inbox import Pick, Push
from device.journal import Journal
from device.parts import Parts
from device.table import words_of
from device.wording import LANGUAGES, Wording, load_wording
from rules.referee import Game, begin
from rules.setups import format_setup
from tests.faults.evening import a_setup, state_of
from tests.faults.simulated_disk import PowerCutError, SimulatedDisk
from tests.faults.table_kills import Spy, spied_app, spied_journal

FOLDER = Path("/data")
GAMES = ("mia", "mia-senza-garanzia", "sei-dadi", "di-da-do", "dancing-dice")
PRESSES = 120


@pytest.fixture(scope="module")
def wordings() -> Mapping[str, Wording]:
    return {language: load_wording(language) for language in LANGUAGES}


@pytest.fixture(scope="module")
def words(wordings: Mapping[str, Wording]) -> Mapping[str, evening.Words]:
    return {name: words_of(name, wording) for name, wording in wordings.items()}


class Evening:
    """An app on a simulated disk, with somebody at its buttons.

    Attributes:
        told: What was about to be written, and what was shown without trouble.
    """

    def __init__(
        self,
        wordings: Mapping[str, Wording],
        words: Mapping[str, evening.Words],
        seed: int,
    ) -> None:
        self.wordings, self.words = wordings, words
        self.draw = random.Random(seed)
        self.clock = FakeClock()
        self.disk = SimulatedDisk()
        self.disk.draw = random.Random(seed)
        self.told: list[str] = []
        journal = Journal(FOLDER, disk=self.disk)
        self.game = begin(a_setup(self.draw, GAMES[seed % len(GAMES)]))
        journal.begin(format_setup(self.game.setup))
        self.start()

    def start(self) -> None:
        """As after a power cut; the game is gone on with."""
        spy = Spy(self._note)
        journal = spied_journal(spy)(FOLDER, disk=self.disk)
        found = None if journal.last is None else journal.last.game
        state = evening.start(FLOWS, self.words, found=found, has_page=False)
        state = evening.step(state, EyeFailed("none", 0.0)).state
        outlets = {"panel": FakeOutlet()}
        parts = Parts(self.clock, journal, self.wordings, outlets=outlets)
        self.journal = journal
        self.app: App = spied_app(spy)(state, parts)
        self.app.take(Push(Button.A, False, self.app.live.serial))

    def _note(self, line: str) -> None:
        if line.startswith(("WILL", "BACK")) or self.journal.trouble is None:
            self.told.append(line)

    def press(self) -> None:
        """Something that a person may do."""
        live = self.app.live
        menus = [each for each in live.screen.blocks if isinstance(each, Menu)]
        if menus and self.draw.random() < 0.4:
            item = self.draw.choice(menus[0].items)
            self.app.take(Pick(item.id, live.serial))
        else:
            button = self.draw.choice([Button.A, Button.A, *Button])
            self.app.take(Push(button, self.draw.random() < 0.1, live.serial))
        if self.draw.random() < 0.3:
            self.clock.pass_s(self.draw.choice([0.2, 5.0, 30.0]))
            self.app.tick()

    def shown(self) -> str:
        """The last game that was shown while all was saved."""
        games = [line for line in self.told if line.startswith(("SHOWN", "BACK"))]
        return [line for line in games if not line.endswith("-")][-1].split()[1]

    def found(self) -> Game | None:
        self.disk.fault = lambda _: 0
        self.disk.cut_power()
        last = Journal(FOLDER, disk=self.disk).last
        return None if last is None else last.game


@pytest.mark.parametrize("seed", range(15))
def test_power_lost_under_the_app_loses_nothing_that_was_shown(
    seed: int, wordings: Mapping[str, Wording], words: Mapping[str, evening.Words]
) -> None:
    table = Evening(wordings, words, seed)
    for _ in range(6):
        end = table.disk.calls + table.draw.randint(0, 60)

        def cut(_: str, end: int = end) -> int:
            if table.disk.calls > end:
                raise PowerCutError
            return 0

        table.disk.fault = cut
        try:
            for _ in range(PRESSES // 6):
                table.press()
        except PowerCutError:
            pass
        allowed = {table.shown()}
        if table.told[-1].startswith("WILL"):
            allowed.add(table.told[-1].split()[1])
        found = table.found()
        assert found is not None
        assert state_of(found) in allowed
        table.told.clear()
        table.start()


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS])
@pytest.mark.parametrize("seed", range(5))
def test_a_disk_that_fails_is_told_and_caught_up_with(
    code: int,
    seed: int,
    wordings: Mapping[str, Wording],
    words: Mapping[str, evening.Words],
) -> None:
    table = Evening(wordings, words, seed)
    writes = ("write", "open_new", "open_end", "sync", "rename")
    written = 0
    for turn in range(6):
        is_failing = turn % 2 == 0
        table.disk.fault = lambda name, is_failing=is_failing: (
            code if is_failing and name in writes else 0
        )
        for _ in range(PRESSES // 6):
            before = len(table.told)
            table.press()
            if is_failing and any(
                line.startswith("WILL") for line in table.told[before:]
            ):
                written += 1
                told = table.app.live.trouble
                assert isinstance(told, Say)
                assert told.key.startswith("journal.")
        table.disk.fault = lambda _: 0
        for _ in range(3):
            table.clock.pass_s(20.0)
            table.app.tick()
        assert table.journal.trouble is None
        assert table.app.live.trouble == ""
    assert written
    game = evening.game_of(table.app.state)
    found = table.found()
    assert found is not None
    if game is not None:
        assert state_of(found) == state_of(game)
