"""What README.md shows is what the program takes and gives."""

import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from device.cli import parse
from device.commands.read import json_line
from device.photo_reader import Photo
from device.wording import load_wording
from tests.laid import die
from vision.readings import TableReading

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)
LINES = [
    line.split("#")[0].strip() for _, block in BLOCKS for line in block.split("\n")
]


@pytest.mark.parametrize("line", [x for x in LINES if x.startswith("giudice ")])
def test_every_command_is_understood(line: str) -> None:
    words = shlex.split(line)[1:]
    _, command, args = parse(words)
    assert command is not None
    assert args.command == words[0]


@pytest.mark.parametrize("line", [x for x in LINES if x.startswith("make ")])
def test_every_make_target_is_there(line: str) -> None:
    target = line.split()[1]
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_the_json_has_the_keys_of_a_real_answer() -> None:
    (shown,) = [json.loads(block) for kind, block in BLOCKS if kind == "json"]
    reading = TableReading((replace(die(9, 9, "c"), sure=True),))
    photo = Photo("table.jpg", np.zeros((240, 320, 3), np.uint8), reading, 1.0)
    real = json.loads(json_line(photo, load_wording("it")))
    assert list(shown) == list(real)
    assert list(shown["dice"][0]) == list(real["dice"][0])


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert target.startswith("http") or (ROOT / target).exists()
