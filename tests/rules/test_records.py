"""The written form of a game: what is read, what is refused, and undo."""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from device.commands import replay as command
from rules.records import BrokenRecordError, replay
from tests.rules.playing import assert_refused, left, mia, mias, played, record, setup

MIA = setup("mia", 2)
OPEN = '{"do": "open", "score": 42%s}'


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        pytest.param("C-5", "", id="C-5 empty"),
        pytest.param("C-5", "{", id="C-5 no JSON"),
        pytest.param("C-5", "[]", id="C-5 no object"),
        pytest.param("C-5", "{}", id="C-5 keys missing"),
        pytest.param("C-5", '{"game": "mia"}', id="C-5 players missing"),
        pytest.param("C-5", {**MIA, "seen": 1}, id="C-5 seen in a set-up"),
        pytest.param("C-5", {**MIA, "game": "poker"}, id="C-5 unknown game"),
        pytest.param("C-5", {**MIA, "game": 1}, id="C-5 game of a wrong kind"),
        pytest.param("C-5", {**MIA, "options": None}, id="C-5 options null"),
        pytest.param("C-5", {**MIA, "players": {}}, id="C-5 players of a wrong kind"),
        pytest.param("C-5", setup("mia", 1), id="C-5 one player in mia"),
        pytest.param("C-5", setup("sei-dadi", 1), id="C-5 one player in sei-dadi"),
        pytest.param("C-5", setup("di-da-do", 2), id="C-5 two players in di-da-do"),
        pytest.param("C-5", setup("dancing-dice", 1), id="C-5 one in dancing-dice"),
        pytest.param("C-5", setup("mia", [{"name": "A"}, {"name": "A"}]),
                     id="C-5 one name twice"),
        pytest.param("C-5", setup("mia", [{"name": "A"}, {"name": " "}]),
                     id="C-5 a blank name"),
        pytest.param("C-5", setup("mia", [{"name": "A"}, {"name": 7}]),
                     id="C-5 a name of a wrong kind"),
        pytest.param("C-5", setup("mia", [{"name": "A"}, {}]), id="C-5 no name"),
        pytest.param("C-5", setup("mia", [{"name": "A"}, "B"]), id="C-5 no player"),
        pytest.param("C-5", setup("mia", [{"name": "A"}, {"name": "B", "colour": "r"}]),
                     id="C-5 colour in mia"),
        pytest.param("C-5", setup("mia", [{"name": "A"}, {"name": "B", "lives": True}]),
                     id="C-5 lives true"),
        pytest.param("C-5", setup("mia", [{"name": "A"}, {"name": "B", "lives": 6.0}]),
                     id="C-5 lives 6.0"),
        pytest.param("C-5", setup("mia", [{"name": "A", "lives": 0}, {"name": "A"}]),
                     id="C-6 C-5 before M-2"),
        pytest.param("C-5", setup("dancing-dice", [{"name": "A", "colour": "red"},
                     {"name": "B", "colour": "red"}]), id="C-5 one colour twice"),
        pytest.param("C-5", setup("dancing-dice", [{"name": "A", "lives": 6},
                     {"name": "B"}]), id="C-5 lives in dancing-dice"),
        pytest.param("C-5", setup("mia", 2, unheard=1), id="C-5 unknown option"),
        pytest.param("C-5", setup("mia", 2, posta=1), id="C-5 another game's option"),
        pytest.param("C-5", setup("di-da-do", 3, first="Anna"), id="C-5 no option"),
        pytest.param("C-5", setup("mia", 2, first="Zoe"), id="C-5 first is nobody"),
        pytest.param("C-5", setup("mia", 2, first=0), id="C-5 first of a wrong kind"),
        pytest.param("C-5", setup("mia", 2, faults_per_life=0), id="C-5 faults 0"),
        pytest.param("C-5", setup("mia", 2, faults_per_life=True), id="C-5 a boolean"),
        pytest.param("C-5", setup("mia", 2, best_double=22), id="C-5 H-1 of 22"),
        pytest.param("C-5", setup("mia", 2, equal_score=1), id="C-5 H-2 no boolean"),
        pytest.param("C-5", setup("mia", 2, false_mia=3), id="C-5 H-3 three"),
        pytest.param("C-5", setup("mia", 2, first_out_loses="yes"),
                     id="C-5 H-4 no boolean"),
    ],
)  # fmt: skip
def test_setup_refused(rule: str, line: Any) -> None:
    assert_refused(rule, line)


