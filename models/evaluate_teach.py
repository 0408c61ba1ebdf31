"""Measure what teaching is worth, on rendered dice with odd marks.

    python -m models.evaluate_teach [--sets 30] [--seed 1] [--fit]

Each set of dice is shown one face a photo, then read on other tables in other light,
among ordinary dice that were not shown. Prints right, sure and falsely sure of the
shown dice, and of the ordinary ones beside them, before teaching and after.
"""

from __future__ import annotations

import argparse
import collections
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.die import Camera, Pose
from models.render.looks import (
    FACE_PX,
    PIP_SHAPES,
    Array,
    Look,
    Rng,
    random_look,
)
from models.render.scene import DieTruth, compose, random_light
from models.render.table import MAKERS, lens, table_top
from vision.faces import Pyramid, crop_face
from vision.likeness import Likeness, ShownFace, Taught, compare
from vision.opinions import AnyModels
from vision.pipeline import read_picture
from vision.session import load_models
from vision.teach import TeachError, pick_faces

#: What is odd about a set of dice.
FAMILIES = ("odd one", "logo one", "odd pips", "numerals")
SEED = 9_000_000
EDGES_PX = (34.0, 60.0)


def _glyph(text: str, rng: Rng) -> Array:
    """A letter or digit as a face's mask."""
    big = np.zeros((4 * FACE_PX, 4 * FACE_PX), np.uint8)
    font = int(rng.choice([cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    thick = int(rng.integers(14, 26))
    (w, h), _ = cv2.getTextSize(text, font, 6.5, thick)
    cv2.putText(
        big, text, ((288 - w) // 2, (288 + h) // 2), font, 6.5, 255, thick, cv2.LINE_AA
    )
    small = cv2.resize(big, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)
    turned = np.rot90(small[::-1], int(rng.integers(4)))  # textures run upwards
    return np.asarray(turned / 255, np.float32)


def odd_look(rng: Rng, family: str) -> Look:
    """A set of dice with odd marks."""
    body = str(
        rng.choice(["white", "white", "red", "blue", "green", "black", "purple"])
    )
    pips = "white" if body != "white" else str(rng.choice(["black", "red", "blue"]))
    look = random_look(rng, body, pips)
    look.shape, look.odd_one, look.one_rgb = "round", "", None
    look.wear = look.marble = 0.0
    flat = np.zeros((FACE_PX, FACE_PX), np.float32)
    if family == "odd one":
        look.odd_one = str(rng.choice(["big", "star", "heart", "target", "cross"]))
    elif family == "logo one":
        look.faces[1] = (_glyph(str(rng.choice(list("GWRKBQ&$"))), rng), flat)
    elif family == "odd pips":
        look.shape = str(rng.choice([s for s in PIP_SHAPES if s not in ("round",)]))
        look.pip_size = float(rng.uniform(0.10, 0.13))
        look.odd_one = str(rng.choice(["star", "heart", "cross"]))
    else:
        for value in range(1, 7):
            look.faces[value] = (_glyph(str(value), rng), flat)
    return look


@dataclass(frozen=True)
class Picture:
    """A photo and its dice; the first `odd` of them are of the shown set."""

    photo: NDArray[np.uint8]
    dice: list[DieTruth]
    odd: int


def shoot(
    rng: Rng,
    looks: list[Look],
    values: list[int],
    odd: int,
    strength: float,
    most_tilt_deg: float = 20,
) -> Picture:
    """Dice strewn over a table of any make in any light."""
    edge_px = float(rng.uniform(*EDGES_PX))
    size = (640, 480)
    tilt = float(np.radians(rng.uniform(0, most_tilt_deg)))
    focal = 1.1 * size[0]
    camera = Camera(focal, (320, 240), focal / edge_px * np.cos(tilt), tilt)
    places = [(x, y) for x in (-1.5, 0, 1.5) for y in (-1, 0, 1)]
    order = rng.permutation(len(places))
    poses = []
    for i, value in enumerate(values):
        x, y = places[order[i]] if len(values) > 1 else (0.0, 0.0)
        dx, dy = rng.uniform(-0.2, 0.2, 2)
        yaw = float(rng.uniform(0, 6.28))
        quarter = 2 * int(rng.integers(2))  # an odd one may mirror a face's marks
        poses.append(Pose(x * 1.9 + dx, y * 1.9 + dy, yaw, value, quarter=quarter))
    top = table_top(
        rng, size, kind=str(rng.choice([m for m in MAKERS if m != "weave"]))
    )
    picture, _, dice = compose(top, poses, looks, camera, random_light(rng), edge_px)
    return Picture(lens(picture, rng, strength=strength), dice, odd)


def teach(
    rng: Rng, look: Look, models: AnyModels, c: collections.Counter[str]
) -> Taught:
    """Show one face a photo, as a person would: again when a photo is refused."""
    faces = []
    for value in range(1, 7):
        for _ in range(4):
            photo = shoot(rng, [look], [value], 1, 0.3)
            try:
                # People know what lies there, so nets that differ are overruled.
                picked = pick_faces(photo.photo, (value,), models, is_certain=True)
            except TeachError:
                c["refused"] += 1
                continue
            at = photo.dice[0].corners
            right = crop_face(
                Pyramid(photo.photo), at if _is_clockwise(at) else at[::-1]
            )
            alike = compare(picked[0].face.crop, Taught((ShownFace(value, right),)))
            c["mislearnt"] += alike is None
            faces.append(picked[0].face)
            break
    return Taught(tuple(faces))


def tables(rng: Rng, look: Look, count: int = 3) -> Iterator[Picture]:
    """Five dice of the set beside two ordinary ones, camera up to 30° off."""
    for _ in range(count):
        others = [random_look(rng) for _ in range(2)]
        for other in others:
            other.odd_one = ""
        values = [int(v) for v in rng.integers(1, 7, 7)]
        yield shoot(rng, [look] * 5 + others, values, 5, 0.5, 30)


def count_right(
    picture: Picture,
    models: AnyModels,
    taught: Taught | None,
    c: collections.Counter[str],
) -> None:
    """Read one table and count."""
    left = list(read_picture(picture.photo, models, taught=taught).dice)
    for i, truth in enumerate(picture.dice):
        who = "odd" if i < picture.odd else "plain"
        c[f"{who} dice"] += 1
        side = float(np.hypot(*(truth.corners[1] - truth.corners[0])))
        near = [
            d for d in left if np.hypot(*np.subtract(d.center, truth.center)) < side / 2
        ]
        if not near:
            continue
        left.remove(near[0])
        is_right = near[0].value == truth.value
        c[f"{who} right"] += is_right
        c[f"{who} sure"] += is_right and near[0].sure
        c[f"{who} FALSE"] += not is_right and near[0].sure
    c["stray"] += len(left)
    c["stray FALSE"] += sum(d.sure for d in left)


def examples(picture: Picture, taught: Taught) -> Iterator[tuple[Likeness, bool]]:
    """What each true face is like, and whether that is right."""
    pyramid, rng = Pyramid(picture.photo), np.random.default_rng(0)
    for truth in picture.dice:
        side = float(np.hypot(*(truth.corners[1] - truth.corners[0])))
        corners = truth.corners + rng.normal(0, 0.03 * side, 2)
        corners = corners if _is_clockwise(corners) else corners[::-1]
        like = compare(crop_face(pyramid, corners), taught)
        if like is not None:
            yield like, like.value == truth.value


def _is_clockwise(corners: NDArray[np.floating]) -> bool:
    (ax, ay), (bx, by) = corners[1] - corners[0], corners[2] - corners[1]
    return bool(ax * by - ay * bx > 0)


def fit(rows: list[tuple[Likeness, bool]]) -> dict[str, float]:
    """Logistic regression of right on score and lead, by Newton's method."""
    x = np.array([[1.0, like.score, like.lead] for like, _ in rows])
    y = np.array([float(ok) for _, ok in rows])
    w = np.zeros(3)
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + 1e-2 * np.eye(3)
        w += np.linalg.solve(hessian, x.T @ (y - p) - 1e-2 * w)
    return dict(zip(("bias", "score", "lead"), np.round(w, 2).tolist(), strict=True))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--fit", action="store_true", help="print RIGHT for likeness.py"
    )
    args = parser.parse_args()
    cv2.setNumThreads(1)
    models = load_models(1)
    counts: dict[tuple[str, str], collections.Counter[str]] = collections.defaultdict(
        collections.Counter
    )
    rows: list[tuple[Likeness, bool]] = []
    for k in range(args.sets):
        rng = np.random.default_rng(SEED + 1000 * args.seed + k)
        family = FAMILIES[k % len(FAMILIES)]
        look = odd_look(rng, family)
        taught = teach(rng, look, models, counts[family, "after"])
        for picture in tables(rng, look):
            count_right(picture, models, None, counts[family, "before"])
            count_right(picture, models, taught, counts[family, "after"])
            if args.fit:
                rows += examples(picture, taught)
    for family in FAMILIES:
        for who, when in (("odd", "before"), ("odd", "after"), ("plain", "after")):
            c = counts[family, when]
            print(
                f"{family:9} {'taught dice' if who == 'odd' else 'dice beside':12}"
                f"{when:7} {c[f'{who} dice']:4} dice: "
                f"right {c[f'{who} right'] / c[f'{who} dice']:6.1%}  "
                f"sure {c[f'{who} sure'] / c[f'{who} dice']:6.1%}  "
                f"falsely sure {c[f'{who} FALSE']}"
            )
        c, before = counts[family, "after"], counts[family, "before"]
        print(
            f"{family:9} strays told {c['stray']} (before {before['stray']}), sure "
            f"{c['stray FALSE']}; photos refused {c['refused']}, "
            f"wrongly learnt {c['mislearnt']}"
        )
    if args.fit:
        print(len(rows), "faces", fit(rows))
        for like, ok in sorted(rows, key=lambda r: -r[0].probability):
            if not ok:
                print(
                    f"  wrong {like.score:.3f} {like.lead:.3f} {like.probability:.4f}"
                )


if __name__ == "__main__":
    main()
