"""How a prova goes from page to page: read, split, sum up, judge, correct, undo."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from device.flow import confirm
from device.flow import dancing_judged as judged
from device.flow.changed import LIE
from device.flow.core import Deed, Reply, Signal, Sound, Voice
from device.flow.dancing_laid import PlayerLaid, rows_by_hand, rows_of
from device.flow.dancing_pages import (
    AllGot,
    Behind,
    Got,
    Hand,
    Ladder,
    Over,
    Page,
    ReadAll,
    ReadOne,
    ReadTango,
    ShowTango,
    Split,
    State,
    Summary,
    Vivacita,
)
from device.flow.dancing_wanted import (
    dance,
    known_rows,
    laid_of,
    seat_of,
    wanted_all,
    wanted_one,
    wanted_row,
    wanted_tango,
)
from device.flow.screen import say
from device.flow.told import Done, Reading, Wanted
from device.translate import show
from rules.core import Illegal
from rules.dancing_dice import Phase, RollTango, Rows
from rules.referee import Action, play

Answer: TypeAlias = Reply[State]

#: The shared countdown behind the sipari, in seconds.
COUNT_S = 60.0


def turn_to(state: State, page: Page, *sounds: Sound) -> Answer:
    """Show another page."""
    return Reply(replace(state, page=page), sounds=sounds or (Signal.CLICK,))


def at_rest(state: State) -> State:
    """The page that the game waits on."""
    state = replace(state, changed=None)
    match state.dancing.phase:
        case Phase.TANGO:
            return begin_tango(state)
        case Phase.PROVA:
            return replace(state, page=Behind(), announced=(None,) * len(state.names))
        case Phase.OVER:
            return replace(state, page=Over())


# --- reading ---------------------------------------------------------------------


def begin_tango(state: State) -> State:
    """Wait for the Tango dice; no prova before they are read (DD-2, DD-11)."""
    reading = _begin(state, wanted_tango(state))
    return replace(state, page=ReadTango(reading), request=reading.request)


def lift(state: State) -> Answer:
    """The sipari are up: read everybody, or one after the other."""
    if state.is_one_by_one or not state.has_colours:
        return _next_player(state, (), by_hand=False)
    reading = _begin(state, wanted_all(state))
    after = replace(state, request=reading.request, is_asked=False)
    return turn_to(after, ReadAll(reading))


def _begin(state: State, wanted: Wanted) -> Reading:
    return confirm.begin(
        wanted, request=state.request, failed=state.failed, stage=state.stage
    )


def _next_player(state: State, got: AllGot, *, by_hand: bool) -> Answer:
    """The next one without rows; when everybody has some, all are shown."""
    done = dict(got)
    missing = [seat for seat in state.still_in if seat not in done]
    if not missing:
        return turn_to(state, Summary(tuple(sorted(got))), Signal.READ)
    return one_player(state, missing[0], got, by_hand=by_hand)


def one_player(state: State, seat: int, got: AllGot, *, by_hand: bool) -> Answer:
    """Read one player's dice, or enter them by hand."""
    if by_hand:
        reading = _entry(state, seat, 1)
        after = replace(state, request=reading.request)
        return turn_to(after, Hand(seat, got, reading))
    reading = _begin(state, wanted_one(state, seat))
    after = replace(state, request=reading.request)
    return turn_to(after, ReadOne(seat, got, reading))


def correct_one(state: State, seat: int, got: AllGot, done: Done) -> Answer:
    """Correct one player's dice that were read, die by die."""
    reading = confirm.correct(done, wanted_one(state, seat))
    return turn_to(state, ReadOne(seat, got, reading))


def _entry(state: State, seat: int, row: int) -> Reading:
    wanted = wanted_row(state, seat, row)
    return confirm.begin_by_hand(wanted, request=state.request, failed=state.failed)


def tango_done(state: State, done: Done) -> Answer:
    """The Tango dice are accepted."""
    state = _accepted(state, done)
    reply = _play(state, RollTango(done.values), _shots_of(done), done.seen)
    return reply or Reply(at_rest(state), sounds=(Signal.WRONG,))


