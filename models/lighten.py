"""Part of step 10: a net in eight bits that tells the same with less copying.

`from_bytes` lets a net take a picture as it lies in memory. `in_groups` lets its first
layer take several pixels of a row at once. `without_resizing` doubles its smaller maps
by putting them beside themselves: onnxruntime has no Resize for the order in which it
keeps eight bits, so it would turn them over and back.

All take what `models/export.py` makes of the nets of `models/nets.py` and raise
`ValueError` at anything else.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

#: The byte that stands for 0 in the first layer; its mean, 127.5, is none.
BYTE_ZERO = 128
#: Pixels of a row that the first layer takes at once; 2, 8 and 16 are slower.
GROUP = 4


#: Orders of axes: channels put last, and first again.
TO_LAST, TO_FIRST = [0, 2, 3, 1], [0, 3, 1, 2]


class Graph:
    """A net's graph, by the names of its tensors."""

    def __init__(self, model: Any) -> None:
        self.graph = model.graph

    def constant(self, name: str) -> np.ndarray:
        """What a tensor that never changes holds."""
        return np.asarray(numpy_helper.to_array(self._stored(name)))

    def change(self, name: str, value: np.ndarray) -> None:
        """Let it hold something else."""
        self._stored(name).CopyFrom(numpy_helper.from_array(value, name))

    def add(self, name: str, value: np.ndarray) -> str:
        """Another one."""
        self.graph.initializer.append(numpy_helper.from_array(value, name))
        return name

    def source(self, name: str) -> Any:
        """The node that makes a tensor."""
        return next(n for n in self.graph.node if name in n.output)

    def chain(self, name: str, kinds: list[str]) -> list[Any]:
        """The nodes that a tensor goes through, one after another."""
        nodes = []
        for kind in kinds:
            users = [n for n in self.graph.node if name in n.input]
            if [n.op_type for n in users] != [kind]:
                found = [n.op_type for n in users]
                raise ValueError(f"{name} must go to one {kind}, got {found}")
            nodes += users
            name = users[0].output[0]
        return nodes

    def replace(self, old: list[Any], new: list[Any]) -> None:
        """Put nodes where the first of others was."""
        at = list(self.graph.node).index(old[0])
        for node in old:
            self.graph.node.remove(node)
        for k, node in enumerate(new):
            self.graph.node.insert(at + k, node)

    def tidy(self) -> None:
        """Forget what no node takes any more, and the shapes of tensors that were."""
        used = {name for node in self.graph.node for name in node.input}
        kept = [i for i in self.graph.initializer if i.name in used]
        del self.graph.initializer[:], self.graph.value_info[:]
        self.graph.initializer.extend(kept)

    def _stored(self, name: str) -> Any:
        return next(i for i in self.graph.initializer if i.name == name)


def lighten(model: Any) -> Any:
    """Change a net in all ways; the same model is returned."""
    graph = Graph(model)
    from_bytes(graph)
    in_groups(graph)
    without_resizing(graph)
    graph.tidy()
    onnx.checker.check_model(model)
    return model


def from_bytes(graph: Graph) -> None:
    """Take the picture's bytes for the first layer's eight bits.

    The net makes float32 of them, takes the mean away, divides by the width, and makes
    bytes of that: the picture's again, but for the rounding, as the mean lies between
    two of them. Here they stay as they are, BYTE_ZERO stands for the mean, and what
    lies between goes into the first layer's bias. (What is beyond the picture's edge,
    and was as bright as the mean, is half a step brighter now.)
    """
    (turn,) = graph.chain("input", ["Transpose"])
    steps = ["Cast", "Sub", "Div", "QuantizeLinear", "DequantizeLinear", "Conv"]
    *dropped, conv = graph.chain(turn.output[0], steps)
    mean, width = (float(graph.constant(n.input[1])) for n in dropped[1:3])
    scale = np.float32(1 / width)
    _shift(graph, conv, scale, (BYTE_ZERO - mean) / width)
    constants = [
        graph.add("byte_scale", np.array(scale)),
        graph.add("byte_zero", np.array(BYTE_ZERO, np.uint8)),
    ]
    taken = [turn.output[0], *constants]
    read = helper.make_node("DequantizeLinear", taken, [conv.input[0]], "from_bytes")
    graph.replace(dropped, [read])


def _shift(graph: Graph, conv: Any, scale: np.float32, more: float) -> None:
    """Let a convolution tell the same of an input that is less by `more` everywhere.

    Its bias is kept in steps of its input's scale times its weights', so it is written
    anew for an input of this scale.
    """
    weights, steps, zeros = map(graph.constant, graph.source(conv.input[1]).input)
    bias_values, bias_steps, *_ = graph.source(conv.input[2]).input
    each = steps.reshape(-1, 1, 1, 1).astype(np.float64)
    taps = (weights.astype(np.float64) - zeros.reshape(-1, 1, 1, 1)) * each
    bias = graph.constant(bias_values) * graph.constant(bias_steps).astype(np.float64)
    new_steps = (steps * scale).astype(np.float32)
    new_bias = np.round((bias + more * taps.sum(axis=(1, 2, 3))) / new_steps)
    graph.change(bias_values, new_bias.astype(np.int32))
    graph.change(bias_steps, new_steps)


