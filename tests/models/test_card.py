"""The model card tells of the very weights that are there."""

import hashlib
import re
from pathlib import Path

import pytest

import models

FOLDER = Path(str(models.__file__)).parent
CARD = (FOLDER / "README.md").read_text("utf-8")
WEIGHTS = sorted(FOLDER.glob("*.onnx"))
#: All weights together, as a Raspberry Pi 4 is to hold and load them.
MOST_BYTES = 8_000_000


@pytest.mark.parametrize("path", WEIGHTS, ids=lambda path: path.name)
def test_the_card_has_size_and_hash_of_each_file(path: Path) -> None:
    row = re.search(rf"^\| {path.name} \| ([\d,]+) \| `(\w+)` \|", CARD, re.MULTILINE)
    assert row is not None, f"{path.name} has no row in models/README.md"
    size, digest = row.groups()
    assert int(size.replace(",", "")) == path.stat().st_size
    assert digest == hashlib.sha256(path.read_bytes()).hexdigest()


def test_all_weights_together_are_small() -> None:
    assert len(WEIGHTS) == 3
    assert sum(path.stat().st_size for path in WEIGHTS) < MOST_BYTES
