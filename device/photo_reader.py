"""From a photo on disk to a reading and its time: vision, as commands use it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Protocol

from vision.frame import Frame, load_picture
from vision.layout import check_count
from vision.neutral import Area
from vision.readings import TableReading


class Reader(Protocol):
    """Reads the dice of one picture."""

    def __call__(self, picture: Frame, expect: int | None = None) -> TableReading:
        """Read an RGB picture; `expect` is how many dice lie there, if known."""
        ...


OpenReader = Callable[[], Reader]


def open_sets_reader() -> Reader:
    """As `open_reader`, for tables where the dice come in sets of one colour each."""
    return open_reader(sets=True)


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo and what was read in it.

    Attributes:
        name: The path as it was given.
        picture: RGB, `uint8`, shape (H, W, 3), upright.
        reading: The dice.
        ms: Milliseconds that reading took, without loading the file.
    """

    name: str
    picture: Frame
    reading: TableReading
    ms: float

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels."""
        height, width = self.picture.shape[:2]
        return width, height


def open_reader(*, sets: bool = False, grey: Area | None = None) -> Reader:
    """Load the nets and what tables have taught; slow, so once a run.

    Args:
        sets: As in `vision.pipeline.read_picture`.
        grey: Likewise, of every picture.
    """
    from device.taught import known_here
    from vision.pipeline import read_picture
    from vision.session import load_models

    models, taught = load_models(), known_here()

    def read(picture: Frame, expect: int | None = None) -> TableReading:
        return read_picture(
            picture, models, expect, sets=sets, taught=taught, grey=grey
        )

    return read


def read_photo(name: str, reader: Reader, expect: int | None = None) -> Photo:
    """Load and read one photo.

    Raises:
        PictureError: The file cannot be read as a photo.
    """
    return time_reading(name, load_picture(Path(name)), reader, expect)


def time_reading(
    name: str, picture: Frame, reader: Reader, expect: int | None = None
) -> Photo:
    """Read a loaded picture, hold it against `expect`, and take the time."""
    start = perf_counter()
    reading = check_count(reader(picture, expect), expect)
    return Photo(name, picture, reading, round((perf_counter() - start) * 1000, 1))
