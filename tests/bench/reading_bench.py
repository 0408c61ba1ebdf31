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
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from models.render.games import dancing_table
from models.render.looks import PLAYER_COLOURS
from models.render.table import lens, table_top
from vision.faces import CROP_PX, Pyramid, cut_faces, mirrored
from vision.find import LONG_SIDE_PX, find_faces, prepare
from vision.opinions import doubtful, read_faces
from vision.pipeline import read_picture
from vision.session import NOT_WORTH_IT, Models, Net, load_models

MODELS = Path(__file__).parents[2] / "models"
SIZE = (2304, 1296)
DICE = 39
SEED = 8_000_000
#: What the detector is given of a picture of SIZE: one, and its height and width.
FRAME = (1, 384, 640)
#: What a camera leaves between two frames.
PAUSE_S = 0.03
Run = Callable[[], object]
SPIN, STOP = "session.intra_op.allow_spinning", "session.force_spinning_stop"
SPUN = "session.intra_op.spin_duration_us"


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
    # Its threads may spin within a run, but not on into the reading that comes next.
    options.add_session_config_entry(STOP, "1")
    session = onnxruntime.InferenceSession(
        str(path), options, providers=["CPUExecutionProvider"]
    )
    name = session.get_inputs()[0].name
    picture = np.random.default_rng(0).random((1, 3, 640, 640), np.float32)
    return lambda: session.run(None, {name: picture})


