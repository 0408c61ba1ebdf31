"""Keeps the dice that the table has shown, and answers what teaching asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from device.flow.core import Compared, Learnt, NotLearnt
from device.flow.screen import Say
from device.flow.teaching import Compare, Learn, Write
from device.known import Known
from device.lessons import learn
from device.taught import KeptFace, TaughtError
from device.wording import Wording
from vision.likeness import ShownFace
from vision.teach import look_alike

#: So many of each value are compared: all of them would hold the app up for seconds.
MOST_COMPARED = 2


def today() -> str:
    """The date, as faces are labelled where no photo has a name."""
    return datetime.now(UTC).astimezone().date().isoformat()


class Teacher:
    """Compares and keeps faces; on the app's thread.

    Args:
        known: What readings know.
        wordings: By language.
        label: Of the faces that are kept now.
    """

    def __init__(
        self,
        known: Known,
        wordings: Mapping[str, Wording],
        label: Callable[[], str] = today,
    ) -> None:
        self._known = known
        self._wordings = wordings
        self._label = label
        self._tried = ""  # a free name that the last try failed with

    def answer(
        self, write: Write, language: str, now_s: float
    ) -> Compared | Learnt | NotLearnt:
        """Do what teaching asks for.

        Args:
            write: What.
            language: In which a name is made up where nobody gave one.
            now_s: Monotonic time.
        """
        faces = cast("Sequence[ShownFace]", write.faces)  # the eye's own
        match write:
            case Compare():
                return Compared(tuple(look_alike(_few(faces))), now_s)
            case Learn(is_lasting=False):
                self._known.lend(faces)
                return Learnt("", now_s)
            case Learn(name):
                try:
                    return Learnt(self._keep(name, faces, language), now_s)
                except TaughtError as error:
                    return NotLearnt(_reason(error), now_s)

    def _keep(self, name: str, faces: Sequence[ShownFace], language: str) -> str:
        label = self._label()
        kept = [KeptFace(face, label) for face in faces]
        name = name or self._tried or self._free_name(language)
        self._tried = name  # it may be there all the same: not twice, then
        learn(self._known.memories, name, kept)
        self._tried = ""
        return name

    def _free_name(self, language: str) -> str:
        """The first of `dadi-1`, `dadi-2` … that nothing is kept under."""
        taken = set(self._known.memories.names())
        wording, number = self._wordings[language], 1
        while (name := wording.say("teach.name", {"number": number})) in taken:
            number += 1
        return name


def _few(faces: Sequence[ShownFace]) -> list[ShownFace]:
    """The first of each value, which tell whether values were mixed up."""
    return [
        one
        for value in range(1, 7)
        for one in [face for face in faces if face.value == value][:MOST_COMPARED]
    ]


def _reason(error: TaughtError) -> Say:
    """The text of an error; of a path only the file's name has room on a screen."""
    values = {
        name: value.name if isinstance(value, Path) else str(value)
        for name, value in error.values.items()
    }
    return Say(f"teach.{error.code}", tuple(values.items()))
