"""The reader of a game night: it is told what the game knows of the dice."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Protocol

from vision.frame import Frame
from vision.readings import TableReading

log = logging.getLogger("giudice")


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


def open_table_reader(data: Path | None = None) -> ReadDice:
    """Load the nets and what the table has taught; slow, so once a run.

    Args:
        data: The data folder; where None, only the nets are used.
    """
    from device.taught import known
    from vision.pipeline import read_picture
    from vision.session import load_models

    models = load_models()
    taught = known(data, _warn) if data is not None else None

    def read(
        picture: Frame,
        expect: int | None = None,
        *,
        sets: bool = False,
        palette: tuple[str, ...] = (),
    ) -> TableReading:
        return read_picture(
            picture,
            models,
            expect,
            sets=sets,
            palette=palette,
            taught=taught,
            kinds=sets,  # games whose dice come in no sets have no kinds
        )

    return read


def _warn(fault: Exception) -> None:
    log.warning("taught dice left out: %s", fault)
