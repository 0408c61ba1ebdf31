"""Which flow plays which game, by its name in a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from device.flow import dancing_dice, di_da_do, mia, sei_dadi
from device.flow.core import Event, Reply, Wish
from device.flow.screen import Screen
from rules.referee import Game


class Flow(Protocol):
    """A game's flow; its state is its own business but for the field `game`."""

    def start(self, game: Game, now_s: float) -> Any:  # each has its own
        """Where a game is gone on with."""
        ...

    def step(self, state: Any, event: Event) -> Reply[Any]:
        """Answer one event."""
        ...

    def screen(self, state: Any) -> Screen:
        """What is shown now."""
        ...

    def wish(self, state: Any) -> Wish:
        """What the eye is to do now."""
        ...


Flows = Mapping[str, Flow]

#: All that can be played.
FLOWS: Flows = {
    name: flow
    for flow in (dancing_dice, di_da_do, mia, sei_dadi)
    for name in flow.GAMES
}
