"""How each page of Mia looks, and what its buttons do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from device.flow import (
    confirm,
    ending,
    menus,
    mia_declare,
    mia_penalty,
    mia_verdict,
    undoing,
)
from device.flow.core import Event
from device.flow.mia_pages import (
    Declare,
    Lift,
    Lives,
    More,
    Offender,
    Pay,
    Reason,
    State,
    TakeBack,
    Touched,
    Turn,
    Verdict,
)
from device.flow.screen import (
    Big,
    Block,
    Button,
    Item,
    Labels,
    Menu,
    Mood,
    Note,
    Players,
    Row,
    Screen,
    Text,
    Tone,
    say,
)
from device.flow.signs import signs
from device.flow.told import At
from rules import mia_moves
from rules.core import Choice
from rules.mia import TRUE_MIA_COSTS, choices, is_full_circle, legal_actions
from rules.mia_moves import Phase
from rules.mia_scores import MIA

#: Which button each choice is on; the labels are `mia_play.do_…`.
PLACES = {
    "open": Button.A,
    "beat": Button.A,
    "guarantee": Button.B,
    "trust": Button.B,
    "surrender": Button.B,
    "accuse": Button.X,
}
UNDO_HELD = say("menu.undo")
#: Left free by a reading that waits for dice.
MORE = Button.X


def screen(state: State) -> Screen:
    """What is shown now."""
    match state.page:
        case Turn() if state.mia.phase is Phase.OVER:
            return _over(state)
        case Turn():
            return _turn(state)
        case Declare() as page:
            return _declare(state, page)
        case Pay() as page:
            return _pay(state, page)
        case More() | Offender() | Reason() | Lives() as page:
            return _seldom(state, page)
        case TakeBack():
            return replace(undoing.screen(state.game), mood=_mood(state))
        case Lift() as page:
            return _lift(page)
        case Touched() as page:
            return _touched(page)
        case Verdict() as page:
            return _verdict(state, page)


def _mood(state: State) -> Mood:
    """The eye is shut, and says so, unless somebody has accused.

    A game that is over is DONE on its last page alone: there A and B are the evening's.
    """
    match state.mia.phase:
        case Phase.REVEAL | Phase.OVER:
            return Mood.CHOOSE
    return Mood.SHUT


# --- whose turn it is ------------------------------------------------------------


def choices_by_button(mia: mia_moves.State) -> Mapping[Button, str]:
    """What each button does for the player to act."""
    return {PLACES[c.do]: c.do for c in choices(mia) if c.do in PLACES}


def _turn(state: State) -> Screen:
    mia = state.mia
    buttons = {PLACES[c.do]: Labels(_label(c)) for c in choices(mia) if c.do in PLACES}
    undo = UNDO_HELD if state.game.before else ""
    buttons[Button.Y] = Labels(say("menu.more"), undo)
    buttons.update(_mend(state))  # then a round is opened, and B is free
    return Screen(
        f"mia.{mia.phase.value}",
        say("mia_play.turn", name=mia.players[mia.to_act].name),
        _mood(state),
        (*_standing(mia), _players(state)),
        buttons,
    )


def _mend(state: State) -> dict[Button, Labels]:
    return {Button.B: Labels("", say("confirm.correct"))} if state.mend else {}


def _label(choice: Choice) -> Text:
    if choice.costs:
        return say(f"mia_play.do_{choice.do}_pay", lives=choice.costs)
    return say(f"mia_play.do_{choice.do}")


def _standing(mia: mia_moves.State) -> tuple[Block, ...]:
    """What stands, who answers for it, and what there is to know before choosing."""
    if mia.standing is None:
        return (Big(say("mia_play.roll")), Note(say("mia_play.roll_note")))
    name = mia.players[mia.standing.answers].name
    key = "guarantees" if mia.standing.answers in mia.guaranteed else "declares"
    notes: list[Text] = [say(f"mia_play.{key}", name=name)]
    if mia.is_over_mia:
        notes = [say("mia_play.at_stake", who=notes[0], stake=_stakes(mia))]
    if is_full_circle(mia):
        notes.append(say("mia_play.full_circle"))
    return (Big(_score(mia.standing.score)), *map(Note, notes))


def _stakes(mia: mia_moves.State) -> Text:
    """M-7, M-11, H-3: what an accusation of a Mia may cost."""
    false = mia.options.false_mia_costs or mia.variant.false_mia_costs
    if false == TRUE_MIA_COSTS:
        return say("mia_play.stake_both", lives=false)
    return say("mia_play.stake_true", true=TRUE_MIA_COSTS, false=false)


def _players(state: State) -> Players:
    mia = state.mia
    return Players(
        tuple(
            Row(
                sign,
                player.name,
                left=str(player.lives),
                is_turn=seat == mia.turn,
                is_out=player.out,
                note=_row_note(mia, seat),
            )
            for seat, (sign, player) in enumerate(
                zip(signs(state.game.setup), mia.players, strict=True)
            )
        )
    )


def _row_note(mia: mia_moves.State, seat: int) -> Text:
    if mia.standing is not None and seat == mia.standing.answers:
        return say("mia_play.answers")
    return ""


def _declare(state: State, page: Declare) -> Screen:
    mia = state.mia
    name = mia.players[mia.to_act].name
    above: tuple[Block, ...] = ()
    if mia.standing is not None and page.do != "open":
        key = "not_above" if page.is_low else "above"
        standing = _score(mia.standing.score)
        above = (Note(say(f"mia_play.{key}", score=standing)),)
    return Screen(
        "mia.declare",
        say(f"mia_play.title_{page.do}", name=name),
        _mood(state),
        (*above, Menu(mia_declare.items(mia, page), page.at)),
        menus.BUTTONS,
    )


def _pay(state: State, page: Pay) -> Screen:
    name = state.mia.players[state.mia.to_act].name
    return Screen(
        "mia.pay",
        say(f"mia_play.pay_{page.do}_title", name=name),
        _mood(state),
        (
            Big(say("mia_play.costs_one"), Tone.BAD),
            Note(say(f"mia_play.pay_{page.do}")),
        ),
        {Button.A: Labels(say("menu.yes")), Button.B: Labels(say("menu.no"))},
    )


# --- penalties -------------------------------------------------------------------


def items(state: State, page: More | Offender | Reason | Lives) -> tuple[Item, ...]:
    """The lines of a menu that is seldom needed."""
    match page:
        case More():
            return _more(state)
        case Offender():
            return mia_penalty.offenders(state.mia)
        case Reason():
            return mia_penalty.reasons()
        case Lives():
            return mia_penalty.lives(state.mia, page)


def _more(state: State) -> tuple[Item, ...]:
    penalties = [c.what for c in legal_actions(state.mia) if c.do == "penalty"]
    lines = [Item(what, say(f"mia_play.more_{what}")) for what in penalties]
    if state.game.before is not None:
        lines.append(Item("undo", say("evening.undo")))
    return tuple(lines)


def _seldom(state: State, page: More | Offender | Reason | Lives) -> Screen:
    names = state.game.setup.names
    match page:
        case More():
            name, title = "more", say("menu.more")
        case Offender(spoils=True):
            name, title = "offender", say("mia_play.who_moved")
        case Offender():
            name, title = "offender", say("mia_play.whose_fault")
        case Reason(player):
            name, title = "reason", say("mia_play.which_fault", name=names[player])
        case Lives(player):
            name, title = "lives", say("mia_play.how_many", name=names[player])
    menu = Menu(items(state, page), page.at)
    return Screen(f"mia.{name}", title, _mood(state), (menu,), menus.BUTTONS)


# --- the reveal and after --------------------------------------------------------


def _lift(page: Lift) -> Screen:
    """The reading's own screen; penalties are on a button that it leaves free."""
    shown = confirm.screen(page.reading, undo=UNDO_HELD)
    if page.reading.at is not At.WAITING:
        return shown
    return replace(shown, buttons={**shown.buttons, MORE: Labels(say("menu.more"))})


