"""Mia in both variants, a row per rule and edge; ids name the rules."""

from typing import Any

import pytest

from rules.mia_scores import LADDERS, beats, score_of
from tests.rules.playing import assert_refused, events, left, mias, played, setup

CIRCLE = ("guarantee", "guarantee", "guarantee")  # three players, all guarantee


def game(variant: str, lives: str, **options: Any) -> Any:
    players = [
        {"name": name, "lives": int(number)}
        for name, number in zip("ABCDE", lives.split(), strict=False)
    ]
    return setup(variant, players, **options)


MIA, SENZA = "mia", "mia-senza-garanzia"


@pytest.mark.parametrize(
    ("variant", "lives", "words", "left_", "phase", "turn"),
    [
        pytest.param(MIA, "6 6 6", ["open 31"], "6 6 6", "answer", "B", id="M-3 opens"),
        pytest.param(MIA, "6 6 6", ["open 31", "beat 32"], "6 6 6", "answer", "C",
                     id="M-4 beat higher"),
        pytest.param(MIA, "6 6 6", ["open 42", "beat 42"], "6 5 6", "open", "C",
                     id="M-4 an equal score costs one, next after loser opens"),
        pytest.param(MIA, "6 6 6", ["open 11", "beat 22"], "6 5 6", "open", "C",
                     id="M-4 22 is lower than 11"),
        pytest.param(MIA, "6 1 6", ["open 42", "beat 41"], "6 0 6", "open", "C",
                     id="M-2 out at 0"),
        pytest.param(MIA, "6 1", ["open 42", "beat 41"], "6 0", "over", None,
                     id="M-2 the last one left wins"),
        pytest.param(MIA, "6 6 6", ["open 42", "guarantee"], "6 6 6", "answer", "C",
                     id="M-5 guarantee passes the box"),
        pytest.param(MIA, "6 6 6", ["open 42", "accuse"], "6 6 6", "reveal", "B",
                     id="M-6 the turn stays with the accuser"),
        pytest.param(MIA, "6 6 6", ["open 42", "accuse", "reveal 2 4"], "6 5 6", "open",
                     "C", id="M-6 worth the declaration: accuser loses"),
        pytest.param(MIA, "6 6 6", ["open 42", "accuse", "reveal 3 4"], "6 5 6", "open",
                     "C", id="M-6 worth more: accuser loses"),
        pytest.param(MIA, "6 6 6", ["open 42", "accuse", "reveal 1 4"], "5 6 6", "open",
                     "B", id="M-6 worth less: who declared loses"),
        pytest.param(MIA, "6 6 6", ["open 42", "guarantee", "accuse", "reveal 1 4"],
                     "6 5 6", "open", "C", id="M-6 worth less: who guaranteed loses"),
        pytest.param(MIA, "6 6 6", ["open 21", "accuse", "reveal 1 2"], "6 4 6", "open",
                     "C", id="M-7 a true Mia costs the accuser two"),
        pytest.param(MIA, "6 6 6", ["open 21", "accuse", "reveal 1 1"], "4 6 6", "open",
                     "B", id="M-7 a false Mia costs two"),
        pytest.param(MIA, "6 6 6", ["open 42", "accuse", "reveal 1 2"], "6 5 6", "open",
                     "C", id="M-7 one where a Mia was not declared"),
        pytest.param(MIA, "6 1 6", ["open 21", "accuse", "reveal 1 2"], "6 0 6", "open",
                     "C", id="M-13 two to lose and one left"),
        pytest.param(MIA, "6 6 6", ["open 21", *CIRCLE, "open 31"], "6 6 6", "answer",
                     "C", id="M-8 full circle over a Mia grants open"),
        pytest.param(MIA, "6 6 6", ["open 42", *CIRCLE, "beat 43"], "6 6 6", "answer",
                     "C", id="M-8 full circle leaves beat"),
        pytest.param(MIA, "6 6 6", ["open 42", *CIRCLE, "beat 43", "guarantee"],
                     "6 6 6", "answer", "A", id="M-8 a new score begins a new circle"),
        pytest.param(MIA, "6 6 6", ["open 21", "beat"], "6 5 6", "open", "C",
                     id="M-9 beating a Mia costs one, no score needed"),
        pytest.param(MIA, "6 6 6", ["open 21", "beat 31"], "6 5 6", "open", "C",
                     id="M-9 a score given counts for nothing"),
        pytest.param(SENZA, "6 6 6", ["open 42", "trust 43"], "6 6 6", "answer", "C",
                     id="M-10 trust higher"),
        pytest.param(SENZA, "6 6 6", ["open 42", "trust 42"], "6 5 6", "open", "C",
                     id="M-10 an equal score costs one"),
        pytest.param(SENZA, "6 6 6", ["open 42", "trust 43", "accuse", "reveal 4 2"],
                     "6 5 6", "open", "C", id="M-10 who trusted answers"),
        pytest.param(SENZA, "6 6 6", ["open 21", "surrender"], "6 5 6", "open", "C",
                     id="M-11 surrender costs one"),
        pytest.param(SENZA, "6 6 6", ["open 21", "accuse", "reveal 1 2"], "6 4 6",
                     "open", "C", id="M-11 a true Mia costs the accuser two"),
        pytest.param(SENZA, "6 6 6", ["open 42", "trust 21", "accuse", "reveal 4 2"],
                     "6 5 6", "open", "C", id="M-11 a false Mia by trust costs one"),
        pytest.param(SENZA, "6 6 6", ["open 42", "accuse", "reveal 2 1"], "6 5 6",
                     "open", "C", id="M-11 one where a Mia was not declared"),
        pytest.param(MIA, "6 6 6", ["open 42", "penalty C 2"], "6 6 4", "answer", "B",
                     id="M-12 a fault leaves the round as it stands"),
        pytest.param(MIA, "6 6 1", ["open 42", "penalty C 2"], "6 6 0", "answer", "B",
                     id="M-12 putting out a bystander leaves the round"),
        pytest.param(MIA, "6 1 6", ["open 42", "penalty B 1"], "6 0 6", "open", "C",
                     id="M-12 putting out who is to act ends the round"),
        pytest.param(MIA, "1 6 6", ["open 42", "penalty A 1"], "0 6 6", "open", "B",
                     id="M-12 putting out who answers ends the round"),
        pytest.param(MIA, "6 6 6", ["open 42", "penalty B 1"], "6 5 6", "answer", "B",
                     id="M-12 a fault of who is to act, still in, ends nothing"),
        pytest.param(MIA, "1 6 6", ["penalty A 1"], "0 6 6", "open", "B",
                     id="M-12 putting out who is to open"),
        pytest.param(MIA, "6 1 6", ["penalty B 1"], "6 0 6", "open", "A",
                     id="M-12 putting out another than who is to open"),
        pytest.param(MIA, "6 1", ["penalty B 1"], "6 0", "over", None,
                     id="M-12 a penalty can end the game"),
        pytest.param(MIA, "6 6 6", ["open 42", "penalty C 1 spoils"], "6 6 5", "open",
                     "A", id="M-12 spoiled dice end the round, next after opens"),
        pytest.param(MIA, "6 6 6", ["open 42", "penalty C 2 spoils"], "6 6 4", "open",
                     "A", id="M-12 spoiled dice take all the lives named"),
        pytest.param(MIA, "6 6 6", ["open 42", "accuse", "penalty A 1 spoils"], "5 6 6",
                     "open", "B", id="M-12 spoiled dice before a reveal"),
        pytest.param(MIA, "6 6 6", ["open 42", "accuse", "penalty B 6"], "6 0 6",
                     "open", "C", id="M-12 the accuser put out before a reveal"),
        pytest.param(MIA, "1 6 6 6", ["open 42", "guarantee", "penalty A 1",
                     "guarantee", "guarantee"], "0 6 6 6", "answer", "B",
                     id="M-8 one put out has no part in the circle"),
    ],
)  # fmt: skip
def test_play(
    variant: str, lives: str, words: list[str], left_: str, phase: str, turn: str | None
) -> None:
    state = played(game(variant, lives), *mias(*words))

    assert left(state) == [int(number) for number in left_.split()]
    assert (state["phase"], state["turn"]) == (phase, turn)


