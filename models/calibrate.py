"""Step 8: fit the confidence on sources that training never saw, and print how good it is.

    python -m models.calibrate PHOTOS/dev.json --scenes HELD_OUT

Prints the weights for `vision/calibrate.py` and the reliability table of the model card.
Only the choosing sources (`models/sources.py`) and rendered scenes of a seed that
training never used take part.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from models.sources import CHOOSE_SOURCES
from vision.calibrate import WEIGHTS, calibrated
from vision.find import thin
from vision.pipeline import FaceOpinion, opinions_of
from vision.session import Models, load_models

NAMES = ("heat", "reader", "detector", "none", "spread")


def logit(p: float) -> float:
    """As in `vision.calibrate`."""
    p = min(max(p, 1e-4), 1 - 1e-4)
    return float(np.log(p / (1 - p)))


def row(o: FaceOpinion) -> list[float]:
    """The features of one opinion, signs as in `vision.calibrate`."""
    v = int(o.values.argmax())
    return [
        1.0,
        logit(o.candidate.heat),
        logit(float(o.values[v])),
        logit(float(o.candidate.values[v])),
        -logit(o.none + o.cocked),
        -o.spread,
    ]


def photo_rows(labels: Path, models: Models) -> Iterator[tuple[FaceOpinion, bool, str]]:
    """Opinions on the choosing photos and whether each is right."""
    for photo in json.loads(labels.read_text()):
        if photo["source"] not in CHOOSE_SOURCES:
            continue
        picture = cv2.imread(
            str(labels.with_suffix("") / photo["file"]), cv2.IMREAD_COLOR_RGB
        )
        opinions = opinions_of(picture, models)
        kept = thin([o.candidate for o in opinions], [tell_raw(o) for o in opinions])
        for i in kept:
            o = opinions[i]
            right = False
            for d in photo["dice"]:
                x, y, w, h = d["bbox"]
                cx, cy = o.candidate.center
                if (
                    abs(cx - x - w / 2) < 0.6 * w + 3
                    and abs(cy - y - h / 2) < 0.6 * h + 3
                ):
                    right |= d["value"] == int(o.values.argmax()) + 1
            yield o, right, photo["source"]


def scene_rows(
    folder: Path, models: Models, limit: int
) -> Iterator[tuple[FaceOpinion, bool, str]]:
    """Opinions on held-out rendered scenes; dice that are half hidden count as neither."""
    seen = 0
    for path in sorted(folder.glob("*.pickle")):
        for scene in pickle.loads(path.read_bytes()):
            seen += 1
            if seen > limit:
                return
            picture = cv2.imdecode(
                np.frombuffer(scene["photo"], np.uint8), cv2.IMREAD_COLOR_RGB
            )
            opinions = opinions_of(picture, models)
            kept = thin(
                [o.candidate for o in opinions], [tell_raw(o) for o in opinions]
            )
            for i in kept:
                o = opinions[i]
                right, unclear = False, False
                for d in scene["dice"]:
                    side = np.hypot(*(d[3:5] - d[5:7]))
                    near = (
                        np.hypot(*(d[1:3] - np.array(o.candidate.center))) < 0.45 * side
                    )
                    unclear |= bool(
                        near and (0.25 < d[11] < 0.75 or 15 < d[12] < 30) and d[0] > 0
                    )
                    right |= bool(
                        near and int(d[0]) == int(o.values.argmax()) + 1 and d[12] < 25
                    )
                if not unclear:
                    yield o, right, "rendered"


def tell_raw(o: FaceOpinion) -> float:
    """Confidence without the kind, under the weights in force."""
    v = int(o.values.argmax())
    return calibrated(
        heat=o.candidate.heat,
        reader=float(o.values[v]),
        detector=float(o.candidate.values[v]),
        none=o.none + o.cocked,
        spread=o.spread,
        kind=1.0,
    )


def fit(x: np.ndarray, y: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Logistic regression by Newton's method with a light ridge towards zero."""
    w = np.zeros(x.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        gradient = x.T @ (weight * (y - p)) - 0.5 * w
        hessian = (x * (weight * p * (1 - p))[:, None]).T @ x + 0.5 * np.eye(len(w))
        w += np.linalg.solve(hessian, gradient)
    return w


def reliability(p: np.ndarray, y: np.ndarray) -> None:
    """Print told against true, bin by bin."""
    edges = [0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 1.0001]
    print("| told | dice | mean told | right |\n| --- | --- | --- | --- |")
    for a, b in zip(edges, edges[1:], strict=False):
        at = (p >= a) & (p < b)
        if at.any():
            print(
                f"| {a:.3g} to {min(b, 1):.3g} | {at.sum()} | {p[at].mean():.3f} | {y[at].mean():.3f} |"
            )


def main() -> None:
    """Collect, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=1500)
    args = parser.parse_args()
    models = load_models(1)
    rows = [
        *photo_rows(args.labels, models),
        *scene_rows(args.scenes, models, args.limit),
    ]
    x = np.array([row(o) for o, _, _ in rows])
    y = np.array([float(r) for _, r, _ in rows])
    source = np.array([s for _, _, s in rows])
    # Photos and renders count the same in all, whatever their numbers.
    weight = np.where(
        source == "rendered",
        (source != "rendered").sum() / max((source == "rendered").sum(), 1),
        1.0,
    )
    w = fit(x, y, weight)
    print(
        dict(zip(("bias", *NAMES), (round(float(v), 3) for v in w), strict=True)),
        "was",
        WEIGHTS,
    )
    p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
    for name in (*CHOOSE_SOURCES, "rendered"):
        at = source == name
        print(f"\n{name}: {at.sum()} candidates")
        reliability(p[at], y[at])
    for t in (0.9, 0.95, 0.97, 0.98, 0.99, 0.995):
        at = p >= t
        print(
            f"sure at {t}: {at.sum()} told, {int((1 - y[at]).sum())} false; of photos {int((1 - y[at & (source != 'rendered')]).sum())} false, kept {at[y > 0].mean():.3f} of the right ones"
        )


if __name__ == "__main__":
    main()
