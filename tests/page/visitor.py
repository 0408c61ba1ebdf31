"""Somebody with a browser: waits for what should be there, never for time to pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
TV = {"width": 1920, "height": 1080}
MOST_MS = 20_000

#: Boxes of what must not cover each other, of those that are on the screen.
BOXES = """(selectors) => selectors.flatMap((selector) =>
  [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    .map((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return { what: `${selector} ${one.textContent.slice(0, 30)}`, left, top, right,
        bottom };
    }))"""
#: What reaches beyond the page to the side, or is cut off in its own box.
OUTSIDE = """() => [...document.querySelectorAll("body *")].filter((one) => {
  const isFree = one.closest(".sr, .skip, nav, .picture-frame");
  if (!one.checkVisibility() || isFree) return false;
  const box = one.getBoundingClientRect();
  return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1);
}).map((one) => one.outerHTML.slice(0, 100))"""
#: Something of a view is there, and the feed has told a moment.
DRAWN = ", ".join(
    f"html[data-serial] {part}" for part in (".screen-head h1", ".tv h1", ".reading h1")
)
#: Words that do not fit what they stand on.
CUT = """() => [...document.querySelectorAll(".key *, .mood, .item, .row-left, nav a")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => getComputedStyle(one).display !== "inline")
  .map((one) => one.outerHTML.slice(0, 100))"""


class Visitor:
    """A page in a browser.

    Attributes:
        page: Of Playwright.
        faults: What the browser complained of, a blocked address or style included.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        self.is_lost = False
        page.set_default_timeout(MOST_MS)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._console)
        page.on("request", self._request)
        self.asked: set[str] = set()

    def _console(self, message: Any) -> None:
        if message.type == "error" and not self.is_lost:
            self.faults.append(message.text)

    def _request(self, request: Any) -> None:
        self.asked.add(request.url)

    def open(self, address: str) -> Visitor:
        self.page.goto(address)
        self.page.wait_for_selector(
            "html[data-serial] .screen-head h1, html[data-serial] .tv h1, .reading"
        )
        return self

    def has(self, *texts: str) -> Visitor:
        """Wait until all of these are shown."""
        for text in texts:
            self.page.get_by_text(text).locator("visible=true").first.wait_for()
        return self

    def press(self, label: str) -> Visitor:
        """Tap the button that says this, held or not, and wait for what follows."""
        keys = self.page.locator(".key-press, .key-hold").filter(has_text=label)
        return self.act(keys.first.tap)

    def act(self, act: Callable[[], object]) -> Visitor:
        """Do something, and wait for the screen after."""
        before = self.serial
        act()
        self.page.wait_for_function(
            "before => document.documentElement.dataset.serial !== before", arg=before
        )
        return self

    def on(self, name: str) -> Visitor:
        """Wait for the screen of this name."""
        self.page.wait_for_selector(f'.table[data-name="{name}"]')
        return self

    @property
    def serial(self) -> str:
        return str(
            self.page.evaluate("() => document.documentElement.dataset.serial ?? ''")
        )

    @property
    def is_paired(self) -> bool:
        return bool(
            self.page.evaluate(
                "() => document.documentElement.dataset.paired === 'true'"
            )
        )

    def outside(self) -> list[str]:
        """What is wider than the page."""
        return list(self.page.evaluate(OUTSIDE))

    def cut(self) -> list[str]:
        """What is wider than its own box."""
        return list(self.page.evaluate(CUT))

    def overlaps(self, *selectors: str) -> list[tuple[str, str]]:
        """Pairs of boxes of these that cover each other by more than a hair."""
        boxes = self.page.evaluate(BOXES, list(selectors))
        return [
            (one["what"], other["what"])
            for i, one in enumerate(boxes)
            for other in boxes[i + 1 :]
            if _cover(one, other)
        ]


def _cover(one: dict[str, Any], other: dict[str, Any]) -> bool:
    width = min(one["right"], other["right"]) - max(one["left"], other["left"])
    height = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return bool(width > 1 and height > 1)
