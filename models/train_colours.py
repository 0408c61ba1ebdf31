"""Step 17: train the colour net on rendered dice and labelled photos.

    python -m models.train_colours --scenes SCENES 'HARD/013-*.pickle' TABLES
        --photos PHOTOS/dev.json --faces faces.json [--limit 12000] [--each-out]

Needs `models/reader.onnx`, whose masks say where body and pips are. Of each folder (or
pattern of files) at most `--limit` scenes are taken, spread evenly; every fifth shard
is kept out: it is measured, and the heat of the probabilities is set on it. Photos of
the training sources take part with the labels of `models/looks.json`, each die cut out
a few times. Seeds are fixed: same data and reader, same net. With `--each-out` nothing
is written: for each training source a net is trained without it and measured on it.

`models/looks.json`: for each photo, in the order of the dice in `dev.json`, "body/pips"
of the top face, or null where the reader found no face or the eye could not tell.
`coloured` is any colour but white that no one name fits; gold counts as `other`. Made
by sorting the faces found by their measured colours, looking at every tile of each
group, and naming the group and then the tiles that do not belong; what is white is said
in `vision.colours`.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.colour_dice import UNKNOWN, Dice, join, lit, noisy, repainted
from models.make_scenes import SHARD
from models.sources import TRAIN_SOURCES
from models.train_reader import jitter
from vision.colours import FEATURES, paints_of, scene_of
from vision.faces import MASKED, Pyramid, crop_face
from vision.odds import sigmoid
from vision.readings import COLOURS, KINDS
from vision.session import Net

HERE = Path(__file__).parent
LOOKS = HERE / "looks.json"
SEED = 1
STEPS, BATCH, RATE, DECAY = 4000, 512, 2e-3, 0.02
HIDDEN = 256
#: So many nets are trained and their probabilities averaged.
NETS = 3
#: Share of photos in a batch, and how often each die of a photo is cut out.
REAL, CUTS = 0.3, 5
N = len(COLOURS)
HEADS = (N, N, len(KINDS))


def kind_of(body: str, pips: str) -> str:
    """As `models.render.looks.Look.kind`."""
    if body == "white" and pips != "white":
        return "c"
    return "b" if pips == "white" and body != "white" else "plain"


def codes(body: str, pips: str) -> tuple[int, int, int]:
    """Indices of body, pips and kind."""
    known = [name if name in COLOURS else "other" for name in (body, pips)]
    b, p = (
        UNKNOWN if name == "coloured" else COLOURS.index(told)
        for name, told in zip((body, pips), known, strict=True)
    )
    return b, p, KINDS.index(kind_of(body, pips))


def measured(
    picture: NDArray[np.uint8],
    faces: Sequence[NDArray[np.floating]],
    names: Sequence[tuple[int, int, int]],
    reader: Net,
    rng: np.random.Generator,
) -> Dice:
    """Faces of one picture, cut as an imperfect detector would."""
    pyramid = Pyramid(picture)
    crops = np.stack([crop_face(pyramid, jitter(face, rng)) for face in faces])
    masks = sigmoid(reader.run(crops)[1])
    paints = paints_of(crops[:, MASKED, MASKED], masks)
    scene = scene_of(pyramid, paints)
    return Dice(
        torch.tensor(paints.colours),
        torch.tensor(paints.trust),
        torch.tensor(scene).repeat(len(faces), 1, 1),
        torch.tensor(names),
        torch.ones(len(faces)),
    )


def of_scenes(
    shards: Sequence[Path], reader: Net, rng: np.random.Generator
) -> Iterator[Dice]:
    """The readable dice of rendered scenes."""
    for path in shards:
        for scene in pickle.loads(path.read_bytes()):
            photo = cv2.imdecode(
                np.frombuffer(scene["photo"], np.uint8), cv2.IMREAD_COLOR_RGB
            )
            clear = [
                (row[3:11].reshape(4, 2), codes(*name))
                for row, name in zip(scene["dice"], scene["names"], strict=True)
                if row[0] > 0 and row[11] > 0.75 and row[12] < 20
            ]
            if clear:
                faces, names = zip(*clear, strict=True)
                yield measured(photo, faces, names, reader, rng)


def of_photos(
    labels: Path,
    faces: Path,
    source: str,
    reader: Net,
    rng: np.random.Generator,
) -> Dice:
    """The labelled dice of a source's photos.

    All faces of a photo are measured together, since the whitest of them counts. Looks
    that many of its dice share are drawn less often each.
    """
    found, looks = (json.loads(path.read_text()) for path in (faces, LOOKS))
    parts, groups = [], []
    for photo in json.loads(labels.read_text()):
        if photo["source"] != source or photo["file"] not in looks:
            continue
        pairs = [
            (np.array(face["corners"]), look)
            for face, look in zip(
                found[photo["file"]], looks[photo["file"]], strict=True
            )
            if face["sized"] and not face["ignore"]
        ]
        at = torch.tensor([i for i, (_, look) in enumerate(pairs) if look])
        if not len(at):
            continue
        path = labels.with_suffix("") / photo["file"]
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR_RGB)
        corners = [face for face, _ in pairs]
        names = [
            codes(*look.split("/")) if look else (UNKNOWN,) * 3 for _, look in pairs
        ]
        for _ in range(CUTS):
            parts.append(measured(picture, corners, names, reader, rng).at(at))
            groups += [pairs[int(i)][1] for i in at]
    dice, count = join(parts), Counter(groups)
    dice.weights = torch.tensor([count[group] ** -0.5 for group in groups])
    return dice


def inputs(dice: Dice) -> Tensor:
    """As `vision.colours.net_input`."""
    logs = torch.log(torch.cat([dice.colours, dice.scenes], 1) + 0.03)
    return torch.cat([logs.flatten(1), dice.trust], 1)


def new_net(like: Tensor) -> nn.Sequential:
    """A net that standardises its input as `like` says, in its first layer."""
    net = nn.Sequential(
        nn.Linear(FEATURES, HIDDEN),
        nn.ReLU(),
        nn.Linear(HIDDEN, HIDDEN),
        nn.ReLU(),
        nn.Linear(HIDDEN, sum(HEADS)),
    )
    return nn.Sequential(Standard(like.mean(0), like.std(0) + 0.01), *net)


class Standard(nn.Module):
    """Mean 0 and spread 1."""

    def __init__(self, mean: Tensor, spread: Tensor) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("spread", spread)

    def forward(self, x: Tensor) -> Tensor:
        """Of each feature."""
        return (x - self.mean) / self.spread


class Average(nn.Module):
    """Logits of the nets' mean probabilities, cooled or heated, head by head."""

    def __init__(self, nets: Sequence[nn.Module]) -> None:
        super().__init__()
        self.nets = nn.ModuleList(nets)
        self.register_buffer("heat", torch.ones(len(HEADS)))

    def forward(self, x: Tensor) -> Tensor:
        """(N, FEATURES) to (N, 27)."""
        told = [net(x).split(HEADS, 1) for net in self.nets]
        means = [
            torch.stack([one[k].softmax(1) for one in told]).mean(0)
            for k in range(len(HEADS))
        ]
        return torch.cat(
            [torch.log(mean + 1e-7) / self.heat[k] for k, mean in enumerate(means)],
            1,
        )


