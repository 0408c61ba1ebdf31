"""A table for the example screens: the real flows, with the demo's pictures as dice."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

import cv2
import numpy as np

from device.flow import evening
from device.flow.core import Event, Pressed, Seen
from device.flow.games import FLOWS
from device.flow.screen import Button, Screen
from device.lessons import draw_faces
from device.ports import Frame
from device.rule_book import load_rule_book
from device.wording import load_wording
from rules.referee import Game
from vision.faces import Pyramid, crop_face
from vision.likeness import ShownFace
from vision.readings import COLOURS, DieReading, TableReading
from vision.teach import Picked

#: What is known of each picture, and the pictures by the number of their shot.
TOLD = ("truth.json", "evening.json")
SHOTS = {
    1: "evening_tango_1.jpg",
    2: "evening_prova_1.jpg",
    3: "evening_prova_2.jpg",
    4: "mia_one.jpg",
}
TANGO, PROVA, NEXT_PROVA, MIA = SHOTS
#: Number of a picture of faces cut out of the first prova's, of one value, so many.
FACES, FACE, MOST_FACES = 5, 2, 3
SURE, UNSURE = 0.99, 0.55


class ExampleTable:
    """An evening played up to a screen; what would be written down is let go."""

    def __init__(self, language: str, found: Game | None = None) -> None:
        """Begin with the game that was found, else with the question for one."""
        self._state = evening.start(
            FLOWS,
            {language: _words(language)},
            found=found,
            language=language,
            has_page=True,
        )

    @property
    def screen(self) -> Screen:
        """What is shown now."""
        return evening.screen(self._state)

    def send(self, *events: Event) -> ExampleTable:
        """Something happens."""
        for event in events:
            self._state = evening.step(self._state, event).state
        return self

    def press(self, keys: str) -> ExampleTable:
        """Buttons in a row; a small letter is held: `A B y`."""
        return self.send(
            *(Pressed(Button(k.upper()), 0.0, k.islower()) for k in keys.split())
        )

    def see(
        self, shot: int, *, unsure: int | None = None, touched: bool = False
    ) -> ExampleTable:
        """The dice of a picture are read, one of them perhaps without being sure."""
        height, width = example_picture(shot).shape[:2]
        reading = _reading(shot, unsure)
        return self.send(Seen(reading, shot, 0.0, (width, height), touched))


@cache
def _words(language: str) -> evening.Words:
    wording = load_wording(language)
    colours = {colour: wording.colour(colour) for colour in COLOURS}
    return evening.words(colours, load_rule_book(language))


@cache
def example_picture(shot: int) -> Frame:
    """The picture of a shot, RGB (H, W, 3); a number that is none is a KeyError."""
    if shot == FACES:
        return draw_faces(_faces())
    source = (files("device") / "demo" / SHOTS[shot]).read_bytes()
    decoded = cv2.imdecode(np.frombuffer(source, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None  # the package's own
    return np.ascontiguousarray(decoded[..., ::-1], np.uint8)  # it is BGR


def _faces() -> list[Picked]:
    """As if they were shown to be learnt."""
    pyramid = Pyramid(example_picture(PROVA))
    corners = [
        np.asarray(die["corners"], np.float32)
        for die in _told(SHOTS[PROVA])["dice"]
        if die["value"] == FACE
    ]
    crops = [crop_face(pyramid, four) for four in corners[:MOST_FACES]]
    return [Picked(ShownFace(FACE, crop), FACE, SURE) for crop in crops]


def _reading(shot: int, unsure: int | None) -> TableReading:
    told = _told(SHOTS[shot])["dice"]
    return TableReading(tuple(_die(d, n != unsure) for n, d in enumerate(told)))


@cache
def _told(name: str) -> dict[str, Any]:
    tables: list[dict[str, Any]] = []
    for file in TOLD:
        tables += json.loads((files("device") / "demo" / file).read_text("utf-8"))
    return next(table for table in tables if table["file"] == name)


def _die(told: dict[str, Any], is_sure: bool) -> DieReading:
    value = told["value"]
    x, y = told["center"]
    corners = [(float(x), float(y)) for x, y in told["corners"]]
    return DieReading(
        value,
        SURE if is_sure else UNSURE,
        is_sure,
        (x, y),
        (corners[0], corners[1], corners[2], corners[3]),
        told["body"],
        told["pips"],
        told["kind"],
        others=tuple(other for other in (3, 5, 2) if other != value),
    )
