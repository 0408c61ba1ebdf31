"""Dancing Dice, a row per rule and edge; ids name the rules."""

from typing import Any

import pytest

from rules.balli import compare, is_gala, is_rock, parse_ballo, rank_ballo
from tests.rules.playing import (
    assert_refused,
    events,
    left,
    played,
    prova,
    puri,
    rows,
    setup,
    tango,
)

TANGO = (1, 2, 4)


@pytest.mark.parametrize(
    ("ballo", "name"),
    [
        pytest.param("1c 1b 1b", "Boogie impuro", id="DD-5 boogie"),
        pytest.param("2c 2c 2c", "Tap Dance puro", id="DD-5 tap dance"),
        pytest.param("3b 3b 3b", "Cha Cha Cha puro", id="DD-5 cha cha cha"),
        pytest.param("4c 2b 1c", "Tango impuro", id="DD-5 tango in any order"),
        pytest.param("6c 6b 6b", "Mambo impuro", id="DD-5 666 is a plain 18"),
        pytest.param("6c 6c 5c", "Twist puro", id="DD-5 twist"),
        pytest.param("5c 5b 6b", "Bolero impuro", id="DD-5 bolero"),
        pytest.param("5c 5b 5b", "15 impuro", id="DD-5 555 is a plain 15"),
        pytest.param("4c 4b 4b", "12 impuro", id="DD-5 444 is a plain 12"),
        pytest.param("1c 1b 5b", "7 impuro", id="DD-5 the sum of a Tango is no Tango"),
        pytest.param("1c 2b 2b", "Mazurka impuro", id="DD-5 mazurka"),
        pytest.param("1b 1b 2b", "Macarena puro", id="DD-5 macarena"),
    ],
)
def test_rank_names(ballo: str, name: str) -> None:
    assert rank_ballo(parse_ballo(ballo), TANGO).name == name


@pytest.mark.parametrize(
    ("higher", "lower", "dice"),
    [
        pytest.param("1c 1b 1b", "2c 2c 2c", TANGO, id="DD-5 boogie over tap dance"),
        pytest.param("2c 2c 2b", "3c 3c 3c", TANGO, id="DD-5 tap dance over cha cha"),
        pytest.param("3c 3c 3b", "4c 2c 1c", TANGO, id="DD-5 cha cha cha over tango"),
        pytest.param("4c 2c 1b", "6c 6c 6c", TANGO, id="DD-5 tango over mambo"),
        pytest.param("6c 6b 5b", "6c 5c 5c", TANGO, id="DD-6 impuro 17 over puro 16"),
        pytest.param("6c 5c 1c", "4c 4b 4b", TANGO, id="DD-6 puro over impuro"),
        pytest.param("4c 4b 4b", "6c 6c 6c", (4, 4, 4), id="DD-5 444 as the Tango"),
        pytest.param("1c 1b 1b", "2c 2c 2c", (1, 1, 1), id="DD-13 111 stays a boogie"),
        pytest.param("2c 2b 2b", "3c 3c 3c", (3, 3, 3), id="DD-13 333 stays below 222"),
    ],
)
def test_rank_order(higher: str, lower: str, dice: tuple[int, ...]) -> None:
    assert rank_ballo(parse_ballo(higher), dice) > rank_ballo(parse_ballo(lower), dice)


def test_dd_6_ccc_and_bbb_are_equal() -> None:
    ccc, bbb = parse_ballo("6c 5c 1c"), parse_ballo("4b 4b 4b")
    assert rank_ballo(ccc, TANGO) == rank_ballo(bbb, TANGO)


@pytest.mark.parametrize(
    ("values", "well"),
    [
        pytest.param([666, 665], [0], id="DD-7 one of two"),
        pytest.param([666, 665, 655], [0], id="DD-7 one of three"),
        pytest.param([666, 665, 655, 555], [0, 1], id="DD-7 two of four"),
        pytest.param([666, 665, 655, 555, 554], [0, 1], id="DD-7 two of five"),
        pytest.param([666, 665, 655, 555, 554, 544], [0, 1, 2], id="DD-7 three of six"),
        pytest.param([666, 655, 655, 555], [0, 1, 2], id="DD-7 tied with the last"),
        pytest.param([666, 666, 655, 555], [0, 1], id="DD-7 a tie that is enough"),
        pytest.param([655, 655, 655], [0, 1, 2], id="DD-7 all tied"),
    ],
)
def test_judged_well(values: list[int], well: list[int]) -> None:
    balli = {
        player: parse_ballo(" ".join(f"{digit}c" for digit in str(value)))
        for player, value in enumerate(values)
    }
    comparison = compare(balli, TANGO)
    assert list(comparison.judged_well) == well
    assert set(comparison.lose) == set(balli) - set(well)


