"""The reader of a game night: it is told what the game knows of the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from vision.frame import Frame
from vision.readings import TableReading

if TYPE_CHECKING:  # the nets are loaded only where they are needed
    from device.known import Known
    from vision.neutral import Area
    from vision.opinions import AnyModels
    from vision.teach import Picked


class ReadDice(Protocol):
    """Reads the dice of one picture."""

    def __call__(
        self,
        picture: Frame,
        expect: int | None = None,
        *,
        sets: bool = False,
        palette: tuple[str, ...] = (),
        is_photo: bool = False,
    ) -> TableReading:
        """Read an RGB picture.

        Args:
            picture: As the camera that hangs sees it, or a photo of a phone.
            expect: This and the two after it are as in `device.flow.core.Wish`.
            sets: Likewise.
            palette: Likewise.
            is_photo: Whether it is a photo of a phone.
        """
        ...


class TableReader:
    """Reads with the nets and what the table has taught; it can also learn.

    Args:
        models: The nets.
        known: What was taught, as it stands at each reading; None for nothing.
        grey: Where the camera that hangs sees a patch of grey, if there is one.
    """

    def __init__(
        self, models: AnyModels, known: Known | None = None, grey: Area | None = None
    ) -> None:
        self._models = models
        self._known = known
        self._grey = grey

    def __call__(
        self,
        picture: Frame,
        expect: int | None = None,
        *,
        sets: bool = False,
        palette: tuple[str, ...] = (),
        is_photo: bool = False,
    ) -> TableReading:
        """As `ReadDice`."""
        from vision.pipeline import read_picture

        return read_picture(
            picture,
            self._models,
            expect,
            sets=sets,
            palette=palette,
            taught=None if self._known is None else self._known.now(),
            kinds=sets,  # games whose dice come in no sets have no kinds
            grey=None if is_photo else self._grey,
        )

    def show(
        self, picture: Frame, value: int, *, is_certain: bool = False
    ) -> list[Picked]:
        """As `device.lessons.ShowFaces`."""
        from device.lessons import pick_shown

        return pick_shown(picture, value, self._models, is_certain=is_certain)


def open_table_reader(
    known: Known | None = None, grey: Area | None = None
) -> TableReader:
    """Load the nets; slow, so once a run.

    Args:
        known: What the table has taught; where None, only the nets are used.
        grey: As in `TableReader`.
    """
    from vision.session import load_models

    return TableReader(load_models(), known, grey)
