"""Panels without hardware: a chip that understands what is sent to it, and files."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.core.device import dummy
from PIL import Image, ImageDraw

from device.config_sections import DisplaySettings
from device.displays import DisplayError, FakeDisplay, PngDisplay, open_display
from device.flow.screen import Mood, Screen
from device.luma_panels import OledPanel, open_oled, open_st7789
from device.page.live import Live
from device.panel import Panel
from device.wording import LANGUAGES, load_wording

DC, BACKLIGHT = 9, 13
HAT = replace(DisplaySettings(), kind="hat-mini")


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


class FakeSt7789:
    """An ST7789 at the end of SPI: keeps its memory, and counts what came."""

    def __init__(
        self, factory: MockFactory, size: tuple[int, int] = (320, 240), dc: int = DC
    ) -> None:
        self.image = Image.new("RGB", size)
        self.opened: tuple[int, int] | None = None
        self.max_speed_hz = 0
        self.is_broken = False
        self.pixels = 0
        self._factory = factory
        self._dc = dc
        self._command = 0
        self._columns, self._rows = (0, 0), (0, 0)
        self._bytes = bytearray()

    def open(self, port: int, device: int) -> None:
        self.opened = (port, device)

    def writebytes(self, content: list[int]) -> None:
        if self.is_broken:
            raise OSError(5, "Input/output error")
        if not self._factory.pin(self._dc).state:
            self._command, self._bytes = content[0], bytearray()
            return
        self._bytes += bytes(content)
        if self._command == 0x2A:
            self._columns = self._ends()
        elif self._command == 0x2B:
            self._rows = self._ends()
        elif self._command == 0x2C:
            self._draw()

    def _ends(self) -> tuple[int, int]:
        high, low, end_high, end_low = self._bytes[:4]
        return high << 8 | low, (end_high << 8 | end_low) + 1

    def _draw(self) -> None:
        width = self._columns[1] - self._columns[0]
        height = self._rows[1] - self._rows[0]
        if len(self._bytes) == 3 * width * height:
            part = Image.frombytes("RGB", (width, height), bytes(self._bytes))
            self.image.paste(part, (self._columns[0], self._rows[0]))
            self.pixels += width * height

    def close(self) -> None:
        self.opened = None


def picture(number: int = 0) -> Image.Image:
    image = Image.new("RGB", (320, 240), (10, 20, 30))
    draw = ImageDraw.Draw(image)
    draw.rectangle((5, 7, 60, 30), fill=(250, 0, 0))
    draw.rectangle((100, 200, 100 + number, 210), fill=(0, 250, 0))
    return image


def test_the_hat_shows_what_was_drawn_upside_down(pins: MockFactory) -> None:
    chip = FakeSt7789(pins)
    panel = open_st7789("hat-mini", HAT, chip)
    panel.show(picture())
    assert panel.size == (320, 240)
    assert chip.opened == (0, 1)
    turned = picture().transpose(Image.Transpose.ROTATE_180)
    assert chip.image.tobytes() == turned.tobytes()


def test_only_what_has_changed_is_sent(pins: MockFactory) -> None:
    chip = FakeSt7789(pins)
    panel = open_st7789("hat-mini", HAT, chip)
    panel.show(picture())
    chip.pixels = 0
    panel.show(picture())
    assert chip.pixels == 0
    panel.show(picture(50))
    assert 0 < chip.pixels < 1000
    turned = picture(50).transpose(Image.Transpose.ROTATE_180)
    assert chip.image.tobytes() == turned.tobytes()


@given(numbers=st.lists(st.integers(0, 200), max_size=4))
@settings(max_examples=15, deadline=None)
def test_after_any_pictures_the_last_one_is_shown(numbers: list[int]) -> None:
    before = Device.pin_factory
    Device.pin_factory = factory = MockFactory(pin_class=MockPWMPin)
    try:
        chip = FakeSt7789(factory)
        panel = open_st7789("hat-mini", replace(HAT, rotate=180), chip)
        for number in numbers:
            panel.show(picture(number))
        if numbers:
            assert chip.image.tobytes() == picture(numbers[-1]).tobytes()
    finally:
        factory.reset()
        Device.pin_factory = before


def test_the_square_hat_has_its_own_pins(pins: MockFactory) -> None:
    chip = FakeSt7789(pins, (240, 240), dc=25)
    panel = open_st7789("st7789-240", HAT, chip, reset_s=0)
    image = picture().crop((0, 0, 240, 240))
    panel.show(image)
    assert (panel.size, chip.opened) == ((240, 240), (0, 0))
    assert chip.image.tobytes() == image.tobytes()
    assert pins.pin(27).state  # reset is let go


def test_pins_of_the_settings_overrule_the_board(pins: MockFactory) -> None:
    chip = FakeSt7789(pins, dc=26)
    wired = replace(HAT, dc=26, backlight=19, spi_port=1, spi_device=2)
    panel = open_st7789("hat-mini", wired, chip)
    panel.show(picture())
    panel.dim(0.5)
    assert chip.opened == (1, 2)
    assert pins.pin(19).state == 0.5
    assert chip.pixels


def test_the_backlight_dims_and_goes_out(pins: MockFactory) -> None:
    panel = open_st7789("hat-mini", HAT, FakeSt7789(pins))
    light = pins.pin(BACKLIGHT)
    assert light.state == 1
    panel.dim(0.15)
    assert light.state == pytest.approx(0.15)
    panel.dim(7)
    assert light.state == 1
    panel.close()
    assert not light.state


def test_a_bus_that_fails_in_the_middle_is_a_display_error(pins: MockFactory) -> None:
    chip = FakeSt7789(pins)
    panel = open_st7789("hat-mini", HAT, chip)
    panel.show(picture())
    chip.is_broken = True
    with pytest.raises(DisplayError) as error:
        panel.show(picture(9))
    assert error.value.code == "failed"
    chip.is_broken = False
    panel.show(picture(9))  # what was not sent is sent again
    turned = picture(9).transpose(Image.Transpose.ROTATE_180)
    assert chip.image.tobytes() == turned.tobytes()


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        pytest.param(FileNotFoundError(2, "no such file"), "missing", id="no SPI"),
        pytest.param(PermissionError(13, "denied"), "no_access", id="no rights"),
        pytest.param(OSError(5, "I/O"), "failed", id="broken"),
    ],
)
def test_what_cannot_be_opened_is_told_by_its_code(
    pins: MockFactory, failure: OSError, code: str
) -> None:
    class Refusing(FakeSt7789):
        def open(self, port: int, device: int) -> None:
            raise failure

    with pytest.raises(DisplayError) as error:
        open_st7789("hat-mini", HAT, Refusing(pins))
    assert error.value.code == code


def test_a_taken_pin_is_told(pins: MockFactory) -> None:
    first = open_st7789("hat-mini", HAT, FakeSt7789(pins))
    with pytest.raises(DisplayError) as error:
        open_st7789("hat-mini", HAT, FakeSt7789(pins))
    assert error.value.code == "pin_taken"
    first.close()
    open_st7789("hat-mini", HAT, FakeSt7789(pins)).close()


def test_a_panel_that_fails_to_open_lets_go_of_its_pins(pins: MockFactory) -> None:
    broken = FakeSt7789(pins)
    broken.is_broken = True
    with pytest.raises(DisplayError):
        open_st7789("hat-mini", HAT, broken)
    open_st7789("hat-mini", HAT, FakeSt7789(pins)).close()


def test_after_closing_it_can_be_opened_again(pins: MockFactory) -> None:
    open_st7789("hat-mini", HAT, FakeSt7789(pins)).close()
    chip = FakeSt7789(pins)
    open_st7789("hat-mini", HAT, chip).show(picture())
    assert chip.pixels


class FakeBus:
    """An I²C bus that takes everything."""

    def __init__(self) -> None:
        self.sent: list[tuple[int, list[int]]] = []

    def write_i2c_block_data(self, address: int, mode: int, data: list[int]) -> None:
        self.sent.append((address, list(data)))

    def i2c_rdwr(self, *messages: object) -> None:
        self.sent.append((0, []))


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
@pytest.mark.parametrize("kind", ["ssd1306", "sh1106"])
def test_an_oled_gets_what_changed_and_dims(kind: str) -> None:
    bus = FakeBus()
    panel = open_oled(kind, replace(HAT, i2c_address=0x3D), bus)
    assert panel.size == (128, 64)
    assert {address for address, _ in bus.sent} <= {0x3D, 0}
    image = Image.new("RGB", (128, 64))
    panel.show(image)
    count = len(bus.sent)
    panel.show(image)
    assert len(bus.sent) == count
    ImageDraw.Draw(image).point((5, 5), fill="white")
    panel.show(image)
    assert len(bus.sent) > count
    panel.dim(0.5)
    assert bus.sent[-1][1] == [0x81, 128]
    panel.dim(0)
    assert bus.sent[-1][1] == [0xAE]  # display off
    panel.dim(1)
    assert bus.sent[-1][1] == [0xAF]  # and on again


def test_black_and_white_arrive_as_drawn() -> None:
    device = dummy(128, 64, mode="1")
    panel = OledPanel(device)
    image = Image.new("RGB", (128, 64))
    ImageDraw.Draw(image).rectangle((3, 4, 20, 30), fill="white")
    panel.show(image)
    assert device.image.convert("RGB").tobytes() == image.tobytes()


# --- which one -----------------------------------------------------------------------


def test_without_spi_auto_is_no_panel(tmp_path: Path) -> None:
    assert open_display(DisplaySettings(), tmp_path / "spidev0.1") is None
    assert open_display(replace(HAT, kind="none")) is None


def test_with_spi_auto_is_the_hat(tmp_path: Path) -> None:
    spi = tmp_path / "spidev0.1"
    spi.touch()
    with pytest.raises(DisplayError) as error:  # this machine has no pins for it
        open_display(DisplaySettings(), spi)
    assert error.value.code in ("no_pins", "no_driver", "missing", "failed")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "code",
    [
        "no_driver",
        "no_pins",
        "pin_taken",
        "missing",
        "no_access",
        "failed",
        "cannot_write",
    ],
)
def test_every_error_has_its_text(language: str, code: str) -> None:
    assert load_wording(language).say(f"display.{code}")


# --- pictures instead ----------------------------------------------------------------


def test_png_files_are_numbered_and_bounded(tmp_path: Path) -> None:
    display = PngDisplay(tmp_path / "out", most=3)
    for number in (0, 1, 1, 2, 3, 4):
        display.show(picture(number))
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["screen-00003.png", "screen-00004.png", "screen-00005.png"]
    with Image.open(tmp_path / "out" / names[-1]) as last:
        assert last.tobytes() == picture(4).tobytes()


def test_png_files_that_cannot_be_written_are_a_display_error(tmp_path: Path) -> None:
    (tmp_path / "out").touch()
    with pytest.raises(DisplayError) as error:
        PngDisplay(tmp_path / "out").show(picture())
    assert error.value.code == "cannot_write"


def test_a_panel_shows_every_moment_in_the_tables_language() -> None:
    display = FakeDisplay()
    wordings = {language: load_wording(language) for language in LANGUAGES}
    panel = Panel(display, wordings, lambda shot: None)
    for language in LANGUAGES:
        title = wordings[language].say("confirm.no_eye")
        assert title
        screen = Screen("any", title, Mood.STUCK)
        panel.publish(Live(screen, 1, language))
    panel.publish(Live(Screen("any", "x", Mood.STUCK), 2, trouble="piena"))
    assert len(display.images) == 3
    assert len({image.tobytes() for image in display.images}) == 3


def test_a_fake_display_refuses_what_a_panel_could_not_show() -> None:
    with pytest.raises(ValueError, match="RGB"):
        FakeDisplay((128, 64)).show(picture())