def test_dd_7_a_comparison_needs_two() -> None:
    with pytest.raises(ValueError, match="two players"):
        compare({0: parse_ballo("1c 2c 3c")}, TANGO)


def test_dd_9_and_dd_14_rock_whatever_the_types_and_order() -> None:
    assert is_rock(parse_ballo("1c 2b 3c"), parse_ballo("3b 2c 1b"))
    assert not is_rock(parse_ballo("1c 2b 3c"), parse_ballo("3b 3c 1b"))


def test_dd_10_gala_is_six_of_one_value() -> None:
    assert is_gala(parse_ballo("4c 4b 4c"), parse_ballo("4b 4c 4b"))
    assert not is_gala(parse_ballo("4c 4b 4c"), parse_ballo("4b 4c 5b"))


PRINTED = {
    "Andrea": rows("246", "111"),
    "Beatrice": puri("321", "222"),
    "Claudio": rows("421", "524"),
    "Daniela": rows("444", "222"),
    "Enrico": rows("521", "665"),
}


def test_printed_example_dd_5_dd_6_dd_7_dd_11() -> None:
    start = setup("dancing-dice", [{"name": name} for name in PRINTED])
    told = events(start, tango("421"), prova(**PRINTED))
    well = [(e["row"], e["player"]) for e in told if e["event"] == "judged_well"]
    lost = [(e["row"], e["player"]) for e in told if e["event"] == "vivacita_lost"]
    assert well == [(1, "Claudio"), (1, "Andrea"), (1, "Daniela"), (2, "Andrea"),
                    (2, "Beatrice")]  # fmt: skip
    assert lost == [(1, "Enrico"), (1, "Beatrice"), (2, "Daniela"), (2, "Enrico"),
                    (2, "Claudio")]  # fmt: skip
    assert told[-1] == {"event": "tango_due", "rule": "DD-11"}
    state = played(start, tango("421"), prova(**PRINTED))
    assert left(state) == [10, 9, 9, 9, 8]
    assert (state["phase"], state["tango"]) == ("tango", None)


def dance(vivacita: int, dice: str, *balli: tuple[str, str], **options: Any) -> Any:
    """Players with so much vivacita dance once."""
    start = setup("dancing-dice", len(balli), start_vivacita=vivacita, **options)
    names = [player["name"] for player in start["players"]]
    shown = {n: rows(*b) for n, b in zip(names, balli, strict=True)}
    return played(start, tango(dice), prova(**shown))


HIGH, MID, LOW = ("666", "665"), ("555", "554"), ("554", "543")


