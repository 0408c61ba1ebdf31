"""How like a face is to faces that were shown before, and what that is worth.

A face is compared with each shown one in all four quarter turns, by the correlation of
their colours after brightness, contrast and any even slope of light are taken out; a
few small shifts and sizes are tried, as corners are known to a pixel or two. That is an
opinion of its own beside the nets': where both agree the value is surer; where likeness
is overwhelming it decides; where they differ otherwise, the table is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import CROP_MARGIN, CROP_PX, Pyramid, crop_face

if TYPE_CHECKING:  # the pipeline calls `refine`, so it is not imported at run time
    from vision.opinions import FaceOpinion

Frame = NDArray[np.uint8]
Floats = NDArray[np.float32]

#: Side of the compared patch, and its share of the face: the rim differs with the lamp.
PATCH_PX = 20
PATCH_SHARE = 0.75
SHIFTS_PX = (-1.4, 0.0, 1.4)
SCALES = (0.93, 1.0, 1.07)
#: Where the detector believes less than this in a face, nothing is compared.
LEAST_HEAT = 0.2
#: Faces of a picture that the detector believes this much in tell how large dice are
#: there; a single pip or a smaller thing may look like the 1 of dice with odd marks.
FAIR_HEAT = 0.35
LEAST_SIZE = 0.6
#: Faces less alike than this are not the same; likeness says nothing then.
ALIKE = 0.6
#: A face whose value was not shown may be as like a shown one of another value as this.
UNSHOWN = 0.7
#: Correlations within this of 1 differ by noise alone.
NOISE = 0.02
#: Logistic regression on rendered odd dice, by `models/evaluate_teach.py --fit`.
RIGHT = {"bias": -3.7, "score": 4.8, "lead": 4.2}
#: From here on likeness needs no net to agree with it.
OVERWHELMING = 0.99
#: From this correlation on likeness may decide anything by itself.
CLEAR = 0.8
#: From here on likeness tells that a face lies there, if none that is likelier is near.
STRONG = 0.9
#: From here on likeness that differs from the nets leaves no value surer than DISPUTED.
DOUBTFUL = 0.6
DISPUTED = 0.8
#: A face that the reader calls none is likelier the side of a die whose top face
#: stands this near, in edges.
BESIDE = 0.95
LIMIT = 1e-4


@dataclass(frozen=True)
class ShownFace:
    """One face as it was shown.

    Attributes:
        value: 1 to 6.
        crop: RGB, `uint8`, (CROP_PX, CROP_PX, 3), upright as `vision.faces` cuts it.
    """

    value: int
    crop: Frame

    def __post_init__(self) -> None:
        if not 1 <= self.value <= 6:
            raise ValueError(f"value must be 1 to 6, got {self.value!r}")
        if self.crop.shape != (CROP_PX, CROP_PX, 3) or self.crop.dtype != np.uint8:
            form = f"{self.crop.dtype} {self.crop.shape}"
            raise ValueError(
                f"crop must be uint8 ({CROP_PX}, {CROP_PX}, 3), got {form}"
            )


@dataclass(frozen=True)
class Taught:
    """All faces that a table has shown, whatever dice they are of."""

    faces: tuple[ShownFace, ...]

    @cached_property
    def patterns(self) -> Floats:
        """Every face in every quarter turn, shape (4 N, dimensions), unit length."""
        turned = [np.rot90(f.crop, q) for f in self.faces for q in range(4)]
        return np.concatenate([_patches(crop, (0.0,), (1.0,)) for crop in turned])

    @cached_property
    def values(self) -> NDArray[np.int64]:
        """The value of each of `patterns`."""
        return np.repeat([face.value for face in self.faces], 4)


@dataclass(frozen=True)
class Likeness:
    """What a face is most like.

    Attributes:
        value: Of the shown face that is most like it.
        score: Correlation with that, at most 1.
        lead: Logarithm of how many times less unlike it is to that than to faces of any
            other value.
    """

    value: int
    score: float
    lead: float

    @property
    def probability(self) -> float:
        """That the value is right, 0 to 1."""
        x = RIGHT["bias"] + RIGHT["score"] * self.score + RIGHT["lead"] * self.lead
        return float(1 / (1 + np.exp(-np.clip(x, -30, 30))))


def _flat_light() -> Floats:
    """An orthonormal base of what an even slope of light adds to a patch, (3, n)."""
    axis = np.linspace(-1, 1, PATCH_PX)
    x, y = np.meshgrid(axis, axis)
    base = np.stack([np.ones(x.size), x.ravel(), y.ravel()])
    return np.asarray(base / np.linalg.norm(base, axis=1, keepdims=True), np.float32)


_SLOPES = _flat_light()


def _patches(
    crop: Frame, shifts: Sequence[float] = SHIFTS_PX, scales: Sequence[float] = SCALES
) -> Floats:
    """The face of a crop, normalised, at every small shift and size, (K, dims)."""
    soft = cv2.GaussianBlur(crop.astype(np.float32), (0, 0), 0.9)
    step = CROP_PX / CROP_MARGIN * PATCH_SHARE / PATCH_PX
    middle, own = (CROP_PX - 1) / 2, (PATCH_PX - 1) / 2
    rows = []
    for scale in scales:
        k = step * scale
        for dx in shifts:
            for dy in shifts:
                m = np.array(
                    [[k, 0, middle + dx - k * own], [0, k, middle + dy - k * own]]
                )
                size = (PATCH_PX, PATCH_PX)
                flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
                rows.append(cv2.warpAffine(soft, m, size, flags=flags))
    flat = np.stack(rows).transpose(0, 3, 1, 2).reshape(len(rows), 3, -1)
    flat = flat - (flat @ _SLOPES.T) @ _SLOPES
    all_colours = flat.reshape(len(rows), -1)
    length = np.linalg.norm(all_colours, axis=1, keepdims=True)
    return np.asarray(all_colours / np.maximum(length, 1.0), np.float32)


def compare(crop: Frame, taught: Taught) -> Likeness | None:
    """What a face is most like, or None where it is like nothing that was shown."""
    if not taught.faces:
        return None
    alike = (_patches(crop) @ taught.patterns.T).max(0)
    best = [
        float(alike[taught.values == value].max(initial=-1.0)) for value in range(1, 7)
    ]
    value = int(np.argmax(best)) + 1
    if best[value - 1] < ALIKE:
        return None
    others = [s for v, s in enumerate(best, 1) if v != value]
    rival = max(s if s > -1 else UNSHOWN for s in others)
    lead = np.log((1 - rival + NOISE) / (1 - best[value - 1] + NOISE))
    return Likeness(value, best[value - 1], float(lead))


def refine(
    picture: Frame | Pyramid,
    opinions: Sequence[FaceOpinion],
    taught: Taught | None,
) -> list[FaceOpinion]:
    """The same opinions where some faces are like those that were shown.

    Args:
        picture: RGB, the one that the opinions are of.
        opinions: Of every candidate, as `vision.opinions.opinions_of` has them.
        taught: What was shown; None changes nothing.
    """
    if taught is None or not taught.faces:
        return list(opinions)
    pyramid = picture if isinstance(picture, Pyramid) else Pyramid(picture)
    sides = [o.candidate.side for o in opinions if o.candidate.heat >= FAIR_HEAT]
    usual = float(np.median(sides)) if sides else 1.0
    out = []
    for opinion in opinions:
        like = None
        is_sized = LEAST_SIZE < opinion.candidate.side / usual < 1 / LEAST_SIZE
        if is_sized and opinion.candidate.heat >= LEAST_HEAT:
            like = compare(crop_face(pyramid, opinion.candidate.corners), taught)
        if like is None:
            out.append(opinion)
        else:
            out.append(fuse(opinion, like, may_rescue=not is_beside(opinion, opinions)))
    return out


def fuse(opinion: FaceOpinion, like: Likeness, *, may_rescue: bool) -> FaceOpinion:
    """One opinion and what its face is like.

    Args:
        opinion: The nets'.
        like: What the face is like.
        may_rescue: Whether likeness may tell that a face lies there at all.
    """
    p = min(max(like.probability, LIMIT), 1 - LIMIT)
    at = like.value - 1
    agree = int(opinion.values.argmax()) == at
    if agree and p < STRONG:
        return opinion
    odds = np.asarray(opinion.values * _spread_of(at, p), np.float32)
    odds /= odds.sum()
    if not agree and p >= DOUBTFUL:
        decides = p >= OVERWHELMING and like.score >= CLEAR
        odds = _spread_of(at, p) if decides else _at_most(odds, DISPUTED)
    if p < STRONG or like.score < CLEAR or not may_rescue:
        return replace(opinion, values=odds)
    heat = max(opinion.candidate.heat, p)
    candidate = replace(opinion.candidate, heat=heat, values=odds)
    none = min(opinion.none, 1 - p)
    return replace(opinion, candidate=candidate, values=odds, none=none)


def _at_most(odds: Floats, most: float) -> Floats:
    """The same order with the likeliest held down."""
    top = float(odds.max())
    if top <= most:
        return odds
    out = odds * (1 - most) / max(1 - top, 1e-6)
    out[odds.argmax()] = most
    return np.asarray(out / out.sum(), np.float32)


def _spread_of(at: int, p: float) -> Floats:
    """Probability `p` of one value, the rest even."""
    odds = np.full(6, (1 - p) / 5, np.float32)
    odds[at] = p
    return odds


def is_beside(opinion: FaceOpinion, opinions: Sequence[FaceOpinion]) -> bool:
    """Whether a likelier face stands so near that this may be a side of its die.

    Args:
        opinion: Of one candidate.
        opinions: Of all, that one included.
    """
    mine = opinion.candidate
    for other in opinions:
        if other is opinion:
            continue
        theirs = other.candidate
        far = np.hypot(*np.subtract(mine.center, theirs.center))
        near = far < BESIDE * max(mine.side, theirs.side)
        if near and (theirs.heat > mine.heat or other.none < opinion.none):
            return True
    return False
