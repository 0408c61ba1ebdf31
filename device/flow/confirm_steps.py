"""What can be done to a reading: settle it, correct it, ask for another, accept it."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import TypeAlias

from device.flow.core import (
    Reply,
    Seen,
    Signal,
    Sound,
    Stage,
    Watched,
    Wish,
)
from device.flow.told import (
    UNMOVED,
    At,
    Done,
    Reading,
    State,
    Told,
    told,
)
from vision.readings import DieReading, Point, Problem

#: Problems that `count_problem` tells itself.
COUNTS = ("too_few_dice", "too_many_dice")
#: While a person types, a new reading is not listened to.
TYPING = (At.ADDING, At.ENTRY)
#: So many values are said aloud; more would take too long.
MOST_SAID = 6

Answer: TypeAlias = Reply[State]


# --- what is open ----------------------------------------------------------------


def with_dice(state: Reading, dice: tuple[Told, ...]) -> Reading:
    """The same reading with other dice, and what the game makes of them."""
    sense = state.wanted.sense(dice, state.size)
    return replace(state, dice=dice, sense=sense)


def count_problem(state: Reading) -> Problem | None:
    """A wrong number of dice, or none at all."""
    found = len(state.dice)
    if found == 0:
        return Problem("no_dice", "no dice found")
    counts = counts_of(state)
    if not counts or found in counts:
        return None
    expect = min((count for count in counts if count > found), default=max(counts))
    code = "too_few_dice" if found < expect else "too_many_dice"
    values = (("found", found), ("expected", expect))
    return Problem(code, f"{found} dice, not {expect}", values=values)


def counts_of(state: Reading) -> tuple[int, ...]:
    """How many dice there may be; empty where nobody knows."""
    wanted = state.wanted
    known = (state.expect, wanted.expect, *wanted.also)
    return tuple({count for count in known if count is not None})


def open_dice(state: Reading) -> tuple[int, ...]:
    """The dice that a person must be asked about, in walking order."""
    sense = state.sense
    return tuple(i for i in walk(state) if i not in sense.known and _is_open(state, i))


def _is_open(state: Reading, index: int) -> bool:
    die, is_doubtful = state.dice[index], index in state.sense.doubtful
    return not die.is_sure or (is_doubtful and not die.is_asked)


def problem_of(state: Reading) -> Problem | None:
    """What does not add up, the count first."""
    count = count_problem(state)
    if count is not None:
        return count
    return next(iter((*state.problems, *state.sense.problems)), None)


def walk(state: Reading) -> tuple[int, ...]:
    """The order in which a cursor goes over the dice: owner by owner, as they lie."""
    owners = state.sense.owners or (None,) * len(state.dice)
    seats = {owner.colour: i for i, owner in enumerate(state.wanted.owners)}
    return tuple(
        sorted(
            range(len(state.dice)), key=lambda i: (seats.get(owners[i] or "", 99), i)
        )
    )


def alternatives(die: Told) -> tuple[int, ...]:
    """The five other values, the likeliest first."""
    likely = (die.read or die.die.value, *die.die.others, 1, 2, 3, 4, 5, 6)
    return tuple(v for v in dict.fromkeys(likely) if v != die.die.value)


def owner_name(state: Reading, index: int) -> str:
    """The name of the player whose die it is; empty where that is open."""
    owners = state.sense.owners
    colour = owners[index] if index < len(owners) else None
    return next((o.name for o in state.wanted.owners if o.colour == colour), "")


# --- where it goes on ------------------------------------------------------------


def settle(state: Reading, *sounds: Sound) -> Answer:
    """Go on to what is open: the count, unsure dice, problems; else it is read."""
    state = replace(state, is_choosing=False, page=0)
    if count_problem(state) is not None:
        return _stuck(state, sounds)
    unsure = open_dice(state)
    if unsure:
        asking = replace(state, at=At.ASKING, cursor=unsure[0], has_asked=True)
        return Reply(asking, sounds=sounds or (Signal.ASK,))
    if problem_of(state) is not None:
        return _stuck(state, sounds)
    if state.wanted.is_quick and not state.has_asked:
        return _done(state, sounds)
    return Reply(replace(state, at=At.READ), sounds=sounds or (Signal.READ,))


def _stuck(state: Reading, sounds: tuple[Sound, ...]) -> Answer:
    stuck = replace(state, at=At.STUCK, has_asked=True)
    return Reply(stuck, sounds=sounds or (Signal.WRONG,))


def accept(state: Reading) -> Answer:
    """All is told and sure: hand the dice out."""
    if problem_of(state) is not None or open_dice(state):
        return settle(state)
    return _done(state, (Signal.CLICK,))


def _done(state: Reading, sounds: tuple[Sound, ...]) -> Answer:
    done = Done(
        state.dice,
        state.shot,
        state.size,
        state.was_touched,
        state.request,
        state.sense,
        replace(wish_of(state), is_wanted=False),
    )
    return Reply(done, sounds=sounds)


def wish_of(state: Reading) -> Wish:
    """What the eye is to do: read, unless a person is typing."""
    wanted = state.wanted
    return Wish(
        is_wanted=state.at not in TYPING,
        expect=state.expect,
        sets=wanted.sets,
        palette=wanted.palette,
        request=state.request,
        reveal=wanted.reveal,
    )


# --- the eye ---------------------------------------------------------------------


def see(state: Reading, event: Seen) -> Answer:
    """Take a reading in; what a person said of dice that have not moved stands."""
    if state.at in TYPING:
        return Reply(state)
    count, wanted = len(event.reading.dice), state.wanted
    is_other = count != state.expect and count in (wanted.expect, *wanted.also)
    if is_other and not state.has_switched:
        other = replace(state, expect=count)
        return Reply(again(other, keeps=True, has_switched=True))
    dice = _carry_over(state, told(event.reading))
    if state.at is not At.WAITING and _is_same(state.dice, dice):
        return Reply(state)
    problems = tuple(p for p in event.reading.problems if p.code not in COUNTS)
    after = replace(
        state,
        problems=problems,
        shot=event.shot,
        size=event.size,
        was_touched=state.was_touched or event.was_touched,
    )
    return settle(with_dice(after, dice))


def watch(state: Reading, event: Watched) -> Reading:
    """The stage on the table has changed; what lies there no longer is read anew."""
    state = replace(state, stage=event.stage)
    if event.stage in (Stage.HAND, Stage.ROLLING, Stage.CHANGED):
        state = replace(state, has_switched=False)
    is_gone = event.stage in (Stage.CHANGED, Stage.EMPTY)
    is_read = state.shot is not None and state.at not in (*TYPING, At.WAITING)
    if is_gone and is_read:
        return again(state, keeps=True)
    return state


def again(
    state: Reading, *, keeps: bool = False, has_switched: bool = False
) -> Reading:
    """Ask the eye for another reading.

    Args:
        state: Before it.
        keeps: What a person said of dice that have not moved still stands.
        has_switched: As in `Reading`.
    """
    state = replace(
        state,
        at=At.WAITING,
        request=state.request + 1,
        has_switched=has_switched,
        is_choosing=False,
        page=0,
    )
    if keeps:
        return state
    fresh = with_dice(state, ())
    return replace(fresh, taken_away=(), problems=(), has_asked=False)


def _carry_over(state: Reading, new: tuple[Told, ...]) -> tuple[Told, ...]:
    kept = []
    for die in new:
        if _lies_at(die, state.taken_away):
            continue
        same = [old for old in state.dice if _has_not_moved(old, die)]
        kept.append(_as_said(die, same[0]) if same and same[0].is_asked else die)
    unseen = [old for old in state.dice if not old.is_placed]
    lacking = 0 if state.expect is None else max(0, state.expect - len(kept))
    return (*kept, *unseen[:lacking])


def _lies_at(die: Told, places: tuple[Point, ...]) -> bool:
    reach = UNMOVED * edge(die.die)
    return any(dist(die.die.center, place) <= reach for place in places)


def _has_not_moved(old: Told, new: Told) -> bool:
    return (
        old.is_placed
        and old.read == new.read
        and dist(old.die.center, new.die.center) <= UNMOVED * edge(new.die)
    )


def _as_said(new: Told, old: Told) -> Told:
    said = old.die
    die = replace(
        new.die, value=said.value, body=said.body, pips=said.pips, kind=said.kind
    )
    return new.told_as(die)


def _is_same(old: tuple[Told, ...], new: tuple[Told, ...]) -> bool:
    return len(old) == len(new) and all(
        any(_has_not_moved(one, other) or one == other for one in old) for other in new
    )


def edge(die: DieReading) -> float:
    """Length of a die's edge in the picture, in pixels."""
    return dist(die.corners[0], die.corners[1])
