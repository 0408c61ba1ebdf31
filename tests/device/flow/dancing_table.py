"""A table of Dancing Dice for flow tests: whose dice lie where, and whole prove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from device.flow import dancing_dice
from device.flow.confirm import At
from device.flow.core import (
    Seen,
    Voice,
)
from device.flow.dancing_pages import (
    Ladder,
    Vivacita,
    reading_of,
)
from rules.referee import Game, begin
from rules.setups import Seat, Setup
from tests import laid
from tests.device.flow.table import NAMES, Table
from vision.readings import DieReading, TableReading

SIZE = (1600, 1200)
COLOURS = laid.COLOURS


def new_game(players: int = 3, **options: int) -> Game:
    seats = tuple(
        Seat(name, colour)
        for name, colour in zip(NAMES[:players], COLOURS, strict=False)
    )
    named = {key.replace("_", "-"): value for key, value in options.items()}
    return begin(Setup("dancing-dice", seats, named))


def at_table(
    *values: str, tango: str | None = "451", kinds: str = laid.KINDS
) -> list[DieReading]:
    """Everybody's dice; the first three values of each are the primo ballo."""
    dice = [] if tango is None else laid.tango(values=tango)
    step = 360 / len(values)
    for i, each in enumerate(values):
        dice += laid.seat(COLOURS[i], step * i + 20, values=each, kinds=kinds)
    return dice


def own(values: str, colour: str, kinds: str = laid.KINDS) -> list[DieReading]:
    """One player's dice, seen from above the table: the primo ballo on top."""
    return laid.seat(colour, 90, away=-1, values=values, kinds=kinds)


def seen(dice: Sequence[DieReading], shot: int = 3) -> Seen:
    return Seen(TableReading(tuple(dice)), shot, 0.0, SIZE)


def unsure(die: DieReading, *others: int) -> DieReading:
    return replace(die, sure=False, confidence=0.6, others=others)


class Dancing(Table):
    """A table of Dancing Dice, with the Tango 1 4 5 unless told otherwise."""

    def __init__(self, players: int = 3, **options: int) -> None:
        super().__init__(dancing_dice, new_game(players, **options))

    def tango(self, values: str = "451") -> Dancing:
        dice = laid.tango(values=values)
        self.send(seen(dice, 2)).press("A A")
        return self

    def lay(self, *values: str, **how: Any) -> Dancing:
        """Sipari up, and everybody's dice are seen."""
        self.press("A").send(seen(at_table(*values, **how)))
        return self

    def prova(self, *values: str, **how: Any) -> Dancing:
        """A whole prova, confirmed, and its screens gone through."""
        self.lay(*values, **how).press("A")
        while isinstance(self.page, Ladder | Vivacita):
            self.press("A")
        return self

    @property
    def page(self) -> Any:
        return self.state.page

    @property
    def at(self) -> At | None:
        reading = reading_of(self.page)
        return None if reading is None else reading.at

    @property
    def left(self) -> list[int]:
        return [player.vivacita for player in self.state.dancing.players]

    @property
    def voices(self) -> list[Any]:
        return [sound for sound in self.sounds if isinstance(sound, Voice)]


def has_two_rows(table: Dancing) -> bool:
    return len(table.state.dancing.comparisons) == 2


def voiced(table: Dancing) -> str:
    from tests.device.flow.table import WORDINGS

    (voice,) = table.voices
    return WORDINGS[0].tell(voice.text)
