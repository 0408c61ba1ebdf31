"""The dice in the middle that belong to nobody, told from the players' by place.

Each of their faces may have another colour, so a shared die can look like a player's
own. They are the ones without which everyone's dice add up, and that lie together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from vision.readings import DieReading, Point, Problem
from vision.rows import Points

#: This many dice nearest the centre may be the shared ones.
NEAR_CENTRE = 9
#: Shared dice with another die among them weigh as much as this many wrong dice.
NOT_APART = 2.5
#: Others this many times farther away leave no doubt that the shared dice are together.
CLEARLY = 2.0


@dataclass(frozen=True, slots=True)
class Laying:
    """What lies on a table when all is in order.

    Attributes:
        per_player: Dice of each player, in two equal rows.
        per_kind: Dice of each kind, `c` and `b`, of each player.
        shared: Dice in the middle that belong to nobody.
        may_lack_shared: Whether the shared dice may as well not lie there.
        fewest: Dice of one colour that make a player; fewer are strays.
    """

    per_player: int = 6
    per_kind: int = 3
    shared: int = 3
    may_lack_shared: bool = False
    fewest: int = 3


@dataclass(frozen=True, slots=True)
class Table:
    """Dice with all that layout asks of them, measured once; see `measure`.

    Attributes:
        dice: As read.
        points: Their middles, shape (N, 2), in pixels.
        owners: The player colour of each, None where it can be nobody's.
        centre: The table's centre, shape (2,), in pixels.
        edge: The usual length of a die's edge, in pixels.
        laying: What should lie there.
        counts: How many dice of each owner and kind.
    """

    dice: Sequence[DieReading]
    points: Points
    owners: Sequence[str | None]
    centre: Points
    edge: float
    laying: Laying
    counts: Counter[tuple[str | None, str]]


def measure(dice: Sequence[DieReading], centre: Point, laying: Laying) -> Table:
    """Look up owners, middles and sizes of all dice."""
    owners = [owner_of(die) for die in dice]
    return Table(
        dice=dice,
        points=np.array([die.center for die in dice], float).reshape(-1, 2),
        owners=owners,
        centre=np.array(centre, float),
        edge=usual_edge(dice) if dice else 1.0,
        laying=laying,
        counts=Counter(zip(owners, (die.kind for die in dice), strict=True)),
    )


def owner_of(die: DieReading) -> str | None:
    """The player colour of a die, or None for one that can be nobody's.

    A `c` (coloured pips on white) tells by its pips, a `b` by its body.
    """
    colour = {"c": die.pips, "b": die.body}.get(die.kind)
    return None if colour == "white" else colour


def usual_edge(dice: Sequence[DieReading]) -> float:
    """Median of the mean lengths of the top faces' four sides, in pixels."""
    corners = np.array([die.corners for die in dice], float)
    sides = corners - np.roll(corners, 1, axis=1)
    return float(np.median(np.linalg.norm(sides, axis=2).mean(axis=1)))


def pick_shared(table: Table) -> tuple[tuple[int, ...], list[Problem]]:
    """Pick the shared dice: what is left adds up best, then what lies in the middle."""
    wanted = table.laying.shared
    best = _best(table)
    if len(best) < wanted and not (table.laying.may_lack_shared and not best):
        values = (("found", len(best)), ("expected", wanted))
        text = f"{len(best)} of {wanted} shared dice found in the middle"
        where = as_point(table.centre)
        return best, [Problem("tango_missing", text, where, values=values)]
    if best and not _is_apart(table, best):
        where = as_point(table.points[list(best)].mean(axis=0))
        return best, [Problem("tango_unclear", "which are the shared dice?", where)]
    return best, []


def _best(table: Table) -> tuple[int, ...]:
    wrong = {chosen: _wrong(table, chosen) for chosen in _candidates(table)}
    bound = min(wrong.values()) + NOT_APART  # place cannot make up for more than that
    likely = [chosen for chosen in wrong if wrong[chosen] <= bound]
    return min(likely, key=lambda chosen: _misfit(table, chosen, wrong[chosen]))


def _candidates(table: Table) -> Iterator[tuple[int, ...]]:
    far = np.linalg.norm(table.points - table.centre, axis=1)
    near = sorted(int(i) for i in np.argsort(far, kind="stable")[:NEAR_CENTRE])
    for size in range(min(table.laying.shared, len(near)) + 1):
        yield from combinations(near, size)


def _misfit(
    table: Table, chosen: tuple[int, ...], wrong: int
) -> tuple[float, int, float]:
    """How badly things add up if these are the shared dice; smaller is better.

    Where a player's die is covered, a shared die of the same looks would fill the gap;
    as long as all shared ones clearly lie together, it is the player's that is missing.
    """
    if not chosen:
        return wrong, 0 if table.laying.may_lack_shared else 1, 0.0
    points = table.points[list(chosen)]
    far = float(np.linalg.norm(points - table.centre, axis=1).mean())
    spread = float(np.linalg.norm(points - points.mean(axis=0), axis=1).max())
    misplaced = 0 if _is_apart(table, chosen) else NOT_APART
    is_clear = len(chosen) == table.laying.shared and _is_apart(table, chosen, CLEARLY)
    return wrong + misplaced, 0 if is_clear else 1, far + spread


def _wrong(table: Table, chosen: tuple[int, ...]) -> int:
    """How many dice are too few, too many or of the wrong kind, over all players."""
    lacking = table.laying.shared - len(chosen)
    if table.laying.may_lack_shared and not chosen:
        lacking = 0
    left = dict(table.counts)
    for i in chosen:
        left[table.owners[i], table.dice[i].kind] -= 1
    wrong = lacking
    for owner in {owner for owner, _ in left}:
        c, b = left.get((owner, "c"), 0), left.get((owner, "b"), 0)
        plain = left.get((owner, "plain"), 0)
        wrong += c + b + plain if owner is None else _wrong_of(table.laying, c, b)
    return wrong


def _wrong_of(laying: Laying, c: int, b: int) -> int:
    if c + b < laying.fewest:
        return c + b
    return abs(c + b - laying.per_player) + max(0, max(c, b) - laying.per_kind)


def _is_apart(table: Table, chosen: tuple[int, ...], times: float = 1.0) -> bool:
    """Whether all others lie farther from the chosen ones' middle, so many times."""
    far = np.linalg.norm(table.points - table.points[list(chosen)].mean(axis=0), axis=1)
    others = np.delete(far, list(chosen))
    reach = times * float(far[list(chosen)].max())
    reach *= 1 - 1e-6  # equal is equal from whatever side the table is seen
    return others.size == 0 or reach < float(others.min())


def as_point(at: Points) -> Point:
    """An array of two as a plain point."""
    return (float(at[0]), float(at[1]))
