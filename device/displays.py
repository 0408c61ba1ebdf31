"""Panels: those of luma by their names, and two that keep pictures instead."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from device.config_sections import DisplaySettings
from device.ports import Display

#: Where the kernel shows the chip selects of the first SPI bus.
SPI_DEVICE = Path("/dev/spidev0.1")


class DisplayError(Exception):
    """A panel cannot be used.

    Attributes:
        code: Picks the text `display.CODE`: `no_driver`, `no_pins`, `pin_taken`,
            `missing`, `no_access`, `failed`, `cannot_write`.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code


def open_display(
    settings: DisplaySettings, spi_device: Path = SPI_DEVICE
) -> Display | None:
    """The panel of the settings; None where there is to be none.

    Raises:
        DisplayError: It cannot be used; with `auto` it is not looked for without SPI.
    """
    kind = settings.kind
    if kind == "auto":
        kind = "hat-mini" if spi_device.exists() else "none"
    if kind == "none":
        return None
    from device.luma_panels import open_oled, open_st7789

    if kind in ("ssd1306", "sh1106"):
        return open_oled(kind, settings)
    return open_st7789(kind, settings)


class FakeDisplay:
    """Keeps what it was shown.

    Attributes:
        images: In order.
        levels: Of the backlight, in order.
        is_open: Until it is closed.
    """

    def __init__(self, size: tuple[int, int] = (320, 240)) -> None:
        self.size = size
        self.images: list[Image.Image] = []
        self.levels: list[float] = []
        self.is_open = True

    def show(self, image: Image.Image) -> None:
        """As `device.ports.Display`; refuses a picture of another size or mode."""
        if image.size != self.size or image.mode != "RGB":
            raise ValueError(
                f"image must be RGB {self.size}, got {image.mode} {image.size}"
            )
        self.images.append(image.copy())

    def dim(self, level: float) -> None:
        """As `device.ports.Display`."""
        self.levels.append(level)

    def close(self) -> None:
        """As `device.ports.Display`."""
        self.is_open = False


class PngDisplay:
    """Writes what it is shown as PNG, numbered; the oldest make way for new ones."""

    def __init__(
        self, folder: Path, size: tuple[int, int] = (320, 240), most: int = 500
    ) -> None:
        self.size = size
        self._folder = folder
        self._most = most
        self._count = 0
        self._last: bytes | None = None

    def show(self, image: Image.Image) -> None:
        """As `device.ports.Display`; a picture that is there already is not repeated.

        Raises:
            DisplayError: `cannot_write`.
        """
        content = image.tobytes()
        if content == self._last:
            return
        self._count += 1
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            image.save(self._path(self._count))
            self._path(self._count - self._most).unlink(missing_ok=True)
        except OSError as error:
            raise DisplayError("cannot_write", str(error)) from error
        self._last = content

    def _path(self, number: int) -> Path:
        return self._folder / f"screen-{number:05}.png"

    def dim(self, level: float) -> None:
        """Files have no backlight."""

    def close(self) -> None:
        """Files stay."""
