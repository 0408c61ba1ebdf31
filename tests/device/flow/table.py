"""A table for flow tests: dice that were seen, presses, and screens as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Protocol

from device.flow.core import (
    Deed,
    Event,
    EyeBack,
    EyeFailed,
    Picked,
    Pressed,
    Reply,
    Seen,
    Stage,
    Tick,
    Watched,
    Wish,
)
from device.flow.screen import (
    Big,
    Button,
    DiceLine,
    Menu,
    Note,
    Picture,
    Players,
    Say,
    Screen,
    Text,
)
from device.wording import load_wording
from rules.core import Step
from rules.records import parse_action
from rules.referee import Game, begin, play
from rules.setups import Seat, Setup
from rules.writing import format_action
from vision.readings import DieReading, TableReading

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
SIZE = (1200, 900)
EDGE = 40.0
WORDINGS = [load_wording(language) for language in ("it", "en")]


class Flow(Protocol):
    """A flow module."""

    def start(self, game: Game, now_s: float) -> Any: ...
    def step(self, state: Any, event: Event) -> Reply[Any]: ...
    def screen(self, state: Any) -> Screen: ...
    def wish(self, state: Any) -> Wish: ...


def new_game(name: str, players: int = 3, **options: int | str) -> Game:
    named = {key.replace("_", "-"): value for key, value in options.items()}
    return begin(Setup(name, tuple(Seat(n) for n in NAMES[:players]), named))


def die(
    value: int,
    at: tuple[float, float] = (100, 100),
    *,
    sure: bool = True,
    others: tuple[int, ...] = (),
) -> DieReading:
    x, y = at
    h = EDGE / 2
    corners = ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h))
    confidence = 0.99 if sure else 0.6
    return DieReading(
        value, confidence, sure, at, corners, "white", "black", "plain", 1.0, others
    )


def reading(values: Iterable[int], y: float = 200.0, x: float = 100.0) -> TableReading:
    """Dice in a line, 80 pixels apart."""
    dice = tuple(die(value, (x + 80 * i, y)) for i, value in enumerate(values))
    return TableReading(dice)


def seen(
    values: Iterable[int] | TableReading, y: float = 200.0, *, touched: bool = False
) -> Seen:
    told = values if isinstance(values, TableReading) else reading(values, y)
    return Seen(told, 7, 0.0, SIZE, touched)


class Table:
    """Drives a flow as the app does: every deed is kept, and must be legal."""

    def __init__(self, flow: Flow, game: Game) -> None:
        self.flow = flow
        self.recorded = game
        self.state = flow.start(game, 0.0)
        self.deeds: list[Deed] = []
        self.sounds: list[Any] = []
        self.presses = 0

    def send(self, *events: Event) -> Table:
        for event in events:
            reply = self.flow.step(self.state, event)
            self.state = reply.state
            self.sounds = list(reply.sounds)
            for deed in reply.deeds:
                self._record(deed)
            assert self.state.game.state == self.recorded.state
            told(self.screen)
        return self

    def _record(self, deed: Deed) -> None:
        """The line of the record reads back as the same action, and is accepted."""
        setup = self.recorded.setup
        notes = {} if deed.seen is None else {"seen": deed.seen}
        line = format_action(deed.action, setup, notes)
        answer = play(self.recorded, parse_action(line, setup))
        assert isinstance(answer, Step), answer
        self.recorded = answer.state
        self.deeds.append(deed)

    def press(self, keys: str) -> Table:
        """Buttons in a row; a small letter is held: `A B y`."""
        for key in keys.split():
            self.presses += 1
            self.send(Pressed(Button(key.upper()), 0.0, is_held=key.islower()))
        return self

    def pick(self, *ids: str) -> Table:
        return self.send(*(Picked(id, 0.0) for id in ids))

    def see_twice(
        self, values: Iterable[int] | TableReading, y: float = 200.0
    ) -> Table:
        """As the eye does where another number of dice is then expected."""
        return self.see(values, y).see(values, y)

    def see(
        self, values: Iterable[int] | TableReading, y: float = 200.0, **how: bool
    ) -> Table:
        return self.send(seen(values, y, **how))

    @property
    def screen(self) -> Screen:
        return self.flow.screen(self.state)

    @property
    def wish(self) -> Wish:
        return self.flow.wish(self.state)

    @property
    def text(self) -> str:
        return told(self.screen)

    @property
    def last(self) -> Any:
        return self.deeds[-1].action


def told(screen: Screen) -> str:
    """A screen as text in Italian; every text must be there in both languages."""
    italian, _ = (_told(screen, wording) for wording in WORDINGS)
    return italian


def _told(screen: Screen, wording: Any) -> str:
    def tell(text: Text) -> str:
        return str(wording.tell(text))

    lines = [f"[{screen.name}] {tell(screen.title)}  ({screen.mood.value})"]
    for block in screen.blocks:
        lines += _block(block, tell)
    for button, labels in screen.buttons.items():
        short = tell(labels.press), tell(labels.hold)
        assert max(map(len, short)) <= 12, short
        hold = f" (tieni: {short[1]})" if short[1] else ""
        lines.append(f"    {button.value}: {short[0]}{hold}")
    return "\n".join(lines)


def _block(block: Any, tell: Any) -> list[str]:
    match block:
        case Big(text, tone):
            return [f"  ## {tell(text)} <{tone.value}>"]
        case Note(text, tone):
            return [f"  {tell(text)} <{tone.value}>"]
        case Menu(items, at):
            assert 0 <= at < len(items)
            return [
                f"  {'>' if i == at else ' '} {tell(item.text)}  {tell(item.note)}"
                for i, item in enumerate(items)
            ]
        case Players(rows):
            return [
                f"  {'*' if row.is_turn else ' '}{row.sign.letter} {row.name} "
                f"{row.left} {tell(row.note)}{' OUT' if row.is_out else ''}"
                for row in rows
            ]
        case DiceLine(dice, sign, text, at):
            assert at is None or 0 <= at < len(dice)
            shown = " ".join(_die(i == at, d) for i, d in enumerate(dice))
            owner = f"{sign.letter}: " if sign else ""
            return [f"  {owner}{shown}  {tell(text)}"]
        case Picture(shot, marks, focus):
            return [f"  picture {shot}, {len(marks)} marks, focus {focus}"]
    return [f"  {block}"]


def _die(is_at: bool, shown: Any) -> str:
    value = "?" if shown.value is None else str(shown.value)
    held = f"[{value}]" if shown.is_held else value
    return f">{held}<" if is_at else held


def has_text(screen: Screen, key: str) -> bool:
    """Whether a text with this key is anywhere on the screen."""
    return key in repr(screen)


def texts(screen: Screen) -> list[str]:
    """The keys of all texts on a screen."""
    found: list[str] = []

    def walk(value: object) -> None:
        if isinstance(value, Say):
            found.append(value.key)
            for _, inner in value.values:
                walk(inner)
        elif isinstance(value, Sequence) and not isinstance(value, str):
            for each in value:
                walk(each)
        elif hasattr(value, "__dataclass_fields__"):
            for name in value.__dataclass_fields__:
                walk(getattr(value, name))

    walk(screen)
    return found


# --- random evenings -------------------------------------------------------------

KEYS = [Pressed(button, 0.0, is_held) for button in Button for is_held in (False, True)]


def ids(screen: Screen) -> list[str]:
    """All that the page could pick."""
    found = [item.id for b in screen.blocks if isinstance(b, Menu) for item in b.items]
    for block in screen.blocks:
        if isinstance(block, DiceLine):
            found += [d.id for d in block.dice if d.id]
        if isinstance(block, Picture):
            found += [mark.id for mark in block.marks if mark.id]
    return found


def random_event(draw: Random, table: Table, counts: Sequence[int]) -> Event:
    """Presses mostly; picks, dice of any sort, and a camera that comes and goes.

    Args:
        draw: Decides.
        table: Whose screen is picked from.
        counts: How many dice may be seen.
    """
    kind = draw.random()
    if kind < 0.5:
        return draw.choice(KEYS)
    if kind < 0.65:
        return Picked(draw.choice([*ids(table.screen), "nothing"]), 0.0)
    if kind < 0.9:
        return Seen(_random_dice(draw, counts), 7, 0.0, SIZE, draw.random() < 0.2)
    rare: list[Event] = [
        EyeFailed("stalled", 0.0),
        EyeBack(0.0),
        Tick(0.0),
        *(Watched(stage, 0.0) for stage in Stage),
    ]
    return draw.choice(rare)


def _random_dice(draw: Random, counts: Sequence[int]) -> TableReading:
    count = draw.choice([*counts, *counts, draw.randint(0, 8)])
    return TableReading(
        tuple(
            die(
                draw.randint(1, 6),
                (60.0 + 60 * i, draw.choice((200.0, 400.0))),
                sure=draw.random() < 0.8,
                others=(draw.randint(1, 6),),
            )
            for i in range(count)
        )
    )
