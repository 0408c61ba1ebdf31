"""giudice.toml: every key explained, every fault told with its key."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from device.cli import main
from device.config import (
    Config,
    ConfigError,
    Row,
    data_folder,
    load_config,
    parse_config,
    places,
    sections,
)
from device.config_text import default_file, in_force, reference

DOC = Path(__file__).parents[2] / "docs" / "config.md"
ROWS = [row for _, rows in sections().values() for row in rows]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder without any settings."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return tmp_path


def uncommented(text: str) -> str:
    return "\n".join(
        line.removeprefix("# ") if " = " in line and line.startswith("# ") else line
        for line in text.splitlines()
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.section}.{row.name}")
def test_every_key_takes_its_own_default_and_says_what_it_does(row: Row) -> None:
    assert row.allowed.accepts(row.default)
    assert row.meaning.endswith(".")


def test_the_printed_file_is_the_defaults_as_it_is_and_without_its_hashes() -> None:
    assert parse_config(default_file(), "f") == Config()
    every_key = tomllib.loads(uncommented(default_file()))
    assert sum(map(len, every_key.values())) == len(ROWS)
    assert parse_config(uncommented(default_file()), "f") == Config()


def test_what_is_in_force_reads_back() -> None:
    config = parse_config('[camera]\nsource = "usb:2"\ncrop = [0, 0.25, 1, 1]', "f")
    shown = in_force(config, Path("f"))
    assert parse_config(shown, "f") == config
    assert 'source = "usb:2"  # default: "auto"' in shown


def test_a_patch_of_grey_is_a_part_of_the_picture_or_none() -> None:
    assert Config().camera.grey == ()
    config = parse_config("[camera]\ngrey = [0.9, 0, 1, 0.25]", "f")
    assert config.camera.grey == (0.9, 0.0, 1.0, 0.25)
    assert parse_config(in_force(config, None), "f") == config
    assert parse_config("[camera]\ngrey = []", "f") == Config()


@pytest.mark.parametrize(
    "value",
    [
        "0.5",
        '"0,0,1,1"',
        "[0, 0, 1]",
        "[0, 0, 0, 1]",
        "[0.9, 0, 1.1, 1]",
        "[nan,0,1,1]",
    ],
)
def test_a_patch_that_cannot_be_there_is_a_fault(value: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(f"[camera]\ngrey = {value}", "f")
    assert "camera.grey" in str(caught.value)
    assert "or [] for none" in str(caught.value)


def test_the_reference_is_up_to_date() -> None:
    assert DOC.read_text("utf-8") == reference(), "run giudice config --reference"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[camera]\nrotat = 90", "camera.rotat: unknown key; did you mean rotate?"),
        ("[camra]", "camra: unknown section; did you mean camera?"),
        ("[table]\nzzz = 1", "table.zzz: unknown key; known are language, data, "),
        ("page = 80", "page: a section, written [page], not a value"),
        (
            "[camera]\nrotate = 45",
            "camera.rotate: 45 is not allowed; it takes 0, 90, 180 or 270",
        ),
        ("[camera]\nrotate = false", "camera.rotate: false is not allowed"),
        ("[camera]\nrotate = 90.0", "camera.rotate: 90.0 is not allowed"),
        ('[camera]\nsource = "usb:x"', 'camera.source: "usb:x" is not allowed'),
        ('[camera]\nsource = "folder:"', 'camera.source: "folder:" is not allowed'),
        ("[camera]\ncrop = [0.5, 0, 0.5, 1]", "camera.crop: [0.5, 0, 0.5, 1] is not"),
        ("[camera]\ncrop = [0, 0, 1, nan]", "camera.crop: [0, 0, 1, nan] is not"),
        ("[page]\nport = 0", "page.port: 0 is not allowed"),
        ("[page]\nport = 65536", "page.port: 65536 is not allowed"),
        ("[page]\nport = true", "page.port: true is not allowed"),
        ('[page]\nhost = ""', 'page.host: "" is not allowed'),
        ('[page]\nname = "a\\nb"', 'page.name: "a\\nb" is not allowed'),
        ("[sound]\non = 1", "sound.on: 1 is not allowed; it takes true or false"),
        ("[buttons]\na = 28", "buttons.a: 28 is not allowed"),
        ("[buttons]\nhold_s = nan", "buttons.hold_s: nan is not allowed"),
        ("[buttons]\na = 6", "buttons.b: pin 6 is buttons.a already"),
        ("[display]\ndc = 17", "led.red: pin 17 is display.dc already"),
        ("[camera]\nrotate", "not TOML: expected '=' after a key"),
    ],
)
def test_a_fault_is_one_line_with_file_and_key(text: str, fault: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(text, "x.toml")
    (told,) = caught.value.faults
    assert told.startswith(f"x.toml: {fault}")
    assert "\n" not in told


@pytest.mark.parametrize(
    "text",
    [
        "[camera]\ncrop = [0, 0.5, 1, 1]",
        '[camera]\nsource = "folder:/some where"',
        '[camera]\nsource = "usb:0"',
        "[display]\ndc = 17\n[led]\non = false",
        "[page]\nport = 65535",
        "[sound]\non = false",
        "\ufeff[sound]\non = false",
    ],
)
def test_what_is_allowed_is_taken(tmp_path: Path, text: str) -> None:
    file = tmp_path / "giudice.toml"
    file.write_text(text, "utf-8")
    assert load_config(file) != Config()


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config("[camera]\nrotate = 45\nrotat = 1\n[page]\nport = 0\n[x]", "f")
    assert len(caught.value.faults) == 4


def test_the_first_file_found_counts_alone(home: Path) -> None:
    assert places() == (
        home / ".config/giudice/giudice.toml",
        Path("/etc/giudice.toml"),
    )
    assert places({"XDG_CONFIG_HOME": "/x", "HOME": "/h"})[0] == Path(
        "/x/giudice/giudice.toml"
    )
    assert load_config() == Config()
    places()[0].parent.mkdir(parents=True)
    places()[0].write_text("[page]\nport = 81", "utf-8")
    assert load_config().page.port == 81


@pytest.mark.parametrize(
    ("text", "environ", "folder"),
    [
        ("", {"HOME": "/h"}, "/h/.local/share/giudice"),
        ("", {"HOME": "/h", "XDG_DATA_HOME": "/d"}, "/d/giudice"),
        ("", {"HOME": "/h", "STATE_DIRECTORY": "/s/giudice"}, "/s/giudice"),
        ('[table]\ndata = "/mine"', {"STATE_DIRECTORY": "/s"}, "/mine"),
    ],
)
def test_where_games_are_kept(text: str, environ: dict[str, str], folder: str) -> None:
    assert data_folder(parse_config(text, "f"), environ) == Path(folder)


def test_check_lists_every_fault_and_fails(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("[camera]\nrotate = 45\n[page]\nport = 0\n", "utf-8")
    assert main(["config", "--check", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert [line.split(": ")[2] for line in told.err.splitlines()] == [
        "camera.rotate",
        "page.port",
    ]


def test_check_says_when_all_is_in_order(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "--check"]) == 0
    assert main(["config", "--print"]) == 0
    file = tmp_path / "good.toml"
    file.write_text(default_file(), "utf-8")
    assert main(["config", "--check", str(file)]) == 0
    assert capsys.readouterr().out.endswith(f"{file}: in order\n")


@pytest.mark.parametrize("name", ["missing.toml", "."])
def test_a_file_that_cannot_be_read_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert main(["config", "--check", str(tmp_path / name)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_file_that_is_no_text_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00")
    assert main(["config", str(tmp_path / "x")]) == 2
    assert capsys.readouterr().err.endswith("x: not UTF-8 text\n")
