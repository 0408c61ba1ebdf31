"""The way in: quick, and never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from device.cli import COMMANDS, main

ROOT = Path(__file__).parent.parent.parent
HEAVY = {"numpy", "cv2", "onnxruntime", "PIL", "vision", "rules", "tomllib"}


def giudice(
    *words: str, flags: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *flags, "-m", "device", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_loads_nothing_heavy() -> None:
    run = giudice("--help", flags=("-X", "importtime"))
    assert run.returncode == 0
    loaded = {
        line.split("|")[-1].strip().split(".")[0]
        for line in run.stderr.splitlines()
        if line.startswith("import time:")
    }
    assert "argparse" in loaded
    assert not loaded & HEAVY


def test_help_names_every_command() -> None:
    text = giudice("--help").stdout
    for name, line in COMMANDS.items():
        assert name in text
        assert line in " ".join(text.split())


@pytest.mark.parametrize("words", [(), ("nonsense",), ("read",), ("score",)])
def test_wrong_words_exit_with_2(words: tuple[str, ...]) -> None:
    run = giudice(*words)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("name", ["read", "score", "demo"])
def test_help_of_a_command(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([name, "--help"])
    assert stop.value.code == 0
    assert name in capsys.readouterr().out


def test_a_closed_output_ends_quietly_as_a_broken_pipe_does() -> None:
    run = subprocess.Popen(
        [sys.executable, "-m", "device", "rules"],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stdout is not None
    assert run.stderr is not None
    run.stdout.close()
    errors = run.stderr.read()
    run.stderr.close()
    assert run.wait() == 141
    assert errors == ""


def test_a_file_name_that_is_no_text_is_told_all_the_same(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff.jpg"
    run = subprocess.run(
        [sys.executable, "-m", "device", "score", "mia", name],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert run.stderr.endswith("\\udcff.jpg: il file non esiste\n")
