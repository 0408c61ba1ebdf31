"""The system calls that the journal stands on, so that tests can make each one fail.

Every call may raise OSError. Paths are `str`: this is as near to the system as it gets.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Protocol


class Disk(Protocol):
    """A file system, call by call."""

    def make_folder(self, path: str) -> None:
        """Make one folder; it may be there already."""
        ...

    def names(self, folder: str) -> list[str]:
        """What lies in a folder, in no order."""
        ...

    def size(self, path: str) -> int:
        """Bytes of a file."""
        ...

    def read(self, path: str) -> bytes:
        """A whole file."""
        ...

    def open_new(self, path: str) -> int:
        """A descriptor to write an empty file with; what was there is emptied."""
        ...

    def open_end(self, path: str) -> int:
        """A descriptor to write at the end of a file that is there."""
        ...

    def open_folder(self, path: str) -> int:
        """A descriptor of a folder, to sync or to lock it."""
        ...

    def write(self, file: int, data: bytes) -> int:
        """Write some of `data`, at least a byte; how many."""
        ...

    def sync(self, file: int) -> None:
        """Come back once what was written is on the medium."""
        ...

    def close(self, file: int) -> None:
        """Give a descriptor back."""
        ...

    def rename(self, old: str, new: str) -> None:
        """Put a file in another's place, at once or not at all."""
        ...

    def remove(self, path: str) -> None:
        """Remove a file."""
        ...

    def lock(self, file: int) -> bool:
        """Keep others out until this process ends; False where another was first."""
        ...


class RealDisk:
    """The file system of the machine."""

    def make_folder(self, path: str) -> None:
        """Make one folder; it may be there already."""
        Path(path).mkdir(exist_ok=True)

    def names(self, folder: str) -> list[str]:
        """What lies in a folder, in no order."""
        return os.listdir(folder)  # noqa: PTH208  # names are all that is asked

    def size(self, path: str) -> int:
        """Bytes of a file."""
        return Path(path).stat().st_size

    def read(self, path: str) -> bytes:
        """A whole file."""
        return Path(path).read_bytes()

    def open_new(self, path: str) -> int:
        """A descriptor to write an empty file with."""
        return os.open(
            path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644
        )

    def open_end(self, path: str) -> int:
        """A descriptor to write at the end of a file that is there."""
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)

    def open_folder(self, path: str) -> int:
        """A descriptor of a folder."""
        return os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def write(self, file: int, data: bytes) -> int:
        """Write some of `data`."""
        return os.write(file, data)

    def sync(self, file: int) -> None:
        """Come back once what was written is on the medium."""
        os.fsync(file)

    def close(self, file: int) -> None:
        """Give a descriptor back."""
        os.close(file)

    def rename(self, old: str, new: str) -> None:
        """Put a file in another's place."""
        Path(old).replace(new)

    def remove(self, path: str) -> None:
        """Remove a file."""
        Path(path).unlink()

    def lock(self, file: int) -> bool:
        """Keep others out; the lock goes with the process, however it ends."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def write_all(disk: Disk, file: int, data: bytes) -> None:
    """Write all of `data`, in as many calls as that takes."""
    while data:
        data = data[disk.write(file, data) :]


def sync_folder(disk: Disk, folder: str) -> None:
    """Make the names in a folder last."""
    handle = disk.open_folder(folder)
    try:
        disk.sync(handle)
    finally:
        disk.close(handle)


def make_folders(disk: Disk, path: str) -> None:
    """Make a folder and those above it that are missing, so that they last.

    One that is there already is made to last too: an earlier try may have got so far.
    """
    above = str(Path(path).parent)
    try:
        disk.make_folder(path)
    except FileNotFoundError:
        make_folders(disk, above)
        disk.make_folder(path)
    with suppress(PermissionError):  # the folder of a service is in one that is not
        sync_folder(disk, above)


def put_file(disk: Disk, folder: str, name: str, data: bytes) -> None:
    """Write a whole file so that after a power cut it is the old one or the new one.

    The name lasts only once the folder is synced, which is left to the caller.
    """
    new = f"{folder}/{name}{NEW}"
    try:
        file = disk.open_new(new)
        try:
            write_all(disk, file, data)
            disk.sync(file)
        finally:
            disk.close(file)
        disk.rename(new, f"{folder}/{name}")
    except OSError:
        with suppress(OSError):  # on a full disk it would take the room it lacked
            disk.remove(new)
        raise


#: Ending of a file that is not whole yet.
NEW = ".new"
