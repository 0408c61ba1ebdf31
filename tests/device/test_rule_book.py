"""The rule book: complete, the same in both languages, and readable everywhere."""

import argparse
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.commands import rules as rules_command
from device.rule_book import (
    GAMES,
    LANGUAGES,
    RULING_SIGN,
    Rule,
    RuleBook,
    load_rule_book,
    parse_rule_book,
)
from rules.balli import NAMES
from rules.mia_scores import LADDERS
from rules.setups import GAMES as SETUPS

# Every rule there is, and which of them hold a ruling of the house. A number that
# is missing here or in the book is a rule that no player could look up.
NUMBERS = {
    "C": range(1, 7),
    "DD": range(1, 16),
    "M": range(1, 14),
    "D": range(1, 19),
    "S": range(1, 9),
    "H": range(1, 6),
}
ALL = {f"{letters}-{n}" for letters, numbers in NUMBERS.items() for n in numbers}
RULINGS = {
    *("DD-11", "DD-13", "DD-14"),
    *("M-2", "M-4", "M-8", "M-9", "M-10", "M-11", "M-12"),
    *("D-1", "D-2", "D-6", "D-7", "D-10", "D-13", "D-15", "D-17", "D-18"),
    "S-5",
}
WITH_GUARANTEE_ONLY = {"M-5", "M-7", "M-8", "M-9"}
WITHOUT_GUARANTEE_ONLY = {"M-10", "M-11"}
OPTIONS = {
    "dancing-dice": {"H-4", "H-5"},
    "mia": {"H-1", "H-2", "H-3", "H-4"},
    "mia-senza-garanzia": {"H-1", "H-2", "H-3", "H-4"},
    "di-da-do": set(),
    "sei-dadi": {"H-4"},
}
LETTERS = {
    "common": "C",
    "options": "H",
    "dancing-dice": "DD",
    "mia": "M",
    "mia-senza-garanzia": "M",
    "di-da-do": "D",
    "sei-dadi": "S",
}


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest) -> RuleBook:
    return load_rule_book(request.param)


def entries(book: RuleBook) -> Iterator[tuple[str, Rule]]:
    return ((section.key, rule) for section in book.sections for rule in section.rules)


def rules_of(book: RuleBook, key: str) -> list[Rule]:
    return [rule for section, rule in entries(book) if section == key]


def numbers_of(book: RuleBook, key: str) -> list[str]:
    """Numbers in the order of the section, each once."""
    return list(dict.fromkeys(rule.number for rule in rules_of(book, key)))


def test_has_every_rule_and_no_other(book: RuleBook) -> None:
    assert {rule.number for _, rule in entries(book)} == ALL


def test_marks_every_ruling_and_no_other(book: RuleBook) -> None:
    assert {rule.number for _, rule in entries(book) if rule.is_ruling} == RULINGS


@pytest.mark.parametrize("key", ["common", *GAMES, "options"])
def test_numbers_are_complete_and_in_order(book: RuleBook, key: str) -> None:
    letters = LETTERS[key]
    left_out = {
        "mia": WITHOUT_GUARANTEE_ONLY,
        "mia-senza-garanzia": WITH_GUARANTEE_ONLY,
    }.get(key, set())
    wanted = [f"{letters}-{n}" for n in NUMBERS[letters]]
    assert numbers_of(book, key) == [n for n in wanted if n not in left_out]


def test_entries_of_one_number_are_together(book: RuleBook) -> None:
    for key in ("common", *GAMES):
        given = [rule.number for rule in rules_of(book, key)]
        assert given == sorted(given, key=numbers_of(book, key).index)


@pytest.mark.parametrize(
    ("game", "left_out"),
    [
        ("mia", WITHOUT_GUARANTEE_ONLY),
        ("mia-senza-garanzia", WITH_GUARANTEE_ONLY),
    ],
)
def test_no_entry_sends_a_reader_to_a_rule_its_game_lacks(
    book: RuleBook, game: str, left_out: set[str]
) -> None:
    for rule in rules_of(book, game):
        assert not left_out & set(re.findall(r"M-\d+", rule.text)), rule


def test_without_guarantee_speaks_of_no_guarantee_but_to_exclude_it() -> None:
    for language, word in (("it", "garan"), ("en", "guarantee")):
        given = rules_of(load_rule_book(language), "mia-senza-garanzia")
        assert {rule.number for rule in given if word in rule.text.lower()} == {"M-10"}


def test_both_languages_have_the_same_entries() -> None:
    italian, english = (list(entries(load_rule_book(lang))) for lang in LANGUAGES)

    def keys(given: list[tuple[str, Rule]]) -> list[object]:
        return [(key, r.number, r.is_ruling, r.games) for key, r in given]

    assert keys(italian) == keys(english)


def test_both_languages_name_the_same_figures() -> None:
    italian, english = (list(entries(load_rule_book(lang))) for lang in LANGUAGES)
    for (_, ours), (_, theirs) in zip(italian, english, strict=True):
        figures = [sorted(re.findall(r"\d+", rule.text)) for rule in (ours, theirs)]
        assert figures[0] == figures[1], ours.number


def test_the_languages_differ() -> None:
    italian, english = (load_rule_book(lang) for lang in LANGUAGES)
    assert italian.language == "it"
    assert english.language == "en"
    for (_, ours), (_, theirs) in zip(entries(italian), entries(english), strict=True):
        assert ours.text != theirs.text, ours.number


