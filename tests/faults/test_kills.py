"""A process that dies at any moment has lost nothing that it had shown."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def counts_of(module: str, kills: int) -> list[int]:
    """The tally, from a process of its own: it forks, and pytest has threads."""
    done = subprocess.run(
        [sys.executable, "-m", module, str(kills)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return [int(number) for number in re.findall(r"\d+", done.stdout)]


def test_500_kills_lose_nothing() -> None:
    kills, _, shown, cut_off, _, lost = counts_of("tests.faults.kills", 500)
    assert (kills, lost) == (500, 0)
    assert shown > 500
    assert cut_off > 50


def test_kills_of_the_whole_table_lose_nothing() -> None:
    """A few here; `make faults` has 500."""
    kills, _, shown, _, _, lost = counts_of("tests.faults.table_kills", 10)
    assert (kills, lost) == (10, 0)
    assert shown > 10
