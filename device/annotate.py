"""Draw into a photo what was read in it.

A sure die has a whole green outline; one to be confirmed has a dashed amber outline
and a `?`, so that shape tells what colour tells. Labels stand beside the face, never
on its pips, and make way for each other. Problems stand in a strip below the photo.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from importlib.resources import as_file, files
from itertools import pairwise
from math import ceil, dist

from PIL import Image, ImageDraw, ImageFont

from device.photo_reader import Photo
from device.wording import Wording
from vision.readings import DieReading, Point, Problem

Box = tuple[float, float, float, float]
Font = ImageFont.FreeTypeFont
Paint = tuple[int, int, int]

SURE, ASK, PROBLEM = (60, 230, 110), (255, 176, 0), (200, 20, 30)
INK, PAPER = (255, 255, 255), (20, 20, 24)
#: Smaller photos are enlarged by a whole number, so that labels can be read.
LEAST_LONG_PX = 900
#: Ways from a face to its label, the best first, and how far out they are tried.
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7),
        (-0.7, -0.7))  # fmt: skip
REACHES = (1.0, 1.5, 2.2, 3.2)


def draw_reading(
    photo: Photo, problems: Sequence[Problem], wording: Wording
) -> Image.Image:
    """The photo with every die's outline, value, kind and confidence.

    Args:
        photo: Photo and reading; left as it is.
        problems: Marked where they are, and listed below the photo.
        wording: The language of the list.
    """
    image = Image.fromarray(photo.picture)
    scale = ceil(LEAST_LONG_PX / max(image.size)) if photo.picture.size else 1
    if scale > 1:
        image = image.resize((image.width * scale, image.height * scale))
    dice = photo.reading.dice
    pen = _Pen(image, [_scaled(die.corners, scale) for die in dice])
    for die, face in zip(dice, pen.faces, strict=True):
        pen.outline(face, is_sure=die.sure)
    for number, problem in enumerate(problems, 1):
        if problem.center is not None:
            pen.mark(_scaled([problem.center], scale)[0], str(number))
    for die, face in zip(dice, pen.faces, strict=True):
        pen.label(face, label_of(die), ASK if not die.sure else SURE)
    return _with_strip(image, [wording.problem(problem) for problem in problems])


def label_of(die: DieReading) -> str:
    """Value, kind and confidence, such as `4c 98%`; `?` before what is not sure."""
    kind = "" if die.kind == "plain" else die.kind
    percent = min(99, int(100 * die.confidence))  # nothing is ever quite certain
    return f"{'' if die.sure else '? '}{die.value}{kind} {percent}%"


def _scaled(points: Sequence[Point], scale: int) -> list[Point]:
    return [(x * scale, y * scale) for x, y in points]


class _Pen:
    """Draws on one photo and remembers where labels already stand."""

    def __init__(self, image: Image.Image, faces: list[list[Point]]) -> None:
        self.draw = ImageDraw.Draw(image)
        self.size = image.size
        self.faces = faces
        self.taken: list[Box] = []
        sides = sorted(dist(a, b) for face in faces for a, b in _sides(face))
        edge = sides[len(sides) // 2] if sides else 60.0
        least = max(12.0, max(image.size) / 95)
        self.font = _font(max(least, min(0.38 * edge, max(image.size) / 28)))
        self.width = max(2, round(edge / 16), max(image.size) // 700)

    def outline(self, face: list[Point], *, is_sure: bool) -> None:
        for start, end in _sides(face):
            pieces = [(start, end)] if is_sure else _dashes(start, end)
            for paint, width in (
                (PAPER, self.width + 2),
                (SURE if is_sure else ASK, self.width),
            ):
                for piece in pieces:
                    self.draw.line(piece, fill=paint, width=width)

    def label(
        self, face: list[Point], text: str, edge: Paint, paper: Paint = PAPER
    ) -> None:
        """Put a text beside a face, with a line to it where it stands off."""
        left, top, right, bottom = self.draw.textbbox((0, 0), text, font=self.font)
        pad, thin = self.width + 1, max(1, self.width // 2)
        size = (right - left + 2 * pad, bottom - top + 2 * pad)
        box = min(self._places(face, size), key=self._crowding)
        self.taken.append(box)
        near = _clamp(_middle(face), box)
        side = min((_mid(*s) for s in _sides(face)), key=lambda at: dist(at, near))
        if dist(side, near) > 3 * self.width + pad:
            self.draw.line([side, near], fill=edge, width=thin)
        self.draw.rectangle(box, fill=paper, outline=edge, width=thin)
        at = (box[0] + pad - left, box[1] + pad - top)
        self.draw.text(at, text, fill=INK, font=self.font)

    def mark(self, at: Point, text: str) -> None:
        """Label a place, or the face that lies there, with a problem's number."""
        x, y = at
        spot = [(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)]
        there = [f for f in self.faces if _overlap(_bounds(f), _bounds(spot)) > 0]
        nearest = min(there, key=lambda f: dist(_middle(f), at), default=spot)
        self.label(nearest, f" {text} ", INK, PROBLEM)

    def _places(self, face: list[Point], size: tuple[float, float]) -> list[Box]:
        x, y = _middle(face)
        half_w = (max(p[0] for p in face) - min(p[0] for p in face) + size[0]) / 2
        half_h = (max(p[1] for p in face) - min(p[1] for p in face) + size[1]) / 2
        gap = self.width + 2
        boxes = []
        for reach in REACHES:
            for dx, dy in WAYS:
                cx = x + dx * (half_w + gap) * reach
                cy = y + dy * (half_h + gap) * reach
                if abs(dx) == abs(dy):  # corners: clear of the face both ways
                    cx, cy = (
                        x + dx / 0.7 * half_w * reach,
                        y + dy / 0.7 * half_h * reach,
                    )
                boxes.append(self._inside(cx, cy, size))
        return boxes

    def _inside(self, cx: float, cy: float, size: tuple[float, float]) -> Box:
        left = min(max(cx - size[0] / 2, 1), self.size[0] - size[0] - 2)
        top = min(max(cy - size[1] / 2, 1), self.size[1] - size[1] - 2)
        return (left, top, left + size[0], top + size[1])

    def _crowding(self, box: Box) -> float:
        """How much a label here would cover; faces count most. Ties keep the order."""
        on_faces = sum(_overlap(box, _bounds(face)) for face in self.faces)
        return 4 * on_faces + sum(_overlap(box, other) for other in self.taken)


