"""The combinations of Di-Da-Do (D-8 to D-16): what forms one, and what it may do.

Each has a shape, the sizes of its groups of equal dice, and a check of its effect that
says in words what is wrong, or None. What the effect then does is in `di_da_do`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from rules.core import Choice
from rules.di_da_do_moves import DICE, Combine, State, Touch

Check: TypeAlias = Callable[[State, Combine], str | None]

MOST_OWN = 2  # D-15: own dice locked, and own dice unlocked, by a cinquina
MOST_OTHERS = 1  # D-15: the same for each other player


class Combination(NamedTuple):
    """A row of the table of combinations."""

    rule: str
    shape: tuple[int, ...]
    check: Check


def fault(state: State, action: Combine) -> str | None:
    """What is wrong with a combination: its dice first, then its effect (D-6)."""
    combination = COMBINATIONS[action.combination]
    dice = state.players[state.to_act].dice
    if len(set(action.named)) < len(action.named):
        return "a die is named twice"
    if shape_of([dice[die] for die in action.named]) != combination.shape:
        faces = [dice[die] for die in action.named]
        return f"{faces} do not form it"
    targets = [(touch.player, touch.die) for touch in action.effect]
    if len(set(targets)) < len(targets):
        return "the effect touches the same twice"
    return combination.check(state, action)


def shape_of(faces: Sequence[int]) -> tuple[int, ...]:
    """How many are alike, largest group first: 4, 4, 2 have the shape (2, 1)."""
    return tuple(sorted(Counter(faces).values(), reverse=True))


def legal_combinations(state: State) -> tuple[Choice, ...]:
    """Every combination that the player to act can form and carry out in full."""
    dice = state.players[state.to_act].dice
    by_shape = {row.shape: (name, row.rule) for name, row in COMBINATIONS.items()}
    found = []
    for size in range(2, DICE + 1):
        for named in combinations(range(DICE), size):
            shape = shape_of([dice[die] for die in named])
            if shape in by_shape and _has_targets(state, by_shape[shape][0]):
                name, rule = by_shape[shape]
                found.append(Choice("combine", rule, dice=named, what=name))
    return tuple(found)


def _has_targets(state: State, name: str) -> bool:
    """Whether there are dice enough for the effect to be carried out in full."""
    me = state.to_act
    loose = [player.locked.count(False) for player in state.players]
    own, others = loose[me], sum(loose) - loose[me]
    match name:
        case "coppia":
            return others >= 1
        case "doppia coppia":
            return others >= 2
        case "tris":
            return own >= 1
        case "quasi-full":
            return own + others >= 1
        case "poker":
            return own + others < DICE * len(state.players)
        case "doppio tris":
            return own >= 1 and others >= 1
    return True  # full, cinquina and sestina can touch any die


def _entries(action: Combine, fewest: int, most: int) -> str | None:
    count = len(action.effect)
    if fewest <= count <= most:
        return None
    wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
    return f"its effect has {wanted} entries, got {count}"


def _is_locked(state: State, touch: Touch) -> bool:
    assert touch.die is not None  # only a sestina's entries have no die
    return state.players[touch.player].locked[touch.die]


def _others_loose(state: State, action: Combine) -> str | None:
    """D-8, D-9: loose dice of other players only."""
    if any(touch.player == state.to_act for touch in action.effect):
        return "it re-rolls dice of other players only"
    if any(_is_locked(state, touch) for touch in action.effect):
        return "it re-rolls loose dice only"
    return None


def _coppia(state: State, action: Combine) -> str | None:
    """D-8: one loose die of another player."""
    return _entries(action, 1, 1) or _others_loose(state, action)


def _doppia_coppia(state: State, action: Combine) -> str | None:
    """D-9: two loose dice of another player, or one each of two others."""
    return _entries(action, 2, 2) or _others_loose(state, action)


def _turn(state: State, touch: Touch) -> str | None:
    """D-10, D-11, D-17: a loose die, by one at most; 6 and 1 are neighbours."""
    assert touch.die is not None  # the record gives a die and a value
    assert touch.value is not None
    before = state.players[touch.player].dice[touch.die]
    if _is_locked(state, touch):
        return "it turns a loose die only"
    if (touch.value - before) % 6 not in (0, 1, 5):
        return f"a die turns by one at most, not from {before} to {touch.value}"
    return None


def _tris(state: State, action: Combine) -> str | None:
    """D-10: one of the player's own loose dice."""
    wrong = _entries(action, 1, 1)
    if wrong is None and action.effect[0].player != state.to_act:
        return "it turns one of the player's own dice"
    return wrong or _turn(state, action.effect[0])


def _quasi_full(state: State, action: Combine) -> str | None:
    """D-11: any loose die in play."""
    return _entries(action, 1, 1) or _turn(state, action.effect[0])


def _poker(state: State, action: Combine) -> str | None:
    """D-12: one locked die of anyone."""
    wrong = _entries(action, 1, 1)
    if wrong is None and not _is_locked(state, action.effect[0]):
        return "it unlocks a locked die"
    return wrong


def _doppio_tris(state: State, action: Combine) -> str | None:
    """D-13: an own loose die, and a loose die of another player."""
    wrong = _entries(action, 2, 2)
    if wrong is not None:
        return wrong
    own, other = action.effect
    if own.player != state.to_act or other.player == state.to_act:
        return "it swaps an own die with another player's, own die first"
    if _is_locked(state, own) or _is_locked(state, other):
        return "it swaps loose dice only"
    return None


def _full(state: State, action: Combine) -> str | None:
    """D-14: any one die."""
    return _entries(action, 1, 1)


def _value_of(state: State, action: Combine) -> int:
    """The v of D-15 and D-16."""
    return state.players[state.to_act].dice[action.named[0]]


def _cinquina(state: State, action: Combine) -> str | None:
    """D-15: one to v dice, so many of each player, and none to where it is."""
    for touch in action.effect:
        if _is_locked(state, touch) == (touch.to == "locked"):
            return f"a die is {touch.to} already"
    moved = Counter((touch.player, touch.to) for touch in action.effect)
    for (player, to), count in moved.items():
        most = MOST_OWN if player == state.to_act else MOST_OTHERS
        if count > most:
            name = state.players[player].name
            return f"at most {most} of {name!r} may be made {to}, got {count}"
    return _entries(action, 1, _value_of(state, action))


def _sestina(state: State, action: Combine) -> str | None:
    """D-16, D-17: one to v players, the player itself too if it likes."""
    return _entries(action, 1, _value_of(state, action))


COMBINATIONS = {
    "coppia": Combination("D-8", (2,), _coppia),
    "doppia coppia": Combination("D-9", (2, 2), _doppia_coppia),
    "tris": Combination("D-10", (3,), _tris),
    "quasi-full": Combination("D-11", (3, 2), _quasi_full),
    "poker": Combination("D-12", (4,), _poker),
    "doppio tris": Combination("D-13", (3, 3), _doppio_tris),
    "full": Combination("D-14", (4, 2), _full),
    "cinquina": Combination("D-15", (5,), _cinquina),
    "sestina": Combination("D-16", (6,), _sestina),
}