@pytest.mark.parametrize(
    ("variant", "words", "choices"),
    [
        pytest.param(MIA, [], ["open"], id="M-3 choices"),
        pytest.param(MIA, ["open 42"], ["accuse", "beat", "guarantee"],
                     id="M-5 choices"),
        pytest.param(MIA, ["open 21"], ["accuse", "beat", "guarantee"],
                     id="M-9 choices over a Mia"),
        pytest.param(MIA, ["open 42", "guarantee", "guarantee"],
                     ["accuse", "beat", "guarantee"],
                     id="M-8 the one who rolled belongs to the circle"),
        pytest.param(MIA, ["open 42", *CIRCLE], ["accuse", "beat"], id="M-8 choices"),
        pytest.param(MIA, ["open 21", *CIRCLE], ["accuse", "open"],
                     id="M-8 choices over a Mia"),
        pytest.param(MIA, ["open 42", "guarantee", "penalty A 6", "guarantee"],
                     ["accuse", "beat"], id="M-8 the circle is of those still in"),
        pytest.param(MIA, ["open 42", "accuse"], ["reveal"], id="M-6 choices"),
        pytest.param(SENZA, ["open 42"], ["accuse", "beat", "trust"],
                     id="M-10 choices"),
        pytest.param(SENZA, ["open 21"], ["accuse", "surrender"], id="M-11 choices"),
    ],
)  # fmt: skip
def test_choices(variant: str, words: list[str], choices: list[str]) -> None:
    assert played(game(variant, "6 6 6"), *mias(*words))["choices"] == choices