@pytest.mark.parametrize(
    ("vivacita", "dice", "balli", "left_", "phase"),
    [
        pytest.param(10, "136", [HIGH, LOW], [10, 8], "prova", id="DD-1 from ten"),
        pytest.param(2, "136", [HIGH, MID, LOW], [2, 0, 0], "over",
                     id="DD-12 the last one left wins"),
        pytest.param(1, "136", [HIGH, LOW], [1, 0], "over",
                     id="DD-8 the first comparison can end the game"),
        pytest.param(1, "136", [HIGH, ("666", "652"), LOW], [1, 0, 0], "over",
                     id="DD-8 n counted anew among those left"),
        pytest.param(1, "136", [("666", "521"), HIGH, MID, LOW], [0, 1, 0, 0], "over",
                     id="DD-8 secondi among those left"),
        pytest.param(2, "136", [HIGH, ("321", "321"), LOW], [2, 2, 0], "prova",
                     id="DD-9 a rock loses in neither"),
        pytest.param(5, "136", [("321", "321"), ("443", "443")], [5, 5], "prova",
                     id="DD-9 a rock counts in both"),
        pytest.param(5, "136", [("554", "543"), ("666", "666")], [3, 7], "prova",
                     id="DD-10 gains two"),
        pytest.param(5, "136", [HIGH, ("444", "444")], [5, 7], "prova",
                     id="DD-10 444 is a 12 and loses nothing"),
        pytest.param(9, "136", [LOW, ("666", "666")], [7, 10], "prova",
                     id="DD-10 up to ten"),
        pytest.param(10, "136", [LOW, ("666", "666")], [8, 10], "prova",
                     id="DD-10 never above ten"),
        pytest.param(1, "136", [LOW, ("666", "666")], [0, 1], "over",
                     id="DD-10 not when the first comparison ends the game"),
        pytest.param(2, "136", [LOW, ("666", "666")], [0, 4], "over",
                     id="DD-10 also when the second ends it"),
        pytest.param(5, "666", [HIGH, LOW], [5, 3], "tango",
                     id="DD-11 a Tango in the first row"),
        pytest.param(5, "566", [HIGH, LOW], [5, 3], "tango",
                     id="DD-11 a Tango in the second row"),
        pytest.param(5, "345", [HIGH, LOW], [4, 4], "tango",
                     id="DD-11 between the two the Tango stays"),
        pytest.param(1, "665", [HIGH, ("666", "211"), LOW], [1, 0, 0], "over",
                     id="DD-11 no Tango is due when over"),
        pytest.param(1, "345", [("666", "111"), ("666", "222"), LOW], [1, 0, 0],
                     "over", id="DD-11 ended: the Tango stays shown"),
        pytest.param(2, "111", [("111", "665"), LOW], [2, 0], "over",
                     id="DD-13 over before a Tango is due"),
        pytest.param(5, "111", [("111", "665"), LOW], [5, 3], "tango",
                     id="DD-13 a boogie shown is the Tango shown"),
    ],
)  # fmt: skip
def test_prova(
    vivacita: int, dice: str, balli: list[Any], left_: list[int], phase: str
) -> None:
    state = dance(vivacita, dice, *balli)
    assert left(state) == left_
    assert state["phase"] == phase
    due = phase == "tango"
    assert state["tango"] == (None if due else sorted(int(v) for v in dice))


def test_dd_9_dd_10_what_spared_a_player_is_named() -> None:
    shown = {"Anna": HIGH, "Bruno": ("444", "444"), "Carla": ("321", "321")}
    lines = setup("dancing-dice", 3), tango("136")
    told = events(*lines, prova(**{name: rows(*both) for name, both in shown.items()}))
    kept = [
        (event["player"], event["row"], event["rule"])
        for event in told
        if event["event"] == "vivacita_kept"
    ]
    assert kept == [("Bruno", 1, "DD-10"), ("Carla", 1, "DD-9"),
                    ("Bruno", 2, "DD-10"), ("Carla", 2, "DD-9")]  # fmt: skip


def test_dd_11_a_ballo_of_one_put_out_before_counts_for_nothing() -> None:
    start = setup("dancing-dice", 4, start_vivacita=1)
    shown = prova(
        Anna=rows("666", "111"), Bruno=rows("666", "111"), Carla=rows("521", "543"),
        Dario=rows("521", "543"),
    )  # fmt: skip
    state = played(start, tango("345"), shown)
    assert (state["phase"], left(state)) == ("prova", [1, 1, 0, 0])


START = setup("dancing-dice", 2)
GOOD = prova(Anna=rows("666", "665"), Bruno=rows("554", "543"))


