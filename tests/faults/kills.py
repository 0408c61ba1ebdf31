"""Kill evenings at random moments, and hold what comes back against what was shown.

Run by hand: `python -m tests.faults.kills 500`. Each evening is a process of its own,
forked because starting an interpreter 500 times takes longer than the evenings. It dies
by SIGKILL; the next one goes on with the same folder.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.evening import play_evening

#: An evening is killed at a random moment after up to so many lines that it told.
MOST_LINES = 8
#: Long enough for a line on any machine; only the first evening needs it.
SLOW_S = 0.02


@dataclass(slots=True)
class Tally:
    """What came of it.

    Attributes:
        kills: Evenings killed.
        shown: Actions that a screen had confirmed.
        ahead: Times an action came back that was written and not yet shown.
        cut_off: Evenings killed between writing and showing.
        lost: One line each: what was shown, and what came back.
    """

    kills: int = 0
    shown: int = 0
    ahead: int = 0
    cut_off: int = 0
    lost: list[str] = field(default_factory=list)

    def print(self, seconds: float) -> None:
        """One line, and one for each loss."""
        sys.stdout.write(
            f"{self.kills} kills in {seconds:.0f} s, {self.shown} actions shown, "
            f"{self.cut_off} cut off before they were shown, {self.ahead} of these on "
            f"disk already, {len(self.lost)} lost\n"
        )
        for line in self.lost:
            sys.stdout.write(f"  {line}\n")


def kill_evenings(folder: Path, kills: int, seed: int) -> Tally:
    """Play and kill, over and over, in one folder."""
    draw = random.Random(seed)
    tally = Tally()
    allowed = ["- -"]
    line_s = SLOW_S
    for _ in range(kills):
        start_s = time.monotonic()
        lines, after_s = draw.randint(0, MOST_LINES), draw.uniform(0, 2 * line_s)
        told = _killed(folder, draw.randrange(2**32), lines, after_s)
        if len(told) > 1:
            line_s = (time.monotonic() - start_s) / len(told)
        tally.kills += 1
        allowed = _compare(tally, told, allowed)
    told = _killed(folder, seed, 1, 0.0)
    _compare(tally, told, allowed)
    return tally


def _compare(tally: Tally, told: list[str], allowed: list[str]) -> list[str]:
    """Check what came back; what may come back next time."""
    if not told:
        return allowed  # killed before it had said anything
    assert told[0].startswith("BACK "), told[0]
    back = told[0].removeprefix("BACK ")
    if back not in allowed:
        tally.lost.append(f"shown {allowed}, back {back}")
    tally.ahead += back in allowed[1:]
    tally.shown += sum(line.startswith("SHOWN") for line in told)
    shown = [line for line in told if not line.startswith("WILL")]
    after = [shown[-1].partition(" ")[2]]
    if told[-1].startswith("WILL"):
        tally.cut_off += 1
        _, kind, state = told[-1].split()
        number = after[0].split()[0]
        if kind == "+":
            number = str(int(number) + 1) if number != "-" else "1"
        after.append(f"{number} {state}")
    return after


def _killed(folder: Path, seed: int, lines: int, after_s: float) -> list[str]:
    """Play one evening, kill it so long after its last line; what it told."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            play_evening(
                folder, seed, lambda text: os.write(theirs, f"{text}\n".encode())
            )
        except BaseException as error:  # a child must never return
            os.write(theirs, f"DIED {error!r}\n".encode())
        os._exit(1)
    os.close(theirs)
    content = _read_lines(ours, lines)
    time.sleep(after_s)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while piece := os.read(ours, 65536):
        content += piece
    os.close(ours)
    told = content.decode().splitlines()
    assert not any(line.startswith("DIED") for line in told), told[-1]
    return told


def _read_lines(pipe: int, lines: int) -> bytes:
    content = b""
    while content.count(b"\n") < lines and (piece := os.read(pipe, 65536)):
        content += piece
    return content


def main() -> int:
    """Print a tally; 1 where something was lost."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    start_s = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        tally = kill_evenings(Path(folder) / "games", kills, seed)
    tally.print(time.monotonic() - start_s)
    return 1 if tally.lost else 0


if __name__ == "__main__":
    sys.exit(main())
