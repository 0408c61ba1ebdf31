"""A file is put in place whole, or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from device.disk import RealDisk, make_folders, put_file, write_all


class NarrowDisk(RealDisk):
    """Takes a few bytes at a time, and no more than there is room for."""

    def __init__(self, room: int) -> None:
        self.room = room

    def write(self, file: int, data: bytes) -> int:
        count = min(3, self.room)
        if not count:
            raise OSError(errno.ENOSPC, "no space left")
        self.room -= count
        return super().write(file, data[:count])


def test_a_write_goes_on_until_all_is_written(tmp_path: Path) -> None:
    disk = NarrowDisk(100)
    file = disk.open_new(str(tmp_path / "f"))
    write_all(disk, file, b"0123456789")
    disk.close(file)
    assert (tmp_path / "f").read_bytes() == b"0123456789"


def test_a_file_that_finds_no_room_leaves_the_old_one_and_nothing_else(
    tmp_path: Path,
) -> None:
    (tmp_path / "f").write_bytes(b"old")
    with pytest.raises(OSError, match="no space"):
        put_file(NarrowDisk(7), str(tmp_path), "f", b"0123456789")
    assert [path.name for path in tmp_path.iterdir()] == ["f"]
    assert (tmp_path / "f").read_bytes() == b"old"
    put_file(NarrowDisk(10), str(tmp_path), "f", b"0123456789")
    assert (tmp_path / "f").read_bytes() == b"0123456789"


def test_folders_are_made_down_to_the_last(tmp_path: Path) -> None:
    for _ in range(2):
        make_folders(RealDisk(), str(tmp_path / "a" / "b" / "c"))
    assert (tmp_path / "a" / "b" / "c").is_dir()


def test_only_one_holds_the_lock(tmp_path: Path) -> None:
    disk = RealDisk()
    first, second = disk.open_folder(str(tmp_path)), disk.open_folder(str(tmp_path))
    assert disk.lock(first)
    assert not disk.lock(second)
    disk.close(first)
    assert disk.lock(second)
    disk.close(second)
