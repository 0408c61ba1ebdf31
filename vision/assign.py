"""The likeliest giving of dice to slots that take just so many, and how sure each is.

A slot is such as "red, coloured pips", of which every player has three dice. Every die
gets its likeliest slot; then the dice too many are moved on, one by one, along the
cheapest chain of moves between slots. How sure a die's slot is follows from what the
best giving with that die elsewhere would cost (a min-marginal): a doubtful die among
dice that leave it just one place is not doubtful.
Source: successive shortest paths for the transportation problem, as in Ahuja, Magnanti,
Orlin, "Network Flows" (1993), chapter 9, with Floyd and Warshall's algorithm on the
slots, of which there are few.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Places = NDArray[np.int64]

#: The cost, in logs, of a move that cannot be.
FAR = 1e9


def assign(logs: Array, room: Places) -> tuple[Places, Array]:
    """Give every die a slot, as likely as can be, with no slot overfull.

    Args:
        logs: Log likelihood of each die in each slot, shape (dice, slots), finite.
        room: How many dice each slot takes, shape (slots,); together at least `dice`.

    Returns:
        The slot of each die, and the probability of every slot for every die, shape
        (dice, slots), each row summing to 1.

    Raises:
        ValueError: The slots have too little room.
    """
    slot_of = likeliest(logs, room)
    return slot_of, odds_given(logs, room, slot_of)


def likeliest(logs: Array, room: Places) -> Places:
    """The slot of each die in the likeliest giving; as `assign` takes and raises."""
    if int(room.sum()) < len(logs):
        raise ValueError(f"{len(logs)} dice need more room than {int(room.sum())}")
    slot_of = np.asarray(logs.argmax(axis=1), np.int64)
    free = room - np.bincount(slot_of, minlength=len(room))
    while (free < 0).any():
        away, after = _chains(_moves(logs, slot_of))
        chains = np.where((free < 0)[:, None] & (free > 0)[None, :], away, FAR)
        start, end = np.unravel_index(int(chains.argmin()), chains.shape)
        _shift(logs, slot_of, after, int(start), int(end))
        free[start] += 1
        free[end] -= 1
    return slot_of


def odds_given(logs: Array, room: Places, slot_of: Places) -> Array:
    """Probability of each slot for each die, from the cost of having it there.

    The die goes to a slot; in the end one die more may lie where it came from. No chain
    that ends where the die came from begins there, since the giving is the likeliest
    and no round of moves gains anything; so that the die itself may not move again
    makes no difference, and the chains are the same for all dice.

    Args:
        logs: As in `assign`.
        room: As in `assign`.
        slot_of: The likeliest giving.
    """
    cost = _moves(logs, slot_of)
    has_room = np.bincount(slot_of, minlength=len(room)) < room
    # A slot with room takes the die and lets any other slot give one up instead.
    cost[has_room] = np.minimum(cost[has_room], 0.0)
    back = _chains(cost)[0].T[slot_of]
    home = logs[np.arange(len(logs)), slot_of]
    odds = np.exp(-np.clip(home[:, None] - logs + back, 0.0, 50.0))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _moves(logs: Array, slot_of: Places) -> Array:
    """What it costs at least to move some die of one slot to another."""
    slots = logs.shape[1]
    order = np.argsort(slot_of, kind="stable")
    sorted_slots = slot_of[order]
    starts = np.nonzero(np.diff(sorted_slots, prepend=-1))[0]
    loss = logs[order, sorted_slots][:, None] - logs[order]
    cost = np.full((slots, slots), FAR)
    cost[sorted_slots[starts]] = np.minimum.reduceat(loss, starts, axis=0)
    cost[np.arange(slots), np.arange(slots)] = 0.0
    return cost


def _chains(cost: Array) -> tuple[Array, Places]:
    """All cheapest chains of moves: their costs, and the slot after the first move."""
    away = cost.copy()
    after = np.tile(np.arange(len(cost)), (len(cost), 1))
    for middle in range(len(cost)):
        through = away[:, middle, None] + away[middle]
        is_better = through < away - 1e-12
        np.copyto(away, through, where=is_better)
        np.copyto(after, after[:, middle, None], where=is_better)
    return away, after


def _shift(logs: Array, slot_of: Places, after: Places, start: int, end: int) -> None:
    """Make room in `start` by moving the cheapest dice along the chain to `end`."""
    leaving = []
    while start != end:
        to = int(after[start, end])
        mine = np.nonzero(slot_of == start)[0]
        leaving.append((mine[(logs[mine, start] - logs[mine, to]).argmin()], to))
        start = to
    for die, to in leaving:  # a die that comes to a slot is not the one that leaves it
        slot_of[die] = to
