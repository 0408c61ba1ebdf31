"""The layout of a small panel with one bit a pixel, such as 128 × 64.

Black and white alone: the title stands on a white band with the mood's sign, players
are their letters, dice small faces, and two lines at the bottom say what the buttons
do, in the corners where they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PIL import Image, ImageDraw

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
    ShownDie,
    Text,
    Tone,
)
from device.screens.canvas import Box
from device.screens.dice import PIPS
from device.screens.lettering import clean, cut, fit, font, line_height, width_of
from device.screens.shapes import MOOD_SIGNS
from device.wording import Wording

BLACK, WHITE = 0, 255
#: Sizes in pixels: letters of the labels, of lines, of the title.
SMALL, LINE, TITLE = 9, 11, 11
BAND, LABEL, ROW = 13, 10, 12
TONE_LETTERS = {Tone.GOOD: "✓ ", Tone.BAD: "✗ ", Tone.ASK: "? "}


def lay_out_plain(
    screen: Screen, wording: Wording, size: tuple[int, int], trouble: Text = ""
) -> PlainCanvas:
    """Draw a screen in black and white; the canvas tells where its texts stand."""
    canvas = PlainCanvas(size, wording)
    canvas.band(Box(0, 0, size[0], BAND), screen.mood, canvas.tell(screen.title))
    bottom = _draw_labels(canvas, screen, size)
    body = Box(0, BAND + 1, size[0], max(0, bottom - BAND - 2))
    warning = (Note(trouble, Tone.BAD),) if canvas.tell(trouble) else ()
    _draw_blocks(canvas, body, (*warning, *screen.blocks))
    return canvas


class PlainCanvas:
    """A picture of one bit a pixel being drawn.

    Attributes:
        image: Mode 1.
        written: Boxes of all texts, for tests: none may touch another.
    """

    def __init__(self, size: tuple[int, int], wording: Wording) -> None:
        self.image = Image.new("1", size)
        self.draw = ImageDraw.Draw(self.image)
        self.draw.fontmode = "1"  # no grey edges: they would be lost
        self.wording = wording
        self.written: list[tuple[Box, str]] = []

    def tell(self, text: Text) -> str:
        """A text in the screen's language, on one line."""
        return clean(self.wording.tell(text))

    def write(
        self, text: str, box: Box, size: int, fill: int = WHITE, align: str = "l"
    ) -> Box:
        """One line in the middle of a box's height, cut to its width."""
        text = cut(text, size, box.width)
        width = width_of(text, size)
        spare = box.width - width
        left = box.left + {"l": 0, "m": spare // 2, "r": spare}[align]
        # Capitals fill the line from its base: 0.73 of the size.
        base = box.top + (box.height + ceil(size * 0.73)) // 2
        covered = Box(left, box.top, width, box.height)
        if text:
            self.draw.text((left, base), text, fill, font(size), anchor="ls")
            self.written.append((covered, text))
        return covered

    def band(self, box: Box, mood: Mood, title: str) -> None:
        """The title in black on white, after the mood's sign."""
        self._fill(box, WHITE)
        mask = Image.new("L", (44, 44))
        MOOD_SIGNS[mood](ImageDraw.Draw(mask), 44)
        small = mask.resize((11, 11), Image.Resampling.BOX).point(
            lambda grey: WHITE if grey > 100 else BLACK
        )
        self.image.paste(BLACK, (box.left + 1, box.top + 1), small.convert("1"))
        words = Box(box.left + 15, box.top, box.width - 16, box.height)
        self.write(title, words, TITLE, BLACK)

    def _fill(self, box: Box, fill: int) -> None:
        if box.width > 0 and box.height > 0:
            self.draw.rectangle((*box[:2], box.right - 1, box.bottom - 1), fill=fill)

    def inverse(self, box: Box, text: str, size: int) -> Box:
        """A line in black on a white ground as wide as it."""
        width = min(box.width, width_of(cut(text, size, box.width - 4), size) + 4)
        ground = Box(box.left, box.top, width, box.height)
        self._fill(ground, WHITE)
        self.write(text, ground.inset(2), size, BLACK)
        return ground

    def whole_row(self, box: Box, text: str, note: str, is_at: bool) -> None:
        """A line with a note at its right, inverse under a cursor."""
        if is_at:
            self._fill(box, WHITE)
        fill = BLACK if is_at else WHITE
        inner = box.inset(2)
        if note:
            half = Box(inner.left + inner.width // 2, box.top, 0, box.height)
            room = max(
                inner.width - half.left + inner.left,
                inner.width - width_of(text, LINE) - 4,
            )
            right = Box(inner.right - room, box.top, room, box.height)
            taken = self.write(note, right, SMALL, fill, "r")
            inner = Box(inner.left, box.top, taken.left - 4 - inner.left, box.height)
        self.write(text, inner, LINE, fill)

    def die(self, box: Box, die: ShownDie, is_picked: bool) -> None:
        """A face: its corners are missing when unsure, a bar below when held."""
        edge = min(box.width - 2, box.height - 3)
        left, top = box.left, box.top
        corners = (left, top, left + edge - 1, top + edge - 1)
        if is_picked:
            self.draw.rectangle(corners, fill=WHITE)
        else:
            self.draw.rectangle(corners, outline=WHITE)
        ink = BLACK if is_picked else WHITE
        if not die.is_sure or die.value is None:
            self._broken(corners)
        if die.value is None and edge >= 11:  # else the dots alone tell it
            spot = Box(left, top, edge, edge)
            base = top + (edge + ceil((edge - 3) * 0.73)) // 2
            self.draw.text(
                (spot.middle[0], base), "?", ink, font(max(4, edge - 3)), anchor="ms"
            )
        reach, pip = edge * 0.27, 2 if edge >= 11 else 1
        for column, row in PIPS.get(die.value or 0, ()):
            x = round(left + (edge - pip) / 2 + column * reach)
            y = round(top + (edge - pip) / 2 + row * reach)
            self.draw.rectangle((x, y, x + pip - 1, y + pip - 1), fill=ink)
        if die.is_held:
            under = top + edge + 1
            self.draw.line((left, under, left + edge - 1, under), fill=WHITE)

    def _broken(self, corners: tuple[int, int, int, int]) -> None:
        """Make an outline a dotted one."""
        left, top, right, bottom = corners
        for n in range(0, right - left + 1, 3):
            for spot in ((left + n, top), (left + n, bottom)):
                self.draw.point(spot, fill=BLACK)
            for spot in ((left, top + n), (right, top + n)):
                self.draw.point(spot, fill=BLACK)

    def bar(self, box: Box, share: float) -> None:
        """A bar filled from the left."""
        self.draw.rectangle((*box[:2], box.right - 1, box.bottom - 1), outline=WHITE)
        inner = box.inset(2, 2)
        self._fill(
            Box(inner.left, inner.top, round(inner.width * share), inner.height), WHITE
        )


def _draw_labels(canvas: PlainCanvas, screen: Screen, size: tuple[int, int]) -> int:
    """The buttons' labels at the bottom; returns where they begin.

    What is held only, such as the menu, gives its line to the blocks.
    """
    top = size[1]
    for left, right in ((Button.B, Button.Y), (Button.A, Button.X)):
        labels = [screen.buttons.get(button, Labels()) for button in (left, right)]
        if not any(label.press for label in labels):
            continue
        texts = [_label(canvas, label) for label in labels]
        top -= LABEL
        half = size[0] // 2
        # A short label leaves its room to the other one.
        widths = [width_of(f"{left.value} {text}", SMALL) + 5 for text in texts]
        first = min(max(half, size[0] - widths[1]), max(widths[0], half))
        if texts[0]:
            _draw_label(canvas, Box(0, top, first - 2, LABEL), left, texts[0], True)
        if texts[1]:
            room = Box(first, top, size[0] - first, LABEL)
            _draw_label(canvas, room, right, texts[1], False)
    return top


def _label(canvas: PlainCanvas, label: Labels) -> str:
    """What the button does; what it does when held, only where it does nothing else."""
    hold = canvas.tell(label.hold)
    return canvas.tell(label.press) or (f"‥{hold}" if hold else "")


def _draw_label(
    canvas: PlainCanvas, box: Box, button: Button, text: str, is_left: bool
) -> None:
    letter = 8
    left = box.left if is_left else box.right - letter
    badge = Box(left, box.top + 1, letter, box.height - 1)
    canvas.draw.rectangle((*badge[:2], badge.right - 1, badge.bottom - 1), fill=WHITE)
    canvas.draw.text(
        (badge.left + letter // 2, badge.top + 8),
        button.value,
        BLACK,
        font(SMALL),
        anchor="ms",
    )
    start = box.left + letter + 2 if is_left else box.left
    words = Box(start, box.top, box.width - letter - 2, box.height)
    canvas.write(text, words, SMALL, align="l" if is_left else "r")


def _draw_blocks(canvas: PlainCanvas, body: Box, blocks: Sequence[Block]) -> None:
    """As many as have room, the first ones first; pictures cannot be shown."""
    shown = [block for block in blocks if not isinstance(block, Picture)]
    while (
        len(shown) > 1 and sum(_least(block) + 1 for block in shown) > body.height + 1
    ):
        shown.pop()
    top = body.top
    for index, block in enumerate(shown):
        room = Box(body.left, top, body.width, body.bottom - top)
        if room.height < ROW - 1:
            return
        after = sum(_least(other) + 1 for other in shown[index + 1 :])
        used = _draw_block(canvas, room, block, max(ROW - 1, room.height - after))
        top += used + 1


def _least(block: Block) -> int:
    """Height in pixels without which a block is left out."""
    if isinstance(block, LadderShown):
        return ROW * min(2, len(block.rungs))
    return 16 if isinstance(block, Big | Countdown) else ROW - 1


def _draw_block(canvas: PlainCanvas, room: Box, block: Block, most: int) -> int:
    """Draw one block; returns the height it took, `most` at most if it can help it."""
    match block:
        case Note():
            text = TONE_LETTERS.get(block.tone, "") + canvas.tell(block.text)
            return _draw_words(canvas, room, text, most, LINE, SMALL, "l")
        case Big():
            text = TONE_LETTERS.get(block.tone, "") + canvas.tell(block.text)
            return _draw_words(canvas, room, text, most, 28, SMALL, "m")
        case PairingCode():
            return _draw_words(canvas, room, clean(block.text), most, 28, SMALL, "m")
        case Menu():
            return _draw_menu(canvas, room, block, most)
        case Players():
            return _draw_players(canvas, room, block, most)
        case DiceLine():
            return _draw_dice(canvas, room, block, most)
        case LadderShown():
            return _draw_ladder(canvas, room, block, most)
        case Countdown():
            return _draw_countdown(canvas, room, block)
        case Picture():
            return 0


def _draw_words(
    canvas: PlainCanvas,
    room: Box,
    text: str,
    most: int,
    largest: int,
    least: int,
    align: str,
) -> int:
    fitted = fit(text, room.width - 2, most, largest, least, 4)
    height = line_height(fitted.size)
    top = room.top
    for line in fitted.lines:
        place = Box(room.left + 1, top, room.width - 2, height)
        canvas.write(line, place, fitted.size, align=align)
        top += height
    return top - room.top


def _draw_menu(canvas: PlainCanvas, room: Box, menu: Menu, most: int) -> int:
    count = len(menu.items)
    shown = min(count, max(1, most // ROW))
    at = min(max(menu.at, 0), max(0, count - 1))
    first = min(max(0, at - shown // 2), count - shown)
    for index in range(first, first + shown):
        item = menu.items[index]
        text, note = canvas.tell(item.text), canvas.tell(item.note)
        canvas.whole_row(_row(room, index - first), text, note, index == at)
    return shown * ROW


def _row(room: Box, index: int) -> Box:
    top = room.top + index * ROW
    return Box(room.left, top, room.width, min(ROW, room.bottom - top))


def _draw_players(canvas: PlainCanvas, room: Box, players: Players, most: int) -> int:
    """Letter and what is left, side by side; who is to act in black on white."""
    texts = [
        f"{clean(row.sign.letter)[:2]}{'×' if row.is_out else ''} "
        f"{'' if row.is_out else canvas.tell(row.left)}".strip()
        for row in players.rows
    ]
    if not texts:
        return 0
    widest = max(width_of(text, LINE) for text in texts) + 6
    columns = max(1, room.width // min(widest, room.width))
    lines = max(1, most // ROW)
    places = columns * lines
    turn = next((n for n, row in enumerate(players.rows) if row.is_turn), 0)
    first = 0 if len(texts) <= places else min(turn, len(texts) - places)
    shown = range(first, min(len(texts), first + places))
    for spot, index in enumerate(shown):
        line = _row(room, spot // columns)
        width = room.width // columns
        cell = Box(room.left + spot % columns * width, line.top, width, line.height)
        if players.rows[index].is_turn:
            canvas.inverse(cell, texts[index], LINE)
        else:
            canvas.write(texts[index], cell.inset(2), LINE)
    return -(-len(shown) // columns) * ROW


def _draw_dice(canvas: PlainCanvas, room: Box, line: DiceLine, most: int) -> int:
    text = canvas.tell(line.text)
    edge = max(9, min(most, 26, (room.width - 14) // max(1, len(line.dice))))
    left = room.left + 1
    if line.sign is not None:
        place = Box(left, room.top, 14, edge - 2)
        left = canvas.inverse(place, clean(line.sign.letter)[:2], LINE).right + 2
    for index, die in enumerate(line.dice):
        if left + edge > room.right:
            break
        canvas.die(Box(left, room.top, edge, edge), die, index == line.at)
        left += edge
    words = Box(left + 3, room.top, room.right - left - 3, max(1, edge - 3))
    if text and words.width > 0:
        size = fit(text, words.width, 99, max(LINE, edge - 6), SMALL, 1).size
        canvas.write(text, words, size)
    return edge


def _draw_ladder(canvas: PlainCanvas, room: Box, ladder: LadderShown, most: int) -> int:
    shown = ladder.rungs[: max(1, most // ROW)]
    for index, rung in enumerate(shown):
        mark = TONE_LETTERS[Tone.GOOD if rung.is_well else Tone.BAD]
        letters = " ".join(clean(sign.letter)[:2] for sign in rung.signs)
        text = f"{mark}{canvas.tell(rung.rank)}"
        canvas.whole_row(_row(room, index), text, letters, is_at=False)
    return len(shown) * ROW


def _draw_countdown(canvas: PlainCanvas, room: Box, countdown: Countdown) -> int:
    text = str(max(0, ceil(countdown.left_s)))
    height = min(16, room.height)
    number = Box(room.left + 1, room.top, min(40, room.width), height)
    covered = canvas.write(text, number, min(16, height))
    share = min(1.0, max(0.0, countdown.left_s / max(countdown.whole_s, 0.001)))
    left = covered.right + 5
    canvas.bar(
        Box(left, room.top + 3, max(5, room.right - left - 1), height - 6), share
    )
    return height
