"""Di-Da-Do, a row per rule and edge; ids name the rules."""

from typing import Any

import pytest

from rules.records import replay
from rules.referee import legal_actions
from tests.rules.playing import NAMES, assert_refused, played, record, setup, start

START = setup("di-da-do", 3)


def lock(die: int) -> dict[str, Any]:
    return {"do": "lock", "die": die}


def reroll(die: int, value: int) -> dict[str, Any]:
    return {"do": "reroll", "die": die, "value": value}


PASS = {"do": "pass"}


def combine(
    name: str, named: list[int], effect: list[Any], rolled: dict[str, int] | None = None
) -> dict[str, Any]:
    fields = {"combination": name, "with": named, "effect": effect}
    return {"do": "combine", **fields, **({} if rolled is None else {"rolled": rolled})}


def at(player: int, die: int, value: int | None = None, **more: Any) -> dict[str, Any]:
    entry = {"player": NAMES[player], "die": die, **more}
    return entry if value is None else {**entry, "value": value}


def throw(player: int, values: str) -> dict[str, Any]:
    return {"player": NAMES[player], "values": [int(value) for value in values]}


def dice(state: dict[str, Any]) -> list[str]:
    """Faces of each player, a locked one followed by an apostrophe."""
    return [
        "".join(
            f"{face}'" if locked else str(face)
            for face, locked in zip(player["dice"], player["locked"], strict=True)
        )
        for player in state["players"]
    ]


@pytest.mark.parametrize(
    ("throws", "phase", "turn", "winners"),
    [
        pytest.param(["123456", "111111", "222222"], "over", None, ["Anna"],
                     id="D-1 all of 1 to 6 wins"),
        pytest.param(["123456", "111111", "654321"], "over", None, ["Anna", "Carla"],
                     id="D-1 several share the win"),
        pytest.param(["111111", "611111", "555555"], "turn", "Bruno", [],
                     id="D-2 the most 6s"),
        pytest.param(["651111", "655111", "611111"], "turn", "Bruno", [],
                     id="D-2 a tie to the most 5s"),
        pytest.param(["652211", "654111", "654411"], "turn", "Carla", [],
                     id="D-2 down to 4s"),
        pytest.param(["653111", "653311", "653221"], "turn", "Bruno", [],
                     id="D-2 down to 3s"),
        pytest.param(["653111", "653221", "653211"], "turn", "Bruno", [],
                     id="D-2 down to 2s"),
        pytest.param(["111111", "611111", "111116"], "turn", "Bruno", [],
                     id="D-2 a tie of all to the first seat"),
    ],
)  # fmt: skip
def test_start(
    throws: list[str], phase: str, turn: str | None, winners: list[str]
) -> None:
    state = played(START, start(*throws))
    assert (state["phase"], state["turn"]) == (phase, turn)
    assert state["winners"] == winners


def test_before_the_start() -> None:
    state = played(START)
    assert (state["phase"], state["turn"]) == ("start", None)
    assert state["players"][0] == {
        "name": "Anna", "out": False, "dice": None, "locked": [False] * 6
    }  # fmt: skip


T = start("665431", "115432", "225431")  # Anna plays first


@pytest.mark.parametrize(
    ("lines", "faces", "turn"),
    [
        pytest.param([PASS], ["665431", "115432", "225431"], "Bruno", id="D-3 pass"),
        pytest.param([PASS] * 3, ["665431", "115432", "225431"], "Anna",
                     id="D-3 clockwise, all around"),
        pytest.param([lock(0)], ["6'65431", "115432", "225431"], "Bruno", id="D-4"),
        pytest.param([reroll(5, 2)], ["665432", "115432", "225431"], "Bruno",
                     id="D-5 re-roll"),
        pytest.param([combine("coppia", [0, 1], [at(1, 0, 6)], {"0": 1, "1": 2})],
                     ["125431", "615432", "225431"], "Bruno",
                     id="D-6 D-8 coppia, then its dice are re-rolled"),
        pytest.param([lock(0), PASS, PASS,
                      combine("coppia", [1, 0], [at(2, 0, 6)], {"1": 2})],
                     ["6'25431", "115432", "625431"], "Bruno",
                     id="D-6 a locked die can form it and is not re-rolled"),
    ],
)  # fmt: skip
def test_play(lines: list[Any], faces: list[str], turn: str) -> None:
    state = played(START, T, *lines)
    assert (dice(state), state["turn"]) == (faces, turn)