def loss_of(logits: Tensor, names: Tensor) -> Tensor:
    """Cross entropy of what is known; the kind counts twice."""
    total = torch.zeros(())
    for k, head in enumerate(logits.split(HEADS, 1)):
        known = names[:, k] != UNKNOWN
        part = functional.cross_entropy(head[known], names[known, k], reduction="sum")
        total = total + part * (2 if k == 2 else 1) / len(names)
    return total


def train(scenes: Dice, photos: Dice) -> nn.Module:
    """One net."""
    net = new_net(inputs(scenes))
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, STEPS)
    real = int(REAL * BATCH)
    for _ in range(STEPS):
        drawn = repainted(scenes.at(torch.randint(len(scenes), (BATCH - real,))))
        seen = photos.at(torch.multinomial(photos.weights, real, replacement=True))
        batch = noisy(lit(join([drawn, seen])))
        loss = loss_of(net(inputs(batch)), batch.names)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    return net.eval()


def set_heat(net: Average, held: Dice) -> None:
    """The heat of each head that makes kept-out dice likeliest."""
    with torch.no_grad():
        heads = net(inputs(held)).split(HEADS, 1)
    heats = torch.linspace(0.5, 2.5, 81)
    for k, head in enumerate(heads):
        known = held.names[:, k] != UNKNOWN
        costs = torch.stack(
            [
                functional.cross_entropy(head[known] / t, held.names[known, k])
                for t in heats
            ]
        )
        net.heat[k] = heats[costs.argmin()]