def times(
    runs: dict[str, Run], repeat: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Median milliseconds of each, run in turns."""
    spent: dict[str, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        run()
    for _ in range(repeat):
        for name, run in runs.items():
            began = clock()
            run()
            spent[name].append(1000 * (clock() - began))
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


def shares(repeat: int, folder: Path) -> None:
    """Print where the time of one thread goes, in its own time, in turns with YOLO11n.

    A step is timed by itself where it can be called; the rest of what holds it is what
    is left of that.
    """
    cv2.setNumThreads(1)
    models, full = load_models(1), table()
    pyramid = Pyramid(full)
    faces = find_faces(full, models.detector)
    corners = [face.corners for face in faces]
    batch = prepare(pyramid, LONG_SIDE_PX / max(SIZE))
    crops = cut_faces(pyramid, corners)
    logits = models.reader.run(crops)[0]
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    again = mirrored(crops[doubtful(odds / odds.sum(axis=1, keepdims=True))])
    runs: dict[str, Run] = {
        "whole": lambda: read_picture(full, models, DICE, sets=True),
        "without sets": lambda: read_picture(full, models, DICE),
        "find": lambda: find_faces(Pyramid(full), models.detector),
        "detector": lambda: models.detector.run(batch),
        "faces": lambda: read_faces(pyramid, faces, models),
        "one face": lambda: read_faces(pyramid, faces[:1], models),
        "crops": lambda: (cut_faces(pyramid, corners), mirrored(again)),
        "first views": lambda: models.reader.run(crops),
        "second views": lambda: models.reader.run(again),
    }
    beside = yolo(1, folder)
    if beside is not None:
        runs["YOLO11n"] = beside
    ms = times(runs, repeat, clock=time.process_time)
    rows = {
        "detector": ms["detector"],
        "shrinking, peaks, thinning": ms["find"] - ms["detector"],
        f"reader, {len(crops)} first views": ms["first views"],
        f"reader, {len(again)} second views": ms["second views"],
        "crops": ms["crops"],
        "colours": ms["faces"]
        - sum(ms[name] for name in ("crops", "first views", "second views")),
        "sets": ms["whole"] - ms["without sets"],
        "rest": ms["without sets"] - ms["find"] - ms["faces"],
        "whole reading": ms["whole"],
    }
    whole = ms.get("YOLO11n", ms["whole"])
    print("one thread, time of its own" + ("" if beside is None else ", over YOLO11n"))
    for name, spent in rows.items():
        print(f"  {name:28} {spent:6.2f} ms  {spent / whole:6.1%}")
    a_die = (ms["faces"] - ms["one face"]) / (len(faces) - 1)
    share = a_die / ms["whole"]
    print(f"  a die beyond the first: {a_die:.2f} ms, {share:.2%} of the whole reading")


#: Session options of onnxruntime to choose from, by name; see `vision/session.py`.
OPTIONS: dict[str, tuple[int, dict[str, str], list[str]]] = {
    "1 thread": (1, {}, NOT_WORTH_IT),
    "1 thread, last layer reordered": (1, {}, []),
    "2 threads that sleep": (2, {SPIN: "0"}, NOT_WORTH_IT),
    "2 that spin": (2, {SPIN: "1"}, NOT_WORTH_IT),
    "2 that spin within a run": (2, {SPIN: "1", STOP: "1"}, NOT_WORTH_IT),
    "2 that spin 1 ms within a run": (
        2,
        {SPIN: "1", STOP: "1", SPUN: "1000"},
        NOT_WORTH_IT,
    ),
}


def session(name: str, option: str) -> Run:
    """A run of one net with one of OPTIONS."""
    threads, entries, without = OPTIONS[option]
    chosen = onnxruntime.SessionOptions()
    chosen.intra_op_num_threads = threads
    chosen.inter_op_num_threads = 1
    chosen.enable_mem_pattern = False
    chosen.log_severity_level = 3
    for key, value in entries.items():
        chosen.add_session_config_entry(key, value)
    net = onnxruntime.InferenceSession(
        str(MODELS / name),
        chosen,
        providers=["CPUExecutionProvider"],
        disabled_optimizers=without,
    )
    pixels = noise(*((DICE, CROP_PX, CROP_PX) if name == "reader.onnx" else FRAME))
    return lambda: net.run(None, {"input": pixels})


def noise(*shape: int) -> np.ndarray:
    """So many pictures of that height and width."""
    return np.random.default_rng(0).integers(0, 256, (*shape, 3), np.uint8)


def options(repeat: int) -> None:
    """Print what session options cost: the wait, and the time of all cores.

    Between two runs is what a camera leaves between two frames, so that what threads do
    after a run is counted.
    """
    batch = noise(DICE, CROP_PX, CROP_PX)
    for name in ("detector.onnx", "reader.onnx"):
        makes: dict[str, Callable[[], Run]] = {
            option: partial(session, name, option) for option in OPTIONS
        }
        if name == "reader.onnx":
            makes["2 threads, half the batch each"] = partial(shared_out, 2, batch)
            makes["1 thread, 8 faces at a time"] = partial(in_pieces, 8, batch)
        for option, make in makes.items():
            # One at a time: threads of another session may still be spinning.
            wait, cores = wait_and_cores(make(), repeat)
            print(f"{name}, {option}: {wait:.1f} ms, {cores:.1f} ms of all cores")


def shared_out(threads: int, batch: np.ndarray) -> Run:
    """The reader as the product runs it: each thread some of the faces."""
    models = load_models(threads)
    return lambda: models.share(models.reader.run, batch)


def in_pieces(size: int, batch: np.ndarray) -> Run:
    """The reader on few faces at a time, whose layers fit a smaller cache."""
    net = Net("reader.onnx", 1)
    starts = range(0, len(batch), size)
    return lambda: [net.run(batch[start : start + size]) for start in starts]


def wait_and_cores(run: Run, repeat: int) -> tuple[float, float]:
    """Median milliseconds of a run: until it is done, and of all cores."""
    run()
    waits, cores = [], []
    for _ in range(repeat):
        spent, began = time.process_time(), time.perf_counter()
        run()
        waits.append(1000 * (time.perf_counter() - began))
        time.sleep(PAUSE_S)
        cores.append(1000 * (time.process_time() - spent))
    return statistics.median(waits), statistics.median(cores)


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
        shares(args.repeat, Path(folder))
    options(3 * args.repeat)
    memory(args.readings)


if __name__ == "__main__":
    main()
