"""Lays the demo camera's table: what the game waits for is what comes to lie there.

It stands for the people at the table, so that `--camera demo` can be played by pressing
buttons alone. The games that have no scenes see an empty table and go by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from device.cameras.demo import Way
from device.cameras.demo_scenes import EMPTY
from device.flow import evening, setup
from device.flow.setup_state import Step
from device.page.live import Live
from rules import dancing_dice, mia_moves
from rules.referee import Game

#: Colours still in, the Tango on the table → scenes, in turn.
PROVE: dict[tuple[frozenset[str], tuple[int, ...]], tuple[str, ...]] = {
    (frozenset({"red", "green", "blue"}), (1, 4, 5)): (
        "evening_prova_1",
        "evening_prova_2",
    ),
    (frozenset({"red", "green"}), (1, 3, 5)): ("evening_prova_3",),
}
#: The Tango dice alone.
TANGO: dict[tuple[int, ...], str] = {
    (1, 4, 5): "evening_tango_1",
    (1, 3, 5): "evening_tango_2",
}
#: Everybody's dice lie there to be counted, and are taken up again.
SETUP = {Step.TABLE: "evening_prova_1", Step.READY: EMPTY}
MIA = ("mia_one", "mia_two")


class Shows(Protocol):
    """What changes its scene: the demo camera."""

    def show(self, name: str, way: Way = Way.ROLL) -> None:
        """Change to a scene."""
        ...


class DemoTable:
    """Shows the scene that fits each moment, as the last of the outlets."""

    def __init__(
        self, camera: Shows, state: Callable[[], evening.State | None]
    ) -> None:
        self._camera = camera
        self._state = state
        self._shown = EMPTY

    def publish(self, live: Live) -> None:
        """As `device.parts.Outlet`."""
        state = self._state()
        scene = None if state is None else scene_of(state, live.screen.name)
        if scene is not None and scene != self._shown:
            self._shown = scene
            self._camera.show(scene, Way.CUT if scene in MIA else Way.ROLL)


def scene_of(state: evening.State, screen: str) -> str | None:
    """What lies on the table now; None for what lay there before."""
    if isinstance(state.page, setup.State):
        return SETUP.get(state.page.step)
    game = evening.game_of(state)
    if game is None:
        return None
    is_wanted = evening.wish(state).is_wanted
    match game.state:
        case dancing_dice.State():
            return _dancing(game, game.state, screen, is_wanted)
        case mia_moves.State():  # under the box, whose eye is shut, from the opening on
            return MIA[_openings(game) % len(MIA)]
    return EMPTY


def _dancing(
    game: Game, dancing: dancing_dice.State, screen: str, is_wanted: bool
) -> str | None:
    colours = frozenset(game.setup.seats[i].colour or "" for i in dancing.still_in)
    if dancing.phase is dancing_dice.Phase.TANGO and is_wanted:
        fits = [tango for still_in, tango in PROVE if still_in == colours]
        return TANGO[fits[0]] if fits else EMPTY
    if screen == "dancing.behind":  # the sipari go up over dice that lie still
        fitting = PROVE.get((colours, dancing.tango or ()), (EMPTY,))
        return fitting[dancing.prove % len(fitting)]
    return None


def _openings(game: Game) -> int:
    """How often a round of Mia was opened."""
    count, at = 0, game
    while at.before is not None:
        count += isinstance(at.last, mia_moves.Open)
        at = at.before
    return count
