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
    count = logs.shape[0]
    if int(room.sum()) < count:
        raise ValueError(f"{count} dice need more room than {int(room.sum())}")
    slot_of = logs.argmax(axis=1)
    free = room - np.bincount(slot_of, minlength=len(room))
    while (free < 0).any():
        cost, via = _moves(logs, slot_of)
        away, after = _cheapest(cost)
        chains = np.where((free < 0)[:, None] & (free > 0)[None, :], away, FAR)
        start, end = np.unravel_index(int(chains.argmin()), chains.shape)
        _shift(slot_of, via, after, int(start), int(end))
        free[start] += 1
        free[end] -= 1
    return slot_of, _marginals(logs, slot_of, free)


def _moves(logs: Array, slot_of: Places) -> tuple[Array, Places]:
    """What it costs at least to move some die of one slot to another, and which die."""
    slots = logs.shape[1]
    cost = np.full((slots, slots), FAR)
    via = np.full((slots, slots), -1)
    for slot in range(slots):
        mine = np.nonzero(slot_of == slot)[0]
        if mine.size:
            loss = logs[mine, slot][:, None] - logs[mine]
            cost[slot] = loss.min(axis=0)
            via[slot] = mine[loss.argmin(axis=0)]
    np.fill_diagonal(cost, 0.0)
    return cost, via


def _moves_without_each(logs: Array, slot_of: Places) -> Array:
    """The costs of `_moves` where one die after another may not move itself.

    Returns:
        Shape (dice, slots, slots).
    """
    count, slots = logs.shape
    every = np.broadcast_to(_moves(logs, slot_of)[0], (count, slots, slots)).copy()
    for slot in range(slots):
        mine = np.nonzero(slot_of == slot)[0]
        loss = logs[mine, slot][:, None] - logs[mine]
        for k, die in enumerate(mine):
            others = np.delete(loss, k, axis=0)
            every[die, slot] = others.min(axis=0) if len(others) else FAR
            every[die, slot, slot] = 0.0
    return every


def _cheapest(cost: Array) -> tuple[Array, Places]:
    """All cheapest chains of moves: their costs, and the slot after the first move.

    Args:
        cost: Of one move, shape (…, slots, slots).
    """
    slots = cost.shape[-1]
    away = cost.copy()
    after = np.broadcast_to(np.arange(slots), cost.shape).copy()
    for middle in range(slots):
        through = away[..., :, middle, None] + away[..., None, middle, :]
        better = through < away - 1e-12
        away = np.where(better, through, away)
        after = np.where(better, after[..., :, middle, None], after)
    return away, after


def _shift(slot_of: Places, via: Places, after: Places, start: int, end: int) -> None:
    """Make room in `start` by moving dice along the chain to `end`."""
    while start != end:
        to = int(after[start, end])
        slot_of[via[start, to]] = to
        start = to


def _marginals(logs: Array, slot_of: Places, free: Places) -> Array:
    """Probability of each slot for each die, from the cost of having it there."""
    dice = np.arange(len(logs))
    home = logs[dice, slot_of]
    cost = _moves_without_each(logs, slot_of)
    # A slot with room takes the die and lets any other slot give one up instead.
    cost[:, free > 0] = np.minimum(cost[:, free > 0], 0.0)
    # The die goes to a slot; in the end one die more may lie where it came from.
    back = _cheapest(cost)[0][dice, :, slot_of]
    extra = home[:, None] - logs + back
    odds = np.exp(-np.clip(extra, 0.0, 50.0))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))
