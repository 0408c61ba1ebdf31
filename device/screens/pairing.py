"""The QR square of the pairing code."""

from __future__ import annotations

from functools import lru_cache

import segno
from PIL import Image

from device.flow.screen import PairingCode
from device.screens.canvas import Box, Canvas

#: White around a QR square, in modules; the standard asks for 4, phones read with 2.
QUIET = 2


def draw_square(canvas: Canvas, box: Box, pairing: PairingCode) -> Box:
    """The QR square at the left, as large as whole pixels allow; what it covers."""
    square = _square(pairing.link)
    times = max(1, min(box.height, box.width * 2 // 3) // square.width)
    edge = square.width * times
    shown = square.resize((edge, edge), Image.Resampling.NEAREST)
    room = Box(box.left, box.top, min(edge, box.width), min(edge, box.height))
    top = box.top + (box.height - room.height) // 2
    canvas.image.paste(shown.crop((0, 0, room.width, room.height)), (box.left, top))
    return Box(box.left, top, room.width, room.height)


@lru_cache(maxsize=4)
def _square(link: str) -> Image.Image:
    """Black on white, one pixel a module."""
    code = segno.make(link or " ", error="m", micro=False)
    rows = [bytes(row) for row in code.matrix_iter(border=QUIET)]
    image = Image.new("RGB", (len(rows[0]), len(rows)), "white")
    for y, row in enumerate(rows):
        for x, is_dark in enumerate(row):
            if is_dark:
                image.putpixel((x, y), (0, 0, 0))
    return image
