"""A disk that fails, fills up, or loses its power at any call, on a simulated one."""

from __future__ import annotations

import errno
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.faults.simulated_disk import Folder, PowerCutError, SimulatedDisk
from tests.faults.table import EVIDENCE_BYTES, FOLDER, Table

CALLS = ("make_folder", "names", "size", "read", "open_new", "open_end", "open_folder")
CALLS += ("write", "sync", "close", "rename", "remove", "lock")
ERRORS = (errno.ENOSPC, errno.EIO, errno.EROFS)


def a_disk(seed: int) -> SimulatedDisk:
    disk = SimulatedDisk()
    disk.draw = random.Random(seed)
    disk.make_folder("/data")
    disk.made = []
    return disk


def a_table(seed: int) -> Table:
    return Table(a_disk(seed), seed)


def cut_at(disk: SimulatedDisk, calls: int) -> None:
    """Lose the power at the call after so many."""
    end = disk.calls + calls

    def fault(_: str) -> int:
        if disk.calls > end:
            disk.fault = lambda _: 0
            raise PowerCutError
        return 0

    disk.fault = fault


@pytest.mark.parametrize("seed", range(8))
def test_power_lost_at_any_call(seed: int) -> None:
    """At every call of an evening in turn, and at a call of the recovery after it."""
    calls = 0
    while True:
        table = a_table(seed)
        for _ in range(4):
            table.act()
        cut_at(table.disk, calls)
        try:
            for _ in range(12):
                table.act()
        except PowerCutError:
            cut_at(table.disk, calls % 17)
            table.lose_power()
        else:
            break
        table.disk.fault = lambda _: 0
        check_evidence(table)
        table.act()
        table.check_all_saved()
        calls += 1
    assert calls > 24


def check_evidence(table: Table) -> None:
    """Evidence is whole, within its bounds, and there before its line is."""
    folder = table.disk.folders.get(f"{FOLDER}/evidence", Folder())
    files = folder.now
    pictures = {
        name: inode.now for name, inode in files.items() if name.endswith(".jpg")
    }
    assert sum(len(inode.now) for inode in files.values()) <= EVIDENCE_BYTES + 40_000
    known = {f"{g:06d}-{n:05d}.jpg": data for (g, n), data in table.evidence.items()}
    for name, data in pictures.items():
        assert known[name] == data
    lines = len(table.games), table.games[-1].count(b"\n")
    written = sorted(
        name for name in known if name <= f"{lines[0]:06d}-{lines[1]:05d}.jpg"
    )
    for name in written[-2:]:  # older ones may have been dropped to make room
        assert name in pictures


@settings(max_examples=300, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    windows=st.lists(
        st.tuples(
            st.integers(0, 400),
            st.integers(1, 60),
            st.sampled_from(ERRORS),
            st.sets(st.sampled_from(CALLS)),
        ),
        max_size=5,
    ),
    moves=st.lists(st.sampled_from("aaaaaaawrp"), min_size=5, max_size=60),
)
def test_any_schedule_of_faults(
    seed: int, windows: list[tuple[int, int, int, set[str]]], moves: list[str]
) -> None:
    disk = a_disk(seed)

    def fault(name: str) -> int:
        for start, length, code, calls in windows:
            if start <= disk.calls < start + length and (not calls or name in calls):
                return code
        return 0

    disk.fault = fault
    table = Table(disk, seed)
    for move in moves:
        match move:
            case "a":
                table.act()
            case "w":
                table.wait()
            case "r":
                table.journal.close()
                table.come_back()
            case "p":
                table.lose_power()
    table.check_all_saved()


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("code", ERRORS)
def test_a_call_that_always_fails(call: str, code: int) -> None:
    """From the start, or from the middle of an evening, until it works again."""
    disk = a_disk(3)
    disk.fault = lambda name: code if name == call else 0
    table = Table(disk, 3)
    for _ in range(20):
        table.act()
    table.check_all_saved()
    disk.fault = lambda name: code if name == call else 0
    for _ in range(20):
        table.act()
        table.wait(0.1)
    table.check_all_saved()


def test_a_full_disk_costs_the_oldest_evidence_and_never_an_action() -> None:
    table = a_table(1)
    for _ in range(40):
        table.act()
    files = table.disk.folders[f"{FOLDER}/evidence"].now
    oldest = min(files)
    assert sum(len(inode.now) for inode in files.values()) > 60_000
    table.disk.room = table.disk.used() + 10
    for _ in range(20):
        table.act()
        assert table.journal.trouble is None or table.journal.trouble.code == "no_proof"
    assert oldest not in files
    table.check_all_saved()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (errno.ENOSPC, "full"),
        (errno.EDQUOT, "full"),
        (errno.EROFS, "readonly"),
        (errno.EACCES, "readonly"),
        (errno.EIO, "failing"),
        (errno.ENODEV, "failing"),
    ],
)
def test_the_trouble_is_told_and_taken_back(code: int, told: str) -> None:
    table = a_table(2)
    table.act()
    table.disk.fault = lambda name: code if name in ("write", "open_new") else 0
    table.act()
    trouble = table.journal.trouble
    assert trouble is not None
    assert trouble.code == told
    table.disk.fault = lambda _: 0
    table.wait()
    assert table.journal.trouble is None


def test_retries_come_at_longer_and_longer_pauses() -> None:
    table = a_table(2)
    table.act()
    table.disk.fault = lambda _: errno.EIO
    table.act()
    tries = []
    for tenth in range(600):
        before = table.disk.calls
        table.journal.retry(tenth / 10)
        if table.disk.calls > before:
            tries.append(tenth / 10)
    assert tries == [1.0, 3.0, 7.0, 15.0, 25.0, 35.0, 45.0, 55.0]


def test_a_file_system_without_locks_is_used_without() -> None:
    disk = a_disk(4)
    disk.fault = lambda name: errno.ENOLCK if name == "lock" else 0
    table = Table(disk, 4)
    for _ in range(5):
        table.act()
        assert table.journal.trouble is None
    table.check_all_saved()


def test_games_that_are_over_hold_no_file_open() -> None:
    table = a_table(5)
    while len(table.games) < 6:
        table.act()
    assert table.disk.open_count <= 2  # the folder's lock and the game going on
    table.journal.close()
    assert table.disk.open_count == 0
