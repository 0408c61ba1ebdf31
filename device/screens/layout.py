"""Where things stand on a colour panel.

From the top: what the upper buttons do, the band with the mood's sign and the title,
the blocks, what the lower buttons do. A picture stands beside the other blocks where
there is room. Blocks get the height that looks best for them, the first ones first; if
not even the least is left for the last ones, those are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from PIL import Image

from device.flow.screen import (
    Big,
    Block,
    Button,
    Countdown,
    DiceLine,
    Labels,
    LadderShown,
    Menu,
    Mood,
    Note,
    PairingCode,
    Picture,
    Players,
    Screen,
    Text,
)
from device.screens.canvas import Box, Canvas, Pictures
from device.screens.dice import dice_room, draw_dice
from device.screens.lettering import fit, line_height
from device.screens.lists import (
    countdown_room,
    draw_countdown,
    draw_ladder,
    draw_menu,
    ladder_room,
    menu_room,
)
from device.screens.pairing import draw_square
from device.screens.picture import draw_picture, picture_room
from device.screens.players import draw_players, players_room
from device.screens.shapes import MOOD_SIGNS
from device.screens.theme import BACK, BADGE, BLACK, EDGE, INK, MOODS, PANEL, SOFT
from device.screens.words import big_room, draw_big, draw_note, note_room
from device.wording import Wording

#: On a screen 240 pixels high.
TITLE_PX, TITLE_LEAST_PX = 29, 22
PRESS_PX, PRESS_LEAST_PX, HOLD_PX, HOLD_LEAST_PX = 18, 13, 13, 10
GAP_PX, MARGIN_PX, BESIDE_PX = 5, 7, 290

#: A block, or dice lines that stand together.
Part: TypeAlias = (
    Note
    | Big
    | Players
    | Menu
    | Picture
    | LadderShown
    | Countdown
    | tuple[DiceLine, ...]
)


def lay_out(
    screen: Screen,
    wording: Wording,
    size: tuple[int, int],
    pictures: Pictures,
    trouble: Text = "",
) -> Canvas:
    """Draw a screen for a colour panel; the canvas tells where its texts stand."""
    image = Image.new("RGB", size, BACK)
    canvas = Canvas(image, wording, pictures, size[1] / 240)
    whole = Box(0, 0, *size)
    top = _draw_buttons(canvas, whole, screen, (Button.A, Button.X), is_top=True)
    bottom = _draw_buttons(canvas, whole, screen, (Button.B, Button.Y), is_top=False)
    top = _draw_band(canvas, Box(0, top, size[0], bottom - top), screen)
    bottom = _draw_trouble(canvas, Box(0, top, size[0], bottom - top), trouble)
    gap = canvas.px(GAP_PX)
    body = Box(0, top + gap, size[0], bottom - top - 2 * gap)
    _draw_body(canvas, body.inset(canvas.px(MARGIN_PX)), screen.blocks)
    return canvas


# --- the frame -------------------------------------------------------------------


def _draw_buttons(
    canvas: Canvas,
    whole: Box,
    screen: Screen,
    buttons: tuple[Button, Button],
    is_top: bool,
) -> int:
    """The labels of two buttons; returns where they end (or begin, at the bottom)."""
    labels = [screen.buttons.get(button, Labels()) for button in buttons]
    lines = [
        [text for text in (canvas.tell(one.press), canvas.tell(one.hold)) if text]
        for one in labels
    ]
    tall = line_height(canvas.px(PRESS_PX)) + canvas.px(2)
    low = line_height(canvas.px(HOLD_PX))
    height = max(
        (tall + low if len(two) == 2 else tall for two in lines if two), default=0
    )
    top = 0 if is_top else whole.bottom - height
    half = whole.width // 2 - canvas.px(2)
    for index, (button, label) in enumerate(zip(buttons, labels, strict=True)):
        left = 0 if index == 0 else whole.right - half
        if lines[index]:
            box = Box(left, top, half, height)
            _draw_label(canvas, box, button, label, is_left=index == 0)
    if not height:
        return whole.top if is_top else whole.bottom
    return top + height + canvas.px(3) if is_top else top - canvas.px(3)


def _draw_label(
    canvas: Canvas, box: Box, button: Button, label: Labels, is_left: bool
) -> None:
    """A tab at the panel's edge: the button's letter, and what it does."""
    badge_width = canvas.px(21)
    room = box.width - badge_width - canvas.px(10)
    press, hold = canvas.tell(label.press), canvas.tell(label.hold)
    if hold:
        hold = canvas.wording.say("screen.hold", {"label": hold})
    first = fit(
        press, room, box.height, canvas.px(PRESS_PX), canvas.px(PRESS_LEAST_PX), 1
    )
    second = fit(
        hold, room, box.height, canvas.px(HOLD_PX), canvas.px(HOLD_LEAST_PX), 1
    )
    lines = [
        (fitted, paint)
        for fitted, paint in ((first, INK), (second, SOFT))
        if fitted.lines
    ]
    width = max(fitted.width for fitted, _ in lines) + badge_width + canvas.px(10)
    tab = Box(box.left if is_left else box.right - width, box.top, width, box.height)
    canvas.panel(tab, canvas.px(6), PANEL)
    badge_left = tab.left if is_left else tab.right - badge_width
    badge = Box(badge_left, tab.top, badge_width, tab.height)
    canvas.panel(badge, canvas.px(6), BADGE)
    canvas.write(button.value, badge, canvas.px(18), BLACK, "m")
    start = badge.right + canvas.px(5) if is_left else tab.left + canvas.px(5)
    heights = [line_height(fitted.size) for fitted, _ in lines]
    top = tab.top + (tab.height - sum(heights)) // 2
    for (fitted, paint), height in zip(lines, heights, strict=True):
        place = Box(start, top, width - badge_width - canvas.px(10), height)
        canvas.write(
            fitted.lines[0], place, fitted.size, paint, "l" if is_left else "r"
        )
        top += height


def _draw_band(canvas: Canvas, room: Box, screen: Screen) -> int:
    """The mood's sign and the title; returns where the band ends."""
    fill, ink = MOODS[screen.mood]
    sign_width = canvas.px(42)
    text = canvas.tell(screen.title)
    width = room.width - sign_width - canvas.px(8)
    largest, least = canvas.px(TITLE_PX), canvas.px(TITLE_LEAST_PX)
    one = fit(text, width, room.height, largest, least, 1)
    is_whole = " ".join(one.lines) == text
    title = one if is_whole else fit(text, width, room.height, least, least, 2)
    height = max(canvas.px(38), title.height + canvas.px(4))
    band = Box(room.left, room.top, room.width, height)
    canvas.draw.rectangle(
        (band.left, band.top, band.right - 1, band.bottom - 1), fill=fill
    )
    if max(fill) < 120:  # a dark band keeps its outline
        canvas.draw.rectangle(
            (band.left, band.top, band.right - 1, band.bottom - 1), outline=EDGE
        )
    inset = canvas.px(4)
    sign = Box(band.left + canvas.px(5), band.top, canvas.px(34), height)
    canvas.shape(MOOD_SIGNS[screen.mood], sign.inset(0, inset), ink)
    words = Box(sign_width, band.top, width, height)
    if title.lines:
        rows = words.rows(len(title.lines), line_height(title.size))
        for row, line in zip(rows, title.lines, strict=True):
            canvas.write(line, row, title.size, ink)
    return band.bottom


