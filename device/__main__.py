"""The way in: `giudice …` and `python -m device …`."""

from __future__ import annotations

import os
import sys

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # before anything can load onnxruntime

from device.cli import main as run_command


def main() -> None:
    """Run the command of `sys.argv` and exit with its status."""
    sys.exit(run_command())


if __name__ == "__main__":
    main()
