"""Render the evening that `make demo` plays, with its truth.

    python -m models.make_evening [device/demo]

Three play Dancing Dice from a vivacita of two; a Rock saves two of them, a Tango is
danced, one is out, and the last prova decides. Seeds are fixed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2

from models.make_demo import truth_of
from models.render.evening import Laid, evening_table

SEED, QUALITY = 26, 84
COLOURS = ("red", "green", "blue")
FIRST_TANGO, SECOND_TANGO = (1, 4, 5), (1, 3, 5)
#: File → how the dice are laid, the Tango, and what lies in front of the players.
SCENES: dict[str, tuple[int, tuple[int, ...], Laid]] = {
    "evening_empty": (0, (), {}),
    "evening_tango_1": (0, FIRST_TANGO, {}),
    "evening_prova_1": (
        1,
        FIRST_TANGO,
        {
            "red": ("6c 5b 3b", "5b 4c 6c"),
            "green": ("5c 2c 1b", "5c 2b 1b"),
            "blue": ("2c 2b 1c", "1b 2b 2c"),
        },
    ),
    "evening_prova_2": (
        2,
        FIRST_TANGO,
        {
            "red": ("5c 1b 4b", "2c 5c 4b"),
            "green": ("5c 4b 4b", "6b 3c 4c"),
            "blue": ("2c 2b 3b", "6b 4c 2c"),
        },
    ),
    "evening_tango_2": (0, SECOND_TANGO, {}),
    "evening_prova_3": (
        3,
        SECOND_TANGO,
        {
            "red": ("5c 2b 5c", "1b 1c 5b"),
            "green": ("5b 3c 5c", "2c 1b 6b"),
        },
    ),
}


def main() -> None:
    """Write the pictures and `evening.json`."""
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "device/demo")
    told = []
    for name, (laying, tango, laid) in SCENES.items():
        picture = evening_table(SEED, laying, tango, laid, COLOURS)
        jpeg = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
        cv2.imwrite(str(out / f"{name}.jpg"), picture.photo[..., ::-1], jpeg)
        told.append(truth_of(f"{name}.jpg", "dancing-dice", picture))
        print(name, (out / f"{name}.jpg").stat().st_size)
    (out / "evening.json").write_text(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
