"""A file system in memory that fails when told, and forgets what was not synced.

It is meaner than a real one where that is allowed: a name lasts only once its folder
is synced; after a power cut any part of what was not synced is there, zeros among it;
and a failed fsync drops what it was to write while it still reads back well, as Linux
does. Names change in order within a folder, as journalling file systems keep them.
"""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field


class PowerCutError(BaseException):
    """Nothing runs any more."""


@dataclass(slots=True)
class Inode:
    """A file: what reads back now, and what is on the medium.

    Attributes:
        now: What reads back.
        kept: What is on the medium for sure.
        clean: How much of `now` the system believes to be on the medium.
    """

    now: bytes = b""
    kept: bytes = b""
    clean: int = 0

    def sync(self) -> None:
        """Write what is not clean; a piece that was dropped before is a hole."""
        self.kept = self.kept.ljust(self.clean, b"\0") + self.now[self.clean :]
        self.clean = len(self.now)


@dataclass(slots=True)
class Folder:
    """Names now, and the changes that the medium does not have yet."""

    now: dict[str, Inode] = field(default_factory=dict)
    kept: dict[str, Inode] = field(default_factory=dict)
    pending: list[tuple[str, Inode | None]] = field(default_factory=list)

    def set(self, name: str, inode: Inode | None) -> None:
        """Give a name to a file, or take it away."""
        self._apply(self.now, name, inode)
        self.pending.append((name, inode))

    def sync(self, changes: int | None = None) -> None:
        """Put the first `changes` of what is pending on the medium."""
        for name, inode in self.pending[:changes]:
            self._apply(self.kept, name, inode)
        self.pending = [] if changes is None else self.pending[changes:]

    @staticmethod
    def _apply(names: dict[str, Inode], name: str, inode: Inode | None) -> None:
        if inode is None:
            names.pop(name, None)
        else:
            names[name] = inode


#: Asked before every call with its name; gives an errno to fail with, or 0.
Fault = Callable[[str], int]


class SimulatedDisk:
    """A `device.disk.Disk`."""

    def __init__(self) -> None:
        self.folders = {"/": Folder()}
        self.made: list[str] = []  # folders that the medium may not have yet
        self.fault: Fault = lambda _: 0
        self.draw = random.Random(0)
        self.room: int | None = None  # bytes left; None for no end of them
        self.calls = 0
        self._open: dict[int, Inode | Folder] = {}
        self._next = 3

    # --- what the journal calls ----------------------------------------------------

    def make_folder(self, path: str) -> None:
        self._call("make_folder")
        above, _ = _split(path)
        if above not in self.folders:
            raise OSError(errno.ENOENT, "no such folder", above)
        if path not in self.folders:
            self.folders[path] = Folder()
            self.made.append(path)

    def names(self, folder: str) -> list[str]:
        self._call("names")
        names = list(self._folder(folder).now)
        names += [path.rpartition("/")[2] for path in self.folders if path != "/"]
        self.draw.shuffle(names)
        return names

    def size(self, path: str) -> int:
        self._call("size")
        return len(self._inode(path).now)

    def read(self, path: str) -> bytes:
        self._call("read")
        return self._inode(path).now

    def open_new(self, path: str) -> int:
        self._call("open_new")
        folder, name = _split(path)
        inode = Inode()
        self._folder(folder).set(name, inode)
        return self._handle(inode)

    def open_end(self, path: str) -> int:
        self._call("open_end")
        return self._handle(self._inode(path))

    def open_folder(self, path: str) -> int:
        self._call("open_folder")
        return self._handle(self._folder(path))

    def write(self, file: int, data: bytes) -> int:
        inode = self._open[file]
        assert isinstance(inode, Inode)
        code = self._code("write")
        count = (
            len(data) if self.draw.random() < 0.8 else self.draw.randint(1, len(data))
        )
        if self.room is not None:
            count = min(count, self.room - self.used())
            if count <= 0:
                raise OSError(errno.ENOSPC, "no space left")
        if code:  # some of it may be there all the same
            count = self.draw.randint(0, count)
        inode.now += data[:count]
        self._raise("write", code)
        return count

    def sync(self, file: int) -> None:
        thing = self._open[file]
        code = self._code("sync")
        if code and isinstance(thing, Inode):
            thing.clean = len(thing.now)  # it will not be tried again
        self._raise("sync", code)
        thing.sync()
        if isinstance(thing, Folder):
            path = next(path for path, each in self.folders.items() if each is thing)
            self.made = [each for each in self.made if _split(each)[0] != path]

    def close(self, file: int) -> None:
        self._open.pop(file)  # closed even where it fails, as on Linux
        self._call("close")

    def rename(self, old: str, new: str) -> None:
        self._call("rename")
        inode = self._inode(old)
        folder, name = _split(new)
        assert _split(old)[0] == folder
        # Between the two a power cut leaves both names, never neither.
        self._folder(folder).set(name, inode)
        self._folder(folder).set(_split(old)[1], None)

    def remove(self, path: str) -> None:
        self._call("remove")
        self._inode(path)
        folder, name = _split(path)
        self._folder(folder).set(name, None)

    def lock(self, file: int) -> bool:
        self._call("lock")
        return True

    # --- what a test does ----------------------------------------------------------

    @property
    def open_count(self) -> int:
        """Descriptors that were not given back."""
        return len(self._open)

    def used(self) -> int:
        """Bytes of all files that have a name."""
        return sum(
            len(inode.now)
            for folder in self.folders.values()
            for inode in folder.now.values()
        )

    def cut_power(self) -> None:
        """Lose what was not synced, or any part of it."""
        self._open.clear()
        for path in self.made:
            if self.draw.random() < 0.5:
                lost = [
                    each for each in self.folders if f"{each}/".startswith(f"{path}/")
                ]
                for each in lost:
                    del self.folders[each]
        self.made = []
        for folder in self.folders.values():
            folder.sync(self.draw.randint(0, len(folder.pending)))
            folder.now, folder.pending = dict(folder.kept), []
            for inode in folder.now.values():
                self._tear(inode)

    def _tear(self, inode: Inode) -> None:
        extra = len(inode.now) - len(inode.kept)
        if extra > 0:
            some = inode.now[len(inode.kept) :][: self.draw.randint(0, extra)]
            if some and self.draw.random() < 0.3:  # the size was kept, not the content
                some = b"\0" * len(some)
            inode.kept += some
        inode.now, inode.clean = inode.kept, len(inode.kept)

    def _call(self, name: str) -> None:
        self._raise(name, self._code(name))

    def _code(self, name: str) -> int:
        self.calls += 1
        return self.fault(name)

    def _raise(self, name: str, code: int) -> None:
        if code:
            raise OSError(code, os.strerror(code), name)

    def _folder(self, path: str) -> Folder:
        if path not in self.folders:
            raise FileNotFoundError(errno.ENOENT, "no such folder", path)
        return self.folders[path]

    def _inode(self, path: str) -> Inode:
        folder, name = _split(path)
        if name not in self._folder(folder).now:
            raise FileNotFoundError(errno.ENOENT, "no such file", path)
        return self._folder(folder).now[name]

    def _handle(self, thing: Inode | Folder) -> int:
        self._next += 1
        self._open[self._next] = thing
        return self._next


def _split(path: str) -> tuple[str, str]:
    folder, _, name = path.rpartition("/")
    return folder or "/", name
