"""Walks through legal games: the next action, drawn from what is open."""

from __future__ import annotations

import random

from rules import dancing_dice, di_da_do, mia_moves, sei_dadi
from rules import di_da_do_moves as ddd
from rules.balli import Die
from rules.core import Choice, Step
from rules.mia_scores import LADDERS
from rules.referee import Action, Game, legal_actions

Draw = random.Random


def faces(draw: Draw, count: int) -> tuple[int, ...]:
    return tuple(draw.randint(1, 6) for _ in range(count))


def mia_action(draw: Draw, state: mia_moves.State, choice: Choice) -> Action:
    match choice.do:
        case "open":
            return mia_moves.Open(draw.choice(LADDERS[11]))
        case "beat":
            return mia_moves.Beat(draw.choice(LADDERS[11]), state.turn)
        case "trust":
            return mia_moves.Trust(draw.choice(LADDERS[11]))
        case "guarantee":
            return mia_moves.Guarantee()
        case "accuse":
            return mia_moves.Accuse(state.turn)
        case "surrender":
            return mia_moves.Surrender()
        case "reveal":
            return mia_moves.Reveal(faces(draw, 2))
    player = draw.choice(state.still_in)
    return mia_moves.Penalty(player, draw.randint(1, 3), choice.what == "spoils", "…")


def dance(draw: Draw, state: dancing_dice.State, choice: Choice) -> Action:
    if choice.do == "tango":
        return dancing_dice.RollTango(faces(draw, 3))
    balli = {}
    for seat in state.still_in:
        types = list("cccbbb")
        draw.shuffle(types)
        value = draw.choice([0, 0, draw.randint(1, 6)])  # now and then a Gala
        dice = [Die(value or draw.randint(1, 6), t) for t in types]  # type: ignore[arg-type]
        rows = dancing_dice.Rows(tuple(dice[:3]), tuple(dice[3:]))
        balli[state.players[seat].name] = rows
    return dancing_dice.Dance(balli)


def throw(draw: Draw, state: sei_dadi.State, choice: Choice) -> Action:
    match choice.do:
        case "roll":
            return sei_dadi.Roll(faces(draw, 6 - len(state.kept)))
        case "attack":
            return sei_dadi.Attack(faces(draw, 6 - len(state.kept)), state.turn)
        case "stop":
            return sei_dadi.Stop()
    most = draw.randint(1, len(state.loose))
    return sei_dadi.Keep(tuple(draw.sample(state.loose, most)))


def move(draw: Draw, state: ddd.State, choice: Choice) -> Action:
    match choice.do:
        case "start":
            throws = {player.name: faces(draw, 6) for player in state.players}
            return ddd.Start(throws)
        case "lock":
            return ddd.Lock(choice.dice[0])
        case "reroll":
            return ddd.Reroll(choice.dice[0], draw.randint(1, 6))
        case "pass":
            return ddd.Pass(state.turn)
    return combine(draw, state, choice)


def combine(draw: Draw, state: ddd.State, choice: Choice) -> Action:
    """A combination in its simplest form: one effect, tried until it is taken."""
    me = state.to_act
    name, named = choice.what, choice.dice
    every = [(p, d) for p in range(len(state.players)) for d in range(6)]
    draw.shuffle(every)
    for player, die in every:
        seat = state.players[player]
        effects: dict[str, tuple[ddd.Touch, ...]] = {
            "poker": (ddd.Touch(player, die),),
            "doppio tris": (ddd.Touch(me, draw.randrange(6)), ddd.Touch(player, die)),
            "cinquina": (
                ddd.Touch(player, die, to="loose" if seat.locked[die] else "locked"),
            ),
            "sestina": (ddd.Touch(player, values=faces(draw, 6)),),
            "doppia coppia": (
                ddd.Touch(player, die, 1),
                ddd.Touch(*draw.choice(every), 2),
            ),
        }
        plain = (ddd.Touch(player, die, seat.dice[die]),)
        effect = effects.get(name, plain)
        for _ in range(2):  # the referee tells which dice are owed
            rolled = combine_rolled(state, name, named, effect)
            if rolled is not None:
                return ddd.Combine(name, named, effect, rolled)
    return ddd.Pass()


def combine_rolled(
    state: ddd.State, name: str, named: tuple[int, ...], effect: tuple[ddd.Touch, ...]
) -> dict[int, int] | None:

    answer = di_da_do.apply(state, ddd.Combine(name, named, effect, {}))
    if isinstance(answer, Step):
        return {}
    if answer.rule != "D-18":
        return None
    return {int(die): 1 + int(die) for die in answer.allowed}


def next_action(draw: Draw, game: Game) -> Action | None:
    """One of the open choices; None when only undo is left."""
    choices = [choice for choice in legal_actions(game) if choice.do != "undo"]
    if not choices:
        return None
    choice = draw.choice(choices)
    match game.state:
        case mia_moves.State() as state:
            return mia_action(draw, state, choice)
        case dancing_dice.State() as state:
            return dance(draw, state, choice)
        case sei_dadi.State() as state:
            return throw(draw, state, choice)
        case ddd.State() as state:
            return move(draw, state, choice)