def _font(size: float) -> Font:
    """The package's own: Pillow's built-in one draws no accents."""
    with as_file(files("device") / "fonts" / "DejaVuSans.ttf") as path:
        return ImageFont.truetype(str(path), size)


def _sides(face: list[Point]) -> list[tuple[Point, Point]]:
    return list(pairwise([*face, face[0]]))


def _dashes(start: Point, end: Point) -> list[tuple[Point, Point]]:
    """Three dashes a side, the first and last at the corners."""

    def at(part: float) -> Point:
        return (
            start[0] + part * (end[0] - start[0]),
            start[1] + part * (end[1] - start[1]),
        )

    return [(at(k / 5), at((k + 1) / 5)) for k in (0, 2, 4)]


def _mid(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def _middle(face: list[Point]) -> Point:
    return (sum(p[0] for p in face) / len(face), sum(p[1] for p in face) / len(face))


def _bounds(face: list[Point]) -> Box:
    xs, ys = [p[0] for p in face], [p[1] for p in face]
    return (min(xs), min(ys), max(xs), max(ys))


def _clamp(point: Point, box: Box) -> Point:
    return (
        min(max(point[0], box[0]), box[2]),
        min(max(point[1], box[1]), box[3]),
    )


def _overlap(a: Box, b: Box) -> float:
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, width) * max(0.0, height)


def _with_strip(image: Image.Image, texts: list[str]) -> Image.Image:
    """Add the numbered problems below the photo."""
    if not texts:
        return image
    size = max(14, image.width / 55)
    font = _font(size)
    lines = []
    columns = max(20, int(image.width / (0.52 * size)))
    for number, text in enumerate(texts, 1):
        lines += textwrap.wrap(f"{number}. {text}", columns, subsequent_indent="   ")
    step = round(1.35 * size)
    strip = Image.new("RGB", (image.width, step * len(lines) + step), PAPER)
    draw = ImageDraw.Draw(strip)
    for i, line in enumerate(lines):
        draw.text((size, step * (i + 0.5)), line, fill=INK, font=font)
    out = Image.new("RGB", (image.width, image.height + strip.height))
    out.paste(image, (0, 0))
    out.paste(strip, (0, image.height))
    return out
