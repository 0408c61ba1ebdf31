"""A browser for the tests that need one; they are skipped with a word where none is."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.page.house import House
from tests.page.visitor import ARGUMENTS, PHONE, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's chromium, without a window; started once."""
    api = pytest.importorskip(
        "playwright.sync_api", reason="no playwright: pip install '.[dev]'"
    )
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("no browser: apt install chromium to test the page in one")
    with api.sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Visitor]:
    """A phone that has been to no page yet."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    visitor = Visitor(context.new_page())
    yield visitor
    context.close()
    assert visitor.faults == []


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A table with nothing on it yet."""
    with House(tmp_path) as house:
        yield house
