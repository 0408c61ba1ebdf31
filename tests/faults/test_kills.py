"""A process that dies at any moment has lost nothing that it had shown."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_500_kills_lose_nothing() -> None:
    # In a process of its own: it forks, and pytest's has threads.
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.kills", "500"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    counts = [int(number) for number in re.findall(r"\d+", done.stdout)]
    kills, _, shown, cut_off, _, lost = counts
    assert (kills, lost) == (500, 0)
    assert shown > 500
    assert cut_off > 100


def test_kills_of_the_whole_table_lose_nothing() -> None:
    """A few here; `make faults` has 500."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.table_kills", "20"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    kills, _, shown, _, _, lost = map(int, re.findall(r"\d+", done.stdout))
    assert (kills, lost) == (20, 0)
    assert shown > 20
