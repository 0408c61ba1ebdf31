"""Where every die of Di-Da-Do lies, and what a reading of the table says of them.

A die that lies where it lay with the face it had is the same. A die that was pushed is
told by its face. Whatever else differs has changed; only dice of the action may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, dist, tau
from typing import TypeAlias

from device.flow.di_da_do_plan import Die
from rules.di_da_do_moves import DICE
from vision.readings import DieReading, Point

Places: TypeAlias = Mapping[Die, Point]
Faces: TypeAlias = Mapping[Die, int]

#: A die whose middle is within this many edges of where one lay is taken for it.
SAME_PLACE = 0.6


@dataclass(frozen=True, slots=True)
class Change:
    """A die that shows another face than it should.

    Attributes:
        die: Which.
        was: Its face as the game knows it.
        now: The face there now.
    """

    die: Die
    was: int
    now: int


@dataclass(frozen=True)
class Match:
    """A whole table held against the one before.

    Attributes:
        places: Of all dice, as they lie now.
        changes: Dice that show another face though they were not to be rolled.
        rolled: Faces of the dice that were to be rolled; those still lying there are
            left out.
        known: Indices of those in view that show what the game knows of them.
    """

    places: Places
    changes: tuple[Change, ...]
    rolled: Faces
    known: frozenset[int] = frozenset()


def match(
    places: Places, faces: Faces, seen: Sequence[DieReading], rolled: Iterable[Die] = ()
) -> Match:
    """Tell which die is which; `seen` has as many dice as `places`.

    Args:
        places: Where they lay.
        faces: What they showed.
        seen: All dice in view.
        rolled: Dice that may show anything, lying anywhere.
    """
    free = set(rolled)
    left = list(seen)
    found: dict[Die, DieReading] = {}
    for die in sorted(places, key=lambda d: d in free):
        same = [s for s in left if _lies_at(s, places[die]) and _shows(s, faces[die])]
        if same:
            found[die] = same[0]
            left.remove(same[0])
    _swap_twins(places, faces, free, found)
    for die in [d for d in places if d not in found and d not in free]:
        alike = [s for s in left if s.value == faces[die]]
        if alike:
            found[die] = min(alike, key=lambda s: dist(s.center, places[die]))
            left.remove(found[die])
    changes = []
    lost = [d for d in places if d not in found]
    for die in sorted(lost, key=lambda d: d in free):
        nearest = min(left, key=lambda s: dist(s.center, places[die]))
        left.remove(nearest)
        found[die] = nearest
        if die not in free:
            changes.append(Change(die, faces[die], nearest.value))
    new = {id(found[die]) for die in lost}
    return Match(
        {die: found[die].center for die in places},
        tuple(changes),
        {die: found[die].value for die in lost if die in free},
        frozenset(i for i, each in enumerate(seen) if id(each) not in new),
    )


def _swap_twins(
    places: Places, faces: Faces, free: set[Die], found: dict[Die, DieReading]
) -> None:
    """Of two dice of a player with the same face either may be the one rolled."""
    for die in [d for d in places if d in free and d in found]:
        for twin in [d for d in places if d not in free and d not in found]:
            if twin[0] == die[0] and faces[twin] == faces[die]:
                found[twin] = found.pop(die)
                break


def _shows(seen: DieReading, face: int) -> bool:
    """A die that is not sure may show what lay there before."""
    return seen.value == face or (not seen.sure and face in seen.others)


def _lies_at(seen: DieReading, place: Point) -> bool:
    edge = dist(seen.corners[0], seen.corners[1])
    return dist(seen.center, place) <= SAME_PLACE * edge


# --- the first reading of all dice -----------------------------------------------


def groups(seen: Sequence[DieReading]) -> tuple[tuple[int, ...], ...]:
    """Indices of the dice in groups of six, clockwise round the table's middle.

    The cuts fall where the gaps between neighbours, seen from the middle, are widest.
    """
    count = len(seen)
    middle = (
        sum(die.center[0] for die in seen) / count,
        sum(die.center[1] for die in seen) / count,
    )
    angles = [
        atan2(die.center[1] - middle[1], die.center[0] - middle[0]) for die in seen
    ]
    order = sorted(range(count), key=lambda i: angles[i])
    gaps = [
        (angles[i] - angles[order[k - 1]]) % tau for k, i in enumerate(order)
    ]  # before the k-th
    first = max(range(DICE), key=lambda s: sum(gaps[s::DICE]))
    turned = order[first:] + order[:first]
    return tuple(
        tuple(sorted(turned[k : k + DICE], key=lambda i: seen[i].center))
        for k in range(0, count, DICE)
    )


def nearest_group(seen: Sequence[DieReading], parts: Sequence[Sequence[int]]) -> int:
    """The group at the lower edge of the picture, where the device usually stands."""

    def height(part: int) -> float:
        return sum(seen[i].center[1] for i in parts[part])

    return max(range(len(parts)), key=height)


# --- readings of a part of the table ---------------------------------------------


def new_faces(
    values: Sequence[int],
    asked: Sequence[Die],
    scopes: Iterable[Iterable[Die]],
    faces: Faces,
) -> tuple[int, ...] | None:
    """The faces of dice that were rolled, among all dice in view.

    Args:
        values: Of the dice in view.
        asked: The dice that were rolled.
        scopes: Sets of dice that may be in view, those rolled among them.
        faces: What all dice showed before.

    Returns:
        Lowest first; None where no scope explains what is in view, or two do otherwise.
    """
    found = set()
    for scope in scopes:
        others = Counter(faces[die] for die in scope if die not in asked)
        rest = Counter(values)
        rest.subtract(others)
        if len(values) == others.total() + len(asked) and min(rest.values()) >= 0:
            found.add(tuple(sorted(rest.elements())))
    return found.pop() if len(found) == 1 else None


def locate(seen: Sequence[DieReading], dice: Sequence[Sequence[int]]) -> Places | None:
    """Where all dice lie, told by the faces of each player; None where that is open.

    Args:
        seen: All dice in view.
        dice: Faces of each seat.
    """
    seats = len(dice)
    if len(seen) != DICE * seats:
        return None
    parts = groups(seen)
    fits = [
        first
        for first in range(seats)
        if all(
            sorted(seen[i].value for i in parts[(first + seat) % seats]) == sorted(own)
            for seat, own in enumerate(dice)
        )
    ]
    if len(fits) != 1:
        return None
    places: dict[Die, Point] = {}
    for seat, own in enumerate(dice):
        left = [seen[i] for i in parts[(fits[0] + seat) % seats]]
        for die, face in enumerate(own):
            here = next(s for s in left if s.value == face)
            left.remove(here)
            places[seat, die] = here.center
    return places
