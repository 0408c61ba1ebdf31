"""A net in eight bits tells the same once it is lightened, and needs no Resize."""

from typing import Any

import numpy as np
import onnxruntime
import pytest

onnx = pytest.importorskip("onnx")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from models.lighten import lighten  # noqa: E402

MEAN, WIDTH = 127.5, 64.0
#: Output channels of the small net's one layer.
CHANNELS = 4


def small_net(
    resize_zero: int = 0,
    bias: float = 3.0,
    strides: tuple[int, int] = (2, 2),
    width: int | str = "w",
) -> Any:
    """Bytes to one convolution of eight bits, doubled; as `models.export` quantises.

    Args:
        resize_zero: The zero point after the doubling; 0 before it.
        bias: Of every channel.
        strides: Of the layer.
        width: Of pictures; a name where it may be any.
    """
    rng = np.random.default_rng(0)
    weights = rng.integers(-20, 64, (CHANNELS, 3, 3, 3), np.int8)
    steps = rng.uniform(0.002, 0.004, CHANNELS).astype(np.float32)
    scale = np.float32(1 / WIDTH)
    stored: dict[str, np.ndarray] = {
        "mean": np.array(MEAN, np.float32),
        "width": np.array(WIDTH, np.float32),
        "in_scale": np.array(scale),
        "in_zero": np.array(128, np.uint8),
        "weights": weights,
        "steps": steps,
        "zeros": np.zeros(CHANNELS, np.int8),
        "bias": np.round(bias / (steps * scale)).astype(np.int32),
        "bias_steps": steps * scale,
        "bias_zeros": np.zeros(CHANNELS, np.int32),
        "out_scale": np.array(0.05, np.float32),
        "out_zero": np.array(0, np.uint8),
        "resize_zero": np.array(resize_zero, np.uint8),
        "factors": np.array([1, 1, 2, 2], np.float32),
    }
    make = helper.make_node
    nodes = [
        make("Transpose", ["input"], ["planes"], perm=[0, 3, 1, 2]),
        make("Cast", ["planes"], ["floats"], to=TensorProto.FLOAT),
        make("Sub", ["floats", "mean"], ["less"]),
        make("Div", ["less", "width"], ["over"]),
        make("QuantizeLinear", ["over", "in_scale", "in_zero"], ["q"]),
        make("DequantizeLinear", ["q", "in_scale", "in_zero"], ["x"]),
        make("DequantizeLinear", ["weights", "steps", "zeros"], ["w"], axis=0),
        make("DequantizeLinear", ["bias", "bias_steps", "bias_zeros"], ["b"], axis=0),
        make("Conv", ["x", "w", "b"], ["y"], pads=[1, 1, 1, 1], strides=strides),
        make("QuantizeLinear", ["y", "out_scale", "out_zero"], ["q1"]),
        make("DequantizeLinear", ["q1", "out_scale", "out_zero"], ["d1"]),
        make("Resize", ["d1", "", "factors"], ["large"], mode="nearest",
             coordinate_transformation_mode="asymmetric", nearest_mode="floor"),
        make("QuantizeLinear", ["large", "out_scale", "resize_zero"], ["q2"]),
        make("DequantizeLinear", ["q2", "out_scale", "resize_zero"], ["maps"]),
    ]  # fmt: skip
    graph = helper.make_graph(
        nodes,
        "small",
        [
            helper.make_tensor_value_info(
                "input", TensorProto.UINT8, ["n", "h", width, 3]
            )
        ],
        [
            helper.make_tensor_value_info(
                "maps", TensorProto.FLOAT, ["n", CHANNELS, "h2", "w2"]
            )
        ],
        [numpy_helper.from_array(value, name) for name, value in stored.items()],
    )
    return helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8
    )


def run(model: Any, pictures: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return np.asarray(session.run(None, {"input": pictures})[0])


def exact(pictures: np.ndarray, model: Any) -> np.ndarray:
    """What the layer tells within the picture's rim, without any eight bits."""
    stored = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
    weights = stored["weights"] * stored["steps"].reshape(-1, 1, 1, 1)
    x = (pictures.transpose(0, 3, 1, 2) - MEAN) / WIDTH
    near = np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(2, 3))
    near = near[:, :, 1::2, 1::2]
    told = np.einsum("nchwij,ocij->nohw", near, weights)
    told += (stored["bias"] * stored["bias_steps"]).reshape(-1, 1, 1)
    return np.maximum(told, 0).repeat(2, axis=2).repeat(2, axis=3)


def test_a_lightened_net_tells_what_it_told_and_nearer_the_truth() -> None:
    pictures = np.random.default_rng(1).integers(0, 256, (2, 12, 20, 3), np.uint8)
    heavy = small_net()
    light = lighten(small_net())
    kinds = {node.op_type for node in light.graph.node}
    assert not kinds & {"Resize", "Cast", "Sub", "Div"}
    before, after = run(heavy, pictures), run(light, pictures)
    assert after.shape == before.shape == (2, CHANNELS, 12, 20)
    inner = (slice(None), slice(None), slice(2, None), slice(2, None))
    truth = exact(pictures, heavy)
    assert truth.std() > 0.5
    off = np.abs(after[inner] - truth)
    assert off.max() < 0.026  # half a step of the output
    assert off.mean() < np.abs(before[inner] - truth).mean()
    assert np.abs(after - before).max() < 0.16  # at the rim, which is brighter now


@pytest.mark.parametrize("count", [0, 1, 3])
def test_any_number_of_pictures_of_a_known_width_is_answered(count: int) -> None:
    light = lighten(small_net(width=8))
    assert run(light, np.zeros((count, 4, 8, 3), np.uint8)).shape == (count, 4, 4, 8)


def test_nothing_is_left_that_no_node_takes() -> None:
    light = lighten(small_net())
    used = {name for node in light.graph.node for name in node.input}
    assert {i.name for i in light.graph.initializer} <= used


def test_another_net_is_refused() -> None:
    with pytest.raises(ValueError, match="between the same eight bits"):
        lighten(small_net(resize_zero=3))
    with pytest.raises(ValueError, match="first layer must halve"):
        lighten(small_net(strides=(1, 1)))
    twice = small_net()
    twice.graph.node.extend([helper.make_node("Relu", ["floats"], ["besides"])])
    with pytest.raises(ValueError, match=r"floats must go to one Sub, got \['Sub', 'R"):
        lighten(twice)
