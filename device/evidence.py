"""What was judged, kept as proof beside the record, in bounded space.

Evidence of line 12 of game 34 is `000034-00012.jpg`, the picture, and `.json`, what was
read in it; where several pictures were judged, the others are `000034-00012.2.jpg` and
so on. Names sort by age without any clock. The oldest goes first.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass

from device.disk import NEW, Disk, make_folders, put_file, sync_folder

NAME = re.compile(r"(\d{6,})-(\d{5,})\.((?:\d+\.)?jpg|json)")

#: A piece of evidence: game, line.
Key = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an action rests on.

    Attributes:
        picture: The JPEG of what was judged; empty where there is none.
        reading: What was read in it, as UTF-8 JSON; empty where there is none.
        more: The other JPEGs, where several pictures were judged.
    """

    picture: bytes = b""
    reading: bytes = b""
    more: tuple[bytes, ...] = ()


class EvidenceStore:
    """The folder of all evidence; every method may raise OSError."""

    def __init__(self, disk: Disk, folder: str, most_bytes: int) -> None:
        self._disk = disk
        self._folder = folder
        self._most_bytes = most_bytes
        self._sizes: OrderedDict[Key, dict[str, int]] | None = None

    def put(self, game: int, line: int, evidence: Evidence) -> None:
        """Keep evidence; what it needs room for is dropped, the oldest first."""
        sizes = self._load()
        files = {"jpg": evidence.picture, "json": evidence.reading}
        files |= {f"{n}.jpg": jpeg for n, jpeg in enumerate(evidence.more, 2)}
        files = {ending: content for ending, content in files.items() if content}
        needed = sum(map(len, files.values()))
        if not files or needed > self._most_bytes:
            return
        while self._used() + needed > self._most_bytes and self.drop_oldest():
            pass
        for ending, content in files.items():
            put_file(self._disk, self._folder, _name((game, line), ending), content)
            sizes.setdefault((game, line), {})[ending] = len(content)
        sync_folder(self._disk, self._folder)

    def drop_oldest(self) -> bool:
        """Make room; False when there is nothing left to drop."""
        sizes = self._load()
        if not sizes:
            return False
        key = next(iter(sizes))
        for ending in tuple(sizes[key]):
            with suppress(FileNotFoundError):  # whoever removed it did our work
                self._disk.remove(f"{self._folder}/{_name(key, ending)}")
            del sizes[key][ending]
        del sizes[key]
        return True

    def _used(self) -> int:
        return sum(sum(files.values()) for files in self._load().values())

    def _load(self) -> OrderedDict[Key, dict[str, int]]:
        """What is there, the oldest first; looked up once."""
        if self._sizes is None:
            make_folders(self._disk, self._folder)
            found: dict[Key, dict[str, int]] = {}
            for name in self._disk.names(self._folder):
                path = f"{self._folder}/{name}"
                if name.endswith(NEW):
                    self._disk.remove(path)
                elif parts := NAME.fullmatch(name):
                    key = int(parts[1]), int(parts[2])
                    found.setdefault(key, {})[parts[3]] = self._disk.size(path)
            self._sizes = OrderedDict(sorted(found.items()))
        return self._sizes


def _name(key: Key, ending: str) -> str:
    game, line = key
    return f"{game:06d}-{line:05d}.{ending}"
