"""Kill the real `giudice play`, at random moments, while somebody hits its keys.

Run by hand: `python -m tests.faults.table_kills 500`. Each evening is `giudice play` in
a process of its own, with a terminal and all its threads, played by random keys. Forked
with everything imported, because 500 starts of an interpreter take longer than the
evenings. It dies by SIGKILL; what the next one finds is held against what the last
screen was drawn from.
"""

from __future__ import annotations

import os
import pty
import random
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from device import table
from device.app import App
from device.cli import main as giudice
from device.evidence import Evidence
from device.flow import evening
from device.journal import Journal
from rules.core import Step
from rules.records import parse_action
from rules.referee import Game, begin, play
from rules.setups import format_setup, parse_setup
from tests.faults.evening import a_setup, state_of
from tests.faults.kills import Tally

WORDS = ["play", "--camera", "none", "--no-page", "--no-sound", "--lang", "en"]
#: Mostly on with it, sometimes somewhere else, now and then undo and menu.
KEYS = "aaaaaaaaaaaaabbbxxy12345YYX"
MOST_KEYS = 40
KILLS_A_GAME = 10
#: Those that keys alone get ahead with, the others now and then.
GAMES = ("mia", "mia", "mia-senza-garanzia", "sei-dadi", "di-da-do", "dancing-dice")
#: How long a key may take to change the screen; most that change nothing are known
#: by then.
PATIENCE_S = 0.05
#: The last key is followed by death within this time.
LAST_S = 0.02


class Spy:
    """Tells what is about to be written and what has been drawn."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell
        self._last = ""

    def tell(self, word: str, game: Game | None) -> None:
        line = f"{word} {'-' if game is None else state_of(game)}"
        if line != self._last:
            self._last = line
            self._tell(line)


def spied_app(spy: Spy) -> type[App]:
    class SpiedApp(App):
        def _show(self) -> None:
            super()._show()
            spy.tell("SHOWN", evening.game_of(self._state))

    return SpiedApp


def spied_journal(spy: Spy) -> type[Journal]:
    class SpiedJournal(Journal):
        def __init__(self, folder: Path, **settings: Any) -> None:
            super().__init__(folder, **settings)
            self.game = None if self.last is None else self.last.game
            spy.tell("BACK", self.game)

        def begin(self, setup_line: str) -> None:
            self.game = begin(parse_setup(setup_line))
            spy.tell("WILL", self.game)
            super().begin(setup_line)

        def add(self, action_line: str, evidence: Evidence | None = None) -> None:
            assert self.game is not None
            action = parse_action(action_line, self.game.setup)
            step = play(self.game, action)
            assert isinstance(step, Step)
            self.game = step.state
            spy.tell("WILL", self.game)
            super().add(action_line, evidence)

    return SpiedJournal


def kill_tables(folder: Path, kills: int, seed: int) -> Tally:
    """Play and kill, over and over; a new game in a new folder now and then."""
    draw = random.Random(seed)
    tally = Tally()
    allowed: list[str] = []
    data = folder
    for number in range(kills):
        if number % KILLS_A_GAME == 0:
            data = folder / f"{number}"
            allowed = [state_of(_begun(draw, data))]
        keys = draw.choices(KEYS, k=draw.randint(0, MOST_KEYS))
        told = _killed(data, "".join(["a", *keys]), draw.uniform(0, LAST_S))
        tally.kills += 1
        allowed = _compare(tally, told, allowed)
        if number % KILLS_A_GAME == KILLS_A_GAME - 1:
            _compare(tally, _killed(data, "", 0.0), allowed)
    return tally


def _begun(draw: random.Random, folder: Path) -> Game:
    """A game to go on with, so that it is played at and not only set up."""
    journal = Journal(folder)
    game = begin(a_setup(draw, draw.choice(GAMES)))
    journal.begin(format_setup(game.setup))
    journal.close()
    return game


def _compare(tally: Tally, told: list[str], allowed: list[str]) -> list[str]:
    backs = [line.split()[1] for line in told if line.startswith("BACK")]
    if not backs:
        return allowed  # killed before it had looked
    if backs[0] not in allowed:
        tally.lost.append(f"shown {allowed}, back {backs[0]}")
    tally.ahead += backs[0] in allowed[1:]
    # A screen without a game, such as the set-up, takes back nothing that was shown.
    safe = [line for line in told if line.startswith("SHOWN") and line[6:] != "-"]
    tally.shown += max(len(safe) - 1, 0)
    after = [safe[-1].split()[1] if safe else backs[0]]
    if told[-1].startswith("WILL"):
        tally.cut_off += 1
        after.append(told[-1].split()[1])
    return after


def _killed(folder: Path, keys: str, after_s: float) -> list[str]:
    """One evening at the keys; what it told."""
    ours, theirs = os.pipe()
    child, terminal = pty.fork()
    if child == 0:
        try:
            # Ours may be files: these are a terminal, as for a person at the keys.
            sys.stdin, sys.stdout, sys.stderr = (
                os.fdopen(number, mode, closefd=False)
                for number, mode in enumerate(("r", "w", "w"))
            )
            spy = Spy(lambda line: os.write(theirs, f"{line}\n".encode()))
            table.App = spied_app(spy)  # type: ignore[misc]
            table.Journal = spied_journal(spy)  # type: ignore[misc]
            status = giudice([*WORDS, "--data", str(folder)])
            os.write(theirs, f"DIED with status {status}\n".encode())
        except BaseException as error:  # a child must never return
            os.write(theirs, f"DIED {error!r}\n".encode())
        os._exit(1)
    os.close(theirs)
    _screen(terminal, 30.0)
    with suppress(OSError):
        for key in keys:
            os.write(terminal, key.encode())
            _screen(terminal, PATIENCE_S)
        os.write(terminal, b"a")  # what it does is cut off, if it takes longer
    time.sleep(after_s)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    content = b""
    while piece := os.read(ours, 65536):
        content += piece
    os.close(ours)
    os.close(terminal)
    told = content.decode().splitlines()
    assert not any(line.startswith("DIED") for line in told), told[-1]
    return told


def _screen(terminal: int, patience_s: float) -> None:
    """Wait until something is drawn, and take it from the terminal."""
    if select.select([terminal], [], [], patience_s)[0]:
        with suppress(OSError):  # it ended by itself, and will be asked why
            os.read(terminal, 65536)


def main() -> int:
    """Print a tally; 1 where something was lost."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    start_s = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        tally = kill_tables(Path(folder) / "games", kills, seed)
    tally.print(time.monotonic() - start_s)
    return 1 if tally.lost else 0


if __name__ == "__main__":
    sys.exit(main())