def in_groups(graph: Graph) -> None:
    """Let the first layer take GROUP pixels of a row as one of as many more channels.

    What it tells of them comes as more channels as well, which lie in memory as its
    pixels do. Most of its time goes into gathering what it multiplies, by a row of
    its 3 × 3 at a time, and these are fewer and longer rows; the numbers stay the same.
    """
    steps = ["Transpose", "DequantizeLinear", "Conv", "QuantizeLinear"]
    turn, _, conv, last = graph.chain("input", steps)
    form = {each.name: helper.get_attribute_value(each) for each in conv.attribute}
    if (form["strides"], form["pads"]) != ([2, 2], [1, 1, 1, 1]):
        raise ValueError(f"first layer must halve, got {form}")
    values, *of_channels = graph.source(conv.input[1]).input
    weights = graph.constant(values)
    graph.change(values, grouped(weights))
    # Steps and zeros of weights may be the bias's too.
    for name in {*of_channels, *graph.source(conv.input[2]).input}:
        each = graph.constant(name)
        if each.ndim:
            graph.change(name, np.tile(each, GROUP // 2))
    del conv.attribute[:]
    form |= {"kernel_shape": [3, 2], "strides": [2, 1], "pads": [1, 1, 1, 0]}
    conv.attribute.extend(helper.make_attribute(k, v) for k, v in form.items())
    channels, colours = weights.shape[:2]
    # A width that is known is told, so that no pictures at all are an answer too.
    width = graph.graph.input[0].type.tensor_type.shape.dim[2].dim_value
    groups, halved = width // GROUP or -1, width // 2 or -1
    taken = graph.add("groups.in", np.array([0, 0, groups, GROUP * colours]))
    told = graph.add("groups.out", np.array([0, 0, halved, channels]))
    make, large = helper.make_node, last.output[0]
    turn.input[0], last.output[0] = "groups", "groups.told"
    nodes = [
        make("Reshape", ["input", taken], ["groups"], "groups.0"),
        make("Transpose", ["groups.told"], ["groups.last"], "groups.1", perm=TO_LAST),
        make("Reshape", ["groups.last", told], ["groups.apart"], "groups.2"),
        make("Transpose", ["groups.apart"], [large], "groups.3", perm=TO_FIRST),
    ]
    graph.graph.node.extend(nodes)
    _sort(graph)


def grouped(weights: np.ndarray) -> np.ndarray:
    """Weights of a 3 × 3 layer that halves, for pixels that come in groups.

    Args:
        weights: Shape (channels, colours, 3, 3).

    Returns:
        Shape (GROUP / 2 · channels, GROUP · colours, 3, 2), colours and channels the
        faster: of a group and the one before it, for every second of its pixels.
    """
    channels, colours = weights.shape[:2]
    half = GROUP // 2
    out = np.zeros((half, channels, GROUP, colours, 3, 2), weights.dtype)
    for pixel in range(half):
        for column in range(3):
            at = 2 * pixel + column - 1  # -1 is the last of the group before
            out[pixel, :, at % GROUP, :, :, int(at >= 0)] = weights[..., column]
    return out.reshape(half * channels, GROUP * colours, 3, 2)


def without_resizing(graph: Graph) -> None:
    """Double maps by laying each beside itself, and both below themselves."""
    resizes = [n for n in graph.graph.node if n.op_type == "Resize"]
    for i, resize in enumerate(resizes):
        before = graph.source(resize.input[0])
        (after,) = graph.chain(resize.output[0], ["QuantizeLinear"])
        if before.op_type != "DequantizeLinear" or any(
            graph.constant(a) != graph.constant(b)
            for a, b in zip(before.input[1:], after.input[1:], strict=True)
        ):
            raise ValueError(f"{resize.name} must be between the same eight bits")
        twice = _twice(graph, f"twice{i}", before.input[0], after.output[0])
        graph.replace([resize, after], twice)
    _sort(graph)


def _twice(graph: Graph, name: str, small: str, large: str) -> list[Any]:
    """Nodes that double a map of eight bits, (N, C, H, W) to (N, C, 2 H, 2 W)."""
    one, size, double, apart, wide, high, flat = (
        f"{name}.{part}"
        for part in ("one", "size", "double", "apart", "wide", "high", "flat")
    )
    by = graph.add(f"{name}.by", np.array([1, 2, 2, 1]))
    axes = graph.add(f"{name}.axes", np.array([2, 4]))
    make = helper.make_node
    nodes = [
        make("Transpose", [small], [one], perm=TO_LAST),
        make("Shape", [one], [size]),
        make("Mul", [size, by], [double]),
        make("Unsqueeze", [one, axes], [apart]),  # (N, H, 1, W, 1, C)
        make("Concat", [apart, apart], [wide], axis=4),
        make("Concat", [wide, wide], [high], axis=2),
        make("Reshape", [high, double], [flat]),
        make("Transpose", [flat], [large], perm=TO_FIRST),
    ]
    for k, node in enumerate(nodes):
        node.name = f"{name}.{k}"
    return nodes


def _sort(graph: Graph) -> None:
    """Put every node after those that it takes from, as ONNX demands."""
    given = [*graph.graph.input, *graph.graph.initializer]
    known = {"", *(each.name for each in given)}
    waiting, in_order = list(graph.graph.node), []
    while waiting:
        later = []
        for node in waiting:
            if known.issuperset(node.input):
                in_order.append(node)
                known.update(node.output)
            else:
                later.append(node)
        if len(later) == len(waiting):
            raise ValueError(f"{later[0].name} takes from nowhere")
        waiting = later
    del graph.graph.node[:]
    graph.graph.node.extend(in_order)
