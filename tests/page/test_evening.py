"""An evening in a real browser: pairing, a prova, an accusation, a restart."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rules import mia_moves
from rules.setups import Seat, Setup
from tests.page.house import DEMO, House, keep
from tests.page.visitor import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

DANCERS = (Seat("Anna", "red"), Seat("Bruno", "green"), Seat("Carla", "blue"))
DANCING = Setup("dancing-dice", DANCERS, {})
MIA = Setup("mia", (Seat("Anna"), Seat("Bruno")), {})


def come(phone: Visitor, house: House) -> Visitor:
    """As one who scans the code on the display."""
    phone.open(house.pairing.link(house.address))
    phone.page.wait_for_selector("html[data-paired=true]")
    return phone


def test_who_is_not_paired_looks_and_the_code_lets_act(
    phone: Visitor, house: House
) -> None:
    phone.open(house.address).has("Stai guardando")
    before = phone.serial
    phone.page.locator(".key-press").first.tap()
    dialog = phone.page.locator("dialog")
    dialog.get_by_label("Codice").fill("000000")
    dialog.get_by_role("button", name="Abbina").tap()
    phone.has("Codice sbagliato")
    phone.faults.clear()  # the browser tells of the 403
    dialog.get_by_label("Codice").fill(house.pairing.code.lower())
    dialog.get_by_label("Nome").fill("Telefono di Anna")
    dialog.get_by_role("button", name="Abbina").tap()
    dialog.wait_for(state="detached")
    assert phone.serial == before
    assert [one.name for one in house.pairing.paired()] == ["Telefono di Anna"]
    phone.press("Scegli")


def test_the_link_pairs_at_once_and_leaves_no_code_behind(
    phone: Visitor, house: House
) -> None:
    come(phone, house)
    assert "pair" not in phone.page.url
    assert house.pairing.code not in phone.page.content()
    assert phone.page.evaluate("document.cookie") == ""


def test_an_answer_from_before_the_pairing_does_not_undo_it(
    phone: Visitor, house: House
) -> None:
    asked: list[Route] = []
    phone.page.route("**/api/me", lambda route: asked.append(route))
    phone.open(house.address)  # asks who this is, and waits for the answer
    phone.page.locator("#pair-open").tap()
    dialog = phone.page.locator("dialog")
    dialog.get_by_label("Codice").fill(house.pairing.code)
    dialog.get_by_role("button", name="Abbina").tap()
    dialog.wait_for(state="detached")
    for each in asked:
        with phone.page.expect_response("**/api/me"):
            each.fulfill(json={"paired": False})
    phone.press("Scegli")
    assert phone.is_paired


def test_a_revoked_phone_is_told_so(phone: Visitor, house: House) -> None:
    come(phone, house)
    house.pairing.revoke_all()
    phone.page.locator(".key-press:not([aria-disabled])").first.tap()
    phone.has("Stai guardando")
    phone.faults.clear()  # the browser tells of the 403


def test_a_long_press_holds(phone: Visitor, house: House) -> None:
    come(phone, house)
    key = phone.page.locator(".key-X .key-press")
    before = phone.serial
    key.dispatch_event("pointerdown", {"button": 0})
    phone.page.wait_for_function(
        "before => document.documentElement.dataset.serial !== before", arg=before
    )
    phone.on("menu")


def test_a_keyboard_is_enough(phone: Visitor, house: House) -> None:
    come(phone, house)
    key = phone.page.locator(".key-A .key-press")
    key.focus()
    phone.act(lambda: phone.page.keyboard.press("Enter"))
    # The focus is on the same key of the next screen.
    assert phone.page.evaluate("() => document.activeElement.dataset.button") == "A"
    phone.page.locator('[data-hold="X"]').focus()
    phone.act(lambda: phone.page.keyboard.press("Space")).on("menu")


def test_a_whole_prova_and_a_correction(phone: Visitor, tmp_path: Path) -> None:
    keep(tmp_path, DANCING)
    with House(tmp_path) as house:
        come(phone, house).press("Riprendi").on("confirm.waiting")
        house.see("evening_tango_1")
        phone.has("1 4 5").press("Va bene").press("Avanti").on("dancing.behind")
        phone.press("Sipari su")
        house.see("evening_prova_1")
        phone.on("confirm.read")
        correct_and_back(phone)
        phone.press("Va bene")
        phone.page.wait_for_selector(".ladder")
        phone.has("giudicati bene")
        for _ in range(6):
            if phone.page.locator('.table[data-name="dancing.behind"]').count():
                break
            phone.press("Avanti")
        phone.has("Prova 2")
        proofs(phone, house)
        assert all(house.address in url for url in phone.asked if "blob:" not in url)


def correct_and_back(phone: Visitor) -> None:
    """Touch a die in the picture, give it another value, and its own again."""
    picture = phone.page.locator(".picture-view")
    picture.wait_for()
    tag = phone.page.locator('.mark[data-id="die:0"] .tag')
    was = tag.text_content()
    mark = phone.page.locator('.mark[data-id="die:0"] .mark-line').bounding_box()
    assert mark is not None
    middle = mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2
    phone.act(lambda: phone.page.mouse.click(*middle))
    phone.on("confirm.choosing")
    face = (was or "").split()[-1]
    other = phone.page.locator(f'.dice .die:not([data-id="value:{face}"])').first
    phone.act(other.tap)
    assert tag.text_content() != was
    phone.act(phone.page.locator(f'.die[data-id="value:{face}"]').tap)
    assert tag.text_content() == was
    phone.press("Fatto").on("confirm.read")


def proofs(phone: Visitor, house: House) -> None:
    """The history shows every picture that was judged."""
    phone.page.get_by_role("link", name="Storia").click()
    phone.has("Il Tango è 1 4 5")
    shown = phone.page.locator(".proof img")
    assert shown.count() == 2
    for i in range(2):
        shown.nth(i).scroll_into_view_if_needed()
        phone.page.wait_for_function(
            "i => document.querySelectorAll('.proof img')[i].naturalWidth > 0", arg=i
        )
    assert phone.page.locator(".proof .outlines").count() == 2
    shown.first.click()
    phone.page.locator("dialog img").wait_for()
    assert phone.page.locator("dialog .mark").count() >= 3
    phone.page.get_by_role("button", name="Chiudi").click()


def test_a_photo_from_the_phone_is_a_reading(phone: Visitor, tmp_path: Path) -> None:
    keep(tmp_path, DANCING)
    with House(tmp_path) as house:
        come(phone, house).press("Riprendi").on("confirm.waiting")
        phone.page.set_input_files("#photo", DEMO / "evening_tango_1.jpg")
        phone.has("Foto mandata")
        phone.page.set_input_files("#photo", Path(__file__))
        phone.has("Serve una foto JPEG o PNG")
        phone.faults.clear()  # the browser tells of the 415
    (photo,) = house.photos
    assert photo == (DEMO / "evening_tango_1.jpg").read_bytes()


def test_an_accusation_at_mia(phone: Visitor, tmp_path: Path) -> None:
    keep(tmp_path, MIA, mia_moves.Open(54))
    with House(tmp_path) as house:
        come(phone, house).press("Riprendi").has("Occhio chiuso", "54")
        phone.press("Accusa").has("Alzate la scatola")
        house.see("mia_two")
        phone.has("Bugia")
        anna = phone.page.locator(".board .row", has_text="Anna")
        assert anna.locator(".row-left").text_content() == "5"
        phone.press("Avanti").has("Tocca a Bruno")
        phone.page.get_by_role("link", name="Storia").click()
        phone.has("Bruno accusa Anna")


def test_the_page_comes_back_after_a_restart(
    phone: Visitor, browser: Browser, tmp_path: Path
) -> None:
    keep(tmp_path, MIA, mia_moves.Open(54))
    with House(tmp_path) as house:
        come(phone, house).press("Riprendi").has("54")
        port = house.page.port
        phone.is_lost = True  # the browser tells of what it cannot reach
    phone.page.wait_for_selector("html[data-connected=false]")
    with House(tmp_path, port) as house:
        phone.page.wait_for_selector("html[data-connected=true]")
        phone.is_lost = False
        phone.on("evening.offer").press("Riprendi").has("54")
        assert phone.is_paired
