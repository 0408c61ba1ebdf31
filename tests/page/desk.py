"""A page without a table: what tests ask, and what it puts into the inbox."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue

from httpx import Response
from starlette.testclient import TestClient

from device.fakes import FakeClock
from device.inbox import Inbox, Item
from device.page.archive import Archive
from device.page.feed import Feed
from device.page.pairing import Pairing
from device.page.site import Site
from device.wording import LANGUAGES, load_wording
from tests.page.scenes import OnePicture

WORDINGS = {language: load_wording(language) for language in LANGUAGES}
HOME = "http://giudice.local:8080"


@dataclass
class Desk:
    """One page and one browser that looks at it."""

    folder: Path | None = None
    host: str = HOME
    names: tuple[str, ...] = ()
    clock: FakeClock = field(default_factory=FakeClock)
    inbox: Inbox = field(default_factory=SimpleQueue)

    def __post_init__(self) -> None:
        self.pairing = Pairing(None, self.clock.now_s)
        self.feed = Feed(WORDINGS)
        archive = Archive(self.folder)
        site = Site(
            self.inbox, OnePicture(), self.pairing, self.feed, archive, WORDINGS
        )
        self.app = site.app(self.names)
        self.client = TestClient(self.app, base_url=self.host)

    def another(self) -> TestClient:
        """Another browser."""
        return TestClient(self.app, base_url=self.host)

    def get(self, path: str, **headers: str) -> Response:
        return self.client.get(path, headers=named(headers))

    def post(self, path: str, fields: object = None, **headers: str) -> Response:
        origin = {"Origin": self.host, **named(headers)}
        return self.client.post(path, json=fields, headers=origin)

    def pair(self, code: str | None = None) -> Response:
        wanted = self.pairing.code if code is None else code
        return self.post("/api/pair", {"code": wanted, "name": "Telefono"})

    def now(self) -> dict[str, object]:
        """What an action has to say about the screen it was meant for."""
        return {"run": self.feed.run, "screen": self.feed.serial}

    def taken(self) -> list[Item]:
        """What arrived at the app."""
        items = []
        while not self.inbox.empty():
            items.append(self.inbox.get())
        return items


def named(headers: dict[str, str]) -> dict[str, str]:
    """Header names from keywords: `Sec_Fetch_Site` is `Sec-Fetch-Site`."""
    return {name.replace("_", "-"): value for name, value in headers.items()}
