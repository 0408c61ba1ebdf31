"""What reading a table costs, beside one forward pass of YOLO11n at 640.

    python tests/bench/reading_bench.py [--readings 10000] [--repeat 9]

Figures are ratios to YOLO11n (made from its yaml, random weights, onnxruntime), run in
turns with the reading on the same cores, so that a busy machine slows both. It comes
from the optional extra `bench`, or as the file that YOLO11N_ONNX names; without it the
other figures are printed alone.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from models.render.games import dancing_table
from models.render.looks import PLAYER_COLOURS
from models.render.table import lens, table_top
from vision.find import find_faces
from vision.pipeline import read_faces, read_picture
from vision.session import Models, load_models

MODELS = Path(__file__).parents[2] / "models"
SIZE = (2304, 1296)
DICE = 39
SEED = 8_000_000
Run = Callable[[], object]


def table() -> np.ndarray:
    """Six players and the Tango, as the camera of a Pi sees them."""
    rng = np.random.default_rng(SEED)
    players = tuple(str(c) for c in PLAYER_COLOURS[:6])
    return dancing_table(rng, players, SIZE, strength=0.2, top="wood").photo


def empty_table() -> np.ndarray:
    """The same without dice."""
    rng = np.random.default_rng(SEED + 1)
    return lens(table_top(rng, SIZE, kind="wood") * 0.9, rng, strength=0.2)


def yolo(threads: int, folder: Path) -> Run | None:
    """One forward pass of YOLO11n at 640, or None where it cannot be made."""
    path = Path(os.environ.get("YOLO11N_ONNX", folder / "yolo11n.onnx"))
    if not path.exists():
        with (
            contextlib.suppress(Exception),  # any trouble of an optional extra
            Path(os.devnull).open("w") as quiet,
            contextlib.redirect_stdout(quiet),
            contextlib.redirect_stderr(quiet),
        ):
            import torch
            from ultralytics.nn.tasks import DetectionModel

            net = DetectionModel("yolo11n.yaml", verbose=False).eval()
            net.fuse(verbose=False)
            net.model[-1].export, net.model[-1].format = True, "onnx"
            blank = torch.zeros(1, 3, 640, 640)
            torch.onnx.export(net, blank, str(path), opset_version=17, dynamo=False)
    if not path.exists():
        return None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        str(path), options, providers=["CPUExecutionProvider"]
    )
    name = session.get_inputs()[0].name
    picture = np.random.default_rng(0).random((1, 3, 640, 640), np.float32)
    return lambda: session.run(None, {name: picture})


def times(runs: dict[str, Run], repeat: int) -> dict[str, float]:
    """Median milliseconds of each, run in turns."""
    spent: dict[str, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        run()
    for _ in range(repeat):
        for name, run in runs.items():
            began = time.perf_counter()
            run()
            spent[name].append(1000 * (time.perf_counter() - began))
    return {name: statistics.median(each) for name, each in spent.items()}


def parts(picture: np.ndarray, models: Models) -> dict[str, Run]:
    """The steps of a reading apart, and with one die instead of all."""
    faces = find_faces(picture, models.detector)
    return {
        "find": lambda: find_faces(picture, models.detector),
        "faces and colours": lambda: read_faces(picture, faces, models),
        "one face": lambda: read_faces(picture, faces[:1], models),
    }


def speed(threads: int, repeat: int, folder: Path) -> None:
    """Print the costs with a number of threads."""
    cv2.setNumThreads(threads)
    models = load_models(threads)
    full, blank = table(), empty_table()
    found = len(read_picture(full, models, DICE, sets=True).dice)
    runs = {
        "39 dice": lambda: read_picture(full, models, DICE, sets=True),
        "empty": lambda: read_picture(blank, models),
        **parts(full, models),
    }
    beside = yolo(threads, folder)
    if beside is not None:
        runs["YOLO11n"] = beside
    ms = times(runs, repeat)
    print(
        f"{threads} thread(s): {found} of {DICE} dice read, "
        + ", ".join(f"{name} {spent:.1f} ms" for name, spent in ms.items())
    )
    a_die = (ms["faces and colours"] - ms["one face"]) / (DICE - 1) / ms["39 dice"]
    print(f"  a die beyond the first costs {a_die:.2%} of the whole (limit 1 %)")
    if beside is None:
        print("  YOLO11n is not there: pip install '.[bench]' for the ratios")
        return
    for name, limit in (("39 dice", 0.5), ("empty", 0.25)):
        ratio = ms[name] / ms["YOLO11n"]
        print(f"  {name}: {ratio:.2f} of a pass of YOLO11n (limit {limit})")


def options(repeat: int) -> None:
    """Print what threads and spinning cost: the wait, and the time of all cores."""
    batch = np.random.default_rng(0).uniform(0, 255, (1, 3, 384, 640))
    feed = {"input": batch.astype(np.float32)}
    for threads, spinning in ((1, "0"), (2, "0"), (2, "1")):
        chosen = onnxruntime.SessionOptions()
        chosen.intra_op_num_threads = threads
        chosen.inter_op_num_threads = 1
        chosen.log_severity_level = 3
        chosen.add_session_config_entry("session.intra_op.allow_spinning", spinning)
        session = onnxruntime.InferenceSession(
            str(MODELS / "detector.onnx"), chosen, providers=["CPUExecutionProvider"]
        )
        session.run(None, feed)
        cores, began = time.process_time(), time.perf_counter()
        for _ in range(repeat):
            session.run(None, feed)
            time.sleep(0.03)  # what a camera leaves between two frames
        wall = (time.perf_counter() - began) / repeat - 0.03
        cores = (time.process_time() - cores) / repeat
        print(
            f"detector, {threads} thread(s), spinning {spinning}:"
            f" {1000 * wall:.1f} ms a frame, {1000 * cores:.1f} ms of all cores"
        )


def memory(readings: int) -> None:
    """Print how the process grows while it reads small pictures again and again."""
    models = load_models(1)
    pictures = [cv2.resize(p, (640, 360)) for p in (table(), empty_table())]
    sizes = []
    for i in range(readings):
        read_picture(pictures[i % 2], models)
        if i in (readings // 10, readings - 1):
            sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    print(
        f"{readings} readings: {sizes[0]:.1f} MB after a tenth of them, "
        f"{sizes[-1]:.1f} MB after all"
    )


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readings", type=int, default=10_000)
    parser.add_argument("--repeat", type=int, default=9)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for threads in (1, 2):
            speed(threads, args.repeat, Path(folder))
    options(3 * args.repeat)
    memory(args.readings)


if __name__ == "__main__":
    main()
