"""The unit starts what is there, and systemd has nothing to say against it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from device.cli import parse

UNIT = Path(__file__).parent.parent / "systemd" / "giudice.service"
LINES = UNIT.read_text("utf-8").splitlines()


def values(key: str) -> list[str]:
    found = [line.partition("=")[2] for line in LINES if line.startswith(f"{key}=")]
    assert found, f"{key} is missing"
    return found


def test_it_starts_a_command_that_there_is() -> None:
    (start,) = values("ExecStart")
    program, *words = start.split()
    assert program.endswith("/giudice")
    assert parse(words)[1] is not None


def test_it_starts_again_and_tells_nobody() -> None:
    assert values("Restart") == ["on-failure"]
    assert "ORT_DISABLE_TELEMETRY=1" in values("Environment")
    assert "GPIOZERO_PIN_FACTORY=lgpio" in values("Environment")
    assert values("StateDirectory") == ["giudice"]


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="no systemd-analyze here"
)
def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    # The program is not installed here, and that alone would be told.
    there = shutil.which("true")
    lines = [
        f"ExecStart={there}" if line.startswith("ExecStart=") else line
        for line in LINES
    ]
    copy = tmp_path / UNIT.name
    copy.write_text("\n".join(lines), "utf-8")
    done = verify(copy)
    assert done.stdout + done.stderr == ""  # it exits 0 on a key that is unknown
    copy.write_text("\n".join(lines).replace("RestartSec", "RestartSecs"), "utf-8")
    done = verify(copy)
    assert "RestartSecs" in done.stderr


def verify(unit: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
