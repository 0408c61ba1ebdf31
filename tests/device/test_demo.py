"""`giudice demo` on a folder made here, with a reader that sees the same dice."""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest
from PIL import Image

from device.commands.demo import TrueDie, add_arguments, count_right, run
from tests.laid import FakeReader, die, seat, tango
from vision.readings import DieReading

RED = seat("red", 0, kinds="cbccbb", values="246111")
BLUE = seat("blue", 180, kinds="cbccbb", values="112334")
TABLE = [*tango(), *RED, *BLUE]


def demo_folder(folder: Path, game: str, dice: list[DieReading]) -> Path:
    folder.mkdir()
    Image.new("RGB", (1600, 1200), (70, 60, 50)).save(folder / "table.jpg")
    told = [{"value": d.value, "kind": d.kind, "center": d.center} for d in dice]
    truth = [{"file": "table.jpg", "game": game, "dice": told}]
    (folder / "truth.json").write_text(json.dumps(truth))
    return folder


def demo(reader: FakeReader, source: Path, *words: str) -> int:
    parser = ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args(["--pictures", *words]), lambda: reader, source)


def test_a_prova_is_read_scored_and_annotated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = demo_folder(tmp_path / "demo", "dancing-dice", TABLE)
    out = tmp_path / "out"
    assert demo(FakeReader(*TABLE), source, "--out", str(out)) == 0
    told = capsys.readouterr().out
    assert "letti bene 15 dadi su 15" in told
    assert "Primo ballo: giudicati bene almeno 1 su 2 (DD-7)" in told
    assert str(out) in told.splitlines()[-1]
    assert [p.name for p in out.iterdir()] == ["table.read.jpg"]


def test_two_dice_of_mia(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dice = [die(100, 100, "b", "red", 2), die(300, 100, "b", "red", 1)]
    source = demo_folder(tmp_path / "demo", "mia", dice)
    reader = FakeReader(*dice)
    words = ("--out", str(tmp_path / "out"), "--lang", "en")
    assert demo(reader, source, *words) == 0
    told = capsys.readouterr().out
    assert "2 of 2 dice read right" in told
    assert "21, Mia!" in told
    assert reader.expected == [2]


def test_missing_pictures_and_unwritable_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo(FakeReader(), tmp_path / "none") == 2
    source = demo_folder(tmp_path / "demo", "mia", [])
    blocked = str(source / "table.jpg" / "out")
    assert demo(FakeReader(), source, "--out", blocked) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_a_die_is_right_with_its_value_kind_and_place() -> None:
    truth = (TrueDie(4, "c", (100, 100)), TrueDie(2, "b", (200, 100)))
    right = die(105, 98, "c", value=4)
    assert count_right((right, die(200, 100, "b", value=2)), truth) == 2
    assert count_right((right, die(200, 100, "b", value=3)), truth) == 1
    assert count_right((right, die(200, 100, "c", value=2)), truth) == 1
    assert count_right((right, die(230, 100, "b", value=2)), truth) == 1


def test_the_evening_plays_itself_to_the_winner_with_the_real_nets() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "device", "demo", "--port", "0", "--lang", "en"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "ORT_DISABLE_TELEMETRY": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )

    assert (run.returncode, run.stderr) == (0, "")
    assert "http://127.0.0.1:" in run.stdout
    assert "A Tango was danced" in run.stdout
    assert "BRUNO WINS!" in run.stdout
    assert "does not answer" not in run.stdout
