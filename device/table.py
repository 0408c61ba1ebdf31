"""Puts a table together for an evening, runs it, and takes it apart in order."""

from __future__ import annotations

import logging
import signal
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from logging.handlers import RotatingFileHandler
from pathlib import Path
from queue import SimpleQueue
from types import FrameType

from device.address import number_address, page_address
from device.app import App, Backlight
from device.autoplay import AutoPlayer, Tempo
from device.buttons import open_buttons
from device.cameras.choose import open_camera
from device.cameras.demo import DemoCamera
from device.cameras.mounted import mounted, patch_of
from device.choices import BrokenChoicesError, ChoiceKeeper, Choices
from device.config import Config
from device.demo_table import DemoTable
from device.displays import DisplayError, PngDisplay, open_display
from device.eye import Eye, Sight
from device.flow import evening
from device.flow.core import EyeFailed, Seen
from device.flow.games import FLOWS
from device.flow.screen import Text, say
from device.flow.setup_state import PLAYER_COLOURS
from device.inbox import Inbox, Stop
from device.journal import Journal
from device.keyboard import Keyboard
from device.known import Known
from device.led import open_led
from device.notify import notify
from device.page.archive import Archive
from device.page.pairing import Pairing
from device.page.server import PageServer
from device.panel import Panel
from device.parts import Outlet, Parts
from device.pictures import PictureStore
from device.pins import PinError
from device.ports import Camera, Display, Light, Speaker
from device.proof import Prover
from device.rule_book import load_rule_book
from device.sound import open_speaker
from device.table_reader import open_table_reader
from device.teacher import Teacher
from device.terminal import Terminal
from device.wording import LANGUAGES, Wording, load_wording

