"""Text in pixels: measured, wrapped, fitted to its room, cut where nothing helps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from math import ceil

from PIL import ImageFont

Font = ImageFont.FreeTypeFont
CUT = "…"
#: Ascent and descent of the font, over its size.
ASCENT, DESCENT = 0.93, 0.24


@lru_cache(maxsize=128)
def font(size: int) -> Font:
    """The one font of the screens, in pixels; narrow, so that letters can be tall."""
    source = BytesIO(_font_bytes())
    return ImageFont.truetype(source, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _font_bytes() -> bytes:
    return (files("device") / "fonts" / "DejaVuSansCondensed-Bold.ttf").read_bytes()


def clean(text: str) -> str:
    """One line of what can be drawn: names may hold anything."""
    kept = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(kept.split())


@lru_cache(maxsize=4096)
def width_of(text: str, size: int) -> int:
    """How wide one line is, in pixels."""
    return ceil(font(size).getlength(text))


def line_height(size: int) -> int:
    """From one line to the next, in pixels: accents and tails never touch."""
    return ceil(size * (ASCENT + DESCENT))


def size_for(height: int) -> int:
    """The largest size whose line is no higher than `height`."""
    return max(1, int(height / (ASCENT + DESCENT)))


def cut(text: str, size: int, width: int) -> str:
    """The line, with its end replaced by `…` where it is too long."""
    if width_of(text, size) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(text[:middle].rstrip() + CUT, size) <= width:
            low = middle
        else:
            high = middle - 1
    if low:
        return text[:low].rstrip() + CUT
    return text[:1] if width_of(text[:1], size) <= width else ""


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines of a text at the size that fits."""

    size: int
    lines: tuple[str, ...]

    @property
    def height(self) -> int:
        """Of all lines, in pixels."""
        return line_height(self.size) * len(self.lines)

    @property
    def width(self) -> int:
        """Of the longest line, in pixels."""
        return max((width_of(line, self.size) for line in self.lines), default=0)


@lru_cache(maxsize=1024)
def fit(
    text: str, width: int, height: int, largest: int, smallest: int, most_lines: int
) -> Fitted:
    """The text as large as its room allows.

    Words are broken, and the end is cut off, at the smallest size only.
    """
    best: Fitted | None = None
    while smallest <= largest:  # sizes between them are still open
        size = (smallest + largest) // 2 if best else smallest
        lines = wrap(text, size, width)
        room = min(most_lines, height // line_height(size))
        if len(lines) <= room and all(width_of(line, size) <= width for line in lines):
            best, smallest = Fitted(size, lines), size + 1
        elif best is None:
            break
        else:
            largest = size - 1
    return best or _cut_to(text, width, height, smallest, most_lines)


def _cut_to(text: str, width: int, height: int, size: int, most_lines: int) -> Fitted:
    words = " ".join(_pieces(text, size, width))
    lines = wrap(words, size, width)
    room = max(1, min(most_lines, height // line_height(size)))
    if len(lines) > room:
        rest = " ".join(lines[room - 1 :])
        lines = (*lines[: room - 1], cut(f"{rest}{CUT}", size, width))
    return Fitted(size, tuple(cut(line, size, width) for line in lines))


def wrap(text: str, size: int, width: int) -> tuple[str, ...]:
    """Break at blanks; a word longer than `width` stays whole."""
    lines = list[str]()
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def _pieces(text: str, size: int, width: int) -> list[str]:
    """Words, those wider than a line broken into pieces that fit."""
    pieces = list[str]()
    for word in text.split():
        rest = word
        while width_of(rest, size) > width and len(rest) > 1:
            count = max(
                1, next(n for n in range(len(rest), -1, -1)
                        if n == 0 or width_of(rest[:n], size) <= width)
            )  # fmt: skip
            pieces.append(rest[:count])
            rest = rest[count:]
        pieces.append(rest)
    return pieces
