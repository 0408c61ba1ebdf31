"""What the app keeps of dice that were shown, on disks that are full or fail."""

from __future__ import annotations

import errno
import random
from pathlib import Path

import numpy as np
import pytest

from device.disk import Disk, RealDisk
from device.flow.core import Compared, Learnt, NotLearnt
from device.flow.teaching import Compare, Learn
from device.known import Known
from device.taught import Memories
from device.teacher import Teacher
from tests.device.evenings import WORDINGS
from tests.faults.simulated_disk import PowerCutError, SimulatedDisk
from vision.faces import CROP_PX
from vision.likeness import ShownFace

SHAPE = (CROP_PX, CROP_PX, 3)


def face(value: int, seed: int = 0) -> ShownFace:
    crop = np.random.default_rng(seed).integers(0, 256, SHAPE).astype(np.uint8)
    return ShownFace(value, crop)


def a_teacher(data: Path, disk: Disk | None = None) -> tuple[Teacher, Known]:
    known = Known(data, lambda fault: None, disk)
    return Teacher(known, WORDINGS, lambda: "2026-11-30"), known


def values_in(known: Known) -> list[int]:
    taught = known.now()
    return [] if taught is None else [each.value for each in taught.faces]


def test_faces_are_kept_under_a_free_name_and_read_from_then_on(tmp_path: Path) -> None:
    teacher, known = a_teacher(tmp_path)
    assert teacher.answer(Learn("", (face(1),)), "it", 5.0) == Learnt("dadi-1", 5.0)
    assert teacher.answer(Learn("", (face(2),)), "it", 6.0) == Learnt("dadi-2", 6.0)
    assert teacher.answer(Learn("", (face(3),)), "en", 7.0) == Learnt("dice-1", 7.0)
    assert values_in(known) == [1, 2, 3]
    (kept,) = Memories(tmp_path).load("dadi-1").faces
    assert kept.photo == "2026-11-30"


def test_a_name_that_was_typed_adds_to_what_is_known(tmp_path: Path) -> None:
    teacher, known = a_teacher(tmp_path)
    for value in (1, 2):
        answer = teacher.answer(Learn("osteria", (face(value),)), "it", 0.0)
        assert answer == Learnt("osteria", 0.0)
    assert Memories(tmp_path).load("osteria").values == (1, 2)
    assert values_in(known) == [1, 2]


def test_what_is_alike_is_told(tmp_path: Path) -> None:
    teacher, _ = a_teacher(tmp_path)
    faces = (face(1, 1), face(2, 2), face(5, 1))
    assert teacher.answer(Compare(faces), "it", 1.0) == Compared(((1, 5),), 1.0)


class FullDisk(RealDisk):
    """No room for another byte, while it is full."""

    is_full = True

    def write(self, file: int, data: bytes) -> int:
        if self.is_full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(file, data)


def test_a_full_disk_is_told_and_tried_again(tmp_path: Path) -> None:
    disk = FullDisk()
    teacher, known = a_teacher(tmp_path, disk)
    asked = Learn("", (face(4),))
    answer = teacher.answer(asked, "it", 1.0)
    assert isinstance(answer, NotLearnt)
    for language, words in (("it", "dadi-1.json: non si"), ("en", "dadi-1.json: ca")):
        assert WORDINGS[language].tell(answer.reason).startswith(words)
    assert values_in(known) == []

    disk.is_full = False
    assert teacher.answer(asked, "it", 2.0) == Learnt("dadi-1", 2.0)
    assert values_in(known) == [4]


def test_a_full_disk_lets_them_be_known_tonight(tmp_path: Path) -> None:
    teacher, known = a_teacher(tmp_path, FullDisk())
    asked = Learn("", (face(4),), is_lasting=False)
    assert teacher.answer(asked, "it", 1.0) == Learnt("", 1.0)
    assert values_in(known) == [4]
    assert values_in(a_teacher(tmp_path)[1]) == []  # after a restart


def test_a_broken_file_is_not_taught_over(tmp_path: Path) -> None:
    teacher, _ = a_teacher(tmp_path)
    teacher.answer(Learn("osteria", (face(1),)), "it", 0.0)
    path = tmp_path / "taught" / "osteria.json"
    path.write_text("{")
    answer = teacher.answer(Learn("osteria", (face(2),)), "it", 0.0)
    assert isinstance(answer, NotLearnt)
    assert path.read_text() == "{"


@pytest.mark.parametrize("seed", range(4))
def test_power_lost_at_any_call_of_keeping(seed: int) -> None:
    """The old faces or the new ones, whole; the new ones once that was told."""
    calls = 0
    while True:
        disk = SimulatedDisk()
        disk.draw = random.Random(seed + calls)
        disk.make_folder("/data")
        disk.made = []
        teacher, _ = a_teacher(Path("/data"), disk)
        assert isinstance(teacher.answer(Learn("x", (face(1),)), "it", 0.0), Learnt)
        is_told = keep_until(disk, teacher, calls)
        disk.fault = lambda _: 0
        disk.cut_power()
        values = Memories(Path("/data"), disk).load("x").values
        assert values == (1, 2) if is_told else values in ((1,), (1, 2))
        if is_told:
            break
        calls += 1
    assert calls > 8


def keep_until(disk: SimulatedDisk, teacher: Teacher, calls: int) -> bool:
    """Keep a face and lose the power after so many calls; whether it was told."""
    end = disk.calls + calls

    def fault(_: str) -> int:
        if disk.calls > end:
            raise PowerCutError
        return 0

    disk.fault = fault
    try:
        answer = teacher.answer(Learn("x", (face(2),)), "it", 0.0)
    except PowerCutError:
        return False
    return isinstance(answer, Learnt)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_a_call_that_fails_leaves_what_was_there_and_may_be_tried_again(
    code: int,
) -> None:
    for call in range(40):
        disk = SimulatedDisk()
        disk.make_folder("/data")
        teacher, _ = a_teacher(Path("/data"), disk)
        assert isinstance(teacher.answer(Learn("x", (face(1),)), "it", 0.0), Learnt)
        at = disk.calls + 1 + call
        disk.fault = lambda _, at=at, disk=disk: code if disk.calls == at else 0
        answer = teacher.answer(Learn("x", (face(2),)), "it", 0.0)
        disk.fault = lambda _: 0
        if isinstance(answer, NotLearnt):
            again = teacher.answer(Learn("x", (face(2),)), "it", 0.0)
            assert again == Learnt("x", 0.0)
        kept = Memories(Path("/data"), disk).load("x").faces
        assert [one.face.value for one in kept] == [1, 2]
        assert disk.open_count == 0


def test_a_try_that_failed_late_is_not_kept_under_two_names() -> None:
    disk = SimulatedDisk()
    disk.make_folder("/data")
    teacher, known = a_teacher(Path("/data"), disk)
    asked, renamed = Learn("", (face(1),)), []

    def fault(name: str) -> int:  # the file is in its place already
        renamed.extend([name] if name == "rename" else [])
        return errno.EIO if renamed and name == "sync" else 0

    disk.fault = fault
    assert isinstance(teacher.answer(asked, "it", 0.0), NotLearnt)
    disk.fault = lambda _: 0
    assert teacher.answer(asked, "it", 0.0) == Learnt("dadi-1", 0.0)
    assert known.memories.names() == ["dadi-1"]
    assert teacher.answer(Learn("", (face(2),)), "it", 0.0) == Learnt("dadi-2", 0.0)
