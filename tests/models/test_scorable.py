"""Which photos the scoring tool can score at all."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from models import scorable

BOX = [1, 2, 30, 30]


def photo(source: str, complete: bool, *boxes: list[int] | None) -> dict[str, Any]:
    dice = [{"bbox": box, "value": 3} for box in boxes]
    return {"file": "a.jpg", "source": source, "complete": complete, "dice": dice}


@pytest.mark.parametrize(
    ("complete", "boxes", "told"),
    [
        (True, [None], True),
        (True, [], True),
        (False, [BOX], True),
        (False, [None, BOX], True),
        (False, [None, None], False),
    ],
)
def test_what_can_be_scored(
    complete: bool, boxes: list[list[int] | None], told: bool
) -> None:
    assert scorable.is_scorable(photo("x", complete, *boxes)) is told


def test_the_best_score_counts_what_cannot_be_found() -> None:
    photos = [photo("x", True, BOX, BOX, BOX), photo("x", False, None)]
    assert scorable.most_f1(photos) == pytest.approx(2 * 3 / (3 + 4))
    assert scorable.most_f1(photos[:1]) == 1


def test_the_others_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = [photo("x", True, BOX), photo("y", False, None)]
    (tmp_path / "all.json").write_text(json.dumps(photos))
    out = tmp_path / "out.json"
    monkeypatch.setattr(sys, "argv", ["", str(tmp_path / "all.json"), str(out)])
    scorable.main()
    assert json.loads(out.read_text()) == photos[:1]
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in told] == ["all", "y"]
