"""Dice that come in players' sets: what one die may be, the others of its set say too.

In Dancing Dice every player has three white dice with pips of one colour (`c`) and
three of that colour with white pips (`b`), and three dice in the middle belong to
nobody. A die under a warm lamp may be red or orange by itself; where the red player
already has six, it is orange. The likeliest giving of all dice is found by
`vision.assign`, which also tells how sure each die's place in it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.assign import assign
from vision.colours import ColourNames, owner_odds
from vision.readings import COLOURS, KINDS, DieReading, Point
from vision.shared import Laying, measure, pick_shared

Floats = NDArray[np.float64]

USUAL = Laying(may_lack_shared=True)
#: A colour that dice worth this many show is one of the table's (six dice each).
SET_DICE = 2.5
#: How likely a die is to belong to none of the sets, against one that fits perfectly.
STRANGER = 1e-3
LEAST = 1e-5
WHITE = COLOURS.index("white")


@dataclass(frozen=True, slots=True)
class Owned:
    """What a die is, with all dice of the table taken together.

    Attributes:
        body: Colour name.
        pips: Colour name.
        kind: One of `KINDS`.
        kind_confidence: Probability that the kind is right; 1 for a shared die, whose
            kind says nothing.
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
) -> list[Owned]:
    """What every die is, where all but the shared ones come in sets.

    Args:
        names: Of every die, by itself.
        dice: The same dice as told without sets; their places count.
        centre: The table's middle, in pixels.
        palette: The players' colours, if they are known; else the table shows them.
        laying: What should lie there.
    """
    told = [alone(name) for name in names]
    shared = _shared(dice, centre, laying)
    for i in shared:
        told[i] = Owned(told[i].body, told[i].pips, told[i].kind, 1.0, 1.0)
    own = [i for i in range(len(dice)) if i not in shared]
    if not own:
        return told
    colours = list(palette) or _colours([names[i] for i in own], laying)
    if not colours:
        return told
    logs = np.log([_fits(names[i], colours) for i in own])
    room = np.array([laying.per_kind] * (2 * len(colours)) + [len(own)])
    slots, odds = assign(logs, room)
    for k, i in enumerate(own):
        told[i] = _owned(told[i], odds[k], int(slots[k]), colours)
    return told


def _shared(
    dice: Sequence[DieReading], centre: Point, laying: Laying
) -> tuple[int, ...]:
    """The dice in the middle; a table with nothing but them has no players yet."""
    if len(dice) <= laying.shared:
        return tuple(range(len(dice))) if len(dice) == laying.shared else ()
    if len(dice) % laying.per_player == 0:  # everyone's dice, and no others
        return ()
    shared, _ = pick_shared(measure(dice, centre, laying))
    return shared


def _colours(names: Sequence[ColourNames], laying: Laying) -> list[str]:
    """The colours that enough dice show; as many as there are sets, surest first."""
    total = np.sum([owner_odds(name) for name in names], axis=0)
    most = max(1, round(len(names) / laying.per_player))
    likely = [int(i) for i in np.argsort(-total, kind="stable")[:most]]
    return [COLOURS[i] for i in likely if total[i] >= SET_DICE]


def _fits(names: ColourNames, colours: Sequence[str]) -> list[float]:
    """Likelihood of a die as `c` and as `b` of every colour, and as nobody's."""
    c, b = (float(names.kind[KINDS.index(kind)]) for kind in ("c", "b"))
    at = [COLOURS.index(colour) for colour in colours]
    fits = [c * float(names.pips[i]) for i in at]
    fits += [b * float(names.body[i]) for i in at]
    return [*(max(fit, LEAST) for fit in fits), STRANGER]


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
