"""Print the rules as the referee applies them, with their numbers and rulings."""

from __future__ import annotations

import argparse
import io
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence

from device.cli import FAILED, print_error
from device.rule_book import (
    COMMON,
    GAMES,
    LANGUAGES,
    OPTIONS,
    RULING_SIGN,
    Rule,
    RuleBook,
    Section,
    load_rule_book,
)

#: Width in columns: where output is no terminal, and the bounds a reader is happy with.
PIPED, NARROWEST, WIDEST = 80, 40, 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add GAME and --lang."""
    games = ", ".join(GAMES)
    parser.add_argument("game", metavar="GAME", nargs="?", help=f"{games}; or all")
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=LANGUAGES[0],
        help="language of the rules (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Print the whole book, or what concerns one game."""
    book = load_rule_book(args.lang)
    try:
        sections = book.for_game(args.game) if args.game else book.sections
    except ValueError as error:
        print_error(str(error))
        return FAILED
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # whatever the locale says
    for line in lines(book, sections, columns()):
        print(line)
    return 0


def columns() -> int:
    """Width to write in: the terminal's, within bounds; 80 where there is none."""
    width = shutil.get_terminal_size((PIPED, 24)).columns
    return min(max(width, NARROWEST), WIDEST)


def lines(book: RuleBook, sections: Sequence[Section], width: int) -> Iterator[str]:
    """Lay sections out as lines of at most `width` columns."""
    yield from _heading(book.title, "=", width)
    yield from textwrap.wrap(book.intro, width)
    if len(sections) == len(book.sections):
        yield from _contents(book, width)
    for section in sections:
        yield from _section(book, section, width)


def _heading(title: str, underline: str, width: int) -> Iterator[str]:
    wrapped = textwrap.wrap(title, width)
    yield from wrapped
    yield underline * max(map(len, wrapped))


def _contents(book: RuleBook, width: int) -> Iterator[str]:
    """List the games, each with the words that print it alone."""
    yield ""
    yield f"{book.contents}:"
    for section in book.sections:
        if section.key not in (COMMON, OPTIONS):
            line = f"{section.title}: giudice rules {section.key}"
            yield from _hanging("  - ", line, width)


def _section(book: RuleBook, section: Section, width: int) -> Iterator[str]:
    yield ""
    yield ""
    yield from _heading(section.title, "-", width)
    yield from textwrap.wrap(section.intro, width)
    before = ""
    for rule in section.rules:
        yield ""
        yield from _rule(book, rule, rule.number != before, width)
        before = rule.number


def _rule(book: RuleBook, rule: Rule, shows_number: bool, width: int) -> Iterator[str]:
    """One entry; a number is shown by the first entry that has it."""
    number = rule.number if shows_number else ""
    mark = f"{RULING_SIGN} {book.ruling}. " if rule.is_ruling else ""
    yield from _hanging(f"{number:<6} ", mark + rule.text, width)


def _hanging(lead: str, text: str, width: int) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=lead,
        subsequent_indent=" " * min(len(lead), 7),
        break_on_hyphens=False,
    )
