"""Screens as text: in a terminal in place, elsewhere one after the other."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from threading import Lock
from typing import TextIO

import segno

from device.flow.screen import (
    Big,
    Block,
    Button,
    Countdown,
    DiceLine,
    LadderShown,
    Menu,
    Mood,
    Note,
    PairingCode,
    Picture,
    Players,
    Row,
    Screen,
    ShownDie,
    Sign,
    Tone,
)
from device.page.live import Live
from device.wording import Wording

WIDTH = 64
CLEAR = "\x1b[H\x1b[2J"
BOLD, PLAIN = "\x1b[1m", "\x1b[0m"
#: What goes by while nobody has to do anything is not kept on paper.
PASSING = (Mood.HAND, Mood.READING)
#: A tone is told by a sign of its own.
TONES = {Tone.PLAIN: "", Tone.GOOD: "✓ ", Tone.BAD: "✗ ", Tone.ASK: "? "}
MOODS = {
    "choose": "▸",
    "waiting": "…",
    "hand": "☞",
    "reading": "◔",
    "read": "✓",
    "asking": "?",
    "shut": "●",
    "stuck": "!",
    "done": "★",
}


class Terminal:
    """Shows the moment in a terminal, redrawn only when something changed."""

    def __init__(
        self,
        stream: TextIO,
        wordings: Mapping[str, Wording],
        *,
        is_live: bool | None = None,
        footer: str = "",
    ) -> None:
        """Show on `stream`.

        Args:
            stream: Such as `sys.stdout`.
            wordings: By language.
            is_live: Redraw in place; asked of the stream where None.
            footer: Last line, such as the address of the page.
        """
        self._stream = stream
        self._wordings = wordings
        self._is_live = stream.isatty() if is_live is None else is_live
        self._footer = footer
        self._lock = Lock()
        self._last: list[str] = []
        self._typed: str | None = None
        self.live: Live | None = None

    def publish(self, live: Live) -> None:
        """Show a moment."""
        with self._lock:
            self.live = live
            if self._is_live or live.screen.mood not in PASSING:
                self._draw()

    def type(self, text: str | None) -> None:
        """Show what is being typed; None when nothing is."""
        with self._lock:
            self._typed = text
            self._draw()

    def _draw(self) -> None:
        assert self.live is not None  # drawn after the first moment
        wording = self._wordings[self.live.language]
        width = min(WIDTH, shutil.get_terminal_size().columns) if self._is_live else 0
        lines = list(screen_lines(self.live, wording, width or WIDTH))
        if self._is_live:
            lines += self._prompt(wording)
        if lines == self._last:
            return
        self._last = lines
        if self._is_live:
            head = CLEAR + BOLD + lines[0] + PLAIN
            self._stream.write("\r\n".join([head, *lines[1:], ""]))
        else:
            self._stream.write("\n".join([*lines, "", ""]))
        self._stream.flush()

    def _prompt(self, wording: Wording) -> list[str]:
        assert self.live is not None
        if self._typed is not None:
            return ["", f"{wording.say('terminal.name')} {self._typed}_"]
        hint = "terminal.keys_text" if self.live.screen.takes_text else "terminal.keys"
        return ["", wording.say(hint), *([self._footer] if self._footer else [])]


def screen_lines(live: Live, wording: Wording, width: int = WIDTH) -> Iterator[str]:
    """A moment as lines of text."""
    screen = live.screen
    tell = wording.tell
    yield f"{MOODS[screen.mood.value]} {tell(screen.title)}"
    yield "─" * width
    if live.trouble:
        yield from _wrapped(f"! {tell(live.trouble)}", width)
    for block in screen.blocks:
        yield from _block(block, wording, width)
    yield "─" * width
    yield from _buttons(screen, wording)


def _buttons(screen: Screen, wording: Wording) -> Iterator[str]:
    for button in Button:
        labels = screen.buttons.get(button)
        if labels is None or not (labels.press or labels.hold):
            continue
        press, hold = wording.tell(labels.press), wording.tell(labels.hold)
        held = wording.say("terminal.hold", {"what": hold}) if hold else ""
        yield f"[{button.value}] {press:14}{held}".rstrip()


def _block(block: Block, wording: Wording, width: int) -> Iterable[str]:
    tell = wording.tell
    match block:
        case Note(text, tone):
            return _wrapped(TONES[tone] + tell(text), width)
        case Big(text, tone):
            return _wrapped(f"{TONES[tone]}{tell(text).upper()}", width)
        case Players(rows):
            return [_row(row, wording) for row in rows]
        case Menu():
            return _menu(block, wording)
        case DiceLine():
            return [_dice(block, wording)]
        case Picture():
            return _picture(block, wording, width)
        case LadderShown():
            return _ladder(block, wording)
        case Countdown(left_s):
            return [wording.say("terminal.left", {"left": round(left_s)})]
        case PairingCode():
            return _pairing(block)


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width) or [""]


def sign_text(sign: Sign | None, wording: Wording) -> str:
    """A player's letter, with the colour in words."""
    if sign is None:
        return ""
    if sign.colour is None:
        return f"({sign.letter})"
    return f"({sign.letter} {wording.colour(sign.colour)})"


