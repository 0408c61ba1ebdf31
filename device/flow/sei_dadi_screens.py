"""How Sei Dadi looks: the roll, what to keep, the attack, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from device.flow import confirm, ending, undoing
from device.flow.core import Event, Stage
from device.flow.menus import is_press
from device.flow.screen import (
    Big,
    Block,
    Button,
    DiceLine,
    Labels,
    Mood,
    Note,
    Players,
    Row,
    Say,
    Screen,
    ShownDie,
    Text,
    Tone,
    say,
)
from device.flow.sei_dadi_pages import Keep, Mend, Over, State, TakeBack, Throw
from device.flow.signs import signs
from device.flow.told import At
from rules import sei_dadi
from rules.core import GameWon, PlayerOut
from rules.referee import Event as Told
from rules.sei_dadi import (
    SAFE_TOTAL,
    AttackBegan,
    AttackEnded,
    Phase,
    PointsLost,
    Stopped,
    price_of_stopping,
    target_of,
)

UNDO_HELD = say("menu.undo")
#: Left free by a reading that waits for dice.
STOP = Button.X
#: While nothing moves on the table there is time to read what came before.
QUIET = (Stage.EMPTY, Stage.STILL)


def screen(state: State) -> Screen:
    """What is shown now."""
    match state.page:
        case Throw() as page:
            return _throw(state, page)
        case Keep() as page:
            return _keep(state, page)
        case Mend(reading):
            return confirm.screen(reading)
        case TakeBack():
            return undoing.screen(state.game)
        case Over():
            return _over(state)


# --- a roll ----------------------------------------------------------------------


def throw_title(sei: sei_dadi.State) -> Text:
    """Who rolls, and against whom."""
    name = sei.players[sei.to_act].name
    if sei.phase is Phase.ATTACK:
        target = sei.players[target_of(sei)].name
        return say("sei_dadi.attacks", name=name, target=target)
    return say("sei_dadi.rolls", name=name)


def _throw(state: State, page: Throw) -> Screen:
    undo = UNDO_HELD if state.game.before else ""
    shown = confirm.screen(page.reading, undo=undo)
    if page.reading.at is At.ENTRY and not page.reading.entered:
        return _before_typing(state, shown)
    if page.reading.at is not At.WAITING:
        return shown
    buttons = dict(shown.buttons)
    if _may_stop(state):
        buttons[STOP] = Labels(_stop_label(state.sei))
    if state.done is not None:
        by_hand = buttons.get(Button.B, Labels()).press
        buttons[Button.B] = Labels(by_hand, say("confirm.correct"))
    told = _told(state) if page.reading.stage in QUIET else ()
    blocks = (*(told or shown.blocks), *_so_far(state.sei), _players(state))
    return replace(shown, blocks=blocks, buttons=buttons)


def _before_typing(state: State, shown: Screen) -> Screen:
    """The first die by hand: without a camera what was told is shown nowhere else."""
    number, *dice = shown.blocks
    lines = sorted(_lines(state.told, state.game.setup.names), key=_is_detail)
    told: list[Block] = [Note(line.text, line.tone) for line in lines[:1]]
    return replace(shown, blocks=(*(told or [number]), *dice, _players(state)))


def is_stop(state: State, event: Event) -> bool:
    """Whether an event ends the turn while the rest could be rolled (S-2)."""
    if not isinstance(state.page, Throw) or state.page.reading.at is not At.WAITING:
        return False
    return is_press(event, STOP) and _may_stop(state)


def is_mend(state: State, event: Event) -> bool:
    """Whether an event corrects the roll of an attack, that was accepted already."""
    page = state.page
    is_open = isinstance(page, Over) or (
        isinstance(page, Throw) and page.reading.at is At.WAITING
    )
    is_held = is_press(event, Button.B, is_held=True)
    return is_open and is_held and state.done is not None


def _may_stop(state: State) -> bool:
    return state.sei.phase is Phase.ROLL and bool(state.sei.kept)


def _so_far(sei: sei_dadi.State) -> tuple[Block, ...]:
    """The dice kept in this turn, or by this attack, and what they come to."""
    worth = sum(sei.kept)
    if not sei.kept:
        return ()
    if sei.attack is not None:
        text = say("sei_dadi.hits", count=len(sei.kept), value=sei.attack, worth=worth)
        return (DiceLine(_held(sei.kept), text=text),)
    return (DiceLine(_held(sei.kept), text=say("sei_dadi.kept", total=worth)),)


def _held(dice: Iterable[int]) -> tuple[ShownDie, ...]:
    return tuple(ShownDie(value, is_held=True) for value in dice)


# --- what to keep ----------------------------------------------------------------


def _keep(state: State, page: Keep) -> Screen:
    sei = state.sei
    dice = tuple(
        ShownDie(value, is_held=i in page.ticked, id=f"die.{i}")
        for i, value in enumerate(sei.loose)
    )
    is_ticked = page.at in page.ticked
    tick = say("sei_dadi.leave" if is_ticked else "sei_dadi.tick")
    buttons = {Button.A: Labels(tick, say("confirm.correct"))}
    if page.ticked:
        is_all = len(page.ticked) == len(sei.loose)
        buttons[Button.B] = Labels(say("sei_dadi.all" if is_all else "sei_dadi.on"))
    buttons[Button.X] = Labels(say("sei_dadi.skip"))
    buttons[Button.Y] = Labels(_stop_label(sei), UNDO_HELD)
    return Screen(
        "sei_dadi.keep",
        say("sei_dadi.keeps", name=sei.players[sei.to_act].name),
        Mood.CHOOSE,
        (
            DiceLine(dice, at=page.at),
            Big(_total(sei)),
            Note(_as_they_lie(sei)),
            *_so_far(sei),
        ),
        buttons,
    )


def _total(sei: sei_dadi.State) -> Text:
    over = sei.total - SAFE_TOTAL
    if over > 0:
        return say("sei_dadi.total_over", safe=SAFE_TOTAL, over=over)
    return say("sei_dadi.total", total=sei.total, safe=SAFE_TOTAL)


def _as_they_lie(sei: sei_dadi.State) -> Text:
    """What stopping now would bring (S-3, S-4)."""
    over = sei.total - SAFE_TOTAL
    if over > 0:
        target = sei.players[target_of(sei)].name
        return say("sei_dadi.would_attack", target=target, value=over)
    if over == 0:
        return say("sei_dadi.would_be_safe")
    return say("sei_dadi.would_lose", points=price_of_stopping(sei))


def _stop_label(sei: sei_dadi.State) -> Text:
    over = sei.total - SAFE_TOTAL
    if over > 0:
        return say("sei_dadi.stop_attack", value=over)
    if over == 0:
        return say("sei_dadi.stop")
    return say("sei_dadi.stop_pay", points=price_of_stopping(sei))


# --- what was told, and the standings --------------------------------------------


def _told(state: State) -> tuple[Block, ...]:
    """What the last action brought: what it came to large, how it came small."""
    lines = list(_lines(state.told, state.game.setup.names))
    if not lines:
        return ()
    lines.sort(key=_is_detail)
    head, *rest = lines
    return (Big(head.text, head.tone), *(Note(each.text) for each in rest))


class Line(NamedTuple):
    """Something that was told; a headline is what it came to."""

    text: Say
    tone: Tone = Tone.PLAIN
    is_headline: bool = False


def _is_detail(line: Line) -> bool:
    return not line.is_headline


def _lines(told: Sequence[Told], names: Sequence[str]) -> Iterable[Line]:
    for event in told:
        match event:
            case Stopped(player, total, rule):
                key = "safe" if total == SAFE_TOTAL else "stopped"
                values = {"name": names[player], "total": total, "rule": rule}
                yield Line(say(f"sei_dadi.{key}", **values))
            case AttackBegan(_, _, value):
                text = say("sei_dadi.attack_began", value=value)
                yield Line(text, Tone.GOOD, is_headline=True)
            case AttackEnded(_, _, dice, value):
                key = "attack_ended" if dice else "attack_failed"
                yield Line(say(f"sei_dadi.{key}", dice=dice, value=value))
            case PointsLost(player, points, left, rule):
                values = {"name": names[player], "left": left, "rule": rule}
                text = say("sei_dadi.loses", points=points, **values)
                yield Line(text, Tone.BAD, is_headline=True)
                if left:
                    yield Line(say("sei_dadi.left", **values))
            case PlayerOut(player):
                yield Line(ending.is_out(names[player]), Tone.BAD)
            case GameWon(winners):
                yield Line(ending.winner(winners, names), Tone.GOOD)


def said(state: State) -> Text:
    """The same aloud; empty where nothing came of it."""
    texts = [line.text for line in _lines(state.told, state.game.setup.names)]
    return ending.aloud(texts)


def _players(state: State) -> Players:
    """In the order of play, which goes to the right."""
    sei = state.sei
    seats = range(len(sei.players))
    target = target_of(sei) if sei.phase is Phase.ATTACK else None
    marks = signs(state.game.setup)
    return Players(
        tuple(
            Row(
                marks[seat],
                sei.players[seat].name,
                str(sei.players[seat].points),
                note=say("sei_dadi.target") if seat == target else "",
                is_turn=seat == sei.turn,
                is_out=sei.players[seat].out,
            )
            for seat in seats
        )
    )


def _over(state: State) -> Screen:
    names = state.game.setup.names
    won = Big(ending.winner(state.sei.winners, names), Tone.GOOD)
    posta = state.game.setup.options.get("posta")
    pot: tuple[Block, ...] = ()
    if posta:
        whole = int(posta) * len(names)
        pot = (Note(say("sei_dadi.pot", pot=whole)),)
    lines = _lines(state.told[:-1], names)
    notes = (Note(line.text, line.tone) for line in lines)
    return Screen(
        "sei_dadi.over",
        ending.OVER,
        Mood.DONE,
        (won, *pot, *notes, _players(state)),
        {
            **({Button.B: Labels("", say("confirm.correct"))} if state.done else {}),
            Button.Y: Labels("", UNDO_HELD),
        },
    )
