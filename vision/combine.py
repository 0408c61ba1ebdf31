"""Several readings of dice that lie still to one: each die by a vote of all of them.

The readings come from one camera a moment apart, so their errors are much alike: dice
that agree grow surer only a little, and dice that do not agree are never sure.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import dist

from vision.calibrate import is_sure, logit
from vision.layout import check_count
from vision.readings import DieReading, Problem, TableReading

#: Still dice that are not sure are read again for so long, in seconds …
BOUND_S = 1.2
#: … and at most so often.
MOST_READINGS = 5
#: Two readings of a die lie within this share of its edge.
SAME_PLACE = 0.5
#: How much of a second agreeing reading is news, as a share of its log odds.
NEWS = 0.1
#: Problems that are found anew once the readings are combined.
COUNTS = frozenset({"too_few_dice", "too_many_dice"})

Dice = tuple[DieReading, ...]


@dataclass(frozen=True, slots=True)
class Votes:
    """Readings of dice that have not moved between them.

    Attributes:
        readings: In the order they came in; it does not matter.
        expect: How many dice lie there, if that is known.
        began_s: When the first was taken; None without one.
    """

    readings: tuple[TableReading, ...] = ()
    expect: int | None = None
    began_s: float | None = None

    def add(self, reading: TableReading, now_s: float) -> Votes:
        """One more reading."""
        began_s = now_s if self.began_s is None else self.began_s
        return replace(self, readings=(*self.readings, reading), began_s=began_s)

    def is_enough(self, now_s: float) -> bool:
        """Whether it is sure, or has gone on for long enough."""
        if self.began_s is None:
            return False
        is_late = now_s - self.began_s >= BOUND_S
        if is_late or len(self.readings) >= MOST_READINGS:
            return True
        return is_settled(self.result())

    def result(self) -> TableReading:
        """What they say together."""
        return combine(self.readings, self.expect)


def is_settled(reading: TableReading) -> bool:
    """Whether nothing is left to ask; a table without dice is not settled at once."""
    return bool(reading.dice) and not reading.problems and _all_sure(reading.dice)


def _all_sure(dice: Dice) -> bool:
    return all(die.sure for die in dice)


def combine(
    readings: Sequence[TableReading], expect: int | None = None
) -> TableReading:
    """One reading out of several of the same dice, in whatever order they came.

    A die that fewer than half of them saw is left out; one that not all of them saw
    is not sure.

    Args:
        readings: At least one.
        expect: How many dice lie there, if that is known: another count is a problem.
    """
    if not readings:
        raise ValueError("readings must not be empty")
    ordered = sorted(readings, key=repr)  # so that the order they came in is nothing
    kept, is_doubtful = [], False
    for group in _same_dice(ordered):
        if 2 * len(group) >= len(ordered):
            kept.append(_vote(group, len(ordered)))
        elif expect is None:
            is_doubtful = True
    if is_doubtful:  # with no count to hold against, a die may be missing here
        kept = [replace(die, sure=False) for die in kept]
    dice = tuple(sorted(kept, key=lambda die: die.center))
    return check_count(TableReading(dice, _problems(ordered)), expect)


def _same_dice(readings: Sequence[TableReading]) -> list[Dice]:
    """The dice of all readings, grouped by place; a reading adds one to a group."""
    groups: list[list[DieReading]] = []
    for reading in readings:
        free = set(range(len(groups)))
        for die in reading.dice:
            at = min(free, key=lambda i: _apart(groups[i][0], die), default=None)
            if at is not None and _apart(groups[at][0], die) <= SAME_PLACE:
                free.remove(at)
                groups[at].append(die)
            else:
                groups.append([die])
    return [tuple(group) for group in groups]


def _apart(one: DieReading, other: DieReading) -> float:
    """Distance in edges of the larger one."""
    return dist(one.center, other.center) / max(edge_px(one), edge_px(other), 1e-6)


def edge_px(die: DieReading) -> float:
    """Mean length of its top face's edges, in pixels of the picture."""
    turned = (*die.corners[1:], die.corners[0])
    return sum(dist(a, b) for a, b in zip(die.corners, turned, strict=True)) / 4


def _vote(group: Dice, readings: int) -> DieReading:
    votes = _weigh(group, lambda die: str(die.value), lambda die: die.confidence)
    value = int(votes[0][0])
    voters = [die for die in group if die.value == value]
    best = max(voters, key=lambda die: die.confidence)
    body, pips, kind, colours = _paint(group)
    agree = len(voters) == len(group) == readings
    odds = sum(logit(die.confidence) for die in voters) / len(voters)
    odds *= 1 + NEWS * (len(voters) - 1) if odds > 0 else 1
    share = votes[0][1] / sum(weight for _, weight in votes)
    confidence = share / (1 + math.exp(-odds)) * len(group) / readings
    is_one_kind = len({die.kind for die in group}) == 1
    return replace(
        best,
        confidence=min(1.0, confidence),
        sure=agree and is_one_kind and is_sure(confidence) and not _is_held_back(group),
        body=body,
        pips=pips,
        kind=kind,
        colour_confidence=min(1.0, colours),
        others=_others(value, votes, best),
    )


def _is_held_back(group: Dice) -> bool:
    """Whether the reader would not call a die sure for another reason than its odds."""
    return any(is_sure(die.confidence) and not die.sure for die in group)


def _weigh(
    group: Dice,
    said: Callable[[DieReading], str],
    weight: Callable[[DieReading], float],
) -> list[tuple[str, float]]:
    """What was said, with its weight, the heaviest first."""
    weights: defaultdict[str, float] = defaultdict(float)
    for die in group:
        weights[said(die)] += weight(die) + 1e-9
    return sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))


def _paint(group: Dice) -> tuple[str, str, str, float]:
    """Body, pips and kind that weigh most together, and their confidence."""
    votes = _weigh(
        group,
        lambda die: f"{die.body} {die.pips} {die.kind}",
        lambda die: die.colour_confidence,
    )
    body, pips, kind = votes[0][0].split()
    return body, pips, kind, votes[0][1] / len(group)


def _others(
    value: int, votes: list[tuple[str, float]], best: DieReading
) -> tuple[int, ...]:
    """Other values: those that were told first, then what the surest die might be."""
    told = [int(said) for said, _ in votes[1:]]
    rest = [other for other in best.others if other not in told and other != value]
    return (*told, *rest)


def _problems(readings: Sequence[TableReading]) -> tuple[Problem, ...]:
    """Those that at least half of the readings name, but for counts."""
    named: Counter[tuple[str, str | None]] = Counter()
    first: dict[tuple[str, str | None], Problem] = {}
    for reading in readings:
        mine = {(p.code, p.player): p for p in reading.problems if p.code not in COUNTS}
        named.update(mine.keys())
        first = {**mine, **first}
    return tuple(
        first[key] for key in sorted(named, key=str) if 2 * named[key] >= len(readings)
    )
