"""Draws a `Screen` for a panel; see `layout.py` (colour) and `plain.py` (one bit)."""

from __future__ import annotations

from PIL import Image

from device.flow.screen import Screen, Text
from device.screens.canvas import Pictures
from device.screens.layout import lay_out
from device.screens.plain import lay_out_plain
from device.wording import Wording

__all__ = ["Pictures", "draw"]

#: Height in pixels below which a panel gets the plain layout.
PLAIN_BELOW = 100


def draw(
    screen: Screen,
    wording: Wording,
    size: tuple[int, int],
    pictures: Pictures,
    trouble: Text = "",
) -> Image.Image:
    """Draw a screen.

    Args:
        screen: What is shown.
        wording: In which language.
        size: (width, height) in pixels: 320 × 240 and 240 × 240 are meant; others are
            scaled by height. Below `PLAIN_BELOW` it is the plain layout.
        pictures: Finds a picture by its number: RGB (H, W, 3), or None.
        trouble: What is wrong with the device, such as a full disk; mostly empty.

    Returns:
        RGB, of `size`; black and white alone in the plain layout.
    """
    if size[1] < PLAIN_BELOW:
        return lay_out_plain(screen, wording, size, trouble).image.convert("RGB")
    return lay_out(screen, wording, size, pictures, trouble).image
