"""Render the pictures that come with the package, with their truth.

    python -m models.make_demo [device/demo]

Seeds are fixed: the same pictures come out again, but for a new OpenCV's last bit.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.render.games import GamePicture, dancing_table, mia_table

SIX = ("red", "blue", "green", "yellow", "black", "purple")
QUALITY = 88


def scenes() -> dict[str, tuple[str, GamePicture]]:
    """File name to game and picture."""
    rng = np.random.default_rng
    three = ("red", "green", "blue")
    return {
        "dancing_six.jpg": (
            "dancing-dice",
            dancing_table(rng(11), SIX, (1600, 1200), strength=0.2, top="wood"),
        ),
        "dancing_three.jpg": (
            "dancing-dice",
            dancing_table(rng(21), three, (1280, 960), tilt_deg=12, top="wood"),
        ),
        "dancing_two.jpg": (
            "dancing-dice",
            dancing_table(
                rng(31), ("orange", "black"), (1024, 768), shape="round", top="plain"
            ),
        ),
        "mia_one.jpg": ("mia", mia_table(rng(41), strength=0.4, top="wood")),
        "mia_two.jpg": ("mia", mia_table(rng(42), tilt_deg=20, top="weave")),
    }


def truth_of(name: str, game: str, picture: GamePicture) -> dict[str, Any]:
    """One picture's truth as JSON."""
    dice = [
        {
            "value": d.value,
            "kind": d.kind,
            "body": d.body,
            "pips": d.pips,
            "colour": owner,
            "row": row,
            "center": [round(c, 1) for c in d.center],
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in d.corners],
        }
        for d, owner, row in zip(
            picture.dice, picture.owners, picture.rows, strict=True
        )
    ]
    return {
        "file": name,
        "game": game,
        "dice": dice,
        "tango": picture.tango,
        "players": picture.balli,
    }


def main() -> None:
    """Write the pictures and `truth.json`."""
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "device/demo")
    out.mkdir(parents=True, exist_ok=True)
    told = []
    for name, (game, picture) in scenes().items():
        jpeg = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
        cv2.imwrite(str(out / name), picture.photo[..., ::-1], jpeg)
        told.append(truth_of(name, game, picture))
        print(name, (out / name).stat().st_size)
    (out / "truth.json").write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
