"""The app with the real eye over a camera that counts its calls: Mia."""

from __future__ import annotations

import numpy as np

from device.app import App
from device.cameras.fake import FakeCamera
from device.cameras.shots import PictureShot
from device.eye import Eye, Sight
from device.fakes import FakeClock, FakeJournal
from device.flow import evening
from device.flow.games import FLOWS
from device.flow.screen import Button
from device.inbox import Pick, Push
from device.parts import Parts
from device.pictures import PictureStore
from device.proof import Prover
from rules.records import replay
from tests.device.evenings import WORDINGS, WORDS
from tests.device.flow.table import reading
from vision.readings import TableReading

A, B, X, Y = Button
WHOLE = np.full((240, 320, 3), 90, np.uint8)


class Night:
    """A table whose eye is stepped by hand; the box hides a 4 and a 2."""

    def __init__(self, found: bytes | None = None) -> None:
        self.camera, self.store = FakeCamera(), PictureStore()
        self.sights: list[Sight] = []
        self.clock, self.journal = FakeClock(), FakeJournal()
        self.eye = Eye(
            self.camera,
            lambda: self._read,
            self.sights.append,
            self.store,
            now=self.clock.now_s,
        )
        game = None if found is None else replay(found)
        state = evening.start(FLOWS, WORDS, found=game)
        parts = Parts(
            self.clock, self.journal, WORDINGS, self.eye, proof=Prover(self.store)
        )
        self.app = App(state, parts)

    def _read(
        self,
        picture: object,
        expect: int | None = None,
        *,
        sets: bool = False,
        palette: tuple[str, ...] = (),
        is_photo: bool = False,
    ) -> TableReading:
        return reading((4, 2))

    def look(self, times: int = 40) -> int:
        """Let the eye work; how often it called the camera."""
        before = len(self.camera.calls)
        for _ in range(times):
            self.clock.pass_s(0.05)
            now_s = self.clock.now_s()
            self.camera.stays = PictureShot(now_s, WHOLE[..., 0], WHOLE)
            self.eye.step(now_s)
            while self.sights:
                self.app.take(self.sights.pop(0))
        self.app.tick()
        return len(self.camera.calls) - before

    def push(self, *buttons: Button, is_held: bool = False) -> None:
        for button in buttons:
            self.app.take(Push(button, is_held, self.app.live.serial))

    def pick(self, id: str) -> None:
        self.app.take(Pick(id, self.app.live.serial))

    @property
    def name(self) -> str:
        return self.app.live.screen.name


def opened() -> Night:
    """Mia, up to a declaration that may be accused."""
    night = Night()
    night.pick("mia")
    night.push(A, A, A, A)
    assert night.name == "mia.answer"
    return night


def test_a_set_up_may_look_and_mia_does_not() -> None:
    night = Night()
    assert night.look() > 0

    night.pick("mia")
    night.push(A, A)

    assert night.look() == 0
    assert len(night.store) == 0


def test_nothing_opens_the_eye_but_an_accusation() -> None:
    night = opened()
    assert night.look() == 0
    night.push(X, is_held=True)
    assert night.look() == 0
    night.pick("rules")
    assert night.look() == 0
    night.push(Y, Y)
    night.push(A, A)
    assert night.look() == 0

    night.push(X)

    assert night.look() > 0


def test_an_accusation_is_judged_with_its_proof_and_the_eye_shut_again() -> None:
    night = opened()
    night.push(X)
    night.look(200)

    assert night.name == "mia.verdict"
    assert '"dice": [4, 2]' in night.journal.lines[-1]
    proof = night.journal.proofs[len(night.journal.lines)]
    assert proof.picture.startswith(b"\xff\xd8")
    assert proof.reading

    night.push(A)
    assert night.look() == 0
    assert len(night.store) == 0


def test_a_game_of_mia_that_is_offered_after_a_restart_keeps_the_eye_shut() -> None:
    night = Night(opened().journal.record)
    assert night.name == "evening.offer"
    assert night.look() == 0

    night.push(A)

    assert night.name == "mia.answer"
    assert night.look() == 0
