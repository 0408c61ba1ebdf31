"""Learn faces from photos of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.faces import Pyramid, crop_face
from vision.likeness import ShownFace, Taught, compare, is_beside
from vision.opinions import AnyModels, FaceOpinion, belief_in, opinions_of

Frame = NDArray[np.uint8]

#: A place less likely than this is never taken for a face that is shown.
MIN_SHOWN = 0.14
#: Another place this near to a taken one, of its likelihood, may be the die instead.
RIVAL = 0.5
#: Another face this sure of itself, beside those that were told, is one too many.
ONE_TOO_MANY = 0.8
#: A net this sure of another value means that photos were mixed up.
CONTRADICTS = 0.97
#: Faces of two values that are this alike were hardly both meant.
SAME = 0.96


class TeachError(ValueError):
    """A photo that cannot be learnt from.

    Attributes:
        code: `none_found`, `too_few`, `too_many`, `unclear` or `contradicts`, to pick
            the text by.
        values: What the text needs.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(f"{code} {values}")
        self.code = code
        self.values = values


@dataclass(frozen=True)
class Picked:
    """One face cut out of a photo.

    Attributes:
        face: With the value that was told.
        read: The value that the nets read.
        confidence: How surely they did.
    """

    face: ShownFace
    read: int
    confidence: float


def pick_faces(
    picture: Frame,
    values: Sequence[int],
    models: AnyModels,
    *,
    is_certain: bool = False,
) -> list[Picked]:
    """Cut the faces out of a photo that shows dice of known values.

    Args:
        picture: RGB, `uint8`, (H, W, 3).
        values: Of the dice in it, left to right.
        models: The nets.
        is_certain: Whether the values stand even where the nets surely read others.

    Raises:
        TeachError: There is no face, there are more or fewer than values, other things
            might be the dice as well, or one is surely another value.
    """
    opinions = opinions_of(picture, models)
    scores = [_shows_face(o) for o in opinions]
    best = sorted(range(len(opinions)), key=lambda i: -scores[i])
    likely = [i for i in best if _may_be_shown(opinions[i], opinions)]
    if not likely:
        raise TeachError("none_found")
    clear = sum(belief_in(opinions[i]) >= ONE_TOO_MANY for i in likely)
    if clear > len(values):
        raise TeachError("too_many", found=clear, expected=len(values))
    if len(likely) < len(values):
        raise TeachError("too_few", found=len(likely), expected=len(values))
    if _runner_up(scores, opinions, likely, len(values)) > RIVAL:
        raise TeachError("unclear")
    shown = sorted(likely[: len(values)], key=lambda i: opinions[i].candidate.center)
    pyramid = Pyramid(picture)
    picked = []
    for i, value in zip(shown, values, strict=True):
        opinion = opinions[i]
        read, confidence = int(opinion.values.argmax()) + 1, belief_in(opinion)
        if read != value and confidence >= CONTRADICTS and not is_certain:
            raise TeachError("contradicts", read=read, value=value)
        crop = crop_face(pyramid, opinion.candidate.corners)
        picked.append(Picked(ShownFace(value, crop), read, confidence))
    return picked


def _runner_up(
    scores: Sequence[float],
    opinions: Sequence[FaceOpinion],
    likely: Sequence[int],
    count: int,
) -> float:
    """How near the best place that is not taken comes to the last that is."""
    taken = likely[:count]
    others = [
        scores[i]
        for i, opinion in enumerate(opinions)
        if i not in taken and not _is_side(opinion, opinions)
    ]
    return max(others, default=0.0) / scores[taken[-1]]


def _is_side(opinion: FaceOpinion, opinions: Sequence[FaceOpinion]) -> bool:
    return opinion.none >= 0.5 and is_beside(opinion, opinions)


def _may_be_shown(opinion: FaceOpinion, opinions: Sequence[FaceOpinion]) -> bool:
    return _shows_face(opinion) >= MIN_SHOWN and not _is_side(opinion, opinions)


def _shows_face(opinion: FaceOpinion) -> float:
    """How likely a face lies there, whatever is on it: odd marks look like none."""
    return opinion.candidate.heat * (1 - 0.7 * opinion.none)


def look_alike(faces: Sequence[ShownFace]) -> list[tuple[int, int]]:
    """Pairs of values whose faces are as like each other as one face is to itself.

    Most often the same face was shown twice under two names.
    """
    pairs = set()
    for face in faces:
        others = Taught(tuple(f for f in faces if f.value != face.value))
        like = compare(face.crop, others)
        if like is not None and like.score >= SAME:
            pairs.add((min(face.value, like.value), max(face.value, like.value)))
    return sorted(pairs)
