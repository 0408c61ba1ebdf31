"""Random screens: all blocks, long names, many players, nothing at all.

Drawn from a seed rather than built by hypothesis block by block, which took twenty
times as long as the drawing itself.
"""

from __future__ import annotations

from random import Random
from typing import TypeVar

from device.flow.screen import (
    Big,
    Block,
    Button,
    Countdown,
    DiceLine,
    Item,
    Labels,
    LadderShown,
    Mark,
    Menu,
    Mood,
    Note,
    PairingCode,
    Picture,
    Players,
    Row,
    RungShown,
    Screen,
    ShownDie,
    Sign,
    Tone,
)
from vision.readings import COLOURS

T = TypeVar("T")
TEXTS = (
    "",
    "Anna",
    "È",
    "Tocca a Massimiliano della Rovere",
    "Precipitevolissimevolmente" * 3,
    "Dichiarato 54, i dadi valgono 43: Anna perde 1 vita (M-6). " * 4,
    "ÀÈÌÒÙ gjpqy ‥ 漢字 🎲",
    "a\nb\tc\u202e\ud800\x00",
)
NAMES = ("Anna", "Bo", "", "Wolfgang Amadeus Mozart", "漢字")
LEFTS = ("", "6", "10", "36", "6/6", "a long state")
LETTERS = ("A", "W", "Mi", "ÈÈ", "")


class Maker:
    """Makes one screen from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def one(self, of: tuple[T, ...]) -> T:
        return self.random.choice(of)

    def chance(self) -> bool:
        return self.random.random() < 0.5

    def text(self) -> str:
        return self.one(TEXTS)

    def tone(self) -> Tone:
        return self.one(tuple(Tone))

    def sign(self) -> Sign:
        return Sign(self.one(LETTERS), self.one((None, *COLOURS)))

    def count(self, most: int) -> range:
        return range(self.random.randint(0, most))

    def row(self) -> Row:
        return Row(
            self.sign(),
            self.one(NAMES),
            self.one(LEFTS),
            self.text(),
            self.chance(),
            self.chance(),
            self.tone(),
        )

    def die(self) -> ShownDie:
        return ShownDie(
            self.one((None, 1, 2, 3, 4, 5, 6)),
            self.one(COLOURS),
            self.one(COLOURS),
            self.chance(),
            self.chance(),
        )

    def mark(self) -> Mark:
        x, y = self.random.uniform(-50, 700), self.random.uniform(-50, 500)
        edge = self.random.uniform(0, 90)
        corners = ((x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge))
        return Mark(
            corners[: self.random.choice((0, 1, 4, 4, 4))],
            self.one(("", "5", "12345678")),
            self.chance(),
            self.one((None, self.sign())),
        )

    def block(self) -> Block:
        makers = (
            lambda: Note(self.text(), self.tone()),
            lambda: Big(self.text(), self.tone()),
            lambda: Players(tuple(self.row() for _ in self.count(24))),
            lambda: Menu(
                tuple(Item(str(n), self.text(), self.text()) for n in self.count(22)),
                self.random.randint(-1, 25),
            ),
            self.dice_line,
            self.dice_line,
            lambda: Picture(
                self.one((None, 1, 2)),
                tuple(self.mark() for _ in self.count(30)),
                self.one((None, 0, 3, 40)),
            ),
            lambda: LadderShown(
                tuple(
                    RungShown(
                        self.text(),
                        tuple(self.sign() for _ in self.count(8)),
                        self.chance(),
                    )
                    for _ in self.count(14)
                )
            ),
            lambda: Countdown(
                self.one((0.0, -1.0, 0.4, 23.0, 600.0)), self.one((0.0, 60.0))
            ),
            lambda: PairingCode(
                self.one(("", "http://giudice.local:8080/pair#K7QM4T", "x" * 200)),
                self.text(),
            ),
        )
        return self.one(makers)()

    def dice_line(self) -> DiceLine:
        return DiceLine(
            tuple(self.die() for _ in self.count(12)),
            self.one((None, self.sign())),
            self.text(),
            self.one((None, 0, 2, 12)),
            self.tone(),
        )

    def screen(self) -> Screen:
        return Screen(
            "any",
            self.text(),
            self.one(tuple(Mood)),
            tuple(self.block() for _ in self.count(5)),
            {
                button: Labels(self.text(), self.text())
                for button in Button
                if self.chance()
            },
        )


def random_screen(seed: int) -> Screen:
    return Maker(seed).screen()
