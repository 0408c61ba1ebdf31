"""The record on a real disk: what comes back, what is kept aside, who may write."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from device.evidence import Evidence
from device.journal import Journal, JournalLockedError
from device.recovery import recover
from device.wording import LANGUAGES, load_wording
from rules.records import replay
from rules.referee import Game, begin
from rules.report import report
from rules.setups import GAMES, format_setup
from tests.faults.evening import a_setup, an_action

SETUP = '{"game": "sei-dadi", "players": [{"name": "Anna"}, {"name": "Bruno"}]}'
ROLL = '{"do": "roll", "dice": [1, 2, 3, 4, 5, 6], "at": "21:04"}'
KEEP = '{"do": "keep", "dice": [6]}'
#: Letters that the red line of a screen has room for.
ONE_LINE = 36
STOP = '{"do": "stop"}'
RECORD = f"{SETUP}\n{ROLL}\n{KEEP}\n".encode()


def kept(folder: Path, *lines: str, number: int = 1) -> Path:
    """A record as a journal has left it."""
    games = folder / "games"
    games.mkdir(parents=True, exist_ok=True)
    file = games / f"{number:06d}.jsonl"
    file.write_bytes("".join(f"{line}\n" for line in lines).encode())
    return file


def test_a_game_is_on_disk_line_by_line_and_comes_back(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "new" / "folder")
    assert journal.last is None
    assert journal.faults == ()
    journal.begin(SETUP)
    journal.add(ROLL)
    journal.add(KEEP)
    assert journal.trouble is None
    file = tmp_path / "new" / "folder" / "games" / "000001.jsonl"
    assert file.read_bytes() == RECORD == journal.record
    journal.close()

    again = Journal(tmp_path / "new" / "folder")
    assert again.last is not None
    assert again.last.number == 1
    assert again.last.fault is None
    assert report(again.last.game) == report(replay(RECORD))
    again.go_on()
    again.add(STOP)
    assert file.read_bytes() == RECORD + f"{STOP}\n".encode()


def test_every_game_has_its_number_whatever_the_clock_says(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for number in range(1, 4):
        journal.begin(SETUP)
        assert journal.number == number
        os.utime(tmp_path / "games" / f"{number:06d}.jsonl", (10**9 - number, 0))
    journal.close()
    last = Journal(tmp_path).last
    assert last is not None
    assert last.number == 3


def test_numbers_go_on_beyond_six_figures(tmp_path: Path) -> None:
    kept(tmp_path, SETUP, number=999_999)
    kept(tmp_path, SETUP, ROLL, number=1_000_000)
    journal = Journal(tmp_path)
    assert journal.last is not None
    assert journal.last.number == 1_000_000
    journal.begin(SETUP)
    assert journal.number == 1_000_001


def test_a_second_process_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    first = Journal(tmp_path)
    with pytest.raises(JournalLockedError) as caught:
        Journal(tmp_path)
    assert str(caught.value) == f"{tmp_path}: in use by another giudice"
    first.begin(SETUP)
    assert first.trouble is None
    first.close()
    assert Journal(tmp_path).last is not None


@pytest.mark.parametrize("name", GAMES)
def test_a_game_cut_off_at_any_byte_comes_back_to_its_last_whole_line(
    name: str,
) -> None:
    draw = random.Random(3)
    game = begin(a_setup(draw, name))
    lines = [format_setup(game.setup)]
    games = [game]
    while len(lines) < 7 and (played := an_action(draw, game)) is not None:
        line, game = played
        lines.append(line)
        games.append(game)
    assert len(lines) > 4
    record = "".join(f"{line}\n" for line in lines).encode()
    for end in range(len(record) + 1):
        check_cut(record, end, games)


def check_cut(record: bytes, end: int, games: list[Game]) -> None:
    cut = record[:end]
    sound = recover(cut)
    # A line that lacks only its line feed is whole.
    whole = cut.count(b"\n") + (record[end : end + 1] == b"\n")
    if whole == 0:
        assert sound.game is None
        return
    expected = games[whole - 1]
    assert sound.game is not None
    assert report(sound.game) == report(expected)
    assert sound.record == b"".join(
        line + b"\n" for line in record.split(b"\n")[:whole]
    )
    is_torn = not record.startswith(sound.record) or len(cut) > len(sound.record)
    assert sound.fault == ("torn" if is_torn else None)
    if is_torn:
        assert sound.record + sound.dropped == cut


def test_a_torn_last_line_is_dropped_told_and_kept_aside(tmp_path: Path) -> None:
    file = kept(tmp_path, SETUP, ROLL, KEEP)
    torn = RECORD[:-7]
    file.write_bytes(torn)
    journal = Journal(tmp_path)
    assert journal.faults == ("torn",)
    assert journal.last is not None
    assert (journal.last.fault, journal.last.line) == ("torn", 3)
    assert file.read_bytes() == f"{SETUP}\n{ROLL}\n".encode()
    assert (tmp_path / "aside" / "0000-000001.torn").read_bytes() == torn
    journal.go_on()
    journal.add(KEEP)
    assert file.read_bytes() == RECORD
    journal.close()
    assert Journal(tmp_path).faults == ()


@pytest.mark.parametrize(
    "damage",
    [
        b"\0" * 40 + b"\n",
        b"\xff\xfe\n",
        b'{"do": "keep", "dice": [1, 1]}\n',  # well written, and against the rules
        b'{"do": "undo", "do": "undo"}\n',
        b"[" * 100_000 + b"\n",
    ],
)
def test_a_damaged_line_ends_what_is_gone_on_with(
    tmp_path: Path, damage: bytes
) -> None:
    file = kept(tmp_path, SETUP, ROLL, KEEP)
    found = RECORD + damage + f"{STOP}\n".encode()
    file.write_bytes(found)
    journal = Journal(tmp_path)
    assert journal.faults == ("damaged",)
    assert journal.last is not None
    assert (journal.last.fault, journal.last.line) == ("damaged", 4)
    assert file.read_bytes() == RECORD
    assert (tmp_path / "aside" / "0000-000001.damaged").read_bytes() == found


def test_zeros_where_the_last_line_should_be_are_a_torn_line(tmp_path: Path) -> None:
    kept(tmp_path, SETUP, ROLL, KEEP).write_bytes(RECORD + b"\0" * 30)
    assert Journal(tmp_path).faults == ("torn",)


@pytest.mark.parametrize("content", [b"", b"\n", b"{", b"\0" * 10, b"{}\n"])
def test_a_file_without_a_set_up_is_put_aside_and_the_game_before_it_comes_back(
    tmp_path: Path, content: bytes
) -> None:
    kept(tmp_path, SETUP, ROLL)
    lost = kept(tmp_path, SETUP, number=2)
    lost.write_bytes(content)
    journal = Journal(tmp_path)
    assert journal.faults == ("damaged",)
    assert journal.last is not None
    assert journal.last.number == 1
    assert not lost.exists()
    assert (tmp_path / "aside" / "0000-000002.damaged").read_bytes() == content
    journal.close()
    assert Journal(tmp_path).faults == ()


def test_what_else_lies_in_the_folder_is_left_alone(tmp_path: Path) -> None:
    kept(tmp_path, SETUP, ROLL)
    for name in ("notes.txt", "000009.jsonl.bak", "9.jsonl", "x000009.jsonl"):
        (tmp_path / "games" / name).write_text("mine", "utf-8")
    journal = Journal(tmp_path)
    assert journal.last is not None
    assert journal.last.number == 1
    assert len(list((tmp_path / "games").iterdir())) == 5


def test_evidence_is_beside_its_line_and_the_oldest_goes_first(tmp_path: Path) -> None:
    journal = Journal(tmp_path, evidence_bytes=5_000)
    journal.begin(SETUP)
    for number in range(2, 9):
        journal.add(ROLL, Evidence(bytes([number]) * 1_000, b"{}"))
    folder = tmp_path / "evidence"
    names = sorted(path.name for path in folder.iterdir())
    assert names == [
        f"000001-{number:05d}.{ending}"
        for number in range(5, 9)
        for ending in ("jpg", "json")
    ]
    assert (folder / "000001-00007.jpg").read_bytes() == b"\7" * 1_000
    assert (folder / "000001-00007.json").read_bytes() == b"{}"
    journal.close()

    again = Journal(tmp_path, evidence_bytes=2_500)  # what is there counts too
    again.begin(SETUP)
    again.add(ROLL, Evidence(b"x" * 1_000))
    names = sorted(path.name for path in folder.iterdir())
    assert names == [
        "000001-00008.jpg",
        "000001-00008.json",
        "000002-00002.jpg",
    ]


def test_all_pictures_of_a_line_are_kept_and_go_together(tmp_path: Path) -> None:
    journal = Journal(tmp_path, evidence_bytes=1_000)
    journal.begin(SETUP)
    journal.add(ROLL, Evidence(b"a" * 200, b"{}", (b"b" * 200, b"c" * 200)))
    journal.close()
    folder = tmp_path / "evidence"
    kept = {path.name: path.read_bytes()[:1] for path in folder.iterdir()}
    name = "000001-00002"
    pictures = {f"{name}.jpg": b"a", f"{name}.2.jpg": b"b", f"{name}.3.jpg": b"c"}
    assert kept == {f"{name}.json": b"{", **pictures}

    again = Journal(tmp_path, evidence_bytes=1_000)
    again.begin(SETUP)
    again.add(ROLL, Evidence(b"x" * 500))
    assert [path.name for path in folder.iterdir()] == ["000002-00002.jpg"]


def test_evidence_larger_than_its_space_is_not_kept_and_drops_nothing(
    tmp_path: Path,
) -> None:
    journal = Journal(tmp_path, evidence_bytes=1_000)
    journal.begin(SETUP)
    journal.add(ROLL, Evidence(b"x" * 900))
    journal.add(KEEP, Evidence(b"x" * 1_001))
    names = [path.name for path in (tmp_path / "evidence").iterdir()]
    assert names == ["000001-00002.jpg"]
    assert journal.trouble is None


def test_without_any_folder_the_game_goes_on_in_memory(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("", "utf-8")
    journal = Journal(in_the_way / "games")
    assert journal.trouble is not None
    journal.begin(SETUP)
    journal.add(ROLL)
    assert journal.record == f"{SETUP}\n{ROLL}\n".encode()
    assert journal.number is None
    in_the_way.unlink()
    journal.retry(0.0)
    journal.retry(60.0)
    assert journal.trouble is None
    file = in_the_way / "games" / "games" / "000001.jsonl"
    assert file.read_bytes() == journal.record


def test_every_trouble_and_fault_has_its_text() -> None:
    for language in LANGUAGES:
        wording = load_wording(language)
        for code in ("full", "readonly", "failing", "locked", "no_proof"):
            assert len(wording.say(f"journal.{code}")) <= ONE_LINE
        for fault in ("torn", "damaged", "unreadable"):
            assert len(wording.say(f"journal.{fault}")) <= ONE_LINE


def test_a_record_that_cannot_be_read_is_told_and_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games" / "000007.jsonl").mkdir(parents=True)  # reading it fails
    journal = Journal(tmp_path)
    assert journal.faults == ("unreadable",)
    assert journal.last is None
    journal.begin(SETUP)
    assert journal.number == 8
