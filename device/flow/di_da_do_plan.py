"""An action of Di-Da-Do in the making: what is still to be chosen or rolled.

`need` looks at what is known so far and says what comes next; everything it offers, the
rules accept. Dice are (seat, die) for the whole game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rules import di_da_do
from rules.core import Illegal
from rules.di_da_do_combinations import MOST_OTHERS, MOST_OWN
from rules.di_da_do_moves import DICE, Action, Combine, Lock, Reroll, State, Touch

Die: TypeAlias = tuple[int, int]
_Test: TypeAlias = Callable[[int, int], bool]
Do: TypeAlias = Literal["lock", "reroll", "combine"]

#: Combinations whose effect re-rolls dice, and how many.
ROLLING = {"coppia": 1, "doppia coppia": 2, "full": 1}
#: Combinations whose effect turns a die.
TURNING = ("tris", "quasi-full")
UNKNOWN = 0  # in `Touch.values`: a die still to be rolled


@dataclass(frozen=True, slots=True)
class Plan:
    """What is known of an action so far.

    Attributes:
        do: Its name in a record.
        combination: Of `combine`.
        named: The dice that form it.
        touches: Dice it is about, in the order chosen, with what is known of them.
        rolled: Own dice re-rolled at the end, with their faces.
        is_finished: No more dice are to be chosen, though there could be.
    """

    do: Do
    combination: str = ""
    named: tuple[int, ...] = ()
    touches: tuple[Touch, ...] = ()
    rolled: tuple[tuple[int, int], ...] = ()
    is_finished: bool = False


@dataclass(frozen=True, slots=True)
class Aim:
    """One of these dice is to be chosen; or none more, where that is allowed."""

    dice: tuple[Die, ...]
    may_finish: bool = False


@dataclass(frozen=True, slots=True)
class AimSeat:
    """One of these players is to be chosen; or none more, where that is allowed."""

    seats: tuple[int, ...]
    may_finish: bool = False


@dataclass(frozen=True, slots=True)
class TurnDie:
    """A die is turned by one, or left."""

    seat: int
    die: int


@dataclass(frozen=True, slots=True)
class RollDice:
    """Dice of one player are rolled."""

    seat: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """Nothing more is to be known."""

    action: Action


Need: TypeAlias = Aim | AimSeat | TurnDie | RollDice | Ready


def need(state: State, plan: Plan) -> Need:
    """What comes next."""
    effect = _effect(state, plan)
    if effect is not None:
        return effect
    if plan.do == "combine":
        return _own_rolls(state, plan)
    (touch,) = plan.touches
    assert touch.die is not None  # chosen by `Aim`
    if plan.do == "lock":
        return Ready(Lock(touch.die, state.turn))
    assert touch.value is not None  # rolled by `RollDice`
    return Ready(Reroll(touch.die, touch.value, state.turn))


def _own_rolls(state: State, plan: Plan) -> Need:
    """D-18: which dice are re-rolled at the end is asked of the rules."""
    action = Combine(
        plan.combination, plan.named, plan.touches, dict(plan.rolled), state.turn
    )
    answer = di_da_do.apply(state, action)
    if isinstance(answer, Illegal) and answer.rule == "D-18":
        return RollDice(state.to_act, tuple(int(die) for die in answer.allowed))
    return Ready(action)


# --- what the effect needs -------------------------------------------------------


def _effect(state: State, plan: Plan) -> Need | None:
    me, chosen = state.to_act, len(plan.touches)
    wanted = _is_wanted(state, plan)
    if plan.combination == "sestina":
        return _sestina(state, plan)
    if plan.combination == "cinquina":
        return _cinquina(state, plan)
    if chosen < (2 if plan.combination in ("doppia coppia", "doppio tris") else 1):
        taken = {(touch.player, touch.die) for touch in plan.touches}
        every = ((seat, die) for seat in _from(state, me) for die in range(DICE))
        return Aim(tuple(d for d in every if d not in taken and wanted(*d)))
    if plan.combination in TURNING and plan.touches[0].value is None:
        return TurnDie(plan.touches[0].player, _die(plan.touches[0]))
    if plan.do == "reroll" or plan.combination in ROLLING:
        return _first_roll(plan)
    return None


def _is_wanted(state: State, plan: Plan) -> _Test:
    """Which dice the next choice may fall on."""
    me = state.to_act

    def is_loose(seat: int, die: int) -> bool:
        return not state.players[seat].locked[die]

    tests: Mapping[str, _Test] = {
        "coppia": lambda seat, die: seat != me and is_loose(seat, die),
        "doppia coppia": lambda seat, die: seat != me and is_loose(seat, die),
        "quasi-full": is_loose,
        "poker": lambda seat, die: not is_loose(seat, die),
        "doppio tris": lambda seat, die: (
            is_loose(seat, die) and (seat == me) is (not plan.touches)
        ),
        "full": lambda seat, die: True,
    }
    return tests.get(
        plan.combination, lambda seat, die: seat == me and is_loose(seat, die)
    )


def _first_roll(plan: Plan) -> RollDice | None:
    """The dice of one player that the effect still re-rolls."""
    owed = [touch for touch in plan.touches if touch.value is None]
    if not owed:
        return None
    seat = owed[0].player
    return RollDice(seat, tuple(_die(touch) for touch in owed if touch.player == seat))


def _cinquina(state: State, plan: Plan) -> Aim | None:
    """D-15: up to v dice; so many of each player locked, and so many unlocked."""
    value = state.players[state.to_act].dice[plan.named[0]]
    if plan.is_finished or len(plan.touches) == value:
        return None
    moved = Counter((touch.player, touch.to) for touch in plan.touches)
    taken = {(touch.player, touch.die) for touch in plan.touches}
    dice = []
    for seat in _from(state, state.to_act):
        most = MOST_OWN if seat == state.to_act else MOST_OTHERS
        for die in range(DICE):
            if (seat, die) not in taken and moved[seat, to(state, seat, die)] < most:
                dice.append((seat, die))
    if not dice:
        return None
    return Aim(tuple(dice), may_finish=bool(plan.touches))


def to(state: State, seat: int, die: int) -> Literal["locked", "loose"]:
    """Where a cinquina would put a die: the other place."""
    return "loose" if state.players[seat].locked[die] else "locked"


def _sestina(state: State, plan: Plan) -> Need | None:
    """D-16: one to v players roll all their dice, the locked ones apart."""
    value = state.players[state.to_act].dice[plan.named[0]]
    chosen = [touch.player for touch in plan.touches]
    others = tuple(s for s in _from(state, state.to_act + 1) if s not in chosen)
    if not plan.is_finished and len(chosen) < value and others:
        return AimSeat(others, may_finish=bool(chosen))
    for touch in plan.touches:
        locked = state.players[touch.player].locked
        for is_locked in (False, True):
            owed = tuple(
                die
                for die in range(DICE)
                if locked[die] is is_locked and touch.values[die] == UNKNOWN
            )
            if owed:
                return RollDice(touch.player, owed)
    return None


def _from(state: State, first: int) -> list[int]:
    """All seats clockwise from one."""
    count = len(state.players)
    return [(first + k) % count for k in range(count)]


def _die(touch: Touch) -> int:
    assert touch.die is not None  # only a sestina's entries have no die
    return touch.die


# --- going on and back -----------------------------------------------------------


def choose_die(state: State, plan: Plan, die: Die) -> Plan:
    """The plan with one die more."""
    touch = Touch(*die)
    if plan.combination == "cinquina":
        touch = replace(touch, to=to(state, *die))
    return replace(plan, touches=(*plan.touches, touch))


def choose_seat(plan: Plan, seat: int) -> Plan:
    """The plan with one player more, whose dice are all to be rolled."""
    touch = Touch(seat, values=(UNKNOWN,) * DICE)
    return replace(plan, touches=(*plan.touches, touch))


def turn_die(plan: Plan, value: int) -> Plan:
    """The plan with the die turned."""
    return replace(plan, touches=(replace(plan.touches[0], value=value),))


def turns(face: int) -> tuple[int, ...]:
    """What a die may be turned to: one up, one down, left; 6 and 1 are neighbours."""
    return (face % 6 + 1, (face - 2) % 6 + 1, face)


def finish(plan: Plan) -> Plan:
    """No more dice are to be chosen."""
    return replace(plan, is_finished=True)


def roll(state: State, plan: Plan, asked: RollDice, values: Sequence[int]) -> Plan:
    """The plan with the faces of the dice that it needed rolled."""
    faces = dict(zip(asked.dice, values, strict=True))
    if plan.do == "combine" and _effect(state, plan) is None:
        return replace(plan, rolled=tuple(faces.items()))
    touches = tuple(
        _rolled(touch, faces) if touch.player == asked.seat else touch
        for touch in plan.touches
    )
    return replace(plan, touches=touches)


def _rolled(touch: Touch, faces: Mapping[int, int]) -> Touch:
    if touch.die is None:
        known = enumerate(touch.values)
        return replace(touch, values=tuple(faces.get(i, v) for i, v in known))
    return replace(touch, value=faces.get(touch.die, touch.value))


def step_back(plan: Plan) -> Plan | None:
    """The plan without its last choice; None where none was made."""
    if not plan.touches:
        return None
    cleared = tuple(_cleared(touch) for touch in plan.touches[:-1])
    return replace(plan, touches=cleared, rolled=(), is_finished=False)


def _cleared(touch: Touch) -> Touch:
    values = (UNKNOWN,) * DICE if touch.values else ()
    return replace(touch, value=None, values=values)


# --- faces and choices -----------------------------------------------------------


def faces(state: State, plan: Plan | None = None) -> dict[Die, int]:
    """Every die with its face, those of the plan included that are rolled already."""
    shown = {
        (seat, die): face
        for seat, player in enumerate(state.players)
        for die, face in enumerate(player.dice)
    }
    for touch in () if plan is None else plan.touches:
        if touch.die is not None and touch.value is not None:
            shown[touch.player, touch.die] = touch.value
        for die, face in enumerate(touch.values):
            if face != UNKNOWN:
                shown[touch.player, die] = face
    return shown


def distinct(state: State, dice: Iterable[Die]) -> tuple[Die, ...]:
    """One of those that are alike: same player, same face, both loose or locked."""
    found: dict[tuple[int, int, bool], Die] = {}
    for seat, die in dice:
        player = state.players[seat]
        found.setdefault((seat, player.dice[die], player.locked[die]), (seat, die))
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Formed:
    """A combination that the player to act can use.

    Attributes:
        name: A key of `COMBINATIONS`.
        rule: Its number.
        named: The dice that form it; of those that are alike, the first.
    """

    name: str
    rule: str
    named: tuple[int, ...]


def combinations(state: State) -> tuple[Formed, ...]:
    """What can be used now, the rarest first; dice that are alike count as one way."""
    player = state.players[state.to_act]
    found: dict[tuple[object, ...], Formed] = {}
    for choice in di_da_do.legal_actions(state):
        if choice.do != "combine":
            continue
        dice = sorted((player.dice[die], player.locked[die]) for die in choice.dice)
        formed = Formed(choice.what, choice.rule, choice.dice)
        found.setdefault((choice.what, *dice), formed)
    return tuple(
        sorted(found.values(), key=lambda f: int(f.rule.split("-")[1]), reverse=True)
    )
