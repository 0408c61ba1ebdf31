from __future__ import annotations

import json
from importlib.resources import files

from device.app import App
from device.autoplay import NAMES, VIVACITA, next_press
from device.cameras.demo import Way
from device.cameras.demo_scenes import EMPTY, load_scenes
from device.demo_table import MIA, PROVE, SETUP, TANGO, DemoTable, scene_of
from device.fakes import FakeClock, FakeJournal
from device.flow import evening
from device.flow.core import Pressed, Seen, Wish
from device.flow.games import FLOWS
from device.flow.screen import Button
from device.inbox import Push, Stop
from device.parts import Parts
from rules.balli import parse_ballo
from rules.core import Step
from rules.dancing_dice import Dance, RollTango, Rows
from rules.mia_moves import Accuse, Beat, Open, Reveal
from rules.referee import Action, begin, play
from rules.setups import Seat, Setup
from tests.device.evenings import WORDINGS, WORDS
from vision.readings import DieReading, TableReading

SIZE = (1280, 960)


class TrueEye:
    """Reads the demo's scenes without a mistake, when it is asked to."""

    def __init__(self) -> None:
        self.wished = Wish()
        self.scene = EMPTY
        self.read: tuple[str, Wish] | None = None
        self.shown: list[str] = []

    def wish(self, wish: Wish) -> None:
        self.wished = wish

    def show(self, name: str, way: Way = Way.ROLL) -> None:
        self.scene = name
        self.shown.append(name)

    def look(self, dice: dict[str, tuple[DieReading, ...]]) -> Seen | None:
        wanted = self.wished.is_open and self.wished.is_wanted and self.scene != EMPTY
        if not wanted or self.read == (self.scene, self.wished):
            return None
        self.read = (self.scene, self.wished)
        return Seen(TableReading(dice[self.scene]), 1, 0.0, SIZE)


def scenes() -> dict[str, tuple[DieReading, ...]]:
    text = (files("device") / "demo" / "evening.json").read_text("utf-8")
    return {
        told["file"].removesuffix(".jpg"): tuple(
            DieReading(
                die["value"],
                0.99,
                True,
                tuple(die["center"]),
                tuple(map(tuple, die["corners"])),
                die["body"],
                die["pips"],
                die["kind"],
            )
            for die in told["dice"]
        )
        for told in json.loads(text)
    }


def test_the_demonstration_plays_from_set_up_to_winner_by_itself() -> None:
    journal, eye, dice = FakeJournal(), TrueEye(), scenes()
    apps: list[App] = []
    table = DemoTable(eye, lambda: apps[0].state if apps else None)
    parts = Parts(FakeClock(), journal, WORDINGS, eye, {"demo": table})
    apps.append(App(evening.start(FLOWS, WORDS), parts))
    app = apps[0]
    names = []

    for _ in range(200):
        names.append(app.live.screen.name)
        seen = eye.look(dice)
        item = seen or next_press(app.live, app.state)
        if isinstance(item, Stop):
            break
        assert item is not None, app.live.screen
        app.take(item)

    game = evening.game_of(app.state)
    assert game is not None
    assert [game.setup.names[seat] for seat in game.state.winners] == ["Bruno"]
    assert set(game.setup.names) == set(NAMES.values())
    assert game.setup.options == {"start-vivacita": VIVACITA}
    assert sum('"tango"' in line for line in journal.lines) == 2
    assert sum('"prova"' in line for line in journal.lines) == 3
    assert eye.shown[-1] == "evening_prova_3"
    assert "setup.found" in names


def test_every_scene_of_the_demo_table_is_in_the_package() -> None:
    of_prove = [scene for each in PROVE.values() for scene in each]

    assert {EMPTY, *SETUP.values(), *MIA, *TANGO.values(), *of_prove} <= set(
        load_scenes()
    )


def playing(setup: Setup, *actions: Action) -> evening.State:
    """An evening in the middle of a game."""
    game = begin(setup)
    for action in actions:
        answer = play(game, action)
        assert isinstance(answer, Step)
        game = answer.state
    offered = evening.start(FLOWS, WORDS, found=game)
    return evening.step(offered, Pressed(Button.A, 0.0)).state


def test_the_dice_of_mia_lie_still_under_the_box_until_somebody_accuses() -> None:
    mia = Setup("mia", (Seat("Anna"), Seat("Bruno")), {})
    opened = scene_of(playing(mia, Open(42)), "")

    assert opened in MIA
    assert scene_of(playing(mia, Open(42), Beat(54)), "") == opened
    assert scene_of(playing(mia, Open(42), Beat(54), Accuse()), "") == opened
    again = playing(mia, Open(42), Accuse(), Reveal((4, 2)), Open(42))
    assert scene_of(again, "") in set(MIA) - {opened}


def test_a_game_without_scenes_sees_an_empty_table() -> None:
    six = Setup("sei-dadi", (Seat("Anna"), Seat("Bruno")), {})

    assert scene_of(playing(six), "") == EMPTY


def test_the_player_leaves_the_camera_time() -> None:
    state = evening.start(FLOWS, WORDS)
    app = App(state, Parts(FakeClock(), FakeJournal(), WORDINGS))
    press = next_press(app.live, app.state)
    assert isinstance(press, Push)
    app.take(press)

    assert app.live.screen.name == "setup.table"
    assert next_press(app.live, app.state) is None


def test_the_scoreboard_is_not_ahead_of_what_is_told() -> None:
    setup = Setup("dancing-dice", (Seat("Anna", "red"), Seat("Ugo", "blue")), {})
    rows = {
        "Anna": Rows(parse_ballo("6c 5c 4b"), parse_ballo("1c 2b 3b")),
        "Ugo": Rows(parse_ballo("1c 1b 2c"), parse_ballo("6c 6b 5b")),
    }
    state = playing(setup, RollTango((1, 4, 6)), Dance(rows))
    told = []
    for _ in range(4):
        told.append([row.left for row in evening.rows(state)])
        state = evening.step(state, Pressed(Button.A, 0.0)).state

    assert told == [["10", "10"], ["10", "9"], ["10", "9"], ["9", "9"]]
