"""A whole table to measure: the real app, eye, screens and page; time is taken.

Only the outermost things are stood in for: the panel keeps its picture, the camera
shows scenes of the package 30 times a second, and presses are put in the inbox as the
page does it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from PIL import Image

from device.cameras.demo import DemoCamera, Way
from device.cameras.shots import Pace
from device.config import Config, parse_config
from device.eye import Eye
from device.flow.core import Seen, Stage, Watched
from device.flow.screen import Button
from device.inbox import Push, Stop
from device.journal import Journal
from device.page.live import Live
from device.ports import Camera, Display, Shot
from device.table import Asked, Opening
from device.table_reader import ReadDice, open_table_reader
from vision.readings import TableReading

SETTINGS = '[page]\nhost = "127.0.0.1"\n[sound]\non = false\n'
LONGEST_S = 60.0


def settings() -> Config:
    """Defaults, but for a page on any free port and no sound."""
    config = parse_config(SETTINGS, "bench")
    return replace(config, page=replace(config.page, port=0))


class KeptPanel:
    """A panel of 320 × 240 that keeps what it shows."""

    size = (320, 240)

    def show(self, image: Image.Image) -> None:
        self.image = image.tobytes()  # as much work as handing it to a wire

    def dim(self, level: float) -> None:
        pass

    def close(self) -> None:
        pass


class TimedCamera:
    """The demo camera, and when its dice first lay still.

    Attributes:
        still_s: Time of the first frame at rest since `show`; None until then.
    """

    name = "demo"

    def __init__(
        self, now: Callable[[], float], sleep: Callable[[float], None]
    ) -> None:
        self._camera = DemoCamera(pace=Pace(now=now, sleep=sleep), now=now)
        self._still: object = None
        self.still_s: float | None = None

    def show(self, scene: str, way: Way = Way.ROLL) -> None:
        self.still_s = None
        self._still = self._camera._scenes[scene].picture
        self._camera.show(scene, way)

    def shoot(self, timeout_s: float) -> Shot | None:
        shot = self._camera.shoot(timeout_s)
        if shot is not None and self.still_s is None and shot.picture() is self._still:
            self.still_s = shot.taken_s
        return shot

    def open(self) -> None:
        self._camera.open()

    def lock(self) -> None:
        self._camera.lock()

    def unlock(self) -> None:
        self._camera.unlock()

    def close(self) -> None:
        self._camera.close()


class Inbox(SimpleQueue[Any]):
    """Notes when the eye says something."""

    still_s = 0.0
    seen_s = 0.0

    def put(self, item: Any, *rest: Any, **named: Any) -> None:
        if isinstance(item, Watched) and item.stage is Stage.STILL:
            self.still_s = time.monotonic()
        if isinstance(item, Seen):
            self.seen_s = time.monotonic()
        super().put(item)


class Watcher:
    """The outlet that is shown last: when it is told, every other shows the screen."""

    def __init__(self) -> None:
        self.live: Live | None = None
        self.at_s = 0.0
        self._news = threading.Condition()

    def publish(self, live: Live) -> None:
        with self._news:
            self.live, self.at_s = live, time.monotonic()
            self._news.notify_all()

    def wait(self, is_it: Callable[[Live], bool]) -> Live:
        """Wait for such a screen."""
        with self._news:
            found = self._news.wait_for(
                lambda: self.live is not None and is_it(self.live), LONGEST_S
            )
            if not found:
                name = self.live and self.live.screen.name
                raise TimeoutError(f"stuck at {name}")
            assert self.live is not None
            return self.live


class MeasuredTable(Opening):
    """`device.table`, on the stand-ins."""

    def __init__(self, folder: Path, inbox: Inbox, stack: ExitStack) -> None:
        super().__init__(Asked(settings(), folder), inbox, stack)
        self.camera = TimedCamera(time.monotonic, time.sleep)
        self.watcher = Watcher()
        self.readings: list[float] = []

    def _display(self) -> Display | None:
        return KeptPanel()

    def _camera(self) -> Camera:
        return self.camera

    def _eye(self, camera: Camera) -> Eye:
        eye = Eye(camera, self._reader, self._post, self._pictures)
        self._stack.callback(eye.stop)
        eye.start()
        return eye

    def _reader(self) -> ReadDice:
        reader = open_table_reader()

        def read(*picture: Any, **known: Any) -> TableReading:
            began_s = time.process_time()
            reading = reader(*picture, **known)
            self.readings.append(time.process_time() - began_s)
            return reading

        return read

    def _terminal(self, addresses: tuple[str, str]) -> Any:
        return self.watcher

    def _light(self) -> None:
        return None

    def _buttons(self) -> None:
        pass


class Player:
    """Somebody at the table: presses, and waits for screens.

    Attributes:
        readings: Processor time of each picture read so far, in seconds.
        presses: How long each took to its screen, in seconds.
        asked: Screens on which the reader asked about a die since the last `read`.
    """

    def __init__(self, table: MeasuredTable, inbox: Inbox) -> None:
        self.inbox = inbox
        self.watcher = table.watcher
        self.camera = table.camera
        self.readings = table.readings
        self.asked = 0
        self.presses: list[float] = []

    def press(self, button: Button, *, is_held: bool = False) -> float:
        """Press on the screen shown, and wait for the next; seconds that took."""
        live = self.watcher.live
        assert live is not None
        began_s = time.monotonic()
        self.inbox.put(Push(button, is_held, live.serial))
        self.watcher.wait(lambda after: after.serial != live.serial)
        self.presses.append(self.watcher.at_s - began_s)
        return self.presses[-1]

    def is_at(self, name: str) -> bool:
        """Whether such a screen is shown now."""
        live = self.watcher.live
        return live is not None and live.screen.name.startswith(name)

    def at(self, name: str) -> Live:
        """Wait for a screen by the beginning of its name."""
        return self.watcher.wait(lambda live: live.screen.name.startswith(name))

    def accept_until(self, name: str) -> None:
        """Accept what is read, as fast as it is shown, until a screen comes."""
        self.asked = 0
        while True:
            live = self.watcher.wait(
                lambda live: (
                    live.screen.name.startswith(name)
                    or live.screen.mood.value in ("read", "asking")
                )
            )
            if live.screen.name.startswith(name):
                return
            self.asked += live.screen.mood.value == "asking"
            self.press(Button.A)


def at_table(
    folder: Path, lines: Iterable[str], play: Callable[[Player], None]
) -> None:
    """Go on with a game and let somebody play it; the app has the main thread."""
    journal = Journal(folder)
    setup, *actions = lines
    journal.begin(setup)
    for line in actions:
        journal.add(line)
    journal.close()
    inbox = Inbox()
    failed: list[BaseException] = []
    with ExitStack() as stack:
        table = MeasuredTable(folder, inbox, stack)
        app = table.open()

        def run() -> None:
            try:
                player = Player(table, inbox)
                player.press(Button.A)  # go on with the game
                play(player)
            except BaseException as error:
                failed.append(error)
            inbox.put(Stop())

        threading.Thread(target=run, daemon=True).start()
        app.run(inbox)
    if failed:
        raise failed[0]
