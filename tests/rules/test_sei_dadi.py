"""Sei Dadi, a row per rule and edge; ids name the rules."""

from typing import Any

import pytest

from rules.core import Choice
from rules.json_form import dump
from rules.records import replay
from rules.referee import legal_actions
from tests.rules.playing import assert_refused, events, left, played, record, sei, setup

LOSE_24 = ("roll 111111", "stop")  # total 6
NONE = ("roll 555555", "stop")  # total 30


def words(*each: str) -> list[dict[str, Any]]:
    return [sei(word) for word in each]


@pytest.mark.parametrize(
    ("said", "left_", "phase", "turn", "kept"),
    [
        pytest.param([], [36, 36, 36], "roll", "Anna", [], id="S-1 start"),
        pytest.param(["roll 665311"], [36, 36, 36], "keep", "Anna", [], id="S-2 roll"),
        pytest.param(["roll 665311", "keep 56"], [36, 36, 36], "roll", "Anna", [6, 5],
                     id="S-2 keep"),
        pytest.param(["roll 665311", "keep 66", "roll 6111", "keep 6"], [36, 36, 36],
                     "roll", "Anna", [6, 6, 6], id="S-2 kept dice stay kept"),
        pytest.param(["roll 665311", "stop"], [28, 36, 36], "roll", "Carla", [],
                     id="S-3 stop after a roll counts all: 22 loses 8"),
        pytest.param(["roll 665311", "keep 66", "stop"], [28, 36, 36], "roll", "Carla",
                     [], id="S-2 stop after a keep counts all as they lie"),
        pytest.param(["roll 665311", "keep 66", "roll 5555", "keep 5555"],
                     [36, 36, 36], "attack", "Anna", [], id="S-2 keeping all six ends"),
        pytest.param(NONE, [36, 36, 36], "roll", "Carla", [], id="S-3 30 is nothing"),
        pytest.param(["roll 555554", "stop"], [35, 36, 36], "roll", "Carla", [],
                     id="S-3 29 loses one"),
        pytest.param(["roll 555556", "stop"], [36, 36, 36], "attack", "Anna", [],
                     id="S-4 31 attacks"),
        pytest.param(["roll 555556", "stop", "attack 112345"], [36, 36, 36], "attack",
                     "Anna", [1, 1], id="S-5 goes on after a hit"),
        pytest.param(["roll 555556", "stop", "attack 112345", "attack 2345"],
                     [36, 36, 34], "roll", "Carla", [], id="S-5 ends with no hit"),
        pytest.param(["roll 555556", "stop", "attack 222222"], [36, 36, 36], "roll",
                     "Carla", [], id="S-5 no hit at all"),
        pytest.param(["roll 666666", "stop", "attack 666655", "attack 66"],
                     [36, 36, 0], "roll", "Bruno", [],
                     id="S-5 all six end it, S-6 36 points, S-7 out and skipped"),
        pytest.param(["roll 665566", "stop", "attack 443111", "attack 1111"],
                     [36, 36, 28], "roll", "Carla", [], id="S-6 two fours"),
    ],
)  # fmt: skip
def test_play(
    said: list[str], left_: list[int], phase: str, turn: str, kept: list[int]
) -> None:
    state = played(setup("sei-dadi", 3), *words(*said))
    assert (left(state), state["phase"]) == (left_, phase)
    assert (state["turn"], state["kept"]) == (turn, kept)


def test_s_4_the_attack_value_is_what_is_above_30() -> None:
    assert played(setup("sei-dadi", 2), *words("roll 666666", "stop"))["attack"] == 6
    assert played(setup("sei-dadi", 2), *words("roll 555556", "stop"))["attack"] == 1
    assert played(setup("sei-dadi", 2), *words("roll 111111"))["attack"] is None


def test_s_4_the_target_is_the_next_to_the_right_still_in() -> None:
    out = [*LOSE_24, *NONE, *NONE, "roll 333333", "stop"]  # Anna: 24, then 12: out
    attack = ["roll 666666", "stop", "attack 611111", "attack 11111"]
    state = played(setup("sei-dadi", 3), *words(*out, *NONE, *attack))
    assert left(state) == [0, 36, 30]  # Bruno passes over Anna and hits Carla


