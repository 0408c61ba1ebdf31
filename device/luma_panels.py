"""Panels driven by luma: ST7789 over SPI, SSD1306 and SH1106 over I²C.

Only what has changed is sent: a whole picture of 320 × 240 takes 35 ms of wire, the
bar of a countdown less than one. Boards and pins are from their makers' drivers; none
of this has run on a real Pi yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Protocol, TypeVar

from PIL import Image, ImageChops

from device.config_sections import DisplaySettings
from device.displays import DisplayError
from device.pins import Output, OutputPins, PinError, open_dimmer

T = TypeVar("T")
N = TypeVar("N", int, int | None)


@dataclass(frozen=True, slots=True)
class Board:
    """How an ST7789 is wired, by the numbers of the chip's pins (BCM).

    Attributes:
        size: (width, height) in pixels.
        turns: Quarter turns clockwise from how luma sends to how the board shows.
        spi_device: Chip select on the first SPI bus.
        dc: Pin of data/command.
        reset: Pin of reset, or None.
        backlight: Pin of the backlight.
        speed_hz: Of SPI; one that luma takes.
    """

    size: tuple[int, int]
    turns: int
    spi_device: int
    dc: int
    reset: int | None
    backlight: int
    speed_hz: int


BOARDS = {
    # Pimoroni Display HAT Mini: mounted upside down.
    "hat-mini": Board((320, 240), 2, 1, 9, None, 13, 52_000_000),
    # Waveshare 1.3" LCD HAT.
    "st7789-240": Board((240, 240), 0, 0, 25, 27, 24, 40_000_000),
}


class Device(Protocol):
    """What is used of a luma device."""

    size: tuple[int, int]
    mode: str

    def preprocess(self, image: Image.Image) -> Image.Image:
        """Turn a picture as the panel is mounted."""
        ...

    def display(self, image: Image.Image) -> None:
        """Send a whole picture."""
        ...

    def contrast(self, level: int) -> None:
        """Brightness of an OLED, 0 to 255."""
        ...

    def hide(self) -> None:
        """Switch the panel off."""
        ...

    def show(self) -> None:
        """Switch the panel on."""
        ...

    def cleanup(self) -> None:
        """Go dark and let go of the bus."""
        ...


class Window(Device, Protocol):
    """A luma device that takes a part of a picture."""

    def set_window(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Where the next pixels go."""
        ...

    def data(self, data: list[int]) -> None:
        """Send pixels."""
        ...


class St7789Panel:
    """A colour panel; see `device.ports.Display`."""

    def __init__(self, device: Window, backlight: Output, pins: OutputPins) -> None:
        """Take over the chip, its backlight, and the pins that luma drives it by."""
        self._device = device
        self._backlight = backlight
        self._pins = pins
        self._sent: Image.Image | None = None
        self.size = device.size

    def show(self, image: Image.Image) -> None:
        """Send the part that has changed."""
        turned = self._device.preprocess(image)
        box = _changed(self._sent, turned)
        if box is None:
            return
        with _told_as_display_error():
            self._device.set_window(*box)
            self._device.data(list(turned.crop(box).tobytes()))
        self._sent = turned.copy()

    def dim(self, level: float) -> None:
        """Backlight, 0 to 1."""
        self._backlight.value = min(1.0, max(0.0, level))

    def close(self) -> None:
        """Go dark, and let go of bus and pins."""
        self._backlight.value = 0
        self._backlight.close()
        with suppress(OSError):  # a bus that is gone needs no good-bye
            self._device.cleanup()
        self._pins.cleanup()


