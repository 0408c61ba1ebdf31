"""Four hours at the table on a clock that is turned by hand: does memory stay flat?

The demonstration's game is played over and over by real eye, app, screens, journal and
page; only waiting is left out. A browser that watches is connected all the while.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from device.autoplay import next_press
from device.cameras.demo import DemoCamera
from device.cameras.shots import Pace
from device.eye import Eye
from device.fakes import FakeClock
from device.flow.screen import Button
from device.inbox import Push, Stop
from device.page.server import PageServer
from device.ports import Camera, Display
from device.table import Asked, Opening
from device.table_reader import open_table_reader
from tests.bench.table import Inbox, KeptPanel, Watcher, settings

HOURS = 4
TICK_S, FRAME_S = 0.2, 1 / 30
#: People look at a screen, and roll behind their sipari, for so long.
LOOK_S, ROLL_S = 6.0, 90.0


class TurnedTable(Opening):
    """`device.table`, where time passes only when it is told to."""

    def __init__(self, folder: Path, inbox: Inbox, stack: ExitStack) -> None:
        super().__init__(Asked(settings(), folder), inbox, stack)
        self.clock = FakeClock()
        self._clock = self.clock  # type: ignore[assignment]
        self.watcher = Watcher()

    def _display(self) -> Display | None:
        return KeptPanel()

    def _camera(self) -> Camera:
        now, sleep = self.clock.now_s, self.clock.pass_s
        return DemoCamera(pace=Pace(now=now, sleep=sleep), now=now)

    def _eye(self, camera: Camera) -> Eye:
        post, now = self._post, self.clock.now_s
        self.eye = Eye(camera, open_table_reader, post, self._pictures, now=now)
        return self.eye

    def _page(self, pairing: Any) -> PageServer | None:
        page = super()._page(pairing)
        assert page is not None
        watch(page.port)
        return page

    def _terminal(self, addresses: tuple[str, str]) -> Any:
        return self.watcher

    def _light(self) -> None:
        return None

    def _buttons(self) -> None:
        pass


def watch(port: int) -> None:
    """A browser that looks on."""

    def read() -> None:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/live") as events:
            while events.read(4096):
                pass

    threading.Thread(target=read, daemon=True).start()


def play(hours: float = HOURS) -> None:
    """Play, and print what memory was taken."""
    inbox = Inbox()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        table = TurnedTable(Path(name), inbox, stack)
        app = table.open()
        clock, watcher = table.clock, table.watcher
        taken, games, eye_s, tick_s = [], 0, 0.0, 0.0
        press_s = clock.now_s()
        shown: object = None
        while clock.now_s() < hours * 3600:
            now_s = clock.now_s()
            if now_s >= len(taken) * 900:
                taken.append(resident_mb())
            if now_s >= tick_s:
                app.tick()
                tick_s = now_s + TICK_S
            if now_s >= eye_s:
                eye_s = clock.now_s() + max(table.eye.step(now_s), FRAME_S / 2)
            while not inbox.empty():
                app.take(inbox.get())
            live = watcher.live
            assert live is not None
            if live.screen != shown:
                shown = live.screen
                is_behind = live.screen.name == "dancing.behind"
                press_s = now_s + (ROLL_S if is_behind else LOOK_S)
            if now_s >= press_s:
                press_s = now_s + LOOK_S
                item = next_press(live, app.state)
                if isinstance(item, Stop):
                    games += 1
                    item = Push(Button.A, False, live.serial)  # once more
                if item is not None:
                    app.take(item)
            clock.pass_s(max(0.0, min(eye_s, tick_s) - clock.now_s()))
    tell(hours, taken, games)


def tell(hours: float, taken: list[float], games: int) -> None:
    told = ", ".join(f"{mb:.0f}" for mb in taken)
    grown = taken[-1] - taken[len(taken) // 8]
    sys.stdout.write(
        f"{hours:g} hours, {games} games: at most {max(taken):.0f} MB (asked for: "
        f"400), grown by {grown:.1f} MB since the first half hour\n"
        f"  each quarter of an hour: {told}\n"
    )


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * 4096 / 1e6


if __name__ == "__main__":
    play(float(sys.argv[1]) if len(sys.argv) > 1 else HOURS)
