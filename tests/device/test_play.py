"""`giudice play` as a process, and how it refuses."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from device.address import number_address, page_address
from device.commands.play import add_arguments, run, with_arguments
from device.config import Config, ConfigError
from device.evidence import Evidence
from device.flow.core import Deed
from device.notify import notify
from device.pictures import PictureStore
from device.proof import LONG_SIDE_PX, Prover
from rules.core import Undo

ROOT = Path(__file__).parents[2]


def parsed(*words: str) -> Namespace:
    parser = ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(list(words))


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(parsed(*words)) == 2
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1
    return error


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--camera", "telescope"), "--camera"),
        (("--camera", "folder:"), "--camera"),
        (("--display", "neon"), "--display"),
        (("--display", "png:"), "--display"),
        (("--port", "70000"), "--port"),
        (("--config", "/nowhere/giudice.toml"), "giudice.toml"),
    ],
)
def test_a_slip_is_one_line_and_exit_2(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told in refused(capsys, *words)


def test_every_fault_of_a_settings_file_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "giudice.toml"
    path.write_text('[table]\nlanguage = "de"\n[camera]\nsauce = 1\n', "utf-8")

    assert run(parsed("--config", str(path))) == 2

    assert len(capsys.readouterr().err.splitlines()) == 2


def test_the_command_line_overrules_the_settings() -> None:
    words = ("--camera", "none", "--port", "0", "--lang", "en", "--no-sound")

    config = with_arguments(Config(), parsed(*words, "--no-page"))

    assert config.camera.source == "none"
    assert (config.page.port, config.page.on) == (0, False)
    assert config.table.language == "en"
    assert not config.sound.on


def test_what_is_not_said_stays_as_it_is() -> None:
    assert with_arguments(Config(), parsed()) == Config()


def test_all_wrong_words_are_told_at_once() -> None:
    with pytest.raises(ConfigError) as caught:
        with_arguments(Config(), parsed("--camera", "x", "--port", "-1"))

    assert len(caught.value.faults) == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--camera", "folder:/not/there"), '--camera: no folder "/not/there"'),
        (("--camera", "video:/not/there.mp4"), '--camera: no file "/not/there.mp4"'),
        (("--camera", "phone", "--no-page"), "--camera: phone needs the page"),
    ],
)
def test_a_camera_that_can_never_show_dice_is_refused(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    assert told in refused(capsys, *words)


# --- the process ------------------------------------------------------------------


@pytest.fixture
def started(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    words = ["play", "--camera", "none", "--no-page", "--data", str(tmp_path / "games")]
    process = subprocess.Popen(
        [sys.executable, "-m", "device", *words],
        cwd=ROOT,
        env={**os.environ, "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


def wait_for_screen(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_order(
    started: subprocess.Popen[str], number: signal.Signals
) -> None:
    assert "A che si gioca?" in wait_for_screen(started)

    started.send_signal(number)
    _, errors = started.communicate(timeout=60)

    assert started.returncode == 0
    assert errors == ""


def test_two_tables_cannot_keep_one_record(
    started: subprocess.Popen[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wait_for_screen(started)
    folder = str(tmp_path / "games")

    error = refused(capsys, "--camera", "none", "--no-page", "--data", folder)

    assert "in use" in error


def test_a_port_in_use_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = ("--camera", "none", "--host", "127.0.0.1", "--port", port)

        error = refused(capsys, *words, "--data", str(tmp_path))

    assert port in error


# --- what it tells systemd, players and the archive -------------------------------


def test_systemd_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(path))
        monkeypatch.setenv("NOTIFY_SOCKET", str(path))
        notify("READY=1")
        assert ear.recv(100) == b"READY=1"
    notify("WATCHDOG=1")  # nobody listens any more: no error
    monkeypatch.delenv("NOTIFY_SOCKET")
    notify("WATCHDOG=1")


@pytest.mark.parametrize(
    ("host", "name", "address"),
    [
        ("0.0.0.0", "giudice.local", "http://giudice.local:8080"),
        ("", "", f"http://{socket.gethostname()}.local:8080"),
        ("127.0.0.1", "giudice.local", "http://127.0.0.1:8080"),
    ],
)
def test_the_address_that_players_type(host: str, name: str, address: str) -> None:
    assert page_address(host, 8080, name) == address


def test_the_address_in_numbers_is_one() -> None:
    address = number_address("0.0.0.0", 80)

    assert address.removeprefix("http://").removesuffix(":80").count(".") == 3
    assert number_address("127.0.0.1", 80) == "http://127.0.0.1:80"


def test_a_deed_without_a_picture_needs_no_proof() -> None:
    assert Prover(PictureStore())(Deed(Undo())) is None


def test_a_proof_is_a_bounded_picture_and_what_was_read() -> None:
    store = PictureStore()
    shot = store.put(np.full((1200, 3200, 3), (200, 10, 10), np.uint8))
    prove = Prover(store)

    proof = prove(Deed(Undo(), shot, [{"value": 4}]))

    assert isinstance(proof, Evidence)
    assert json.loads(proof.reading)["seen"] == [{"value": 4}]
    image = Image.open(BytesIO(proof.picture))
    assert image.size == (LONG_SIDE_PX, LONG_SIDE_PX * 1200 // 3200)
    red, green, _ = image.convert("RGB").getpixel((10, 10))  # type: ignore[misc]
    assert red > 150 > 60 > green


def test_a_picture_that_was_let_go_leaves_the_reading_as_proof() -> None:
    proof = Prover(PictureStore())(Deed(Undo(), 99, []))

    assert proof is not None
    assert proof.picture == b""
    assert json.loads(proof.reading)["seen"] == []
