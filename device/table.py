"""Puts a table together for an evening, runs it, and takes it apart in order."""

from __future__ import annotations

import logging
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from queue import SimpleQueue
from types import FrameType

from device.address import number_address, page_address
from device.app import App, Backlight
from device.config import Config
from device.eye import Eye
from device.flow import evening
from device.flow.core import EyeFailed
from device.flow.games import FLOWS
from device.flow.setup import PLAYER_COLOURS
from device.inbox import Inbox, Stop
from device.journal import Journal
from device.keyboard import Keyboard
from device.notify import notify
from device.page.archive import Archive
from device.page.pairing import Pairing
from device.page.server import PageServer
from device.panel import Panel
from device.parts import Outlet, Parts
from device.pictures import PictureStore
from device.ports import Camera, Display
from device.proof import Prover
from device.rule_book import load_rule_book
from device.table_reader import open_table_reader
from device.terminal import Terminal
from device.wording import LANGUAGES, Wording, load_wording

log = logging.getLogger("giudice")
MEGABYTE = 1_000_000
LOG_BYTES = 200_000


class RealClock:
    """`time.monotonic`."""

    def now_s(self) -> float:
        """As `device.ports.Clock`."""
        return time.monotonic()


@dataclass(frozen=True)
class Asked:
    """What an evening is started with.

    Attributes:
        config: Settings, those of the command line included.
        folder: Where games are kept.
        camera: To see with; None to play by hand.
        display: To show on, or None.
        game: To set up at once, or None.
        has_terminal: Whether screens are shown as text, and keys are the buttons.
    """

    config: Config
    folder: Path
    camera: Camera | None
    display: Display | None = None
    game: str | None = None
    has_terminal: bool = True


def run_table(asked: Asked) -> None:
    """Play an evening, until SIGINT or SIGTERM.

    Raises:
        JournalLockedError: Another one keeps its games in the folder.
        PageError: The page cannot be served.
    """
    inbox: Inbox = SimpleQueue()
    _stop_on_signals(inbox)
    with ExitStack() as stack:
        app = open_table(asked, inbox, stack)
        notify("READY=1")
        app.run(inbox)
        notify("STOPPING=1")


def open_table(asked: Asked, inbox: Inbox, stack: ExitStack) -> App:
    """Open everything; `stack` closes it again, the last first."""
    config = asked.config
    wordings = {language: load_wording(language) for language in LANGUAGES}
    journal = Journal(asked.folder, evidence_bytes=config.table.evidence_mb * MEGABYTE)
    stack.callback(journal.close)
    _log_to(asked, stack)
    pictures = PictureStore()
    outlets: dict[str, Outlet] = {}
    if asked.display is not None:
        stack.callback(asked.display.close)
        outlets["panel"] = Panel(asked.display, wordings, pictures.get)
    pairing = Pairing(asked.folder / "phones.json")
    page = _open_page(asked, inbox, stack, pictures, pairing)
    addresses = ("", "")
    if page is not None:
        outlets["page"] = page
        addresses = _addresses(config, page.port)
    if asked.has_terminal:
        outlets["terminal"] = _open_terminal(inbox, stack, wordings, addresses)
    eye = _open_eye(asked, inbox, stack, pictures)
    parts = Parts(
        RealClock(),
        journal,
        wordings,
        eye,
        outlets,
        dim=None if asked.display is None else asked.display.dim,
        phones=None if page is None else pairing,
        address=addresses[0],
        numbers=addresses[1],
        proof=Prover(pictures),
        photo=None if eye is None else lambda photo: _offer(eye, photo),
        beat=lambda: notify("WATCHDOG=1"),
    )
    found = journal.last
    state = evening.start(
        FLOWS,
        {language: words_of(language, wordings[language]) for language in LANGUAGES},
        found=None if found is None else found.game,
        language=config.table.language,
        has_sound=config.sound.on,
        has_page=page is not None,
        game=asked.game,
    )
    if eye is None:
        state = evening.step(state, EyeFailed("none", 0.0)).state
    display = config.display
    backlight = Backlight(display.brightness, display.dim_level, display.dim_after_s)
    return App(state, parts, backlight)


def words_of(language: str, wording: Wording) -> evening.Words:
    """What the evening says by itself in a language."""
    names = {colour: wording.colour(colour).capitalize() for colour in PLAYER_COLOURS}
    return evening.words(names, load_rule_book(language))


def _open_page(
    asked: Asked,
    inbox: Inbox,
    stack: ExitStack,
    pictures: PictureStore,
    pairing: Pairing,
) -> PageServer | None:
    settings = asked.config.page
    if not settings.on:
        return None
    page = PageServer(
        inbox,
        pictures,
        pairing,
        Archive(asked.folder),
        host=settings.host,
        port=settings.port,
        names=[settings.name] if settings.name else [],
    )
    page.start()
    stack.callback(page.stop)
    return page


def _addresses(config: Config, port: int) -> tuple[str, str]:
    page = config.page
    address = page_address(page.host, port, page.name)
    return address, number_address(page.host, port)


def _open_terminal(
    inbox: Inbox,
    stack: ExitStack,
    wordings: Mapping[str, Wording],
    addresses: tuple[str, str],
) -> Terminal:
    footer = "  ".join(dict.fromkeys(filter(None, addresses)))
    terminal = Terminal(sys.stdout, wordings, footer=footer)
    if footer and not sys.stdout.isatty():
        sys.stdout.write(f"{footer}\n\n")
    if sys.stdin.isatty() and sys.stdout.isatty():
        keyboard = Keyboard(sys.stdin.fileno(), terminal, inbox)
        stack.callback(keyboard.close)
    return terminal


def _open_eye(
    asked: Asked, inbox: Inbox, stack: ExitStack, pictures: PictureStore
) -> Eye | None:
    if asked.camera is None:
        return None
    eye = Eye(asked.camera, open_table_reader, inbox.put, pictures, log.warning)
    stack.callback(eye.stop)
    eye.start()
    return eye


def _offer(eye: Eye, photo: bytes) -> None:
    eye.offer(photo)


def _log_to(asked: Asked, stack: ExitStack) -> None:
    """Log beside the games where a terminal shows screens, else to systemd."""
    handler: logging.Handler = logging.StreamHandler()
    if asked.has_terminal:
        path = asked.folder / "giudice.log"
        try:
            handler = RotatingFileHandler(
                path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
            )
        except OSError:
            handler = logging.NullHandler()
    logging.raiseExceptions = False  # a full disk must not fill the screen
    form = "%(asctime)s %(levelname)s %(message)s"
    handler.setFormatter(logging.Formatter(form))
    log.addHandler(handler)
    log.propagate = False
    stack.callback(log.removeHandler, handler)
    stack.callback(handler.close)


def _stop_on_signals(inbox: Inbox) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        inbox.put(Stop())

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
