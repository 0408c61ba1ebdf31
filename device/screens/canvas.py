"""What every part of a screen is drawn with: a picture, boxes, and smooth shapes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from device.flow.screen import Sign, Text
from device.ports import Frame
from device.screens.lettering import clean, cut, font, line_height, size_for, width_of
from device.screens.theme import EDGE, INK, PANEL, PLAYERS, Paint, on
from device.wording import Wording

Pictures: TypeAlias = Callable[[int], Frame | None]
#: Draws a shape, in white on black, on a square of the given edge.
Shape: TypeAlias = Callable[[ImageDraw.ImageDraw, float], None]
#: Shapes are drawn this much larger and then reduced, so that edges are smooth.
FINER = 4


class Box(NamedTuple):
    """A rectangle in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column outside."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row outside."""
        return self.top + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.left + self.width / 2, self.top + self.height / 2

    def inset(self, x: int, y: int = 0) -> Box:
        """Smaller by `x` left and right, by `y` at top and bottom."""
        width, height = max(0, self.width - 2 * x), max(0, self.height - 2 * y)
        return Box(self.left + x, self.top + y, width, height)

    def columns(self, count: int, gap: int) -> list[Box]:
        """Side by side, equally wide."""
        width = max(1, (self.width - gap * (count - 1)) // count)
        return [
            Box(self.left + n * (width + gap), self.top, width, self.height)
            for n in range(count)
        ]

    def rows(self, count: int, height: int) -> list[Box]:
        """One below the other, in the middle of the height."""
        top = self.top + max(0, self.height - count * height) // 2
        return [
            Box(self.left, top + n * height, self.width, height) for n in range(count)
        ]


class Canvas:
    """A picture being drawn.

    Attributes:
        image: RGB.
        draw: On `image`.
        wording: Its language.
        pictures: Finds a picture that was read.
        scale: Pixels for one of a screen 240 pixels high.
        written: Boxes of all texts, for tests: none may touch another.
    """

    def __init__(
        self, image: Image.Image, wording: Wording, pictures: Pictures, scale: float
    ) -> None:
        self.image = image
        self.draw = ImageDraw.Draw(image)
        self.wording = wording
        self.pictures = pictures
        self.scale = scale
        self.written: list[tuple[Box, str]] = []

    def px(self, length: float) -> int:
        """A length on a screen 240 pixels high, on this one."""
        return max(1, round(length * self.scale))

    def tell(self, text: Text) -> str:
        """A text in the screen's language, on one line."""
        return clean(self.wording.tell(text))

    def write(
        self,
        text: str,
        box: Box,
        size: int,
        paint: Paint = INK,
        align: str = "l",
    ) -> Box:
        """One line in the middle of a box's height, cut to its width.

        Args:
            text: Without line breaks.
            box: Where.
            size: Of the font; made smaller where the box is lower.
            paint: Colour.
            align: `l`, `m` or `r`.

        Returns:
            What the text covers.
        """
        size = min(size, size_for(box.height))
        text = cut(text, size, box.width)
        width, height = width_of(text, size), line_height(size)
        spare = box.width - width
        left = box.left + {"l": 0, "m": spare // 2, "r": spare}[align]
        top = box.top + (box.height - height) // 2
        covered = Box(left, top, width, height)
        if text:
            spot = (left, covered.middle[1])
            self.draw.text(spot, text, paint, font(size), anchor="lm")
            self.written.append((covered, text))
        return covered

    def shape(self, shape: Shape, box: Box, paint: Paint) -> None:
        """A smooth shape in the largest square in the middle of a box."""
        edge = min(box.width, box.height)
        if edge < 1:
            return
        spot = (
            box.left + (box.width - edge) // 2,
            box.top + (box.height - edge) // 2,
        )
        self.image.paste(paint, spot, _mask(shape, edge))

    def panel(
        self, box: Box, radius: int, fill: Paint, outline: Paint | None = None
    ) -> None:
        """A smooth rounded rectangle."""
        if box.width < 1 or box.height < 1:
            return
        thick = self.px(1.5)
        if outline is not None and min(box[2:]) > 2 * thick:
            self.panel(box, radius, outline)
            box, radius = box.inset(thick, thick), max(0, radius - thick)
        mask = _rounded(box.width, box.height, min(radius, min(box[2:]) // 2))
        self.image.paste(fill, (box.left, box.top), mask)

    def chip(self, sign: Sign, box: Box) -> None:
        """A player: its colour, its letter on it, and an edge that shows on black."""
        edge = min(box.width, box.height)
        left, top = (round(v - edge / 2) for v in box.middle)
        square = Box(left, top, edge, edge)
        fill = PLAYERS.get(sign.colour or "", PANEL)
        dark = sign.colour is None or sign.colour in ("black", "brown", "other")
        self.panel(square, round(edge * 0.26), fill, EDGE if dark else None)
        letters = clean(sign.letter)[:2]
        size = round(edge * (0.78 if len(letters) < 2 else 0.56))
        while size > 4 and width_of(letters, size) > edge - 2:
            size -= 1
        # A capital stands on the base line, so it is in the middle when its height is.
        spot = (square.middle[0], square.middle[1] + size * 0.365)
        self.draw.text(spot, letters, on(fill), font(max(4, size)), anchor="ms")


@lru_cache(maxsize=256)
def _mask(shape: Shape, edge: int) -> Image.Image:
    large = Image.new("L", (edge * FINER, edge * FINER))
    shape(ImageDraw.Draw(large), edge * FINER)
    return large.reduce(FINER)


@lru_cache(maxsize=512)
def _rounded(width: int, height: int, radius: int) -> Image.Image:
    large = Image.new("L", (width * FINER, height * FINER))
    corners = (0, 0, width * FINER - 1, height * FINER - 1)
    ImageDraw.Draw(large).rounded_rectangle(corners, radius * FINER, fill=255)
    return large.reduce(FINER)
