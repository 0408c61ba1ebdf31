"""What the example screens are made of: three players, their dice and two pictures."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

import cv2
import numpy as np

from device.flow.screen import (
    Button,
    DiceLine,
    Labels,
    Mark,
    ShownDie,
    Sign,
    Text,
    say,
)
from device.ports import Frame

TABLE, MIA = 1, 2
_FILES = {TABLE: "dancing_three.jpg", MIA: "mia_one.jpg"}
ANNA, BRUNO, CARLA = Sign("A", "red"), Sign("B", "green"), Sign("C", "blue")
#: Index of the die in the picture of the table that is shown as unsure.
UNSURE = 10
TWENTY = (
    "Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Giada", "Hugo", "Ilaria",
    "Jacopo", "Katia", "Luca", "Marta", "Nino", "Olga", "Paolo", "Quinto", "Rita",
    "Sara", "Tommaso",
)  # fmt: skip
SEATS = {"red": ANNA, "green": BRUNO, "blue": CARLA, "tango": Sign("T")}


@cache
def example_picture(shot: int) -> Frame | None:
    """The picture of an example, RGB (H, W, 3); None for another number."""
    if shot not in _FILES:
        return None
    source = (files("device") / "demo" / _FILES[shot]).read_bytes()
    decoded = cv2.imdecode(np.frombuffer(source, np.uint8), cv2.IMREAD_COLOR_RGB)
    return None if decoded is None else decoded.astype(np.uint8, copy=False)


def marks(shot: int) -> tuple[Mark, ...]:
    """What really lies in a picture; one die of it is shown as unsure."""
    told = json.loads((files("device") / "demo" / "truth.json").read_text("utf-8"))
    dice = next(one["dice"] for one in told if one["file"] == _FILES[shot])
    return tuple(
        Mark(
            tuple((float(x), float(y)) for x, y in die["corners"]),
            str(die["value"]),
            index != UNSURE,
            SEATS.get(die["colour"]),
        )
        for index, die in enumerate(dice)
    )


def buttons(
    a: Text = "", b: Text = "", x: Text = "", y: Text = "", hold_y: Text = ""
) -> dict[Button, Labels]:
    """Labels as every screen of a game has them: X held is the menu."""
    return {
        Button.A: Labels(a),
        Button.B: Labels(b),
        Button.X: Labels(x, example("menu")),
        Button.Y: Labels(y, hold_y),
    }


def example(key: str, **values: object) -> Text:
    """A text of the section `example`."""
    return say(f"example.{key}", **values)


def dice(values: str, body: str = "white", pips: str = "black") -> tuple[ShownDie, ...]:
    """Dice of one look; `?` is not known yet."""
    return tuple(
        ShownDie(None if value == "?" else int(value), body, pips) for value in values
    )


def ballo(sign: Sign, first: str, second: str, text: Text = "") -> DiceLine:
    """Six dice of a player: `c` and `b` after each value."""
    colour = sign.colour or "black"
    dice = tuple(
        ShownDie(int(one[0]), "white", colour)
        if one[1] == "c"
        else ShownDie(int(one[0]), colour, "white")
        for one in _pairs(first + second)
    )
    return DiceLine(dice, sign, text)


def _pairs(told: str) -> list[str]:
    """`6b5c` as `6b`, `5c`."""
    return [told[n : n + 2] for n in range(0, len(told), 2)]
