"""Sei Dadi, 2 players and more, rule after rule as in RULES.md.

A turn keeps dice roll by roll towards a total of six; 30 is safe, below costs the
player the difference, above is an *attacco* (attack) on the next player still in. Play
passes to the right, to the previous seat. The *posta* (stake, S-8) changes nothing
here: it stays in the set-up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, TypeAlias

from rules.core import (
    Choice,
    GameWon,
    Illegal,
    PlayerOut,
    Step,
    finished,
    seat_after,
    wrong_count,
    wrong_face,
    wrong_phase,
    wrong_player,
)

START_POINTS = 36  # S-1
DICE = 6  # S-2
SAFE_TOTAL = 30  # S-3, S-4
TO_THE_RIGHT = -1  # counter-clockwise, where seats are numbered clockwise


class Phase(StrEnum):
    """What the game is waiting for."""

    ROLL = "roll"
    KEEP = "keep"
    ATTACK = "attack"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Player:
    """A seat."""

    name: str
    points: int = START_POINTS

    @property
    def out(self) -> bool:
        """S-7: out at 0."""
        return self.points == 0


@dataclass(frozen=True, slots=True)
class State:
    """A game between two actions.

    Attributes:
        players: In seat order.
        phase: What the game is waiting for.
        turn: The seat to act; None when the game is over.
        kept: Dice kept in this turn, or by this attack; highest first.
        loose: Dice of the last roll that were not kept, as they lie; highest first.
        attack: The value of the attack going on (S-4), or None.
        winners: Seats, once the game is over.
        first_out_loses: House rule H-4.
    """

    players: tuple[Player, ...]
    phase: Phase = Phase.ROLL
    turn: int | None = 0
    kept: tuple[int, ...] = ()
    loose: tuple[int, ...] = ()
    attack: int | None = None
    winners: tuple[int, ...] = ()
    first_out_loses: bool = False

    @property
    def to_act(self) -> int:
        """The turn, where the game is known not to be over."""
        assert self.turn is not None  # only a finished game has no turn
        return self.turn

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that still play."""
        return tuple(i for i, player in enumerate(self.players) if not player.out)

    @property
    def total(self) -> int:
        """What the dice of this turn come to as they lie (S-2)."""
        return sum(self.kept) + sum(self.loose)


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll all dice not kept (S-2)."""

    do: ClassVar[str] = "roll"
    dice: tuple[int, ...]
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep some of the dice just rolled (S-2)."""

    do: ClassVar[str] = "keep"
    dice: tuple[int, ...]
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """Count all six dice as they lie (S-2)."""

    do: ClassVar[str] = "stop"
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """Roll all dice that the attack has not kept (S-5)."""

    do: ClassVar[str] = "attack"
    dice: tuple[int, ...]
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were rolled, in a turn (S-2) or an attack (S-5)."""

    player: int
    dice: tuple[int, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Kept:
    """Dice were kept, in a turn (S-2) or by an attack (S-5)."""

    player: int
    dice: tuple[int, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """A turn came to a total: S-3 at or below 30, S-4 above."""

    player: int
    total: int
    rule: str


@dataclass(frozen=True, slots=True)
class AttackBegan:
    """A total above 30 lets the player attack with this value."""

    player: int
    target: int
    value: int
    rule: str = "S-4"


@dataclass(frozen=True, slots=True)
class AttackEnded:
    """An attack kept so many dice."""

    player: int
    target: int
    dice: int
    value: int
    rule: str = "S-5"


@dataclass(frozen=True, slots=True)
class PointsLost:
    """A player paid: S-3 for its own total, S-6 to an attack; no more than was left."""

    player: int
    points: int
    left: int
    rule: str


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The next player to the right rolls."""

    player: int
    rule: str = "S-4"


Action: TypeAlias = Roll | Keep | Stop | Attack
Event: TypeAlias = (
    Rolled
    | Kept
    | Stopped
    | AttackBegan
    | AttackEnded
    | PointsLost
    | TurnPassed
    | PlayerOut
    | GameWon
)
Answer: TypeAlias = Step[State, Event] | Illegal


def start(
    names: Sequence[str], first: int = 0, *, first_out_loses: bool = False
) -> State:
    """Set the game up (S-1).

    Args:
        names: Two or more, in seat order, clockwise.
        first: The seat that opens.
        first_out_loses: House rule H-4.
    """
    players = tuple(Player(name) for name in names)
    return State(players, turn=first, first_out_loses=first_out_loses)


def legal_actions(state: State) -> tuple[Choice, ...]:
    """What is open now; stopping below 30 says what it costs (S-3)."""
    match state.phase:
        case Phase.ROLL if state.kept:
            return (Choice("roll", "S-2"), _stop_choice(state))
        case Phase.ROLL:
            return (Choice("roll", "S-2"),)
        case Phase.KEEP:
            return (Choice("keep", "S-2"), _stop_choice(state))
        case Phase.ATTACK:
            return (Choice("attack", "S-5"),)
        case Phase.OVER:
            return ()


def _stop_choice(state: State) -> Choice:
    return Choice("stop", "S-2", price_of_stopping(state))


def price_of_stopping(state: State) -> int:
    """What stopping now costs (S-3), no more than is left (S-7)."""
    missing = max(SAFE_TOTAL - state.total, 0)
    return min(missing, state.players[state.to_act].points)


def apply(state: State, action: Action) -> Answer:
    """Play one action; refuse it, with a reason, if the rules do not allow it."""
    return _refusal(state, action) or _play(state, action)


