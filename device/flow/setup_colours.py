"""Who plays Dancing Dice: the colours of the dice on the table, or ticked by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import atan2, pi

from device.flow.core import Reply, Signal
from device.flow.setup_state import MOST_SEATS, PLAYER_COLOURS, State, Step
from rules.setups import GAMES
from vision.readings import TableReading

#: Dice of one colour that make a player, where some were not seen.
FEWEST_DICE = 3


def can_play(state: State, colours: int) -> bool:
    """Whether so many colours may play."""
    rules = GAMES[state.game]
    return rules.fewest <= colours <= (rules.most or MOST_SEATS)


def look(state: State) -> State:
    """Look for the colours on the table; by hand where there is no camera."""
    looking = replace(state, step=Step.TABLE, found=None, request=state.request + 1)
    return by_hand(looking) if state.is_blind else looking


def by_hand(state: State) -> State:
    """Tick colours, with those found, or last evening's, ticked already."""
    found = tuple(colour for colour, _ in state.found or ())
    last = tuple(s.colour for s in state.known if s.colour in PLAYER_COLOURS)
    usual = tuple(colour for colour in last if colour is not None)
    ticked = found or state.colours or usual or ("red", "blue")
    return replace(state, step=Step.COLOURS, colours=ticked, at=0)


def blind(state: State) -> State:
    """The camera gives no pictures: no more is waited for from it."""
    after = replace(state, is_blind=True)
    return by_hand(after) if state.step is Step.TABLE else after


def tick(state: State) -> State:
    """The colour at the cursor plays, or plays no more."""
    colour = PLAYER_COLOURS[state.at]
    if colour in state.colours:
        kept = tuple(c for c in state.colours if c != colour)
    else:
        kept = (*state.colours, colour)
    return replace(state, colours=kept)


def take_found(state: State) -> State:
    """Those seen on the table play."""
    return _seat_colours(state, tuple(colour for colour, _ in state.found or ()))


def take_ticked(state: State) -> State:
    """Those ticked play."""
    return _seat_colours(state, state.colours)


def _seat_colours(state: State, colours: tuple[str, ...]) -> State:
    """A seat for each colour; who had it last evening has it again."""
    if not can_play(state, len(colours)):
        return replace(state, slip="colours")
    had = {seat.colour: seat.name for seat in state.known}
    names = tuple(had.get(colour, "") for colour in colours)
    padded = (*names, *State().names)[:MOST_SEATS]
    seated = replace(state, colours=colours, seats=len(colours), names=padded)
    return replace(seated, step=Step.READY, at=0)


def see(state: State, reading: TableReading, size: tuple[int, int]) -> Reply[State]:
    """The dice on the table were read, in a picture of (width, height) pixels."""
    found = colours_on(reading, (size[0] / 2, size[1] / 2))
    return Reply(replace(state, found=found, slip=""), sounds=(Signal.READ,))


def colours_on(
    reading: TableReading, centre: tuple[float, float]
) -> tuple[tuple[str, int], ...]:
    """Players' colours with their number of dice, clockwise from the near side."""
    owners = [_owner(die.kind, die.body, die.pips) for die in reading.dice]
    counts = Counter(owner for owner in owners if owner in PLAYER_COLOURS)

    def turn(colour: str) -> float:
        own = [
            die.center
            for die, owner in zip(reading.dice, owners, strict=True)
            if owner == colour
        ]
        x = sum(point[0] for point in own) / len(own) - centre[0]
        y = sum(point[1] for point in own) / len(own) - centre[1]
        return (atan2(y, x) - pi / 4) % (2 * pi)  # the near side, whole, comes first

    players = [colour for colour, dice in counts.items() if dice >= FEWEST_DICE]
    return tuple((colour, counts[colour]) for colour in sorted(players, key=turn))


def _owner(kind: str, body: str, pips: str) -> str:
    return {"c": pips, "b": body}.get(kind, "")


def look_again(state: State) -> State:
    """Forget what was found, and ask for another reading."""
    return replace(state, found=None, request=state.request + 1)
