"""How long the odds take: `python tests/bench/odds_bench.py`, from anywhere.

Every case is timed in a Python of its own, so that its first call finds nothing
prepared; imports are not counted. The cases are the slowest of their kind: all six
dice rolled again, a goal that hardly anything holds, a whole turn to look ahead.
Exit status 1 where a first call takes longer than a player may wait.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST_MS = 50.0
CALLS_AFTER = 20

SETUP = """
from time import perf_counter
from rules.balli import LADDER, Rank, parse_ballo
from rules.odds import *
dice = parse_ballo("2c 4c 6c 3b 5b 6b")
rare = Goal(LADDER[0], LADDER[1])
tango = (6, 1, 4)
"""
CASES = {
    "mia: reach a declaration": "chance_to_reach(31)",
    "mia: reach it, 66 the best double": "chance_to_reach(31, 66)",
    "dancing-dice: six dice, one ballo": (
        "chance_of_goal(dice, range(6), Goal(LADDER[0]), tango)"
    ),
    "dancing-dice: six dice, both balli": "chance_of_goal(dice, range(6), rare, tango)",
    "dancing-dice: all 64 re-rolls": "rerolls(dice, rare, tango)",
    "dancing-dice: best split": "best_splits(dice, (LADDER[9], LADDER[20]), tango)",
    "sei-dadi: best keep of six dice": "best_keeps((), (6, 5, 4, 3, 2, 1))",
    "sei-dadi: the same with limits": (
        "best_keeps((), (6, 5, 4, 3, 2, 1), Objective.SWING, 17, 23)"
    ),
    "sei-dadi: a turn before its first roll": "worth_of_turn()",
}


def main() -> int:
    """Print a line a case; say by the status whether all are quick enough."""
    sys.stdout.write(f"{'milliseconds':<42}{'first call':>12}{'later':>8}\n")
    slow = False
    for name, call in CASES.items():
        first, later = times_ms(call)
        sys.stdout.write(f"{name:<42}{first:>12.2f}{later:>8.2f}\n")
        slow = slow or first > MOST_MS
    return int(slow)


def times_ms(call: str) -> tuple[float, float]:
    """Time a call in a fresh Python: the first, and the median of those after it."""
    code = (
        f"{SETUP}\nfor _ in range({1 + CALLS_AFTER}):\n t = perf_counter()\n {call}\n"
    )
    code += " print(1000 * (perf_counter() - t))\n"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    first, *later = map(float, done.stdout.split())
    return first, sorted(later)[len(later) // 2]


if __name__ == "__main__":
    sys.exit(main())
