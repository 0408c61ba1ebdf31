"""Measure what a patch of grey on the mat brings under lamps of a strong colour.

    python -m models.evaluate_grey [--tables 60] [--seed 8000000] [--lamps warm cold]

Renders Dancing Dice tables, as many under each kind of lamp (`models.render.mats`), and
reads each from a photo alone, without count and players' colours: without the patch and
with it. Prints of the players' dice how many owners' colours and kinds are right, how
many are sure, and how many are sure and wrong in value, kind or colour; and of whole
prove how many are right, asked about and wrong.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import cv2
import numpy as np

from models.evaluate import Count, colours_of, count_dice, verdict
from models.render.games import GamePicture, dancing_table
from models.render.mats import LAMPS, mat
from vision.neutral import Area, Light, light_on
from vision.pipeline import read_picture
from vision.session import load_models

#: No training script draws from seeds this high; `vision.neutral` was tuned on those
#: from 6,000,000 on.
SEED = 8_000_000
SIZE = (1280, 960)


def tables(count: int, seed: int, lamps: str) -> Iterator[tuple[GamePicture, Area]]:
    """Tables with a patch under such lamps, and where the patch is."""
    for i in range(count):
        rng = np.random.default_rng([seed + i, LAMPS.index(lamps)])
        under = mat(rng, SIZE, lamps)
        picture = dancing_table(
            rng,
            colours_of(rng),
            SIZE,
            strength=float(rng.uniform(0.1, 0.8)),
            tilt_deg=float(rng.choice([0, 0, 10, 20])),
            shape="shoe" if rng.random() < 0.7 else "round",
            top=str(rng.choice(["wood", "plain", "felt", "weave"])),
            mat=under,
        )
        assert under.area is not None  # every mat has a patch
        yield picture, under.area


def report(title: str, c: Count) -> None:
    """Print one line."""
    found = max(c["found"], 1)
    print(
        f"  {title:8} colour {c['colour'] / found:.2%}, kind {c['kind'] / found:.2%}, "
        f"sure {c['sure'] / max(c['dice'], 1):.1%}; sure and wrong: "
        f"colour {c['sure'] - c['sure colour']}, kind {c['sure'] - c['sure kind']}, "
        f"value {c['sure'] - c['sure value']}; "
        f"prove right {c['right']}, asked {c['asked']}, WRONG {c['WRONG']}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--lamps", choices=LAMPS, nargs="+", default=LAMPS)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    models = load_models(1)
    for lamps in args.lamps:
        plain, helped = Count(), Count()
        used = 0
        for picture, area in tables(args.tables, args.seed, lamps):
            used += isinstance(light_on(picture.photo, area), Light)
            for grey, counts in ((None, plain), (area, helped)):
                reading = read_picture(picture.photo, models, sets=True, grey=grey)
                count_dice(picture, reading, counts)
                counts[verdict(picture, reading)] += 1
        looked_at = f"{used} of {args.tables} patches not refused"
        print(f"{lamps} lamps: {plain['dice']} dice, {looked_at}")
        report("without", plain)
        report("with", helped)


if __name__ == "__main__":
    main()
