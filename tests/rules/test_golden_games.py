"""Whole games as the table keeps them, replayed to the state written beside them."""

import json
from pathlib import Path

import pytest

from rules.records import replay
from rules.report import report

GAMES = sorted((Path(__file__).parent / "games").glob("*.jsonl"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text())

    assert report(replay(path.read_bytes())) == expected


def test_every_game_has_a_golden_one() -> None:
    names = {json.loads(path.read_text().split("\n")[0])["game"] for path in GAMES}
    assert len(names) == 5
