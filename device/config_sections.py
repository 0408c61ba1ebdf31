"""The sections of `giudice.toml`: every key with its default and what it does."""

from __future__ import annotations

from dataclasses import dataclass

from device.config_values import (
    crop,
    line,
    number,
    one_of,
    patch,
    pin,
    setting,
    source,
    switch,
    whole,
)
from device.wording import LANGUAGES


@dataclass(frozen=True, slots=True)
class Table:
    """The evening: language, and where the games are kept."""

    language: str = setting(
        LANGUAGES[0],
        one_of(*LANGUAGES),
        "Language of screens, page and voice at the start; the menu changes it, for "
        "later evenings too.",
    )
    data: str = setting(
        "",
        line('a folder, or ""', may_be_empty=True),
        'Where games and their pictures are kept. "" is the service\'s own folder when '
        "systemd starts it, else ~/.local/share/giudice.",
    )
    evidence_mb: int = setting(
        200,
        whole(1, 100_000),
        "The most that pictures kept as proof may take, in megabytes; the oldest go "
        "first. Games themselves are never dropped.",
    )


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Where pictures come from, and how the camera is mounted."""

    source: str = setting(
        "auto",
        source(),
        "The camera. auto takes the Pi's own camera, else a USB webcam, and one that "
        "is plugged in later is found; phone takes photos from the page alone; none is "
        "entry by hand. `giudice play --camera` overrules it.",
    )
    rotate: int = setting(
        0,
        one_of(0, 90, 180, 270),
        "Degrees clockwise that its pictures are turned by before they are read.",
    )
    crop: tuple[float, float, float, float] = setting(
        [0.0, 0.0, 1.0, 1.0],
        crop(),
        "The part of the turned picture that shows the table, in shares of its width "
        "and height.",
    )
    grey: tuple[float, ...] = setting(
        [],
        patch(),
        "Where the mat has a patch of plain grey, in shares of the turned and cropped "
        "picture; the lamp's colour then misleads less about the dice's. Give the "
        "inside of the patch, without its edge. While something lies on it, it is too "
        "dark or too bright, or the dice lie under another lamp, the table is read as "
        "without it. Photos of phones never use it.",
    )


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """The panel."""

    kind: str = setting(
        "auto",
        one_of("auto", "hat-mini", "st7789-240", "ssd1306", "sh1106", "none"),
        "The panel. hat-mini is Pimoroni's Display HAT Mini (320 × 240), st7789-240 "
        "a 240 × 240 HAT, the other two are 128 × 64. auto is hat-mini where the "
        "machine has SPI, else none.",
    )
    rotate: int = setting(
        0,
        one_of(0, 90, 180, 270),
        "Degrees clockwise that the panel is mounted by, besides what its board needs.",
    )
    spi_port: int = setting(0, whole(0, 6), "SPI bus of an ST7789.")
    spi_device: int = setting(
        -1, whole(-1, 2), "Chip select on that bus; -1 for the board's own."
    )
    dc: int = setting(-1, pin(may_be_none=True), "Pin of data/command.")
    reset: int = setting(-1, pin(may_be_none=True), "Pin of reset.")
    backlight: int = setting(-1, pin(may_be_none=True), "Pin of the backlight.")
    i2c_port: int = setting(1, whole(0, 20), "I²C bus of an SSD1306 or SH1106.")
    i2c_address: int = setting(
        0x3C, whole(0x03, 0x77), "I²C address of it; 60 is 0x3C."
    )
    brightness: float = setting(
        1.0, number(0.1, 1), "Backlight while somebody plays; 1 is full."
    )
    dim_after_s: float = setting(
        60.0,
        number(0, 3600, "seconds"),
        "Idle time before it dims; 0 is never. It never dims while somebody is to "
        "decide.",
    )
    dim_level: float = setting(0.15, number(0, 1), "Backlight when dimmed.")


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """The four buttons."""

    on: bool = setting(
        True, switch(), "Whether buttons on pins are looked for; keys and page stay."
    )
    a: int = setting(5, pin(), "Pin of A.")
    b: int = setting(6, pin(), "Pin of B.")
    x: int = setting(16, pin(), "Pin of X.")
    y: int = setting(24, pin(), "Pin of Y.")
    hold_s: float = setting(
        0.6, number(0.2, 3, "seconds"), "How long a press is a hold."
    )


@dataclass(frozen=True, slots=True)
class LedSettings:
    """The coloured LED, active low as on the HAT Mini."""

    on: bool = setting(True, switch(), "Whether it is used.")
    red: int = setting(17, pin(), "Pin of red.")
    green: int = setting(27, pin(), "Pin of green.")
    blue: int = setting(22, pin(), "Pin of blue.")


@dataclass(frozen=True, slots=True)
class PageSettings:
    """The page for phones and the TV."""

    on: bool = setting(True, switch(), "Whether it is served.")
    host: str = setting(
        "0.0.0.0",
        line("an address of this machine"),
        "Address that it listens on: 0.0.0.0 is the whole local network, 127.0.0.1 "
        "this machine alone.",
    )
    port: int = setting(8080, whole(1, 65535), "Port that it listens on.")
    name: str = setting(
        "",
        line('a host name, or ""', may_be_empty=True),
        'Name in the address that is shown to players; "" is this machine\'s name '
        "with .local.",
    )


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """Voice and signals."""

    on: bool = setting(True, switch(), "false silences all.")
    voice: bool = setting(
        True, switch(), "Whether results are spoken, where a voice is installed."
    )
