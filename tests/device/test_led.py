"""The LED: rhythms as functions of time, and what the pins do."""

from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from device.config_sections import LedSettings
from device.fakes import FakeClock
from device.flow.screen import Mood
from device.led import (
    BLUE,
    GREEN,
    OFF,
    RED,
    RHYTHMS,
    YELLOW,
    Colour,
    Rhythm,
    lit,
    open_led,
)

RED_PIN, GREEN_PIN, BLUE_PIN = 17, 27, 22


@pytest.mark.parametrize(
    ("mood", "since_s", "colour"),
    [
        (Mood.WAITING, 0, GREEN),
        (Mood.WAITING, 2.9, GREEN),
        (Mood.WAITING, 3.05, OFF),
        (Mood.READING, 0.1, BLUE),
        (Mood.READING, 0.2, OFF),
        (Mood.READING, 0.35, BLUE),
        (Mood.ASKING, 0.05, YELLOW),
        (Mood.ASKING, 0.15, OFF),
        (Mood.ASKING, 0.3, YELLOW),
        (Mood.ASKING, 0.5, OFF),
        (Mood.STUCK, 0.8, RED),
        (Mood.STUCK, 1.0, OFF),
        (Mood.SHUT, 1.0, OFF),
    ],
)
def test_a_mood_has_its_colour_at_every_moment(
    mood: Mood, since_s: float, colour: Colour
) -> None:
    assert lit(RHYTHMS[mood], since_s)[0] == colour


def test_every_mood_has_a_rhythm() -> None:
    assert set(RHYTHMS) == set(Mood)
    assert set(RHYTHMS.values()) == set(Rhythm)


def flashes(rhythm: Rhythm) -> tuple[bool, ...]:
    """Light or dark, ten seconds long: what somebody sees who sees no colour."""
    return tuple(any(lit(rhythm, n / 20)[0]) for n in range(200))


def test_rhythms_differ_without_their_colour() -> None:
    assert len({flashes(rhythm) for rhythm in Rhythm}) == len(Rhythm)


@given(st.sampled_from(Rhythm), st.floats(0, 1e6))
def test_a_colour_lasts_until_the_next(rhythm: Rhythm, since_s: float) -> None:
    colour, left_s = lit(rhythm, since_s)
    assert left_s > 0
    assert lit(rhythm, since_s + left_s * 0.99)[0] == colour


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


def shown(pins: MockFactory) -> Colour:
    """Active low."""
    red, green, blue = (not pins.pin(n).state for n in (RED_PIN, GREEN_PIN, BLUE_PIN))
    return red, green, blue


def test_the_pins_follow_the_rhythm(pins: MockFactory) -> None:
    clock = FakeClock(50.0)
    led = open_led(LedSettings(), clock)
    assert shown(pins) == OFF
    assert led.step() is None
    led.show(Mood.STUCK)
    assert shown(pins) == RED
    clock.pass_s(0.95)
    assert led.step() == pytest.approx(0.25)
    assert shown(pins) == OFF
    led.show(Mood.READING)
    assert shown(pins) == BLUE
    led.close()
    assert led.step() is None


def test_a_mood_of_the_same_rhythm_does_not_begin_it_anew(pins: MockFactory) -> None:
    clock = FakeClock()
    led = open_led(LedSettings(), clock)
    led.show(Mood.READING)
    clock.pass_s(0.2)
    led.show(Mood.HAND)
    assert shown(pins) == OFF or led.step() == pytest.approx(0.1)
    led.step()
    assert shown(pins) == OFF
    led.close()


def test_after_closing_the_pins_are_free(pins: MockFactory) -> None:
    open_led(LedSettings(), FakeClock()).close()
    led = open_led(LedSettings(), FakeClock())
    led.show(Mood.STUCK)
    assert shown(pins) == RED
    led.close()
    led.close()
