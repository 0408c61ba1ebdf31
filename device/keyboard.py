"""The keyboard as the four buttons: a b x y, capitals hold; digits pick from a menu.

Where a screen takes a line of text, Enter begins it and ends it. The keys are read on a
thread of their own and only put into the inbox, with the serial of the screen that the
terminal showed: a press for a screen that has gone by is dropped there.
"""

from __future__ import annotations

import codecs
import os
import select
import termios
import threading
import tty
from dataclasses import dataclass

from device.flow.screen import Button, Menu
from device.inbox import Inbox, Item, Pick, Push
from device.inbox import Text as Line
from device.page.live import Live
from device.terminal import Terminal

ENTER, ERASE, ESCAPE = ("\r", "\n"), ("\x7f", "\b"), "\x1b"
LONGEST_LINE = 40
POLL_S = 0.5


@dataclass
class Keys:
    """What keys mean; `line` is being typed, None while none is."""

    line: str | None = None

    def press(self, key: str, live: Live) -> Item | None:
        """What a key puts into the inbox, if anything."""
        if self.line is not None:
            return self._type(key, live)
        if live.screen.takes_text and key in ENTER:
            self.line = ""
            return None
        if key.upper() in Button.__members__:
            return Push(Button(key.upper()), key.isupper(), live.serial)
        if key.isascii() and key.isdigit() and key != "0":
            return self._pick(int(key) - 1, live)
        return None

    def _type(self, key: str, live: Live) -> Item | None:
        assert self.line is not None
        line = self.line
        if key in ENTER:
            self.line = None
            return Line(line, live.serial)
        if key == ESCAPE or not live.screen.takes_text:
            self.line = None
        elif key in ERASE:
            self.line = line[:-1]
        elif key.isprintable():
            self.line = (line + key)[:LONGEST_LINE]
        return None

    @staticmethod
    def _pick(number: int, live: Live) -> Item | None:
        menus = [block for block in live.screen.blocks if isinstance(block, Menu)]
        if menus and number < len(menus[0].items):
            return Pick(menus[0].items[number].id, live.serial)
        return None


class Keyboard:
    """Reads keys from a terminal until closed, and puts it back as it was."""

    def __init__(self, file: int, terminal: Terminal, inbox: Inbox) -> None:
        """Begin to read.

        Args:
            file: Descriptor of a terminal.
            terminal: Shows the screens that the keys are for.
            inbox: Where presses go.
        """
        self._file = file
        self._terminal = terminal
        self._inbox = inbox
        self._is_closed = threading.Event()
        self._before = termios.tcgetattr(file)
        tty.setcbreak(file)
        self._thread = threading.Thread(target=self._run, name="keyboard", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop, and give the terminal back."""
        self._is_closed.set()
        termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)
        self._thread.join(POLL_S * 2)

    def _run(self) -> None:
        keys = Keys()
        decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        while not self._is_closed.is_set():
            if not select.select([self._file], [], [], POLL_S)[0]:
                continue
            read = os.read(self._file, 64)
            if not read:
                return
            for key in decoder.decode(read):
                self._press(keys, key)

    def _press(self, keys: Keys, key: str) -> None:
        live = self._terminal.live
        if live is None:
            return
        was_typing = keys.line
        item = keys.press(key, live)
        if keys.line != was_typing:
            self._terminal.type(keys.line)
        if item is not None:
            self._inbox.put(item)
