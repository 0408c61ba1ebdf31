"""What tables have taught, for readings: always as it stands now.

A set that is taught, changed or forgotten during an evening, at this table or by
`giudice teach` beside it, is known from the next reading on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Lock

from device.disk import Disk
from device.taught import Mark, Memories, TaughtError
from vision.likeness import ShownFace, Taught


class Known:
    """Everything taught; any thread may ask.

    Args:
        data: The data folder.
        warn: Told what cannot be had back, once for each change of the folder.
        disk: To keep on; the real one where None.
    """

    def __init__(
        self,
        data: Path,
        warn: Callable[[TaughtError], None],
        disk: Disk | None = None,
    ) -> None:
        self.memories = Memories(data, disk)
        self._warn = warn
        self._lock = Lock()
        self._lent: tuple[ShownFace, ...] = ()
        self._marks: tuple[Mark, ...] = ()
        self._kept: tuple[ShownFace, ...] = ()
        self._taught: Taught | None = None

    def now(self) -> Taught | None:
        """All faces; None without any. Files are read only where one has changed."""
        with self._lock:
            marks = self.memories.marks()
            if marks != self._marks:
                self._marks = marks
                kept, faults = self.memories.everything()
                self._kept = () if kept is None else kept.faces
                self._join()
                for fault in faults:
                    self._warn(fault)
            return self._taught

    def lend(self, faces: Iterable[ShownFace]) -> None:
        """Know more faces as long as this runs, without keeping them."""
        with self._lock:
            self._lent += tuple(faces)
            self._join()

    def _join(self) -> None:
        faces = (*self._kept, *self._lent)
        self._taught = Taught(faces) if faces else None
