"""Dancing Dice, 2 to 6 players: a state, its actions, and their answers.

A *prova* (trial) is one round: everyone lays two rows, the *primo ballo* and the
*secondo ballo*. The *Tango* is the set of three values that the Tango dice show.
*Vivacita* is what a player has left; at 0 the player is out. A *Rock* is a player's
two rows showing the same values, a *Gala* all six dice showing one value. Dice behind
a *sipario* (screen) are nobody's business until they are shown (DD-3), so they are not
in the state. Ranks and comparisons are in `balli`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeAlias

from rules.balli import (
    Ballo,
    Comparison,
    Die,
    Rank,
    compare,
    is_gala,
    is_rock,
    is_tango,
    rank_ballo,
)
from rules.core import (
    Choice,
    GameWon,
    Illegal,
    PlayerOut,
    Step,
    finished,
    wrong_count,
    wrong_face,
    wrong_phase,
    wrong_players,
)

__all__ = [
    "Ballo",
    "Comparison",
    "Die",
    "Rank",
    "apply",
    "compare",
    "is_gala",
    "is_rock",
    "is_tango",
    "legal_actions",
    "rank_ballo",
    "start",
]

MOST_VIVACITA = 10  # DD-1, DD-10
GALA_GAIN = 2  # DD-10
MIN_PLAYERS, MAX_PLAYERS = 2, 6


class Phase(StrEnum):
    """What the game is waiting for."""

    TANGO = "tango"
    PROVA = "prova"
    OVER = "over"


class Rows(NamedTuple):
    """The six dice of a player, as laid (DD-4)."""

    first: Ballo
    second: Ballo


@dataclass(frozen=True, slots=True)
class Player:
    """A seat."""

    name: str
    vivacita: int

    @property
    def out(self) -> bool:
        """DD-8: out at 0."""
        return self.vivacita == 0


@dataclass(frozen=True, slots=True)
class State:
    """A game between two actions.

    Attributes:
        players: In seat order.
        phase: What the game is waiting for.
        tango: The Tango, sorted; None when one is due.
        prove: How many prove have been danced.
        comparisons: Of the last prova: first row, second row if it came to that.
        winners: Seats, once the game is over.
        first_out_loses: House rule H-4.
    """

    players: tuple[Player, ...]
    phase: Phase = Phase.TANGO
    tango: tuple[int, ...] | None = None
    prove: int = 0
    comparisons: tuple[Comparison[int], ...] = ()
    winners: tuple[int, ...] = ()
    first_out_loses: bool = False

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that still play."""
        return tuple(i for i, player in enumerate(self.players) if not player.out)


@dataclass(frozen=True, slots=True)
class RollTango:
    """The three Tango dice are rolled (DD-2, DD-11)."""

    do: ClassVar[str] = "tango"
    dice: tuple[int, ...]
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Dance:
    """The rows of a prova, by name of the player (DD-3, DD-4)."""

    do: ClassVar[str] = "prova"
    balli: Mapping[str, Rows]
    player: int | None = None


