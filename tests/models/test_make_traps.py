"""The committed trap pictures are those that `models.make_traps` draws."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.make_traps import shots, take, truth_of

FOLDER = Path(__file__).parent.parent / "vision" / "traps"
TOLD = {row["file"]: row for row in json.loads((FOLDER / "truth.json").read_text())}
#: JPEG, and OpenCV's last bits, change a level by so much on average.
MOST_LEVELS = 2.0


def test_every_picture_is_there_and_no_other() -> None:
    names = set(shots())
    assert set(TOLD) == names
    assert {path.name for path in FOLDER.glob("*.jpg")} == names


@pytest.mark.parametrize("name", ["glare.jpg", "touching_edge.jpg", "hand.jpg"])
def test_picture_and_truth_come_out_again(name: str) -> None:
    taken = take(shots()[name])
    assert truth_of(name, taken) == TOLD[name]
    kept = cv2.imread(str(FOLDER / name))[..., ::-1]
    assert np.abs(kept.astype(float) - taken.photo).mean() < MOST_LEVELS
