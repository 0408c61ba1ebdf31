"""Menus, the ladder with its cubes, and the countdown."""

from __future__ import annotations

from math import ceil

from device.flow.screen import Countdown, Item, LadderShown, Menu, RungShown, Tone
from device.screens.canvas import Box, Canvas
from device.screens.lettering import CUT, fit, width_of
from device.screens.shapes import TONE_SIGNS, down, pointer, up
from device.screens.theme import BACK, BADGE, BLACK, EDGE, INK, PANEL, SOFT, TONES

#: On a screen 240 pixels high.
ITEM_PX, ITEM_BEST_PX, RUNG_PX, RUNG_BEST_PX = 23, 30, 16, 26


def menu_room(canvas: Canvas, menu: Menu) -> tuple[int, int]:
    """Heights in pixels: the least, and what looks best."""
    count = max(1, len(menu.items))
    return canvas.px(ITEM_PX) * min(2, count), canvas.px(ITEM_BEST_PX) * min(6, count)


def draw_menu(canvas: Canvas, box: Box, menu: Menu) -> None:
    """The items around the cursor; arrows where there are more."""
    count = len(menu.items)
    if not count:
        return
    shown = min(count, max(1, box.height // canvas.px(ITEM_PX)))
    height = min(box.height // shown, canvas.px(ITEM_BEST_PX + 4))
    at = min(max(menu.at, 0), count - 1)
    first = min(max(0, at - shown // 2), count - shown)
    rows = box.rows(shown, height)
    more = canvas.px(16) if shown < count else 0
    for index, row in enumerate(rows, first):
        place = Box(row.left, row.top, row.width - more, row.height)
        _draw_item(canvas, place, menu.items[index], is_at=index == at)
    if more:
        _draw_more(canvas, box, rows, first, shown, count)


def _draw_more(
    canvas: Canvas, box: Box, rows: list[Box], first: int, shown: int, count: int
) -> None:
    edge = canvas.px(12)
    top, bottom = rows[0].top, rows[-1].bottom
    left = box.right - edge
    if first > 0:
        canvas.shape(up, Box(left, top, edge, edge), BADGE)
    if first + shown < count:
        canvas.shape(down, Box(left, bottom - edge, edge, edge), BADGE)
    track = Box(left + edge // 2 - 1, top + edge + 3, 3, bottom - top - 2 * edge - 6)
    if track.height >= canvas.px(12):
        canvas.panel(track, 1, PANEL)
        part = max(4, track.height * shown // count)
        down_by = (track.height - part) * first // (count - shown)
        canvas.panel(Box(track.left, track.top + down_by, 3, part), 1, SOFT)


def _draw_item(canvas: Canvas, box: Box, item: Item, is_at: bool) -> None:
    if is_at:
        canvas.panel(box.inset(0, 1), canvas.px(6), BADGE)
        mark = Box(box.left + canvas.px(5), box.top, canvas.px(11), box.height)
        canvas.shape(pointer, mark, BLACK)
    inner = Box(
        box.left + canvas.px(21), box.top, box.width - canvas.px(27), box.height
    )
    size = min(canvas.px(22), round(box.height * 0.74))
    text, note = canvas.tell(item.text), canvas.tell(item.note)
    width = inner.width
    if note:
        small = min(canvas.px(17), size)
        spare = width - width_of(text, size) - canvas.px(8)
        room = max(min(width_of(note, small), round(width * 0.4)), spare)
        place = Box(inner.right - max(0, room), inner.top, max(0, room), inner.height)
        covered = canvas.write(note, place, small, BLACK if is_at else SOFT, "r")
        width = max(0, covered.left - canvas.px(8) - inner.left)
    fitted = fit(text, max(1, width), box.height, size, canvas.px(14), 1)
    words = fitted.lines[0] if fitted.lines else ""
    place = Box(inner.left, inner.top, width, inner.height)
    canvas.write(words, place, fitted.size, BLACK if is_at else INK)


def ladder_room(canvas: Canvas, ladder: LadderShown) -> tuple[int, int]:
    """Heights in pixels: the least, and what looks best."""
    count = max(1, len(ladder.rungs))
    return canvas.px(RUNG_PX) * min(3, count), canvas.px(RUNG_BEST_PX) * count


def draw_ladder(canvas: Canvas, box: Box, ladder: LadderShown) -> None:
    """Ranks from the top with cubes on them; a line below the last judged well."""
    rungs = ladder.rungs
    if not rungs:
        return
    most = max(1, box.height // canvas.px(RUNG_PX))
    if len(rungs) > most:  # the top, and how many ranks are not shown
        rungs = rungs[: max(1, most - 1)]
    hidden = len(ladder.rungs) - len(rungs)
    count = len(rungs) + (1 if hidden and most > 1 else 0)
    height = min(box.height // count, canvas.px(30))
    rows = box.rows(count, height)
    size = min(canvas.px(20), round(height * 0.78))
    ranks = [canvas.tell(rung.rank) for rung in rungs]
    widest = max(width_of(rank, size) for rank in ranks)
    name = min(widest, round(box.width * 0.46))
    for row, rung, rank in zip(rows, rungs, ranks, strict=False):
        _draw_rung(canvas, row, rung, rank, name, size)
    for row, above, below in zip(rows[1:], rungs, rungs[1:], strict=False):
        if above.is_well and not below.is_well:
            _draw_limit(canvas, row)
    if count > len(rungs):
        canvas.write(f"{CUT}+{hidden}", rows[-1], size, SOFT, "m")


def _draw_rung(
    canvas: Canvas, row: Box, rung: RungShown, rank: str, name: int, size: int
) -> None:
    tone = Tone.GOOD if rung.is_well else Tone.BAD
    edge = min(row.height - canvas.px(3), canvas.px(20))
    mark = Box(row.left, row.top, edge, row.height)
    canvas.shape(TONE_SIGNS[tone], mark, TONES[tone])
    start = mark.right + canvas.px(6)
    fitted = fit(rank, max(1, name), row.height, size, canvas.px(12), 1)
    text = fitted.lines[0] if fitted.lines else ""
    place = Box(start, row.top, name, row.height)
    canvas.write(text, place, fitted.size, TONES[tone])
    left = start + name + canvas.px(8)
    cube = min(row.height - canvas.px(3), canvas.px(24))
    room = row.right - left
    middle = round(row.middle[1])
    canvas.draw.line((left, middle, row.right - 1, middle), fill=EDGE, width=1)
    step = min(cube + canvas.px(4), room // max(1, len(rung.signs)))
    cube = max(1, min(cube, step - 1))
    for index, sign in enumerate(rung.signs):
        top = row.top + (row.height - cube) // 2
        canvas.chip(sign, Box(left + index * step + canvas.px(3), top, cube, cube))


def _draw_limit(canvas: Canvas, row: Box) -> None:
    dash = canvas.px(6)
    for left in range(row.left, row.right - dash, dash * 2):
        line = (left, row.top, left + dash - 1, row.top)
        canvas.draw.line(line, fill=INK, width=canvas.px(2))


def countdown_room(canvas: Canvas) -> tuple[int, int]:
    """Heights in pixels: the least, and what looks best."""
    return canvas.px(28), canvas.px(58)


def draw_countdown(canvas: Canvas, box: Box, countdown: Countdown) -> None:
    """Seconds left as a number, and as a bar that shrinks to the left."""
    left_s = max(0, ceil(countdown.left_s))
    size = min(canvas.px(52), round(box.height * 0.85))
    number = f"{left_s // 60}:{left_s % 60:02}" if left_s >= 100 else str(left_s)
    room = Box(box.left, box.top, round(box.width * 0.4), box.height)
    number_width = max(width_of(number, size), width_of("00", size))
    covered = Box(box.left, box.top, min(number_width, room.width), box.height)
    canvas.write(number, covered, size, INK, "r")
    start = covered.right + canvas.px(10)
    high = min(box.height, canvas.px(22))
    top = box.top + (box.height - high) // 2
    track = Box(start, top, max(1, box.right - start), high)
    canvas.panel(track, high // 2, PANEL, EDGE)
    share = min(1.0, max(0.0, countdown.left_s / max(countdown.whole_s, 0.001)))
    inner = track.inset(canvas.px(4), canvas.px(4))
    width = round(inner.width * share)
    if width >= inner.height:
        fill = Box(inner.left, inner.top, width, inner.height)
        canvas.panel(fill, inner.height // 2, BADGE)
    elif width > 0:
        canvas.panel(Box(inner.left, inner.top, width, inner.height), 0, BADGE)
    for quarter in (1, 2, 3):
        x = inner.left + inner.width * quarter // 4
        canvas.draw.line((x, inner.top, x, inner.bottom - 1), fill=BACK, width=1)
