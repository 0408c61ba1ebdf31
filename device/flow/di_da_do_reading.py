"""What is to be read in Di-Da-Do, and what the dice in view say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.flow import di_da_do_plan as plans
from device.flow.di_da_do_pages import State, Throw
from device.flow.di_da_do_places import Change, Match, Places, match, new_faces
from device.flow.di_da_do_plan import Die, Plan, RollDice
from device.flow.screen import Text, say
from device.flow.sei_dadi_rolled import is_same
from device.flow.told import Done, MakeSense, Sense, Size, Told, Wanted
from rules import di_da_do_moves
from rules.di_da_do_moves import DICE
from vision.readings import DieReading, Problem, TableReading

UNCLEAR = Problem("di_da_do.unclear", "more dice differ than were rolled")


def all_dice(state: di_da_do_moves.State) -> Wanted:
    """Everybody's first dice, in one view; or those of the first seat alone."""
    return Wanted(
        say("di_da_do.all_title"),
        say("di_da_do.all_roll"),
        expect=DICE * len(state.players),
        also=(DICE,),
        is_quick=True,
        has_own_hand=True,
    )


def dice_of(state: di_da_do_moves.State, seat: int) -> Wanted:
    """The first dice of one player."""
    name = state.players[seat].name
    title = say("di_da_do.dice_of", name=name)
    return Wanted(title, say("di_da_do.show", name=name), expect=DICE)


def thrown(state: State, plan: Plan, asked: RollDice) -> Wanted:
    """Dice of an action: alone, among their player's, or among all that lie there."""
    scopes = _scopes(state.ddd, asked)
    counts = {len(scope) for scope in scopes} | {len(state.places)} - {0}
    alone = len(asked.dice)
    expect = len(state.places) or alone
    return Wanted(
        throw_title(state, plan, asked),
        say("di_da_do.throw_1" if alone == 1 else "di_da_do.throw_n", count=alone),
        expect=expect,
        also=tuple(sorted(counts - {expect})),
        sense=_sense(state, plan, asked),
        is_quick=True,
        has_own_hand=True,
    )


def by_hand(state: State, plan: Plan, asked: RollDice) -> Wanted:
    """The same dice, entered."""
    return Wanted(throw_title(state, plan, asked), expect=len(asked.dice))


def throw_title(state: State, plan: Plan, asked: RollDice) -> Text:
    """Whose dice, and what they showed before."""
    faces = plans.faces(state.ddd, plan)
    shown = " ".join(str(faces[asked.seat, die]) for die in asked.dice)
    name = state.ddd.players[asked.seat].name
    locked = state.ddd.players[asked.seat].locked
    if all(locked[die] for die in asked.dice):
        return say("di_da_do.throw_locked", name=name, dice=shown)
    return say("di_da_do.throw", name=name, dice=shown)


def _asked(asked: RollDice) -> list[Die]:
    return [(asked.seat, die) for die in asked.dice]


def _scopes(state: di_da_do_moves.State, asked: RollDice) -> list[list[Die]]:
    """Dice that may be in view together, the smallest first."""
    rolled = set(_asked(asked))
    every = [(s, d) for s in range(len(state.players)) for d in range(DICE)]
    loose = [(s, d) for s, d in every if not state.players[s].locked[d]]
    found = [[d for d in dice if d[0] == asked.seat] for dice in (loose, every)]
    return [
        _asked(asked),
        *(scope for scope in (*found, loose, every) if rolled <= set(scope)),
    ]


def _is_whole(places: Places, count: int) -> bool:
    return bool(places) and count == len(places)


def _sense(state: State, plan: Plan, asked: RollDice) -> MakeSense:
    """The table may differ from the last only in the dice that were rolled."""
    faces, scopes = plans.faces(state.ddd, plan), _scopes(state.ddd, asked)
    names = [player.name for player in state.ddd.players]

    def sense(dice: tuple[Told, ...], size: Size) -> Sense:
        values = [told.die.value for told in dice]
        if _is_whole(state.places, len(dice)) and all(told.is_placed for told in dice):
            found = match(state.places, faces, _as_told(dice), _asked(asked))
            problems = tuple(_problem(change, names) for change in found.changes)
            return Sense(problems, known=found.known)
        if new_faces(values, _asked(asked), scopes, faces) is None:
            return Sense((UNCLEAR,))
        return Sense()

    return sense


def _as_told(dice: Sequence[Told]) -> list[DieReading]:
    """The dice; one that a person has answered about is sure."""
    return [replace(told.die, sure=told.is_sure) for told in dice]


def _problem(change: Change, names: Sequence[str]) -> Problem:
    name = names[change.die[0]]
    values = (("name", name), ("was", change.was), ("now", change.now))
    text = f"the {change.was} of {name} shows {change.now}"
    return Problem("di_da_do.changed", text, values=values)


def rolled(state: State, page: Throw, done: Done) -> tuple[tuple[int, ...], Places]:
    """The faces of the dice asked for, in order, and where all dice lie now."""
    faces, asked = plans.faces(state.ddd, page.plan), _asked(page.asked)
    dice = _as_told(done.dice)
    if done.shot is None:
        return done.values, state.places
    is_placed = all(told.is_placed for told in done.dice)
    if _is_whole(state.places, len(dice)) and is_placed:
        found = match(state.places, faces, dice, asked)
        return tuple(found.rolled.get(d, faces[d]) for d in asked), found.places
    values = new_faces(done.values, asked, _scopes(state.ddd, page.asked), faces)
    assert values is not None  # the reading is stuck until they make a roll
    return values, state.places


def held_against(state: State, seen: TableReading) -> Match | None:
    """The whole table against what the game knows; None for a part of it."""
    if not _is_whole(state.places, len(seen.dice)):
        return None
    return match(state.places, plans.faces(state.ddd), seen.dice)


def is_unrolled(state: State, page: Throw, seen: TableReading) -> bool:
    """Nobody has rolled yet, or not all that are to be rolled."""
    asked = _asked(page.asked)
    if _is_whole(state.places, len(seen.dice)):
        faces = plans.faces(state.ddd, page.plan)
        found = match(state.places, faces, seen.dice, asked)
        return not found.changes and len(found.rolled) < len(asked)
    return bool(seen.dice) and all(_lay_there(die, state.lain) for die in seen.dice)


def _lay_there(die: DieReading, lain: Sequence[DieReading]) -> bool:
    return any(is_same(die, other) for other in lain)


def is_as_before(state: State, page: Throw, seen: TableReading) -> bool:
    """Whether a part of the table shows the very faces that were there before."""
    if _is_whole(state.places, len(seen.dice)):
        return False
    faces, asked = plans.faces(state.ddd, page.plan), _asked(page.asked)
    values = [die.value for die in seen.dice]
    found = new_faces(values, asked, _scopes(state.ddd, page.asked), faces)
    return found == tuple(sorted(faces[die] for die in asked))
