"""What vision hands to the rest of the program: plain data, no pixels."""

from __future__ import annotations

from dataclasses import dataclass

#: Every colour name a reading may carry; `other` is for what none of them fits.
COLOURS = (
    "white",
    "black",
    "red",
    "blue",
    "green",
    "yellow",
    "orange",
    "purple",
    "pink",
    "grey",
    "brown",
    "other",
)
#: `c`: white body, coloured pips. `b`: coloured body, white pips. `plain`: neither.
KINDS = ("c", "b", "plain")

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die, as seen in one picture.

    Attributes:
        value: Pips on the top face, 1 to 6.
        confidence: Calibrated probability that `value` and `kind` are right, 0 to 1.
        sure: Whether the table may go on without asking about this die.
        center: (x, y) of the top face's middle in picture pixels, x right, y down.
        corners: The top face's four corners, clockwise as seen in the picture.
        body: Body colour, one of `COLOURS`.
        pips: Pip colour, one of `COLOURS`.
        kind: One of `KINDS`.
        colour_confidence: Probability that `body` and `pips` are right, 0 to 1.
        others: Values it might show instead, the likeliest first.
    """

    value: int
    confidence: float
    sure: bool
    center: Point
    corners: tuple[Point, Point, Point, Point]
    body: str
    pips: str
    kind: str
    colour_confidence: float = 1.0
    others: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.value <= 6:
            raise ValueError(f"value must be 1 to 6, got {self.value!r}")
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"confidence must be 0 to 1, got {self.confidence!r}")
        if self.body not in COLOURS or self.pips not in COLOURS:
            raise ValueError(f"unknown colour {self.body!r} or {self.pips!r}")
        if self.kind not in KINDS:
            raise ValueError(f"kind must be one of {KINDS}, got {self.kind!r}")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that does not add up in a picture.

    Attributes:
        code: A stable name, e.g. `too_few_dice`, `stray_die`; texts are keyed by it.
        text: One English line for logs and JSON.
        center: Where in the picture, if it is somewhere.
        player: The player colour it concerns, if any.
        values: What a text in another language needs, as (name, value) pairs.
    """

    code: str
    text: str
    center: Point | None = None
    player: str | None = None
    values: tuple[tuple[str, int | str], ...] = ()


@dataclass(frozen=True, slots=True)
class TableReading:
    """Every die found in one picture, left to right, and what is wrong with it."""

    dice: tuple[DieReading, ...]
    problems: tuple[Problem, ...] = ()
