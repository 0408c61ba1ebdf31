"""Signs drawn in white on a square of edge `e`: for tones, cursors and moods.

They are told apart by their outline alone, in grey and from across a table.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from PIL import ImageDraw

from device.flow.screen import Mood, Tone
from device.screens.lettering import font

Draw = ImageDraw.ImageDraw
WHITE = 255


def _points(e: float, *pairs: float) -> list[tuple[float, float]]:
    return [(x * e, y * e) for x, y in zip(pairs[::2], pairs[1::2], strict=True)]


def _line(draw: Draw, e: float, width: float, *pairs: float, fill: int = WHITE) -> None:
    """A line with round ends and joints, by fractions of the edge."""
    spots = _points(e, *pairs)
    thick = max(1, round(width * e))
    draw.line(spots, fill=fill, width=thick, joint="curve")
    for x, y in spots:
        half = thick / 2
        draw.ellipse((x - half, y - half, x + half, y + half), fill=fill)


def _disc(draw: Draw, e: float, x: float, y: float, r: float, fill: int) -> None:
    draw.ellipse(_points(e, x - r, y - r, x + r, y + r), fill=fill)


def _glyph(draw: Draw, e: float, text: str, size: float, fill: int) -> None:
    height = size * e
    spot = (e / 2, e / 2 + height * 0.365)
    draw.text(spot, text, fill, font(max(1, round(height))), anchor="ms")


def check(draw: Draw, e: float) -> None:
    """Well."""
    _disc(draw, e, 0.5, 0.5, 0.5, WHITE)
    _line(draw, e, 0.14, 0.25, 0.52, 0.43, 0.70, 0.75, 0.32, fill=0)


def cross(draw: Draw, e: float) -> None:
    """Not well."""
    draw.rounded_rectangle(_points(e, 0.02, 0.02, 0.98, 0.98), e * 0.12, fill=WHITE)
    _line(draw, e, 0.14, 0.28, 0.28, 0.72, 0.72, fill=0)
    _line(draw, e, 0.14, 0.72, 0.28, 0.28, 0.72, fill=0)


def query(draw: Draw, e: float) -> None:
    """To be asked."""
    draw.polygon(_points(e, 0.5, 0, 1, 0.5, 0.5, 1, 0, 0.5), fill=WHITE)
    _glyph(draw, e, "?", 0.66, 0)


def pointer(draw: Draw, e: float) -> None:
    """Points to the right: whose turn it is, where the cursor is."""
    draw.polygon(_points(e, 0.15, 0.05, 0.9, 0.5, 0.15, 0.95), fill=WHITE)


def up(draw: Draw, e: float) -> None:
    """More above."""
    draw.polygon(_points(e, 0.5, 0.15, 0.95, 0.85, 0.05, 0.85), fill=WHITE)


def down(draw: Draw, e: float) -> None:
    """More below."""
    draw.polygon(_points(e, 0.5, 0.85, 0.95, 0.15, 0.05, 0.15), fill=WHITE)


def _choose(draw: Draw, e: float) -> None:
    """The four buttons."""
    for x, y in ((0.5, 0.17), (0.5, 0.83), (0.17, 0.5), (0.83, 0.5)):
        _disc(draw, e, x, y, 0.165, WHITE)


def _waiting(draw: Draw, e: float) -> None:
    """A die that falls."""
    draw.polygon(_points(e, 0.5, 0.34, 0.76, 0.02, 0.24, 0.02), fill=WHITE)
    outline = _points(e, 0.2, 0.4, 0.8, 0.99)
    draw.rounded_rectangle(outline, e * 0.1, outline=WHITE, width=round(e * 0.09))
    _disc(draw, e, 0.5, 0.695, 0.09, WHITE)


def _hand(draw: Draw, e: float) -> None:
    """An open hand."""
    for x, top in ((0.29, 0.2), (0.45, 0.07), (0.61, 0.09), (0.77, 0.22)):
        _line(draw, e, 0.125, x, top, x, 0.6)
    _line(draw, e, 0.135, 0.12, 0.5, 0.34, 0.75)
    draw.rounded_rectangle(_points(e, 0.228, 0.48, 0.832, 0.97), e * 0.2, fill=WHITE)


def _eye(draw: Draw, e: float) -> None:
    """An open eye."""
    side = [
        (0.5 + 0.5 * cos(pi * n / 24), 0.5 - 0.34 * sin(pi * n / 24)) for n in range(25)
    ]
    lid = side + [(x, 1 - y) for x, y in reversed(side)]
    draw.polygon([(x * e, y * e) for x, y in lid], fill=WHITE)
    _disc(draw, e, 0.5, 0.5, 0.24, 0)
    _disc(draw, e, 0.5, 0.5, 0.12, WHITE)


def _read(draw: Draw, e: float) -> None:
    """A tick."""
    _line(draw, e, 0.2, 0.12, 0.55, 0.38, 0.82, 0.88, 0.2)


def _asking(draw: Draw, e: float) -> None:
    """A question mark."""
    _glyph(draw, e, "?", 1.3, WHITE)


def _shut(draw: Draw, e: float) -> None:
    """A shut eye with its lashes."""
    draw.arc(_points(e, 0.02, -0.12, 0.98, 0.64), 12, 168, WHITE, round(e * 0.12))
    for tip, root in (
        ((0.08, 0.74), (0.2, 0.54)),
        ((0.36, 0.92), (0.4, 0.62)),
        ((0.64, 0.92), (0.6, 0.62)),
        ((0.92, 0.74), (0.8, 0.54)),
    ):
        _line(draw, e, 0.1, *tip, *root)


def _stuck(draw: Draw, e: float) -> None:
    """A warning triangle."""
    draw.polygon(_points(e, 0.5, 0.02, 1, 0.96, 0, 0.96), fill=WHITE)
    _line(draw, e, 0.12, 0.5, 0.4, 0.5, 0.62, fill=0)
    _disc(draw, e, 0.5, 0.81, 0.07, 0)


def _done(draw: Draw, e: float) -> None:
    """A cup."""
    draw.arc(_points(e, 0.03, 0.1, 0.4, 0.52), 60, 300, WHITE, round(e * 0.08))
    draw.arc(_points(e, 0.6, 0.1, 0.97, 0.52), 240, 480, WHITE, round(e * 0.08))
    draw.pieslice(_points(e, 0.22, -0.48, 0.78, 0.64), 0, 180, fill=WHITE)
    draw.rectangle(_points(e, 0.22, 0.05, 0.78, 0.1), fill=WHITE)
    draw.rectangle(_points(e, 0.45, 0.6, 0.55, 0.84), fill=WHITE)
    draw.rounded_rectangle(_points(e, 0.26, 0.82, 0.74, 0.97), e * 0.04, fill=WHITE)


#: Plain has none: it is what stands without a sign.
TONE_SIGNS: dict[Tone, Callable[[Draw, float], None]] = {
    Tone.GOOD: check,
    Tone.BAD: cross,
    Tone.ASK: query,
}

MOOD_SIGNS: dict[Mood, Callable[[Draw, float], None]] = {
    Mood.CHOOSE: _choose,
    Mood.WAITING: _waiting,
    Mood.HAND: _hand,
    Mood.READING: _eye,
    Mood.READ: _read,
    Mood.ASKING: _asking,
    Mood.SHUT: _shut,
    Mood.STUCK: _stuck,
    Mood.DONE: _done,
}