def _accepted(state: State, done: Done) -> State:
    """From here on the dice must lie as they do, until the game goes on."""
    guard = None if done.shot is None else LIE
    return replace(state, accepted=done, got=(), changed=guard, watch=done.watch)


def all_done(state: State, done: Done) -> Answer:
    """Everybody's dice are accepted: ask for the rows that cannot be told."""
    laid = laid_of(done)
    state = replace(state, is_tango_aside=not laid.shared)
    rows = known_rows(done.dice, laid.players, state.game)
    return _split_next(state, done, rows)


def _split_next(state: State, done: Done, rows: dict[int, Rows]) -> Answer:
    for one in laid_of(done).players:
        seat = seat_of(state.game, one.colour)
        if seat not in rows:
            told = tuple(sorted(rows.items()))
            split = Split(done, seat, in_order(done, one), rows=told)
            return turn_to(state, split, Signal.ASK)
    state = _accepted(state, done)
    return judge(state, rows, _shots_of(done), done.seen)


def one_done(state: State, page: ReadOne, done: Done) -> Answer:
    """One player's dice are accepted."""
    (one,) = laid_of(done).players
    if one.near is None or one.far is None:
        split = Split(done, page.seat, in_order(done, one), got=page.got, is_one=True)
        return turn_to(state, split, Signal.ASK)
    rows = rows_of(done.dice, one.near, one.far)
    return _got(state, page.seat, page.got, Got(rows, done))


def in_order(done: Done, one: PlayerLaid) -> tuple[int, ...]:
    """Six dice as they lie, from the top of the picture."""
    return tuple(sorted(one.dice, key=lambda i: done.dice[i].die.center[::-1]))


def _got(
    state: State, seat: int, before: AllGot, got: Got, *, by_hand: bool = False
) -> Answer:
    others = tuple(each for each in before if each[0] != seat)
    goes_by_hand = by_hand and (bool(state.failed) or not state.is_one_by_one)
    return _next_player(state, (*others, (seat, got)), by_hand=goes_by_hand)


# --- by hand ---------------------------------------------------------------------


def by_hand(state: State) -> Answer:
    """Leave the camera for this reading; what is read of others stays."""
    match state.page:
        case ReadOne(seat, got):
            return one_player(state, seat, got, by_hand=True)
        case Hand() as page:
            return leave_hand(state, page)
    return _next_player(state, (), by_hand=True)


def leave_hand(state: State, page: Hand) -> Answer:
    """Back from an entry: to the row before, or to the camera."""
    if page.first:
        return one_player(state, page.seat, page.got, by_hand=True)
    if state.is_one_by_one or page.got:
        return one_player(state, page.seat, page.got, by_hand=False)
    return lift(state)


def row_done(state: State, page: Hand, values: tuple[int, ...]) -> Answer:
    """Three values by hand; after the second row the kinds are asked."""
    if not page.first:
        reading = _entry(state, page.seat, 2)
        after = replace(state, request=reading.request)
        return turn_to(after, replace(page, first=values, reading=reading))
    return turn_to(state, replace(page, second=values))


def kinds_said(state: State, page: Hand, *, puri: bool) -> Answer:
    """Puri or impuri: both rows are (DD-15)."""
    rows = rows_by_hand(page.first, page.second, puri=puri)
    return _got(state, page.seat, page.got, Got(rows), by_hand=True)


# --- rows by the table -----------------------------------------------------------


def put(state: State, page: Split, *, is_near: bool) -> Answer:
    """The next die is of the primo ballo, or of the secondo; a full row ends it."""
    die = page.dice[len(page.near) + len(page.far)]
    near = (*page.near, die) if is_near else page.near
    far = page.far if is_near else (*page.far, die)
    if len(near) == 3:
        far = tuple(i for i in page.dice if i not in near)
    elif len(far) == 3:
        near = tuple(i for i in page.dice if i not in far)
    if len(near) < 3 or len(far) < 3:
        return turn_to(state, replace(page, near=near, far=far))
    rows = rows_of(page.done.dice, near, far)
    if page.is_one:
        return _got(state, page.seat, page.got, Got(rows, page.done))
    return _split_next(state, page.done, {**dict(page.rows), page.seat: rows})