def after(mine: str, *lines: Any, locked: str = "") -> list[Any]:
    """Anna has `mine` and the turn; `locked` locks dice first: `00 13` is Anna's 0."""
    throws = start(mine, "111112", "111113")
    locks: list[Any] = []
    for each in locked.split():
        player, die = int(each[0]), int(each[1])
        turn = [PASS] * 3
        turn[player] = lock(die)
        locks += turn
    return [START, throws, *locks, *lines]


@pytest.mark.parametrize(
    ("mine", "locked", "line", "faces"),
    [
        pytest.param("664421", "", combine("doppia coppia", [0, 1, 2, 3],
                     [at(1, 0, 6), at(1, 1, 6)], {"0": 1, "1": 1, "2": 1, "3": 1}),
                     ["111121", "661112", "111113"], id="D-9 two of one player"),
        pytest.param("664421", "", combine("doppia coppia", [0, 1, 2, 3],
                     [at(1, 0, 6), at(2, 1, 6)], {"0": 1, "1": 1, "2": 1, "3": 1}),
                     ["111121", "611112", "161113"], id="D-9 one each of two"),
        pytest.param("666421", "", combine("tris", [0, 1, 2], [at(0, 0, 1)],
                     {"1": 3, "2": 3}), ["133421", "111112", "111113"],
                     id="D-10 6 and 1 are neighbours, the turned die is not re-rolled"),
        pytest.param("666421", "", combine("tris", [0, 1, 2], [at(0, 3, 5)],
                     {"0": 2, "1": 3, "2": 3}), ["233521", "111112", "111113"],
                     id="D-10 another own die, one up"),
        pytest.param("666421", "", combine("tris", [0, 1, 2], [at(0, 3, 3)],
                     {"0": 2, "1": 3, "2": 3}), ["233321", "111112", "111113"],
                     id="D-10 one down"),
        pytest.param("666421", "", combine("tris", [0, 1, 2], [at(0, 3, 4)],
                     {"0": 2, "1": 3, "2": 3}), ["233421", "111112", "111113"],
                     id="D-17 leaving the value as it is"),
        pytest.param("666441", "", combine("quasi-full", [0, 1, 2, 3, 4],
                     [at(1, 0, 6)], {"0": 2, "1": 2, "2": 2, "3": 2, "4": 2}),
                     ["222221", "611112", "111113"], id="D-11 any loose die in play"),
        pytest.param("666441", "", combine("quasi-full", [0, 1, 2, 3, 4],
                     [at(0, 4, 4)], {"0": 2, "1": 2, "2": 2, "3": 2}),
                     ["222241", "111112", "111113"], id="D-17 in D-11"),
        pytest.param("666621", "10", combine("poker", [0, 1, 2, 3], [at(1, 0)],
                     {"0": 2, "1": 2, "2": 2, "3": 2}),
                     ["222221", "111112", "111113"], id="D-12 a locked die of another"),
        pytest.param("666621", "00", combine("poker", [0, 1, 2, 3], [at(0, 0)],
                     {"1": 2, "2": 2, "3": 2}), ["622221", "111112", "111113"],
                     id="D-18 a die that the effect unlocks keeps its face"),
        pytest.param("666222", "", combine("doppio tris", [0, 1, 2, 3, 4, 5],
                     [at(0, 0), at(1, 5)],
                     {"1": 3, "2": 3, "3": 3, "4": 3, "5": 3}),
                     ["233333", "111116", "111113"],
                     id="D-13 swapped, neither is re-rolled"),
        pytest.param("666622", "10", combine("full", [0, 1, 2, 3, 4, 5], [at(1, 0, 4)],
                     {str(die): 3 for die in range(6)}),
                     ["333333", "4'11112", "111113"],
                     id="D-14 a locked one is re-rolled and stays locked"),
        pytest.param("666622", "", combine("full", [0, 1, 2, 3, 4, 5], [at(0, 0, 4)],
                     {str(die): 3 for die in range(1, 6)}),
                     ["433333", "111112", "111113"],
                     id="D-18 a die re-rolled by the effect is not again"),
        pytest.param("666661", "05 11", combine("cinquina", [0, 1, 2, 3, 4],
                     [at(0, 0, to="locked"), at(0, 1, to="locked"),
                      at(0, 5, to="loose"), at(1, 1, to="loose"),
                      at(1, 2, to="locked"), at(2, 0, to="locked")],
                     {"2": 1, "3": 1, "4": 1}),
                     ["6'6'1111", "111'112", "1'11113"],
                     id="D-15 six dice at value 6, D-18 a locked one keeps its face"),
        pytest.param("666661", "00 01", combine("cinquina", [0, 1, 2, 3, 4],
                     [at(0, 0, to="loose"), at(0, 1, to="loose")],
                     {"2": 1, "3": 1, "4": 1}), ["661111", "111112", "111113"],
                     id="D-15 two own unlocked"),
        pytest.param("666666", "", combine("sestina", [0, 1, 2, 3, 4, 5],
                     [throw(1, "222222")], {str(die): 3 for die in range(6)}),
                     ["333333", "222222", "111113"], id="D-16 another player"),
        pytest.param("666666", "10", combine("sestina", [0, 1, 2, 3, 4, 5],
                     [throw(1, "222222"), throw(0, "444444"), throw(2, "555555")]),
                     ["444444", "2'22222", "555555"],
                     id="D-17 the player itself in D-16, locked ones stay locked"),
    ],
)  # fmt: skip
def test_combination(mine: str, locked: str, line: Any, faces: list[str]) -> None:
    assert dice(played(*after(mine, line, locked=locked))) == faces


