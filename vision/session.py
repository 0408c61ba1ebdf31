"""Load the ONNX nets; the only file that imports onnxruntime."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from importlib.resources import as_file, files
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

# From 1.29 on onnxruntime reports to its makers unless told not to before it loads.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

Frame = NDArray[np.uint8]
Floats = NDArray[np.float32]
Item = TypeVar("Item")
Told = TypeVar("Told")

#: A thread gets at least this many faces; fewer are not worth waking it.
LEAST_SHARE = 4
#: Puts the one layer that is not in eight bits into another order in memory, and back,
#: which costs more than it saves.
NOT_WORTH_IT = ["NchwcTransformer"]
#: Threads of a net wait this long for the next step of a run before they sleep; the
#: longest step that has only one thread takes half of it.
SPIN_US = 1000


class Net:
    """One ONNX net on the CPU.

    Args:
        name: The weight file.
        threads: How many take shares of every step of the net.
    """

    def __init__(self, name: str, threads: int) -> None:
        with as_file(files("models") / name) as path:
            self._session = onnxruntime.InferenceSession(
                str(path),
                _options(threads),
                providers=["CPUExecutionProvider"],
                disabled_optimizers=NOT_WORTH_IT,
            )
        (taken,) = self._session.get_inputs()
        self._input = taken.name

    def run(self, batch: Frame | Floats) -> list[Floats]:
        """All outputs for a batch; pictures are `uint8`, shape (N, H, W, 3)."""
        return list(self._session.run(None, {self._input: batch}))


def _options(threads: int) -> onnxruntime.SessionOptions:
    """Chosen by measurement: `tests/bench/reading_bench.py` prints the others."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # A plan for each size of batch that was ever seen: 60 MB more, no faster.
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    # A thread that sleeps between the steps of a run wakes too late to help; one that
    # spins after the run takes the core from the camera.
    options.add_session_config_entry("session.intra_op.allow_spinning", "1")
    options.add_session_config_entry("session.force_spinning_stop", "1")
    options.add_session_config_entry("session.intra_op.spin_duration_us", str(SPIN_US))
    return options


@dataclass(frozen=True)
class Models:
    """The nets that reading needs; see `models/README.md`.

    Attributes:
        detector: Its threads take shares of every step.
        reader: It has one thread, and is run by several at once; see `share`.
        colours: It has one thread.
        threads: How many may work at once.
        others: All of them but the one that asks.
    """

    detector: Net
    reader: Net
    colours: Net
    threads: int
    others: Executor

    def share(
        self, work: Callable[[Sequence[Item]], Told], items: Sequence[Item]
    ) -> list[Told]:
        """What `work` tells of shares of the items, in order; one thread a share.

        Any thread may call it, several at once too, but not `work` itself, which would
        wait for its own place among `others`. What a share raises is raised here.
        """
        count = max(1, min(self.threads, len(items) // LEAST_SHARE))
        ends = [len(items) * k // count for k in range(count + 1)]
        first, *more = (items[at:end] for at, end in pairwise(ends))
        told = [self.others.submit(work, share) for share in more]
        return [work(first), *(each.result() for each in told)]


def load_models(threads: int = 2) -> Models:
    """Load all nets from the package.

    Args:
        threads: CPU threads that reading may use.

    Raises:
        onnxruntime errors when a weight file is damaged or missing.
    """
    return Models(
        Net("detector.onnx", threads),
        Net("reader.onnx", 1),
        Net("colours.onnx", 1),
        threads,
        ThreadPoolExecutor(max(1, threads - 1)),
    )
