"""Which dice in view are the roll: those kept may lie there too, or the last roll.

A die that lies where it lay, with the face it had, has not been rolled: what is read
counts as a roll once every die not kept has moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import dist

from device.flow.told import UNMOVED, MakeSense, Sense, Size, Told
from rules.sei_dadi import DICE
from vision.readings import DieReading, Problem, TableReading

Dice = tuple[DieReading, ...]


def rolled_of(values: Sequence[int], kept: Sequence[int]) -> tuple[int, ...] | None:
    """The roll among the dice in view; None where they cannot be one.

    Args:
        values: Of all dice in view: the roll alone, or all six.
        kept: Values of the dice kept.
    """
    if len(values) == DICE - len(kept):
        return tuple(values)
    rest = Counter(values)
    rest.subtract(kept)
    if len(values) != DICE or min(rest.values()) < 0:
        return None
    return tuple(rest.elements())


def sense_of(kept: Sequence[int]) -> MakeSense:
    """Six dice in view must have those kept among them."""

    def sense(dice: tuple[Told, ...], size: Size) -> Sense:
        values = [told.die.value for told in dice]
        if len(values) != DICE or rolled_of(values, kept) is not None:
            return Sense()
        shown = " ".join(map(str, kept))
        text = f"the kept dice {shown} are not among the six in view"
        told_values = (("kept", shown),)
        return Sense((Problem("sei_dadi.kept_missing", text, values=told_values),))

    return sense


def unmoved(before: Dice, reading: TableReading) -> list[DieReading]:
    """The dice that lie where one lay before, with the same face."""
    return [die for die in reading.dice if any(is_same(die, other) for other in before)]


def is_same(die: DieReading, other: DieReading) -> bool:
    """Whether a die lies where the other lay, with the same face."""
    return die.value == other.value and _lies_among(die, (other,))


def _lies_among(die: DieReading, others: Dice) -> bool:
    edge = dist(die.corners[0], die.corners[1])
    return any(dist(die.center, each.center) <= UNMOVED * edge for each in others)


def is_unrolled(before: Dice, kept: Sequence[int], reading: TableReading) -> bool:
    """Whether some die not kept lies there as it did before the roll."""
    lying = Counter(die.value for die in unmoved(before, reading))
    return bool(lying - Counter(kept))


def is_like_before(before: Dice, kept: Sequence[int], reading: TableReading) -> bool:
    """Whether the roll would show the very values that lay there before it."""
    rolled = rolled_of([die.value for die in reading.dice], kept)
    was = Counter(die.value for die in before)
    values = Counter(rolled or ())
    return values == was - Counter(kept) or values == was


def set_aside(
    before: Dice, loose: Sequence[int], reading: TableReading
) -> Counter[int]:
    """Values of the dice of the last roll that a hand has put aside, if that shows.

    Either they are out of view and the others are left, or all are in view and only
    some of them have moved.
    """
    seen, was = Counter(d.value for d in reading.dice), Counter(loose)
    if 0 < seen.total() < was.total() and seen <= was:
        return was - seen
    lying = Counter(die.value for die in unmoved(before, reading))
    all_seen = Counter(die.value for die in before)
    if seen == all_seen and lying and lying != seen:
        moved = (seen - lying) & was
        return moved if moved.total() == (seen - lying).total() else Counter()
    return Counter()


def left_lying(
    before: Dice, loose: Sequence[int], reading: TableReading
) -> Counter[int]:
    """Values of the dice of the last roll that stayed while the others were rolled."""
    values = Counter(die.value for die in reading.dice)
    was = Counter(die.value for die in before)
    lying = Counter(die.value for die in unmoved(before, reading))
    others = [die for die in reading.dice if not _lies_among(die, before)]
    is_whole = values.total() == was.total() == lying.total() + len(others)
    if not is_whole or values == was:
        return Counter()  # or a die that did not move was read otherwise
    return lying & Counter(loose)