@pytest.mark.parametrize("game", ["dancing-dice", "di-da-do"])
def test_c_5_too_many_players(game: str) -> None:
    players = [{"name": str(number)} for number in range(7)]
    assert_refused("C-5", setup(game, players))
    assert played(setup(game, players[:6]))
    assert played(setup("mia", players))


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        pytest.param("C-5", "nonsense", id="C-5 no JSON"),
        pytest.param("C-5", "42", id="C-5 no object"),
        pytest.param("C-5", '{"score": 42}', id="C-5 no do"),
        pytest.param("C-5", '{"do": 1}', id="C-5 do of a wrong kind"),
        pytest.param("C-5", '{"do": "lock", "die": 1}', id="C-5 another game's action"),
        pytest.param("C-5", OPEN % ', "x": 1', id="C-5 unknown key"),
        pytest.param("C-5", OPEN % ', "score": 42', id="C-5 a key twice"),
        pytest.param("C-5", OPEN % ', "seen": {"a": 1, "a": 1}',
                     id="C-5 a key twice, deep"),
        pytest.param("C-5", OPEN % ', "seen": NaN', id="C-5 NaN"),
        pytest.param("C-5", OPEN % ', "seen": -Infinity', id="C-5 Infinity"),
        pytest.param("C-5", OPEN % f', "seen": {"[" * 100_000}', id="C-5 deep nesting"),
        pytest.param("C-5", OPEN % ', "player": "Zoe"', id="C-5 unknown player"),
        pytest.param("C-5", OPEN % ', "player": null', id="C-5 player null"),
        pytest.param("C-5", OPEN % ', "player": 0', id="C-5 player by number"),
        pytest.param("C-5", '{"do": "open"}', id="C-5 no score"),
        pytest.param("C-5", '{"do": "open", "score": 42.0}', id="C-5 a float"),
        pytest.param("C-5", '{"do": "open", "score": true}', id="C-5 a boolean"),
        pytest.param("C-5", '{"do": "open", "score": "42"}', id="C-5 a text"),
        pytest.param("M-1", '{"do": "open", "score": ' + "9" * 9999 + "}",
                     id="M-1 a huge score"),
        pytest.param("C-5", '{"do": "reveal", "dice": 42}', id="C-5 dice no list"),
        pytest.param("C-5", '{"do": "reveal", "dice": [1, true]}', id="C-5 a die true"),
        pytest.param("C-5", '{"do": "penalty", "lives": 1, "spoils": false,'
                     ' "reason": ""}', id="C-5 a penalty for nobody"),
        pytest.param("C-5", '{"do": "penalty", "player": "Anna", "lives": 1,'
                     ' "spoils": 0, "reason": ""}', id="C-5 spoils no boolean"),
        pytest.param("C-5", '{"do": "undo", "x": 1}', id="C-5 an undo with more"),
        pytest.param("C-4", '{"do": "undo"}', id="C-4 nothing to undo"),
        pytest.param("C-2", OPEN % ', "player": "Bruno"', id="C-2 wrong player"),
    ],
)  # fmt: skip
def test_action_refused(rule: str, line: str) -> None:
    assert_refused(rule, MIA, line)


def test_seen_and_at_are_allowed_on_any_action() -> None:
    assert played(MIA, OPEN % ', "seen": [1, {"b": 2.5}], "at": "now"')
    assert played(MIA, mia("open 42"), '{"do": "undo", "at": 12.5, "seen": null}')