def _row(row: Row, wording: Wording) -> str:
    mark = ">" if row.is_turn else "x" if row.is_out else " "
    note = TONES[row.tone] + wording.tell(row.note) if row.note else ""
    sign = sign_text(row.sign, wording)
    return f"{mark} {sign} {row.name:12} {row.left:>3}  {note}".rstrip()


def _menu(menu: Menu, wording: Wording) -> Iterator[str]:
    for number, item in enumerate(menu.items, start=1):
        mark = ">" if number - 1 == menu.at else " "
        key = f"{number})" if number <= 9 else "  "
        note = wording.tell(item.note)
        yield f"{mark}{key} {wording.tell(item.text):40} {note}".rstrip()


def _dice(line: DiceLine, wording: Wording) -> str:
    dice = [_die(die, at == line.at) for at, die in enumerate(line.dice)]
    sign = sign_text(line.sign, wording)
    text = TONES[line.tone] + wording.tell(line.text) if line.text else ""
    return "  ".join(part for part in (sign, " ".join(dice), text) if part)


def _die(die: ShownDie, is_at: bool) -> str:
    """White dice in [ ], coloured ones in { }; `?` unsure, `*` held, `>` cursor."""
    left, right = ("[", "]") if die.body == "white" else ("{", "}")
    value = "·" if die.value is None else str(die.value)
    held = "*" if die.is_held else ""
    mark = ">" if is_at else ""
    return f"{mark}{left}{value}{_doubt(die.is_sure)}{right}{held}"


def _picture(picture: Picture, wording: Wording, width: int) -> Iterator[str]:
    """What was read in it, player by player; the die in focus with a cursor."""
    told = "terminal.picture" if picture.shot is not None else "terminal.no_picture"
    yield wording.say(told, {"shot": picture.shot})
    owners = dict.fromkeys(mark.sign for mark in picture.marks)
    for owner in owners:
        dice = " ".join(
            f"{'>' if at == picture.focus else ''}{mark.label}{_doubt(mark.is_sure)}"
            for at, mark in enumerate(picture.marks)
            if mark.sign == owner and mark.label
        )
        if dice:
            yield from _wrapped(f"{sign_text(owner, wording)} {dice}".strip(), width)


def _doubt(is_sure: bool) -> str:
    return "" if is_sure else "?"


def _ladder(ladder: LadderShown, wording: Wording) -> Iterator[str]:
    for rung in ladder.rungs:
        mark = "✓" if rung.is_well else " "
        signs = " ".join(sign_text(sign, wording) for sign in rung.signs)
        yield f"{mark} {wording.tell(rung.rank):26} {signs}".rstrip()


def _pairing(code: PairingCode) -> Iterator[str]:
    """The square in half blocks, dark on light, so that any terminal shows it."""
    rows = [list(row) for row in segno.make(code.link, micro=False).matrix_iter()]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    glyphs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        pairs = zip(upper, lower, strict=True)
        yield "".join(glyphs[bool(a), bool(b)] for a, b in pairs)
    yield code.text
    yield code.link
