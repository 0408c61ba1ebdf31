"""A whole table in this process, as `giudice play` puts it together, without a camera.

What the eye would see is put into the inbox by the test: the dice of a picture of the
package as they are known to lie there.
"""

from __future__ import annotations

import json
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from types import TracebackType

from device.app import App
from device.flow import evening
from device.flow.core import Event, Seen
from device.flow.games import FLOWS
from device.inbox import Inbox, Stop
from device.journal import Journal
from device.page.archive import Archive
from device.page.pairing import Pairing
from device.page.server import PageServer
from device.parts import Parts
from device.pictures import PictureStore
from device.proof import Prover
from rules.referee import Action, begin
from rules.setups import Setup, format_setup
from rules.writing import format_action
from tests.device.evenings import WORDINGS, WORDS
from vision.frame import load_picture
from vision.readings import DieReading, TableReading

DEMO = Path(__file__).parents[2] / "device" / "demo"


class RealClock:
    def now_s(self) -> float:
        return monotonic()


class House:
    """An evening with its page, on threads of their own.

    Attributes:
        inbox: Of the app.
        page: Serves at `address`.
        pairing: Its codes.
        pictures: What the screens show.
        photos: What phones have sent.
    """

    def __init__(self, folder: Path, port: int = 0) -> None:
        """Go on with the game kept in `folder`, or begin an evening."""
        self.inbox: Inbox = SimpleQueue()
        self.pictures = PictureStore()
        self.photos: list[bytes] = []
        self.pairing = Pairing(folder / "phones.json")
        archive = Archive(folder)
        self.page = PageServer(
            self.inbox,
            self.pictures,
            self.pairing,
            archive,
            host="127.0.0.1",
            port=port,
        )
        self.page.start()
        self.address = f"http://localhost:{self.page.port}"
        self.journal = Journal(folder)
        parts = Parts(
            RealClock(),
            self.journal,
            WORDINGS,
            outlets={"page": self.page},
            phones=self.pairing,
            address=self.address,
            proof=Prover(self.pictures),
            photo=self.photos.append,
        )
        last = self.journal.last
        found = None if last is None else last.game
        state = evening.start(FLOWS, WORDS, found=found, has_page=True)
        self.app = App(state, parts)
        self._thread = Thread(target=self.app.run, args=(self.inbox,), daemon=True)
        self._thread.start()

    def __enter__(self) -> House:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """As at the end of an evening."""
        self.inbox.put(Stop())
        self._thread.join(10)
        self.page.stop()
        self.journal.close()

    def send(self, event: Event) -> None:
        self.inbox.put(event)  # type: ignore[arg-type]  # only what an eye may send

    def see(self, name: str) -> None:
        """The dice of a picture lie still and are read."""
        picture = load_picture(DEMO / f"{name}.jpg")
        height, width = picture.shape[:2]
        shot = self.pictures.put(picture)
        self.send(Seen(known(name), shot, monotonic(), (width, height)))


def known(name: str) -> TableReading:
    """What lies in a picture of the package, every die sure."""
    told = (DEMO / each for each in ("truth.json", "evening.json"))
    scenes = [one for path in told for one in json.loads(path.read_text("utf-8"))]
    (scene,) = [one for one in scenes if one["file"] == f"{name}.jpg"]
    return TableReading(
        tuple(
            DieReading(
                die["value"],
                0.99,
                True,
                tuple(die["center"]),
                tuple(tuple(at) for at in die["corners"]),  # type: ignore[arg-type]
                die["body"],
                die["pips"],
                die["kind"],
                1.0,
                tuple(value for value in (2, 3, 5) if value != die["value"]),
            )
            for die in scene["dice"]
        )
    )


def keep(folder: Path, setup: Setup, *actions: Action) -> None:
    """A game on disk, as an evening would have left it."""
    journal = Journal(folder)
    journal.begin(format_setup(setup))
    for action in actions:
        journal.add(format_action(action, begin(setup).setup))
    journal.close()
