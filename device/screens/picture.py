"""A picture that was read, with what was read marked in it."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import cv2
import numpy as np
from PIL import Image, ImageDraw

from device.flow.screen import Mark, Picture, Point, Tone
from device.ports import Frame
from device.screens.canvas import Box, Canvas
from device.screens.lettering import clean, font, width_of
from device.screens.theme import (
    BLACK,
    EDGE,
    INK,
    PANEL,
    PLAYERS,
    SOFT,
    TONES,
    Paint,
    on,
)

#: How much of the picture is shown around a die in focus, in edges of its face.
AROUND = 2.7
#: Around all that was read, in edges of the largest face.
MARGIN = 1.6
#: Width over height of a part that is shown, at most.
WIDEST = 1.6
#: On a screen 240 pixels high.
LEAST_PX, BEST_PX = 56, 150
#: Ways from a face to its label, the best first.
WAYS = ((0, -1), (0, 1), (1, 0), (-1, 0), (0.8, -0.8), (-0.8, -0.8), (0.8, 0.8),
        (-0.8, 0.8), (0, 0))  # fmt: skip
View = tuple[float, float, float, float]


def picture_room(canvas: Canvas) -> tuple[int, int]:
    """Heights in pixels: the least, and what looks best."""
    return canvas.px(LEAST_PX), canvas.px(BEST_PX)


def draw_picture(canvas: Canvas, box: Box, picture: Picture) -> Box:
    """What was read, or the die in focus enlarged; a plain ground without a picture.

    It stands at the left of `box`, in the middle where it is much narrower; returns
    what it covers.
    """
    frame = None if picture.shot is None else canvas.pictures(picture.shot)
    if frame is None and not picture.marks:
        canvas.panel(box, canvas.px(8), PANEL, EDGE)
        words = canvas.tell(canvas.wording.say("screen.no_picture"))
        canvas.write(words, box.inset(canvas.px(6)), canvas.px(18), SOFT, "m")
        return box
    size = _size_of(frame, picture)
    view = _view(picture, size, box.width / max(1, box.height))
    scale = min(box.width / (view[2] - view[0]), box.height / (view[3] - view[1]))
    width = max(1, round((view[2] - view[0]) * scale))
    height = max(1, round((view[3] - view[1]) * scale))
    shown = _cropped(frame, view, (width, height))
    marks = [_moved(mark, view, scale) for mark in picture.marks]
    _Marker(shown, canvas.scale).draw_all(marks, picture.focus)
    spot = (box.left + (box.width - width) // 2, box.top + (box.height - height) // 2)
    canvas.image.paste(shown, spot)
    edges = (spot[0], spot[1], spot[0] + width - 1, spot[1] + height - 1)
    canvas.draw.rectangle(edges, outline=EDGE, width=1)
    return Box(*spot, width, height)


def _size_of(frame: Frame | None, picture: Picture) -> tuple[float, float]:
    if frame is not None:
        return float(frame.shape[1]), float(frame.shape[0])
    corners = [corner for mark in picture.marks for corner in mark.corners]
    if not corners:
        return 4.0, 3.0
    return (
        max(4.0, max(x for x, _ in corners) * 1.15),
        max(3.0, max(y for _, y in corners) * 1.15),
    )


def _view(picture: Picture, size: tuple[float, float], aspect: float) -> View:
    """What part of the picture is shown: (left, top, right, bottom) in its pixels.

    All that was read and a wide margin, so that a die that was not read is seen too.
    """
    marks, focus = picture.marks, picture.focus
    known = [mark.corners for mark in marks if mark.corners]
    if not known:
        return 0.0, 0.0, *size
    edge = max(_edge(corners) for corners in known)
    spots = [spot for corners in known for spot in corners]
    margin = MARGIN * edge
    if focus is not None and 0 <= focus < len(marks) and marks[focus].corners:
        edge = _edge(marks[focus].corners)
        spots, margin = [_middle(marks[focus].corners)], AROUND * edge / 2
    left, top = (min(spot[axis] for spot in spots) - margin for axis in (0, 1))
    right, bottom = (max(spot[axis] for spot in spots) + margin for axis in (0, 1))
    wide, high = max(4.0, right - left), max(4.0, bottom - top)
    wide, high = max(wide, high * min(aspect, WIDEST)), max(high, wide / aspect)
    across = _placed((left + right) / 2, wide, size[0])
    along = _placed((top + bottom) / 2, high, size[1])
    return across[0], along[0], across[1], along[1]


def _placed(middle: float, length: float, whole: float) -> tuple[float, float]:
    """A stretch of `length` around `middle`, moved so that it lies in the picture."""
    length = min(length, whole)
    start = min(max(0.0, middle - length / 2), whole - length)
    return start, start + length


def _edge(corners: tuple[Point, ...]) -> float:
    return max(dist(a, b) for a, b in pairwise((*corners, corners[0])))


def _cropped(frame: Frame | None, view: View, size: tuple[int, int]) -> Image.Image:
    if frame is None:
        return Image.new("RGB", size, PANEL)
    left, top = int(view[0]), int(view[1])
    right, bottom = max(left + 1, round(view[2])), max(top + 1, round(view[3]))
    part = frame[top:bottom, left:right]
    shrinks = part.shape[1] > size[0]
    how = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    return Image.fromarray(np.asarray(cv2.resize(part, size, interpolation=how)))


def _moved(mark: Mark, view: View, scale: float) -> Mark:
    corners = tuple(
        ((x - view[0]) * scale, (y - view[1]) * scale) for x, y in mark.corners
    )
    return Mark(corners, mark.label, mark.is_sure, mark.sign, mark.id)


def _middle(corners: tuple[Point, ...]) -> Point:
    count = len(corners)
    return sum(x for x, _ in corners) / count, sum(y for _, y in corners) / count


class _Marker:
    """Draws outlines and labels on one picture; labels make way for each other."""

    def __init__(self, image: Image.Image, scale: float) -> None:
        self.draw = ImageDraw.Draw(image)
        self.size = image.size
        self.scale = scale
        self.taken: list[tuple[float, float, float, float]] = []

    def draw_all(self, marks: list[Mark], focus: int | None) -> None:
        shown = [
            (index, mark)
            for index, mark in enumerate(marks)
            if mark.corners and self._is_in_view(mark)
        ]
        for index, mark in shown:
            self._outline(mark, is_picked=index == focus)
        first = sorted(shown, key=lambda one: (one[0] != focus, one[1].is_sure))
        for _, mark in first:
            self._label(mark)

    def _is_in_view(self, mark: Mark) -> bool:
        x, y = _middle(mark.corners)
        return 0 <= x < self.size[0] and 0 <= y < self.size[1]

    def _outline(self, mark: Mark, is_picked: bool) -> None:
        width = max(2, round(self.scale * (3 if is_picked else 2)))
        paint = TONES[Tone.GOOD] if mark.is_sure else TONES[Tone.ASK]
        closed = [*mark.corners, mark.corners[0]]
        self.draw.line(closed, fill=BLACK, width=width + 2, joint="curve")
        if mark.is_sure:
            self.draw.line(closed, fill=paint, width=width, joint="curve")
            return
        for (ax, ay), (bx, by) in pairwise(closed):
            dashes = max(2, round(dist((ax, ay), (bx, by)) / (8 * self.scale)))
            for n in range(dashes):
                here, there = (n + 0.2) / dashes, (n + 0.8) / dashes
                ends = (
                    *(ax + (bx - ax) * here, ay + (by - ay) * here),
                    *(ax + (bx - ax) * there, ay + (by - ay) * there),
                )
                self.draw.line(ends, fill=paint, width=width)

    def _label(self, mark: Mark) -> None:
        letter = clean(mark.sign.letter)[:2] if mark.sign else ""
        text = f"{letter}{clean(mark.label)[:6]}{'' if mark.is_sure else '?'}"
        if not text:
            return
        half = max(dist(mark.corners[0], corner) for corner in mark.corners) / 2
        size = round(min(max(half * 0.9, 11 * self.scale), 20 * self.scale))
        width, height = width_of(text, size) + 4, round(size * 0.98)
        x, y = _middle(mark.corners)
        for across, along in WAYS:
            left = x + across * (half + width / 2) - width / 2
            top = y + along * (half * 0.8 + height / 2 + 1) - height / 2
            spot = (left, top, left + width, top + height)
            if self._is_free(spot):
                break
        else:  # between other labels: on the face itself, as the outline tells the rest
            return
        fill = PLAYERS.get((mark.sign.colour if mark.sign else None) or "", BLACK)
        if not mark.is_sure:
            fill = TONES[Tone.ASK]
        self._tag(spot, text, size, fill)

    def _is_free(self, spot: tuple[float, float, float, float]) -> bool:
        left, top, right, bottom = spot
        if left < 0 or top < 0 or right > self.size[0] or bottom > self.size[1]:
            return False
        return all(
            right <= one[0] or left >= one[2] or bottom <= one[1] or top >= one[3]
            for one in self.taken
        )

    def _tag(
        self, spot: tuple[float, float, float, float], text: str, size: int, fill: Paint
    ) -> None:
        self.taken.append(spot)
        left, top, right, bottom = (round(value) for value in spot)
        edges = (left, top, right - 1, bottom - 1)
        outline = INK if fill == BLACK else BLACK
        self.draw.rounded_rectangle(edges, 3, fill, outline, 1)
        middle = ((left + right) / 2, (top + bottom) / 2 + size * 0.365)
        self.draw.text(middle, text, on(fill), font(size), anchor="ms")