class OledPanel:
    """A panel of one bit a pixel; see `device.ports.Display`."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._sent: Image.Image | None = None
        self._is_off = False
        self.size = device.size

    def show(self, image: Image.Image) -> None:
        """Send a picture that differs from the last."""
        plain = image.convert(self._device.mode, dither=Image.Dither.NONE)
        if _changed(self._sent, plain) is None:
            return
        with _told_as_display_error():
            self._device.display(plain)
        self._sent = plain

    def dim(self, level: float) -> None:
        """Brightness; at 0 the panel is off, as an OLED at its least still glows."""
        is_off = level <= 0
        with _told_as_display_error():
            if not is_off:
                self._device.contrast(round(255 * min(1.0, level)))
            if is_off and not self._is_off:
                self._device.hide()
            elif self._is_off and not is_off:
                self._device.show()
        self._is_off = is_off

    def close(self) -> None:
        """Go dark."""
        self._device.cleanup()


def _changed(
    before: Image.Image | None, now: Image.Image
) -> tuple[int, int, int, int] | None:
    """What differs: (left, top, right, bottom), or None."""
    if before is None:
        return (0, 0, *now.size)
    if now.mode == "1":
        return (0, 0, *now.size) if before.tobytes() != now.tobytes() else None
    return ImageChops.difference(before, now).getbbox()


def open_st7789(
    kind: str, settings: DisplaySettings, spi: object = None, reset_s: float = 0.15
) -> St7789Panel:
    """An ST7789 on the pins of its board, or on those of the settings.

    Args:
        kind: A key of `BOARDS`.
        settings: -1 stands for the board's own.
        spi: Like `spidev.SpiDev`; that itself where None.
        reset_s: How long the chip is reset, and left alone after, in seconds; its
            datasheet asks for 10 µs and 120 ms. Only where reset is wired.

    Raises:
        DisplayError: It cannot be used.
    """
    board = BOARDS[kind]
    pins = OutputPins()

    def make() -> St7789Panel:
        from luma.core.interface.serial import spi as spi_interface
        from luma.lcd.device import st7789

        serial = spi_interface(
            spi=spi,
            gpio=pins,
            port=settings.spi_port,
            device=_or(settings.spi_device, board.spi_device),
            bus_speed_hz=board.speed_hz,
            gpio_DC=_or(settings.dc, board.dc),
            gpio_RST=_or(settings.reset, board.reset),
            reset_hold_time=reset_s,
            reset_release_time=reset_s,
        )
        turns = (board.turns + settings.rotate // 90) % 4
        device = st7789(serial, *board.size, rotate=turns, backlight=_Unlit())
        light = open_dimmer(_or(settings.backlight, board.backlight))
        return St7789Panel(device, light, pins)

    try:
        return _opened(make)
    except DisplayError:
        pins.cleanup()
        raise


def _or(given: int, default: N) -> int | N:
    """A number of the settings; -1 stands for the board's own."""
    return given if given >= 0 else default


class _Unlit:
    """Keeps luma from the backlight: it can be dimmed here, there it cannot."""

    def __call__(self, is_on: bool) -> None:
        pass

    def cleanup(self) -> None:
        pass


def open_oled(kind: str, settings: DisplaySettings, bus: object = None) -> OledPanel:
    """An SSD1306 or SH1106 of 128 × 64.

    Args:
        kind: `ssd1306` or `sh1106`.
        settings: Bus and address.
        bus: Like `smbus2.SMBus`; that itself where None.

    Raises:
        DisplayError: It cannot be used.
    """

    def make() -> OledPanel:
        from luma.core.interface.serial import i2c
        from luma.oled import device as oled

        serial = i2c(bus=bus, port=settings.i2c_port, address=settings.i2c_address)
        rotate = settings.rotate // 90
        return OledPanel(getattr(oled, kind)(serial, rotate=rotate))

    return _opened(make)


@contextmanager
def _told_as_display_error() -> Iterator[None]:
    """A bus that fails in mid-game is told like one that cannot be opened."""
    try:
        yield
    except OSError as error:
        raise DisplayError("failed", str(error)) from error


def _opened(make: Callable[[], T]) -> T:
    try:
        from luma.core.error import DeviceNotFoundError, Error
    except ImportError as error:
        raise DisplayError("no_driver", str(error)) from error
    try:
        return make()
    except PinError as error:
        raise DisplayError(error.code, error.detail) from error
    except ImportError as error:
        raise DisplayError("no_driver", str(error)) from error
    except (DeviceNotFoundError, FileNotFoundError) as error:
        raise DisplayError("missing", str(error)) from error
    except PermissionError as error:
        raise DisplayError("no_access", str(error)) from error
    except (Error, OSError) as error:
        raise DisplayError("failed", str(error)) from error