def test_texts_are_whole_paragraphs(book: RuleBook) -> None:
    for _, rule in entries(book):
        assert rule.text == " ".join(rule.text.split())
        assert rule.text.endswith((".", "!", "?")), rule.number


@pytest.mark.parametrize("game", GAMES)
def test_a_game_shows_the_common_rules_its_own_and_its_options(
    book: RuleBook, game: str
) -> None:
    common, own, *options = book.for_game(game)

    assert (common.key, own.key) == ("common", game)
    assert {rule.number for s in options for rule in s.rules} == OPTIONS[game]


def test_the_games_are_the_referees() -> None:
    assert tuple(SETUPS) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_is_told(book: RuleBook, game: str) -> None:
    told = " ".join(rule.text for s in book.for_game(game) for rule in s.rules)

    assert {key for key in SETUPS[game].options if key not in told} <= {"first"}


def text_of(book: RuleBook, game: str, number: str) -> str:
    return " ".join(r.text for r in rules_of(book, game) if r.number == number)


@pytest.mark.parametrize("game", ["mia", "mia-senza-garanzia"])
def test_m_1_lists_the_scores_as_the_referee_ranks_them(
    book: RuleBook, game: str
) -> None:
    scores = [int(n) for n in re.findall(r"\b\d\d\b", text_of(book, game, "M-1"))]

    assert tuple(scores[:21]) == LADDERS[11]


def test_dd_5_names_the_dances_as_the_referee_ranks_them(book: RuleBook) -> None:
    text = text_of(book, "dancing-dice", "DD-5")
    names = [NAMES[figure] for figure in sorted(NAMES, reverse=True)]

    assert [text.index(name) for name in names] == sorted(map(text.index, names))


def test_unknown_game_and_language() -> None:
    with pytest.raises(ValueError, match=r"no game 'go'; the games are dancing-dice, "):
        load_rule_book().for_game("go")
    with pytest.raises(ValueError, match=r"no rules in 'fr'; there are it, en"):
        load_rule_book("fr")


OPTION = """
language = "en"
title = "T"
intro = "I"
ruling = "R"
contents = "C"
[[section]]
key = "common"
title = "S"
intro = ""
[[section]]
key = "options"
title = "O"
intro = ""
[[rule]]
sections = ["common"]
number = "C-1"
text = '''
one
two'''
[[rule]]
sections = ["options"]
number = "H-1"
games = ["mia"]
text = "words"
"""


def test_options_are_only_for_their_games() -> None:
    book = parse_rule_book(OPTION)

    assert book.sections[0].rules == (Rule("C-1", "one two", False, ()),)
    assert book.sections[1].rules == (Rule("H-1", "words", False, ("mia",)),)
    assert [s.key for s in book.for_game("mia")] == ["common", "options"]
    assert [s.key for s in book.for_game("sei-dadi")] == ["common"]


# --- giudice rules ------------------------------------------------------------------


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    parser = argparse.ArgumentParser()
    rules_command.add_arguments(parser)
    status = rules_command.run(parser.parse_args(words))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr(sys, "__stdout__", io.StringIO())


def test_prints_italian_unless_asked(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = printed(capsys, "sei-dadi")

    assert (status, err) == (0, "")
    assert "S-5    L'attacco: si tirano sei dadi" in out
    assert f"       {RULING_SIGN} Decisione della casa. L'attacco finisce" in out
    assert "DD-1" not in out
    assert "M-1" not in out


def test_prints_english(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = printed(capsys, "mia", "--lang", "en")

    assert "M-7    An accusation costs its loser 1 life." in out
    assert f"{RULING_SIGN} House ruling. The round then ends" in out
    assert "M-10" not in out


def test_prints_the_whole_book_with_its_contents(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = printed(capsys)

    assert "  - Di-Da-Do: giudice rules di-da-do\n" in out
    for number in ALL:
        assert re.search(rf"^{number} ", out, re.MULTILINE), number


def test_every_ruling_is_marked_by_sign_and_word(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = printed(capsys, "--lang", "en")

    given = sum(rule.is_ruling for _, rule in entries(load_rule_book("en")))
    assert out.count(f"{RULING_SIGN} House ruling. ") == given


@pytest.mark.parametrize(
    ("columns", "widest"),
    [
        pytest.param(None, 80, id="piped: 80"),
        pytest.param("60", 60, id="as wide as the terminal"),
        pytest.param("300", 100, id="no wider than a reader likes"),
        pytest.param("7", 40, id="no narrower than words are"),
    ],
)
def test_wraps(
    columns: str | None,
    widest: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if columns is not None:
        monkeypatch.setenv("COLUMNS", columns)

    _, out, _ = printed(capsys)

    assert widest - 5 <= max(map(len, out.splitlines())) <= widest


def test_unknown_game_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = printed(capsys, "scopa")

    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "no game 'scopa'; the games are dancing-dice, mia," in err


def test_is_utf8_whatever_the_locale() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "device", "rules", "mia"],
        env={"PYTHONIOENCODING": "latin-1", "PATH": ""},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
    )
    assert RULING_SIGN in done.stdout.decode("utf-8")
    assert done.stderr == b""
