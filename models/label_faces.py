"""Step 2: find the top faces of the labelled dice of the training photos.

    python -m models.label_faces PHOTOS/dev.json faces.json

Labels are boxes of whole dice; training wants the top face's middle and corners. The
nets trained on rendered scenes alone propose faces; the one in a box that reads as
the label says is taken. Where none does, the surest face about the place where a top
face usually lies in a box (in the middle from above, a third down in the tilted photos
of epanemu), whatever it reads as: just the dice that are misread must be learned from.
Where there is none either, that place alone is told.
"""

from __future__ import annotations

import collections
import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.sources import TRAIN_SOURCES
from vision.faces import Pyramid, cut_faces, mirrored
from vision.find import Candidate, decode, prepare
from vision.odds import softmax
from vision.session import Models, load_models

#: Scales of the search, and one more where a photo has small dice.
SCALES = (1.0, 0.55)
CLOSER, SMALL_PX = 2.0, 40
#: How far down in its box a top face's middle lies where it is not in the middle; the
#: median of the faces found.
FACE_DOWN = {"epanemu": 0.36}
#: From this score on a face is the labelled one; from this heat on, one in the usual
#: place is.
MATCHED, USUAL_HEAT = 0.3, 0.25


def proposals(
    picture: np.ndarray, models: Models, scales: tuple[float, ...] = SCALES
) -> list[Candidate]:
    """Candidates at several scales, weak ones too."""
    out: list[Candidate] = []
    for scale in scales:
        maps = models.detector.run(prepare(picture, scale))[0][0]
        out += decode(maps, scale, 0.1)
    return out


def scores(picture: np.ndarray, found: list[Candidate], models: Models) -> np.ndarray:
    """Reader probabilities (n, 8), two views averaged."""
    if not found:
        return np.zeros((0, 8))
    crops = cut_faces(Pyramid(picture), [c.corners for c in found])
    batch = np.concatenate([crops, mirrored(crops)])
    parts = [models.reader.run(batch[i : i + 64])[0] for i in range(0, len(batch), 64)]
    p = softmax(np.concatenate(parts))
    return np.asarray(p.reshape(2, len(found), 8).mean(0))


def in_a_box(c: Candidate, dice: list[dict[str, Any]]) -> bool:
    """Whether a candidate's middle lies in any labelled box."""
    boxes = [d["bbox"] for d in dice]
    x, y = c.center
    return any(bx <= x <= bx + w and by <= y <= by + h for bx, by, w, h in boxes)


def face_of(
    die: dict[str, Any], source: str, found: list[Candidate], p: np.ndarray
) -> dict[str, Any]:
    """The face of one labelled die, or its box with `sized` false."""
    x, y, w, h = die["bbox"]
    best, best_score = None, 0.0
    usual, usual_heat = None, USUAL_HEAT
    for c, q in zip(found, p, strict=True):
        inside = x - 1 <= c.center[0] <= x + w + 1 and y - 1 <= c.center[1] <= y + h + 1
        fits = 0.35 * max(w, h) < c.side < 1.15 * max(w, h)
        score = c.heat**0.4 * q[die["value"] - 1]
        if inside and fits and score > best_score:
            best, best_score = c, score
        across = abs(c.center[0] - x - w / 2) / w
        down = abs(c.center[1] - y - FACE_DOWN.get(source, 0.5) * h) / h
        if fits and across < 0.2 and down < 0.2 and c.heat > usual_heat:
            usual, usual_heat = c, c.heat
    if best_score <= MATCHED:
        best = usual
    if best is not None:
        corners, center, side = best.corners.tolist(), best.center, best.side
        return {
            "center": center,
            "side": side,
            "corners": corners,
            "value": die["value"],
            "ignore": False,
            "sized": True,
        }
    side = 0.75 * min(w, h)
    c = np.array([x + w / 2, y + FACE_DOWN.get(source, 0.5) * h])
    corners = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2 + c).tolist()
    return {
        "center": c.tolist(),
        "side": side,
        "corners": corners,
        "value": die["value"],
        "ignore": source == "epanemu" and h < 1.15 * w,  # seen from above or leaning?
        "sized": False,
    }


def main() -> None:
    """Label every photo of the training sources."""
    labels, out = Path(sys.argv[1]), Path(sys.argv[2])
    models = load_models(1)
    told: dict[str, list[dict[str, Any]]] = {}
    count: collections.Counter[tuple[str, bool]] = collections.Counter()
    for photo in json.loads(labels.read_text()):
        if photo["source"] not in TRAIN_SOURCES:
            continue
        picture = cv2.imread(
            str(labels.with_suffix("") / photo["file"]), cv2.IMREAD_COLOR_RGB
        )
        small = any(max(d["bbox"][2:]) < SMALL_PX for d in photo["dice"])
        scales = (*SCALES, CLOSER) if small else SCALES
        found = proposals(picture, models, scales)
        found = [c for c in found if in_a_box(c, photo["dice"])]
        p = scores(picture, found, models)
        told[photo["file"]] = [
            face_of(d, photo["source"], found, p) for d in photo["dice"]
        ]
        count.update((photo["source"], f["sized"]) for f in told[photo["file"]])
    out.write_text(json.dumps(told))
    for (source, sized), n in sorted(count.items()):
        print(source, "face found" if sized else "box only", n)


if __name__ == "__main__":
    main()
