"""A simulated evening at the table: it plays on a real journal and tells what it shows.

`play` is run in a process of its own, which is killed. Of every action it first says
what is about to count, then keeps it, then says that it is shown:

    BACK 3 8f2a…     the last game came back like this, or `BACK - -`
    WILL 3 91bc…     to be written
    SHOWN 3 91bc…    on the screen
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path

from device.evidence import Evidence
from device.journal import Journal
from rules.core import Step, Undo
from rules.referee import Game, begin, play
from rules.report import report
from rules.setups import GAMES, Seat, Setup, format_setup
from rules.writing import format_action
from tests.rules.walking import next_action

Tell = Callable[[str], object]
EVIDENCE_BYTES = 300_000


def state_of(game: Game) -> str:
    """A short word for all that a game is, the way back included."""
    told = []
    at: Game | None = game
    while at is not None:
        told.append(report(at))
        at = at.before
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def a_setup(draw: random.Random, name: str = "") -> Setup:
    """A game, any where none is named, with its fewest players."""
    name = name or draw.choice(tuple(GAMES))
    lives = 2 if name.startswith("mia") else None
    seats = tuple(Seat(f"p{i}", lives=lives) for i in range(GAMES[name].fewest))
    return Setup(name, seats, {})


def an_action(draw: random.Random, game: Game) -> tuple[str, Game] | None:
    """A line and the game after it; None when the game is over."""
    is_undo = game.before is not None and draw.random() < 0.1
    action = Undo() if is_undo else next_action(draw, game)
    if action is None:
        return None
    step = play(game, action)
    assert isinstance(step, Step)  # only what is open is drawn
    return format_action(action, game.setup, {"at": "?"}), step.state


def some_evidence(draw: random.Random) -> Evidence | None:
    """A picture, of an action in three."""
    if draw.random() < 0.66:
        return None
    return Evidence(draw.randbytes(draw.randint(1, 40_000)), b'{"dice": []}')


def play_evening(folder: Path, seed: int, tell: Tell) -> None:
    """Go on with the last game, and then play game after game."""
    draw = random.Random(seed)
    journal = Journal(folder, evidence_bytes=EVIDENCE_BYTES)
    last = journal.last
    game = None
    if last is None:
        tell("BACK - -")
    else:
        tell(f"BACK {last.number} {state_of(last.game)}")
        game = last.game
        journal.go_on()
    while True:
        game = play_one(draw, journal, game, tell)


def play_one(
    draw: random.Random, journal: Journal, game: Game | None, tell: Tell
) -> Game | None:
    """One action, or a new game."""
    played = None if game is None else an_action(draw, game)
    if game is None or played is None or draw.random() < 0.02:
        game = begin(a_setup(draw))
        tell(f"WILL + {state_of(game)}")
        journal.begin(format_setup(game.setup))
    else:
        line, game = played
        tell(f"WILL = {state_of(game)}")
        journal.add(line, some_evidence(draw))
    assert journal.trouble is None, journal.trouble
    tell(f"SHOWN {journal.number} {state_of(game)}")
    return game