def is_more(page: Lift, event: Event) -> bool:
    """Whether an event opens what is seldom needed while dice are waited for."""
    return page.reading.at is At.WAITING and menus.is_press(event, MORE)


def _touched(page: Touched) -> Screen:
    return Screen(
        "mia.touched",
        say("mia_play.touched_title"),
        Mood.STUCK,
        (
            Big(say("mia_play.touched"), Tone.BAD),
            Note(say("mia_play.touched_note")),
        ),
        {
            Button.A: Labels(say("mia_play.who_was_it")),
            Button.B: Labels(say("mia_play.judge")),
            Button.Y: Labels("", UNDO_HELD),
        },
    )


def _verdict(state: State, page: Verdict) -> Screen:
    names = state.game.setup.names
    return Screen(
        "mia.verdict",
        say("mia_play.verdict"),
        _mood(state),
        mia_verdict.blocks(page, names),
        {
            Button.A: Labels(say("menu.go_on")),
            **_mend(state),
            Button.Y: Labels("", UNDO_HELD),
        },
    )


def _over(state: State) -> Screen:
    names = state.game.setup.names
    won = ending.winner(state.mia.winners, names)
    return Screen(
        "mia.over",
        ending.OVER,
        Mood.DONE,
        (Big(won, Tone.GOOD), _players(state)),
        {**_mend(state), Button.Y: Labels("", UNDO_HELD)},
    )


def _score(score: int) -> Text:
    return say("mia_play.mia") if score == MIA else str(score)