TWO = {"0": 1, "1": 1}
TRIS = {"0": 1, "1": 1, "2": 1}
FIVE = {str(die): 1 for die in range(5)}
SIX = {str(die): 1 for die in range(6)}


@pytest.mark.parametrize(
    ("rule", "mine", "locked", "line"),
    [
        pytest.param("D-4", "665432", "00", lock(0), id="D-4 a locked die"),
        pytest.param("D-5", "665432", "00", reroll(0, 1), id="D-5 a locked die"),
        pytest.param("C-1", "665432", "00", reroll(0, 7), id="C-6 face before D-5"),
        pytest.param("C-5", "665432", "", lock(6), id="C-5 no die 6"),
        pytest.param("C-5", "665432", "", lock(-1), id="C-5 no die -1"),
        pytest.param("C-2", "665432", "", {**lock(0), "player": "Bruno"},
                     id="C-2 wrong player"),
        pytest.param("C-2", "665432", "", start("1", "2", "3"), id="C-2 start twice"),
        pytest.param("D-8", "665432", "", combine("coppia", [0, 2], [at(1, 0, 1)], TWO),
                     id="D-8 no pair"),
        pytest.param("D-8", "665432", "", combine("coppia", [0, 0], [at(1, 0, 1)], TWO),
                     id="D-6 a die named twice"),
        pytest.param("D-8", "666432", "", combine("coppia", [0, 1, 2], [at(1, 0, 1)],
                     TRIS), id="D-6 exactly that combination"),
        pytest.param("D-8", "665432", "", combine("coppia", [0, 1], [], TWO),
                     id="D-6 not for the re-roll alone"),
        pytest.param("D-8", "665432", "", combine("coppia", [0, 1], [at(0, 2, 1)],
                     TWO), id="D-8 an own die"),
        pytest.param("D-8", "665432", "10", combine("coppia", [0, 1], [at(1, 0, 1)],
                     TWO), id="D-8 a locked die"),
        pytest.param("D-8", "665432", "", combine("coppia", [0, 1],
                     [at(1, 0, 1), at(1, 1, 1)], TWO), id="D-8 two dice"),
        pytest.param("C-1", "665432", "", combine("coppia", [0, 1], [at(1, 0, 7)], TWO),
                     id="C-1 in an effect"),
        pytest.param("C-1", "665432", "", combine("coppia", [0, 2], [at(1, 0, 1)],
                     {"0": 0}), id="C-1 in rolled, before D-8"),
        pytest.param("D-9", "666621", "", combine("doppia coppia", [0, 1, 2, 3],
                     [at(1, 0, 1), at(1, 1, 1)], {}), id="D-9 four alike"),
        pytest.param("D-9", "664421", "", combine("doppia coppia", [0, 1, 2, 3],
                     [at(1, 0, 1)], {}), id="D-9 one die"),
        pytest.param("D-9", "664421", "", combine("doppia coppia", [0, 1, 2, 3],
                     [at(0, 5, 2), at(1, 0, 2)], {}), id="D-9 an own die"),
        pytest.param("D-9", "664421", "10", combine("doppia coppia", [0, 1, 2, 3],
                     [at(1, 0, 2), at(2, 0, 2)], {}), id="D-9 a locked die"),
        pytest.param("D-9", "664421", "", combine("doppia coppia", [0, 1, 2, 3],
                     [at(1, 0, 1), at(1, 0, 2)], {}), id="D-9 one die twice"),
        pytest.param("D-10", "666421", "", combine("tris", [0, 1, 2], [at(0, 3, 6)],
                     TRIS), id="D-10 by two"),
        pytest.param("D-10", "666421", "", combine("tris", [0, 1, 2], [at(0, 3, 2)],
                     TRIS), id="D-10 by two, down"),
        pytest.param("D-10", "666421", "", combine("tris", [0, 1, 2], [at(1, 0, 1)],
                     TRIS), id="D-10 another's die"),
        pytest.param("D-10", "666421", "03", combine("tris", [0, 1, 2], [at(0, 3, 4)],
                     TRIS), id="D-10 a locked die"),
        pytest.param("D-10", "666421", "", combine("tris", [0, 1, 2], [], TRIS),
                     id="D-10 no effect"),
        pytest.param("D-11", "666441", "10", combine("quasi-full", [0, 1, 2, 3, 4],
                     [at(1, 0, 1)], FIVE), id="D-11 a locked die"),
        pytest.param("D-11", "666441", "", combine("quasi-full", [0, 1, 2, 3, 4],
                     [at(1, 0, 3)], FIVE), id="D-11 by two"),
        pytest.param("D-11", "666441", "", combine("quasi-full", [0, 1, 2, 3, 4],
                     [], FIVE), id="D-11 no effect"),
        pytest.param("D-11", "666441", "", combine("quasi-full", [0, 1, 2, 3, 4],
                     [at(1, 0, 2), at(1, 1, 2)], FIVE), id="D-11 two dice"),
        pytest.param("D-12", "666621", "", combine("poker", [0, 1, 2, 3], [], {}),
                     id="D-12 no effect"),
        pytest.param("D-12", "666621", "", combine("poker", [0, 1, 2, 3], [at(1, 0)],
                     {}), id="D-12 a loose die"),
        pytest.param("D-12", "666621", "10 11", combine("poker", [0, 1, 2, 3],
                     [at(1, 0), at(1, 1)], {}), id="D-12 two dice"),
        pytest.param("D-13", "666222", "", combine("doppio tris", [0, 1, 2, 3, 4, 5],
                     [at(1, 0), at(0, 0)], {}), id="D-13 own die first"),
        pytest.param("D-13", "666222", "", combine("doppio tris", [0, 1, 2, 3, 4, 5],
                     [at(0, 0), at(0, 1)], {}), id="D-13 another player's only"),
        pytest.param("D-13", "666222", "00", combine("doppio tris", [0, 1, 2, 3, 4, 5],
                     [at(0, 0), at(1, 1)], {}), id="D-13 a locked own die"),
        pytest.param("D-13", "666222", "10", combine("doppio tris", [0, 1, 2, 3, 4, 5],
                     [at(0, 0), at(1, 0)], {}), id="D-13 a locked die of another"),
        pytest.param("D-13", "666222", "", combine("doppio tris", [0, 1, 2, 3, 4, 5],
                     [at(0, 0)], {}), id="D-13 one entry"),
        pytest.param("D-14", "666622", "", combine("full", [0, 1, 2, 3, 4, 5],
                     [at(0, 0, 1), at(1, 0, 1)], {}), id="D-14 two dice"),
        pytest.param("D-14", "666622", "", combine("full", [0, 1, 2, 3, 4, 5], [],
                     SIX), id="D-14 not for the re-roll alone"),
        pytest.param("D-13", "666222", "", combine("doppio tris", [0, 1, 2, 3, 4, 5],
                     [], SIX), id="D-13 not for the re-roll alone"),
        pytest.param("D-15", "666661", "", combine("cinquina", [0, 1, 2, 3, 4], [],
                     FIVE), id="D-15 at least one"),
        pytest.param("D-15", "666661", "", combine("cinquina", [0, 1, 2, 3, 4],
                     [at(0, 0, to="loose")], FIVE), id="D-15 loosen a loose one"),
        pytest.param("D-15", "666661", "00", combine("cinquina", [0, 1, 2, 3, 4],
                     [at(0, 0, to="locked")], FIVE), id="D-15 lock a locked one"),
        pytest.param("D-15", "666661", "", combine("cinquina", [0, 1, 2, 3, 4],
                     [at(0, d, to="locked") for d in range(3)], FIVE),
                     id="D-15 three own"),
        pytest.param("D-15", "666661", "", combine("cinquina", [0, 1, 2, 3, 4],
                     [at(1, d, to="locked") for d in range(2)], FIVE),
                     id="D-15 two of another"),
        pytest.param("D-15", "222226", "", combine("cinquina", [0, 1, 2, 3, 4],
                     [at(p, 0, to="locked") for p in range(3)], FIVE),
                     id="D-15 three dice at value 2"),
        pytest.param("C-5", "666661", "", combine("cinquina", [0, 1, 2, 3, 4],
                     [at(0, 0, to="away")], FIVE), id="C-5 to away"),
        pytest.param("D-16", "666666", "", combine("sestina", [0, 1, 2, 3, 4, 5], [],
                     SIX), id="D-16 at least one"),
        pytest.param("D-16", "666666", "", combine("sestina", [0, 1, 2, 3, 4, 5],
                     [throw(1, "222222"), throw(1, "222222")], SIX),
                     id="D-16 a player twice"),
        pytest.param("C-2", "666666", "", combine("sestina", [0, 1, 2, 3, 4, 5],
                     [throw(1, "22222")], SIX), id="C-2 five values in a sestina"),
        pytest.param("C-2", "666666", "", combine("sestina", [0, 1, 2, 3, 4, 5],
                     [throw(1, "77777")], SIX), id="C-6 number before faces"),
        pytest.param("C-1", "666666", "", combine("sestina", [0, 1, 2, 3, 4, 5],
                     [throw(1, "222227")], SIX), id="C-1 in a sestina"),
        pytest.param("D-18", "665432", "", combine("coppia", [0, 1], [at(1, 0, 1)]),
                     id="D-18 rolled left out"),
        pytest.param("D-18", "665432", "", combine("coppia", [0, 1], [at(1, 0, 1)],
                     TRIS), id="D-18 a die too many"),
        pytest.param("D-18", "665432", "00", combine("coppia", [0, 1], [at(1, 0, 1)],
                     TWO), id="D-18 a locked die is not re-rolled"),
        pytest.param("D-18", "666421", "", combine("tris", [0, 1, 2], [at(0, 0, 6)],
                     TRIS), id="D-18 the turned die is never among them"),
        pytest.param("C-5", "665432", "", combine("coppia", [0, 1], [at(1, 0, 1)],
                     {"6": 1}), id="C-5 rolled die 6"),
        pytest.param("C-5", "665432", "", combine("coppia", [0, 1], [at(1, 0)], TWO),
                     id="C-5 an effect without value"),
        pytest.param("C-5", "665432", "", combine("scala", [0, 1], [], {}),
                     id="C-5 an unknown combination"),
    ],
)  # fmt: skip
def test_refused(rule: str, mine: str, locked: str, line: Any) -> None:
    assert_refused(rule, *after(mine, line, locked=locked))


