"""Sums over records, and what may be said of the dice."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from device.fairness import FEWEST, UNEVEN, Throws, chi_square_of, judge, tail
from device.statistics import PlayerStatistics, gather
from device.wording import LANGUAGES, load_wording
from rules.dancing_dice import TangoRolled

UNDO = {"do": "undo"}


def record(
    game: str, *lines: Mapping[str, Any], names: str = "AB", **options: int
) -> bytes:
    lives = {"lives": 1} if game.startswith("mia") else {}
    players = [{"name": name, **lives} for name in names]
    setup = {"game": game, "players": players, "options": options}
    return "".join(json.dumps(line) + "\n" for line in (setup, *lines)).encode()


def of(name: str, *records: bytes) -> PlayerStatistics:
    found = [each for each in gather(records).players if each.name == name]
    return found[0] if found else PlayerStatistics(name)


def counts(dice: str, *records: bytes) -> tuple[int, ...]:
    found = [each for each in gather(records).dice if each.dice == dice]
    return found[0].counts if found else ()


def accusation(declared: int, *dice: int) -> tuple[dict[str, Any], ...]:
    """A opens, B accuses."""
    reveal = {"do": "reveal", "dice": list(dice)}
    return {"do": "open", "score": declared}, {"do": "accuse"}, reveal


LIE = record("mia", *accusation(65, 3, 1))
TRUTH = record("mia", *accusation(42, 4, 2))


def test_games_wins_and_accusations() -> None:
    records = (LIE, LIE, TRUTH)
    anna, bruno = of("A", *records), of("B", *records)
    assert (anna.games, anna.wins, anna.lives_lost) == (3, 1, 2)
    assert (bruno.games, bruno.wins, bruno.lives_lost) == (3, 2, 1)
    assert (bruno.accusations_right, bruno.accusations_wrong) == (2, 1)
    assert (anna.accusations_right, anna.accusations_wrong) == (0, 0)
    assert (anna.lies_caught, bruno.lies_caught) == (2, 0)


def test_most_wins_come_first() -> None:
    assert [player.name for player in gather((LIE, LIE, TRUTH)).players] == ["B", "A"]


def test_what_was_taken_back_counts_for_nothing() -> None:
    mistaken = record(
        "mia", *accusation(65, 3, 1), UNDO, {"do": "reveal", "dice": [6, 5]}
    )
    assert of("B", mistaken).accusations_right == 0
    assert of("B", mistaken).accusations_wrong == 1
    assert of("A", mistaken).wins == 1
    undone_end = record("mia", *accusation(65, 3, 1), UNDO)
    assert gather([undone_end]).unfinished == 1
    assert of("A", undone_end) == PlayerStatistics("A")


def test_a_broken_record_counts_up_to_the_break() -> None:
    assert of("B", LIE + b"{torn").accusations_right == 1
    assert of("B", LIE + b"{torn\n" + b'{"do": "undo"}\n').accusations_right == 1
    assert gather([b"", b"\xff\n", b"{}\n"]).players == ()


def balli(first: str, second: str) -> dict[str, str]:
    """Rows of three values each, in types c c b and c b b."""
    types = {"first": "ccb", "second": "cbb"}
    rows = {"first": first, "second": second}
    return {
        row: " ".join(f"{v}{t}" for v, t in zip(rows[row], types[row], strict=True))
        for row in rows
    }


def prova(**rows: dict[str, str]) -> dict[str, Any]:
    return {"do": "prova", "balli": rows}


TANGO = {"do": "tango", "dice": [4, 1, 5]}


def test_dancing_dice_tells_rocks_and_galas_and_tanghi() -> None:
    dance = record(
        "dancing-dice",
        TANGO,
        prova(A=balli("621", "126"), B=balli("514", "663")),  # a Rock; the Tango
        {"do": "tango", "dice": [2, 2, 3]},
        prova(A=balli("666", "666"), B=balli("111", "652")),  # a Gala
        UNDO,
        prova(A=balli("666", "666"), B=balli("111", "652")),
    )
    anna, bruno = of("A", dance), of("B", dance)
    assert (anna.rocks, anna.galas, anna.tanghi, anna.danced) == (1, 1, 0, 4)
    assert (bruno.rocks, bruno.galas, bruno.tanghi, bruno.danced) == (0, 0, 1, 4)
    assert anna.vivacita_lost == 0  # a Rock and a Gala cost nothing
    assert (bruno.judged_well, bruno.vivacita_lost) == (3, 1)


def test_only_throws_that_nobody_chose_are_counted() -> None:
    dance = record(
        "dancing-dice", TANGO, prova(A=balli("621", "126"), B=balli("514", "663"))
    )
    assert counts("tango", dance) == (1, 0, 0, 1, 1, 0)
    assert gather([dance, LIE]).dice == judge(_throws("tango", 1, 4, 5))
    sei = record(
        "sei-dadi",
        {"do": "roll", "dice": [6, 6, 6, 6, 6, 1]},
        {"do": "keep", "dice": [6, 6, 6, 6, 6]},
        {"do": "roll", "dice": [4]},
        {"do": "stop"},
        {"do": "attack", "dice": [4, 4, 1, 2, 3, 5]},
        {"do": "attack", "dice": [1, 1, 1, 1]},
    )
    assert counts("sei-dadi", sei) == (6, 1, 1, 3, 1, 5)
    anna, bruno = of("A", sei), of("B", sei)
    assert (anna.attacks, bruno.points_lost) == (1, 8)
    turned = record(
        "di-da-do",
        {"do": "start", "dice": {"A": [6, 6, 6, 1, 1, 2], "B": [1] * 6, "C": [2] * 6}},
        {
            "do": "combine",
            "combination": "tris",
            "with": [0, 1, 2],
            "effect": [{"player": "A", "die": 3, "value": 2}],
            "rolled": {"0": 3, "1": 3, "2": 4},
        },
        {"do": "reroll", "die": 0, "value": 5},
        names="ABC",
    )
    assert (of("A", turned).combinations, of("A", turned).games) == (1, 0)
    assert counts("di-da-do", turned) == (8, 7, 2, 1, 1, 3)


def _throws(name: str, *faces: int) -> Throws:
    throws = Throws({name: [0] * 6})
    for face in faces:
        throws.counts[name][face - 1] += 1
    return throws


@pytest.mark.parametrize(
    ("chi_square", "p"),
    [  # any table of the distribution, 5 degrees of freedom
        (0.0, 1.0),
        (0.554, 0.99),
        (4.351, 0.5),
        (9.236, 0.1),
        (11.070, 0.05),
        (15.086, 0.01),
        (20.515, 0.001),
    ],
)
def test_the_tail_is_that_of_the_tables(chi_square: float, p: float) -> None:
    assert tail(chi_square) == pytest.approx(p, rel=1e-3)


def test_chi_square_by_hand() -> None:
    assert chi_square_of((10, 10, 10, 10, 10, 10)) == 0
    assert chi_square_of((15, 5, 10, 10, 10, 10)) == 5.0


@pytest.mark.parametrize(
    ("faces", "verdict"),
    [
        ((FEWEST - 1, 0, 0, 0, 0, 0), "too_few"),
        ((5, 5, 5, 5, 5, 5), "no_sign"),
        ((30, 18, 18, 18, 18, 18), "no_sign"),
        ((34, 17, 17, 17, 17, 18), "doubt"),
        ((50, 14, 14, 14, 14, 14), "uneven"),
        ((FEWEST, 0, 0, 0, 0, 0), "uneven"),
    ],
)
def test_the_verdict(faces: tuple[int, ...], verdict: str) -> None:
    (told,) = judge(Throws({"tango": list(faces)}))
    assert told.verdict == verdict
    assert (told.p is None) == (verdict == "too_few")
    for language in LANGUAGES:
        words = load_wording(language).tell(told.meaning)
        assert "{" not in words
        assert len(words) < 250


def test_fair_dice_are_hardly_ever_called_uneven() -> None:
    draw = random.Random(5)
    verdicts = []
    for _ in range(1000):
        faces = draw.choices(range(1, 7), k=120)
        (told,) = judge(_throws("tango", *faces))
        verdicts.append(told.verdict)
    assert verdicts.count("uneven") <= 1000 * UNEVEN * 5
    assert 20 < verdicts.count("doubt") < 80


def test_what_is_said_to_be_noticeable_is_noticed_four_times_in_five() -> None:
    draw = random.Random(6)
    (fair,) = judge(Throws({"tango": [100] * 6}))
    share = fair.noticeable
    assert 0.2 < share < 0.25
    weights = [share, *[(1 - share) / 5] * 5]
    noticed = 0
    for _ in range(500):
        faces = draw.choices(range(1, 7), weights, k=600)
        noticed += judge(_throws("tango", *faces))[0].verdict != "no_sign"
    assert 0.74 < noticed / 500 < 0.86


def test_a_few_throws_say_how_many_are_missing() -> None:
    throws = Throws()
    throws.add(TangoRolled((1, 2, 3), "DD-2"))
    (told,) = judge(throws)
    assert load_wording("en").tell(told.meaning) == (
        "3 throws are too few to say anything: at least 27 more are needed."
    )
