"""The nets as they are run: shares of a batch are as the whole of it."""

import numpy as np
import pytest

from vision.session import LEAST_SHARE, Net

CROPS = np.random.default_rng(0).integers(0, 256, (13, 64, 64, 3), np.uint8)


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("count", [0, 1, 2 * LEAST_SHARE - 1, 2 * LEAST_SHARE, 13])
def test_shares_of_a_batch_are_as_the_whole(threads: int, count: int) -> None:
    whole = Net("reader.onnx", 1).run(CROPS[:count])
    shared = Net("reader.onnx", threads, shared_out=True).run(CROPS[:count])
    assert [each.shape for each in shared] == [each.shape for each in whole]
    for one, other in zip(whole, shared, strict=True):
        assert other == pytest.approx(one, abs=1e-4)


def test_threads_within_a_net_change_nothing() -> None:
    batch = np.random.default_rng(1).integers(0, 256, (1, 96, 128, 3), np.uint8)
    one, two = (Net("detector.onnx", n).run(batch)[0] for n in (1, 2))
    assert two == pytest.approx(one, abs=1e-4)


def test_an_input_that_does_not_fit_is_refused_by_any_thread() -> None:
    net = Net("reader.onnx", 2, shared_out=True)
    with pytest.raises(Exception, match="Got invalid dimensions"):
        net.run(np.zeros((2 * LEAST_SHARE, 32, 32, 3), np.uint8))


@pytest.mark.parametrize("name", ["detector.onnx", "reader.onnx"])
def test_pictures_may_come_in_planes_of_floats(name: str) -> None:
    net = Net(name, 1)
    planes = CROPS.transpose(0, 3, 1, 2).astype(np.float32)
    for one, other in zip(net.run(CROPS[:1]), net.run(planes[:1]), strict=True):
        assert np.array_equal(one, other)
