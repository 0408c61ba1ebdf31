"""Notes and what is to be read from a metre away."""

from __future__ import annotations

from device.flow.screen import Big, Note, Tone
from device.screens.canvas import Box, Canvas
from device.screens.lettering import Fitted, fit, line_height
from device.screens.shapes import TONE_SIGNS
from device.screens.theme import TONES

#: Sizes on a screen 240 pixels high.
NOTE_PX, NOTE_LEAST_PX, NOTE_LINES = 21, 14, 6
BIG_PX, BIG_BEST_PX, BIG_ONE_LINE_PX, BIG_CROWDED_PX, BIG_LEAST_PX = 76, 54, 44, 34, 22


def note_room(canvas: Canvas, note: Note, width: int) -> tuple[int, int]:
    """Heights in pixels: the least, and what looks best."""
    fitted = _fit_note(canvas, note, Box(0, 0, width, canvas.px(200)))
    least = line_height(canvas.px(NOTE_LEAST_PX)) * min(2, len(fitted.lines))
    return min(least, fitted.height), fitted.height


def draw_note(canvas: Canvas, box: Box, note: Note) -> None:
    """Lines from the left, with the sign of the tone before them."""
    fitted = _fit_note(canvas, note, box)
    if not fitted.lines:
        return
    rows = box.rows(len(fitted.lines), line_height(fitted.size))
    if note.tone in TONE_SIGNS:
        edge = min(rows[0].height, canvas.px(20))
        sign = Box(box.left, rows[0].top, edge, rows[0].height)
        canvas.shape(TONE_SIGNS[note.tone], sign, TONES[note.tone])
    indent = _indent(canvas, note.tone)
    for row, line in zip(rows, fitted.lines, strict=True):
        place = Box(row.left + indent, row.top, row.width - indent, row.height)
        canvas.write(line, place, fitted.size, TONES[note.tone])


def _fit_note(canvas: Canvas, note: Note, box: Box) -> Fitted:
    return fit(
        canvas.tell(note.text),
        box.width - _indent(canvas, note.tone),
        box.height,
        canvas.px(NOTE_PX),
        canvas.px(NOTE_LEAST_PX),
        NOTE_LINES,
    )


def _indent(canvas: Canvas, tone: Tone) -> int:
    return canvas.px(26) if tone in TONE_SIGNS else 0


def big_room(canvas: Canvas, big: Big, width: int) -> tuple[int, int]:
    """Heights in pixels: the least, and what looks best."""
    fitted = _fit_big(canvas, big, Box(0, 0, width, canvas.px(92)))
    least = line_height(canvas.px(BIG_CROWDED_PX))
    best = fitted.height
    if len(fitted.lines) == 1:  # large enough for a metre; it grows if there is room
        best = min(best, line_height(canvas.px(BIG_BEST_PX)))
    return min(least, best), best


def draw_big(canvas: Canvas, box: Box, big: Big) -> None:
    """As large as the room allows, in the middle, its sign before it."""
    fitted = _fit_big(canvas, big, box)
    if not fitted.lines:
        return
    edge = _big_sign(canvas, big.tone)
    gap = canvas.px(10) if edge else 0
    left = box.left + max(0, box.width - fitted.width - edge - gap) // 2
    if big.tone in TONE_SIGNS:
        sign = Box(left, box.top, edge, box.height)
        canvas.shape(TONE_SIGNS[big.tone], sign, TONES[big.tone])
    room = Box(
        left + edge + gap,
        box.top,
        min(fitted.width, box.width - edge - gap),
        box.height,
    )
    rows = room.rows(len(fitted.lines), line_height(fitted.size))
    for row, line in zip(rows, fitted.lines, strict=True):
        canvas.write(line, row, fitted.size, TONES[big.tone], "m")


def _fit_big(canvas: Canvas, big: Big, box: Box) -> Fitted:
    """In one line where that is large enough to be read from afar, else in up to 3."""
    text = canvas.tell(big.text)
    edge = _big_sign(canvas, big.tone)
    width = max(1, box.width - (edge + canvas.px(10) if edge else 0))
    in_one = fit(text, width, box.height, canvas.px(BIG_PX), canvas.px(BIG_LEAST_PX), 1)
    if in_one.size >= canvas.px(BIG_ONE_LINE_PX):
        return in_one
    largest = canvas.px(BIG_ONE_LINE_PX)
    in_more = fit(text, width, box.height, largest, canvas.px(BIG_LEAST_PX), 3)
    return in_more if in_more.size >= in_one.size else in_one


def _big_sign(canvas: Canvas, tone: Tone) -> int:
    return canvas.px(40) if tone in TONE_SIGNS else 0
