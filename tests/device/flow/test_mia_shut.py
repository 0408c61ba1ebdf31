"""Mia with the real eye over a camera that counts its calls."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.cameras.fake import FakeCamera
from device.cameras.shots import PictureShot
from device.eye import Eye, Sight
from device.flow import mia
from device.pictures import PictureStore
from device.ports import Frame
from rules.mia_moves import Phase
from tests.device.flow.table import Table, new_game, random_event, reading
from vision.readings import TableReading

WHOLE = np.full((240, 320, 3), 90, np.uint8)


class Desk:
    """A table of Mia whose dice are seen by the eye alone."""

    def __init__(self, name: str) -> None:
        self.camera = FakeCamera()
        self.store = PictureStore()
        self.sights: list[Sight] = []
        self.now_s = 0.0
        self.dice = (4, 2)
        self.eye = Eye(
            self.camera,
            lambda: self._read,
            self.sights.append,
            self.store,
            now=lambda: self.now_s,
        )
        self.table = Table(mia, new_game(name))
        self.eye.wish(self.table.wish)

    def _read(
        self,
        picture: Frame,
        expect: int | None = None,
        *,
        sets: bool = False,
        palette: tuple[str, ...] = (),
        is_photo: bool = False,
    ) -> TableReading:
        return reading(self.dice)

    def look(self, times: int = 1) -> None:
        """Let the eye do what it wants, and tell the table what it saw."""
        for _ in range(times):
            self.now_s += 0.05
            self.camera.stays = PictureShot(self.now_s, WHOLE[..., 0], WHOLE)
            self.eye.step(self.now_s)
        while self.sights:
            self.table.send(self.sights.pop(0))
            self.eye.wish(self.table.wish)

    @property
    def is_accused(self) -> bool:
        return self.table.state.mia.phase is Phase.REVEAL


@given(st.integers(0, 2**32), st.sampled_from(mia.GAMES))
@settings(max_examples=15, deadline=None)
def test_the_camera_gets_no_call_until_somebody_accuses(seed: int, name: str) -> None:
    draw, desk = random.Random(seed), Desk(name)
    for _ in range(80):
        desk.table.send(random_event(draw, desk.table, (2,)))
        desk.eye.wish(desk.table.wish)
        calls = len(desk.camera.calls)
        if desk.is_accused:
            desk.look()
            continue
        desk.look(3)
        assert len(desk.camera.calls) == calls
        assert len(desk.store) == 0


@pytest.mark.parametrize("name", mia.GAMES)
def test_an_accusation_is_judged_from_what_the_eye_sees(name: str) -> None:
    desk = Desk(name)
    desk.table.press("A A")
    desk.eye.wish(desk.table.wish)
    desk.look(20)
    assert desk.camera.calls == []
    desk.table.press("X")
    desk.eye.wish(desk.table.wish)
    desk.look(40)
    assert "Bugia! Anna −1" in desk.table.text
    assert desk.table.deeds[-1].shot == 1
    calls = len(desk.camera.calls)
    desk.look(20)
    assert len(desk.camera.calls) == calls
    assert len(desk.store) == 0