def test_d_16_no_more_players_than_its_value() -> None:
    throws = start("111111", "211111", "111112")
    sestina = combine("sestina", list(range(6)), [throw(1, "222222"),
                      throw(2, "222222")], SIX)  # fmt: skip
    assert_refused("D-16", START, throws, PASS, PASS, sestina)


LOCK_ALL = [step for die in range(5) for step in (lock(die), PASS, PASS)]


def test_d_7_six_different_locked_win() -> None:
    throws = start("654322", "111112", "111113")
    state = played(START, throws, *LOCK_ALL, reroll(5, 1), PASS, PASS, lock(5))
    assert (state["phase"], state["winners"], state["turn"]) == ("over", ["Anna"], None)
    assert_refused("C-3", START, throws, *LOCK_ALL, reroll(5, 1), PASS, PASS, lock(5),
                   PASS)  # fmt: skip


def test_d_7_a_repeated_value_does_not_win() -> None:
    throws = start("654322", "111112", "111113")
    assert played(START, throws, *LOCK_ALL, lock(5))["phase"] == "turn"


def test_d_7_at_the_turn_and_by_the_action_of_another() -> None:
    throws = start("654322", "111122", "111113")
    full = combine("full", [0, 1, 2, 3, 4, 5], [at(0, 5, 1)], SIX)
    state = played(START, throws, *LOCK_ALL, lock(5), full)
    assert (state["phase"], state["winners"]) == ("over", ["Anna"])


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        pytest.param("C-2", start("111111", "222222"), id="C-2 a player missing"),
        pytest.param("C-2", start("111111", "222222", "333333", "444444"),
                     id="C-2 a player unknown"),
        pytest.param("C-2", start("111111", "222222", "33333"), id="C-2 five dice"),
        pytest.param("C-2", start("711111", "222222", "33333"),
                     id="C-6 number before face"),
        pytest.param("C-1", start("711111", "222222", "333333"), id="C-1 a seven"),
        pytest.param("C-2", PASS, id="C-2 pass before the start"),
    ],
)  # fmt: skip
def test_start_refused(rule: str, line: Any) -> None:
    assert_refused(rule, START, line)