def with_anna(first: str, second: str) -> Any:
    return prova(Anna={"first": first, "second": second}, Bruno=rows("554", "543"))


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        pytest.param("DD-2", [GOOD], id="DD-2 prova before the Tango"),
        pytest.param("DD-2", [tango("421"), tango("421")], id="DD-2 Tango not due"),
        pytest.param("DD-11", [tango("421"), GOOD, tango("421")],
                     id="DD-11 Tango not due"),
        pytest.param("DD-11", [tango("666"), GOOD, GOOD], id="DD-11 Tango due"),
        pytest.param("C-2", [tango("42")], id="C-2 two Tango dice"),
        pytest.param("C-1", [tango("427")], id="C-1 Tango of 7"),
        pytest.param("C-1", [tango("420")], id="C-1 Tango of 0"),
        pytest.param("C-2", [tango("421"), prova(Anna=rows("666", "665"))],
                     id="C-2 a player missing"),
        pytest.param("C-2", [tango("421"), prova(Anna=rows("666", "665"),
                     Bruno=rows("666", "665"), Zoe=rows("666", "665"))],
                     id="C-2 a player unknown"),
        pytest.param("DD-4", [tango("421"), with_anna("6c 6c 6c", "5b 5b 5c")],
                     id="DD-4 four c"),
        pytest.param("DD-4", [tango("421"), with_anna("6c 6b 6b", "5b 5b 5c")],
                     id="DD-4 four b"),
        pytest.param("DD-4", [tango("421"), with_anna("6c 6c", "6c 5b 5b 5b")],
                     id="DD-4 rows of two and four"),
        pytest.param("DD-4", [tango("421"), with_anna("", "6c 5b 5b")],
                     id="DD-4 an empty row"),
        pytest.param("DD-4", [tango("421"), with_anna("6c 6c 6c", "5c 5b 5b")],
                     id="DD-15 one row puro and one impuro cannot be as owed"),
        pytest.param("C-1", [tango("421"), with_anna("7c 6c 6c", "5c 5b 5b")],
                     id="C-6 faces before DD-4"),
        pytest.param("C-1", [tango("421"), with_anna("0c 6c 6c", "5b 5b 5b")],
                     id="C-1 a ballo of 0"),
        pytest.param("C-1", [tango("421"), with_anna(f"{'9' * 5000}c 6c 6c", "5b")],
                     id="C-1 a huge die"),
        pytest.param("C-5", [tango("421"), with_anna("6 6c 6c", "5b 5b 5b")],
                     id="C-5 a die without its type"),
        pytest.param("C-5", [tango("421"), with_anna("6x 6c 6c", "5b 5b 5b")],
                     id="C-5 a die with another type"),
        pytest.param("C-5", [tango("421"), with_anna("06c 6c 6c", "5b 5b 5b")],
                     id="C-5 a leading zero"),
    ],
)  # fmt: skip
def test_refused(rule: str, lines: list[Any]) -> None:
    assert_refused(rule, START, *lines)


def test_c_3_nothing_after_the_end() -> None:
    start = setup("dancing-dice", 2, start_vivacita=1)
    assert_refused("C-3", start, tango("111"), GOOD, GOOD)
    assert_refused("C-3", start, tango("111"), GOOD, tango("11"))


def test_dd_3_what_happens_behind_a_sipario_is_no_action() -> None:
    assert_refused("C-5", START, tango("421"), {"do": "reroll", "die": 0, "value": 1})


def test_dd_4_those_out_show_nothing() -> None:
    three = setup("dancing-dice", 3, start_vivacita=2)
    one_out = prova(Anna=rows("666", "665"), Bruno=rows("666", "665"),
                    Carla=rows("554", "543"))  # fmt: skip
    assert left(played(three, tango("111"), one_out)) == [2, 2, 0]
    assert played(three, tango("111"), one_out, GOOD)["winners"] == ["Anna"]
    assert_refused("C-2", three, tango("111"), one_out, one_out)


def test_h_5_another_start_vivacita_leaves_the_most_at_ten() -> None:
    assert left(dance(1, "136", HIGH, ("666", "665"))) == [1, 1]
    assert left(dance(5, "136", LOW, ("666", "666"))) == [3, 7]
    for wrong in (0, 11, True, "5", 5.0):
        assert_refused("C-5", setup("dancing-dice", 2, start_vivacita=wrong))


def test_h_4_first_out_ends_the_game() -> None:
    state = dance(1, "136", HIGH, ("666", "211"), LOW, first_out_loses=True)
    assert state["winners"] == ["Anna", "Bruno"]
    state = dance(2, "136", HIGH, ("666", "665"), LOW, first_out_loses=True)
    assert (state["phase"], left(state)) == ("over", [2, 2, 0])
