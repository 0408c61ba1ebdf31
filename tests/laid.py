"""Dice laid on an imagined table, for tests of the layout and what follows from it."""

import numpy as np

from vision.readings import DieReading, TableReading

EDGE = 30.0
CENTRE = (800.0, 600.0)
COLOURS = ["red", "blue", "green", "yellow", "orange", "purple"]
KINDS = "cbccbb"  # first row cbc, second row cbb


def die(
    x: float,
    y: float,
    kind: str = "plain",
    colour: str = "red",
    value: int = 4,
    confidence: float = 0.99,
) -> DieReading:
    body, pips = {"c": ("white", colour), "b": (colour, "white")}.get(
        kind, (colour, "black")
    )
    h = EDGE / 2
    corners = ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h))
    return DieReading(value, confidence, True, (x, y), corners, body, pips, kind)


def seat(
    colour: str,
    angle_deg: float,
    *,
    away: float = 8,
    step: float = 1.2,
    gap: float = 1.3,
    kinds: str = KINDS,
    bend: float = 0.0,
    values: str = "123456",
) -> list[DieReading]:
    """Two rows seen from the seat at `angle_deg`; the first three are the near row."""
    a = np.radians(angle_deg)
    out, along = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    dice = []
    for i, kind in enumerate(kinds):
        side, row = i % 3 - 1, i // 3
        at = (away + row * gap + bend * side**2) * out + side * step * along
        x, y = np.array(CENTRE) + EDGE * at
        dice.append(die(x, y, kind, colour, value=int(values[i])))
    return dice


def tango(x: float = 0, y: float = 0, values: str = "451") -> list[DieReading]:
    """Three dice in the middle; the first looks like a red player's."""
    places = [(0, -1, "red"), (-1, 0.8, "blue"), (1.1, 0.7, "green")]
    return [
        die(
            CENTRE[0] + EDGE * (x + dx),
            CENTRE[1] + EDGE * (y + dy),
            "b",
            colour,
            int(value),
        )
        for (dx, dy, colour), value in zip(places, values, strict=True)
    ]


def table(players: int = 4) -> list[DieReading]:
    dice = tango()
    for i in range(players):
        dice += seat(COLOURS[i], 360 / players * i + 20)
    return dice


class FakeReader:
    """Tells the same dice whatever the picture; remembers what it was asked."""

    def __init__(self, *dice: DieReading) -> None:
        self.dice = dice
        self.expected: list[int | None] = []

    def __call__(self, picture: np.ndarray, expect: int | None = None) -> TableReading:
        self.expected.append(expect)
        return TableReading(self.dice)
