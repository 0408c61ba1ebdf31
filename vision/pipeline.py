"""Picture to reading: the steps of vision, in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.calibrate import calibrated, is_sure
from vision.colours import ColourNames, name_colours, paint_of, with_palette
from vision.faces import Pyramid, crop_batch
from vision.find import Candidate, find_faces, thin
from vision.readings import DieReading, Problem, TableReading

Frame = NDArray[np.uint8]
Floats = NDArray[np.float32]

#: Views of each face that are averaged: as it lies and a quarter turned.
QUARTERS = (0, 1)
#: A candidate that is less likely a die is not told.
MIN_BELIEF = 0.5
#: A candidate between this and MIN_BELIEF may be a die that was missed.
MAYBE_BELIEF = 0.3


class AnyNet(Protocol):
    """What the steps need of a net."""

    def run(self, batch: Floats) -> list[Floats]:
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


@dataclass(frozen=True)
class FaceOpinion:
    """All that is known of one candidate before it is told.

    Attributes:
        candidate: Where it is and what the detector thinks.
        values: The reader's probabilities of 1 to 6 among the values, shape (6,).
        none: The reader's probability that this is no top face.
        cocked: The reader's probability that the die leans.
        spread: How far the views of the face disagree, 0 to 1.
        colours: Names of its colours.
    """

    candidate: Candidate
    values: Floats
    none: float
    cocked: float
    spread: float
    colours: ColourNames


def _softmax(logits: Floats) -> Floats:
    e = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(e / e.sum(-1, keepdims=True), np.float32)


def read_faces(
    picture: Frame, candidates: list[Candidate], models: AnyModels
) -> list[FaceOpinion]:
    """The reader's and the colour net's opinion of every candidate."""
    if not candidates:
        return []
    batch = crop_batch(Pyramid(picture), [c.corners for c in candidates], QUARTERS)
    classes, masks = models.reader.run(batch)
    turns = len(QUARTERS)
    views = _softmax(classes).reshape(len(candidates), turns, -1)
    p = views.mean(1)
    first = batch[::turns].transpose(0, 2, 3, 1).astype(np.uint8)
    shapes = 1 / (1 + np.exp(-masks[::turns]))
    paints = [paint_of(crop, shape) for crop, shape in zip(first, shapes, strict=True)]
    names = name_colours(picture, paints, models.colours)
    out = []
    for i, candidate in enumerate(candidates):
        values = p[i, :6] / max(float(p[i, :6].sum()), 1e-6)
        spread = float(np.abs(views[i, 0] - views[i, -1]).max())
        out.append(
            FaceOpinion(
                candidate, values, float(p[i, 6]), float(p[i, 7]), spread, names[i]
            )
        )
    return out


def belief_in(opinion: FaceOpinion) -> float:
    """Probability that a die with this value lies there; its colours are left out.

    A die whose kind is in doubt is a die all the same: it is told, and asked about.
    """
    value = int(opinion.values.argmax())
    return calibrated(
        heat=opinion.candidate.heat,
        reader=float(opinion.values[value]),
        detector=float(opinion.candidate.values[value]),
        none=opinion.none + opinion.cocked,
        spread=opinion.spread,
    )


def tell(opinion: FaceOpinion) -> DieReading:
    """Fuse the opinions on one face into a reading."""
    by_likelihood = [int(i) + 1 for i in np.argsort(-opinion.values, kind="stable")]
    value = by_likelihood[0]
    body, pips, kind = opinion.colours.best
    confidence = belief_in(opinion) * min(1.0, float(opinion.colours.kind.max()))
    corners = opinion.candidate.corners
    return DieReading(
        value=value,
        confidence=confidence,
        sure=is_sure(confidence),
        center=opinion.candidate.center,
        corners=tuple((float(x), float(y)) for x, y in corners),  # type: ignore[arg-type]
        body=body,
        pips=pips,
        kind=kind,
        colour_confidence=min(1.0, opinion.colours.confidence),
        others=tuple(by_likelihood[1:]),
    )


def opinions_of(picture: Frame, models: AnyModels) -> list[FaceOpinion]:
    """Every candidate of a picture with all that is thought of it."""
    return read_faces(picture, find_faces(picture, models.detector), models)


def in_sets(
    opinions: list[FaceOpinion], least: float = MIN_BELIEF
) -> list[FaceOpinion]:
    """The same opinions where dice are known to come in sets of one colour each."""
    likely = [o.colours for o in opinions if belief_in(o) >= least]
    return [replace(o, colours=with_palette(o.colours, likely)) for o in opinions]


def read_picture(
    picture: Frame,
    models: AnyModels,
    expect: int | None = None,
    *,
    sets: bool = False,
) -> TableReading:
    """Read every die lying in one picture.

    Args:
        picture: RGB, `uint8`, shape (H, W, 3).
        models: The nets.
        expect: How many dice lie there, if that is known: another count is a problem.
        sets: Whether the dice come in sets of one colour, as players' dice do; then
            the colours that many dice show decide about the doubtful ones.

    Returns:
        The dice, left to right, with problems where something does not add up.

    Raises:
        ValueError: `picture` is not `uint8` of shape (H, W, 3).
    """
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3:
        raise ValueError(
            f"picture must be uint8 (H, W, 3), got {picture.dtype} {picture.shape}"
        )
    opinions = opinions_of(picture, models)
    if sets:
        opinions = in_sets(opinions)
    belief = [belief_in(o) for o in opinions]
    kept = thin([o.candidate for o in opinions], belief)
    dice = [tell(opinions[i]) for i in kept if belief[i] >= MIN_BELIEF]
    maybe = [
        replace(tell(opinions[i]), sure=False)
        for i in kept
        if MAYBE_BELIEF <= belief[i] < MIN_BELIEF
    ]
    dice, problems = _count(dice, maybe, expect)
    return TableReading(tuple(sorted(dice, key=lambda d: d.center)), tuple(problems))


def _count(
    dice: list[DieReading], maybe: list[DieReading], expect: int | None
) -> tuple[list[DieReading], list[Problem]]:
    """Hold the dice against the count that a game knows; take in near misses for it."""
    if expect is None or len(dice) == expect:
        return dice, []
    if len(dice) < expect:
        spare = sorted(maybe, key=lambda d: -d.confidence)[: expect - len(dice)]
        dice = dice + spare
        if len(dice) == expect:
            return dice, []
        text = f"{len(dice)} dice seen, {expect} expected: is one covered or missing?"
        return dice, [Problem("too_few_dice", text)]
    text = f"{len(dice)} dice seen, {expect} expected: take away what does not belong"
    return dice, [Problem("too_many_dice", text)]
