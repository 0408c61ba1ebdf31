"""Dice that are shown to be learnt: what is seen of them, and what is kept of it.

At the table nobody says how many dice lie there, so as many are taken as there are
faces that nothing else comes near. All else is checked as for the photos of
`giudice teach`: by `vision.teach.pick_faces`, and kept by `learn`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Protocol, runtime_checkable

import numpy as np

from device.flow.core import Shown
from device.ports import Frame
from device.taught import MOST_FACES, KeptFace, Memories, Memory, TaughtError
from vision.faces import CROP_PX
from vision.opinions import AnyModels
from vision.teach import Picked, TeachError, pick_faces

#: More dice than this are not shown at once: it is clutter, and would not be kept.
MOST_AT_ONCE = MOST_FACES
#: Below this belief the nets would not have read a face by themselves.
READ = 0.5
#: Of each face's crop the middle is shown; between faces is so much ground, in pixels.
SHOWN_PX, GAP_PX, GROUND = 44, 4, 20


@runtime_checkable
class ShowFaces(Protocol):
    """Finds faces that are shown; a reader of dice that can also learn."""

    def show(
        self, picture: Frame, value: int, *, is_certain: bool = False
    ) -> list[Picked]:
        """As `pick_shown`, with its own nets."""
        ...


@dataclass(frozen=True)
class Sight:
    """What was seen of dice that were shown.

    Attributes:
        value: That was asked for.
        picked: The faces; where they are refused, those that are surely read otherwise.
        refusal: Why, or None.
    """

    value: int
    picked: tuple[Picked, ...] = ()
    refusal: TeachError | None = None

    @property
    def image(self) -> Frame | None:
        """The faces side by side, RGB; None without any."""
        return draw_faces(self.picked) if self.picked else None

    def shown(self, shot: int | None, now_s: float) -> Shown:
        """As flows are told it.

        Args:
            shot: Number of `image`.
            now_s: Monotonic time.
        """
        if self.refusal is not None:
            read = self.refusal.values.get("read", 0)
            code = self.refusal.code
            return Shown(self.value, (), shot, now_s, refusal=code, read=int(str(read)))
        faces = tuple(one.face for one in self.picked)
        is_news = not all(map(is_as_read, self.picked))
        return Shown(self.value, faces, shot, now_s, is_news)


def look_at(
    picture: Frame, value: int, eye: ShowFaces, *, is_certain: bool = False
) -> Sight:
    """Look at dice that all show `value`.

    Where another value is surely read the faces are cut out all the same: nobody can
    say which of both is right without seeing what is meant.
    """
    try:
        picked = eye.show(picture, value, is_certain=is_certain)
    except TeachError as error:
        if error.code != "contradicts":
            return Sight(value, refusal=error)
        meant = eye.show(picture, value, is_certain=True)
        return Sight(value, tuple(meant), error)
    return Sight(value, tuple(picked))


def pick_shown(
    picture: Frame, value: int, models: AnyModels, *, is_certain: bool = False
) -> list[Picked]:
    """Cut out the faces of all dice in view, which show the same value.

    Args:
        picture: RGB, `uint8`, (H, W, 3).
        value: On top of every die.
        models: The nets.
        is_certain: Whether the value stands even where the nets surely read another.

    Raises:
        TeachError: `none_found`, `unclear` or `contradicts`.
    """
    count, unclear = 1, TeachError("unclear")
    while count <= MOST_AT_ONCE:
        try:
            return pick_faces(picture, (value,) * count, models, is_certain=is_certain)
        except TeachError as error:
            match error.code:
                case "too_many":  # so many are clear, there may be more
                    count = max(count + 1, int(str(error.values["found"])))
                case "unclear":  # one more is as likely: another die, it may be
                    count += 1
                case "too_few":  # what was as likely cannot be a face
                    break
                case _:
                    raise
    raise unclear


def is_as_read(one: Picked) -> bool:
    """Whether the nets alone read it as what it was told to be."""
    return one.read == one.face.value and one.confidence >= READ


def learn(memories: Memories, name: str, new: Sequence[KeptFace]) -> Memory:
    """Keep more faces under a name, new or known; one that is there is not kept twice.

    Raises:
        TaughtError: What is there already cannot be had back, or nothing be written.
    """
    try:
        known = memories.load(name)
    except TaughtError as error:
        if error.code != "unknown":
            raise
        known = Memory(name)
    memory = known.with_faces(one for one in new if not _is_kept(one, known))
    memories.save(memory)
    return memory


def _is_kept(one: KeptFace, known: Memory) -> bool:
    """Whether the very same crop is known, as where a try to keep it failed late."""
    return any(
        one.face.value == other.face.value
        and np.array_equal(one.face.crop, other.face.crop)
        for other in known.faces
    )


def draw_faces(picked: Sequence[Picked]) -> Frame:
    """Faces side by side, in as many rows as make it nearly square; RGB."""
    columns = ceil(sqrt(len(picked)))
    rows = ceil(len(picked) / columns)
    step = SHOWN_PX + GAP_PX
    size = (rows * step - GAP_PX, columns * step - GAP_PX, 3)
    image = np.full(size, GROUND, np.uint8)
    middle = slice((CROP_PX - SHOWN_PX) // 2, (CROP_PX + SHOWN_PX) // 2)
    for k, one in enumerate(picked):
        y, x = step * (k // columns), step * (k % columns)
        image[y : y + SHOWN_PX, x : x + SHOWN_PX] = one.face.crop[middle, middle]
    return image
