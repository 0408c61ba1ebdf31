"""Buttons: bounce, press and hold, with the time passed in; then on mock pins."""

from collections.abc import Iterator
from dataclasses import replace
from queue import SimpleQueue

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from device.buttons import BOUNCE_S, HOLD_S, Buttons, Felt, Finger, feel, open_buttons
from device.config_sections import ButtonSettings
from device.fakes import FakeClock
from device.flow.screen import Button
from device.inbox import NOW, Inbox, Item, Push
from device.pins import PinError

PINS = {Button.A: 5, Button.B: 6, Button.X: 16, Button.Y: 24}


def told(levels: list[tuple[float, bool]]) -> list[Felt]:
    """What a finger tells, given (time, level) at edges and looks."""
    finger, out = Finger(), []
    for now_s, is_low in levels:
        finger, felt = feel(finger, is_low, now_s)
        if felt is not None:
            out.append(felt)
    return out


@pytest.mark.parametrize(
    ("levels", "wanted"),
    [
        pytest.param([(1.0, True), (1.1, False)], [Felt(False, 1.0)], id="a press"),
        pytest.param([(1.0, True), (1.5, True)], [], id="still down: nothing yet"),
        pytest.param(
            [(1.0, True), (1.6, True), (2.0, False)],
            [Felt(True, 1.0)],
            id="a hold is told once, and its release not at all",
        ),
        pytest.param(
            [(1.0, True), (1.7, True), (1.9, True)], [Felt(True, 1.0)], id="not twice"
        ),
        pytest.param(
            [(1.0, True), (1.001, False), (1.002, True), (1.1, False)],
            [Felt(False, 1.0)],
            id="bounce going down",
        ),
        pytest.param(
            [(1.0, True), (1.2, False), (1.201, True), (1.203, False), (1.3, False)],
            [Felt(False, 1.0)],
            id="bounce going up",
        ),
        pytest.param(
            [(1.0, True), (1.01, False), (1.03, False)],
            [Felt(False, 1.0)],
            id="a tap within the bounce is a press at the next look",
        ),
        pytest.param(
            [(1.0, True), (1.1, False), (1.2, True), (1.3, False)],
            [Felt(False, 1.0), Felt(False, 1.2)],
            id="two presses",
        ),
        pytest.param(
            [(1.0, True), (1.001, False), (1.002, True), (1.6, True)],
            [Felt(True, 1.0)],
            id="a bounce does not restart the hold",
        ),
        pytest.param([(1.0, False), (2.0, False)], [], id="nothing"),
    ],
)
def test_levels_become_presses(
    levels: list[tuple[float, bool]], wanted: list[Felt]
) -> None:
    assert told(levels) == wanted


@given(
    presses=st.lists(
        st.tuples(st.floats(0.06, 1.5), st.floats(0.06, 2.0)), min_size=1, max_size=8
    ),
    bounces=st.lists(st.floats(0.0005, BOUNCE_S / 2.1), max_size=4),
)
def test_however_contacts_bounce_every_press_is_told_once(
    presses: list[tuple[float, float]], bounces: list[float]
) -> None:
    levels, now_s = list[tuple[float, bool]](), 10.0
    wanted = []
    for down_s, up_s in presses:
        for length_s, is_low in ((down_s, True), (up_s, False)):
            levels += [(now_s, is_low)]
            for n, at_s in enumerate(sorted(bounces)):
                levels.append((now_s + at_s, is_low if n % 2 else not is_low))
            looks = [now_s + 0.02 * n for n in range(2, int(length_s / 0.02) + 1)]
            levels += [(at_s, is_low) for at_s in looks]
            if is_low:
                held = bool(looks) and looks[-1] - now_s >= HOLD_S
                wanted.append(Felt(held, now_s))
            now_s += length_s
    assert told(levels) == wanted


# --- on pins -------------------------------------------------------------------------


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(100.0)


@pytest.fixture
def inbox() -> Inbox:
    return SimpleQueue()


@pytest.fixture
def buttons(pins: MockFactory, inbox: Inbox, clock: FakeClock) -> Iterator[Buttons]:
    opened = open_buttons(ButtonSettings(), inbox, clock)
    yield opened
    opened.close()


def emptied(inbox: Inbox) -> list[Item]:
    return [inbox.get_nowait() for _ in range(inbox.qsize())]


@pytest.mark.parametrize("button", Button)
def test_each_pin_is_its_button(
    buttons: Buttons, pins: MockFactory, inbox: Inbox, clock: FakeClock, button: Button
) -> None:
    pins.pin(PINS[button]).drive_low()
    clock.pass_s(0.1)
    pins.pin(PINS[button]).drive_high()
    assert emptied(inbox) == [Push(button, False, NOW, 100.0)]


def test_a_hold_is_told_while_the_finger_is_down(
    buttons: Buttons, pins: MockFactory, inbox: Inbox, clock: FakeClock
) -> None:
    pins.pin(24).drive_low()
    clock.pass_s(0.5)
    assert buttons.look()  # again soon
    assert emptied(inbox) == []
    clock.pass_s(0.15)
    assert buttons.look()
    assert emptied(inbox) == [Push(Button.Y, True, NOW, 100.0)]
    clock.pass_s(1)
    pins.pin(24).drive_high()
    clock.pass_s(1)
    assert not buttons.look()  # until the next edge
    assert emptied(inbox) == []


def test_how_long_a_hold_is_comes_from_the_settings(
    pins: MockFactory, inbox: Inbox, clock: FakeClock
) -> None:
    settings = replace(ButtonSettings(), a=20, hold_s=0.2)
    buttons = open_buttons(settings, inbox, clock)
    pins.pin(20).drive_low()
    clock.pass_s(0.21)
    buttons.look()
    assert emptied(inbox) == [Push(Button.A, True, NOW, 100.0)]
    buttons.close()


def test_bounce_on_a_pin_is_one_press(
    buttons: Buttons, pins: MockFactory, inbox: Inbox, clock: FakeClock
) -> None:
    pin = pins.pin(5)
    for is_low in (True, False, True):
        (pin.drive_low if is_low else pin.drive_high)()
        clock.pass_s(0.002)
    clock.pass_s(0.1)
    for is_low in (False, True, False):
        (pin.drive_low if is_low else pin.drive_high)()
        clock.pass_s(0.002)
    clock.pass_s(0.1)
    buttons.look()
    assert emptied(inbox) == [Push(Button.A, False, NOW, 100.0)]


def test_a_taken_pin_lets_go_of_the_others(
    buttons: Buttons, pins: MockFactory, inbox: Inbox, clock: FakeClock
) -> None:
    wanted = replace(ButtonSettings(), a=20, b=5, x=21, y=26)  # 5 is taken by A
    with pytest.raises(PinError) as error:
        open_buttons(wanted, inbox, clock)
    assert error.value.code == "pin_taken"
    open_buttons(replace(wanted, b=19), inbox, clock).close()


def test_a_closed_button_tells_nothing(
    pins: MockFactory, inbox: Inbox, clock: FakeClock
) -> None:
    buttons = open_buttons(ButtonSettings(), inbox, clock)
    buttons.close()
    pins.pin(5).drive_low()
    clock.pass_s(0.1)
    pins.pin(5).drive_high()
    assert emptied(inbox) == []
