"""All players at the table: in one column, in more, or as tiles when there are many."""

from __future__ import annotations

from device.flow.screen import Players, Row, Tone
from device.screens.canvas import Box, Canvas
from device.screens.lettering import CUT, fit, width_of
from device.screens.shapes import TONE_SIGNS, pointer
from device.screens.theme import BADGE, EDGE, INK, PANEL, SOFT, TONES

#: On a screen 240 pixels high: the lowest row that can be read, and the narrowest.
ROW_PX, ROW_BEST_PX, ROW_MOST_PX, COLUMN_PX, COLUMN_GAP_PX = 19, 28, 34, 96, 8
ARROW_PX, NARROW_PX = 13, 150
#: Size of the numbers in the smallest tiles.
TILE_PX = 15


def players_room(canvas: Canvas, players: Players, width: int) -> tuple[int, int]:
    """Heights in pixels: the least, and what looks best."""
    count = len(players.rows)
    most = max(1, width // canvas.px(COLUMN_PX))
    columns = min(most, 1 if count <= 6 else 2 if count <= 12 else 3)
    rows = -(-count // columns)
    best = rows * canvas.px(ROW_BEST_PX if count <= 5 else 22)
    tiles = -(-count // max(1, width // canvas.px(50)))
    return canvas.px(TILE_PX * 1.4) * min(2, tiles), best


def draw_players(canvas: Canvas, box: Box, players: Players) -> None:
    """Every player; where not even tiles have room, those around who is to act."""
    count = len(players.rows)
    if not count:
        return
    for columns in range(1, max(1, box.width // canvas.px(COLUMN_PX)) + 1):
        rows = -(-count // columns)
        width = box.columns(columns, canvas.px(COLUMN_GAP_PX))[0].width
        if rows * canvas.px(ROW_PX) > box.height:
            continue
        if columns > 1 and not _has_names(canvas, width, players):
            break
        height = min(box.height // rows, canvas.px(ROW_MOST_PX))
        places = [
            place
            for column in box.columns(columns, canvas.px(COLUMN_GAP_PX))
            for place in column.rows(rows, height)
        ]
        size = min(_name_size(canvas, places[0], row) for row in players.rows)
        for place, row in zip(places, players.rows, strict=False):
            _draw_row(canvas, place, row, size)
        return
    draw_tiles(canvas, box, players)


def _has_names(canvas: Canvas, width: int, players: Players) -> bool:
    """Whether a column leaves the names enough room to be recognised."""
    size = canvas.px(16)
    taken = _arrow(canvas, width) + canvas.px(19 + 6 + 10)
    return all(
        width - taken - width_of(canvas.tell(row.left), size)
        >= min(canvas.px(38), width_of(canvas.tell(row.name), size))
        for row in players.rows
    )


def _name_size(canvas: Canvas, box: Box, row: Row) -> int:
    """At which the name of a row fits beside all else, if it can."""
    size = _row_size(canvas, box)
    chip = min(box.height - 2 - canvas.px(2), canvas.px(26))
    taken = _arrow(canvas, box.width) + chip + canvas.px(6 + 4)
    left = canvas.tell(row.left)
    taken += width_of(left, size) + canvas.px(6) if left else 0
    room = (box.width - taken) // (2 if row.note else 1)
    name = canvas.tell(row.name)
    return fit(name, max(1, room), box.height, size, min(size, canvas.px(14)), 1).size


def _arrow(canvas: Canvas, width: int) -> int:
    """Room for the pointer; a narrow column has a frame instead."""
    return canvas.px(ARROW_PX if width >= canvas.px(NARROW_PX) else 5)


def _row_size(canvas: Canvas, box: Box) -> int:
    return min(canvas.px(22), round((box.height - 2) * 0.8))


def _draw_row(canvas: Canvas, box: Box, row: Row, name_size: int) -> None:
    """Pointer, chip, name, note, and what is left."""
    inner = box.inset(0, 1)
    edge = min(inner.height - canvas.px(2), canvas.px(26))
    arrow = _arrow(canvas, box.width)
    is_narrow = arrow < canvas.px(ARROW_PX)
    if row.is_turn:
        canvas.panel(inner, canvas.px(6), PANEL, BADGE if is_narrow else None)
    if row.is_turn and not is_narrow:
        mark = Box(box.left + canvas.px(1), box.top, arrow - canvas.px(2), box.height)
        canvas.shape(pointer, mark, BADGE)
    chip = Box(box.left + arrow, box.top + (box.height - edge) // 2, edge, edge)
    canvas.chip(row.sign, chip)
    size = _row_size(canvas, box)
    ink = EDGE if row.is_out else INK
    left = canvas.tell(row.left)
    right = box.right - canvas.px(4)
    if left:
        place = Box(chip.right, box.top, right - chip.right, box.height)
        covered = canvas.write(left, place, size, ink, "r")
        right = covered.left - canvas.px(6)
    start = chip.right + canvas.px(6)
    name = canvas.tell(row.name)
    names = Box(start, box.top, max(0, right - start), box.height)
    note = canvas.tell(row.note)
    if note:
        names = _draw_note(canvas, names, name, note, row.tone, size)
    written = canvas.write(name, names, name_size, ink)
    if row.is_out and written.width:
        middle = round(written.middle[1])
        line = (written.left - 1, middle, written.right + 1, middle)
        canvas.draw.line(line, fill=ink, width=canvas.px(2))


def _draw_note(
    canvas: Canvas, room: Box, name: str, note: str, tone: Tone, size: int
) -> Box:
    """The note at the right of `room`, if it leaves the name enough; what is left."""
    small = min(size, canvas.px(17))
    sign = canvas.px(18) if tone in TONE_SIGNS else 0
    needed = min(width_of(name, size), room.width // 2) + canvas.px(8)
    spare = room.width - needed
    if spare < canvas.px(18):
        return room
    width = min(width_of(note, small) + sign, spare)
    place = Box(room.right - width, room.top, width, room.height)
    if sign:
        mark = Box(place.left, place.top, canvas.px(15), place.height)
        canvas.shape(TONE_SIGNS[tone], mark, TONES[tone])
    words = Box(place.left + sign, place.top, width - sign, place.height)
    paint = TONES[tone] if tone is not Tone.PLAIN else SOFT
    canvas.write(note, words, small, paint)
    return Box(
        room.left, room.top, max(0, room.width - width - canvas.px(6)), room.height
    )


def draw_tiles(canvas: Canvas, box: Box, players: Players) -> None:
    """Chip and what is left, side by side; the last place counts who is not shown."""
    count = len(players.rows)
    for size in range(canvas.px(26), canvas.px(TILE_PX) - 1, -1):
        height = round(size * 1.4)
        width = min(box.width, _tile_width(canvas, size, players))
        columns = min(count, max(1, box.width // width))
        lines = min(box.height // height, -(-count // columns))
        if columns * lines >= count:
            break
    lines = max(1, lines)
    places = [
        place
        for line in box.rows(lines, min(height, box.height))
        for place in line.columns(columns, 0)
    ]
    shown, hidden = _window(players, len(places))
    for place, row in zip(places, shown, strict=False):
        _draw_tile(canvas, place, row, size)
    if hidden:
        canvas.write(f"{CUT}+{hidden}", places[-1].inset(2), size, SOFT)


def _tile_width(canvas: Canvas, size: int, players: Players) -> int:
    widest = max(width_of(canvas.tell(row.left), size) for row in players.rows)
    return round(size * 1.2) + min(widest, size * 4) + canvas.px(12)


def _window(players: Players, places: int) -> tuple[list[Row], int]:
    """The rows that have room, from the one before who is to act on."""
    rows = players.rows
    if len(rows) <= places:
        return list(rows), 0
    turn = next((n for n, row in enumerate(rows) if row.is_turn), 0)
    shown = max(0, places - 1)
    first = turn if shown < 2 else turn - 1
    return [rows[(first + n) % len(rows)] for n in range(shown)], len(rows) - shown


def _draw_tile(canvas: Canvas, box: Box, row: Row, size: int) -> None:
    inner = box.inset(1, 1)
    if row.is_turn:
        canvas.panel(inner, canvas.px(5), PANEL, BADGE)
    edge = max(1, min(inner.height - canvas.px(4), round(size * 1.2)))
    chip = Box(
        inner.left + canvas.px(3), box.top + (box.height - edge) // 2, edge, edge
    )
    canvas.chip(row.sign, chip)
    start = chip.right + canvas.px(3)
    place = Box(start, box.top, max(0, inner.right - start), box.height)
    ink = EDGE if row.is_out else INK
    written = canvas.write(canvas.tell(row.left), place, size, ink)
    if row.is_out:
        middle = round(box.middle[1])
        end = max(written.right, chip.right)
        line = (chip.left - 1, middle, end, middle)
        canvas.draw.line(line, fill=INK, width=canvas.px(2))