def _draw_trouble(canvas: Canvas, room: Box, trouble: Text) -> int:
    """What is wrong with the device, in a strip; returns where it begins."""
    text = canvas.tell(trouble)
    if not text:
        return room.bottom
    height = canvas.px(21)
    strip = Box(room.left, room.bottom - height, room.width, height)
    fill, ink = MOODS[Mood.STUCK]
    canvas.panel(strip, 0, fill)
    sign = Box(strip.left + canvas.px(6), strip.top, canvas.px(17), height)
    canvas.shape(MOOD_SIGNS[Mood.STUCK], sign, ink)
    start = sign.right + canvas.px(6)
    words = Box(start, strip.top, strip.right - start - canvas.px(4), height)
    fitted = fit(text, words.width, height, canvas.px(16), canvas.px(13), 1)
    canvas.write(text, words, fitted.size, ink)
    return strip.top


# --- the blocks ------------------------------------------------------------------


def _draw_body(canvas: Canvas, body: Box, blocks: Sequence[Block]) -> None:
    """A pairing code, or a picture on a wide panel, at the left; the rest beside it."""
    for block in blocks:
        others = [other for other in blocks if other is not block]
        if isinstance(block, PairingCode):
            covered = draw_square(canvas, body, block)
            _beside(canvas, body, covered, [Big(block.text), *others])
            return
        if isinstance(block, Picture) and others and body.width > canvas.px(BESIDE_PX):
            width = round(body.width * 0.58)
            room = Box(body.left, body.top, width, body.height)
            covered = draw_picture(canvas, room, block)
            _beside(canvas, body, covered, others)
            return
    _stack(canvas, body, _parts(blocks))


