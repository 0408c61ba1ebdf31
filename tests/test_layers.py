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
#: All that a flow may know: no clock, file, thread, pin or chance, and no pixels.
FLOW_MAY_USE = {
    "__future__", "collections", "collections.abc", "dataclasses", "enum", "fractions",
    "functools", "itertools", "math", "textwrap", "types", "typing",
    "device.rule_book",  # its types: the rules are read from files elsewhere
    "device.translate", "vision.layout", "vision.readings",
}  # fmt: skip
#: Training scripts are not part of the product: only weights are loaded from there.
NOT_PRODUCT = "models"


def modules_of(path: Path) -> set[str]:
    """Every module that a file imports, lazily or not."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
    return found


def imports_of(path: Path) -> set[str]:
    """The first word of each."""
    return {module.split(".")[0] for module in modules_of(path)}


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


def test_flows_are_pure() -> None:
    files = list((ROOT / "device" / "flow").glob("**/*.py"))
    assert files
    for path in files:
        others = {
            module
            for module in modules_of(path) - FLOW_MAY_USE
            if not module.startswith(("rules", "device.flow"))
        }
        assert not others, f"{path}: {others}"


def test_only_the_app_the_eye_and_commands_catch_everything() -> None:
    """The eye has a thread of its own: if that ended, nobody would be told."""
    catching = {
        path.relative_to(ROOT).as_posix()
        for package in BANNED
        for path in (ROOT / package).glob("**/*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ExceptHandler) and _catches_everything(node)
    }
    assert {path for path in catching if not path.startswith("device/commands/")} == {
        "device/app.py",
        "device/eye.py",
    }


def _catches_everything(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    names = {node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)}
    return not names.isdisjoint({"Exception", "BaseException"})
