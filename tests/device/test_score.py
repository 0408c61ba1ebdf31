"""`giudice score`: from laid dice to a prova that one reads aloud, or to a question."""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from device.commands.score import add_arguments, run
from device.translate import Prova, score_mia, score_prova
from tests.laid import CENTRE, FakeReader, die, seat, tango
from vision.readings import DieReading, TableReading

SIZE = (1600, 1200)
#: red 2c 4b 6c / 1c 1b 1b (12, Boogie), blue 1c 1b 2c / 3c 3b 4b (4, 10).
RED = seat("red", 0, kinds="cbccbb", values="246111")
BLUE = seat("blue", 180, kinds="cbccbb", values="112334")
PURI = seat("green", 90, kinds="cccbbb", values="246246")  # a Rock, both puri


def prova(*dice: Sequence[DieReading], **options: object) -> Prova:
    reading = TableReading(tuple(one for some in dice for one in some))
    return score_prova(reading, SIZE, **options)  # type: ignore[arg-type]


def codes(scored: Prova) -> list[str]:
    return [problem.code for problem in scored.problems]


def test_two_players() -> None:
    scored = prova(tango(values="451"), RED, BLUE)
    assert codes(scored) == []
    assert scored.sure
    assert scored.tango == (1, 4, 5)
    blue, red = scored.players
    assert [r.name for r in red.ranks or ()] == ["12 impuro", "Boogie impuro"]
    assert [r.name for r in blue.ranks or ()] == ["Macarena impuro", "10 impuro"]
    first, second = scored.comparisons
    assert (first.judged_well, first.lose) == (("red",), ("blue",))
    assert (second.judged_well, second.lose) == (("red",), ("blue",))


def test_a_rock_loses_nothing_and_puro_beats_impuro() -> None:
    scored = prova(tango(), RED, BLUE, PURI)
    green = scored.players[1]
    assert (green.colour, green.is_rock, green.is_gala) == ("green", True, False)
    first, second = scored.comparisons
    assert (first.judged_well, first.lose) == (("green",), ("red", "blue"))
    assert (second.judged_well, second.lose) == (("red",), ("blue",))
    assert second.spared == ("green",)


def test_a_gala_in_one_line() -> None:
    line = [
        die(CENTRE[0] + (i - 2.5) * 33, CENTRE[1] - 260, "ccbcbb"[i], "yellow", 1)
        for i in range(6)
    ]
    scored = prova(tango(), RED, line)
    yellow = scored.players[1]
    assert (yellow.colour, yellow.is_rock, yellow.is_gala) == ("yellow", True, True)
    assert scored.sure


def test_six_in_one_line_that_are_no_gala() -> None:
    line = [
        die(CENTRE[0] + (i - 2.5) * 33, CENTRE[1] - 260, "ccbcbb"[i], "yellow", i + 1)
        for i in range(6)
    ]
    scored = prova(tango(), RED, line)
    assert codes(scored) == ["one_line"]
    assert scored.players[1].rows is None
    assert scored.comparisons == ()


def test_a_given_tango_needs_no_dice_and_ranks() -> None:
    scored = prova(RED, BLUE, tango=(2, 4, 6))
    assert scored.sure
    assert (scored.players[1].ranks or ())[0].name == "Tango impuro"


def test_a_given_tango_against_the_dice() -> None:
    assert prova(tango(values="451"), RED, BLUE, tango=(5, 1, 4)).sure
    differs = prova(tango(values="451"), RED, BLUE, tango=(2, 4, 6))
    assert codes(differs) == ["tango_differs"]
    assert differs.comparisons == ()


def test_without_a_tango_nothing_is_ranked() -> None:
    scored = prova(RED, BLUE)
    assert codes(scored) == ["tango_missing"]
    assert [player.ranks for player in scored.players] == [None, None]
    assert scored.comparisons == ()


def test_a_player_with_five_dice_is_not_judged_nor_anybody_else() -> None:
    scored = prova(tango(), RED, BLUE[1:], PURI)
    assert codes(scored) == ["too_few_dice"]
    blue, green, red = scored.players
    assert (blue.rows, blue.ranks, blue.sure) == (None, None, False)
    assert green.sure
    assert red.sure
    assert scored.comparisons == ()
    assert not scored.sure


def test_a_die_that_belongs_to_nobody() -> None:
    scored = prova(tango(), RED, BLUE, [die(80, 60, "c", "brown", 3)])
    assert codes(scored) == ["stray_die"]
    assert scored.comparisons == ()


def test_four_of_one_type_are_not_scored() -> None:
    wrong = [*BLUE[:5], replace(BLUE[5], body="white", pips="blue", kind="c")]
    scored = prova(tango(), RED, wrong)
    assert "wrong_types" in codes(scored)
    assert scored.players[0].rows is None


@pytest.mark.parametrize("i", [0, 3, 8])
def test_one_unsure_die_leaves_it_open(i: int) -> None:
    dice = [*tango(), *RED, *BLUE]
    dice[i] = replace(dice[i], sure=False)
    scored = prova(dice)
    assert codes(scored) == ["unsure_die"]
    assert not scored.sure
    assert len(scored.comparisons) == 2


def test_the_number_of_players() -> None:
    assert codes(prova(tango(), RED)) == ["too_few_players"]
    assert codes(prova(tango(), RED, BLUE, players=3)) == ["wrong_players"]
    assert prova(tango(), RED, BLUE, players=2).sure