@pytest.mark.parametrize(
    ("variant", "words", "rule"),
    [
        pytest.param(MIA, ["open 12"], "M-1", id="M-1 no score 12"),
        pytest.param(MIA, ["open 0"], "M-1", id="M-1 no score 0"),
        pytest.param(MIA, ["open 67"], "M-1", id="M-1 no score 67"),
        pytest.param(MIA, ["open 21", "beat 24"], "M-1", id="M-1 under M-9 too"),
        pytest.param(SENZA, ["open 31", "trust 34"], "M-1", id="M-1 in trust"),
        pytest.param(MIA, ["open 42", "open 43"], "C-2", id="C-2 open in answer"),
        pytest.param(MIA, ["beat 43"], "C-2", id="C-2 beat in open"),
        pytest.param(MIA, ["beat"], "C-5", id="C-5 beat without a score in open"),
        pytest.param(MIA, ["open 42", "beat"], "C-5", id="C-5 beat without a score"),
        pytest.param(MIA, ["open 42", "A: beat"], "C-5", id="C-6 C-5 before C-2"),
        pytest.param(MIA, ["open 42", "A: beat 11"], "C-2", id="C-2 wrong player"),
        pytest.param(MIA, ["B: open 12"], "C-2", id="C-6 player before M-1"),
        pytest.param(MIA, ["open 42", "accuse", "beat 43"], "C-2",
                     id="C-2 beat in reveal"),
        pytest.param(MIA, ["open 42", "accuse", "reveal 1"], "C-2",
                     id="C-2 one die in a reveal"),
        pytest.param(MIA, ["open 42", "accuse", "reveal 1 2 7"], "C-2",
                     id="C-6 number of dice before faces"),
        pytest.param(MIA, ["open 42", "accuse", "reveal 1 7"], "C-1",
                     id="C-1 a seven"),
        pytest.param(MIA, ["open 42", "accuse", "reveal 0 6"], "C-1", id="C-1 a zero"),
        pytest.param(MIA, ["open 42", *CIRCLE, "guarantee"], "M-8",
                     id="M-8 a further guarantee"),
        pytest.param(MIA, ["open 21", *CIRCLE, "guarantee"], "M-8",
                     id="M-8 a further guarantee over a Mia"),
        pytest.param(MIA, ["open 42", *CIRCLE, "open 43"], "C-2",
                     id="M-8 no open but over a Mia"),
        pytest.param(MIA, ["open 21", *CIRCLE, "beat"], "M-9",
                     id="M-9 beat after a full circle"),
        pytest.param(MIA, ["open 21", "accuse", "beat"], "C-2",
                     id="M-9 beat over a Mia in reveal is C-2"),
        pytest.param(MIA, ["trust 42"], "M-10", id="M-10 trust in mia, open"),
        pytest.param(MIA, ["open 42", "accuse", "trust 43"], "M-10",
                     id="M-10 trust in mia, reveal"),
        pytest.param(SENZA, ["guarantee"], "M-10", id="M-10 guarantee, open"),
        pytest.param(SENZA, ["open 42", "guarantee"], "M-10",
                     id="M-10 guarantee, answer"),
        pytest.param(SENZA, ["trust 42"], "C-2", id="C-2 trust in open"),
        pytest.param(MIA, ["guarantee"], "C-2", id="C-2 guarantee in open"),
        pytest.param(MIA, ["open 42", "accuse", "guarantee"], "C-2",
                     id="C-2 guarantee in reveal"),
        pytest.param(MIA, ["open 21", "surrender"], "M-11", id="M-11 none in mia"),
        pytest.param(SENZA, ["surrender"], "M-11", id="M-11 surrender in open"),
        pytest.param(SENZA, ["open 42", "surrender"], "M-11",
                     id="M-11 surrender not over a Mia"),
        pytest.param(SENZA, ["open 21", "beat 31"], "M-11", id="M-11 beat over a Mia"),
        pytest.param(SENZA, ["open 21", "beat"], "M-11",
                     id="M-11 beat over a Mia, no score"),
        pytest.param(SENZA, ["open 21", "trust 21"], "M-11",
                     id="M-11 trust over a Mia"),
        pytest.param(SENZA, ["open 21", "accuse", "trust 21"], "C-2",
                     id="C-2 trust in reveal"),
        pytest.param(MIA, ["penalty A 0"], "M-12", id="M-12 of no life"),
        pytest.param(MIA, ["penalty A 1 spoils"], "M-12", id="M-12 no dice to spoil"),
        pytest.param(MIA, ["penalty A 6", "penalty A 1"], "M-12",
                     id="M-12 on one who is out"),
        pytest.param(MIA, ["penalty A 6", "penalty B 6", "open 42"], "C-3",
                     id="C-3 open after the end"),
        pytest.param(MIA, ["penalty A 6", "penalty B 6", "trust 42"], "C-3",
                     id="C-3 before M-10"),
        pytest.param(MIA, ["penalty A 6", "penalty B 6", "penalty C 0"], "C-3",
                     id="C-3 a penalty after the end"),
    ],
)  # fmt: skip
def test_refused(variant: str, words: list[str], rule: str) -> None:
    assert_refused(rule, game(variant, "6 6 6"), *mias(*words))


