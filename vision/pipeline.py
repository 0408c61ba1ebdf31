"""Picture to reading: the steps of vision, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.calibrate import is_sure
from vision.counts import given_count
from vision.find import Search
from vision.layout import check_count
from vision.likeness import Taught
from vision.neutral import Area, Light, light_on
from vision.opinions import AnyModels, FaceOpinion, belief_in, opinions_in
from vision.readings import DieReading, Problem, TableReading
from vision.sets import Owned, alone, in_sets

Frame = NDArray[np.uint8]

#: A candidate that is less likely a die is not told.
MIN_BELIEF = 0.5
#: One that is not told, and of which it is this likely that a die lies there, whatever
#: it shows, may be a die that was missed: it is asked about. Of 585 photos of trained
#: and choosing sources 4 are told false then and 354 go on without a question; at 0.05
#: it is 3 and 342, at 0.12 6 and 371, and a false word costs ten questions (`SURE`).
MAYBE_FACE = 0.07
#: Where the count is known, a candidate less likely than this is not told.
MIN_GIVEN = 0.25
#: Nor is one surer than this that would not be told without the count.
NEAR_MISS = 0.8
#: Where the picture makes the count less likely than this, beside the likeliest count,
#: the count is not what lies there: the dice are told as seen, and the count asked. So
#: they are where one that is sure by itself would have to be left out.
MIN_FIT = 0.01
#: From this probability on the reader says that a die leans.
COCKED = 0.6


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
    look = partial(opinions_in, search, models, taught=taught, light=light)
    opinions = look()
    if expect is not None and _likely(opinions) < expect:
        opinions = look(harder=True)
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
        held, chosen = _counted(opinions, given, expect)
        if fits >= MIN_FIT and not _is_sure_without(opinions, chosen):
            return [opinions[i] for i in chosen], [held[i] for i in chosen], problems
    chosen = [i for i, o in enumerate(opinions) if belief_in(o) >= MIN_BELIEF]
    problems += [
        _at(o, "maybe_die", "is this a die?") for o in opinions if _may_be_die(o)
    ]
    return [opinions[i] for i in chosen], [faces[i] for i in chosen], problems


def _may_be_die(opinion: FaceOpinion) -> bool:
    """Whether it is asked about: neither told, nor hardly a die, nor said to lean."""
    if opinion.cocked >= COCKED or belief_in(opinion) >= MIN_BELIEF:
        return False
    return opinion.face_belief >= MAYBE_FACE


def _counted(
    opinions: Sequence[FaceOpinion], given: Sequence[float], expect: int
) -> tuple[list[float], list[int]]:
    """How likely each is a die, and which to tell, where their number is known.

    Told are those likeliest to be told right. One that would not be told by itself may
    be told for the count, never surely.
    """
    held = [
        g if belief_in(o) >= MIN_BELIEF else min(g, NEAR_MISS)
        for g, o in zip(given, opinions, strict=True)
    ]
    right = [h * o.value_belief for h, o in zip(held, opinions, strict=True)]
    order = sorted(range(len(held)), key=lambda i: -right[i])[:expect]
    return held, [i for i in order if held[i] >= MIN_GIVEN]


def _is_sure_without(opinions: Sequence[FaceOpinion], chosen: Sequence[int]) -> bool:
    """Whether a die would be left out for the count that is sure by itself."""
    left = (o for i, o in enumerate(opinions) if i not in chosen)
    return any(is_sure(belief_in(o)) for o in left)


def _at(opinion: FaceOpinion, code: str, text: str) -> Problem:
    values = (("value", opinion.by_likelihood[0]),)
    return Problem(code, text, opinion.candidate.center, values=values)
