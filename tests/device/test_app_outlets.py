"""What the app does besides screens: light, sound, backlight, phones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.app import Backlight
from device.flow.core import (
    Stage,
    Watched,
)
from device.flow.screen import (
    Button,
    Mood,
    Note,
    PairingCode,
    say,
)
from device.inbox import NOW, Photo, Pick, Push
from tests.device.app_table import Table

A, B, X, Y = Button

# --- light, sound, backlight ------------------------------------------------------


def test_the_light_follows_the_mood_and_is_told_once() -> None:
    table = Table().playing()

    table.push(B)
    table.app.tick()

    assert table.light.moods == [Mood.CHOOSE, Mood.WAITING]


def test_sounds_are_spoken_in_the_language_of_the_table() -> None:
    table = Table().playing()
    table.speaker.said.clear()

    table.push(A)

    assert table.speaker.said == ["read", "hush", "it: sì"]


def test_one_switch_silences_all() -> None:
    table = Table().playing()
    table.push(X, is_held=True)
    table.app.take(Pick("sound_off", table.app.live.serial))
    table.push(Y)
    table.speaker.said.clear()

    table.push(A)

    assert set(table.speaker.said) <= {"hush"}


def test_an_idle_display_dims_and_a_button_only_wakes_it() -> None:
    table = Table(Backlight(1.0, 0.2, 60.0)).playing()
    table.push(B)
    table.clock.pass_s(59.0)
    table.app.tick()
    assert not table.app.is_dim

    table.clock.pass_s(1.0)
    table.app.tick()
    assert table.app.is_dim

    table.app.take(Push(A, False, NOW))
    assert table.screen.name == "toy.waiting"
    assert table.levels == [1.0, 0.2, 1.0]

    table.app.take(Push(A, False, NOW))
    assert table.screen.name == "toy.open"


def test_a_press_in_the_page_acts_though_the_display_is_dim() -> None:
    table = Table(Backlight(after_s=60.0)).playing()
    table.push(B)
    table.clock.pass_s(60.0)
    table.app.tick()

    table.push(A)

    assert table.screen.name == "toy.open"
    assert not table.app.is_dim


def test_a_hand_over_the_table_wakes_the_display() -> None:
    table = Table(Backlight(after_s=60.0)).playing()
    table.push(B)
    table.clock.pass_s(60.0)
    table.app.tick()

    table.app.take(Watched(Stage.HAND, 60.0))

    assert not table.app.is_dim


def test_the_display_never_dims_while_somebody_is_to_decide() -> None:
    table = Table(Backlight(after_s=60.0)).playing()

    table.clock.pass_s(3600.0)
    table.app.tick()

    assert not table.app.is_dim


@pytest.mark.parametrize("is_off", ["setting", "menu"])
def test_dimming_can_be_switched_off(is_off: str) -> None:
    table = Table(Backlight(after_s=0.0 if is_off == "setting" else 60.0)).playing()
    if is_off == "menu":
        table.push(X, is_held=True)
        table.app.take(Pick("dimming_off", table.app.live.serial))
        table.push(Y)
    table.push(B)

    table.clock.pass_s(3600.0)
    table.app.tick()

    assert not table.app.is_dim


# --- phones -----------------------------------------------------------------------


class FakePhones:
    code = "ABC234"

    def __init__(self) -> None:
        self.orders: list[str] = []

    def link(self, address: str) -> str:
        return f"{address}/#pair={self.code}"

    def new_code(self) -> str:
        self.orders.append("new")
        return self.code

    def revoke_all(self) -> None:
        self.orders.append("revoke")


def test_the_pairing_code_is_filled_in_and_can_be_revoked() -> None:
    phones = FakePhones()
    parts = {"address": "http://table:80", "numbers": lambda: "http://10.0.0.5:80"}
    table = Table(phones=phones, **parts).playing()
    table.app._state = replace(table.app.state, has_page=True)
    table.push(X, is_held=True)
    table.app.take(Pick("phones", table.app.live.serial))

    code = PairingCode("http://10.0.0.5:80/#pair=ABC234", "ABC234")
    assert table.screen.blocks == (code, Note("table:80"))
    table.push(B, X)
    assert phones.orders == ["new", "revoke"]


@pytest.mark.parametrize("wants_photos", [True, False])
def test_a_table_with_phones_alone_asks_for_a_photo(wants_photos: bool) -> None:
    table = Table(wants_photos=wants_photos)
    hint = Note(say("app.send_photo"))
    assert hint not in table.screen.blocks

    table.push(B)
    table.app.take(Pick("dancing-dice", table.app.live.serial))

    assert table.screen.name == "setup.table"
    assert (hint in table.screen.blocks) is wants_photos


def test_a_photo_goes_to_the_camera_of_phones() -> None:
    photos: list[bytes] = []
    table = Table(photo=photos.append).playing()

    table.app.take(Photo(b"jpeg", 0))

    assert photos == [b"jpeg"]
