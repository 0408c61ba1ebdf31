"""Labels without the photos of which the scoring tool can find no die at all.

    python -m models.scorable PHOTOS/dev.json scorable.json
    python TOOLS/score_photos.py scorable.json --root PHOTOS/dev

In a photo that is not labelled completely (`complete: false`) the tool weighs only the
dice that are told in a labelled box, so where the labels have no boxes everything told
is dropped, and every label counts as missed: 17 dice on 7 photos of kamilp. No reader
can get more than an F1 of 2 · 177 / (177 + 194) = 0.954 there.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

Photo = dict[str, Any]


def is_scorable(photo: Photo) -> bool:
    """Whether a die of this photo can be found in the sense of `score_photos.py`."""
    return bool(photo["complete"]) or any(die["bbox"] for die in photo["dice"])


def most_f1(photos: list[Photo]) -> float:
    """The F1 of a reader that tells every die of these photos right, and no other."""
    dice = sum(len(photo["dice"]) for photo in photos)
    found = sum(len(photo["dice"]) for photo in photos if is_scorable(photo))
    return 2 * found / (found + dice)


def main() -> None:
    """Write the photos that can be scored; print what the others cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    photos: list[Photo] = json.loads(args.labels.read_text())
    args.out.write_text(json.dumps([p for p in photos if is_scorable(p)]))
    for source in ("all", *sorted({photo["source"] for photo in photos})):
        of_it = [p for p in photos if source in ("all", p["source"])]
        lost = [p for p in of_it if not is_scorable(p)]
        if lost:
            dice = sum(len(p["dice"]) for p in lost)
            print(
                f"{source}: {dice} dice on {len(lost)} photos cannot be found, "
                f"F1 at most {most_f1(of_it):.4f}"
            )


if __name__ == "__main__":
    main()
