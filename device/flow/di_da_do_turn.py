"""A turn of Di-Da-Do: what is done, with which dice, and what was rolled."""

from __future__ import annotations

from dataclasses import replace

from device.flow import confirm, di_da_do_screens, menus
from device.flow import di_da_do_plan as plans
from device.flow import di_da_do_reading as reading
from device.flow.core import Event, Picked, Reply, Seen, Signal, Stage
from device.flow.di_da_do_pages import (
    NOWHERE,
    Choose,
    Combos,
    Differs,
    State,
    Throw,
    Turn,
)
from device.flow.di_da_do_places import locate
from device.flow.di_da_do_plan import Aim, AimSeat, Plan, Ready, RollDice, TurnDie
from device.flow.di_da_do_steps import (
    Answer,
    go,
    going_on_at,
    play_action,
    remember,
)
from device.flow.menus import is_press
from device.flow.screen import Button
from device.flow.told import At, ByHand, Done
from rules.di_da_do_moves import Pass, Reroll


def turn(state: State, event: Event) -> Answer:
    """One press for each thing that a turn may be (D-3)."""
    if isinstance(event, Seen):
        return _look(state, event)
    if is_press(event, Button.A) and _has_loose(state):
        return _advance(state, Plan("lock"))
    if is_press(event, Button.B) and _has_loose(state):
        return _advance(state, Plan("reroll"))
    if is_press(event, Button.X) and plans.combinations(state.ddd):
        return go(state, Combos())
    if is_press(event, Button.Y):
        return play_action(state, Pass(state.ddd.turn))
    return Reply(state)


def _has_loose(state: State) -> bool:
    return not all(state.ddd.players[state.ddd.to_act].locked)


def _look(state: State, event: Seen) -> Answer:
    """Hold the table against what the game knows; learn where the dice lie."""
    if not state.places:
        dice = [player.dice for player in state.ddd.players]
        places = locate(event.reading.dice, dice) or NOWHERE
        return Reply(replace(state, places=places, lain=event.reading.dice))
    found = reading.held_against(state, event.reading)
    if found is None:
        return Reply(state)
    if found.changes:
        page = Differs(found.changes, event.shot)
        if page == state.page:
            return Reply(state)
        return Reply(replace(state, page=page), sounds=(Signal.WRONG,))
    return Reply(replace(state, page=Turn(), places=found.places))


def differs(state: State, page: Differs, event: Event) -> Answer:
    """One own loose die may have been re-rolled already; else the table mends it."""
    if isinstance(event, Seen):
        return _look(state, event)
    offered = di_da_do_screens.rerolled(state, page)
    if is_press(event, Button.A) and offered is not None:
        action = Reroll(offered.die[1], offered.now, state.ddd.turn)
        return play_action(state, action, shot=page.shot)
    if is_press(event, Button.B):  # the eye is wrong: do not watch from here on
        return go(replace(state, places=NOWHERE), Turn())
    return Reply(state)


def combos(state: State, page: Combos, event: Event) -> Answer:
    """Choose a combination."""
    formed = plans.combinations(state.ddd)
    match menus.choose(di_da_do_screens.combos(state.ddd, formed), page.at, event):
        case menus.At(at):
            return go(state, Combos(at))
        case menus.Left():
            return go(state, Turn())
        case menus.Took(id):
            chosen = formed[int(id.removeprefix("combo."))]
            return _advance(state, Plan("combine", chosen.name, chosen.named))
    return Reply(state)


def choose(state: State, page: Choose, event: Event) -> Answer:
    """Choose the next die, player or face that the plan needs."""
    plan, needed = page.plan, plans.need(state.ddd, page.plan)
    if is_press(event, Button.A, is_held=True) and _may_finish(needed):
        return _advance(state, plans.finish(plan))
    if isinstance(needed, Aim) and isinstance(event, Picked):
        for die in needed.dice:  # any of those that are alike
            if event.id == di_da_do_screens.die_id(die):
                return _advance(state, plans.choose_die(state.ddd, plan, die))
    match menus.choose(di_da_do_screens.items(state, plan), page.at, event):
        case menus.At(at):
            return go(state, replace(page, at=at))
        case menus.Left():
            return _back(state, plan)
        case menus.Took(id):
            return _advance(state, _chosen(state, plan, needed, id))
    return Reply(state)


def _chosen(state: State, plan: Plan, needed: plans.Need, id: str) -> Plan:
    numbers = [int(part) for part in id.split(".")[1:]]
    match needed:
        case Aim():
            seat, die = numbers
            return plans.choose_die(state.ddd, plan, (seat, die))
        case AimSeat():
            return plans.choose_seat(plan, numbers[0])
        case TurnDie():
            return plans.turn_die(plan, numbers[0])
    raise AssertionError(f"nothing is chosen of {needed}")


def _may_finish(needed: plans.Need) -> bool:
    return isinstance(needed, Aim | AimSeat) and needed.may_finish


def _advance(state: State, plan: Plan) -> Answer:
    """Go on to what the plan needs next; with nothing left, play it."""
    match plans.need(state.ddd, plan):
        case Ready(action):
            return play_action(state, action)
        case RollDice() as asked:
            return _begin_throw(state, plan, asked)
    return go(state, Choose(plan))


def _back(state: State, plan: Plan) -> Answer:
    before = plans.step_back(plan)
    if before is not None:
        return go(state, Choose(before))
    return go(state, Combos() if plan.do == "combine" else Turn())


# --- dice of an action -----------------------------------------------------------


def _begin_throw(state: State, plan: Plan, asked: RollDice) -> Answer:
    wanted = reading.thrown(state, plan, asked)
    begun = confirm.begin(wanted, request=state.request, failed=state.failed)
    page = Throw(plan, asked, begun)
    return Reply(going_on_at(state, page, begun), sounds=(Signal.CLICK,))


def throw(state: State, page: Throw, event: Event) -> Answer:
    """Read the dice that were rolled; those lying as before were not."""
    if di_da_do_screens.is_back(page.reading, event):
        return _back(state, page.plan)
    going_on = page.reading
    if going_on.at is At.WAITING and is_press(event, Button.A):
        page = replace(page, is_forced=True)  # whatever lies there is to be read
    if isinstance(event, Seen):
        if not page.is_forced and reading.is_unrolled(state, page, event.reading):
            waiting = replace(going_on, stage=Stage.EMPTY)
            return Reply(replace(state, page=replace(page, reading=waiting)))
        if page.is_forced or reading.is_as_before(state, page, event.reading):
            slow = replace(going_on.wanted, is_quick=False)
            going_on = replace(going_on, wanted=slow)
    reply = confirm.step(going_on, event)
    match reply.state:
        case ByHand():
            by_hand = reading.by_hand(state, page.plan, page.asked)
            begun = confirm.begin_by_hand(
                by_hand, request=state.request, failed=state.failed
            )
            page = replace(page, reading=begun)
            return Reply(going_on_at(state, page, begun), sounds=reply.sounds)
        case Done() as done:
            return _thrown(state, page, done)
        case after:
            page = replace(page, reading=after)
            return Reply(going_on_at(state, page, after), sounds=reply.sounds)


def _thrown(state: State, page: Throw, done: Done) -> Answer:
    values, places = reading.rolled(state, page, done)
    state = replace(remember(state, done), places=places)
    plan = plans.roll(state.ddd, page.plan, page.asked, values)
    match plans.need(state.ddd, plan):
        case Ready(action):
            slow = replace(page.reading.wanted, is_quick=False)
            mend = replace(page, reading=confirm.correct(done, slow))
            return play_action(state, action, done, mend=mend)
    return _advance(state, plan)