def target_of(state: State) -> int:
    """S-4: the next player to the right still in."""
    still_in = [not player.out for player in state.players]
    return seat_after(state.to_act, still_in, TO_THE_RIGHT)


def _play(state: State, action: Action) -> Step[State, Event]:
    match action:
        case Roll(dice):
            after = replace(state, phase=Phase.KEEP, loose=_highest_first(dice))
            return Step(after, (Rolled(state.to_act, after.loose, "S-2"),))
        case Keep(dice):
            return _keep(state, dice)
        case Stop():
            return _count(state)
        case Attack(dice):
            return _attack(state, dice)


def _keep(state: State, dice: Iterable[int]) -> Step[State, Event]:
    """S-2: kept dice stay kept; with all six kept there is nothing left to roll."""
    chosen = Counter(dice)
    after = replace(
        state,
        phase=Phase.ROLL,
        kept=_highest_first((*state.kept, *chosen.elements())),
        loose=_highest_first((Counter(state.loose) - chosen).elements()),
    )
    kept = Kept(state.to_act, _highest_first(chosen.elements()), "S-2")
    if len(after.kept) < DICE:
        return Step(after, (kept,))
    step = _count(after)
    return Step(step.state, (kept, *step.events))


def _count(state: State) -> Step[State, Event]:
    """S-2: all six count as they lie; S-3 at or below 30, S-4 above."""
    player, total = state.to_act, state.total
    if total > SAFE_TOTAL:
        value = total - SAFE_TOTAL
        began = AttackBegan(player, target_of(state), value)
        after = replace(state, phase=Phase.ATTACK, kept=(), loose=(), attack=value)
        return Step(after, (Stopped(player, total, "S-4"), began))
    stopped = Stopped(player, total, "S-3")
    return _end_turn(state, player, SAFE_TOTAL - total, "S-3", stopped)


def _attack(state: State, dice: tuple[int, ...]) -> Step[State, Event]:
    """S-5: dice of the value are kept; it goes on while a roll gives at least one."""
    assert state.attack is not None  # an attack is refused in any other phase
    player, value = state.to_act, state.attack
    hits = tuple(face for face in dice if face == value)
    kept = state.kept + hits
    told: list[Event] = [Rolled(player, _highest_first(dice), "S-5")]
    if hits:
        told.append(Kept(player, hits, "S-5"))
    if hits and len(kept) < DICE:
        return Step(replace(state, kept=kept), tuple(told))
    target = target_of(state)
    told.append(AttackEnded(player, target, len(kept), value))
    return _end_turn(state, target, len(kept) * value, "S-6", *told)


def _end_turn(
    state: State, loser: int, points: int, rule: str, *told: Event
) -> Step[State, Event]:
    """S-3, S-6: the loser pays, and the next player to the right still in rolls."""
    players, events = _take(state.players, loser, points, rule)
    settled = replace(
        state, players=players, phase=Phase.ROLL, kept=(), loose=(), attack=None
    )
    left = settled.still_in
    if len(left) == 1 or (state.first_out_loses and len(left) < len(players)):
        rule = "H-4" if state.first_out_loses else "S-7"
        over = replace(settled, phase=Phase.OVER, turn=None, winners=left)
        return Step(over, (*told, *events, GameWon(left, rule)))
    after = replace(settled, turn=target_of(settled))
    return Step(after, (*told, *events, TurnPassed(after.to_act)))


def _take(
    players: tuple[Player, ...], loser: int, points: int, rule: str
) -> tuple[tuple[Player, ...], tuple[Event, ...]]:
    """S-7: points are never below 0, and 0 is out."""
    if not points:
        return players, ()
    had = players[loser]
    lost = min(points, had.points)
    left = had.points - lost
    after = (*players[:loser], replace(had, points=left), *players[loser + 1 :])
    events: tuple[Event, ...] = (PointsLost(loser, lost, left, rule),)
    return after, events if left else (*events, PlayerOut(loser, "S-7"))


def _highest_first(dice: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(dice, reverse=True))


# --- refusals, in the order of C-6 -----------------------------------------------


def _refusal(state: State, action: Action) -> Illegal | None:
    if state.phase is Phase.OVER:
        return finished(action.do)
    names = [player.name for player in state.players]
    return (
        wrong_player(names, action.player, state.turn)
        or _out_of_order(state, action)
        or _wrong_dice(state, action)
    )


def _out_of_order(state: State, action: Action) -> Illegal | None:
    """S-2: rolling twice without keeping, stopping before a roll, and the like."""
    open_now = [choice.do for choice in legal_actions(state)]
    if action.do in open_now:
        return None
    return wrong_phase(action.do, state.phase.value, open_now, "S-2")


def _wrong_dice(state: State, action: Action) -> Illegal | None:
    match action:
        case Roll(dice) | Attack(dice):
            owed = DICE - len(state.kept)
            return wrong_count(action.do, len(dice), owed) or wrong_face(dice)
        case Keep(dice):
            return wrong_face(dice) or _kept_wrongly(state, dice)
        case Stop():
            return None


def _kept_wrongly(state: State, dice: tuple[int, ...]) -> Illegal | None:
    """S-2: at least one, and only dice just rolled."""
    if dice and Counter(dice) <= Counter(state.loose):
        return None
    message = f"keep {list(dice[:DICE])} refused: keep one or more of the dice just"
    return Illegal(
        "S-2", "kept_wrongly", f"{message} rolled, {list(state.loose)}", state.loose
    )