def test_d_3_what_is_open_is_told_die_by_die() -> None:
    game = replay(record(*after("665432", locked="00")))
    told = [(c.do, c.dice or c.what) for c in legal_actions(game)]
    assert ("lock", (1,)) in told
    assert ("lock", (0,)) not in told
    assert ("combine", (0, 1)) in told
    assert ("pass", "") in told


@pytest.mark.parametrize(
    ("mine", "locked", "name", "is_open"),
    [
        pytest.param("666621", "", "poker", False, id="D-12 nothing is locked"),
        pytest.param("666621", "10", "poker", True, id="D-12 something is locked"),
        pytest.param("665432", "", "coppia", True, id="D-8 open"),
        pytest.param("665432", "", "tris", False, id="D-10 not formed"),
        pytest.param("664421", "", "doppia coppia", True, id="D-9 open"),
        pytest.param("666421", "", "tris", True, id="D-10 open"),
        pytest.param("666441", "", "quasi-full", True, id="D-11 open"),
        pytest.param("666222", "", "doppio tris", True, id="D-13 open"),
        pytest.param("666622", "", "full", True, id="D-14 open"),
    ],
)  # fmt: skip
def test_combination_is_open(mine: str, locked: str, name: str, is_open: bool) -> None:
    game = replay(record(*after(mine, locked=locked)))
    assert (name in {choice.what for choice in legal_actions(game)}) is is_open
