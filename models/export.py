"""Step 6: checkpoints to ONNX, checked against torch, with the hash for the model card.

python -m models.export detector.pt reader.pt
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.nets import READER_PX, Detector, Reader

HERE = Path(__file__).parent


def halve(path: Path) -> None:
    """Store weights as float16; a Cast, folded at load, makes them float32 again."""
    import onnx

    model = onnx.load(path)
    casts, small = [], []
    for tensor in model.graph.initializer:
        array = onnx.numpy_helper.to_array(tensor)
        if array.dtype != np.float32 or array.size < 256:
            small.append(tensor)
            continue
        name = f"{tensor.name}_half"
        small.append(onnx.numpy_helper.from_array(array.astype(np.float16), name))
        to = onnx.TensorProto.FLOAT
        casts.append(onnx.helper.make_node("Cast", [name], [tensor.name], to=to))
    del model.graph.initializer[:]
    model.graph.initializer.extend(small)
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.save(model, path)


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
    sample = torch.randint(0, 255, shape).float()
    dynamic = {
        "input": axes,
        **{n: {0: "batch"} if 0 in axes else {2: "h", 3: "w"} for n in names},
    }
    torch.onnx.export(
        net,
        (sample,),
        str(out),
        input_names=["input"],
        output_names=names,
        dynamic_axes=dynamic,
        opset_version=17,
        dynamo=False,
    )
    halve(out)
    import onnxruntime

    told = onnxruntime.InferenceSession(str(out)).run(None, {"input": sample.numpy()})
    with torch.no_grad():
        asked = net(sample)
    asked = asked if isinstance(asked, tuple) else (asked,)
    apart = max(
        float(np.abs(a - b.numpy()).max()) for a, b in zip(told, asked, strict=True)
    )
    print(
        out.name,
        out.stat().st_size,
        hashlib.sha256(out.read_bytes()).hexdigest(),
        f"differs {apart:.1e}",
    )


def main() -> None:
    """Export both nets."""
    detector, reader = Path(sys.argv[1]), Path(sys.argv[2])
    if detector.exists():
        export(
            Detector(),
            detector,
            HERE / "detector.onnx",
            (1, 3, 320, 256),
            {2: "h", 3: "w"},
            ["maps"],
        )
    if reader.exists():
        export(
            Reader(),
            reader,
            HERE / "reader.onnx",
            (3, 3, READER_PX, READER_PX),
            {0: "batch"},
            ["classes", "masks"],
        )


if __name__ == "__main__":
    main()
