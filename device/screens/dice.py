"""Dice as faces: one die, and lines of dice that stand together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from device.flow.screen import DiceLine, ShownDie
from device.screens.canvas import FINER, Box, Canvas
from device.screens.lettering import fit, font, width_of
from device.screens.shapes import query
from device.screens.theme import BACK, BADGE, BLACK, EDGE, PLAYERS, SOFT, TONES, Paint

#: Where pips lie, in thirds of the face: (column, row) from the middle.
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
ASK = (255, 190, 40)
#: Share of a die's cell that its face takes; the rest is for tray and cursor.
FACE = 0.82


def dice_room(lines: Sequence[DiceLine]) -> tuple[int, int]:
    """Heights on a screen 240 high: the least, and what looks best."""
    if len(lines) == 1:
        return 28, 78
    return len(lines) * 18, len(lines) * 40


def draw_dice(canvas: Canvas, box: Box, lines: Sequence[DiceLine]) -> None:
    """Lines of dice, all of one size; in two columns where they would be too low."""
    low = canvas.px(19)
    columns = 2 if len(lines) * low > box.height and len(lines) > 1 else 1
    count = -(-len(lines) // columns)
    height = min(canvas.px(92), max(1, box.height // count))
    if columns > 1 or len(lines) > 1:
        height = min(height, canvas.px(46))
    cells = [
        row
        for column in box.columns(columns, canvas.px(8))
        for row in column.rows(count, height)
    ]
    edge = _edge(canvas, cells[0], lines)
    for cell, line in zip(cells, lines, strict=False):
        _draw_line(canvas, cell, line, edge, is_alone=len(lines) == 1)


def _edge(canvas: Canvas, cell: Box, lines: Sequence[DiceLine]) -> int:
    """Edge of a die's cell such that every line fits, with its chip and some text."""
    most = max(len(line.dice) for line in lines)
    width = cell.width
    if any(line.sign for line in lines):
        width -= _chip_edge(canvas, cell.height) + canvas.px(6)
    texts = [canvas.tell(line.text) for line in lines]
    if any(texts):
        wanted = max(width_of(text, canvas.px(18)) for text in texts)
        width -= min(wanted + canvas.px(8), round(cell.width * 0.42))
    return max(1, min(cell.height, width // max(1, most)))


def _chip_edge(canvas: Canvas, height: int) -> int:
    return min(canvas.px(30), max(1, height - canvas.px(2)))


def _draw_line(
    canvas: Canvas, cell: Box, line: DiceLine, edge: int, is_alone: bool
) -> None:
    text = canvas.tell(line.text)
    chip = _chip_edge(canvas, cell.height) if line.sign else 0
    left = cell.left
    if is_alone and not text:  # in the middle, where nothing stands beside it
        left += (cell.width - chip - edge * len(line.dice)) // 2
    if line.sign is not None:
        top = cell.top + (cell.height - chip) // 2
        canvas.chip(line.sign, Box(left, top, chip, chip))
        left += chip + canvas.px(6)
    top = cell.top + (cell.height - edge) // 2
    for index, die in enumerate(line.dice):
        spot = Box(left + index * edge, top, edge, edge)
        draw_die(canvas, spot, die, is_picked=index == line.at)
    left += edge * len(line.dice) + canvas.px(6)
    room = Box(left, cell.top, cell.right - left, cell.height)
    if text and room.width > 0:
        _beside(canvas, room, text, TONES[line.tone], is_alone)


def _beside(canvas: Canvas, room: Box, text: str, paint: Paint, is_alone: bool) -> None:
    largest, lines = (canvas.px(34), 3) if is_alone else (canvas.px(22), 2)
    fitted = fit(text, room.width, room.height, largest, canvas.px(13), lines)
    height = fitted.height // len(fitted.lines)
    for row, words in zip(
        room.rows(len(fitted.lines), height), fitted.lines, strict=True
    ):
        canvas.write(words, row, fitted.size, paint)


def draw_die(canvas: Canvas, cell: Box, die: ShownDie, is_picked: bool = False) -> None:
    """A die in its cell: with a tray if it is held, a frame if it is picked."""
    face = max(1, round(cell.width * FACE))
    margin = (cell.width - face) // 2
    if is_picked:
        canvas.panel(cell, round(cell.width * 0.24), BADGE)
        inner = max(1, margin // 2)
        canvas.panel(cell.inset(inner, inner), round(cell.width * 0.2), BACK)
    if die.is_held:
        tray = Box(cell.left, cell.top + cell.height // 2, cell.width, cell.height // 2)
        canvas.panel(tray, round(cell.width * 0.2), SOFT)
        gap = max(1, margin - max(1, canvas.px(1)))
        inside = Box(cell.left + gap, tray.top, cell.width - 2 * gap, tray.height - gap)
        canvas.panel(inside, round(cell.width * 0.14), BACK)
    drawn = _face(face, die.value, die.body, die.pips, die.is_sure)
    spot = (cell.left + margin, cell.top + margin)
    canvas.image.paste(drawn, spot, drawn)


@lru_cache(maxsize=256)
def _face(
    edge: int, value: int | None, body: str, pips: str, is_sure: bool
) -> Image.Image:
    """A face with what tells that it is unsure; RGBA, `edge` square."""
    e = edge * FINER
    image = Image.new("RGBA", (e, e))
    draw = ImageDraw.Draw(image)
    fill = PLAYERS.get(body, PLAYERS["other"])
    ink = PLAYERS.get(pips, PLAYERS["other"])
    inset = 0 if is_sure and value is not None else round(e * 0.09)
    corners = (inset, inset, e - 1 - inset, e - 1 - inset)
    draw.rounded_rectangle(
        corners, e * 0.2, fill, EDGE if sum(fill) < 300 else None, round(e * 0.05)
    )
    if value is None:
        spot = (e / 2, e / 2 + e * 0.24)
        draw.text(spot, "?", ink, font(max(1, round(e * 0.66))), anchor="ms")
    reach = e * 0.25 if inset == 0 else e * 0.21
    for column, row in PIPS.get(value or 0, ()):
        x, y, r = e / 2 + column * reach, e / 2 + row * reach, e * 0.1
        draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)
    if inset:
        _dashes(draw, e)
        if value is not None:
            _badge(image, e)
    return image.reduce(FINER)


def _dashes(draw: ImageDraw.ImageDraw, e: int) -> None:
    width, inset = max(1, round(e * 0.055)), e * 0.03
    low, high = inset, e - inset
    corners = [(low, low), (high, low), (high, high), (low, high), (low, low)]
    for (ax, ay), (bx, by) in pairwise(corners):
        for n in range(4):
            here, there = (n + 0.18) / 4, (n + 0.82) / 4
            draw.line(
                (
                    *(ax + (bx - ax) * here, ay + (by - ay) * here),
                    *(ax + (bx - ax) * there, ay + (by - ay) * there),
                ),
                fill=ASK,
                width=width,
            )


def _badge(image: Image.Image, e: int) -> None:
    edge = round(e * 0.42)
    mask = Image.new("L", (edge, edge))
    query(ImageDraw.Draw(mask), edge)
    back = Image.new("L", (edge, edge))
    ImageDraw.Draw(back).polygon(
        [(edge / 2, 0), (edge, edge / 2), (edge / 2, edge), (0, edge / 2)], fill=255
    )
    spot = (e - edge, 0)
    image.paste(BLACK, spot, back)
    image.paste(ASK, spot, mask)