@pytest.mark.parametrize(
    ("data", "line", "rule"),
    [
        pytest.param(b"", 1, "C-5", id="C-5 empty"),
        pytest.param(b"\n \n\t\r\n", 1, "C-5", id="C-5 only blank lines"),
        pytest.param(b"\n\n{}", 3, "C-5", id="C-5 blank lines are counted"),
        pytest.param(b"\xef\xbb\xbf" + record(MIA), 1, "C-5", id="C-5 a BOM"),
        pytest.param(record(MIA) + b'\n\n{"do": "\xff"}', 3, "C-5", id="C-5 not UTF-8"),
        pytest.param(
            record(MIA) + b"\n\x0c", 2, "C-5", id="C-5 a form feed is no blank"
        ),
    ],
)
def test_broken_bytes(data: bytes, line: int, rule: str) -> None:
    with pytest.raises(BrokenRecordError) as caught:
        replay(data)
    assert (caught.value.line, caught.value.rule) == (line, rule)


def test_blank_lines_and_line_ends_are_no_matter() -> None:
    data = b"\n \t\r\n" + record(MIA, "", mia("open 42")).replace(b"\n", b"\r\n")
    assert replay(data + b"\r\n\r\n").before is not None


def test_c_4_undo_takes_back_the_last_action_that_stands() -> None:
    undo = {"do": "undo"}
    assert played(MIA, *mias("open 42", "beat 43"), undo) == played(MIA, mia("open 42"))
    assert played(MIA, *mias("open 42", "beat 43"), undo, undo) == played(MIA)
    again = played(MIA, mia("open 42"), undo, mia("open 51"))
    assert again["standing"]["score"] == 51
    assert_refused("C-4", MIA, mia("open 42"), undo, undo)


def test_c_4_undo_may_follow_a_finished_game_and_name_anyone() -> None:
    over = played(MIA, mia("penalty Anna 6"))
    assert over["winners"] == ["Bruno"]
    undone = played(MIA, mia("penalty Anna 6"), {"do": "undo", "player": "Bruno"})
    assert undone == played(MIA)
    assert_refused("C-5", MIA, mia("open 42"), {"do": "undo", "player": "Zoe"})


def test_a_long_way_back_to_the_set_up() -> None:
    game = setup("di-da-do", 3)
    throws = {"Anna": [6] * 6, "Bruno": [1] * 6, "Carla": [1] * 6}
    lines = [{"do": "start", "dice": throws}, *[{"do": "pass"}] * 20_000]
    assert played(game, *lines, *[{"do": "undo"}] * len(lines)) == played(game)


def run(path: Path | str, *options: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args([str(path), *options]))


def test_replay_prints_one_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(record(MIA, mia("open 42")))
    assert run(path, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "game": "mia",
        "phase": "answer",
        "turn": "Bruno",
        "winners": [],
        "players": [
            {"name": "Anna", "lives": 6, "out": False},
            {"name": "Bruno", "lives": 6, "out": False},
        ],
        "standing": {"score": 42, "answers": "Anna"},
        "choices": ["accuse", "beat", "guarantee"],
    }
    assert run(path, "--events") == 0
    assert "declared: player Anna, score 42 (M-3)" in capsys.readouterr().out
    assert run(path, "--json", "--events") == 0
    assert json.loads(capsys.readouterr().out)["events"][0]["rule"] == "M-3"


def test_replay_names_line_and_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(record(MIA, "", mia("open 12")))
    assert run(path, "--events") == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{path}:3: open 12 refused")
    assert err.endswith("(M-1)\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "nul\0"])
def test_replay_of_no_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(f"{tmp_path}/{name}", "--json") == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "cannot read" in err


def test_replay_from_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(record(setup("mia", [{"name": "Nicolò"}, {"name": "\ud800"}])))
    done = subprocess.run(
        [sys.executable, "-m", "device", "replay", str(path), "--json"],
        capture_output=True,
        check=True,
    )
    assert left(json.loads(done.stdout)) == [6, 6]