def test_s_7_the_last_one_left_wins() -> None:
    hit = ["roll 666666", "stop", "attack 666666"]
    state = played(setup("sei-dadi", 2), *words(*hit))
    assert (state["phase"], state["winners"], left(state)) == (
        "over",
        ["Anna"],
        [36, 0],
    )
    assert (state["turn"], state["kept"], state["attack"]) == (None, [], None)
    assert_refused("C-3", setup("sei-dadi", 2), *words(*hit, "attack 1"))


def test_s_7_points_are_never_below_0() -> None:
    said = [*LOSE_24, *NONE, *LOSE_24]  # 36 - 24 - 24
    state = played(setup("sei-dadi", 2), *words(*said))
    assert (left(state), state["winners"]) == ([0, 36], ["Bruno"])
    lost = [e for e in events(setup("sei-dadi", 2), *words(*said)) if "points" in e]
    assert lost[0]["points"] == 12


def test_s_8_posta_changes_nothing_else() -> None:
    with_posta = played(setup("sei-dadi", 2, posta=5), *words(*LOSE_24))
    assert with_posta == played(setup("sei-dadi", 2), *words(*LOSE_24))
    assert_refused("C-5", setup("sei-dadi", 2, posta=-1))
    assert played(setup("sei-dadi", 2, posta=0))


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        pytest.param("S-2", ["keep 6"], id="S-2 keep before a roll"),
        pytest.param("S-2", ["stop"], id="S-2 stop before a roll"),
        pytest.param("S-2", ["attack 111111"], id="S-2 attack without one"),
        pytest.param("S-2", ["roll 665311", "roll 665311"], id="S-2 rolling twice"),
        pytest.param("S-2", ["roll 665311", "roll 7"], id="S-2 before number and face"),
        pytest.param("S-2", ["roll 665311", "keep 4"], id="S-2 a die not rolled"),
        pytest.param("S-2", ["roll 665311", "keep 55"], id="S-2 one die twice"),
        pytest.param("S-2", ["roll 665311", "keep 6", "keep 6"], id="S-2 keep twice"),
        pytest.param("S-2", ["roll 665311", "keep 66", "roll 1111", "keep 6"],
                     id="S-2 a die not just rolled"),
        pytest.param("C-1", ["roll 665311", "keep 7"], id="C-1 keep a seven"),
        pytest.param("C-2", ["roll 66531"], id="C-2 five dice"),
        pytest.param("C-2", ["roll 665311", "keep 6", "roll 665311"],
                     id="C-2 kept dice are not rolled"),
        pytest.param("C-1", ["roll 665317"], id="C-1 a seven"),
        pytest.param("C-2", ["roll 666666", "stop", "attack 66666"],
                     id="C-2 five in an attack"),
        pytest.param("C-2", ["roll 666666", "stop", "attack 611111", "attack 111111"],
                     id="C-2 six where one is kept"),
        pytest.param("S-2", ["roll 666666", "stop", "stop"], id="S-2 stop an attack"),
    ],
)  # fmt: skip
def test_refused(rule: str, said: list[str]) -> None:
    assert_refused(rule, setup("sei-dadi", 2), *words(*said))


def test_s_2_keeping_none() -> None:
    start = setup("sei-dadi", 2)
    assert_refused("S-2", start, sei("roll 665311"), dump({"do": "keep", "dice": []}))


def test_c_2_wrong_player() -> None:
    action = {**sei("roll 665311"), "player": "Bruno"}
    assert_refused("C-2", setup("sei-dadi", 2), action)
    assert played(setup("sei-dadi", 2, first="Bruno"), action)["phase"] == "keep"


def test_s_3_stopping_tells_its_price_beforehand() -> None:
    game = replay(record(setup("sei-dadi", 2), sei("roll 665311")))
    assert Choice("stop", "S-2", 8) in legal_actions(game)


def test_h_4_first_out_ends_the_game() -> None:
    said = words("roll 666666", "stop", "attack 666666")
    state = played(setup("sei-dadi", 3, first_out_loses=True), *said)
    assert state["winners"] == ["Anna", "Bruno"]
