"""What each button does on the pages of Dancing Dice that are no reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from device.flow import dancing_back as back
from device.flow import dancing_steps as steps
from device.flow.core import Reply, Signal
from device.flow.dancing_pages import (
    Behind,
    Hand,
    Ladder,
    Over,
    Page,
    ShowTango,
    Split,
    State,
    Summary,
    TakeBack,
    Vivacita,
)
from device.flow.dancing_steps import Answer
from device.flow.screen import Button, Text, say

A, B, X, Y = Button.A, Button.B, Button.X, Button.Y
#: Dice announced to be rolled again, as one press after the other goes through them.
ANNOUNCED: Mapping[int | None, int | None] = {
    None: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 0, 0: None,
}  # fmt: skip


@dataclass(frozen=True)
class Option:
    """Something that can be done now.

    Attributes:
        text: Its words, short enough for a button.
        do: What it does, at a time in seconds.
    """

    text: Text
    do: Callable[[State, float], Answer]


#: By button, and whether it is held.
Options: TypeAlias = dict[tuple[Button, bool], Option]


def options(state: State) -> Options:
    """What every button does now; hold Y, which undoes, is the same on every page."""
    match state.page:
        case ShowTango() | Ladder() | Vivacita():
            return _told(state, state.page)
        case Behind() as page:
            return _behind(state, page)
        case Hand() as page:
            return _kinds(page)
        case Split() as page:
            return _split(page)
        case Summary() as page:
            return _summary(page)
        case Over():
            return _over(state)
        case TakeBack(before):
            return {
                (A, False): _option("menu.undo", back.undo),
                (B, False): _option("menu.no", partial(back.stay, page=before)),
            }
    return {}


def _option(key: str, do: Callable[[State], Answer]) -> Option:
    return Option(say(key), lambda state, now_s: do(state))


def _told(state: State, page: Page) -> Options:
    go_on: Callable[[State], Answer]
    match page:
        case Ladder(row):
            go_on = partial(steps.after_ladder, row=row)
        case Vivacita(row):
            go_on = partial(steps.after_vivacita, row=row)
        case _:
            go_on = _to_prova
    found = {(A, False): _option("menu.go_on", go_on)}
    if state.accepted is not None or state.got:
        found[B, False] = _option("confirm.correct", back.correct)
    return found


def _to_prova(state: State) -> Answer:
    rest = steps.at_rest(replace(state, accepted=None, got=()))
    return Reply(rest, sounds=(Signal.CLICK,))


def _behind(state: State, page: Behind) -> Options:
    count = "dancing.stop_count" if page.until_s is not None else "dancing.count"
    found = {
        (A, False): _option("dancing.lift", steps.lift),
        (B, False): _option("dancing.announce", partial(_announce, page=page)),
        (X, False): _option("menu.up", partial(_point, page=page, by=-1)),
        (Y, False): _option("menu.down", partial(_point, page=page, by=1)),
        (A, True): Option(say(count), partial(_count, page=page)),
    }
    if state.has_colours:
        ways = "dancing.together" if state.is_one_by_one else "dancing.one_by_one"
        found[B, True] = _option(ways, _change_view)
    return found


def _announce(state: State, page: Behind) -> Answer:
    seat = state.still_in[page.cursor]
    announced = list(state.announced)
    announced[seat] = ANNOUNCED[announced[seat]]
    return steps.turn_to(replace(state, announced=tuple(announced)), page)


def _point(state: State, page: Behind, by: int) -> Answer:
    cursor = (page.cursor + by) % len(state.still_in)
    return steps.turn_to(state, replace(page, cursor=cursor))


def _count(state: State, now_s: float, page: Behind) -> Answer:
    until_s = now_s + steps.COUNT_S if page.until_s is None else None
    return steps.turn_to(state, replace(page, until_s=until_s, now_s=now_s))


def _change_view(state: State) -> Answer:
    after = replace(state, is_one_by_one=not state.is_one_by_one)
    return steps.turn_to(after, state.page)


def _kinds(page: Hand) -> Options:
    return {
        (A, False): _option(
            "dancing.are_impuri", partial(steps.kinds_said, page=page, puri=False)
        ),
        (B, False): _option(
            "dancing.are_puri", partial(steps.kinds_said, page=page, puri=True)
        ),
        (X, False): _option("dancing.redo", partial(_redo, page=page)),
    }


def _redo(state: State, page: Hand) -> Answer:
    return steps.one_player(state, page.seat, page.got, by_hand=True)


def _split(page: Split) -> Options:
    return {
        (A, False): _option(
            "dancing.is_first", partial(steps.put, page=page, is_near=True)
        ),
        (B, False): _option(
            "dancing.is_second", partial(steps.put, page=page, is_near=False)
        ),
        (X, False): _option("dancing.redo", partial(steps.put_back, page=page)),
        (Y, False): _option("confirm.again", partial(steps.read_again, page=page)),
    }


def _summary(page: Summary) -> Options:
    """B mends the player at the cursor: die by die where the dice were read."""
    mend = _option("confirm.by_hand", partial(_again, page=page, by_hand=True))
    seat, one = page.got[page.cursor]
    if one.done is not None:
        correct = partial(steps.correct_one, seat=seat, got=page.got, done=one.done)
        mend = _option("confirm.correct", correct)
    return {
        (A, False): _option("confirm.accept", partial(steps.sum_up, page=page)),
        (B, False): mend,
        (X, False): _option("menu.up", partial(_walk, page=page, by=-1)),
        (Y, False): _option("menu.down", partial(_walk, page=page, by=1)),
        (B, True): _option("confirm.again", partial(_again, page=page, by_hand=False)),
    }


def _walk(state: State, page: Summary, by: int) -> Answer:
    cursor = (page.cursor + by) % len(page.got)
    return steps.turn_to(state, replace(page, cursor=cursor))


def _again(state: State, page: Summary, *, by_hand: bool) -> Answer:
    seat = page.got[page.cursor][0]
    return steps.one_player(state, seat, page.got, by_hand=by_hand)


def _over(state: State) -> Options:
    """A and B belong to the evening: another game."""
    if not state.dancing.comparisons:
        return {}
    show = partial(steps.turn_to, page=Ladder(1))
    return {(X, False): _option("evening.show_again", show)}
