"""A screen of every kind, made by the flows: for the README and for tests."""

from __future__ import annotations

from dataclasses import replace

from device.flow.core import (
    Compared,
    EyeFailed,
    Learnt,
    NotLearnt,
    Picked,
    Shown,
    Stage,
    Tick,
    Watched,
)
from device.flow.screen import PairingCode, Screen, say
from device.screens.example_table import (
    FACE,
    FACES,
    MIA,
    NEXT_PROVA,
    PROVA,
    TANGO,
    ExampleTable,
)
from rules.core import Step
from rules.records import parse_action
from rules.referee import Game, begin, play
from rules.setups import Seat, Setup

NAMES = ("Anna", "Bruno", "Carla")
COLOURS = ("red", "green", "blue")
TWENTY = (
    *NAMES, "Dario", "Elena", "Fabio", "Giada", "Hugo", "Ilaria", "Jacopo", "Katia",
    "Luca", "Marta", "Nino", "Olga", "Paolo", "Quinto", "Rita", "Sara", "Tommaso",
)  # fmt: skip
#: Index of the die in the picture of the first prova that is not read surely.
UNSURE = 10

#: Lines of records.
LIE = (
    '{"do": "open", "score": 54}',
    '{"do": "accuse"}',
    '{"do": "reveal", "dice": [4, 3]}',
)
#: Mia has six lives at the start, and Anna has lost one.
END = (
    '{"do": "penalty", "player": "Anna", "lives": 5, "spoils": false, '
    '"reason": "other"}',
)
DI_DA_DO = (
    '{"do": "start", "dice": {"Anna": [1, 6, 2, 2, 4, 3], "Bruno": [5, 5, 1, 3, 6, 4], '
    '"Carla": [1, 2, 3, 4, 6, 6]}}',
    '{"do": "lock", "die": 1}',
    '{"do": "lock", "die": 0}',
    '{"do": "lock", "die": 5}',
)
SEI_DADI = ('{"do": "roll", "dice": [6, 5, 6, 4, 2, 5]}',)


def examples(language: str = "it") -> list[Screen]:
    """The catalogue, in the order of an evening."""
    return [
        *_setup(language),
        *_dancing(language),
        *_mia(language),
        *_others(language),
        *_evening(language),
        *_teaching(language),
    ]


def _setup(language: str) -> list[Screen]:
    """Game, names, phones."""
    code = PairingCode("http://giudice.local:8080/pair#K7QM4T", "K7QM 4T")
    table = ExampleTable(language, _game("mia")).press("B")
    shown = [table.screen, table.press("A A").screen, table.press("B").screen]
    phones = table.press("x B B A").screen
    return [*shown, replace(phones, blocks=(code,))]


def _dancing(language: str) -> list[Screen]:
    """A prova, and what follows from it."""
    seats = tuple(map(Seat, NAMES, COLOURS))
    table = ExampleTable(language, begin(Setup("dancing-dice", seats, {}))).press("A")
    shown = [table.screen, table.see(TANGO).press("A").screen]
    shown.append(table.press("A a").send(Tick(37.0)).screen)
    shown.append(table.press("A").send(Watched(Stage.STILL, 38.0)).screen)
    shown.append(table.see(PROVA, unsure=UNSURE).screen)
    shown.append(table.press("A").screen)
    shown.append(table.press("B").screen)
    table.press("y A A A A A A A").see(NEXT_PROVA).press("A")
    return [*shown, table.screen, table.press("A").screen]


def _mia(language: str) -> list[Screen]:
    """A round, and an accusation."""
    table = ExampleTable(language, _game("mia")).press("A")
    shown = [table.screen, table.press("A").screen, table.press("B B B A").screen]
    shown.append(table.press("X").screen)
    touched = table.send(Watched(Stage.HAND, 0.0)).screen
    return [*shown, touched, table.see(MIA).screen]


def _others(language: str) -> list[Screen]:
    """Mia with twenty, dice moved after the box, and a turn of the other games."""
    many = ExampleTable(language, _game("mia", TWENTY, '{"do": "open", "score": 54}'))
    touched = ExampleTable(language, _game("mia")).press("A A A X")
    di_da_do = ExampleTable(language, _game("di-da-do", NAMES, *DI_DA_DO)).press("A")
    sei_dadi = ExampleTable(language, _game("sei-dadi", NAMES, *SEI_DADI)).press("A")
    return [
        many.press("A").screen,
        touched.see(MIA, touched=True).screen,
        di_da_do.screen,
        di_da_do.press("A").screen,
        sei_dadi.screen,
        sei_dadi.press("A X A").screen,
    ]


def _evening(language: str) -> list[Screen]:
    """What may come in any game, and the end."""
    table = ExampleTable(language, _game("mia", NAMES, *LIE))
    shown = [table.screen, table.press("A x").screen, table.press("x y").screen]
    blind = ExampleTable(language, _game("mia", NAMES, *LIE[:2])).press("A")
    shown.append(blind.send(EyeFailed("gone", 0.0)).screen)
    shown.append(blind.press("B").screen)
    won = ExampleTable(language, _game("mia", NAMES[:2], *LIE, *END)).press("B")
    return [*shown, won.send(Tick(2.0)).screen]


def _teaching(language: str) -> list[Screen]:
    """Dice are shown, seen, doubted, and learnt."""
    table = ExampleTable(language).press("x").send(Picked("teach", 0.0))
    shown = [table.screen]
    table.press("X").send(Shown(FACE, ("a face",) * 3, FACES, 0.0))
    shown.append(table.screen)
    table.press("A").send(Shown(3, (), FACES, 0.0, refusal="contradicts", read=FACE))
    shown.append(table.screen)
    table.press("y").send(Compared((), 0.0))
    shown.append(table.screen)
    reason = say("teach.cannot_write", path="dadi-1.json", reason="No space left")
    shown.append(table.press("A").send(NotLearnt(reason, 0.0)).screen)
    return [*shown, table.send(Learnt("dadi-1", 0.0)).screen]


def _game(name: str, players: tuple[str, ...] = NAMES, *lines: str) -> Game:
    """A game in which these actions of a record were played."""
    game = begin(Setup(name, tuple(map(Seat, players)), {}))
    for line in lines:
        step = play(game, parse_action(line, game.setup))
        assert isinstance(step, Step), step
        game = step.state
    return game
