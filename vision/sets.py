"""Dice that come in players' sets: what one die may be, the others of its set say too.

In Dancing Dice every player has three white dice with pips of one colour (`c`) and
three of that colour with white pips (`b`), and three dice in the middle belong to
nobody. A die under a warm lamp may be red or orange by itself; where the red player
already has six, it is orange; and a player's dice lie together. The likeliest giving
of all dice is found by `vision.assign`, which also tells how sure each die's place is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.assign import assign, likeliest, odds_given
from vision.colours import ColourNames, owner_odds
from vision.readings import COLOURS, KINDS, DieReading, Point
from vision.shared import Laying, measure, pick_shared, usual_edge

Floats = NDArray[np.float64]

USUAL = Laying(may_lack_shared=True)
#: A colour that dice worth this many show is one of the table's (six dice each).
SET_DICE = 2.5
#: How likely a die is to belong to none of the sets, if it looks just like that.
STRANGER = 1e-3
#: A kind and a colour are never less likely than this: the net is not that sure. Light
#: makes colours look like others; which part is white it hardly ever hides.
LEAST_KIND, LEAST_COLOUR = 1e-4, 3e-3
#: A player's dice lie together: neighbours within so many edges speak for their colour,
#: with this weight, in so many rounds; the least that no neighbour of a colour says.
NEAR, TOGETHER, ROUNDS, ALONE = 2.5, 1.5, 2, 0.05


@dataclass(frozen=True, slots=True)
class Owned:
    """What a die is, with all dice of the table taken together.

    Attributes:
        body: Colour name.
        pips: Colour name.
        kind: One of `KINDS`.
        kind_confidence: Probability that the kind is right; 1 for a shared die of a
            whole table, whose kind says nothing.
        colour_confidence: Probability that the owner's colour is right.
    """

    body: str
    pips: str
    kind: str
    kind_confidence: float
    colour_confidence: float


def alone(names: ColourNames) -> Owned:
    """What a die is by itself."""
    body, pips, kind = names.best
    of_kind = min(1.0, float(names.kind.max()))
    return Owned(body, pips, kind, of_kind, min(1.0, names.confidence))


def in_sets(
    names: Sequence[ColourNames],
    dice: Sequence[DieReading],
    centre: Point,
    palette: Sequence[str] = (),
    laying: Laying = USUAL,
    *,
    by_itself: Sequence[Owned] = (),
) -> list[Owned]:
    """What every die is, where all but the shared ones come in sets.

    Args:
        names: Of every die, by itself.
        dice: The same dice as told without sets; their places count.
        centre: The table's middle, in pixels.
        palette: The players' colours, if they are known; else the table shows them.
        laying: What should lie there.
        by_itself: What `alone` told of every die, if it was asked.
    """
    sets = [
        _sets(names, dice, shared, palette, laying)
        for shared in _may_be_shared(dice, centre, laying)
    ]
    best = max(sets, key=lambda one: one.total)
    told = list(by_itself) or [alone(name) for name in names]
    is_whole = len(dice) % laying.per_player in (0, laying.shared)
    if is_whole:  # then these are surely the shared ones, whose kind says nothing
        for i in best.shared:
            told[i] = replace(told[i], kind_confidence=1.0)
    if not best.own or not best.colours:
        return told
    slots, odds = _settled(best, dice, laying)
    for k, i in enumerate(best.own):
        given = _owned(told[i], odds[k], int(slots[k]), best.colours)
        told[i] = given if is_whole else _no_surer(given, told[i])
    return told


@dataclass(frozen=True, slots=True)
class _Sets:
    """One way to part the dice: what each may be, as far as it tells by itself."""

    shared: tuple[int, ...]
    own: list[int]
    colours: list[str]
    logs: Floats
    room: NDArray[np.int64]
    slots: NDArray[np.int64]
    total: float


def _sets(
    names: Sequence[ColourNames],
    dice: Sequence[DieReading],
    shared: tuple[int, ...],
    palette: Sequence[str],
    laying: Laying,
) -> _Sets:
    """The sets with these dice shared, and the log likelihood of their best giving."""
    own = [i for i in range(len(dice)) if i not in shared]
    colours = list(palette)
    if own and not colours:
        colours = _colours([names[i] for i in own], laying)
    room = np.array([laying.per_kind] * (2 * len(colours)) + [len(own)])
    if not own or not colours:
        nobody = np.zeros(0, np.int64)
        return _Sets(shared, own, colours, np.zeros((0, 0)), room, nobody, 0.0)
    logs = np.log(_fits([names[i] for i in own], colours))
    slots = likeliest(logs, room)
    total = float(logs[np.arange(len(own)), slots].sum())
    return _Sets(shared, own, colours, logs, room, slots, total)


def _settled(
    sets: _Sets, dice: Sequence[DieReading], laying: Laying
) -> tuple[NDArray[np.int64], Floats]:
    """The giving once neighbours have spoken for each other's colour."""
    near = _nearness([dice[i] for i in sets.own], laying)
    slots, odds = sets.slots, odds_given(sets.logs, sets.room, sets.slots)
    for _ in range(ROUNDS):
        beside = np.log(near @ _by_colour(odds) + ALONE)
        slots, odds = assign(sets.logs + TOGETHER * _by_slot(beside), sets.room)
    return slots, odds


