"""A table for tests of the app: a toy game, and fakes for all that it drives."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from device.app import App, Backlight
from device.fakes import (
    FakeClock,
    FakeEye,
    FakeJournal,
    FakeLight,
    FakeOutlet,
    FakeSpeaker,
)
from device.flow import evening
from device.flow.core import (
    SHUT,
    WATCH,
    Deed,
    Event,
    Hush,
    Reply,
    Seen,
    Signal,
    Tick,
    Voice,
    Wish,
)
from device.flow.screen import (
    Button,
    Countdown,
    Labels,
    Mood,
    Screen,
    say,
)
from device.inbox import Push
from device.parts import Parts
from rules.core import Step
from rules.mia_moves import Open
from rules.referee import Game, begin, play
from rules.setups import GAMES, Seat, Setup
from tests.device.evenings import WORDINGS, WORDS
from vision.readings import TableReading

A, B, X, Y = Button
SETUP = Setup("mia", (Seat("Anna"), Seat("Bruno")), {})
SEEN = Seen(TableReading(()), 7, 0.0, (640, 480))


class ToyFlow:
    """A declares 42; B waits; X breaks; Y shuts the eye. Ticks are counted."""

    def start(self, game: Game, now_s: float) -> Toy:
        return Toy(game)

    def step(self, state: Toy, event: Event) -> Reply[Toy]:
        match event:
            case Tick(now_s) if state.name == "waiting":
                return Reply(replace(state, left_s=60.0 - now_s))
            case Seen():
                return Reply(replace(state, name="seen"))
        button = getattr(event, "button", None)
        if button is A:
            done = play(state.game, Open(42))
            assert isinstance(done, Step)
            sounds = (Signal.READ, Hush(), Voice(say("setup.yes")))
            deed = Deed(Open(42), 7, [{"value": 4}])
            return Reply(replace(state, game=done.state, name="open"), (deed,), sounds)
        if button is X:
            raise RuntimeError("a slip of a programmer")
        names = {B: "waiting", Y: "shut"}
        return Reply(replace(state, name=names.get(button, state.name)))

    def screen(self, state: Toy) -> Screen:
        return Screen(
            f"toy.{state.name}",
            state.name,
            Mood.WAITING if state.name == "waiting" else Mood.CHOOSE,
            (Countdown(state.left_s, 60.0),),
            {A: Labels("a")},
            must_decide=state.name != "waiting",
        )

    def wish(self, state: Toy) -> Wish:
        return SHUT if state.name == "shut" else WATCH


@dataclass(frozen=True)
class Toy:
    game: Game
    name: str = "start"
    left_s: float = 60.0


class Table:
    """An app over fakes that tell, in one list, what happened in order."""

    def __init__(self, backlight: Backlight | None = None, **parts: Any) -> None:
        self.told: list[str] = []
        self.clock = FakeClock()
        self.journal = FakeJournal(told=self.told)
        self.panel = FakeOutlet(told=self.told)
        self.eye = FakeEye(told=self.told)
        self.light = FakeLight()
        self.speaker = FakeSpeaker()
        self.levels: list[float] = []
        self.parts = Parts(
            **{
                "clock": self.clock,
                "journal": self.journal,
                "wordings": WORDINGS,
                "eye": self.eye,
                "outlets": {"panel": self.panel},
                "light": self.light,
                "speaker": self.speaker,
                "dim": self.levels.append,
                **parts,
            }
        )
        flows: Any = dict.fromkeys(GAMES, ToyFlow())
        state = evening.start(flows, WORDS, found=begin(SETUP))
        self.app = App(state, self.parts, backlight)

    @property
    def screen(self) -> Screen:
        return self.app.live.screen

    def push(self, *buttons: Button, is_held: bool = False) -> None:
        for button in buttons:
            self.app.take(Push(button, is_held, self.app.live.serial))

    def playing(self) -> Table:
        self.push(A)
        self.told.clear()
        return self
