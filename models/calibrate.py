"""Step 18: fit the confidence on sources that training never saw; print how good it is.

    python -m models.calibrate PHOTOS/dev.json --scenes HELD_OUT HELD_OUT_TABLES

Prints the weights for `vision/calibrate.py` and the reliability table of the card.
Only the choosing sources (`models/sources.py`) and rendered scenes of a seed that
training never used take part.
"""

from __future__ import annotations

import argparse
import itertools
import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from models.evaluate import blank
from models.sources import CHOOSE_SOURCES
from vision.calibrate import FACE, VALUE, logit
from vision.opinions import FaceOpinion, opinions_of
from vision.session import Models, load_models

#: Tables without dice for choosing; `models.evaluate` measures on others.
CHOOSING_SEED = 4_000_000
#: An opinion, whether a die lies there, whether its value is right, the source.
Row = tuple[FaceOpinion, bool, bool, str]


def features(o: FaceOpinion) -> tuple[list[float], list[float]]:
    """The features of one opinion for both questions, as in `vision.calibrate`."""
    is_face = -logit(o.none + o.cocked)
    reader = logit(float(o.values.max()))
    face = [1.0, logit(o.candidate.heat), is_face, reader]
    value = [1.0, reader, is_face]
    return face, value


def photo_rows(labels: Path, models: Models) -> Iterator[Row]:
    """Opinions on the choosing photos and whether each is right."""
    for photo in json.loads(labels.read_text()):
        if photo["source"] not in CHOOSE_SOURCES:
            continue
        path = labels.with_suffix("") / photo["file"]
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR_RGB)
        for o in opinions_of(picture, models):
            face = right = False
            for d in photo["dice"]:
                x, y, w, h = d["bbox"]
                cx, cy = o.candidate.center
                # As in the scoring tool: boxes grown by a fifth.
                if abs(cx - x - w / 2) < 0.6 * w and abs(cy - y - h / 2) < 0.6 * h:
                    face = True
                    right |= d["value"] == int(o.values.argmax()) + 1
            yield o, face, right, photo["source"]


def scene_rows(folder: Path, models: Models, limit: int) -> Iterator[Row]:
    """Opinions on held-out scenes; half hidden or half leaning dice stay out."""
    scenes = (
        scene
        for path in sorted(folder.glob("*.pickle"))
        for scene in pickle.loads(path.read_bytes())
    )
    for scene in itertools.islice(scenes, limit):
        jpeg = np.frombuffer(scene["photo"], np.uint8)
        picture = cv2.imdecode(jpeg, cv2.IMREAD_COLOR_RGB)
        for o in opinions_of(picture, models):
            face = right = unclear = False
            for d in scene["dice"]:
                side = np.hypot(*(d[3:5] - d[5:7]))
                near = np.hypot(*(d[1:3] - np.array(o.candidate.center))) < 0.45 * side
                if not near or d[0] == 0:
                    continue
                unclear |= bool(0.25 < d[11] < 0.75 or 15 < d[12] < 30)
                face |= bool(d[12] < 25)
                right |= bool(d[12] < 25 and int(d[0]) == int(o.values.argmax()) + 1)
            if not unclear:
                yield o, face, right, folder.name


def blank_rows(count: int, models: Models) -> Iterator[Row]:
    """Opinions on cluttered tables without dice; none of them is right."""
    for i in range(count):
        for o in opinions_of(blank(i, CHOOSING_SEED), models):
            yield o, False, False, "blanks"


def sigmoid(x: np.ndarray) -> np.ndarray:
    """Log odds to probabilities."""
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def fit(x: np.ndarray, y: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Logistic regression; a feature that would count against itself is left out.

    Every feature is made so that more of it speaks for the die; a negative weight only
    undoes what a related feature says too much.
    """
    keep = np.ones(x.shape[1], bool)
    while True:
        w = np.zeros(x.shape[1])
        w[keep] = newton(x[:, keep], y, weight)
        worst = int(w[1:].argmin()) + 1
        if w[worst] >= 0:
            return w
        keep[worst] = False


def newton(x: np.ndarray, y: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Logistic regression by Newton's method with a light ridge towards zero."""
    w = np.zeros(x.shape[1])
    for _ in range(60):
        p = sigmoid(x @ w)
        gradient = x.T @ (weight * (y - p)) - 0.5 * w
        curve = weight * p * (1 - p)
        hessian = (x * curve[:, None]).T @ x + 0.5 * np.eye(len(w))
        w += np.linalg.solve(hessian, gradient)
    return w


def reliability(p: np.ndarray, y: np.ndarray) -> None:
    """Print told against true, bin by bin."""
    edges = [0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 1.0001]
    print("| told | dice | mean told | right |\n| --- | --- | --- | --- |")
    for a, b in itertools.pairwise(edges):
        at = (p >= a) & (p < b)
        if at.any():
            told, true = p[at].mean(), y[at].mean()
            print(
                f"| {a:.3g} to {min(b, 1):.3g} | {at.sum()} | {told:.3f} | {true:.3f} |"
            )


def main() -> None:
    """Collect, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True)
    parser.add_argument("--limit", type=int, default=1000)
    parser.add_argument("--blanks", type=int, default=400)
    args = parser.parse_args()
    models = load_models(1)
    rows = [
        *photo_rows(args.labels, models),
        *(r for folder in args.scenes for r in scene_rows(folder, models, args.limit)),
        *blank_rows(args.blanks, models),
    ]
    pairs = [features(r[0]) for r in rows]
    face_x, value_x = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs])
    face, right = (np.array([float(r[k]) for r in rows]) for k in (1, 2))
    source = np.array([r[3] for r in rows])
    real = np.isin(source, CHOOSE_SOURCES)
    # Photos count as much as all renders together, whatever their numbers.
    weight = np.ones(len(rows))
    rendered = [*(folder.name for folder in args.scenes), "blanks"]
    for name in rendered:
        at = source == name
        weight[at] = real.sum() / max(at.sum(), 1) / len(rendered)
    f = fit(face_x, face, weight)
    at = face > 0
    v = fit(value_x[at], right[at], weight[at])
    print("FACE =", dict(zip(FACE, (round(float(w), 3) for w in f), strict=True)))
    print("VALUE =", dict(zip(VALUE, (round(float(w), 3) for w in v), strict=True)))
    p = sigmoid(face_x @ f) * sigmoid(value_x @ v)
    for name in (*CHOOSE_SOURCES, *rendered):
        at = source == name
        print(f"\n{name}: {at.sum()} candidates")
        reliability(p[at], right[at])
    for t in (0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995):
        at = p >= t
        false, on_photos = int((1 - right[at]).sum()), int((1 - right[at & real]).sum())
        kept = at[right > 0].mean()
        print(
            f"sure at {t}: {at.sum()} told, {false} false ({on_photos} on photos), "
            f"{kept:.3f} of the right ones kept"
        )


if __name__ == "__main__":
    main()
