"""The menu of the evening, over whatever is going on: hold X.

It shows the rules page by page and asks for what changes the evening; what that is,
it hands to `evening` as a `Do`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from textwrap import wrap
from typing import TypeAlias

from device.flow import menus, undoing
from device.flow.core import Event, Pressed
from device.flow.screen import (
    Big,
    Button,
    Item,
    Labels,
    Menu,
    Mood,
    Note,
    PairingCode,
    Screen,
    Tone,
    say,
)
from device.rule_book import RULING_SIGN, RuleBook
from rules.referee import Game

#: Letters of a rule that fit on the small display.
PAGE = 190


class Do(StrEnum):
    """What the menu asks of the evening."""

    CLOSE = "close"
    UNDO = "undo"
    LANGUAGE = "language"
    SOUND = "sound"
    DIMMING = "dimming"
    LEAVE = "leave"
    NEW_CODE = "new_code"
    UNPAIR = "unpair"
    TEACH = "teach"


@dataclass(frozen=True, slots=True)
class Rule:
    """One page of the rules: a heading and a few lines."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What the menu needs to know of the evening.

    Attributes:
        game: The game going on, or None.
        rules: Pages of the rules of the game going on, or being set up.
        has_sound: Whether sounds are on.
        dims: Whether the display dims when idle.
        has_page: Whether the page can be paired with.
        no_teach: Code of why dice cannot be taught now; "" where they can.
    """

    game: Game | None
    rules: tuple[Rule, ...]
    has_sound: bool
    dims: bool
    has_page: bool
    no_teach: str = ""


@dataclass(frozen=True, slots=True)
class Main:
    """The list."""

    at: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """A page of the rules."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class Undoing:
    """Whether the last action is to be taken back."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """Whether the game is to be left."""


@dataclass(frozen=True, slots=True)
class Phones:
    """The code for phones."""


@dataclass(frozen=True, slots=True)
class NoTeaching:
    """Why dice cannot be taught now."""


State: TypeAlias = Main | Rules | Undoing | Leaving | Phones | NoTeaching
Answer: TypeAlias = "State | Do"


def step(state: State, event: Event, facts: Facts) -> Answer:
    """Where a press leads; the same state where it does nothing."""
    match state:
        case Main(at):
            return _main(state, menus.choose(items(facts), at, event), facts)
        case Rules(page):
            return _turn(state, page, event, len(facts.rules))
        case Undoing():
            return _asked(state, event, Do.UNDO)
        case Leaving():
            return _asked(state, event, Do.LEAVE)
        case Phones():
            return _phones(state, event)
        case NoTeaching():
            return _told(state, event)


def screen(state: State, facts: Facts) -> Screen:
    """What is shown now."""
    match state:
        case Main(at):
            listed = Menu(items(facts), min(at, len(items(facts)) - 1))
            title = say("evening.menu")
            return Screen("menu", title, Mood.CHOOSE, (listed,), menus.BUTTONS)
        case Rules(page):
            return _rules_screen(facts.rules, page)
        case Undoing():
            assert facts.game is not None  # reached only with a game
            return undoing.screen(facts.game)
        case Leaving():
            return _leaving_screen()
        case Phones():
            return _phones_screen()
        case NoTeaching():
            return _no_teaching_screen(facts.no_teach)


def items(facts: Facts) -> tuple[Item, ...]:
    """What may be chosen now."""
    game = facts.game
    listed: list[tuple[str, bool]] = [
        ("close", True),
        ("rules", bool(facts.rules)),
        ("undo", game is not None and game.last is not None),
        ("phones", facts.has_page),
        ("teach", True),
        ("language", True),
        ("sound_off" if facts.has_sound else "sound_on", True),
        ("dimming_off" if facts.dims else "dimming_on", True),
        ("leave", game is not None),
    ]
    return tuple(Item(id, say(f"evening.{id}")) for id, is_open in listed if is_open)


def pages(book: RuleBook, game: str) -> tuple[Rule, ...]:
    """The rules of a game, cut into pages."""
    cut = [
        Rule(_heading(rule.number, rule.is_ruling, part), text)
        for section in book.for_game(game)
        for rule in section.rules
        for part, text in enumerate(_evenly(rule.text))
    ]
    own_first = [rule for rule in cut if not rule.title.startswith("C-")]
    return (*own_first, *(rule for rule in cut if rule not in own_first))


def _evenly(text: str) -> list[str]:
    """As few pages as will do, none of them nearly empty."""
    pages = wrap(text, PAGE)
    for width in range(PAGE // 2, PAGE):
        evenly = wrap(text, width)
        if len(evenly) == len(pages):
            return evenly
    return pages


def _heading(number: str, is_ruling: bool, part: int) -> str:
    sign = f" {RULING_SIGN}" if is_ruling else ""
    return f"{number}{sign}" + (" …" if part else "")


OPENS: dict[str, Callable[[], Answer]] = {
    "close": lambda: Do.CLOSE,
    "rules": Rules,
    "undo": Undoing,
    "phones": Phones,
    "language": lambda: Do.LANGUAGE,
    "sound_on": lambda: Do.SOUND,
    "sound_off": lambda: Do.SOUND,
    "dimming_on": lambda: Do.DIMMING,
    "dimming_off": lambda: Do.DIMMING,
    "teach": lambda: Do.TEACH,
    "leave": Leaving,
}


def _main(state: Main, choice: menus.Choice, facts: Facts) -> Answer:
    match choice:
        case menus.At(at):
            return replace(state, at=at)
        case menus.Took("teach") if facts.no_teach:
            return NoTeaching()
        case menus.Took(id):
            return OPENS[id]()
        case menus.Left():
            return Do.CLOSE
    return state


def _turn(state: State, page: int, event: Event, count: int) -> Answer:
    match event:
        case Pressed(Button.A | Button.B, is_held=False):
            return Rules((page + 1) % count)
        case Pressed(Button.X, is_held=False):
            return Rules((page - 1) % count)
        case Pressed(Button.Y, is_held=False):
            return Main()
    return state


def _asked(state: State, event: Event, do: Do) -> Answer:
    match event:
        case Pressed(Button.A, is_held=False):
            return do
        case Pressed(Button.B | Button.Y, is_held=False):
            return Main()
    return state


def _phones(state: State, event: Event) -> Answer:
    match event:
        case Pressed(Button.A, is_held=False):
            return Do.CLOSE
        case Pressed(Button.B, is_held=False):
            return Do.NEW_CODE
        case Pressed(Button.X, is_held=False):
            return Do.UNPAIR
        case Pressed(Button.Y, is_held=False):
            return Main()
    return state


def _told(state: State, event: Event) -> Answer:
    is_back = isinstance(event, Pressed) and not event.is_held
    return Main() if is_back else state


def _rules_screen(rules: tuple[Rule, ...], page: int) -> Screen:
    rule = rules[min(page, len(rules) - 1)]
    return Screen(
        "menu.rules",
        say("evening.rule", title=rule.title, page=page + 1, count=len(rules)),
        Mood.CHOOSE,
        (Note(rule.text),),
        {
            Button.A: Labels(say("confirm.next")),
            Button.X: Labels(say("confirm.previous")),
            Button.Y: Labels(say("menu.back")),
        },
    )


def _leaving_screen() -> Screen:
    return Screen(
        "menu.leave",
        say("evening.leave_title"),
        Mood.CHOOSE,
        (Big(say("evening.leave_ask"), Tone.ASK), Note(say("evening.leave_note"))),
        {
            Button.A: Labels(say("menu.yes")),
            Button.B: Labels(say("menu.no")),
        },
    )


def _no_teaching_screen(why: str) -> Screen:
    reason = say(f"evening.no_teach_{why}" if why else "evening.teach")
    return Screen(
        "menu.no_teach",
        say("evening.no_teach"),
        Mood.STUCK,
        (Note(reason, Tone.BAD),),
        {Button.A: Labels(say("menu.back")), Button.Y: Labels(say("menu.back"))},
    )


def _phones_screen() -> Screen:
    """The code itself is filled in by the app: it changes by itself."""
    return Screen(
        "menu.phones",
        say("evening.phones_title"),
        Mood.CHOOSE,
        (PairingCode("", ""),),
        {
            Button.A: Labels(say("confirm.finish")),
            Button.B: Labels(say("evening.new_code")),
            Button.X: Labels(say("evening.unpair")),
            Button.Y: Labels(say("menu.back")),
        },
    )
