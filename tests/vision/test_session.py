"""The nets as they are run, and work that several threads share."""

import subprocess
import sys
import threading
from collections.abc import Sequence

import numpy as np
import pytest

from vision.session import LEAST_SHARE, Net, load_models

CROPS = np.random.default_rng(0).integers(0, 256, (13, 64, 64, 3), np.uint8)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 2 * LEAST_SHARE - 1, 2 * LEAST_SHARE, 13])
def test_shares_are_all_items_in_order(threads: int, count: int) -> None:
    shares = load_models(threads).share(list, range(count))
    assert [i for share in shares for i in share] == list(range(count))
    assert len(shares) == max(1, min(threads, count // LEAST_SHARE))
    assert min(map(len, shares)) >= min(count, LEAST_SHARE)


def test_work_is_shared_by_just_so_many_threads() -> None:
    """Each waits for the other, so neither could be done without it."""
    both = threading.Barrier(2, timeout=20)

    def meet(items: Sequence[int]) -> int:
        both.wait()
        return len(items)

    assert load_models(2).share(meet, range(2 * LEAST_SHARE)) == [LEAST_SHARE] * 2


def test_what_goes_wrong_in_any_share_is_told() -> None:
    def refuse_the_last(items: Sequence[int]) -> None:
        if items[-1] == 2 * LEAST_SHARE - 1:
            raise ValueError("not that one")

    with pytest.raises(ValueError, match="not that one"):
        load_models(2).share(refuse_the_last, range(2 * LEAST_SHARE))


def test_what_goes_wrong_in_the_own_share_leaves_the_threads_at_work() -> None:
    models = load_models(2)

    def refuse_the_first(items: Sequence[int]) -> int:
        if items[0] == 0:
            raise ValueError("not that one")
        return len(items)

    with pytest.raises(ValueError, match="not that one"):
        models.share(refuse_the_first, range(2 * LEAST_SHARE))
    assert models.share(len, range(2 * LEAST_SHARE)) == [LEAST_SHARE] * 2


ENDING = f"""
from vision.session import load_models
models = load_models(3)
assert sum(models.share(len, range({3 * LEAST_SHARE}))) == {3 * LEAST_SHARE}
"""


@pytest.mark.parametrize(("last", "status"), [("", 0), ("raise SystemExit(7)", 7)])
def test_a_program_ends_though_threads_wait_for_work(last: str, status: int) -> None:
    words = [sys.executable, "-c", ENDING + last]
    assert subprocess.run(words, timeout=60, check=False).returncode == status


def test_a_net_may_be_run_by_several_threads_at_once() -> None:
    models = load_models(3)
    shares = models.share(models.reader.run, CROPS)
    for whole, *parts in zip(models.reader.run(CROPS), *shares, strict=True):
        assert np.concatenate(parts) == pytest.approx(whole, abs=1e-4)


def test_threads_within_a_net_change_nothing() -> None:
    batch = np.random.default_rng(1).integers(0, 256, (1, 96, 128, 3), np.uint8)
    one, two = (Net("detector.onnx", n).run(batch)[0] for n in (1, 2))
    assert two == pytest.approx(one, abs=1e-4)


def test_pictures_of_another_size_are_refused() -> None:
    with pytest.raises(Exception, match="Got invalid dimensions"):
        Net("reader.onnx", 1).run(np.zeros((1, 32, 32, 3), np.uint8))