def put_back(state: State, page: Split) -> Answer:
    """Begin this player's rows again."""
    return turn_to(state, replace(page, near=(), far=()))


def read_again(state: State, page: Split) -> Answer:
    """The rows were laid more clearly: read once more."""
    if page.is_one:
        return one_player(state, page.seat, page.got, by_hand=False)
    return lift(state)


# --- judging ---------------------------------------------------------------------


def sum_up(state: State, page: Summary) -> Answer:
    """Everybody's rows are confirmed."""
    rows = {seat: got.rows for seat, got in page.got}
    done = [got.done for _, got in page.got if got.done is not None]
    shots = tuple(each.shot for each in done if each.shot is not None)
    seen = {
        state.names[seat]: got.done.seen if got.done is not None else "by hand"
        for seat, got in page.got
    }
    state = replace(state, accepted=None, got=page.got)
    return judge(state, rows, shots, seen if shots else None)


def judge(
    state: State, rows: dict[int, Rows], shots: tuple[int, ...], seen: object
) -> Answer:
    """Let the rules judge the prova."""
    reply = _play(state, dance(state.game, rows), shots, seen)
    if reply is not None:
        return reply
    state = replace(state, changed=None, accepted=None)
    return turn_to(state, Behind(slip="refused"), Signal.WRONG)


def _shots_of(done: Done) -> tuple[int, ...]:
    return () if done.shot is None else (done.shot,)


def _play(
    state: State, action: Action, shots: tuple[int, ...], seen: object
) -> Answer | None:
    """Play an action; None where the rules refuse it."""
    step = play(state.game, action)
    if isinstance(step, Illegal):
        return None
    state = replace(state, game=step.state)
    if isinstance(action, RollTango):
        state = replace(state, page=ShowTango())
        text = say("dancing.tango_is", tango=show(action.dice))
        sounds: tuple[Sound, ...] = (Voice(text),)
    else:
        state = replace(state, page=Ladder(1))
        sounds = (Signal.VERDICT, *verdict(state, 1))
    shot = shots[-1] if shots else None
    several = shots if len(shots) > 1 else ()
    return Reply(state, (Deed(action, shot, seen, several),), sounds)


def verdict(state: State, row: int) -> tuple[Sound, ...]:
    """What is said of a comparison; nothing where a correction changed nothing."""
    text = judged.verdict_said(state, row)
    return () if text is None else (Voice(text),)


def after_ladder(state: State, row: int) -> Answer:
    """From the ladder to what it cost; with the last one the dice are free again."""
    if row == judged.rows_compared(state.game):
        state = replace(state, changed=None)
    gone = judged.out_after(state.game, row)
    if gone and not state.said:
        text = say("dancing.said_out", names=judged.names(state, gone))
        return turn_to(state, Vivacita(row), Voice(text))
    return turn_to(state, Vivacita(row))


def after_vivacita(state: State, row: int) -> Answer:
    """To the second comparison, or on with the game."""
    if row < judged.rows_compared(state.game):
        sounds = (Signal.VERDICT, *verdict(state, row + 1))
        return turn_to(state, Ladder(row + 1), *sounds)
    lain = () if state.accepted is None else state.accepted.dice
    after = replace(
        state,
        said=frozenset(),
        accepted=None,
        got=(),
        lain=tuple(told.die for told in lain if told.is_placed),
    )
    rest = at_rest(after)
    if rest.dancing.phase is Phase.OVER:
        return turn_to(rest, Over(), Signal.WON, Voice(judged.won(rest)))
    if rest.dancing.phase is Phase.TANGO:
        return Reply(rest, sounds=(Voice(say("dancing.tango_due")),))
    return Reply(rest, sounds=(Signal.CLICK,))
