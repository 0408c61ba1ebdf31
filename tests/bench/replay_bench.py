"""How fast a record replays, and whether the cost of an action grows with the record.

Run by hand: `python tests/bench/replay_bench.py`. Prints actions a second for 10,000
and 100,000 actions of a game of Mia with undos in it, and the ratio of the two times.
"""

import json
import sys
import time

from rules.records import replay

SETUP = {
    "game": "mia",
    "players": [{"name": name} for name in ("Anna", "Bruno", "Ciro")],
}
TURNS = [
    {"do": "open", "score": 42},
    {"do": "beat", "score": 54},
    {"do": "undo"},
    {"do": "guarantee"},
    {"do": "accuse"},
    {"do": "undo"},
    {"do": "guarantee"},
    {"do": "beat", "score": 66},
    {"do": "accuse"},
    {"do": "reveal", "dice": [2, 1]},
    {"do": "undo"},
    {"do": "undo"},
    {"do": "undo"},
    {"do": "undo"},
    {"do": "undo"},
    {"do": "undo"},
]


def record(actions: int) -> bytes:
    lines = [json.dumps(turn) for turn in TURNS]
    body = (lines[i % len(lines)] for i in range(actions))
    return "\n".join((json.dumps(SETUP), *body)).encode()


def deep(actions: int) -> bytes:
    """A record without undos: everything stays to be taken back."""
    setup = {"game": "di-da-do", "players": SETUP["players"]}
    throws = {"Anna": [6] * 6, "Bruno": [1] * 6, "Ciro": [1] * 6}
    start = json.dumps({"do": "start", "dice": throws})
    reroll = json.dumps({"do": "reroll", "die": 3, "value": 5})
    return "\n".join((json.dumps(setup), start, *[reroll] * (actions - 1))).encode()


def seconds(data: bytes) -> float:
    began = time.perf_counter()
    replay(data)
    return time.perf_counter() - began


def main() -> None:
    for name, make in (("mia with undos", record), ("di-da-do, all kept", deep)):
        short, long = seconds(make(10_000)), seconds(make(100_000))
        sys.stdout.write(
            f"{name}: {100_000 / long:,.0f} actions/s; "
            f"100k takes {long / short:.1f} times 10k\n"
        )


if __name__ == "__main__":
    main()
