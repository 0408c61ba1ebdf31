"""Step 3: committed weights, an ONNX file, back to a checkpoint that can be trained.

    python -m models.warm_start SCENES detector.pt reader.pt

The export folds batch norms into the convolutions before them. Here every norm gets the
mean and variance of its input over rendered scenes and undoes them again, so that the
net answers as before and trains like one that never was folded.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from models.nets import Detector, Reader
from models.train_detector import Views
from models.train_reader import Crops

HERE = Path(__file__).parent
SAMPLES = {"detector": 96, "reader": 1024}


def weights_of(path: Path) -> list[tuple[np.ndarray, np.ndarray]]:
    """Weight and bias of every convolution and linear layer, in the order they run."""
    graph = onnx.load(path).graph
    arrays = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    for node in graph.node:
        if node.op_type == "Cast" and node.input[0] in arrays:
            arrays[node.output[0]] = arrays[node.input[0]].astype(np.float32)
    return [
        (arrays[node.input[1]], arrays[node.input[2]])
        for node in graph.node
        if node.op_type in ("Conv", "Gemm")
    ]


def layers_of(net: nn.Module, sample: Tensor) -> list[nn.Module]:
    """Convolutions, norms and linear layers in the order they run."""
    order: list[nn.Module] = []
    hooks = [
        module.register_forward_hook(lambda m, _, __: order.append(m))
        for module in net.modules()
        if isinstance(module, nn.Conv2d | nn.BatchNorm2d | nn.Linear)
    ]
    with torch.no_grad():
        net(sample)
    for hook in hooks:
        hook.remove()
    return order


def _unfold(norm: nn.BatchNorm2d, bias: np.ndarray) -> None:
    """A norm that only adds `bias`, whatever the statistics it will be given."""
    nn.init.ones_(norm.weight)
    norm.bias.data = torch.from_numpy(bias.copy())
    nn.init.zeros_(norm.running_mean)
    nn.init.constant_(norm.running_var, 1 - norm.eps)

    def measure(module: nn.Module, inputs: tuple[Tensor], _: Tensor) -> None:
        x = inputs[0]
        mean, var = x.mean((0, 2, 3)), x.var((0, 2, 3), unbiased=False)
        norm.statistics = (mean, var)  # type: ignore[assignment]

    norm.register_forward_hook(measure)


def warm(net: nn.Module, path: Path, sample: Tensor) -> dict[str, Tensor]:
    """The state of `net` with the weights of `path`, ready to be trained on."""
    net.eval()
    weights = weights_of(path)
    order = layers_of(net, sample[:2])
    norms = []
    for i, layer in enumerate(order):
        if isinstance(layer, nn.BatchNorm2d):
            continue
        weight, bias = weights.pop(0)
        layer.weight.data = torch.from_numpy(weight.copy())  # type: ignore[union-attr]
        after = order[i + 1] if i + 1 < len(order) else None
        if isinstance(after, nn.BatchNorm2d):
            _unfold(after, bias)
            norms.append(after)
        else:
            layer.bias.data = torch.from_numpy(bias.copy())  # type: ignore[union-attr]
    with torch.no_grad():
        before = net(sample)
    for norm in norms:
        mean, var = norm.statistics  # type: ignore[misc]
        norm.running_mean, norm.running_var = mean.clone(), var.clone()
        norm.weight.data = torch.sqrt(var + norm.eps)
        norm.bias.data = norm.bias.data + mean
        norm._forward_hooks.clear()
    with torch.no_grad():
        after_ = net(sample)
    pairs = zip(
        before if isinstance(before, tuple) else (before,),
        after_ if isinstance(after_, tuple) else (after_,),
        strict=True,
    )
    print(path.name, "differs", max(float((a - b).abs().max()) for a, b in pairs))
    return net.state_dict()


def main() -> None:
    """Both nets."""
    scenes, detector, reader = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    views = iter(Views(scenes, None, None, 0.0, 1))
    sample = torch.from_numpy(
        np.stack([next(views)[0] for _ in range(SAMPLES["detector"])])
    )
    state = warm(Detector(), HERE / "detector.onnx", sample.float())
    torch.save({"raw": state, "ema": state, "step": 0}, detector)
    crops = iter(Crops(scenes, None, None, 0.0, None, 1))
    crop = torch.from_numpy(
        np.stack([next(crops)[0] for _ in range(SAMPLES["reader"])])
    )
    state = warm(Reader(), HERE / "reader.onnx", crop.float())
    torch.save({"raw": state, "ema": state, "step": 0}, reader)


if __name__ == "__main__":
    main()
