"""Measure on rendered tables that training never saw.

    python -m models.evaluate --tables 40 [--blanks 100]

Prints, for dice of Dancing Dice tables under every light: value, kind and player colour
right; of the sure ones; whole prove right, asked or wrong; and dice told on tables
that have none.
"""

from __future__ import annotations

import argparse
import collections

import cv2
import numpy as np

from models.render.games import GamePicture, dancing_table
from models.render.looks import PLAYER_COLOURS
from models.render.table import MAKERS, add_clutter, lens, table_top
from vision.pipeline import read_picture
from vision.readings import DieReading
from vision.session import Models, load_models

#: No training script draws from seeds this high.
SEED = 7_000_000
COLOUR_SURE = 0.9


def owner_of(die: DieReading) -> str:
    """The player colour that a die's kind and colours name."""
    return {"c": die.pips, "b": die.body}.get(die.kind, "none")


def table(i: int) -> GamePicture:
    """Table number i: 2 to 6 players, any light, camera 0 to 25° off."""
    rng = np.random.default_rng(SEED + i)
    count = int(rng.integers(2, 7))
    colours = tuple(str(c) for c in rng.choice(PLAYER_COLOURS, count, replace=False))
    shape = "shoe" if rng.random() < 0.7 else "round"
    tilt = float(rng.choice([0, 0, 10, 25]))
    top = str(rng.choice(["wood", "plain", "felt", "weave"]))
    strength = float(rng.uniform(0.1, 0.8))
    return dancing_table(
        rng,
        colours,
        (1280, 960),
        strength=strength,
        tilt_deg=tilt,
        shape=shape,
        top=top,
    )


def measure(picture: GamePicture, models: Models, c: collections.Counter[str]) -> None:
    """Read one table and count what is right."""
    dice = read_picture(picture.photo, models, expect=len(picture.dice), sets=True).dice
    wrong = asked = 0
    left = list(dice)
    for truth, owner in zip(picture.dice, picture.owners, strict=True):
        c["dice"] += 1
        side = float(np.hypot(*(truth.corners[1] - truth.corners[0])))
        near = [
            d
            for d in left
            if np.hypot(*(np.subtract(d.center, truth.center))) < side / 2
        ]
        if not near:
            c["missed"] += 1
            asked += 1
            continue
        die = near[0]
        left.remove(die)
        right = {
            "value": die.value == truth.value,
            "kind": die.kind == truth.kind,
            "colour": owner == "tango" or owner_of(die) == owner,
        }
        sure = die.sure and (owner == "tango" or die.colour_confidence >= COLOUR_SURE)
        c["found"] += 1
        c["sure"] += sure
        asked += not sure
        wrong += sure and not all(right.values())
        for name, ok in right.items():
            c[name] += ok
            c[f"sure {name}"] += ok and sure
    c["extra"] += len(left)
    c["sure extra"] += sum(d.sure for d in left)
    asked += len(dice) != len(picture.dice)
    c["table " + ("asked" if asked else "WRONG" if wrong else "right")] += 1


def blank(i: int) -> np.ndarray:
    """A table with clutter and no die."""
    rng = np.random.default_rng(SEED * 2 + i)
    top = table_top(rng, (960, 720), kind=str(rng.choice(list(MAKERS))))
    top = add_clutter(top, rng, int(rng.integers(0, 25)), float(rng.uniform(20, 60)))
    return lens(top * 0.9, rng, strength=0.5)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--blanks", type=int, default=100)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    models = load_models(1)
    c: collections.Counter[str] = collections.Counter()
    for i in range(args.tables):
        measure(table(i), models, c)
    print(f"{args.tables} tables, {c['dice']} dice,", end=" ")
    print(f"missed {c['missed']}, extra {c['extra']} (sure {c['sure extra']})")
    found, sure = max(c["found"], 1), max(c["sure"], 1)
    print(f"sure {c['sure'] / max(c['dice'], 1):.1%}")
    for name in ("value", "kind", "colour"):
        of_sure = c[f"sure {name}"] / sure
        print(f"{name} right {c[name] / found:.2%}, of the sure {of_sure:.2%}")
    print({k: v for k, v in c.items() if k.startswith("table ")})
    told = [read_picture(blank(i), models).dice for i in range(args.blanks)]
    dice = [d for one in told for d in one]
    print(f"{args.blanks} tables without dice:", end=" ")
    print(f"{len(dice)} told, {sum(d.sure for d in dice)} sure")


if __name__ == "__main__":
    main()