log = logging.getLogger("giudice")
PNG = "png:"
#: Whether this machine has pins at all: a laptop has none, and nothing to tell of it.
HAS_PINS = any(Path("/dev").glob("gpiochip*"))
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
        game: To set up at once, or None.
        has_terminal: Whether screens are shown as text, and keys are the buttons.
        tempo: At which a program plays instead of people; None for people.
        given: What the command line says, which no choice of an earlier evening
            overrules: `lang`, `sound`.
    """

    config: Config
    folder: Path
    game: str | None = None
    has_terminal: bool = True
    tempo: Tempo | None = None
    given: frozenset[str] = frozenset()


def run_table(asked: Asked) -> bool:
    """Play an evening, until SIGINT or SIGTERM.

    Returns:
        False where a program played and did not come to the end.

    Raises:
        JournalLockedError: Another one keeps its games in the folder.
        PageError: The page cannot be served.
    """
    inbox: Inbox = SimpleQueue()
    _stop_on_signals(inbox)
    with ExitStack() as stack:
        opening = Opening(asked, inbox, stack)
        app = opening.open()
        notify(f"READY=1\nSTATUS={opening.address or 'no page'}")
        app.run(inbox)
        notify("STOPPING=1")
        return opening.player is None or opening.player.is_done


class Opening:
    """Opens one part after the other; the stack closes them again, the last first.

    Attributes:
        news: What could not be opened though it is there; the table plays without it.
        address: Of the page, as players type it; empty without one.
        player: A program that plays instead of people, or None.
    """

    def __init__(self, asked: Asked, inbox: Inbox, stack: ExitStack) -> None:
        self._asked = asked
        self._config = asked.config
        self._inbox = inbox
        self._stack = stack
        self._clock = RealClock()
        self._pictures = PictureStore()
        self._prover = Prover(self._pictures)
        self._known = Known(asked.folder, _warn)
        stack.callback(self._prover.close)
        self._wordings = {name: load_wording(name) for name in LANGUAGES}
        self._app: App | None = None
        self.address = ""
        self.news: list[Text] = []
        self.player: AutoPlayer | None = None

    def open(self) -> App:
        """Open everything that there is.

        Raises:
            JournalLockedError: Another one keeps its games in the folder.
            PageError: The page cannot be served.
        """
        config, stack = self._config, self._stack
        evidence_bytes = config.table.evidence_mb * MEGABYTE
        journal = Journal(self._asked.folder, evidence_bytes=evidence_bytes)
        stack.callback(journal.close)
        _log_to(self._asked, stack)
        settings = Choices(config.table.language, config.sound.on)
        choices = ChoiceKeeper(self._asked.folder, settings)
        pairing = Pairing(self._asked.folder / "phones.json")
        display = self._display()
        page = self._page(pairing)
        if page is not None:
            self.address = self._address(page.port)
        terminal = self._terminal(page) if self._asked.has_terminal else None
        camera = None if config.camera.source == "none" else self._camera()
        eye = None if camera is None else self._eye(camera)
        parts = Parts(
            self._clock,
            journal,
            self._wordings,
            eye,
            self._outlets(display, page, terminal, camera),
            light=self._light(),
            speaker=self._speaker(),
            dim=None if display is None else display.dim,
            phones=None if page is None else pairing,
            address=self.address,
            numbers=lambda: "" if page is None else self._numbers(page.port),
            proof=self._prover,
            photo=None if eye is None else lambda photo: _offer(eye, photo),
            wants_photos=config.camera.source == "phone",
            keep_choices=choices.keep,
            beat=lambda: notify("WATCHDOG=1"),
            teacher=Teacher(self._known, self._wordings),
        )
        self._buttons()
        chosen = self._chosen(choices, settings)
        state = self._evening(journal, chosen, has_page=page is not None)
        if eye is None:
            state = evening.step(state, EyeFailed("none", 0.0)).state
        panel = config.display
        backlight = Backlight(panel.brightness, panel.dim_level, panel.dim_after_s)
        self._app = App(state, parts, backlight, self.news)
        if self.player is not None:
            stack.callback(self.player.close)
            self.player.start()
        return self._app

    def _outlets(
        self,
        display: Display | None,
        page: PageServer | None,
        terminal: Outlet | None,
        camera: Camera | None,
    ) -> dict[str, Outlet]:
        """Who is shown every moment: people first, then those who stand in for them."""
        outlets: dict[str, Outlet] = {}
        if display is not None:
            outlets["panel"] = Panel(display, self._wordings, self._pictures.get)
        if page is not None:
            outlets["page"] = page
        if terminal is not None:
            outlets["terminal"] = terminal
        if isinstance(camera, DemoCamera):
            outlets["demo"] = DemoTable(camera, self._state)
        if self._asked.tempo is not None:
            self.player = AutoPlayer(self._inbox, self._state, self._asked.tempo)
            outlets["player"] = self.player
        return outlets

    def _state(self) -> evening.State | None:
        """The evening, once it has begun."""
        return None if self._app is None else self._app.state

    def _chosen(self, keeper: ChoiceKeeper, settings: Choices) -> Choices:
        """What the command line says, else what was chosen, else the settings."""
        try:
            kept = keeper.load()
        except (BrokenChoicesError, OSError) as error:
            self._tell("app.choices_broken", error)
            return settings
        given = self._asked.given
        return Choices(
            settings.language if "lang" in given else kept.language,
            settings.has_sound if "sound" in given else kept.has_sound,
        )

    def _evening(
        self, journal: Journal, chosen: Choices, *, has_page: bool
    ) -> evening.State:
        found = journal.last
        return evening.start(
            FLOWS,
            {name: words_of(name, wording) for name, wording in self._wordings.items()},
            found=None if found is None else found.game,
            language=chosen.language,
            has_sound=chosen.has_sound,
            has_page=has_page,
            game=self._asked.game,
        )

    # --- what is looked at ---------------------------------------------------------

    def _display(self) -> Display | None:
        kind = self._config.display.kind
        display: Display | None = None
        if kind.startswith(PNG):
            display = PngDisplay(Path(kind.removeprefix(PNG)))
        else:
            try:
                display = open_display(self._config.display)
            except DisplayError as error:
                self._tell(f"display.{error.code}", error)
        if display is not None:
            self._stack.callback(display.close)
        return display

    def _page(self, pairing: Pairing) -> PageServer | None:
        settings = self._config.page
        if not settings.on:
            return None
        page = PageServer(
            self._inbox,
            self._pictures,
            pairing,
            Archive(self._asked.folder),
            host=settings.host,
            port=settings.port,
            names=[settings.name] if settings.name else [],
        )
        page.start()
        self._stack.callback(page.stop)
        return page

    def _address(self, port: int) -> str:
        page = self._config.page
        return page_address(page.host, port, page.name)

    def _numbers(self, port: int) -> str:
        return number_address(self._config.page.host, port)

    def _terminal(self, page: PageServer | None) -> Terminal:
        numbers = "" if page is None else self._numbers(page.port)
        footer = "  ".join(dict.fromkeys(filter(None, (self.address, numbers))))
        terminal = Terminal(sys.stdout, self._wordings, footer=footer)
        if footer and not sys.stdout.isatty():
            sys.stdout.write(f"{footer}\n\n")
        is_for_people = self._asked.tempo is None
        if is_for_people and sys.stdin.isatty() and sys.stdout.isatty():
            keyboard = Keyboard(sys.stdin.fileno(), terminal, self._inbox)
            self._stack.callback(keyboard.close)
        return terminal

    # --- what sees, shines, sounds and is pressed ----------------------------------

    def _camera(self) -> Camera:
        settings = self._config.camera
        return mounted(open_camera(settings.source, log.warning), settings)

    def _eye(self, camera: Camera) -> Eye:
        grey = patch_of(self._config.camera)
        open_reader = partial(open_table_reader, self._known, grey)
        eye = Eye(camera, open_reader, self._post, self._pictures, log.warning)
        self._stack.callback(eye.stop)
        eye.start()
        return eye

    def _post(self, sight: Sight) -> None:
        """From the eye to the app; what was read may be needed as proof."""
        self._inbox.put(sight)
        if isinstance(sight, Seen):
            self._prover.prepare(sight.shot)

    def _light(self) -> Light | None:
        if not (self._config.led.on and HAS_PINS):
            return None
        try:
            led = open_led(self._config.led, self._clock)
        except PinError as error:
            self._tell(f"display.{error.code}", error)
            return None
        led.start()
        self._stack.callback(led.close)
        return led

    def _speaker(self) -> Speaker | None:
        if self._asked.tempo is not None:
            return None  # nobody sits at the table
        speaker = open_speaker(self._config.sound.voice, self._clock)
        self._stack.callback(speaker.close)
        return speaker

    def _buttons(self) -> None:
        if not (self._config.buttons.on and HAS_PINS):
            return
        try:
            buttons = open_buttons(self._config.buttons, self._inbox, self._clock)
        except PinError as error:
            self._tell(f"display.{error.code}", error)
            return
        buttons.start()
        self._stack.callback(buttons.close)

    def _tell(self, key: str, error: Exception) -> None:
        log.warning("%s", error)
        self.news.append(say(key))


def words_of(language: str, wording: Wording) -> evening.Words:
    """What the evening says by itself in a language."""
    names = {colour: wording.colour(colour).capitalize() for colour in PLAYER_COLOURS}
    return evening.words(names, load_rule_book(language))


def _warn(fault: Exception) -> None:
    log.warning("taught dice left out: %s", fault)


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
