"""The pictures of the page for the README: `python -m tests.page.pictures`.

A prova of the package is played through the page itself, in Debian's chromium, and
what a phone and a TV show on the way is kept in `docs/page/`.
"""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from rules import mia_moves
from rules.setups import Setup
from tests.page.house import House, keep
from tests.page.test_evening import DANCING, MIA, come
from tests.page.visitor import ARGUMENTS, PHONE, TV, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = Path(__file__).parents[2] / "docs" / "page"
GAMES = Path(__file__).parents[1] / "rules" / "games"
#: Dice and signs of these are small, and a palette of a picture would leave them out.
RARE = (
    *((255, 255, 60), (200, 190, 40), (140, 80, 200), (90, 45, 140), (220, 30, 30)),
    *((150, 20, 20), (30, 140, 30), (20, 90, 20), (90, 130, 220), (50, 80, 170)),
    *((244, 185, 66), (214, 66, 60), (46, 158, 91), (47, 111, 224), (255, 154, 120)),
    *((122, 204, 242), (255, 215, 102), (245, 242, 234), (24, 31, 40), (15, 19, 24)),
)


def main() -> None:
    """Make all of them anew."""
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        path = shutil.which("chromium")
        browser = play.chromium.launch(executable_path=path, args=ARGUMENTS)
        _dancing(browser)
        _mia(browser)
        browser.close()


@contextmanager
def _evening(
    browser: Browser, setup: Setup, *actions: mia_moves.Open
) -> Iterator[tuple[House, Visitor, Visitor]]:
    """A table, a paired phone, and a TV that looks."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = folder / "games"
        games.mkdir()
        for number, path in enumerate(sorted(GAMES.glob("*.jsonl")), 1):
            shutil.copy(path, games / f"{number:06d}.jsonl")
        keep(folder, setup, *actions)
        with House(folder) as house:
            phone, tv = (
                Visitor(browser.new_context(viewport=size, has_touch=True).new_page())  # type: ignore[arg-type]
                for size in (PHONE, TV)
            )
            tv.open(f"{house.address}/tv")
            yield house, come(phone, house).press("Riprendi"), tv
            for visitor in (phone, tv):
                visitor.page.context.close()


def _dancing(browser: Browser) -> None:
    with _evening(browser, DANCING) as (house, phone, tv):
        house.see("evening_tango_1")
        phone.has("1 4 5").press("Va bene").press("Avanti").press("Sipari su")
        house.see("evening_prova_1")
        phone.on("confirm.read")
        _keep(phone, "phone-read")
        _keep(tv, "tv-read", phone)
        mark = phone.page.locator('[data-mark="die:9"]')
        phone.act(lambda: mark.evaluate("(key) => key.click()")).on("confirm.choosing")
        _keep(phone, "phone-correct")
        phone.press("Fatto").press("Va bene")
        phone.page.wait_for_selector(".ladder")
        _keep(tv, "tv-ladder", phone)
        phone.page.get_by_role("link", name="Storia").click()
        phone.page.locator(".proof img").first.wait_for()
        phone.page.wait_for_function(
            "() => document.querySelector('.proof img').naturalWidth > 0"
        )
        _keep(phone, "phone-history")
        phone.page.get_by_role("link", name="Dadi").click()
        phone.page.locator(".bars").first.wait_for()
        _keep(phone, "phone-statistics")


def _mia(browser: Browser) -> None:
    with _evening(browser, MIA, mia_moves.Open(54)) as (house, phone, tv):
        phone.has("54")
        _keep(phone, "phone-mia")
        phone.press("Accusa").has("Alzate la scatola")
        house.see("mia_two")
        phone.has("Bugia")
        _keep(phone, "phone-verdict")
        _keep(tv, "tv-verdict", phone)


def _keep(visitor: Visitor, name: str, after: Visitor | None = None) -> None:
    """One picture, in few colours, so that the repository stays small."""
    page = visitor.page
    if after is not None:
        page.wait_for_selector(f'html[data-serial="{after.serial}"]')
    page.wait_for_selector("#toast", state="hidden")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.picture-view')]"
        ".every((one) => one.getAttribute('viewBox'))"
    )
    shot = Image.open(io.BytesIO(page.screenshot()))
    if shot.width > PHONE["width"]:
        shot = shot.resize(
            (shot.width // 2, shot.height // 2), Image.Resampling.LANCZOS
        )
    few = _in_few_colours(shot.convert("RGB"))
    few.save(FOLDER / f"{name}.png", optimize=True)


def _in_few_colours(shot: Image.Image) -> Image.Image:
    """With a palette of the picture's colours, and the rare ones that dice have."""
    common = shot.quantize(256 - len(RARE), Image.Quantize.MEDIANCUT).getpalette()
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(common or []), *(part for rgb in RARE for part in rgb)])
    return shot.quantize(palette=palette, dither=Image.Dither.NONE)


if __name__ == "__main__":
    main()
