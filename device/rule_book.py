"""The rule book: every rule as the referee applies it, in the words of players.

The words are in `texts/rules_LANGUAGE.toml`; here they become plain data, the same for
the command line and for the web page. Numbers are those that refusals name, so that a
player who reads "(M-4)" on the display finds M-4 here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

LANGUAGES = ("it", "en")
"""Languages of the book, the house's own first."""

GAMES = ("dancing-dice", "mia", "mia-senza-garanzia", "di-da-do", "sei-dadi")
"""Games by their names in a record, in the order of the book."""

COMMON, OPTIONS = "common", "options"
RULING_SIGN = "⚖"


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of the book; a rule has one or more of them, one after the other.

    Attributes:
        number: As refusals name it, such as "DD-4".
        text: One paragraph, without line breaks.
        is_ruling: A decision of the house where the printed rules leave a hole.
        games: Games it is about, by their names in a record; empty for all.
    """

    number: str
    text: str
    is_ruling: bool
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The rules of one game ("mia"), of all ("common"), or the "options".

    Attributes:
        key: "common", a game by its name in a record, or "options".
        title: Heading.
        intro: One paragraph, without line breaks.
        rules: Entries in reading order; entries of one number follow one another.
    """

    key: str
    title: str
    intro: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The whole book in one language.

    Attributes:
        language: "it" or "en".
        title: Heading of the book.
        intro: One paragraph, without line breaks; explains numbers and rulings.
        ruling: What a ruling is called; shown in words beside `RULING_SIGN`.
        contents: Heading of the list of games.
        sections: The common rules, the games as in `GAMES`, then the options.
    """

    language: str
    title: str
    intro: str
    ruling: str
    contents: str
    sections: tuple[Section, ...]

    def for_game(self, game: str) -> tuple[Section, ...]:
        """Return the sections that a table playing `game` needs, in reading order.

        Raises:
            ValueError: There is no such game.
        """
        if game not in GAMES:
            raise ValueError(f"no game {game!r}; the games are {', '.join(GAMES)}")
        wanted = (s for s in self.sections if s.key in (COMMON, game, OPTIONS))
        cut = (replace(s, rules=_about(game, s.rules)) for s in wanted)
        return tuple(section for section in cut if section.rules)


def load_rule_book(language: str = "it") -> RuleBook:
    """Read the book of one language from the texts in the package.

    Raises:
        ValueError: There is no book in that language.
    """
    if language not in LANGUAGES:
        raise ValueError(f"no rules in {language!r}; there are {', '.join(LANGUAGES)}")
    texts = files("device") / "texts" / f"rules_{language}.toml"
    return parse_rule_book(texts.read_text(encoding="utf-8"))


def parse_rule_book(text: str) -> RuleBook:
    """Read a book from the text of its file.

    Raises:
        ValueError: It is no TOML (`tomllib.TOMLDecodeError`).
        KeyError: An entry lacks a key.
    """
    book = tomllib.loads(text)
    return RuleBook(
        language=book["language"],
        title=book["title"],
        intro=_paragraph(book["intro"]),
        ruling=book["ruling"],
        contents=book["contents"],
        sections=tuple(_section(table, book["rule"]) for table in book["section"]),
    )


def _section(table: Mapping[str, Any], rules: Sequence[Mapping[str, Any]]) -> Section:
    key = table["key"]
    entries = (_rule(rule) for rule in rules if key in rule["sections"])
    return Section(key, table["title"], _paragraph(table["intro"]), tuple(entries))


def _rule(table: Mapping[str, Any]) -> Rule:
    games = tuple(table.get("games", (s for s in table["sections"] if s in GAMES)))
    is_ruling = table.get("ruling", False)
    return Rule(table["number"], _paragraph(table["text"]), is_ruling, games)


def _about(game: str, rules: Sequence[Rule]) -> tuple[Rule, ...]:
    return tuple(rule for rule in rules if not rule.games or game in rule.games)


def _paragraph(text: str) -> str:
    """Join lines broken for the file; each way of showing breaks them anew."""
    return " ".join(text.split())