@pytest.mark.parametrize(
    ("values", "declared", "score", "truth"),
    [
        pytest.param((2, 4), 42, 42, True, id="as declared"),
        pytest.param((2, 4), 41, 42, True, id="worth more"),
        pytest.param((2, 4), 43, 42, False, id="worth less"),
        pytest.param((1, 2), 11, 21, True, id="a Mia covers everything"),
        pytest.param((6, 6), 55, 66, False, id="66 is the least double (M-1)"),
        pytest.param((1, 1), 66, 11, True, id="11 is the best double (M-1)"),
        pytest.param((3, 1), None, 31, None, id="nothing declared"),
    ],
)
def test_mia(
    values: tuple[int, int], declared: int | None, score: int, truth: bool | None
) -> None:
    dice = [die(50 + 60 * i, 50, value=value) for i, value in enumerate(values)]
    mia = score_mia(TableReading(tuple(dice)), declared)
    assert (mia.score, mia.truth, mia.sure) == (score, truth, True)
    assert mia.dice == tuple(sorted(values))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_mia_with_another_count(count: int) -> None:
    dice = tuple(die(50 + 60 * i, 50) for i in range(count))
    mia = score_mia(TableReading(dice), 54)
    assert (mia.score, mia.truth, mia.sure) == (None, None, False)
    assert len(mia.problems) == 1


@pytest.fixture
def photo(tmp_path: Path) -> str:
    path = tmp_path / "tavolo.png"
    Image.new("RGB", SIZE, (60, 90, 60)).save(path)
    return str(path)


def score(reader: FakeReader, *words: str) -> int:
    parser = ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args(list(words)), lambda: reader)


def test_dancing_dice_as_json(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    reader = FakeReader(*tango(), *RED, *BLUE)
    assert score(reader, "dancing-dice", photo, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    ms = told.pop("ms")
    assert ms >= 0
    assert told == {
        "image": photo,
        "tango": [1, 4, 5],
        "players": [
            {
                "colour": "blue",
                "first": "1c 1b 2c",
                "second": "3c 3b 4b",
                "ranks": ["Macarena impuro", "10 impuro"],
                "rock": False,
                "gala": False,
                "sure": True,
            },
            {
                "colour": "red",
                "first": "2c 4b 6c",
                "second": "1c 1b 1b",
                "ranks": ["12 impuro", "Boogie impuro"],
                "rock": False,
                "gala": False,
                "sure": True,
            },
        ],
        "comparisons": [
            {"row": "first", "judged_well": ["red"], "lose": ["blue"]},
            {"row": "second", "judged_well": ["red"], "lose": ["blue"]},
        ],
        "problems": [],
        "sure": True,
    }


def test_a_problem_as_json(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    reader = FakeReader(*tango(), *RED, *BLUE[1:])
    assert score(reader, "dancing-dice", photo, "--json", "--lang", "en") == 0
    told = json.loads(capsys.readouterr().out)
    (problem,) = told["problems"]
    assert list(problem) == ["code", "text", "player", "center"]
    assert (problem["code"], problem["player"]) == ("too_few_dice", "blue")
    assert problem["text"].startswith("blue has 5 dice instead of 6")
    assert told["comparisons"] == []
    assert reader.expected == [None, 15]  # it looked once more


def test_dancing_dice_read_aloud(
    photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert score(FakeReader(*tango(), *RED, *BLUE, *PURI), "dancing-dice", photo) == 0
    out = capsys.readouterr().out
    for line in (
        "Verde, con un Rock",
        "Primo ballo: giudicati bene almeno 1 su 3 (DD-7)",
        "  verde  12 puro          giudicato bene (DD-7)",
        "  blu    Macarena impuro  perde una vivacità (DD-7)",
        "il Rock lo salva (DD-9)",
        "Lettura sicura.",
    ):
        assert line in out


def test_mia_as_json(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    reader = FakeReader(die(50, 50, value=4), die(150, 50, value=2))
    assert score(reader, "mia", photo, "--declared", "54", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == [
        "image", "dice", "score", "declared", "truth", "problems", "sure", "ms",
    ]  # fmt: skip
    assert told["dice"] == [2, 4]
    assert (told["score"], told["declared"], told["truth"]) == (42, 54, False)
    assert told["sure"]
    assert reader.expected == [2]


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (("dancing-dice", "--tango", "4,1"), "C-1"),
        (("dancing-dice", "--tango", "4,1,7"), "C-1"),
        (("dancing-dice", "--tango", "a,b,c"), "C-1"),
        (("dancing-dice", "--tango", ""), "C-1"),
        (("dancing-dice", "--centre", "5"), "x,y"),
        (("dancing-dice", "--centre", "nan,3"), "x,y"),
        (("dancing-dice", "--centre", "1,2,3"), "x,y"),
        (("dancing-dice", "--centre", "9999,3"), "1600 × 1200"),
        (("dancing-dice", "--players", "7"), "2"),
        (("mia", "--declared", "12"), "M-1"),
        (("mia", "--declared", "24"), "M-1"),
        (("mia", "--declared", "77"), "M-1"),
        (("mia", "--declared", "x"), "M-1"),
        (("mia", "--declared", "²1"), "M-1"),
    ],
)
@pytest.mark.parametrize("language", ["it", "en"])
def test_a_wrong_option_is_one_line(
    photo: str,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    rule: str,
    language: str,
) -> None:
    assert score(FakeReader(), *words, photo, "--lang", language) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert rule in line


def test_a_photo_that_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = str(tmp_path / "gone.jpg")
    assert score(FakeReader(), "mia", gone) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert gone in line
