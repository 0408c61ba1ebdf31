"""The first dice of Di-Da-Do: all at once, or player by player."""

from __future__ import annotations

from dataclasses import replace

from device.flow import confirm, di_da_do_screens
from device.flow import di_da_do_reading as reading
from device.flow.core import Event, Reply, Seen, Stage
from device.flow.di_da_do_pages import Collect, Owners, State
from device.flow.di_da_do_places import groups, nearest_group
from device.flow.di_da_do_steps import (
    Answer,
    go,
    going_on_at,
    play_action,
    remember,
)
from device.flow.menus import is_press
from device.flow.screen import Button
from device.flow.sei_dadi_rolled import is_same
from device.flow.told import At, ByHand, Done
from rules.di_da_do_moves import DICE, Start


def collect(state: State, page: Collect, event: Event) -> Answer:
    """Read everybody's dice, or those of the next player."""
    if di_da_do_screens.is_back(page.reading, event) and page.given:
        return Reply(_next_seat(state, page.given[:-1]))
    if page.reading.at is At.WAITING and is_press(event, Button.A):
        state = replace(state, lain=())  # whatever lies there is to be read
    if isinstance(event, Seen) and page.given and _lies_as_before(state, event):
        waiting = replace(page.reading, stage=Stage.EMPTY)
        page = replace(page, reading=waiting)
        return Reply(replace(state, page=page))  # the dice of the player before
    reply = confirm.step(page.reading, event)
    match reply.state:
        case ByHand():
            return Reply(_next_seat(state, (), by_hand=True), sounds=reply.sounds)
        case Done() as done:
            return _collected(state, page, done)
        case going_on:
            after = replace(page, reading=going_on)
            return Reply(going_on_at(state, after, going_on), sounds=reply.sounds)


def _collected(state: State, page: Collect, done: Done) -> Answer:
    state = remember(state, done)
    if len(done.dice) > DICE:
        if all(told.is_placed for told in done.dice):
            dice = [told.die for told in done.dice]
            first = nearest_group(dice, groups(dice))
            return go(state, Owners(done, first))
        return Reply(_next_seat(state, ()))  # where an added die lies, nobody knows
    given = (*page.given, done.values)
    if len(given) < len(state.ddd.players):
        is_by_hand = done.shot is None
        return Reply(_next_seat(state, given, by_hand=is_by_hand))
    return play_action(state, _start(state, given), done)


def _next_seat(
    state: State, given: tuple[tuple[int, ...], ...], *, by_hand: bool = False
) -> State:
    wanted = reading.dice_of(state.ddd, len(given))
    begin = confirm.begin_by_hand if by_hand else confirm.begin
    begun = begin(wanted, request=state.request, failed=state.failed)
    return going_on_at(state, Collect(begun, given), begun)


def _start(state: State, dice: tuple[tuple[int, ...], ...]) -> Start:
    names = [player.name for player in state.ddd.players]
    return Start(dict(zip(names, dice, strict=True)))


def owners(state: State, page: Owners, event: Event) -> Answer:
    """Whose dice are whose: one press turns all players round the table."""
    seats = len(state.ddd.players)
    if is_press(event, Button.X):
        return go(state, replace(page, first=(page.first + 1) % seats))
    if is_press(event, Button.B):
        return Reply(_next_seat(replace(state, lain=()), ()))
    if is_press(event, Button.Y):
        mending = confirm.correct(page.done, reading.all_dice(state.ddd))
        return go(state, Collect(mending))
    if not is_press(event, Button.A):
        return Reply(state)
    dice = [told.die for told in page.done.dice]
    parts = groups(dice)
    of_seat = [parts[(page.first + seat) % seats] for seat in range(seats)]
    places = {
        (seat, die): dice[i].center
        for seat, part in enumerate(of_seat)
        for die, i in enumerate(part)
    }
    values = tuple(tuple(dice[i].value for i in part) for part in of_seat)
    state = replace(state, places=places)
    return play_action(state, _start(state, values), page.done, mend=page)


def _lies_as_before(state: State, event: Seen) -> bool:
    dice = event.reading.dice
    return bool(dice) and all(
        any(is_same(die, other) for other in state.lain) for die in dice
    )
