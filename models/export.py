"""Step 10: checkpoints to ONNX in eight bits, with the hashes for the model card.

    python -m models.export detector.pt reader.pt --photos PHOTOS/dev.json --scenes POOL

Weights and activations are quantised after training (onnxruntime's static QDQ, one
scale a channel, all but a hundred-thousandth at either end of what activations are on
photos of the training sources and rendered scenes), to seven bits for weights:
processors without VNNI add two products of eight bits into sixteen, which would
saturate. The last layer of each branch stays in float32, since its channels differ in
range by a hundredfold. The nets take pictures as they lie in memory, and
`models/lighten.py` saves them some copying. `--float` writes the nets as trained, for
comparison.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import pickle
import tempfile
from pathlib import Path

import cv2
import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import Tensor, nn

from models.lighten import lighten
from models.nets import READER_PX, Detector, Reader
from models.sources import TRAIN_SOURCES
from vision.faces import Pyramid, cut_faces, mirrored
from vision.find import find_faces, prepare
from vision.session import load_models

HERE = Path(__file__).parent
#: Of the photos every twelfth; how many scenes, and how many faces of a picture.
PHOTO_STEP, SCENES, FACES = 12, 60, 24
SIDE = 384
#: How many faces make a batch, and how many batches of each net tell the ranges.
BATCH, DETECTOR_BATCHES, READER_BATCHES = 48, 60, 20
#: Of what activations are, so much is within the eight bits; the rare rest would make
#: every step coarser. Held-out scenes are told as well as in float32 (the log loss of
#: hard ones 0.400 for 0.399), with the whole range worse (0.433).
WITHIN = 99.999
#: Every so-manieth batch tells how far eight bits are from float32.
CHECK_STEP = 8


class FromBytes(nn.Module):
    """A net of `models.nets` that takes what a camera gives.

    Args:
        net: Takes float32 (N, 3, H, W), 0 to 255.
    """

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> Tensor | tuple[Tensor, ...]:
        """What the net tells of uint8 pictures (N, H, W, 3)."""
        planes = pictures.permute(0, 3, 1, 2).float()
        out: Tensor | tuple[Tensor, ...] = self.net(planes)
        return out


class Samples(CalibrationDataReader):  # type: ignore[misc]
    """Batches, one after another."""

    def __init__(self, batches: list[np.ndarray]) -> None:
        self.batches = iter(batches)

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next batch by input name, or None."""
        batch = next(self.batches, None)
        return None if batch is None else {"input": batch}


def pictures(labels: Path, scenes: Path) -> list[np.ndarray]:
    """Photos of the training sources and rendered scenes."""
    photos = [p for p in json.loads(labels.read_text()) if p["source"] in TRAIN_SOURCES]
    found = [
        cv2.imread(str(labels.with_suffix("") / p["file"]), cv2.IMREAD_COLOR_RGB)
        for p in photos[::PHOTO_STEP]
    ]
    shard = pickle.loads(min(scenes.glob("*.pickle")).read_bytes())
    for scene in shard[:SCENES]:
        jpeg = np.frombuffer(scene["photo"], np.uint8)
        found.append(cv2.imdecode(jpeg, cv2.IMREAD_COLOR_RGB))
    return found


