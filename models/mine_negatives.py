"""Step 5: crops that the detector proposes and that are no top faces, for the reader.

    python -m models.mine_negatives PHOTOS/dev.json faces.json negatives.pickle
        --scenes SCENES

From the training photos (complete ones) and from rendered scenes. Side faces count.
Dice of the training photos that the detector found are kept beside them with their
values, cut as the detector sees them.
"""

from __future__ import annotations

import argparse
import collections
import json
import pickle
from pathlib import Path

import cv2
import numpy as np

from models.label_faces import proposals
from models.render.table import add_clutter, lens, table_top
from models.sources import TRAIN_SOURCES
from vision.faces import Pyramid, crop_face, upright
from vision.find import Candidate, decode, prepare
from vision.session import load_models

NONE = 6
MIN_HEAT = 0.1
#: Tables without dice for mining; `models.evaluate` measures on others.
BLANK_SEED = 3_000_000


def crops_of(
    picture: np.ndarray,
    found: list[Candidate],
    faces: list[tuple[np.ndarray, float, int, bool]],
) -> list[tuple[np.ndarray, int]]:
    """Crops with labels; faces are (center, side, value, whether surely known)."""
    pyramid = Pyramid(picture)
    out = []
    for c in found:
        if c.heat < MIN_HEAT:
            continue
        label, skip = NONE, False
        for center, side, value, known in faces:
            d = np.hypot(c.center[0] - center[0], c.center[1] - center[1])
            if d < 0.3 * side and 0.6 < c.side / side < 1.6:
                label, skip = value - 1, not known
            elif d < 0.55 * side or (not known and d < 1.3 * side):
                skip = True
        if not skip:
            out.append((crop_face(pyramid, upright(c.corners)), label))
    return out


def main() -> None:
    """Mine both kinds of pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path)
    parser.add_argument("faces", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=2500)
    parser.add_argument("--blanks", type=int, default=400)
    args = parser.parse_args()
    models = load_models(1)
    told = json.loads(args.faces.read_text())
    mined: list[tuple[np.ndarray, int]] = []
    for photo in json.loads(args.labels.read_text()):
        if photo["source"] not in TRAIN_SOURCES or not photo["complete"]:
            continue
        picture = cv2.imread(
            str(args.labels.with_suffix("") / photo["file"]), cv2.IMREAD_COLOR_RGB
        )
        faces = [
            (np.array(f["center"]), f["side"], f["value"], f["sized"])
            for f in told[photo["file"]]
        ]
        mined += crops_of(picture, proposals(picture, models, (1.0,)), faces)
    print("photos", collections.Counter(label for _, label in mined))
    paths = sorted(args.scenes.glob("*.pickle"))
    scenes = [s for p in paths for s in pickle.loads(p.read_bytes())][-args.limit :]
    for scene in scenes:
        picture = cv2.imdecode(
            np.frombuffer(scene["photo"], np.uint8), cv2.IMREAD_COLOR_RGB
        )
        found = decode(models.detector.run(prepare(picture, 1.0))[0][0], 1.0, MIN_HEAT)
        faces = []
        for d in scene["dice"]:
            if d[0] > 0:
                side = float(np.hypot(*(d[3:5] - d[5:7])))
                faces.append(
                    (d[1:3], side, int(d[0]), bool(d[11] > 0.75 and d[12] < 20))
                )
        mined += crops_of(picture, found, faces)
    for i in range(args.blanks):
        rng = np.random.default_rng([BLANK_SEED, i])
        top = table_top(rng, (640, 480))
        top = add_clutter(
            top, rng, int(rng.integers(0, 25)), float(rng.uniform(14, 60))
        )
        picture = lens(top * 0.9, rng, strength=0.6)
        maps = models.detector.run(prepare(picture, 1.0))[0][0]
        mined += crops_of(picture, decode(maps, 1.0, MIN_HEAT), [])
    args.out.write_bytes(pickle.dumps(mined))
    print("all", collections.Counter(label for _, label in mined))


if __name__ == "__main__":
    main()