@dataclass(frozen=True, slots=True)
class TangoRolled:
    """There is a new Tango."""

    tango: tuple[int, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Danced:
    """A ballo came into a comparison; row 1 is the primo ballo."""

    player: int
    row: int
    ballo: str
    puro: bool
    tango: bool
    rule: str = "DD-5"


@dataclass(frozen=True, slots=True)
class JudgedWell:
    """A ballo was among the upper half."""

    player: int
    row: int
    rule: str = "DD-7"


@dataclass(frozen=True, slots=True)
class VivacitaLost:
    """A ballo was not, and cost its player one."""

    player: int
    row: int
    left: int
    rule: str = "DD-7"


@dataclass(frozen=True, slots=True)
class VivacitaKept:
    """A ballo was not, and a Rock (DD-9) or Gala (DD-10) saved its player."""

    player: int
    row: int
    rule: str


@dataclass(frozen=True, slots=True)
class GalaDanced:
    """A Gala brought vivacita; none to a player who had all of it."""

    player: int
    gained: int
    left: int
    rule: str = "DD-10"


@dataclass(frozen=True, slots=True)
class TangoDue:
    """A Tango was danced: the Tango dice must be rolled anew."""

    rule: str = "DD-11"


Action: TypeAlias = RollTango | Dance
Event: TypeAlias = (
    TangoRolled
    | Danced
    | JudgedWell
    | VivacitaLost
    | VivacitaKept
    | GalaDanced
    | TangoDue
    | PlayerOut
    | GameWon
)
Answer: TypeAlias = Step[State, Event] | Illegal


def start(
    names: Sequence[str],
    vivacita: int = MOST_VIVACITA,
    *,
    first_out_loses: bool = False,
) -> State:
    """Set the game up (DD-1).

    Args:
        names: Two to six, in seat order.
        vivacita: What each starts with, 1 to 10 (house rule H-5).
        first_out_loses: House rule H-4.
    """
    players = tuple(Player(name, vivacita) for name in names)
    return State(players, first_out_loses=first_out_loses)


def legal_actions(state: State) -> tuple[Choice, ...]:
    """What is open now."""
    match state.phase:
        case Phase.TANGO:
            return (Choice("tango", _tango_rule(state)),)
        case Phase.PROVA:
            return (Choice("prova", "DD-3"),)
        case Phase.OVER:
            return ()


def apply(state: State, action: Action) -> Answer:
    """Play one action; refuse it, with a reason, if the rules do not allow it."""
    match action:
        case RollTango(dice):
            return _tango_refusal(state, action) or _roll_tango(state, dice)
        case Dance(balli):
            return _dance_refusal(state, action) or _prova(state, balli)


def _tango_rule(state: State) -> str:
    return "DD-11" if state.prove else "DD-2"


def _phase_refusal(state: State, verb: str, wanted: Phase) -> Illegal | None:
    """C-3, then a Tango that is not due or is due first (DD-2, DD-11)."""
    if state.phase is Phase.OVER:
        return finished(verb)
    if state.phase is not wanted:
        rule = _tango_rule(state)
        return wrong_phase(verb, state.phase.value, (state.phase.value,), rule)
    return None


def _tango_refusal(state: State, action: RollTango) -> Illegal | None:
    return (
        _phase_refusal(state, "tango", Phase.TANGO)
        or wrong_count("tango", len(action.dice), 3)
        or wrong_face(action.dice)
    )


def _dance_refusal(state: State, action: Dance) -> Illegal | None:
    names = [player.name for player in state.players]
    dice = [die for rows in action.balli.values() for row in rows for die in row]
    return (
        _phase_refusal(state, "prova", Phase.PROVA)
        or wrong_players("prova", names, action.balli.keys(), state.still_in)
        or wrong_face(die.value for die in dice)
        or _not_as_owed(action.balli)
    )


def _not_as_owed(balli: Mapping[str, Rows]) -> Illegal | None:
    """DD-4: two rows of three, three dice of each type.

    DD-15 follows: with three of each type, both rows are puri or neither is.
    """
    for name, rows in balli.items():
        types = [die.type for row in rows for die in row]
        if [len(row) for row in rows] != [3, 3] or types.count("c") != 3:
            message = (
                f"{name!r} owes two rows of three dice, three c and three b in all, "
                f"got rows of {len(rows.first)} and {len(rows.second)} "
                f"with {types.count('c')} c and {types.count('b')} b"
            )
            return Illegal("DD-4", "dice_not_as_owed", message, (), (("player", name),))
    return None


def _roll_tango(state: State, dice: tuple[int, ...]) -> Answer:
    tango = tuple(sorted(dice))
    after = replace(state, phase=Phase.PROVA, tango=tango)
    return Step(after, (TangoRolled(tango, _tango_rule(state)),))


def _prova(state: State, balli: Mapping[str, Rows]) -> Answer:
    """Compare the primi, then the secondi among those left (DD-8)."""
    rows = {player: balli[state.players[player].name] for player in state.still_in}
    after = replace(state, prove=state.prove + 1, comparisons=())
    step = _compare_row(after, 1, rows)
    if not _is_decided(step.state):
        first = step.events
        step = _compare_row(step.state, 2, rows)
        gala = _gala(step.state, rows)
        step = Step(gala.state, first + step.events + gala.events)
    end = _end_of_prova(step)
    return Step(end.state, step.events + end.events)


def _compare_row(
    state: State, row: int, rows: Mapping[int, Rows]
) -> Step[State, Event]:
    """One comparison among those still in, with what it costs them (DD-7 to DD-9)."""
    assert state.tango is not None  # a prova is refused while a Tango is due
    balli = {player: rows[player][row - 1] for player in state.still_in}
    rocks = {player for player, both in rows.items() if is_rock(*both)}
    comparison = compare(balli, state.tango, rocks)
    players = list(state.players)
    events: list[Event] = []
    for verdict in comparison.verdicts:
        player, rank = verdict.player, verdict.rank
        shows_tango = is_tango(balli[player], state.tango)
        events.append(Danced(player, row, rank.figure_name, rank.puro, shows_tango))
        if verdict.judged_well:
            events.append(JudgedWell(player, row))
        elif verdict.loses:
            left = players[player].vivacita - 1
            players[player] = replace(players[player], vivacita=left)
            events.append(VivacitaLost(player, row, left))
        else:
            rule = "DD-10" if is_gala(*rows[player]) else verdict.rule
            events.append(VivacitaKept(player, row, rule))
    after = replace(
        state, players=tuple(players), comparisons=(*state.comparisons, comparison)
    )
    gone = [p for p in state.still_in if players[p].out]
    return Step(after, (*events, *(PlayerOut(p, "DD-8") for p in gone)))


def _gala(state: State, rows: Mapping[int, Rows]) -> Step[State, Event]:
    """DD-10: after both comparisons a Gala gains two, up to the most."""
    players = list(state.players)
    events: list[Event] = []
    for player, both in rows.items():
        if is_gala(*both):
            had = players[player].vivacita
            left = min(had + GALA_GAIN, MOST_VIVACITA)
            players[player] = replace(players[player], vivacita=left)
            events.append(GalaDanced(player, left - had, left))
    return Step(replace(state, players=tuple(players)), tuple(events))


def _is_decided(state: State) -> bool:
    """DD-12, and house rule H-4."""
    left = len(state.still_in)
    return left == 1 or (state.first_out_loses and left < len(state.players))


def _end_of_prova(step: Step[State, Event]) -> Step[State, Event]:
    """The game is won (DD-12), a Tango is due (DD-11), or the next prova comes."""
    state = step.state
    if _is_decided(state):
        winners = state.still_in
        rule = "H-4" if state.first_out_loses else "DD-12"
        over = replace(state, phase=Phase.OVER, winners=winners)
        return Step(over, (GameWon(winners, rule),))
    if any(isinstance(event, Danced) and event.tango for event in step.events):
        return Step(replace(state, phase=Phase.TANGO, tango=None), (TangoDue(),))
    return Step(state)
