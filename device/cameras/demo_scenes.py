"""The demo camera's scenes: tables of the package, without their dice, and on the move.

Everything that moves is drawn at the size of the small frames: it is there to be seen
as movement, not to be read.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from device.ports import Frame
from vision.change import shrink
from vision.frame import load_picture

Floats = NDArray[np.float32]

#: A die with its sides and shadow, as a multiple of its top face.
WHOLE = 1.5
#: Its shadow and glow included: what is wiped off for a bare table.
WIPED = 2.4
SKIN, SLEEVE = 165, 60
EMPTY = "empty"
#: Single tables, and those of one evening.
TOLD = ("truth.json", "evening.json")


@dataclass(frozen=True)
class DemoScene:
    """A table as the demo camera shows it.

    Attributes:
        picture: RGB, whole.
        small: Grey.
        bare: The same table without its dice, grey and small.
        faces: Corners of each top face in the small frame, shape (4, 2).
    """

    picture: Frame
    small: Frame
    bare: Frame
    faces: tuple[Floats, ...]

    @staticmethod
    def of(picture: Frame, corners: Sequence[Floats]) -> DemoScene:
        """A scene of a picture and the corners of its dice, in its pixels."""
        small = shrink(picture)
        scale = small.shape[1] / picture.shape[1]
        faces = tuple(np.asarray(one * scale, np.float32) for one in corners)
        return DemoScene(picture, small, _wiped(small, faces), faces)


def load_scenes() -> dict[str, DemoScene]:
    """All tables of the package by file name without suffix, and an empty one."""
    scenes = {}
    with as_file(files("device") / "demo") as folder:
        for told in [one for name in TOLD for one in _told(folder / name)]:
            corners = [np.asarray(die["corners"], np.float32) for die in told["dice"]]
            picture = load_picture(folder / told["file"])
            scenes[told["file"].rsplit(".", 1)[0]] = DemoScene.of(picture, corners)
    return {EMPTY: scenes["evening_empty"], **scenes}


def _told(path: Path) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    return told


def roll_in(scene: DemoScene, t: float) -> Frame:
    """Its dice on their way to where they will lie; t runs from 0 to 1."""
    out = scene.bare.copy()
    left = (1 - t) ** 2  # they slow down evenly
    width = out.shape[1]
    for i, face in enumerate(scene.faces):
        x, y = face.mean(0)
        radius = WHOLE * float(np.hypot(*(face - (x, y)).T).max())
        side = -1 if i % 2 else 1
        start_x, start_y = width / 2 + side * 0.4 * width, out.shape[0] + radius
        to = (x + left * (start_x - x), y + left * (start_y - y))
        _put(out, scene.small, (float(x), float(y)), to, radius, 700 * left * side)
    return out


def _put(
    out: Frame,
    source: Frame,
    middle: tuple[float, float],
    to: tuple[float, float],
    radius: float,
    turn_deg: float,
) -> None:
    """Copy the disc around `middle` of `source` to `to`, turned."""
    side = 2 * math.ceil(radius) + 1
    half = side / 2
    matrix = cv2.getRotationMatrix2D(middle, turn_deg, 1.0)
    matrix[:, 2] += np.asarray((half - middle[0], half - middle[1]))
    die = cv2.warpAffine(source, matrix, (side, side), borderMode=cv2.BORDER_REFLECT)
    rows, columns = np.indices((side, side))
    disc = np.hypot(rows + 0.5 - half, columns + 0.5 - half) <= radius
    x, y = round(to[0] - half), round(to[1] - half)
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(out.shape[1], x + side), min(out.shape[0], y + side)
    if x0 >= x1 or y0 >= y1:
        return
    part = (slice(y0 - y, y1 - y), slice(x0 - x, x1 - x))
    np.copyto(out[y0:y1, x0:x1], np.asarray(die)[part], where=disc[part])


def hand_over(table: Frame, reach: float) -> Frame:
    """A hand that reaches in from the near side; `reach` runs from 0 to 1."""
    height, width = table.shape
    out = table.copy()
    palm = round(0.16 * width)
    x, y = width // 2, round(height + palm + reach * (0.45 * height - height - palm))
    cv2.line(out, (x, y), (x, height + palm), SLEEVE, round(0.9 * palm))
    cv2.circle(out, (x, y), round(0.55 * palm), SKIN, -1)
    for finger in range(4):
        at = x + round((finger - 1.5) * 0.28 * palm)
        tip = (at, y - palm + (finger in (0, 3)) * palm // 6)
        cv2.line(out, (at, y), tip, SKIN - 12 * finger, max(3, palm // 4))
        cv2.line(out, (at + palm // 7, y), (at + palm // 7, tip[1]), SKIN // 2, 1)
    return np.asarray(cv2.GaussianBlur(out, (3, 3), 0) if reach > 0 else out, np.uint8)


def _wiped(small: Frame, faces: Sequence[Floats]) -> Frame:
    """The table where the dice lie, guessed from around them."""
    mask = np.zeros_like(small)
    for face in faces:
        middle = face.mean(0)
        grown = middle + (face - middle) * WIPED
        cv2.fillConvexPoly(mask, np.round(grown).astype(np.int32), 255)
    return np.asarray(cv2.inpaint(small, mask, 5, cv2.INPAINT_TELEA), np.uint8)
