"""`giudice screens`."""

from argparse import ArgumentParser
from pathlib import Path

import pytest
from PIL import Image

from device.commands.screens import add_arguments, read_size, run
from device.screens.examples import examples


def screens(*words: str) -> int:
    parser = ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args(words))


def test_every_example_and_a_sheet_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert screens(str(tmp_path / "out"), "--size", "128x64") == 0
    paths = sorted((tmp_path / "out" / "128x64").iterdir())
    assert [path.stem.split("-", 1)[1] for path in paths] == [
        screen.name for screen in examples()
    ]
    for path in paths:
        with Image.open(path) as image:
            assert image.size == (128, 64)
    assert (tmp_path / "out" / "128x64.png").exists()
    assert str(len(paths)) in capsys.readouterr().out


def test_only_the_sheets_are_written_if_asked(tmp_path: Path) -> None:
    words = (str(tmp_path), "--only-sheet", "--size", "128x64", "--size", "160x80")
    assert screens(*words) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "128x64.png",
        "160x80.png",
    ]


@pytest.mark.parametrize("given", ["", "320", "320x", "x240", "0x0", "9x9", "1e9x1"])
def test_a_size_that_is_none_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    assert read_size(given) is None
    assert screens(str(tmp_path), "--size", given) == 2
    assert "320x240" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "out").touch()
    assert screens(str(tmp_path / "out"), "--size", "128x64", "--lang", "en") == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
