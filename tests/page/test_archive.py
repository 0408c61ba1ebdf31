"""Games told from what is on disk: whole, torn, odd, and with their proof."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from device.evidence import Evidence
from device.journal import Journal
from device.page.archive import Archive
from device.page.chronicle import tell_story
from tests.page.desk import WORDINGS, Desk

GAMES = sorted((Path(__file__).parents[1] / "rules" / "games").glob("*.jsonl"))
SETUP = '{"game": "mia", "players": [{"name": "Anna"}, {"name": "Bruno"}]}'
OPEN = '{"do": "open", "score": 54}'
ACCUSE = '{"do": "accuse"}'
REVEAL = '{"do": "reveal", "dice": [3, 5]}'
IT, EN = WORDINGS["it"], WORDINGS["en"]
SEEN = [
    {"value": 5, "read": 4, "body": "red", "pips": "white", "center": [10, 20]},
    {"value": 3, "read": 3, "body": "nothing"},
    {"value": 9},
    "odd",
]


def jpeg(colour: str = "red") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(file, "JPEG")
    return file.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One game of Mia with a proof of its reveal, as the journal keeps it."""
    journal = Journal(tmp_path)
    journal.begin(SETUP)
    journal.add(OPEN)
    journal.add('{"do": "undo"}')
    journal.add(OPEN)
    journal.add(ACCUSE)
    line = json.dumps({**json.loads(REVEAL), "seen": SEEN})
    journal.add(line, Evidence(jpeg(), b"[]", (jpeg("blue"),)))
    journal.close()
    return tmp_path


def test_a_game_is_told_with_the_newest_first(folder: Path) -> None:
    told = Archive(folder).game(1, IT)
    assert told is not None
    assert told["title"] == "Mia"
    entries = told["entries"]
    assert [entry["line"] for entry in entries] == [6, 5, 4, 3, 2]  # type: ignore[attr-defined]
    reveal = entries[0]  # type: ignore[index]
    assert reveal["texts"][0] == "Sotto la scatola: 53. 54 era una bugia"
    assert reveal["texts"][1] == "Vite perse da Anna: 1 (ora 5)"
    assert reveal["pictures"] == [
        {"address": f"/proof/1/6/{part}.jpg", "size": None, "marks": []}
        for part in (1, 2)
    ]
    assert [entry["pictures"] for entry in entries[1:]] == [[]] * 4  # type: ignore[index]


def test_what_was_taken_back_is_struck_out(folder: Path) -> None:
    told = Archive(folder).game(1, EN)
    assert told is not None
    struck = {entry["line"]: entry["isUndone"] for entry in told["entries"]}  # type: ignore[attr-defined]
    assert struck == {2: True, 3: False, 4: False, 5: False, 6: False}


def test_what_was_seen_is_told_as_far_as_it_is_in_form(folder: Path) -> None:
    told = Archive(folder).game(1, IT)
    assert told is not None
    (group,) = told["entries"][0]["seen"]  # type: ignore[index]
    assert [(die["value"], die["read"], die["body"]) for die in group["dice"]] == [
        (5, 4, "red"),
        (3, 3, "other"),
    ]


def test_the_proof_is_what_was_kept(folder: Path) -> None:
    archive = Archive(folder)
    assert archive.picture(1, 6) == jpeg()
    assert archive.picture(1, 6, 2) == jpeg("blue")
    assert archive.picture(1, 6, 3) is None
    assert archive.picture(1, 5) is None
    assert archive.picture(2, 6) is None
    desk = Desk(folder=folder)
    assert desk.get("/proof/1/6/1.jpg").content == jpeg()
    assert desk.get("/proof/1/6/2.jpg").content == jpeg("blue")
    assert desk.get("/proof/1/5/1.jpg").status_code == 404
    assert desk.get("/api/history/2").status_code == 404
    assert desk.get("/api/history").json()["games"][0]["number"] == 1


def test_a_line_being_written_is_not_told_yet(folder: Path) -> None:
    path = folder / "games" / "000001.jsonl"
    archive = Archive(folder)
    before = archive.game(1, IT)
    with path.open("ab") as file:
        file.write(b'{"do": "ope')
    assert archive.game(1, IT) == before
    with path.open("ab") as file:
        file.write(b'n", "score": 42}\n')
    after = archive.game(1, IT)
    assert after is not None
    assert after["entries"][0]["texts"] == ["Bruno dichiara 42"]  # type: ignore[index]


def test_a_damaged_record_is_told_up_to_the_damage(folder: Path) -> None:
    path = folder / "games" / "000001.jsonl"
    path.write_bytes(path.read_bytes() + b"\xff\xfe\n" + OPEN.encode() + b"\n")
    told = Archive(folder).game(1, IT)
    assert told is not None
    assert told["isBroken"]
    assert len(told["entries"]) == 5  # type: ignore[arg-type]


@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"\xff\n", b"[" * 9999])
def test_what_is_no_record_is_left_out(folder: Path, content: bytes) -> None:
    (folder / "games" / "000002.jsonl").write_bytes(content)
    archive = Archive(folder)
    assert [game["number"] for game in archive.games(IT)] == [1]
    assert archive.game(2, IT) is None
    archive.statistics(IT)


def test_without_a_folder_there_is_nothing() -> None:
    archive = Archive(None)
    assert archive.games(IT) == []
    assert archive.game(1, IT) is None
    assert archive.picture(1, 1) is None


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
@pytest.mark.parametrize("language", WORDINGS)
def test_every_event_of_every_game_has_words(path: Path, language: str) -> None:
    story = tell_story(path.read_bytes())
    assert story is not None
    assert not story.is_broken
    assert story.winners
    texts = [text for entry in story.entries for text in entry.texts]
    sentences = [WORDINGS[language].tell(text) for text in texts]
    assert all(sentences)
    assert not any("{" in sentence or "None" in sentence for sentence in sentences)


def test_statistics_are_told_in_both_languages(folder: Path) -> None:
    for number, path in enumerate(GAMES, start=2):
        (folder / "games" / f"{number:06d}.jsonl").write_bytes(path.read_bytes())
    archive = Archive(folder)
    italian, english = archive.statistics(IT), archive.statistics(EN)
    assert len(italian["players"]) >= 3  # type: ignore[arg-type]
    assert len(italian["dice"]) == 3  # type: ignore[arg-type]
    assert italian != english
    assert json.loads(json.dumps(italian)) == italian
