"""A picture of all faces that were taught, so that people see what was learnt."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import as_file, files

from PIL import Image, ImageDraw, ImageFont

from device.taught import KeptFace

CELL_PX, GAP_PX, MARGIN_PX = 120, 12, 16
LABEL_PX, TITLE_PX = 15, 26
PAPER, INK, QUIET = (20, 20, 24), (245, 245, 245), (170, 170, 178)
LONGEST_LABEL = 15


def draw_sheet(title: str, faces: Sequence[KeptFace], unshown: str) -> Image.Image:
    """One column a value: its number, then every face shown, with its photo's name.

    Args:
        title: Over it all.
        faces: In any order.
        unshown: Stands in the column of a value that was not shown.
    """
    columns = [[f for f in faces if f.face.value == value] for value in range(1, 7)]
    wide, high = CELL_PX + GAP_PX, CELL_PX + LABEL_PX + GAP_PX
    top = 2 * MARGIN_PX + 2 * TITLE_PX + GAP_PX
    rows = max(1, *map(len, columns))
    size = (2 * MARGIN_PX + 6 * wide - GAP_PX, top + rows * high + MARGIN_PX)
    sheet = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(sheet)
    big, small = _font(TITLE_PX), _font(LABEL_PX)
    pen.text((MARGIN_PX, MARGIN_PX), title, INK, big)
    for k, column in enumerate(columns):
        x = MARGIN_PX + k * wide
        at = (x + CELL_PX / 2, top - GAP_PX / 2)
        pen.text(at, str(k + 1), INK, big, anchor="ms")
        if not column:
            at = (x + CELL_PX / 2, top + CELL_PX / 2)
            pen.text(at, unshown, QUIET, small, anchor="mm")
        for row, one in enumerate(column):
            crop = Image.fromarray(one.face.crop)
            y = top + row * high
            cell = (CELL_PX, CELL_PX)
            sheet.paste(crop.resize(cell, Image.Resampling.BICUBIC), (x, y))
            label = _short(one.photo)
            pen.text((x, y + CELL_PX + 2), label, QUIET, small)
    return sheet


def _short(name: str) -> str:
    if len(name) <= LONGEST_LABEL:
        return name
    return f"…{name[-LONGEST_LABEL + 1 :]}"


def _font(size: int) -> ImageFont.FreeTypeFont:
    with as_file(files("device") / "fonts" / "DejaVuSans.ttf") as path:
        return ImageFont.truetype(str(path), size)
