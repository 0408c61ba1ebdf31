"""How Di-Da-Do looks: everybody's dice, what is chosen, and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from device.flow import confirm, ending, menus, undoing
from device.flow import di_da_do_plan as plans
from device.flow.core import Event
from device.flow.di_da_do_pages import (
    Choose,
    Collect,
    Combos,
    Differs,
    Over,
    Owners,
    State,
    TakeBack,
    Throw,
    Turn,
)
from device.flow.di_da_do_places import Change, groups
from device.flow.di_da_do_plan import Aim, AimSeat, Die, Formed, Plan, TurnDie
from device.flow.screen import (
    Big,
    Block,
    Button,
    DiceLine,
    Item,
    Labels,
    Mark,
    Menu,
    Mood,
    Note,
    Picture,
    Screen,
    ShownDie,
    Text,
    Tone,
    say,
)
from device.flow.signs import signs
from device.flow.told import At, Reading
from rules import di_da_do_moves
from rules.di_da_do_combinations import COMBINATIONS

UNDO_HELD = say("menu.undo")
#: Left free by a reading that waits for dice.
BACK = Button.X


def screen(state: State) -> Screen:
    """What is shown now."""
    match state.page:
        case Collect() as page:
            return _collect(state, page)
        case Owners() as page:
            return _owners(state, page)
        case Turn():
            return _turn(state)
        case Combos() as page:
            return _combos(state, page)
        case Choose() as page:
            return _choose(state, page)
        case Throw() as page:
            return _throw(state, page)
        case Differs() as page:
            return _differs(state, page)
        case Over():
            return _over(state)
        case TakeBack():
            return undoing.screen(state.game)


def _undo(state: State) -> Text:
    return UNDO_HELD if state.game.before else ""


# --- the first dice --------------------------------------------------------------


def is_back(reading: Reading, event: Event) -> bool:
    """Whether an event goes back while dice are waited for, or entered first of all."""
    return reading.at is At.WAITING and menus.is_press(event, BACK)


def _with_back(shown: Screen, page: Collect | Throw) -> Screen:
    if page.reading.at is not At.WAITING:
        return shown
    buttons = {**shown.buttons, BACK: Labels(say("menu.back"))}
    return replace(shown, buttons=buttons)


def _collect(state: State, page: Collect) -> Screen:
    shown = confirm.screen(page.reading, undo=_undo(state))
    if not page.given:
        return shown
    marks = signs(state.game.setup)
    lines = tuple(
        DiceLine(tuple(map(ShownDie, dice)), sign)
        for dice, sign in zip(page.given, marks, strict=False)
    )
    return _with_back(replace(shown, blocks=(*shown.blocks, *lines)), page)


def _owners(state: State, page: Owners) -> Screen:
    dice = [told.die for told in page.done.dice]
    parts, marks = groups(dice), signs(state.game.setup)
    sign_of = {
        i: marks[(part - page.first) % len(parts)]
        for part, indices in enumerate(parts)
        for i in indices
    }
    outlines = tuple(
        Mark(die.corners, str(die.value), sign=sign_of[i]) for i, die in enumerate(dice)
    )
    return Screen(
        "di_da_do.owners",
        say("di_da_do.owners_title"),
        Mood.ASKING,
        (Note(say("di_da_do.owners")), Picture(page.done.shot, outlines)),
        {
            Button.A: Labels(say("confirm.accept")),
            Button.B: Labels(say("di_da_do.one_by_one")),
            Button.X: Labels(say("di_da_do.turn_round")),
            Button.Y: Labels(say("confirm.correct"), _undo(state)),
        },
    )


# --- a turn ----------------------------------------------------------------------


def _turn(state: State) -> Screen:
    ddd = state.ddd
    buttons = _mend(state)
    if not all(ddd.players[ddd.to_act].locked):
        held = buttons.get(Button.B, Labels()).hold
        buttons[Button.A] = Labels(say("di_da_do.lock"))
        buttons[Button.B] = Labels(say("di_da_do.reroll"), held)
    if plans.combinations(ddd):
        buttons[Button.X] = Labels(say("di_da_do.combine"))
    buttons[Button.Y] = Labels(say("di_da_do.pass"), UNDO_HELD)
    return Screen(
        "di_da_do.turn",
        say("di_da_do.turn", name=ddd.players[ddd.to_act].name),
        Mood.CHOOSE,
        (*_lines(state, _order(ddd)), *_last(state)),
        buttons,
    )


def _mend(state: State) -> dict[Button, Labels]:
    return {Button.B: Labels("", say("confirm.correct"))} if state.mend else {}


def _last(state: State) -> tuple[Block, ...]:
    """What was played last, so that all can check it."""
    if state.game.before is None or state.game.last is None:
        return ()
    return (Note(undoing.name_of(state.game.before, state.game.last)),)


def _order(ddd: di_da_do_moves.State) -> list[int]:
    """The player to act first, then clockwise."""
    seats = len(ddd.players)
    first = ddd.turn or 0
    return [(first + k) % seats for k in range(seats)]


def _lines(
    state: State, seats: Iterable[int], at: Die | None = None, *, picks: bool = False
) -> tuple[DiceLine, ...]:
    """Everybody's dice, those locked as held."""
    marks = signs(state.game.setup)
    lines = []
    for seat in seats:
        player = state.ddd.players[seat]
        dice = tuple(
            ShownDie(
                face,
                is_held=player.locked[die],
                id=die_id((seat, die)) if picks else "",
            )
            for die, face in enumerate(player.dice)
        )
        cursor = at[1] if at is not None and at[0] == seat else None
        lines.append(DiceLine(dice, marks[seat], at=cursor))
    return tuple(lines)


