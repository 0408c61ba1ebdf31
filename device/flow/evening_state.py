"""What is known of an evening, and what the app is told of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from device.flow import evening_menu as menu
from device.flow import setup, teaching
from device.flow.core import Deed, Sound
from device.flow.games import Flow, Flows
from rules.referee import Game
from rules.setups import Setup


@dataclass(frozen=True)
class Words:
    """What a language has besides the texts of the screens.

    Attributes:
        colours: Names for players by their colour.
        rules: Of each game, cut into pages.
    """

    colours: Mapping[str, str]
    rules: Mapping[str, tuple[menu.Rule, ...]]


@dataclass(frozen=True, slots=True)
class Offer:
    """A game may be gone on with.

    Attributes:
        game: As it stands.
        is_found: It was found on disk, where the record is to be opened again.
    """

    game: Game
    is_found: bool


@dataclass(frozen=True, slots=True)
class Playing:
    """A game goes on; `flow` is the state of its flow."""

    flow: Any


Page: TypeAlias = Offer | setup.State | Playing


@dataclass(frozen=True)
class State:
    """The evening.

    Attributes:
        page: What goes on.
        flows: By game.
        words: By language; the keys in the order of the switch.
        language: Of the table.
        menu: Open over the page, or None.
        teaching: Goes on over the page, or None.
        is_stale: What lies there was laid to be taught: no reading of it counts.
        has_sound: Whether sounds are on.
        dims: Whether the display dims when idle.
        has_page: Whether phones can be paired.
        blind: Code of why the camera gives no pictures; "" while it does.
        last: The last set-up, whose seats are offered again.
        over_s: Since when the winner is shown; None while nobody has won.
        may_rematch: The winner has been shown long enough to be left for another game.
    """

    page: Page
    flows: Flows
    words: Mapping[str, Words]
    language: str = "it"
    menu: menu.State | None = None
    teaching: teaching.State | None = None
    is_stale: bool = False
    has_sound: bool = True
    dims: bool = True
    has_page: bool = False
    blind: str = ""
    last: Setup | None = None
    over_s: float | None = None
    may_rematch: bool = False


@dataclass(frozen=True, slots=True)
class Begin:
    """A new record, by its set-up."""

    setup: Setup


class Order(StrEnum):
    """What else the app is to do."""

    GO_ON = "go_on"  # write to the record that was found
    NEW_CODE = "new_code"
    UNPAIR = "unpair"


Write: TypeAlias = Begin | Deed | Order | teaching.Write


@dataclass(frozen=True)
class Answer:
    """The answer to an event: `writes` in order, before the new screen is shown."""

    state: State
    writes: tuple[Write, ...] = ()
    sounds: tuple[Sound, ...] = field(default=())


def game_of(state: State) -> Game | None:
    """The game going on, if any."""
    if not isinstance(state.page, Playing):
        return None
    game = state.page.flow.game
    assert isinstance(game, Game)  # every flow has it
    return game


def flow_of(state: State) -> Flow:
    """The flow of the game going on; only while playing."""
    game = game_of(state)
    assert game is not None  # asked only while playing
    return state.flows[game.setup.game]