def report(title: str, net: nn.Module, dice: Dice) -> None:
    """Print how much is right, and how much is told how surely."""
    with torch.no_grad():
        heads = net(inputs(dice)).split(HEADS, 1)
    print(title)
    for k, name in enumerate(("body", "pips", "kind")):
        known = dice.names[:, k] != UNKNOWN
        p, best = heads[k][known].softmax(1).max(1)
        right = (best == dice.names[known, k]).float()
        line = [
            f"p>{t}: {p.gt(t).float().mean():.1%} at {right[p > t].mean():.2%}"
            for t in (0.5, 0.8, 0.9, 0.97)
        ]
        print(f"  {name} {right.mean():.2%} of {len(right)};", ", ".join(line))


def export(net: nn.Module) -> None:
    """Write `colours.onnx`."""
    torch.onnx.export(
        net,
        (torch.zeros(2, FEATURES),),
        str(HERE / "colours.onnx"),
        input_names=["features"],
        output_names=["logits"],
        dynamic_axes={"features": {0: "n"}, "logits": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )


def shards_of(given: Path, limit: int) -> list[Path]:
    """A folder's shards, each once, evenly chosen where they hold more scenes."""
    pattern = "*.pickle" if given.is_dir() else given.name
    folder = given if given.is_dir() else given.parent
    shards = sorted({path.resolve() for path in folder.glob(pattern)})
    most = max(1, limit // SHARD)
    step = max(1.0, len(shards) / most)
    return [shards[int(i * step)] for i in range(min(most, len(shards)))]


def main() -> None:
    """Measure, train, set the heat, print accuracy, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True)
    parser.add_argument("--limit", type=int, default=12000)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--faces", type=Path, required=True)
    parser.add_argument("--each-out", action="store_true")
    args = parser.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(SEED)
    reader = Net("reader.onnx", 1)
    kept, used = [], []
    for given in args.scenes:
        shards = shards_of(given, args.limit)
        kept += shards[4::5]
        used += [shard for i, shard in enumerate(shards) if i % 5 != 4]
    scenes = join(list(of_scenes(used, reader, rng)))
    held = join(list(of_scenes(kept, reader, rng)))
    photos = {
        source: of_photos(args.photos, args.faces, source, reader, rng)
        for source in TRAIN_SOURCES
    }
    print(len(scenes), "rendered dice;", {k: len(v) for k, v in photos.items()})
    if args.each_out:
        for source in TRAIN_SOURCES:
            others = join([dice for name, dice in photos.items() if name != source])
            report(f"{source}, left out", train(scenes, others), photos[source])
        return
    net = Average([train(scenes, join([*photos.values()])) for _ in range(NETS)]).eval()
    set_heat(net, held)
    print("heat", [round(float(heat), 3) for heat in net.heat])
    report("rendered, kept out", net, held)
    export(net)


if __name__ == "__main__":
    main()