def die_id(die: Die) -> str:
    """By which the page picks a die."""
    return f"die.{die[0]}.{die[1]}"


# --- combinations and what they are about ----------------------------------------


def combos(ddd: di_da_do_moves.State, formed: Sequence[Formed]) -> tuple[Item, ...]:
    """The combinations that can be used, with their dice; locked ones in brackets."""
    player = ddd.players[ddd.to_act]
    lines = []
    for i, each in enumerate(formed):
        dice = sorted(each.named, key=lambda die: player.dice[die])
        shown = "".join(
            f"[{player.dice[die]}]" if player.locked[die] else str(player.dice[die])
            for die in dice
        )
        text = say("di_da_do.combo", name=each.name.capitalize(), dice=shown)
        note = say(f"di_da_do.does_{_key(each.name)}")
        lines.append(Item(f"combo.{i}", text, note))
    return tuple(lines)


def _key(combination: str) -> str:
    return combination.replace(" ", "_").replace("-", "_")


def _combos(state: State, page: Combos) -> Screen:
    ddd = state.ddd
    menu = Menu(combos(ddd, plans.combinations(ddd)), page.at)
    title = say("di_da_do.combos")
    return Screen("di_da_do.combos", title, Mood.CHOOSE, (menu,), menus.BUTTONS)


def items(state: State, plan: Plan) -> tuple[Item, ...]:
    """What can be chosen next; of dice that are alike one."""
    ddd = state.ddd
    match plans.need(ddd, plan):
        case Aim(dice):
            return tuple(Item(die_id(d), "") for d in plans.distinct(ddd, dice))
        case AimSeat(seats):
            return tuple(Item(f"seat.{s}", ddd.players[s].name) for s in seats)
        case TurnDie(seat, die):
            face = ddd.players[seat].dice[die]
            return tuple(
                Item(
                    f"turn.{value}",
                    str(value),
                    say("di_da_do.as_it_is") if value == face else "",
                )
                for value in plans.turns(face)
            )
    return ()


