"""The letters by which players are told apart without colour."""

from __future__ import annotations

from collections.abc import Sequence

from device.flow.screen import Sign
from rules.setups import Setup


def signs(setup: Setup) -> tuple[Sign, ...]:
    """A sign for each seat: its colour, if any, and a letter or two of its name."""
    letters = letters_of(setup.names)
    return tuple(
        Sign(letter, seat.colour)
        for letter, seat in zip(letters, setup.seats, strict=True)
    )


def letters_of(names: Sequence[str]) -> tuple[str, ...]:
    """One letter where it is unique, else two, else the number of the seat."""
    for length in (1, 2):
        short = [name.strip()[:length].capitalize() for name in names]
        if len(set(short)) == len(short):
            return tuple(short)
    firsts = [name.strip()[:2].capitalize() for name in names]
    return tuple(
        first if firsts.count(first) == 1 else str(seat + 1)
        for seat, first in enumerate(firsts)
    )