def _no_surer(given: Owned, by_itself: Owned) -> Owned:
    """On a table that is not whole the others may change a name, not prove it."""
    same_kind = given.kind == by_itself.kind
    same = same_kind and (given.body, given.pips) == (by_itself.body, by_itself.pips)
    of_kind, of_colour = by_itself.kind_confidence, by_itself.colour_confidence
    return replace(
        given,
        kind_confidence=min(given.kind_confidence, of_kind if same_kind else 0.5),
        colour_confidence=min(given.colour_confidence, of_colour if same else 0.5),
    )


def _may_be_shared(
    dice: Sequence[DieReading], centre: Point, laying: Laying
) -> list[tuple[int, ...]]:
    """The dice in the middle: by place on a whole table, else by what adds up.

    A table with nothing but them has no players yet.
    """
    if len(dice) <= laying.shared:
        return [tuple(range(len(dice))) if len(dice) == laying.shared else ()]
    if len(dice) % laying.per_player == 0:  # everyone's dice, and no others
        return [()]
    if len(dice) % laying.per_player != laying.shared:
        return [pick_shared(measure(dice, centre, laying))[0]]
    points = np.array([die.center for die in dice], float)
    found = set()
    for middle in (np.array(centre), points.mean(axis=0)):
        near = np.argsort(np.linalg.norm(points - middle, axis=1), kind="stable")
        found.add(tuple(sorted(int(i) for i in near[: laying.shared])))
        found.add(_closest(points, near[: 2 * laying.shared], laying.shared))
    return sorted(found)


def _closest(points: Floats, among: NDArray[np.int64], count: int) -> tuple[int, ...]:
    """So many dice that lie together best."""
    groups = np.array(list(combinations(among.tolist(), count)))
    at = points[groups]
    spread = np.linalg.norm(at - at.mean(axis=1, keepdims=True), axis=2).sum(axis=1)
    return tuple(sorted(groups[int(spread.argmin())].tolist()))


def _colours(names: Sequence[ColourNames], laying: Laying) -> list[str]:
    """The colours that enough dice show; as many as there are sets, surest first."""
    total = np.sum([owner_odds(name) for name in names], axis=0)
    most = max(1, round(len(names) / laying.per_player))
    likely = [int(i) for i in np.argsort(-total, kind="stable")[:most]]
    return [COLOURS[i] for i in likely if total[i] >= SET_DICE]


def _fits(names: Sequence[ColourNames], colours: Sequence[str]) -> Floats:
    """Likelihood of each die as `c` and as `b` of every colour, and as nobody's.

    Returns:
        Shape (dice, 2 * colours + 1).
    """
    at = [COLOURS.index(colour) for colour in colours]
    kind = np.array([name.kind for name in names], float)
    c, b = (
        np.maximum(kind[:, KINDS.index(k)], LEAST_KIND)[:, None] for k in ("c", "b")
    )
    pips = np.array([name.pips for name in names], float)[:, at]
    body = np.array([name.body for name in names], float)[:, at]
    others = np.array([owner_odds(name) for name in names], float)
    others[:, at] = 0
    stranger = STRANGER * np.maximum(others.max(axis=1), LEAST_COLOUR)
    return np.concatenate(
        [
            c * np.maximum(pips, LEAST_COLOUR),
            b * np.maximum(body, LEAST_COLOUR),
            stranger[:, None],
        ],
        axis=1,
    )


def _nearness(dice: Sequence[DieReading], laying: Laying) -> Floats:
    """How much each die is beside each other, shape (dice, dice), rows summing to 1.

    Only as many neighbours count as a player has other dice.
    """
    points = np.array([die.center for die in dice], float)
    far = np.linalg.norm(points[:, None] - points[None, :], axis=2)
    edge = usual_edge(dice)
    near = np.exp(-((far / (NEAR * edge)) ** 2))
    np.fill_diagonal(near, 0.0)
    others = min(laying.per_player - 1, len(dice) - 1)
    if others > 0:
        least = np.sort(near, axis=1)[:, -others][:, None]
        near = np.where(near >= least, near, 0.0)
    return np.asarray(near / np.maximum(near.sum(axis=1, keepdims=True), 1e-9))


def _by_colour(odds: Floats) -> Floats:
    """Probabilities of slots to those of colours, shape (dice, colours)."""
    count = odds.shape[1] // 2
    return np.asarray(odds[:, :count] + odds[:, count : 2 * count])


def _by_slot(beside: Floats) -> Floats:
    """What is said of colours for both slots of each; nobody's is as good as any."""
    nobody = beside.max(axis=1, keepdims=True)
    return np.concatenate([beside, beside, nobody], axis=1)


def _owned(alone: Owned, odds: Floats, slot: int, colours: Sequence[str]) -> Owned:
    count = len(colours)
    if slot == 2 * count:  # nobody's: as it looks by itself, and never surer than that
        share = float(odds[slot])
        return Owned(
            alone.body,
            alone.pips,
            alone.kind,
            alone.kind_confidence * share,
            alone.colour_confidence * share,
        )
    colour, is_c = colours[slot % count], slot < count
    body, pips, kind = ("white", colour, "c") if is_c else (colour, "white", "b")
    of_kind = odds[:count] if is_c else odds[count : 2 * count]
    of_colour = odds[slot % count] + odds[count + slot % count]
    return Owned(
        body, pips, kind, min(1.0, float(of_kind.sum())), min(1.0, float(of_colour))
    )
