"""Nothing covers anything and nothing is cut off, on a phone and on a TV."""

from __future__ import annotations

from collections.abc import Iterator
from queue import SimpleQueue
from typing import TYPE_CHECKING

import pytest

from device.page.archive import Archive
from device.page.live import Live
from device.page.pairing import Pairing
from device.page.server import PageServer
from tests.page.scenes import SCREENS, OnePicture, live
from tests.page.visitor import PHONE, TV, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HEAD = ("#top nav a", ".top-live", ".top-language", ".top-phone")
TABLE = (".head", ".blocks > *", ".typed", ".key", ".look > *", ".board")
HAND = (".key", ".look > *")
PARTS = (".row > *", ".item > *", ".dice-row > .die", ".dice-text", ".rung > *")
BOARD = (".tv-title > *", ".tv-row", ".tv-content > *")
ROWS = (".tv-row > *", ".tv-content .die", ".tv-content .rung > *")


class Stage:
    """Shows scenes to one browser."""

    def __init__(self, browser: Browser) -> None:
        self.pairing = Pairing()
        self.server = PageServer(
            SimpleQueue(),
            OnePicture(),
            self.pairing,
            Archive(None),
            host="127.0.0.1",
            port=0,
        )
        self.server.start()
        self.address = f"http://localhost:{self.server.port}"
        self.page = browser.new_context().new_page()
        self.visitor = Visitor(self.page)
        self.serial = 0
        self.show(live("waiting", 0))
        self.visitor.open(self.pairing.link(self.address))

    def show(self, moment: Live) -> None:
        self.serial += 1
        self.moment = moment
        shown = Live(
            moment.screen,
            self.serial,
            moment.language,
            moment.game,
            moment.rows,
            moment.trouble,
        )
        self.server.publish(shown)

    def wait(self) -> None:
        self.page.wait_for_selector(f'html[data-serial="{self.serial}"]')
        self.page.wait_for_function(
            "() => [...document.querySelectorAll('.picture-view')]"
            ".every((one) => one.getAttribute('viewBox'))"
        )


@pytest.fixture(scope="module")
def stage(browser: Browser) -> Iterator[Stage]:
    stage = Stage(browser)
    yield stage
    stage.page.context.close()
    stage.server.stop()


@pytest.mark.parametrize("size", [PHONE, TV], ids=["phone", "large"])
@pytest.mark.parametrize("name", SCREENS)
def test_the_table(stage: Stage, name: str, size: dict[str, int]) -> None:
    go(stage, "/", size)
    stage.show(live(name, 0, rows=6))
    stage.wait()
    stage.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert stage.visitor.outside() == []
    assert stage.visitor.cut() == []
    assert stage.visitor.overlaps(*HEAD) == []
    assert stage.visitor.overlaps(*PARTS) == []
    in_flow = [
        part for part in TABLE if size is TV or part not in (".key", ".look > *")
    ]
    assert stage.visitor.overlaps(*in_flow) == []
    assert stage.visitor.overlaps(".key", ".look > *") == []


@pytest.mark.parametrize("size", [PHONE, TV], ids=["phone", "large"])
@pytest.mark.parametrize("rows", [2, 6])
@pytest.mark.parametrize("name", SCREENS)
def test_the_tv(stage: Stage, name: str, rows: int, size: dict[str, int]) -> None:
    go(stage, "/tv", size)
    stage.show(live(name, 0, rows=rows))
    stage.wait()
    assert stage.visitor.outside() == []
    assert stage.visitor.overlaps(*BOARD) == []
    assert stage.visitor.overlaps(*ROWS) == []
    if size is TV:
        assert beyond(stage, TV["height"]) == []
        assert smallest(stage) >= 24


@pytest.mark.parametrize("size", [PHONE, TV], ids=["phone", "large"])
@pytest.mark.parametrize("path", ["/history", "/rules", "/statistics"])
def test_what_is_read(stage: Stage, path: str, size: dict[str, int]) -> None:
    go(stage, path, size)
    stage.page.wait_for_selector(".reading h1")
    assert stage.visitor.outside() == []
    assert stage.visitor.overlaps(*HEAD) == []


def go(stage: Stage, path: str, size: dict[str, int]) -> None:
    stage.page.set_viewport_size(size)  # type: ignore[arg-type]
    if not stage.page.url.endswith(path):
        stage.visitor.open(stage.address + path)


def beyond(stage: Stage, height: int) -> list[str]:
    """What of the scoreboard is below the edge of the TV, which cannot scroll."""
    found = stage.page.evaluate(
        """(height) => [...document.querySelectorAll(".tv *")]
          .filter((one) => one.checkVisibility() && !one.closest("svg, .sr"))
          .filter((one) => one.getBoundingClientRect().bottom > height + 1)
          .map((one) => one.outerHTML.slice(0, 100))""",
        height,
    )
    return list(found)


def smallest(stage: Stage) -> float:
    """The smallest letters of names and numbers on the TV, in pixels."""
    return float(
        stage.page.evaluate(
            """() => Math.min(...[...document.querySelectorAll(".tv-name, .tv-left")]
              .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
        )
    )