def _choose(state: State, page: Choose) -> Screen:
    ddd, plan = state.ddd, page.plan
    needed, lines = plans.need(ddd, plan), items(state, plan)
    buttons = dict(menus.BUTTONS)
    if isinstance(needed, Aim | AimSeat) and needed.may_finish:
        buttons[Button.A] = Labels(say("menu.take"), say("confirm.finish"))
    blocks: tuple[Block, ...] = (Menu(lines, page.at),)
    if isinstance(needed, Aim):
        buttons[Button.B] = Labels(say("confirm.next"))
        buttons[Button.X] = Labels(say("confirm.previous"))
        _, seat, die = lines[page.at].id.split(".")
        shown = [s for s in _order(ddd) if s in {seat for seat, _ in needed.dice}]
        blocks = _lines(state, shown, (int(seat), int(die)), picks=True)
    return Screen(
        "di_da_do.choose", _question(state, plan), Mood.CHOOSE, blocks, buttons
    )


def _question(state: State, plan: Plan) -> Text:
    if plan.do != "combine":
        return say(f"di_da_do.which_{plan.do}")
    key = _key(plan.combination)
    if plan.combination == "doppio tris" and plan.touches:
        key = "doppio_tris_other"
    if isinstance(plans.need(state.ddd, plan), TurnDie):
        return say("di_da_do.turn_to")
    rule = COMBINATIONS[plan.combination].rule
    left = _left(state, plan)
    return say(f"di_da_do.aim_{key}", rule=rule, left=left)


def _left(state: State, plan: Plan) -> int:
    """How many may still be chosen: two by a doppia coppia, v by a cinquina."""
    most = 2
    if plan.combination in ("cinquina", "sestina"):
        most = state.ddd.players[state.ddd.to_act].dice[plan.named[0]]
    return most - len(plan.touches)


def _throw(state: State, page: Throw) -> Screen:
    """How many dice are counted on is no matter of the one that is rolled."""
    shown = confirm.screen(page.reading, undo=_undo(state))
    counts = (Note(say("confirm.expected", count=page.reading.expect)),)
    blocks = tuple(block for block in shown.blocks if block not in counts)
    return _with_back(replace(shown, blocks=blocks), page)


# --- a table that differs, and the end -------------------------------------------


def rerolled(state: State, page: Differs) -> Change | None:
    """The one loose die of the player to act that has changed, if it is just that."""
    if len(page.changes) != 1:
        return None
    (change,) = page.changes
    seat, die = change.die
    is_own = seat == state.ddd.turn
    return change if is_own and not state.ddd.players[seat].locked[die] else None


def _differs(state: State, page: Differs) -> Screen:
    offered = rerolled(state, page)
    buttons = {
        Button.B: Labels(say("di_da_do.ignore")),
        Button.Y: Labels("", _undo(state)),
    }
    first, *rest = (_change(state, each) for each in page.changes)
    tone = Tone.ASK if offered else Tone.BAD
    notes: tuple[Block, ...] = (
        Big(first, tone),
        *(Note(text, Tone.BAD) for text in rest),
    )
    ask = Note(say("di_da_do.put_back"))
    if offered is not None:
        buttons = {Button.A: Labels(say("di_da_do.it_is")), **buttons}
        ask = Note(say("di_da_do.is_reroll"), Tone.ASK)
    return Screen(
        "di_da_do.differs",
        say("di_da_do.differs"),
        Mood.ASKING if offered else Mood.STUCK,
        (*notes, ask),
        buttons,
    )


def _change(state: State, change: Change) -> Text:
    name = state.ddd.players[change.die[0]].name
    return say("di_da_do.changed", name=name, was=change.was, now=change.now)


def _over(state: State) -> Screen:
    return Screen(
        "di_da_do.over",
        ending.OVER,
        Mood.DONE,
        (Big(winner(state), Tone.GOOD), *_lines(state, state.ddd.winners)),
        {**_mend(state), Button.Y: Labels("", UNDO_HELD)},
    )


def winner(state: State) -> Text:
    """Who has won."""
    return ending.winner(state.ddd.winners, state.game.setup.names)