def _beside(canvas: Canvas, body: Box, covered: Box, blocks: Sequence[Block]) -> None:
    left = covered.right + canvas.px(9)
    room = Box(left, body.top, max(1, body.right - left), body.height)
    others = [block for block in blocks if not isinstance(block, PairingCode)]
    _stack(canvas, room, _parts(others))


def _parts(blocks: Sequence[Block]) -> list[Part]:
    """The blocks, with neighbouring dice lines as one part."""
    parts = list[Part]()
    for is_dice, group in groupby(blocks, key=lambda one: isinstance(one, DiceLine)):
        if is_dice:
            parts.append(tuple(one for one in group if isinstance(one, DiceLine)))
        else:
            parts.extend(
                one for one in group if not isinstance(one, DiceLine | PairingCode)
            )
    return parts


@dataclass(frozen=True, slots=True)
class _Room:
    least: int
    best: int
    can_grow: bool


def _stack(canvas: Canvas, box: Box, parts: list[Part]) -> None:
    """One below the other, each with its height."""
    rooms = [_room(canvas, part, box.width) for part in parts]
    gap = canvas.px(GAP_PX)
    if sum(room.least + gap for room in rooms) > box.height:
        gap = canvas.px(1)  # rather than leave a block out
    heights = share([(r.least, r.best, r.can_grow) for r in rooms], box.height, gap)
    used = sum(heights) + gap * max(0, len(heights) - 1)
    spare = max(0, box.height - used)
    between = spare // (len(heights) + 1) if heights else 0
    top = box.top + between
    for part, height in zip(parts, heights, strict=False):
        _draw_part(canvas, Box(box.left, top, box.width, height), part)
        top += height + gap + between


def share(rooms: Sequence[tuple[int, int, bool]], height: int, gap: int) -> list[int]:
    """Heights for the parts that have room; the last ones may get none.

    Args:
        rooms: For each part its least height, its best, and whether it can use more.
        height: What there is.
        gap: Between two parts.
    """
    count = len(rooms)
    while count > 1 and sum(r[0] for r in rooms[:count]) + gap * (count - 1) > height:
        count -= 1
    kept = rooms[:count]
    if not kept:
        return []
    heights = [min(least, height) for least, _, _ in kept]
    left = height - sum(heights) - gap * (count - 1)
    for index, (least, best, _) in enumerate(kept):
        more = min(max(0, left), max(0, best - least))
        heights[index] += more
        left -= more
    growing = [index for index, room in enumerate(kept) if room[2]]
    for index in growing:
        heights[index] += max(0, left) // len(growing)
    return heights


def _room(canvas: Canvas, part: Part, width: int) -> _Room:
    match part:
        case Note():
            return _Room(*note_room(canvas, part, width), False)
        case Big():
            return _Room(*big_room(canvas, part, width), True)
        case Players():
            return _Room(*players_room(canvas, part, width), True)
        case Menu():
            return _Room(*menu_room(canvas, part), False)
        case Picture():
            return _Room(*picture_room(canvas), True)
        case LadderShown():
            return _Room(*ladder_room(canvas, part), False)
        case Countdown():
            return _Room(*countdown_room(canvas), False)
        case _:
            least, best = dice_room(part)
            return _Room(canvas.px(least), canvas.px(best), True)


def _draw_part(canvas: Canvas, box: Box, part: Part) -> None:
    match part:
        case Note():
            draw_note(canvas, box, part)
        case Big():
            draw_big(canvas, box, part)
        case Players():
            draw_players(canvas, box, part)
        case Menu():
            draw_menu(canvas, box, part)
        case Picture():
            draw_picture(canvas, box, part)
        case LadderShown():
            draw_ladder(canvas, box, part)
        case Countdown():
            draw_countdown(canvas, box, part)
        case _:
            draw_dice(canvas, box, part)
