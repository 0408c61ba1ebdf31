"""Measure what turning a whole photo does to its reading.

    python -m models.evaluate_turned PHOTOS/dev.json [--step 4]

Photos are nearly always upright, and of a die seen from low the front looks as its top
does upside down. Every so-manieth completely labelled photo of the training and
choosing sources is read at each of its quarter turns.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.sources import CHOOSE_SOURCES, TRAIN_SOURCES
from vision.pipeline import read_picture
from vision.readings import DieReading, Point
from vision.session import Models, load_models


def turned_back(at: Point, quarters: int, size: tuple[int, int]) -> Point:
    """Where a point of a turned picture was before.

    Args:
        at: (x, y) in the picture after `np.rot90` by so many quarters.
        quarters: 0 to 3.
        size: (width, height) of the picture before.
    """
    (x, y), (w, h) = at, size
    return ((x, y), (w - 1 - y, x), (w - 1 - x, h - 1 - y), (y, h - 1 - x))[quarters]


def holds(box: list[float], x: float, y: float) -> bool:
    """Whether a point is in a box (left, top, width, height) grown by a fifth."""
    left, top, width, height = box
    return (
        abs(x - left - width / 2) <= 0.6 * width
        and abs(y - top - height / 2) <= 0.6 * height
    )


def scored(
    dice: list[DieReading], labels: list[dict[str, Any]], places: list[Point]
) -> Counter[str]:
    """How many are right, and surely wrong; a box holds one die."""
    left, found = list(labels), Counter(told=len(dice), dice=len(labels))
    for die, (x, y) in sorted(zip(dice, places, strict=True), key=lambda p: p[1]):
        here = [label for label in left if holds(label["bbox"], x, y)]
        hit = next((label for label in here if label["value"] == die.value), None)
        if hit is not None:
            left.remove(hit)
            found["right"] += 1
        elif die.sure:
            found["surely wrong"] += 1
    return found


def read_turned(
    picture: NDArray[np.uint8],
    labels: list[dict[str, Any]],
    models: Models,
    quarters: int,
) -> Counter[str]:
    """The score of one photo, turned."""
    turned = np.ascontiguousarray(np.rot90(picture, quarters))
    dice = list(read_picture(turned, models).dice)
    size = (picture.shape[1], picture.shape[0])
    places = [turned_back(die.center, quarters, size) for die in dice]
    return scored(dice, labels, places)


def main() -> None:
    """Print the F1 and what is surely wrong at each turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--step", type=int, default=4)
    args = parser.parse_args()
    models = load_models(1)
    photos = [
        photo
        for photo in json.loads(args.labels.read_text())
        if photo["source"] in (*TRAIN_SOURCES, *CHOOSE_SOURCES) and photo["complete"]
    ][:: args.step]
    totals = [Counter[str]() for _ in range(4)]
    for photo in photos:
        path = args.labels.with_suffix("") / photo["file"]
        picture = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR_RGB), np.uint8)
        for quarters, total in enumerate(totals):
            total.update(read_turned(picture, photo["dice"], models, quarters))
    for quarters, total in enumerate(totals):
        f1 = 2 * total["right"] / (total["dice"] + total["told"])
        print(
            f"turned by {90 * quarters}°: {total['dice']} dice, F1 {f1:.4f}, "
            f"surely wrong {total['surely wrong']}"
        )


if __name__ == "__main__":
    main()
