"""The reader of a game night: it is told what the game knows of the dice."""

from __future__ import annotations

from typing import Protocol

from vision.frame import Frame
from vision.readings import TableReading


class ReadDice(Protocol):
    """Reads the dice of one picture."""

    def __call__(
        self,
        picture: Frame,
        expect: int | None = None,
        *,
        sets: bool = False,
        palette: tuple[str, ...] = (),
    ) -> TableReading:
        """Read an RGB picture; the rest is as in `device.flow.core.Wish`."""
        ...


def open_table_reader() -> ReadDice:
    """Load the nets; slow, so once a run."""
    from vision.pipeline import read_picture
    from vision.session import load_models

    models = load_models()

    def read(
        picture: Frame,
        expect: int | None = None,
        *,
        sets: bool = False,
        palette: tuple[str, ...] = (),
    ) -> TableReading:
        return read_picture(picture, models, expect, sets=sets, palette=palette)

    return read
