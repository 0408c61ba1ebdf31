"""Step 1: render training scenes into shards that grow while training runs.

    python -m models.make_scenes OUT --count 12000 --seed 1 --photos PHOTOS/dev.json
    python -m models.make_scenes OUT --count 6000 --seed 13 --hard --photos …
    python -m models.make_scenes OUT --count 3000 --seed 14 --odd --photos …
    python -m models.make_scenes OUT --count 3000 --seed 16 --clusters --photos …
    python -m models.make_scenes TABLES --count 400 --seed 500 --games
    python -m models.make_scenes TABLES --count 200 --seed 502 --games --pale

Each shard is a pickle of 200 scenes: JPEG photo, PNG mask, the truth as arrays.
Dice-free pieces of the training sources' photos serve as a third of the tables.
"""

from __future__ import annotations

import argparse
import json
import pickle
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.clusters import cluster_scene
from models.render.games import dancing_table
from models.render.hard import hard_scene
from models.render.looks import PLAYER_COLOURS
from models.render.odd import odd_scene
from models.render.scene import Scene, random_scene
from models.render.table import MAKERS
from models.sources import TRAIN_SOURCES

SHARD = 200
#: What a flag draws in place of ordinary scenes.
MAKES = (("hard", hard_scene), ("odd", odd_scene), ("clusters", cluster_scene))


def dice_free_crops(labels: Path, rng: np.random.Generator) -> list[NDArray[np.uint8]]:
    """Pieces (RGB, 160 px and up) of training photos that no labelled die touches."""
    crops = []
    for photo in json.loads(labels.read_text()):
        if photo["source"] not in TRAIN_SOURCES or not photo["complete"]:
            continue
        picture = cv2.imread(str(labels.with_suffix("") / photo["file"]))[..., ::-1]
        h, w = picture.shape[:2]
        boxes = np.array([d["bbox"] for d in photo["dice"]], float).reshape(-1, 4)
        for _ in range(6):
            side = int(rng.integers(160, 400))
            if side >= min(h, w):
                continue
            x, y = int(rng.integers(w - side)), int(rng.integers(h - side))
            apart = (
                (boxes[:, 0] - 25 > x + side)
                | (boxes[:, 0] + boxes[:, 2] + 25 < x)
                | (boxes[:, 1] - 25 > y + side)
                | (boxes[:, 1] + boxes[:, 3] + 25 < y)
            )
            if apart.all():
                crops.append(np.ascontiguousarray(picture[y : y + side, x : x + side]))
    return crops


def pack(scene: Scene) -> dict[str, object]:
    """A scene as small bytes: photo, mask, dice (n, 12) and colour names.

    A row of dice: value, x, y, the corners' 8 numbers, visible share; lean beside it.
    """
    rows = [
        [d.value, *d.center, *d.corners.ravel(), d.visible, d.lean_deg]
        for d in scene.dice
    ]
    jpeg = cv2.imencode(".jpg", scene.photo[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])[
        1
    ]
    return {
        "photo": jpeg.tobytes(),
        "mask": cv2.imencode(".png", scene.mask)[1].tobytes(),
        "dice": np.array(rows, np.float32).reshape(-1, 13),
        "names": [(d.body, d.pips) for d in scene.dice],
    }


def game_scene(rng: np.random.Generator, pale: bool = False) -> Scene:
    """A Dancing Dice table of 2 to 6 players, 800 × 600, under any light.

    With `pale`, prints have faded and faces glare.
    """
    count = int(rng.integers(2, 7))
    players = rng.choice(PLAYER_COLOURS, count, replace=False)
    shape = "shoe" if rng.random() < 0.7 else "round"
    tilt, strength = float(rng.choice([0, 10, 25])), float(rng.uniform(0.1, 1.0))
    told = dancing_table(
        rng,
        tuple(str(c) for c in players),
        (800, 600),
        strength=strength,
        tilt_deg=tilt,
        shape=shape,
        top=str(rng.choice(list(MAKERS))),
        pale=pale,
    )
    return Scene(told.photo, told.mask, told.dice)


def main() -> None:
    """Render until `count` scenes are there; shards already there are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=12000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--games", action="store_true", help="Dancing Dice tables")
    parser.add_argument(
        "--pale", action="store_true", help="faded prints, with --games"
    )
    parser.add_argument("--hard", action="store_true", help="the themes of render.hard")
    parser.add_argument("--odd", action="store_true", help="the themes of render.odd")
    parser.add_argument(
        "--clusters", action="store_true", help="huddles of dice of several sizes"
    )
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    crops = (
        dice_free_crops(args.photos, np.random.default_rng(0)) if args.photos else None
    )
    shard_size = 50 if args.games else SHARD
    for shard in range(args.count // shard_size):
        path = args.out / f"{args.seed:03d}-{shard:04d}.pickle"
        if path.exists():
            continue
        rng = np.random.default_rng([args.seed, shard])
        if args.games:
            scenes = [pack(game_scene(rng, args.pale)) for _ in range(shard_size)]
        else:
            make = next((m for name, m in MAKES if getattr(args, name)), random_scene)
            scenes = [pack(make(rng, crops=crops)) for _ in range(SHARD)]
        path.with_suffix(".part").write_bytes(pickle.dumps(scenes))
        path.with_suffix(".part").rename(path)
        print(path.name, flush=True)


if __name__ == "__main__":
    main()