@pytest.mark.parametrize(
    ("words", "left_"),
    [
        pytest.param(["penalty A 2"], [6, 6, 6], id="M-12 first of two faults"),
        pytest.param(["penalty A 2"] * 2, [4, 6, 6], id="M-12 each second fault"),
        pytest.param(["penalty A 2"] * 3, [4, 6, 6], id="M-12 the third waits again"),
        pytest.param(["penalty A 1", "penalty B 1"], [6, 6, 6],
                     id="M-12 counted player by player"),
        pytest.param(["open 42", "penalty A 1 spoils", "penalty A 1"], [5, 6, 6],
                     id="M-12 spoiled dice are not among the faults"),
    ],
)  # fmt: skip
def test_faults_per_life(words: list[str], left_: list[int]) -> None:
    state = played(game(MIA, "6 6 6", faults_per_life=2), *mias(*words))

    assert left(state) == left_


def test_m_1_order_of_scores() -> None:
    order = [21, 11, 22, 33, 44, 55, 66, 65, 64, 63, 62, 61, 54, 53, 52, 51, 43, 42]
    assert LADDERS[11] == (*order, 41, 32, 31)
    assert beats(66, 65)
    assert not beats(66, 55)
    assert score_of((2, 4)) == 42


def test_m_2_lives_from_1_to_20_and_6_if_left_out() -> None:
    assert left(played(game(MIA, "1 20"))) == [1, 20]
    assert left(played(setup(MIA, 2))) == [6, 6]
    assert_refused("M-2", game(MIA, "0 6"))
    assert_refused("M-2", game(MIA, "6 21"))


