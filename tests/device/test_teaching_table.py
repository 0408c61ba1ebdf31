"""A whole table that is taught: the app, the eye, the nets, a disk, rendered dice."""

from __future__ import annotations

from argparse import ArgumentParser
from functools import cache
from pathlib import Path

import numpy as np

from device.app import App
from device.cameras.fake import FakeCamera
from device.cameras.shots import PictureShot
from device.commands.teach import add_arguments, run
from device.eye import Eye, Sight
from device.fakes import FakeClock, FakeJournal
from device.flow import evening
from device.flow.core import Seen, Shown
from device.flow.games import FLOWS
from device.flow.screen import Button, Picture, say
from device.inbox import Pick, Push
from device.known import Known
from device.parts import Parts
from device.pictures import PictureStore
from device.ports import Frame
from device.table_reader import TableReader
from device.taught import Memories
from device.teacher import Teacher
from models.evaluate_teach import odd_look, shoot
from rules.referee import begin
from rules.setups import Seat, Setup
from tests.device.evenings import WORDINGS, WORDS
from tests.device.test_teacher import FullDisk
from vision.change import shrink
from vision.opinions import AnyModels
from vision.readings import TableReading
from vision.session import load_models

A, B, X, Y = Button
SEI_DADI = Setup("sei-dadi", (Seat("Anna"), Seat("Bruno")), {})


@cache
def models() -> AnyModels:
    return load_models(1)


@cache
def photos() -> dict[str, Frame]:
    """Dice whose 1 is a letter: three ones, a two, and a table of four."""
    rng = np.random.default_rng(32)
    look = odd_look(rng, "logo one")
    tables = {"111": [1] * 3, "2": [2], "1316": [1, 3, 1, 6]}
    shown = {
        name: shoot(rng, [look] * len(v), v, len(v), 0.2, 5).photo
        for name, v in tables.items()
    }
    return {**shown, "": np.full((480, 640, 3), 90, np.uint8)}


class House:
    """A table whose eye is stepped by hand."""

    def __init__(self, data: Path, disk: FullDisk | None = None) -> None:
        self.camera, self.store, self.clock = FakeCamera(), PictureStore(), FakeClock()
        self.sights: list[Sight] = []
        self.seen: list[TableReading] = []
        known = Known(data, lambda fault: None, disk)
        self.eye = Eye(
            self.camera,
            lambda: TableReader(models(), known),
            self.sights.append,
            self.store,
            now=self.clock.now_s,
        )
        teacher = Teacher(known, WORDINGS)
        self.journal = FakeJournal()
        parts = Parts(self.clock, self.journal, WORDINGS, self.eye, teacher=teacher)
        self.app = App(evening.start(FLOWS, WORDS, found=begin(SEI_DADI)), parts)
        self.push(A)

    def lay(self, name: str, seconds: float = 2.0) -> House:
        """These dice lie there for a while."""
        picture = photos()[name]
        for _ in range(round(seconds / 0.05)):
            self.clock.pass_s(0.05)
            now_s = self.clock.now_s()
            self.camera.stays = PictureShot(now_s, shrink(picture), picture)
            self.eye.step(now_s)
            while self.sights:
                sight = self.sights.pop(0)
                if isinstance(sight, Seen):
                    self.seen.append(sight.reading)
                self.app.take(sight)
        self.app.tick()
        return self

    def push(self, *buttons: Button, is_held: bool = False) -> House:
        for button in buttons:
            self.app.take(Push(button, is_held, self.app.live.serial))
        return self

    def teach(self) -> House:
        self.push(X, is_held=True)
        self.app.take(Pick("teach", self.app.live.serial))
        assert self.name == "teaching.waiting"
        return self

    @property
    def name(self) -> str:
        return self.app.live.screen.name

    def read(self) -> list[int]:
        """What the game is told of the dice on the table."""
        return sorted(die.value for die in self.seen[-1].dice)


def test_dice_that_were_taught_are_read_the_same_evening_and_the_next(
    tmp_path: Path,
) -> None:
    house = House(tmp_path).teach().lay("111")
    assert house.name == "teaching.shown"
    big, picture, *_ = house.app.live.screen.blocks
    assert getattr(big, "text", "") == say("teaching.seen_n", count=3)
    assert isinstance(picture, Picture)
    assert picture.shot is not None
    assert house.store.get(picture.shot) is not None

    house.push(A).lay("111")
    assert house.name == "teaching.waiting"  # the ones are not taken for twos
    house.lay("2")
    assert house.name == "teaching.shown"
    house.push(A).push(Y, is_held=True)
    assert house.name == "teaching.summary"
    assert house.seen == []  # nothing of this was a roll
    house.push(A)
    assert house.name == "teaching.kept"
    assert Memories(tmp_path).load("dadi-1").values == (1, 2)
    house.push(A)
    assert house.name == "teaching.restore"
    house.push(A).lay("1316")
    assert house.read() == [1, 1, 3, 6]

    later = House(tmp_path).lay("1316")
    assert later.read() == [1, 1, 3, 6]


def test_dice_that_were_not_taught_are_read_as_before(tmp_path: Path) -> None:
    """What the test above shows is taught, not known anyway."""
    house = House(tmp_path).lay("1316")
    sure = sorted(die.value for die in house.seen[-1].dice if die.sure)
    assert sure != [1, 1, 3, 6]


def test_what_is_forgotten_beside_is_forgotten_at_the_table(tmp_path: Path) -> None:
    house = House(tmp_path).teach().lay("111").push(A).push(Y, is_held=True).push(A)
    reader = TableReader(models(), Known(tmp_path, lambda fault: None))
    assert len(reader(photos()["1316"]).dice) == 4
    parser = ArgumentParser()
    add_arguments(parser)
    assert run(parser.parse_args(["--forget", "dadi-1", "--data", str(tmp_path)])) == 0

    house.push(A, A).lay("").lay("1316")

    sure = sorted(die.value for die in house.seen[-1].dice if die.sure)
    assert sure != [1, 1, 3, 6]


def test_a_full_disk_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    disk = FullDisk()
    house = House(tmp_path, disk).teach().lay("111").push(A).push(Y, is_held=True)
    house.push(A)
    assert house.name == "teaching.failed"
    disk.is_full = False
    house.push(A)
    assert house.name == "teaching.kept"
    assert len(Memories(tmp_path).load("dadi-1").faces) == 3


def test_teaching_breaks_no_game_and_writes_nothing_into_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    before = evening.game_of(house.app.state)
    lines = list(house.journal.lines)
    shown = house.name

    house.lay("").teach().lay("111").push(X, X, Y, Y, Y)

    assert house.name == "teaching.restore"
    house.push(A).lay("")
    assert house.name == shown
    assert evening.game_of(house.app.state) is before
    assert house.journal.lines == lines


def test_a_table_without_a_memory_says_so_and_keeps_what_was_shown() -> None:
    app = App(evening.start(FLOWS, WORDS), Parts(FakeClock(), FakeJournal(), WORDINGS))

    def push(button: Button, *, is_held: bool = False) -> None:
        app.take(Push(button, is_held, app.live.serial))

    push(X, is_held=True)
    app.take(Pick("teach", app.live.serial))
    app.take(Shown(1, ("a face",), 3, 0.0))
    push(A)
    push(Y, is_held=True)
    push(A)

    assert app.live.screen.name == "teaching.failed"
    assert app.state.teaching is not None
    assert app.state.teaching.faces == ("a face",)
