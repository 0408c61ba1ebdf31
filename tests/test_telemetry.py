"""Works with no internet, tells nobody: the kernel kills whoever opens a socket.

A process of its own loads the nets and reads a picture under a seccomp filter that
allows everything but the system call `socket`, so that code in C is caught as well.
"""

import os
import platform
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
#: The number of `socket` by machine (asm/unistd.h); where it is not known, nothing
#: is killed, and the list of open sockets at the end has to do.
SOCKET_CALL = {"x86_64": 41, "aarch64": 198}.get(platform.machine(), -1)

#: A classic BPF program: load the call's number; kill on `socket`, else allow.
FORBID_SOCKETS = f"""
import ctypes, os, struct, sys
steps = [
    (0x20, 0, 0, 0),
    (0x15, 0, 1, {SOCKET_CALL} & 0xFFFFFFFF),
    (0x06, 0, 0, 0x80000000),
    (0x06, 0, 0, 0x7FFF0000),
]
program = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *s) for s in steps))

class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_void_p)]

libc = ctypes.CDLL(None, use_errno=True)
whole = Program(len(steps), ctypes.addressof(program))
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert libc.prctl(22, 2, ctypes.byref(whole), 0, 0) == 0
sys.path.insert(0, {str(ROOT)!r})
"""
READ = """
import numpy as np
from vision.pipeline import read_picture
from vision.session import load_models
assert os.environ["ORT_DISABLE_TELEMETRY"] == "1"
read_picture(np.full((480, 640, 3), 120, np.uint8), load_models())
assert "onnxruntime" in sys.modules
here = "/proc/self/fd/"
files = [here + fd for fd in os.listdir(here)]
links = [os.readlink(file) for file in files if os.path.lexists(file)]
print([link for link in links if "socket" in link])
"""


def run_in(home: Path, code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HOME": str(home), "ORT_DISABLE_TELEMETRY": "0"}
    return subprocess.run(
        [sys.executable, "-c", FORBID_SOCKETS + code],
        env=environment,
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("entry", ["import vision.session", "import device.__main__"])
def test_reading_opens_no_socket_and_leaves_no_trace(
    tmp_path: Path, entry: str
) -> None:
    run = run_in(tmp_path, f"{entry}\n{READ}")
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == "[]"
    assert list(tmp_path.iterdir()) == []


def test_the_guard_would_catch_a_socket(tmp_path: Path) -> None:
    run = run_in(tmp_path, "import socket; socket.socket(); print('opened')")
    expected = 0 if SOCKET_CALL < 0 else -signal.SIGSYS
    assert run.returncode == expected


def test_the_variable_is_set_before_onnxruntime_loads() -> None:
    source = (ROOT / "vision" / "session.py").read_text("utf-8")
    assert source.index('["ORT_DISABLE_TELEMETRY"] = "1"') < source.index(
        "import onnxruntime\n"
    )
