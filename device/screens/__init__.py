"""Draws a `Screen` for a panel; see `layout.py` (colour) and `plain.py` (one bit)."""

from __future__ import annotations

from PIL import Image

from device.flow.screen import Screen
from device.screens.canvas import Pictures
from device.screens.layout import draw_panel
from device.screens.plain import draw_plain
from device.wording import Wording

__all__ = ["Pictures", "draw"]

#: Height in pixels below which a panel gets the plain layout.
PLAIN_BELOW = 100


def draw(
    screen: Screen, wording: Wording, size: tuple[int, int], pictures: Pictures
) -> Image.Image:
    """Draw a screen.

    Args:
        screen: What is shown.
        wording: In which language.
        size: (width, height) in pixels: 320 × 240 and 240 × 240 are meant; others are
            scaled by height. Below `PLAIN_BELOW` it is the plain layout.
        pictures: Finds a picture by its number: RGB (H, W, 3), or None.

    Returns:
        RGB, of `size`; black and white alone in the plain layout.
    """
    if size[1] < PLAIN_BELOW:
        return draw_plain(screen, wording, size)
    return draw_panel(screen, wording, size, pictures)
