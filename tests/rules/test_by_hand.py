"""A short game of each, worked out by hand from the rules, step by step to its end."""

from typing import Any

from tests.rules.playing import (
    left,
    mias,
    played,
    prova,
    rows,
    sei,
    setup,
    start,
    tango,
)

PASS = {"do": "pass"}


def assert_stands(lines: list[Any], expected: dict[str, Any]) -> None:
    state = played(*lines)
    assert {key: state[key] for key in expected} == expected


def test_dd_8_dd_11_dd_13_a_game_of_dancing_dice() -> None:
    lines = [
        setup("dancing-dice", 3, start_vivacita=2),
        tango("631"),
        prova(Anna=rows("666", "665"), Bruno=rows("136", "543"),
              Carla=rows("554", "221")),
    ]  # fmt: skip
    assert left(played(*lines)) == [1, 1, 0]
    assert_stands(lines, {"phase": "tango", "tango": None, "winners": []})
    lines += [tango("111"), prova(Anna=rows("111", "222"), Bruno=rows("333", "444"))]
    assert left(played(*lines)) == [1, 0, 0]
    assert_stands(lines, {"phase": "over", "tango": [1, 1, 1], "winners": ["Anna"]})


def test_m_8_m_9_m_12_a_game_of_mia() -> None:
    names = [{"name": n, "lives": k} for n, k in (("A", 3), ("B", 2), ("C", 2))]
    lines = [setup("mia", names, faults_per_life=2)]

    def then(
        lives: list[int], turn: str | None, choices: list[str], *words: str
    ) -> None:
        lines.extend(mias(*words))
        assert left(played(*lines)) == lives
        assert_stands(lines, {"turn": turn, "choices": choices})

    answer = ["accuse", "beat", "guarantee"]
    then([3, 2, 2], "A", answer, "open 65", "guarantee", "guarantee")
    then([3, 2, 2], "B", ["accuse", "beat"], "guarantee")
    then([3, 2, 2], "A", answer, "beat 66", "guarantee")
    then([3, 2, 1], "A", ["open"], "accuse", "reveal 6 5")
    then([3, 2, 1], "A", answer, "open 21", "guarantee", "guarantee")
    then([3, 2, 1], "B", ["accuse", "open"], "guarantee")
    then([3, 2, 1], "C", answer, "open 31", "penalty C 1")
    then([2, 2, 1], "B", ["open"], "beat 21", "beat")
    then([2, 2, 0], "A", ["open"], "open 42", "penalty C 1")
    then([2, 1, 0], "A", ["open"], "open 21", "penalty B 1 spoils")
    then([2, 0, 0], None, [], "open 21", "accuse", "reveal 1 2")
    assert_stands(lines, {"phase": "over", "winners": ["A"], "standing": None})


def test_m_10_m_11_a_game_of_mia_senza_garanzia() -> None:
    names = [{"name": "A", "lives": 2}, {"name": "B", "lives": 4}]
    lines = [setup("mia-senza-garanzia", names)]
    lines += mias("open 42", "trust 21", "accuse", "reveal 4 2")
    assert (left(played(*lines)), played(*lines)["turn"]) == ([2, 3], "A")
    lines += mias("open 21", "surrender")
    assert (left(played(*lines)), played(*lines)["turn"]) == ([2, 2], "A")
    lines += mias("open 21", "accuse", "reveal 2 1")
    assert left(played(*lines)) == [2, 0]
    assert_stands(lines, {"phase": "over", "winners": ["A"]})


def test_d_13_d_14_d_15_d_16_d_18_a_game_of_di_da_do() -> None:
    lines = [setup("di-da-do", 3), start("666333", "555563", "222221")]

    def then(turn: str | None, faces: list[str], *more: dict[str, Any]) -> None:
        lines.extend(more)
        state = played(*lines)
        told = [
            "".join(f"{d}'" if k else f"{d}" for d, k in zip(*pair, strict=True))
            for pair in ((p["dice"], p["locked"]) for p in state["players"])
        ]
        assert (state["turn"], told) == (turn, faces)

    def combine(name: str, named: str, rolled: str, *effect: Any) -> dict[str, Any]:
        pairs = [pair.split(":") for pair in rolled.split()]
        return {"do": "combine", "combination": name, "with": [int(d) for d in named],
                "effect": list(effect), "rolled": {die: int(v) for die, v in pairs},
                }  # fmt: skip

    def die(player: str, die: int, **more: Any) -> dict[str, Any]:
        return {"player": player, "die": die, **more}

    def lock(die: int) -> dict[str, Any]:
        return {"do": "lock", "die": die}

    then("Bruno", ["365421", "555566", "222221"],
         combine("doppio tris", "012345", "1:6 2:5 3:4 4:2 5:1",
                 die("Anna", 0), die("Bruno", 5)))  # fmt: skip
    then("Carla", ["365421", "223341", "222221"],
         combine("full", "012345", "0:2 1:2 2:3 3:3 4:4",
                 die("Bruno", 5, value=1)))  # fmt: skip
    then("Anna", ["3'65421", "223341", "2'66661"],
         combine("cinquina", "01234", "1:6 2:6 3:6 4:6",
                 die("Carla", 0, to="locked"), die("Anna", 0, to="locked")),
         )  # fmt: skip
    then("Carla", ["3'6'5421", "223341", "2'66661"], lock(1), PASS)
    then("Anna", ["36'5421", "223341", "2'22221"],
         combine("poker", "1234", "1:2 2:2 3:2 4:2", die("Anna", 0)))  # fmt: skip
    then("Carla", ["3'6'5421", "223341", "2'22221"], lock(0), PASS)
    then("Anna", ["3'6'5'421", "223341", "222221"],
         combine("cinquina", "01234", "1:2 2:2 3:2 4:2",
                 die("Carla", 0, to="loose"), die("Anna", 2, to="locked")),
         )  # fmt: skip
    then("Anna", ["3'6'5'4'21", "223341", "222222"],
         lock(3), PASS, {"do": "reroll", "die": 5, "value": 2})  # fmt: skip
    then("Anna", ["3'6'5'4'2'1", "444444", "123456"], lock(4), PASS,
         combine("sestina", "012345", "",
                 {"player": "Bruno", "values": [4] * 6},
                 {"player": "Carla", "values": [1, 2, 3, 4, 5, 6]}))  # fmt: skip
    then(None, ["3'6'5'4'2'1'", "444444", "123456"], lock(5))
    assert_stands(lines, {"phase": "over", "winners": ["Anna"]})


def test_s_2_s_5_s_7_a_game_of_sei_dadi() -> None:
    lines = [setup("sei-dadi", 3, first="Bruno")]

    def then(points: list[int], turn: str | None, *words: str) -> None:
        lines.extend(sei(word) for word in words)
        assert (left(played(*lines)), played(*lines)["turn"]) == (points, turn)

    then([24, 36, 36], "Anna", "roll 666655", "stop", "attack 444112", "attack 111")
    then([24, 36, 36], "Anna", "roll 611111", "keep 6", "roll 65432", "keep 6",
         "roll 6666", "keep 6666", "attack 666123", "attack 661")  # fmt: skip
    then([24, 36, 0], "Bruno", "attack 6")
    then([24, 12, 0], "Anna", "roll 111111", "stop")
    then([24, 12, 0], "Bruno", "roll 655554", "stop")
    then([24, 0, 0], None, "roll 111116", "stop")
    assert_stands(lines, {"phase": "over", "winners": ["Anna"]})
