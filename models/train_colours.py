"""Step 7: train the colour net on rendered dice as the face reader cuts and masks them.

    python -m models.train_colours --scenes SCENES [SCENES …]
        [--photos PHOTOS/dev.json --faces faces.json]

Needs `models/reader.onnx` (step 6). Every fifth shard is kept out and measured. The
photos of the training sources whose colours are labelled take part, each die cut out a
few times.
"""

from __future__ import annotations

import argparse
import json
import pickle
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from models.sources import TRAIN_SOURCES
from models.train_reader import jitter
from vision.colours import FEATURES, features, paints_of
from vision.faces import MASKED, Pyramid, crop_face
from vision.readings import COLOURS, KINDS
from vision.session import Net

HERE = Path(__file__).parent
EPOCHS = 60
HIDDEN = 128
#: How often each die of a photo is cut out.
CUTS = 5
#: Labels of photos that are no colour name of ours.
OTHER = {"gold": "other", "turquoise": "other"}


def kind_of(body: str, pips: str) -> str:
    """As `models.render.looks.Look.kind`."""
    if body == "white" and pips != "white":
        return "c"
    return "b" if pips == "white" and body != "white" else "plain"


def measure(
    scene: dict[str, object], reader: Net, rng: np.random.Generator
) -> tuple[NDArray[np.float32], list[tuple[int, int, int]]]:
    """Features and names of a scene's readable dice."""
    photo = cv2.imdecode(np.frombuffer(scene["photo"], np.uint8), cv2.IMREAD_COLOR_RGB)
    pyramid = Pyramid(photo)
    crops, names = [], []
    for row, (body, pips) in zip(scene["dice"], scene["names"], strict=True):
        if row[0] > 0 and row[11] > 0.75 and row[12] < 20:
            crops.append(crop_face(pyramid, jitter(row[3:11].reshape(4, 2), rng)))
            names.append(
                (
                    COLOURS.index(body),
                    COLOURS.index(pips),
                    KINDS.index(kind_of(body, pips)),
                )
            )
    return _features(photo, crops, reader), names


def _features(
    photo: NDArray[np.uint8], crops: list[NDArray[np.uint8]], reader: Net
) -> NDArray[np.float32]:
    if not crops:
        return np.zeros((0, FEATURES), np.float32)
    batch = np.ascontiguousarray(np.stack(crops).transpose(0, 3, 1, 2), np.float32)
    masks = 1 / (1 + np.exp(-reader.run(batch)[1]))
    middles = np.stack([crop[MASKED, MASKED] for crop in crops])
    return features(photo, paints_of(middles, masks))


def measure_photos(
    labels: Path, faces: Path, reader: Net, rng: np.random.Generator
) -> tuple[list[NDArray[np.float32]], list[tuple[int, int, int]]]:
    """Features and names of the photos' dice whose colours are labelled.

    All faces of a photo are measured together, since the whitest of them counts.
    """
    found = json.loads(faces.read_text())
    xs, ys = [], []
    for photo in json.loads(labels.read_text()):
        if photo["source"] not in TRAIN_SOURCES:
            continue
        pairs = [
            (np.array(face["corners"]), die)
            for face, die in zip(found[photo["file"]], photo["dice"], strict=True)
            if face["sized"] and not face["ignore"]
        ]
        at = [i for i, (_, die) in enumerate(pairs) if die["body"] != "unknown"]
        if not at:
            continue
        path = labels.with_suffix("") / photo["file"]
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR_RGB)
        pyramid = Pyramid(picture)
        for _ in range(CUTS):
            crops = [crop_face(pyramid, jitter(corners, rng)) for corners, _ in pairs]
            xs.append(_features(picture, crops, reader)[at])
            for i in at:
                body, pips = (pairs[i][1][part] for part in ("body", "pips"))
                ys.append(
                    (
                        COLOURS.index(OTHER.get(body, body)),
                        COLOURS.index(OTHER.get(pips, pips)),
                        KINDS.index(kind_of(body, pips)),
                    )
                )
    return xs, ys


def main() -> None:
    """Measure, train, export, print accuracy on the kept-out shards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True)
    parser.add_argument("--limit", type=int, default=12000)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--faces", type=Path)
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(1)
    reader = Net("reader.onnx", 1)
    sets: dict[bool, tuple[list[NDArray[np.float32]], list[tuple[int, int, int]]]] = {
        True: ([], []),
        False: ([], []),
    }
    for folder in args.scenes:
        for i, path in enumerate(sorted(folder.glob("*.pickle"))[: args.limit // 200]):
            for scene in pickle.loads(path.read_bytes()):
                x, y = measure(scene, reader, rng)
                sets[i % 5 == 4][0].append(x)
                sets[i % 5 == 4][1].extend(y)
    if args.photos and args.faces:
        xs, ys = measure_photos(args.photos, args.faces, reader, rng)
        sets[False][0].extend(xs)
        sets[False][1].extend(ys)
        print(len(ys), "cuts of photos")
    x, test_x = (torch.tensor(np.concatenate(sets[k][0])) for k in (False, True))
    y, test_y = (torch.tensor(sets[k][1]) for k in (False, True))
    mean, std = x.mean(0), x.std(0) + 1e-3
    n = len(COLOURS)
    body = nn.Sequential(
        nn.Linear(FEATURES, HIDDEN),
        nn.ReLU(),
        nn.Linear(HIDDEN, HIDDEN),
        nn.ReLU(),
        nn.Linear(HIDDEN, 2 * n + len(KINDS)),
    )
    with torch.no_grad():  # the standardising is folded into the first layer
        body[0].weight.div_(std)
        body[0].bias.sub_(body[0].weight @ mean)
    optimiser = torch.optim.AdamW(body.parameters(), lr=2e-3, weight_decay=0.01)
    steps = EPOCHS * len(x) // 512
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for _ in range(steps):
        at = torch.randint(len(x), (512,))
        xs = x[at] + 0.01 * torch.randn(512, FEATURES)
        out = body(xs)
        loss = sum(
            functional.cross_entropy(o, y[at, k])
            for k, o in enumerate(out.split([n, n, len(KINDS)], 1))
        )
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    body.eval()
    with torch.no_grad():
        heads = [o.softmax(1) for o in body(test_x).split([n, n, len(KINDS)], 1)]
    for name, head, k in zip(("body", "pips", "kind"), heads, range(3), strict=True):
        right = (head.argmax(1) == test_y[:, k]).float()
        top = head.max(1).values
        line = [
            f"p>{t}: {top.gt(t).float().mean():.1%} at {right[top > t].mean():.2%}"
            for t in (0.5, 0.8, 0.9, 0.97)
        ]
        print(name, f"{float(right.mean()):.2%} of {len(right)};", ", ".join(line))
    torch.onnx.export(
        body,
        (x[:2],),
        str(HERE / "colours.onnx"),
        input_names=["features"],
        output_names=["logits"],
        dynamic_axes={"features": {0: "n"}, "logits": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
