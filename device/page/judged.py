"""Outlines of the dice that were read in the pictures that a line rests on.

What was read is in the line's own note, the size of each picture as it was taken in the
evidence: kept pictures may be smaller, and places are in pixels of the original. Both
are files that somebody may have written by hand: nothing is taken for granted, and a
picture without places is shown as it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeGuard

Json = dict[str, object]

FACES = (1, 2, 3, 4, 5, 6)
CORNERS = 4
#: A place beyond it is not of our making, nor one that is no number.
MOST_PX = 1_000_000


def sizes_of(evidence: bytes | None) -> list[list[float] | None]:
    """(width, height) of each picture as it was taken; None where that is not known."""
    try:
        told = json.loads(evidence or b"")
    except (ValueError, RecursionError):
        return []
    pictures = told.get("pictures") if isinstance(told, Mapping) else None
    if not isinstance(pictures, list):
        return []
    return [_size(each) for each in pictures]


def marks_of(seen: object, count: int) -> list[list[Json]]:
    """What is to be outlined in each of `count` pictures.

    One picture has all dice; of several, each has those of one player, in order.
    """
    groups = [
        group
        for group in (seen.values() if isinstance(seen, Mapping) else (seen,))
        if isinstance(group, list)
    ]
    if count == 1:
        groups = [[die for group in groups for die in group]]
    if count != len(groups):
        return [[] for _ in range(count)]
    return [_marks(group) for group in groups]


def _marks(group: list[object]) -> list[Json]:
    return [mark for die in group if (mark := _mark(die)) is not None]


def _mark(die: object) -> Json | None:
    if not isinstance(die, Mapping) or die.get("value") not in FACES:
        return None
    corners = die.get("corners")
    if not (isinstance(corners, list) and len(corners) == CORNERS):
        return None
    if not all(_is_pair(each) for each in corners):
        return None
    return {
        "corners": corners,
        "label": str(die["value"]),
        "isSure": die.get("read") == die["value"],
        "sign": None,
        "id": "",
    }


def _size(picture: object) -> list[float] | None:
    size = picture.get("size") if isinstance(picture, Mapping) else None
    return size if _is_pair(size) and min(size) > 0 else None


def _is_pair(value: object) -> TypeGuard[list[float]]:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(each) in (int, float) and abs(each) <= MOST_PX for each in value)
    )
