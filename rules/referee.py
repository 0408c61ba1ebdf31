"""One door to all engines, and undo: begin a game, play it, take actions back.

A `Game` knows the game before its last action, so an undo gives that one back (C-4).
States share what an action left alone; memory grows with the number of actions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from rules import dancing_dice, di_da_do, di_da_do_moves, mia, mia_moves, sei_dadi
from rules.core import Choice, Illegal, Step, Undo
from rules.setups import Setup

State: TypeAlias = (
    dancing_dice.State | mia_moves.State | di_da_do_moves.State | sei_dadi.State
)
Action: TypeAlias = (
    dancing_dice.Action
    | mia_moves.Action
    | di_da_do_moves.Action
    | sei_dadi.Action
    | Undo
)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last action that stood was taken back."""

    rule: str = "C-4"


Event: TypeAlias = (
    dancing_dice.Event
    | mia_moves.Event
    | di_da_do_moves.Event
    | sei_dadi.Event
    | TakenBack
)


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game, with the way back to its set-up.

    Attributes:
        setup: As it began.
        state: As it stands.
        before: The game before its last action; None where there was none.
        last: The action that an undo would take back; None where there is none.
    """

    setup: Setup
    state: State
    before: Game | None = field(default=None, repr=False)
    last: Action | None = None


def begin(setup: Setup) -> Game:
    """Set a game up."""
    return Game(setup, _first_state(setup))


def play(game: Game, action: Action) -> Step[Game, Event] | Illegal:
    """Play one action, undo included; refuse it if the rules do not allow it."""
    if isinstance(action, Undo):
        if game.before is None:
            message = "undo refused: nothing is left to take back"
            return Illegal("C-4", "nothing_to_undo", message)
        return Step(game.before, (TakenBack(),))
    answer = _apply(game.state, action)
    if isinstance(answer, Illegal):
        return answer
    return Step(Game(game.setup, answer.state, game, action), answer.events)


def legal_actions(game: Game) -> tuple[Choice, ...]:
    """What is open now, undo included."""
    undo = () if game.before is None else (Choice("undo", "C-4"),)
    return (*_legal_actions(game.state), *undo)


def _first_state(setup: Setup) -> State:
    options, names = setup.options, setup.names
    first_out_loses = bool(options.get("first-out-loses", False))
    match setup.game:
        case "dancing-dice":
            most = dancing_dice.MOST_VIVACITA
            vivacita = int(options.get("start-vivacita", most))
            return dancing_dice.start(names, vivacita, first_out_loses=first_out_loses)
        case "di-da-do":
            return di_da_do.start(names)
        case "sei-dadi":
            return sei_dadi.start(names, setup.first, first_out_loses=first_out_loses)
    return _first_mia(setup, first_out_loses)


def _first_mia(setup: Setup, first_out_loses: bool) -> mia_moves.State:
    options = setup.options
    false_mia = options.get("false-mia")
    chosen = mia_moves.Options(
        faults_per_life=int(options.get("faults-per-life", 1)),
        best_double=int(options.get("best-double", 11)),
        equal_score=bool(options.get("equal-score", False)),
        false_mia_costs=None if false_mia is None else int(false_mia),
        first_out_loses=first_out_loses,
    )
    lives = [
        mia.START_LIVES if seat.lives is None else seat.lives for seat in setup.seats
    ]
    variant = mia.VARIANTS[setup.game]
    return mia.start(setup.names, lives, variant, chosen, setup.first)


def _apply(state: State, action: Action) -> Step[State, Event] | Illegal:
    match state:
        case dancing_dice.State() if isinstance(action, dancing_dice.Action):
            return dancing_dice.apply(state, action)
        case mia_moves.State() if isinstance(action, mia_moves.Action):
            return mia.apply(state, action)
        case di_da_do_moves.State() if isinstance(action, di_da_do_moves.Action):
            return di_da_do.apply(state, action)
        case sei_dadi.State() if isinstance(action, sei_dadi.Action):
            return sei_dadi.apply(state, action)
    raise TypeError(f"{type(action).__name__} is no action of this game")


def _legal_actions(state: State) -> tuple[Choice, ...]:
    match state:
        case dancing_dice.State():
            return dancing_dice.legal_actions(state)
        case mia_moves.State():
            return mia.legal_actions(state)
        case di_da_do_moves.State():
            return di_da_do.legal_actions(state)
        case sei_dadi.State():
            return sei_dadi.legal_actions(state)
