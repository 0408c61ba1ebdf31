"""What can be done to a reading: settle it, correct it, ask for another, accept it."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import TypeAlias

from device.flow.core import (
    Hush,
    Reply,
    Seen,
    Signal,
    Sound,
    Stage,
    Voice,
    Watched,
    Wish,
)
from device.flow.screen import Text, say
from device.flow.told import (
    UNMOVED,
    At,
    ByHand,
    Done,
    Reading,
    State,
    Told,
    added,
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


# --- corrections -----------------------------------------------------------------


def set_value(state: Reading, value: int) -> Answer:
    """Say what the die at the cursor shows; the same value confirms it."""
    before = state.dice[state.cursor]
    after = before.told_as(replace(before.die, value=value))
    if value == before.die.value:
        return _corrected(state, after, Signal.CLICK)
    return _corrected(state, after, Hush(), Voice(_now(state, value)))


def set_identity(state: Reading, body: str, pips: str, kind: str) -> Answer:
    """Say whose the die at the cursor is, and of which kind."""
    before = state.dice[state.cursor]
    after = before.told_as(replace(before.die, body=body, pips=pips, kind=kind))
    return _corrected(state, after, Hush())


def _corrected(state: Reading, die: Told, *sounds: Sound) -> Answer:
    dice = list(state.dice)
    dice[state.cursor] = die
    return _go_on(replace(with_dice(state, tuple(dice)), problems=()), *sounds)


def take_away(state: Reading) -> Answer:
    """The die at the cursor is none, or does not belong there."""
    gone = state.dice[state.cursor]
    dice = tuple(die for i, die in enumerate(state.dice) if i != state.cursor)
    places = (*state.taken_away, gone.die.center) if gone.is_placed else ()
    cursor = max(0, min(state.cursor, len(dice) - 1))
    after = replace(
        with_dice(state, dice),
        taken_away=places or state.taken_away,
        cursor=cursor,
        problems=(),
    )
    voice = Voice(say("confirm.voice_taken_away", value=gone.die.value))
    return _go_on(after, Hush(), voice)


def add(state: Reading, value: int) -> Answer:
    """A die that was not seen; where it matters, whose it is comes next."""
    die = added(value, "white", "black", "plain")
    after = with_dice(state, (*state.dice, die))
    after = replace(after, cursor=len(state.dice), page=0)
    sounds = (Hush(), Voice(say("confirm.voice_added", value=value)))
    if state.wanted.has_identities:
        return Reply(replace(after, at=At.OWNERS), sounds=sounds)
    return _go_on(after, *sounds)


def _go_on(state: Reading, *sounds: Sound) -> Answer:
    if state.is_choosing and state.dice:
        return Reply(replace(state, at=At.CHOOSING, page=0), sounds=sounds)
    return settle(state, *sounds)


def choose(state: Reading, cursor: int | None = None) -> Answer:
    """Walk over the dice, beginning at the one that is likeliest to be misread."""
    if cursor is None:
        cursor = min(walk(state), key=lambda i: _is_likely_right(state, i))
    at = replace(state, at=At.CHOOSING, cursor=cursor, is_choosing=True, page=0)
    return Reply(replace(at, has_asked=True), sounds=(Hush(), Signal.CLICK))


def _is_likely_right(state: Reading, index: int) -> tuple[bool, bool, float]:
    die = state.dice[index]
    return index in state.sense.known, die.is_asked, die.die.confidence


def move(state: Reading, by: int) -> Answer:
    """Move the cursor by so many dice."""
    order = walk(state)
    at = (order.index(state.cursor) + by) % len(order)
    return Reply(replace(state, cursor=order[at]), sounds=(Signal.CLICK,))


def jump(state: Reading) -> Answer:
    """Move the cursor to the first die of the next player."""
    order, owners = walk(state), state.sense.owners
    at = order.index(state.cursor)
    ahead = (*order[at:], *order[:at])
    others = [i for i in ahead if owners[i] != owners[state.cursor]]
    if not others:
        return move(state, 1)
    first = next(i for i in order if owners[i] == owners[others[0]])
    return Reply(replace(state, cursor=first), sounds=(Signal.CLICK,))


def go(state: Reading, at: At) -> Answer:
    """Open another page."""
    return Reply(replace(state, at=at, page=0), sounds=(Signal.CLICK,))


def turn(state: Reading, pages: int) -> Answer:
    """The next of so many pages of the same list."""
    page = (state.page + 1) % pages
    return Reply(replace(state, page=page), sounds=(Signal.CLICK,))


# --- by hand ---------------------------------------------------------------------


def by_hand(state: Reading) -> Answer:
    """Enter everything without a camera."""
    if state.wanted.has_own_hand:
        return Reply(ByHand(state.request), sounds=(Hush(), Signal.CLICK))
    entry = replace(
        state,
        at=At.ENTRY,
        entered=(),
        has_asked=True,
        expect=state.wanted.expect or state.expect,
    )
    return Reply(entry, sounds=(Hush(), Signal.CLICK))


def enter(state: Reading, value: int) -> Answer:
    """The next die by hand; with the last one all of them are told."""
    entered = (*state.entered, value)
    state = replace(state, entered=entered)
    if len(entered) < (state.expect or 0):
        return Reply(state, sounds=(Signal.CLICK,))
    dice = tuple(added(value, "white", "black", "plain") for value in entered)
    by_hand = replace(state, shot=None, problems=(), taken_away=(), was_touched=False)
    return settle(with_dice(by_hand, dice))


def take_back(state: Reading) -> Answer:
    """Take the last die by hand back; without one, go back to the camera."""
    if not state.entered and state.is_by_hand:
        return Reply(ByHand(state.request), sounds=(Signal.CLICK,))
    if not state.entered:
        return Reply(again(state), sounds=(Signal.CLICK,))
    after = replace(state, entered=state.entered[:-1])
    return Reply(after, sounds=(Signal.CLICK,))


def _now(state: Reading, value: int) -> Text:
    """What is told after a correction: the one die, and whose it is."""
    name = owner_name(state, state.cursor)
    if name:
        return say("confirm.voice_now_of", name=name, value=value)
    return say("confirm.voice_now", value=value)


def owner_name(state: Reading, index: int) -> str:
    """The name of the player whose die it is; empty where that is open."""
    owners = state.sense.owners
    colour = owners[index] if index < len(owners) else None
    return next((o.name for o in state.wanted.owners if o.colour == colour), "")