def samples(labels: Path, scenes: Path) -> dict[str, list[np.ndarray]]:
    """What the two nets see: pictures, and crops where the committed detector looks."""
    models = load_models(1)
    seen: dict[str, list[np.ndarray]] = {"detector": [], "reader": []}
    for picture in pictures(labels, scenes):
        scale = min(1.0, 640 / max(picture.shape[:2]))
        batch = prepare(picture, scale)[:, :SIDE, :SIDE]
        if batch.shape[1:3] == (SIDE, SIDE):  # ranges are taken from equal batches
            seen["detector"].append(batch)
        faces = find_faces(picture, models.detector)[:FACES]
        if faces:
            crops = cut_faces(Pyramid(picture), [face.corners for face in faces])
            seen["reader"].append(np.concatenate([crops, mirrored(crops)]))
    rng = np.random.default_rng(0)
    crops = rng.permutation(np.concatenate(seen["reader"]))
    whole = len(crops) // BATCH * BATCH
    seen["reader"] = np.split(crops[:whole], whole // BATCH)[:READER_BATCHES]
    seen["detector"] = seen["detector"][:DETECTOR_BATCHES]
    return seen


def quantise(path: Path, out: Path, batches: list[np.ndarray]) -> None:
    """Write `path` in eight bits to `out`, and tell what that changed."""
    ready, heavy = (path.with_suffix(f".{name}.onnx") for name in ("ready", "heavy"))
    quant_pre_process(str(path), str(ready), skip_symbolic_shape=True)
    graph = onnx.load(ready).graph
    last = {output.name for output in graph.output}
    keep = [
        node.name
        for node in graph.node
        if node.op_type == "Gemm" or (node.op_type == "Conv" and node.output[0] in last)
    ]
    quantize_static(
        str(ready),
        str(heavy),
        Samples(batches),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        reduce_range=True,
        calibrate_method=CalibrationMethod.Percentile,
        extra_options={"CalibPercentile": WITHIN},
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        nodes_to_exclude=keep,
    )
    onnx.save(lighten(onnx.load(heavy)), out)
    some = batches[::CHECK_STEP]
    off = [apart(told(path, some), told(net, some)) for net in (heavy, out)]
    print(out.name, f"differs from float32 {off[0]:.3f}, lightened {off[1]:.3f}")


def told(path: Path, batches: list[np.ndarray]) -> list[np.ndarray]:
    """All that a net tells of some batches."""
    net = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return [out for batch in batches for out in net.run(None, {"input": batch})]


def apart(one: list[np.ndarray], other: list[np.ndarray]) -> float:
    """How much two nets differ in what they tell, root mean square of all outputs."""
    pairs = zip(one, other, strict=True)
    squares = [((a - b) ** 2).ravel() for a, b in pairs]
    return float(np.sqrt(np.concatenate(squares).mean()))


def export(
    net: nn.Module,
    checkpoint: Path,
    out: Path,
    shape: tuple[int, ...],
    axes: dict[int, str],
    names: list[str],
) -> None:
    """Write one net and compare a run of it with torch's."""
    net.load_state_dict(torch.load(checkpoint)["ema"])
    net.eval()
    taking = FromBytes(net).eval()
    sample = torch.randint(0, 256, shape, dtype=torch.uint8)
    dynamic = {
        "input": axes,
        **{n: {0: "batch"} if 0 in axes else {2: "h", 3: "w"} for n in names},
    }
    torch.onnx.export(
        taking,
        (sample,),
        str(out),
        input_names=["input"],
        output_names=names,
        dynamic_axes=dynamic,
        opset_version=17,
        dynamo=False,
    )
    with torch.no_grad():
        asked = taking(sample)
    asked = asked if isinstance(asked, tuple) else (asked,)
    same = apart(told(out, [sample.numpy()]), [each.numpy() for each in asked])
    print(out.name, f"differs from torch {same:.1e}")


NETS = {
    "detector": (Detector, (1, 320, 256, 3), {1: "h", 2: "w"}, ["maps"]),
    "reader": (
        Reader,
        (3, READER_PX, READER_PX, 3),
        {0: "batch"},
        ["classes", "masks"],
    ),
}


def main() -> None:
    """Export both nets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("detector", type=Path)
    parser.add_argument("reader", type=Path)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--float", action="store_true")
    parser.add_argument("--out", type=Path, default=HERE)
    args = parser.parse_args()
    seen = {} if args.float else samples(args.photos, args.scenes)
    checkpoints = {"detector": args.detector, "reader": args.reader}
    for name, (kind, shape, axes, names) in NETS.items():
        out = args.out / f"{name}.onnx"
        with tempfile.TemporaryDirectory() as folder:
            path = out if args.float else Path(folder) / f"{name}.onnx"
            export(kind(), checkpoints[name], path, shape, axes, names)
            if not args.float:
                quantise(path, out, seen[name])
        digest = hashlib.sha256(out.read_bytes()).hexdigest()
        print(out.name, out.stat().st_size, digest)


if __name__ == "__main__":
    main()
