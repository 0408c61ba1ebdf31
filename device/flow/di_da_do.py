"""Di-Da-Do at the table: all dice are read once, then each turn what has changed.

Where all dice were seen at once their places are known: a table is accepted only if it
differs from the last in the dice of the action, and the die that should not have
changed is named. Where the camera sees less, a part of the table will do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from device.flow import confirm, di_da_do_screens, menus, undoing
from device.flow import di_da_do_plan as plans
from device.flow import di_da_do_reading as reading
from device.flow.core import (
    WATCH,
    Deed,
    Event,
    EyeBack,
    EyeFailed,
    Hush,
    Picked,
    Reply,
    Seen,
    Signal,
    Sound,
    Stage,
    Voice,
    Wish,
)
from device.flow.di_da_do_pages import (
    NOWHERE,
    Choose,
    Collect,
    Combos,
    Differs,
    Over,
    Owners,
    Page,
    State,
    TakeBack,
    Throw,
    Turn,
)
from device.flow.di_da_do_places import groups, locate, nearest_group
from device.flow.di_da_do_plan import Aim, AimSeat, Plan, Ready, RollDice, TurnDie
from device.flow.menus import is_press
from device.flow.screen import Button
from device.flow.sei_dadi_rolled import is_same
from device.flow.told import At, ByHand, Done, Reading
from rules import di_da_do_moves
from rules.core import GameWon, Illegal, Undo
from rules.di_da_do_moves import DICE, Pass, Phase, Reroll, Start
from rules.referee import Game, play

__all__ = ["GAMES", "State", "screen", "start", "step", "wish"]

GAMES = ("di-da-do",)

Answer: TypeAlias = Reply[State]

screen = di_da_do_screens.screen


def start(game: Game, now_s: float) -> State:
    """Go on with a game at any point of it."""
    return _at_rest(State(game, Over()))


def _at_rest(state: State) -> State:
    """The page that a game waits on, when nothing is being chosen."""
    match state.ddd.phase:
        case Phase.OVER:
            return replace(state, page=Over())
        case Phase.TURN:
            return replace(state, page=Turn())
    wanted = reading.all_dice(state.ddd)
    begun = confirm.begin(wanted, request=state.request, failed=state.failed)
    return replace(state, page=Collect(begun), request=begun.request)


def wish(state: State) -> Wish:
    """Read what is rolled; between actions, whether all dice lie as they should."""
    match state.page:
        case Collect(going_on) | Throw(reading=going_on):
            return confirm.wish(going_on)
        case Turn() | Differs():
            expect = len(state.places) or DICE * len(state.ddd.players)
            return Wish(is_wanted=True, expect=expect, request=state.request)
    return WATCH


def step(state: State, event: Event) -> Answer:
    """Answer one event."""
    match event:
        case EyeFailed(code):
            state = replace(state, failed=code)
        case EyeBack():
            state = replace(state, failed="")
    match state.page:
        case (Collect() | Owners() | Turn() | Throw() | Differs() | Over()) as page if (
            _is_undo(state, page, event)
        ):
            return _go(state, TakeBack(page))
        case Collect() as page:
            return _collect(state, page, event)
        case Owners() as page:
            return _owners(state, page, event)
        case Turn():
            return _turn(state, event)
        case Combos() as page:
            return _combos(state, page, event)
        case Choose() as page:
            return _choose(state, page, event)
        case Throw() as page:
            return _throw(state, page, event)
        case Differs() as page:
            return _differs(state, page, event)
        case TakeBack() as page:
            return _take_back(state, page, event)
    return Reply(state)


# --- the first dice --------------------------------------------------------------


def _collect(state: State, page: Collect, event: Event) -> Answer:
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
            return Reply(_at(state, after, going_on), sounds=reply.sounds)


def _collected(state: State, page: Collect, done: Done) -> Answer:
    state = _seen(state, done)
    if len(done.dice) > DICE:
        if all(told.is_placed for told in done.dice):
            dice = [told.die for told in done.dice]
            first = nearest_group(dice, groups(dice))
            return _go(state, Owners(done, first))
        return Reply(_next_seat(state, ()))  # where an added die lies, nobody knows
    given = (*page.given, done.values)
    if len(given) < len(state.ddd.players):
        is_by_hand = done.shot is None
        return Reply(_next_seat(state, given, by_hand=is_by_hand))
    return _play(state, _start(state, given), done)


def _next_seat(
    state: State, given: tuple[tuple[int, ...], ...], *, by_hand: bool = False
) -> State:
    wanted = reading.dice_of(state.ddd, len(given))
    begin = confirm.begin_by_hand if by_hand else confirm.begin
    begun = begin(wanted, request=state.request, failed=state.failed)
    return _at(state, Collect(begun, given), begun)


def _start(state: State, dice: tuple[tuple[int, ...], ...]) -> Start:
    names = [player.name for player in state.ddd.players]
    return Start(dict(zip(names, dice, strict=True)))


def _owners(state: State, page: Owners, event: Event) -> Answer:
    """Whose dice are whose: one press turns all players round the table."""
    seats = len(state.ddd.players)
    if is_press(event, Button.X):
        return _go(state, replace(page, first=(page.first + 1) % seats))
    if is_press(event, Button.B):
        return Reply(_next_seat(replace(state, lain=()), ()))
    if is_press(event, Button.Y):
        mending = confirm.correct(page.done, reading.all_dice(state.ddd))
        return _go(state, Collect(mending))
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
    return _play(replace(state, places=places), _start(state, values), page.done)


# --- a turn ----------------------------------------------------------------------


def _turn(state: State, event: Event) -> Answer:
    if isinstance(event, Seen):
        return _look(state, event)
    if is_press(event, Button.A) and _has_loose(state):
        return _advance(state, Plan("lock"))
    if is_press(event, Button.B) and _has_loose(state):
        return _advance(state, Plan("reroll"))
    if is_press(event, Button.X) and plans.combinations(state.ddd):
        return _go(state, Combos())
    if is_press(event, Button.Y):
        return _play(state, Pass(state.ddd.turn))
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


def _differs(state: State, page: Differs, event: Event) -> Answer:
    """One own loose die may have been re-rolled already; else the table mends it."""
    if isinstance(event, Seen):
        return _look(state, event)
    offered = di_da_do_screens.rerolled(state, page)
    if is_press(event, Button.A) and offered is not None:
        action = Reroll(offered.die[1], offered.now, state.ddd.turn)
        return _play(state, action, shot=page.shot)
    if is_press(event, Button.B):  # the eye is wrong: do not watch from here on
        return _go(replace(state, places=NOWHERE), Turn())
    return Reply(state)


def _combos(state: State, page: Combos, event: Event) -> Answer:
    formed = plans.combinations(state.ddd)
    match menus.choose(di_da_do_screens.combos(state.ddd, formed), page.at, event):
        case menus.At(at):
            return _go(state, Combos(at))
        case menus.Left():
            return _go(state, Turn())
        case menus.Took(id):
            chosen = formed[int(id.removeprefix("combo."))]
            return _advance(state, Plan("combine", chosen.name, chosen.named))
    return Reply(state)


def _choose(state: State, page: Choose, event: Event) -> Answer:
    plan, needed = page.plan, plans.need(state.ddd, page.plan)
    if is_press(event, Button.A, is_held=True) and _may_finish(needed):
        return _advance(state, plans.finish(plan))
    if isinstance(needed, Aim) and isinstance(event, Picked):
        for die in needed.dice:  # any of those that are alike
            if event.id == di_da_do_screens.die_id(die):
                return _advance(state, plans.choose_die(state.ddd, plan, die))
    match menus.choose(di_da_do_screens.items(state, plan), page.at, event):
        case menus.At(at):
            return _go(state, replace(page, at=at))
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
            return _play(state, action)
        case RollDice() as asked:
            return _begin_throw(state, plan, asked)
    return _go(state, Choose(plan))


def _back(state: State, plan: Plan) -> Answer:
    before = plans.step_back(plan)
    if before is not None:
        return _go(state, Choose(before))
    return _go(state, Combos() if plan.do == "combine" else Turn())


# --- dice of an action -----------------------------------------------------------


def _begin_throw(state: State, plan: Plan, asked: RollDice) -> Answer:
    wanted = reading.thrown(state, plan, asked)
    begun = confirm.begin(wanted, request=state.request, failed=state.failed)
    page = Throw(plan, asked, begun)
    return Reply(_at(state, page, begun), sounds=(Signal.CLICK,))


def _throw(state: State, page: Throw, event: Event) -> Answer:
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
            return Reply(_at(state, page, begun), sounds=reply.sounds)
        case Done() as done:
            return _thrown(state, page, done)
        case after:
            page = replace(page, reading=after)
            return Reply(_at(state, page, after), sounds=reply.sounds)


def _thrown(state: State, page: Throw, done: Done) -> Answer:
    values, places = reading.rolled(state, page, done)
    state = replace(_seen(state, done), places=places)
    plan = plans.roll(state.ddd, page.plan, page.asked, values)
    match plans.need(state.ddd, plan):
        case Ready(action):
            return _play(state, action, done)
    return _advance(state, plan)


# --- what every page needs -------------------------------------------------------


def _is_undo(
    state: State,
    page: Collect | Owners | Turn | Throw | Differs | Over,
    event: Event,
) -> bool:
    if state.game.before is None:
        return False
    if isinstance(page, Collect | Throw):
        return confirm.is_undo(page.reading, event)
    return is_press(event, Button.Y, is_held=True)


def _take_back(state: State, page: TakeBack, event: Event) -> Answer:
    if is_press(event, Button.A):
        return _play(state, Undo())
    if is_press(event, Button.B) or is_press(event, Button.Y):
        return _go(state, page.back)
    return Reply(state)


def _lies_as_before(state: State, event: Seen) -> bool:
    dice = event.reading.dice
    return bool(dice) and all(
        any(is_same(die, other) for other in state.lain) for die in dice
    )


def _seen(state: State, done: Done) -> State:
    """Remember how the dice lay that were just accepted."""
    lain = () if done.shot is None else tuple(told.die for told in done.dice)
    return replace(state, lain=lain, request=done.request)


def _at(state: State, page: Page, going_on: Reading) -> State:
    return replace(state, page=page, request=going_on.request)


def _go(state: State, page: Page) -> Answer:
    return Reply(replace(state, page=page), sounds=(Signal.CLICK,))


def _play(
    state: State,
    action: di_da_do_moves.Action | Undo,
    done: Done | None = None,
    shot: int | None = None,
) -> Answer:
    """Play what was chosen; the pages offer nothing that the rules refuse."""
    answer = play(state.game, action)
    if isinstance(answer, Illegal):
        raise AssertionError(f"offered, but refused: {answer.message}")
    after = _at_rest(replace(state, game=answer.state))
    deed = Deed(action, shot) if done is None else Deed(action, done.shot, done.seen)
    if isinstance(action, Undo):
        return Reply(after, (deed,), (Hush(), Signal.CLICK))
    is_won = any(isinstance(event, GameWon) for event in answer.events)
    said: Sound = Voice(undoing.name_of(state.game, action))
    if is_won:
        said = Voice(di_da_do_screens.winner(after))
    return Reply(after, (deed,), (Signal.WON if is_won else Signal.CLICK, said))