def test_m_9_the_price_of_beating_a_mia_is_told_beforehand() -> None:
    told = events(game(MIA, "6 6"), *mias("open 21", "beat"))
    rules = [event["rule"] for event in told]
    assert rules[:2] == ["M-9", "M-9"]


def test_m_6_the_player_after_a_loser_who_is_out_opens() -> None:
    state = played(game(MIA, "6 1 6"), *mias("open 42", "accuse", "reveal 4 2"))
    assert state["turn"] == "C"
    assert [player["out"] for player in state["players"]] == [False, True, False]


def test_option_first_opens() -> None:
    assert played(game(MIA, "6 6 6", first="C"))["turn"] == "C"


@pytest.mark.parametrize(
    ("variant", "options", "words", "left_"),
    [
        pytest.param(MIA, {"best_double": 66}, ["open 11", "beat 22"], [6, 6, 6],
                     id="H-1 22 is higher than 11"),
        pytest.param(MIA, {"best_double": 66}, ["open 66", "beat 55"], [6, 5, 6],
                     id="H-1 66 is the best double"),
        pytest.param(MIA, {"best_double": 66}, ["open 11", "accuse", "reveal 6 6"],
                     [6, 5, 6], id="H-1 in a reveal"),
        pytest.param(MIA, {"best_double": 66}, ["open 66", "accuse", "reveal 1 1"],
                     [5, 6, 6], id="H-1 in a reveal, below"),
        pytest.param(MIA, {"best_double": 11}, ["open 11", "beat 22"], [6, 5, 6],
                     id="H-1 off"),
        pytest.param(MIA, {"equal_score": True}, ["open 42", "beat 42"], [6, 6, 6],
                     id="H-2 equal may stand"),
        pytest.param(MIA, {"equal_score": True}, ["open 42", "beat 41"], [6, 5, 6],
                     id="H-2 lower may not"),
        pytest.param(MIA, {"equal_score": True}, ["open 21", "beat 21"], [6, 5, 6],
                     id="H-2 a Mia is not beaten by a Mia"),
        pytest.param(SENZA, {"equal_score": True}, ["open 42", "trust 42"], [6, 6, 6],
                     id="H-2 by trust"),
        pytest.param(MIA, {"false_mia": 1}, ["open 21", "accuse", "reveal 4 2"],
                     [5, 6, 6], id="H-3 a false Mia costs one"),
        pytest.param(MIA, {"false_mia": 1}, ["open 21", "accuse", "reveal 1 2"],
                     [6, 4, 6], id="H-3 a true one two as before"),
        pytest.param(SENZA, {"false_mia": 2}, ["open 21", "accuse", "reveal 4 2"],
                     [4, 6, 6], id="H-3 a false Mia costs two"),
        pytest.param(SENZA, {"false_mia": 2}, ["open 42", "accuse", "reveal 4 1"],
                     [5, 6, 6], id="H-3 another score costs one"),
    ],
)  # fmt: skip
def test_house_rules(
    variant: str, options: dict[str, Any], words: list[str], left_: list[int]
) -> None:
    assert left(played(game(variant, "6 6 6", **options), *mias(*words))) == left_


def test_h_4_first_out_ends_the_game_for_all_others() -> None:
    start = game(MIA, "6 1 6", first_out_loses=True)
    state = played(start, *mias("open 42", "penalty B 1"))
    assert (state["phase"], state["winners"]) == ("over", ["A", "C"])
    assert played(start, *mias("open 42"))["phase"] == "answer"
