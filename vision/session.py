"""Load the ONNX nets; the only file that imports onnxruntime."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.resources import as_file, files

import numpy as np
from numpy.typing import NDArray

# From 1.29 on onnxruntime reports to its makers unless told not to before it loads.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

Floats = NDArray[np.float32]


class Net:
    """One ONNX net on the CPU."""

    def __init__(self, name: str, threads: int) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # A plan for each size of batch that was ever seen: 60 MB more, no faster.
        options.enable_mem_pattern = False
        # Threads that spin while they wait take the core from the camera.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        with as_file(files("models") / name) as path:
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        self._input = self._session.get_inputs()[0].name

    def run(self, batch: Floats) -> list[Floats]:
        """All outputs for a batch."""
        return list(self._session.run(None, {self._input: batch}))


@dataclass(frozen=True)
class Models:
    """The nets that reading needs; see `models/README.md`."""

    detector: Net
    reader: Net
    colours: Net


def load_models(threads: int = 2) -> Models:
    """Load all nets from the package.

    Args:
        threads: CPU threads a net may use.

    Raises:
        onnxruntime errors when a weight file is damaged or missing.
    """
    return Models(
        Net("detector.onnx", threads),
        Net("reader.onnx", threads),
        Net("colours.onnx", threads),
    )
