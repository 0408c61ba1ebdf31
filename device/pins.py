"""GPIO through gpiozero, whichever library stands behind it.

luma asks for RPi.GPIO, which newer boards do not have; `OutputPins` stands in for the
few functions of it that luma calls, so the display runs on gpiozero's mock pins too.
gpiozero is imported when the first pin is opened: a laptop needs none of it.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar, cast

T = TypeVar("T")
log = logging.getLogger("giudice")


class PinError(Exception):
    """A pin cannot be used.

    Attributes:
        code: Picks the text `display.CODE`: `no_pins`, `pin_taken`.
        detail: For whoever reads the log.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail


class Output(Protocol):
    """A gpiozero output."""

    value: float

    def close(self) -> None:
        """Let go of the pin."""
        ...


class Input(Protocol):
    """A gpiozero button."""

    when_pressed: Callable[[], None] | None
    when_released: Callable[[], None] | None

    @property
    def is_pressed(self) -> bool:
        """Whether it is down now."""
        ...

    def close(self) -> None:
        """Let go of the pin."""
        ...


def open_output(pin: int, is_active_high: bool = True, is_on: bool = False) -> Output:
    """A pin that is on or off.

    Raises:
        PinError: This machine has no pins, or something else uses this one.
    """

    def make() -> Output:
        from gpiozero import OutputDevice

        made = OutputDevice(pin, active_high=is_active_high, initial_value=is_on)
        return cast("Output", made)

    return _opened(pin, make)


def open_dimmer(pin: int) -> Output:
    """A pin whose `value`, 0 to 1, is a share of time on: a backlight.

    Raises:
        PinError: As `open_output`.
    """

    def make() -> Output:
        from gpiozero import PWMOutputDevice

        return cast("Output", PWMOutputDevice(pin, initial_value=1.0, frequency=500))

    return _opened(pin, make)


def open_button(pin: int) -> Input:
    """A button between the pin and ground; without gpiozero's debounce and hold.

    Raises:
        PinError: As `open_output`.
    """

    def make() -> Input:
        from gpiozero import Button

        return cast("Input", Button(pin, pull_up=True, bounce_time=None))

    return _opened(pin, make)


def _opened(pin: int, make: Callable[[], T]) -> T:
    try:
        from gpiozero.exc import BadPinFactory, GPIOZeroError, PinFactoryFallback
    except ImportError as error:
        raise PinError("no_pins", str(error)) from error
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", PinFactoryFallback)
        try:
            made = make()
        except BadPinFactory as error:
            raise PinError("no_pins", _line(error, caught)) from error
        except (GPIOZeroError, OSError) as error:
            raise PinError("pin_taken", f"GPIO {pin}: {error}") from error
    if caught:
        log.warning("%s", _line(f"GPIO {pin}", caught))
    return made


def _line(head: object, caught: Iterable[warnings.WarningMessage]) -> str:
    """One line of what gpiozero tells in several: each library that it tried."""
    return "; ".join((str(head), *(str(each.message) for each in caught)))


class OutputPins:
    """What luma needs of RPi.GPIO."""

    OUT, LOW, HIGH = "out", 0, 1

    def __init__(self) -> None:
        self._pins: dict[int, Output] = {}

    def setup(self, pin: int, direction: str, initial: int | None = None) -> None:
        """Make a pin an output; see `open_output`."""
        if pin not in self._pins:
            self._pins[pin] = open_output(pin, is_on=bool(initial))

    def output(self, pin: int, value: int) -> None:
        """Drive a pin that was set up."""
        self._pins[pin].value = 1 if value else 0

    def cleanup(self, pins: Iterable[int] = ()) -> None:
        """Let go of all pins."""
        for pin in self._pins.values():
            pin.close()
        self._pins.clear()
