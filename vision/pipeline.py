"""Picture to reading: the steps of vision, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.calibrate import face_probability, is_sure, value_probability
from vision.colours import ColourNames, name_colours, paints_of
from vision.counts import given_count
from vision.faces import MASKED, Pyramid, cut_faces, mirrored
from vision.find import Candidate, Search, thin
from vision.layout import check_count
from vision.likeness import Taught, refine
from vision.neutral import Area, Light, light_on
from vision.readings import DieReading, Problem, TableReading
from vision.sets import Owned, alone, in_sets

Frame = NDArray[np.uint8]
Floats = NDArray[np.float32]
Item = TypeVar("Item")
Told = TypeVar("Told")

#: A face is read as it lies; where that is less sure than CLEAR of any class, it is
#: read mirrored as well and both are averaged, but not where it is surer than HOPELESS
#: that there is none. On the choosing sources and scenes, of 7194 places 1521 are read
#: twice so, 19 sure words are false and 2902 true; at CLEAR 0.995 and never hopeless it
#: is 3131, 19 and 2900, at 0.98 1671, 20 and 2911.
CLEAR, HOPELESS = 0.99, 0.95
#: A candidate that is less likely a die is not told.
MIN_BELIEF = 0.5
#: A candidate between this and MIN_BELIEF may be a die that was missed: it is asked.
#: From 0.15 down to here 24 photos more are asked about and four fewer are told false,
#: which is worth it at ten questions a false word (`SURE`).
MAYBE_BELIEF = 0.04
#: So is one of which the detector is so sure, and the reader of the value, while it is
#: not so sure that it is none: a die flush with another may look like its side. On 348
#: photos (matteop65, skovy, epanemu, n3trays) that is two questions more, one of them
#: about a die.
DISPUTED_HEAT, DISPUTED_VALUE, DISPUTED_NONE = 0.6, 0.9, 0.95
#: Where the count is known, a candidate less likely than this is not told.
MIN_GIVEN = 0.25
#: Nor is one surer than this that would not be told without the count.
NEAR_MISS = 0.8
#: Where the picture makes the count less likely than this, beside the likeliest count,
#: the count is not what lies there: the dice are told as seen, and the count asked.
MIN_FIT = 0.01
#: The reader's classes after the six values.
NONE, LEANING = 6, 7
#: From this probability on the reader says that a die leans.
COCKED = 0.6


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


def _softmax(logits: Floats) -> Floats:
    e = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(e / e.sum(-1, keepdims=True), np.float32)


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
    on_mask = np.asarray(1 / (1 + np.exp(-masks)), np.float32)
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
    p = _softmax(classes)
    twice = doubtful(p)
    if twice.size:
        again, _ = reader.run(mirrored(crops[twice]))
        other = _softmax(again)
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


def tell(opinion: FaceOpinion, owned: Owned, face: float) -> DieReading:
    """Fuse the opinions on one face into a reading.

    Args:
        opinion: Of the face.
        owned: What its colours are taken to be.
        face: Probability that a die lies there.
    """
    likeliest, *others = opinion.by_likelihood
    confidence = face * opinion.value_belief * owned.kind_confidence
    corners = opinion.candidate.corners.tolist()
    return DieReading(
        value=likeliest,
        confidence=confidence,
        sure=is_sure(confidence),
        center=opinion.candidate.center,
        corners=tuple((x, y) for x, y in corners),  # type: ignore[arg-type]
        body=owned.body,
        pips=owned.pips,
        kind=owned.kind,
        colour_confidence=owned.colour_confidence,
        others=tuple(others),
    )


def opinions_of(
    picture: Frame | Pyramid,
    models: AnyModels,
    *,
    harder: bool = False,
    taught: Taught | None = None,
) -> list[FaceOpinion]:
    """Every candidate of a picture with all that is thought of it, overlaps thinned."""
    return _opinions(Search(picture, models.detector), models, harder, taught)


def _opinions(
    search: Search,
    models: AnyModels,
    harder: bool,
    taught: Taught | None,
    light: Light | None = None,
) -> list[FaceOpinion]:
    pyramid = search.pyramid
    found = read_faces(pyramid, search.faces(harder=harder), models, light)
    opinions = refine(pyramid, found, taught)
    scores = [belief_in(o) for o in opinions]
    return [opinions[i] for i in thin([o.candidate for o in opinions], scores)]


def read_picture(
    picture: Frame,
    models: AnyModels,
    expect: int | None = None,
    *,
    sets: bool = False,
    palette: Sequence[str] = (),
    taught: Taught | None = None,
    kinds: bool = True,
    grey: Area | None = None,
) -> TableReading:
    """Read every die lying in one picture.

    Args:
        picture: RGB, `uint8`, shape (H, W, 3).
        models: The nets.
        expect: How many dice lie there, if that is known: the reader then looks harder
            for a missing one and drops the weakest of too many; another count after
            that is a problem, and no die is sure.
        sets: Whether the dice come in sets of one colour, as players' dice do; then
            all dice together decide about the doubtful ones.
        palette: The players' colours, if they are known; only with `sets`.
        taught: Faces that the table has shown; they are read by likeness too.
        kinds: Whether it matters of which kind a die is. In a game without kinds a
            doubtful one makes no die unsure; without effect with `sets`.
        grey: Where the picture shows a patch that is known to be grey; colours are
            named with less of the lamp's colour then. What `vision.neutral` refuses is
            left out of account.

    Returns:
        The dice, left to right, with problems where something does not add up:
        `too_few_dice`, `too_many_dice`, `maybe_die`, `cocked_die`.

    Raises:
        ValueError: `picture` is not `uint8` of shape (H, W, 3), or has no pixels.
    """
    is_rgb = picture.dtype == np.uint8 and picture.shape[2:] == (3,)
    if not is_rgb or not picture.size:
        raise ValueError(
            f"picture must be uint8 (H, W, 3), got {picture.dtype} {picture.shape}"
        )
    search = Search(picture, models.detector)
    light = None if grey is None else light_on(picture, grey)
    light = light if isinstance(light, Light) else None
    opinions = _opinions(search, models, False, taught, light)
    if expect is not None and _likely(opinions) < expect:
        opinions = _opinions(search, models, True, taught, light)
    told, faces, problems = _chosen(opinions, expect)
    owned = [alone(o.colours) for o in told]
    if not kinds and not sets:
        owned = [replace(of_one, kind_confidence=1.0) for of_one in owned]
    dice = [tell(o, w, f) for o, w, f in zip(told, owned, faces, strict=True)]
    if sets:
        height, width = picture.shape[:2]
        names = [o.colours for o in told]
        middle = (width / 2, height / 2)
        owned = in_sets(names, dice, middle, palette, by_itself=owned)
        dice = [tell(o, w, f) for o, w, f in zip(told, owned, faces, strict=True)]
    dice.sort(key=lambda die: die.center)
    return check_count(TableReading(tuple(dice), tuple(problems)), expect)


def _likely(opinions: Sequence[FaceOpinion]) -> int:
    return sum(belief_in(o) >= MIN_BELIEF for o in opinions)


def _chosen(
    opinions: Sequence[FaceOpinion], expect: int | None
) -> tuple[list[FaceOpinion], list[float], list[Problem]]:
    """The dice to tell, how surely each is one, and what may be one besides."""
    faces = [o.face_belief for o in opinions]
    problems = [
        _at(o, "cocked_die", "a die leans") for o in opinions if o.cocked >= COCKED
    ]
    if expect is not None:
        given, fits = given_count(faces, expect)
        if fits >= MIN_FIT:
            told, sure = _counted(opinions, given, expect)
            return told, sure, problems
    chosen = [i for i, o in enumerate(opinions) if belief_in(o) >= MIN_BELIEF]
    problems += [
        _at(o, "maybe_die", "is this a die?") for o in opinions if _may_be_die(o)
    ]
    return [opinions[i] for i in chosen], [faces[i] for i in chosen], problems


def _may_be_die(opinion: FaceOpinion) -> bool:
    """Whether it is asked about: neither told, nor hardly a die, nor said to lean."""
    belief = belief_in(opinion)
    if opinion.cocked >= COCKED or belief >= MIN_BELIEF:
        return False
    is_disputed = (
        opinion.candidate.heat >= DISPUTED_HEAT
        and float(opinion.values.max()) >= DISPUTED_VALUE
        and opinion.none < DISPUTED_NONE
    )
    return is_disputed or belief >= MAYBE_BELIEF


def _counted(
    opinions: Sequence[FaceOpinion], given: Sequence[float], expect: int
) -> tuple[list[FaceOpinion], list[float]]:
    """The dice likeliest to be told right where their number is known.

    One that would not be told by itself may be told for the count, never surely.
    """
    held = [
        g if belief_in(o) >= MIN_BELIEF else min(g, NEAR_MISS)
        for g, o in zip(given, opinions, strict=True)
    ]
    right = [h * o.value_belief for h, o in zip(held, opinions, strict=True)]
    order = sorted(range(len(held)), key=lambda i: -right[i])[:expect]
    chosen = [i for i in order if held[i] >= MIN_GIVEN]
    return [opinions[i] for i in chosen], [held[i] for i in chosen]


def _at(opinion: FaceOpinion, code: str, text: str) -> Problem:
    values = (("value", opinion.by_likelihood[0]),)
    return Problem(code, text, opinion.candidate.center, values=values)
