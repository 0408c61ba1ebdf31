"""Before any test: onnxruntime tells nobody (see vision/session.py)."""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"
