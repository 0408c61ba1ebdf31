"""The arrows of the data flow, checked: who may import whom."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BANNED = {
    "rules": {
        "vision", "device", "models", "numpy", "cv2", "PIL", "onnxruntime",
        "time", "datetime", "random", "secrets", "os", "sys", "io", "pathlib",
        "threading", "asyncio", "socket", "subprocess",
    },
    "vision": {"rules", "device", "gpiozero", "picamera2", "threading"},
    "device": {"onnxruntime", "torch"},
}  # fmt: skip
#: Training scripts are not part of the product: only weights are loaded from there.
NOT_PRODUCT = "models"


def imports_of(path: Path) -> set[str]:
    """The first word of every module that a file imports, lazily or not."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("package", BANNED)
def test_layers(package: str) -> None:
    files = list((ROOT / package).glob("**/*.py"))
    assert files
    for path in files:
        forbidden = imports_of(path) & (BANNED[package] | {NOT_PRODUCT})
        assert not forbidden, f"{path}: {forbidden}"


def test_one_file_imports_onnxruntime() -> None:
    users = [
        path.relative_to(ROOT).as_posix()
        for package in BANNED
        for path in (ROOT / package).glob("**/*.py")
        if "onnxruntime" in imports_of(path)
    ]
    assert users == ["vision/session.py"]
