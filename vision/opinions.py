"""What is thought of every place that may be a die, before anything is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.calibrate import face_probability, value_probability
from vision.colours import ColourNames, name_colours, paints_of
from vision.faces import MASKED, Pyramid, cut_faces, mirrored
from vision.find import Candidate, Search
from vision.likeness import Taught, refine
from vision.neutral import Light
from vision.odds import sigmoid, softmax

Frame = NDArray[np.uint8]
Floats = NDArray[np.float32]
Item = TypeVar("Item")
Told = TypeVar("Told")

#: A face is read as it lies; where that is less sure than CLEAR of any class, it is
#: read mirrored as well and both are averaged, but not where it is surer than HOPELESS
#: that there is none. With the weights of step 10 (`models/README.md`), of 7194 places
#: of the choosing sources and scenes 1521 are read twice so, 19 sure words are false
#: and 2902 true; at CLEAR 0.995 and never hopeless it is 3131, 19 and 2900, at 0.98
#: 1671, 20 and 2911.
CLEAR, HOPELESS = 0.99, 0.95
#: The reader's classes after the six values.
NONE, LEANING = 6, 7


class AnyNet(Protocol):
    """What the steps need of a net."""

    def run(self, batch: Frame | Floats) -> list[Floats]:
        """A batch to its outputs."""
        ...


class AnyModels(Protocol):
    """The nets; `vision.session.load_models` makes the real ones."""

    @property
    def detector(self) -> AnyNet:
        """Finds top faces."""
        ...

    @property
    def reader(self) -> AnyNet:
        """Reads one face."""
        ...

    @property
    def colours(self) -> AnyNet:
        """Names colours."""
        ...

    def share(
        self, work: Callable[[Sequence[Item]], Told], items: Sequence[Item]
    ) -> list[Told]:
        """What `work` tells of shares of the items, in order."""
        ...


@dataclass(frozen=True)
class FaceOpinion:
    """All that is known of one candidate before it is told.

    Attributes:
        candidate: Where it is and what the detector thinks.
        values: The reader's probabilities of 1 to 6 among the values, shape (6,).
        none: The reader's probability that this is no top face.
        cocked: The reader's probability that the die leans.
        colours: Names of its colours.
    """

    candidate: Candidate
    values: Floats
    none: float
    cocked: float
    colours: ColourNames

    @cached_property
    def face_belief(self) -> float:
        """Probability that a die's top face lies there, whatever its value."""
        none = self.none + self.cocked
        return face_probability(self.candidate.heat, none, float(self.values.max()))

    @cached_property
    def value_belief(self) -> float:
        """Probability that the likeliest value is right, if a die lies there."""
        none = self.none + self.cocked
        return value_probability(float(self.values.max()), none)

    @cached_property
    def by_likelihood(self) -> tuple[int, ...]:
        """The values 1 to 6, the likeliest first."""
        return tuple((np.argsort(-self.values, kind="stable") + 1).tolist())


def read_faces(
    picture: Frame | Pyramid,
    candidates: list[Candidate],
    models: AnyModels,
    light: Light | None = None,
) -> list[FaceOpinion]:
    """The reader's and the colour net's opinion of every candidate.

    Args:
        picture: RGB, or a pyramid of it.
        candidates: Where a die may lie.
        models: The nets.
        light: On what is known to be grey.
    """
    if not candidates:
        return []
    pyramid = picture if isinstance(picture, Pyramid) else Pyramid(picture)
    looks = models.share(partial(_look, pyramid, models.reader), candidates)
    crops, p, masks = (np.concatenate(parts) for parts in zip(*looks, strict=True))
    on_mask = sigmoid(masks)
    paints = paints_of(crops[:, MASKED, MASKED], on_mask)
    names = name_colours(pyramid, paints, models.colours, light)
    values = p[:, :6] / np.maximum(p[:, :6].sum(axis=1, keepdims=True), 1e-6)
    none, leaning = p[:, NONE].tolist(), p[:, LEANING].tolist()
    return [
        FaceOpinion(*of_one)
        for of_one in zip(candidates, values, none, leaning, names, strict=True)
    ]


def _look(
    pyramid: Pyramid, reader: AnyNet, candidates: Sequence[Candidate]
) -> tuple[Frame, Floats, Floats]:
    """Crop, class probabilities and mask of each; doubtful ones are read twice."""
    crops = cut_faces(pyramid, [c.corners for c in candidates])
    classes, masks = reader.run(crops)
    p = softmax(classes)
    twice = doubtful(p)
    if twice.size:
        again, _ = reader.run(mirrored(crops[twice]))
        other = softmax(again)
        p[twice] = (p[twice] + other) / 2
    return crops, p, masks


def doubtful(p: Floats) -> NDArray[np.intp]:
    """Which faces a second view may tell more of than the first, `p` of (N, 8)."""
    may_change = (p.max(axis=1) < CLEAR) & (p[:, NONE] < HOPELESS)
    return np.nonzero(may_change)[0]


def belief_in(opinion: FaceOpinion) -> float:
    """Probability that a die with this value lies there; its colours are left out.

    A die whose kind is in doubt is a die all the same: it is told, and asked about.
    """
    return opinion.face_belief * opinion.value_belief


def opinions_of(
    picture: Frame | Pyramid,
    models: AnyModels,
    *,
    harder: bool = False,
    taught: Taught | None = None,
) -> list[FaceOpinion]:
    """Every candidate of a picture with all that is thought of it; none overlap."""
    search = Search(picture, models.detector)
    return opinions_in(search, models, harder=harder, taught=taught)


def opinions_in(
    search: Search,
    models: AnyModels,
    *,
    harder: bool = False,
    taught: Taught | None = None,
    light: Light | None = None,
) -> list[FaceOpinion]:
    """The same of a picture that may be searched once more.

    Args:
        search: Of the picture.
        models: The nets.
        harder: As `vision.find.Search.faces` has it.
        taught: Faces that the table has shown; they are read by likeness too.
        light: What lights the colours, where it is known.
    """
    pyramid = search.pyramid
    found = read_faces(pyramid, search.faces(harder=harder), models, light)
    return refine(pyramid, found, taught)
