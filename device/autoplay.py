"""Plays the evening of the demonstration by itself: eyes, app and page are real.

Who presses the buttons here is a program that looks at the screens as a player would,
with time to read them where somebody watches.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from device.flow import evening, setup
from device.flow.screen import Button, Mood
from device.flow.setup_state import Step
from device.inbox import Inbox, Item, Push, Stop
from device.inbox import Text as Line
from device.page.live import Live

NAMES: Mapping[str, str] = {"red": "Anna", "green": "Bruno", "blue": "Carla"}
VIVACITA = 2
#: Screens on which many presses follow each other.
QUICK = ("setup.options", "setup.names")
#: Moods in which the table waits for the camera, not for a person.
PATIENT = (Mood.WAITING, Mood.HAND, Mood.READING)


@dataclass(frozen=True, slots=True)
class Tempo:
    """How long things take, in seconds.

    Attributes:
        look_s: To read a screen.
        quick_s: Between presses that follow each other.
        patience_s: Until a reading that does not come is asked for.
        end_s: To look at the winner.
        most_s: The whole game; then it has failed.
    """

    look_s: float
    quick_s: float
    patience_s: float = 30.0
    end_s: float = 0.0
    most_s: float = 600.0


WATCHED = Tempo(look_s=2.2, quick_s=0.25, end_s=6.0)
UNWATCHED = Tempo(look_s=0.05, quick_s=0.0)


def next_press(live: Live, state: evening.State) -> Item | None:
    """What a player does on this screen; None to wait."""
    page = state.page
    if isinstance(page, setup.State):
        return _in_setup(live, page)
    if live.screen.mood is Mood.DONE:
        return Stop()
    if live.screen.name == "dancing.behind":
        return _press(live, Button.A)
    if live.screen.mood in PATIENT or Button.A not in live.screen.buttons:
        return None
    return _press(live, Button.A)


def _press(live: Live, button: Button) -> Item:
    return Push(button, False, live.serial)


def _in_setup(live: Live, page: setup.State) -> Item | None:
    match page.step:
        case Step.TABLE:
            return _press(live, Button.A) if Button.A in live.screen.buttons else None
        case Step.COLOURS:  # never with this camera; a way out all the same
            return _press(live, Button.X)
        case Step.READY:
            return _press(live, _to_be_changed(page))
        case Step.NAMES:
            name = NAMES.get(page.colours[page.at], "")
            if not name or page.names[page.at] == name:
                return _press(live, Button.Y)
            return Line(name, live.serial)
        case Step.OPTIONS:
            is_set = dict(page.options).get("start-vivacita") == VIVACITA
            return _press(live, Button.Y if is_set else Button.A)
    return _press(live, Button.A)


def _to_be_changed(page: setup.State) -> Button:
    wanted = [NAMES.get(colour, "") for colour in page.colours]
    if list(page.names[: page.seats]) != wanted:
        return Button.B
    if dict(page.options).get("start-vivacita") != VIVACITA:
        return Button.X
    return Button.A


class AutoPlayer:
    """Presses the buttons, on a thread of its own.

    Attributes:
        is_done: Whether the winner was shown.
    """

    def __init__(
        self, inbox: Inbox, state: Callable[[], evening.State | None], tempo: Tempo
    ) -> None:
        """Start with `start`; it ends by itself."""
        self._inbox = inbox
        self._state = state
        self._tempo = tempo
        self._live: Live | None = None
        self._news = threading.Event()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="player", daemon=True)
        self.is_done = False

    def publish(self, live: Live) -> None:
        """As `device.parts.Outlet`."""
        self._live = live
        self._news.set()

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()
        self._overtime = threading.Timer(self._tempo.most_s, self._give_up)
        self._overtime.daemon = True
        self._overtime.start()

    def close(self) -> None:
        """Stop playing."""
        self._closed.set()
        self._overtime.cancel()
        self._news.set()
        self._thread.join(1.0)

    def _give_up(self) -> None:
        self._inbox.put(Stop())

    def _run(self) -> None:
        while not self._closed.is_set():
            is_news = self._news.wait(self._tempo.patience_s)
            self._news.clear()
            live, state = self._live, self._state()
            if live is None or state is None:
                continue
            item = next_press(live, state)
            if item is None and not is_news:
                item = _press(live, Button.A)  # "read now"
            if item is not None:
                self._do(item, live)

    def _do(self, item: Item, live: Live) -> None:
        """Press once the screen has been looked at, unless another has come."""
        tempo = self._tempo
        if isinstance(item, Stop):
            self.is_done = True
            self._closed.wait(tempo.end_s)
        else:
            is_quick = live.screen.name in QUICK
            if self._wait(tempo.quick_s if is_quick else tempo.look_s):
                return
        self._inbox.put(item)

    def _wait(self, seconds: float) -> bool:
        """Whether something new was shown meanwhile."""
        return seconds > 0 and self._news.wait(seconds)
