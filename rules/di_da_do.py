"""Di-Da-Do, 3 to 6 players, rule after rule as in RULES.md.

Each player has six dice in plain sight and a *scatolina* (little box) that locks dice.
Whoever has 1 to 6 locked wins. A *combinazione* of one's own dice does something to
the dice on the table; which forms what, and what each may do, is in
`di_da_do_combinations`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.core import (
    Choice,
    GameWon,
    Illegal,
    Step,
    finished,
    wrong_count,
    wrong_face,
    wrong_phase,
    wrong_player,
    wrong_players,
)
from rules.di_da_do_combinations import COMBINATIONS, fault, legal_combinations
from rules.di_da_do_moves import (
    DICE,
    Action,
    Answer,
    CombinationUsed,
    Combine,
    DiceSwapped,
    DiceThrown,
    DieLocked,
    DieRolled,
    DieTurned,
    DieUnlocked,
    Event,
    Lock,
    Pass,
    Passed,
    Phase,
    Player,
    Reroll,
    Start,
    State,
    Touch,
    TurnPassed,
)

MIN_PLAYERS, MAX_PLAYERS = 3, 6
ALL_VALUES = [1, 2, 3, 4, 5, 6]


def start(names: Sequence[str]) -> State:
    """Set the game up, for three to six names in seat order."""
    return State(tuple(Player(name) for name in names))


def legal_actions(state: State) -> tuple[Choice, ...]:
    """What is open now, die by die and combination by combination (D-3)."""
    match state.phase:
        case Phase.START:
            return (Choice("start", "D-1"),)
        case Phase.TURN:
            locked = state.players[state.to_act].locked
            loose = [die for die in range(DICE) if not locked[die]]
            return (
                *(Choice("lock", "D-4", dice=(die,)) for die in loose),
                *(Choice("reroll", "D-5", dice=(die,)) for die in loose),
                *legal_combinations(state),
                Choice("pass", "D-3"),
            )
        case Phase.OVER:
            return ()


def apply(state: State, action: Action) -> Answer:
    """Play one action; refuse it, with a reason, if the rules do not allow it."""
    refused = _common_refusal(state, action)
    if refused is not None:
        return refused
    match action:
        case Start(dice):
            return _start(state, dice)
        case Lock(die):
            return _locked_die(state, die, "D-4") or _lock(state, die)
        case Reroll(die, value):
            return _locked_die(state, die, "D-5") or _reroll(state, die, value)
        case Pass():
            return _end_turn(state, Passed(state.to_act))
        case Combine():
            return _combine(state, action)


# --- D-1 to D-5 ------------------------------------------------------------------


def _start(state: State, dice: Mapping[str, tuple[int, ...]]) -> Step[State, Event]:
    """D-1: all of 1 to 6 wins at once; D-2: else the most 6s play first."""
    players = tuple(replace(p, dice=dice[p.name]) for p in state.players)
    thrown = tuple(DiceThrown(i, p.dice, "D-1") for i, p in enumerate(players))
    rolled = replace(state, players=players)
    at_once = tuple(i for i, p in enumerate(players) if sorted(p.dice) == ALL_VALUES)
    if at_once:
        over = replace(rolled, phase=Phase.OVER, winners=at_once)
        return Step(over, (*thrown, GameWon(at_once, "D-1")))
    first = max(range(len(players)), key=lambda i: _most_of_the_highest(players[i]))
    after = replace(rolled, phase=Phase.TURN, turn=first)
    return Step(after, (*thrown, TurnPassed(first, "D-2")))


def _most_of_the_highest(player: Player) -> list[int]:
    """D-2: how many 6s, then 5s, down to 1s; max() leaves a tie to the first seat."""
    return [player.dice.count(value) for value in reversed(ALL_VALUES)]


def _lock(state: State, die: int) -> Step[State, Event]:
    """D-4: face unchanged."""
    after = _set_locked(state, state.to_act, die, locked=True)
    face = state.players[state.to_act].dice[die]
    return _end_turn(after, DieLocked(state.to_act, die, face, "D-4"))


def _reroll(state: State, die: int, value: int) -> Step[State, Event]:
    """D-5."""
    before = state.players[state.to_act].dice[die]
    after = _set_face(state, state.to_act, die, value)
    return _end_turn(after, DieRolled(state.to_act, die, before, value, "D-5"))


# --- D-6: combinations -----------------------------------------------------------


def _combine(state: State, action: Combine) -> Answer:
    """D-6: the effect first, then the re-roll of the dice that formed it."""
    rule = COMBINATIONS[action.combination].rule
    wrong = fault(state, action)
    if wrong is not None:
        message = f"{action.combination} refused: {wrong}"
        values = (("combination", action.combination),)
        return Illegal(rule, "combination_refused", message, (), values)
    effect = _carry_out(state, action, rule)
    owed = _owed(state, effect.state, action)
    if set(action.rolled) != set(owed):
        message = f"dice {owed} are re-rolled, got {sorted(action.rolled)}"
        return Illegal("D-18", "wrong_dice_rolled", message, owed)
    me, dice = state.to_act, state.players[state.to_act].dice
    faces = tuple(dice[die] for die in action.named)
    told: list[Event] = [CombinationUsed(me, action.combination, faces, rule)]
    told += effect.events
    after = effect.state
    for die in owed:
        face = action.rolled[die]
        told.append(DieRolled(me, die, dice[die], face, "D-6"))
        after = _set_face(after, me, die, face)
    return _end_turn(after, *told)


def _owed(before: State, after: State, action: Combine) -> tuple[int, ...]:
    """D-18: loose when named, loose still, and not re-rolled, turned or swapped."""
    me = before.to_act
    was, still = before.players[me].locked, after.players[me].locked
    moved: set[int | None] = set()
    if action.combination not in ("poker", "cinquina"):  # these leave dice in place
        moved = {touch.die for touch in action.effect if touch.player == me}
    if action.combination == "sestina" and moved:
        return ()  # all own dice were re-rolled
    return tuple(
        die
        for die in sorted(action.named)
        if not was[die] and not still[die] and die not in moved
    )


def _carry_out(state: State, action: Combine, rule: str) -> Step[State, Event]:
    """What the effect does, entry by entry (D-8 to D-16)."""
    if action.combination == "doppio tris":
        return _swap(state, *action.effect)
    told: list[Event] = []
    for touch in action.effect:
        step = _touch(state, action.combination, touch, rule)
        state = step.state
        told += step.events
    return Step(state, tuple(told))


def _touch(
    state: State, combination: str, touch: Touch, rule: str
) -> Step[State, Event]:
    player = touch.player
    if combination == "sestina":
        before = state.players[player]
        after = _with_player(state, player, replace(before, dice=touch.values))
        return Step(after, (DiceThrown(player, touch.values, rule),))
    assert touch.die is not None  # only a sestina's entries have no die
    face = state.players[player].dice[touch.die]
    if combination in ("poker", "cinquina"):
        locked = touch.to == "locked"  # a poker's entry says nothing and unlocks
        event = DieLocked if locked else DieUnlocked
        after = _set_locked(state, player, touch.die, locked=locked)
        return Step(after, (event(player, touch.die, face, rule),))
    assert touch.value is not None  # all that is left re-rolls or turns a die
    changed = DieTurned if combination in ("tris", "quasi-full") else DieRolled
    after = _set_face(state, player, touch.die, touch.value)
    return Step(after, (changed(player, touch.die, face, touch.value, rule),))


def _swap(state: State, own: Touch, other: Touch) -> Step[State, Event]:
    """D-13: the two change places and keep their faces."""
    assert own.die is not None  # only a sestina's entries have no die
    assert other.die is not None
    given = state.players[own.player].dice[own.die]
    got = state.players[other.player].dice[other.die]
    after = _set_face(state, own.player, own.die, got)
    after = _set_face(after, other.player, other.die, given)
    swapped = DiceSwapped(own.player, own.die, got, other.player, other.die, given)
    return Step(after, (swapped,))


# --- the end of an action --------------------------------------------------------


def _end_turn(state: State, *told: Event) -> Step[State, Event]:
    """D-7: whoever has 1 to 6 locked wins; else D-3: the next player clockwise."""
    winners = tuple(i for i, p in enumerate(state.players) if _has_won(p))
    if winners:
        over = replace(state, phase=Phase.OVER, turn=None, winners=winners)
        return Step(over, (*told, GameWon(winners, "D-7")))
    after = (state.to_act + 1) % len(state.players)
    return Step(replace(state, turn=after), (*told, TurnPassed(after, "D-3")))


def _has_won(player: Player) -> bool:
    return all(player.locked) and sorted(player.dice) == ALL_VALUES


def _set_face(state: State, seat: int, die: int, face: int) -> State:
    player = state.players[seat]
    dice = (*player.dice[:die], face, *player.dice[die + 1 :])
    return _with_player(state, seat, replace(player, dice=dice))


def _set_locked(state: State, seat: int, die: int, *, locked: bool) -> State:
    player = state.players[seat]
    box = (*player.locked[:die], locked, *player.locked[die + 1 :])
    return _with_player(state, seat, replace(player, locked=box))


def _with_player(state: State, seat: int, player: Player) -> State:
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return replace(state, players=players)


# --- refusals, in the order of C-6 -----------------------------------------------


def _common_refusal(state: State, action: Action) -> Illegal | None:
    """C-3, C-2 and C-1; the rules of the game come after all of these."""
    if state.phase is Phase.OVER:
        return finished(action.do)
    names = [player.name for player in state.players]
    wanted = Phase.START if isinstance(action, Start) else Phase.TURN
    refused = wrong_player(names, action.player, state.turn)
    if refused is None and state.phase is not wanted:
        open_now = dict.fromkeys(choice.do for choice in legal_actions(state))
        return wrong_phase(action.do, state.phase.value, open_now)
    return refused or _wrong_dice(names, action)


def _wrong_dice(names: Sequence[str], action: Action) -> Illegal | None:
    match action:
        case Start(dice):
            every_seat = range(len(names))
            wrong = wrong_players("start", names, dice.keys(), every_seat)
            return wrong or _wrong_throws("start", list(dice.values()))
        case Reroll(_, value):
            return wrong_face([value])
        case Combine(_, _, effect, rolled):
            throws = [touch.values for touch in effect if touch.die is None]
            faces = [touch.value for touch in effect if touch.value is not None]
            wrong = _wrong_throws(action.combination, throws)
            return wrong or wrong_face([*faces, *rolled.values()])
        case Lock() | Pass():
            return None


def _wrong_throws(verb: str, throws: Sequence[Sequence[int]]) -> Illegal | None:
    """C-2 for every throw before C-1 for any."""
    for throw in throws:
        if len(throw) != DICE:
            return wrong_count(verb, len(throw), DICE)
    return wrong_face(face for throw in throws for face in throw)


def _locked_die(state: State, die: int, rule: str) -> Illegal | None:
    """D-4, D-5: only a loose die can be locked or re-rolled."""
    if not state.players[state.to_act].locked[die]:
        return None
    message = f"die {die} refused: it is locked"
    return Illegal(rule, "die_is_locked", message, (), (("die", die),))
