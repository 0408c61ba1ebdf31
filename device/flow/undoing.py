"""Taking the last action back: what it was, and whether it is meant."""

from __future__ import annotations

from collections.abc import Iterable

from device.flow import confirm
from device.flow.core import Event
from device.flow.menus import is_press
from device.flow.screen import (
    Big,
    Button,
    Labels,
    Mood,
    Note,
    Screen,
    Text,
    Tone,
    say,
)
from device.flow.told import Reading
from rules import dancing_dice, mia_moves, sei_dadi
from rules import di_da_do_moves as di_da_do
from rules.referee import Action, Game


def is_undo(game: Game, reading: Reading | None, event: Event) -> bool:
    """Whether the last action is to be taken back: hold Y.

    Args:
        game: In which something may have been played.
        reading: Of the page shown, if it has one: it may need hold Y for itself.
        event: What happened.
    """
    if game.before is None:
        return False
    if reading is not None:
        return confirm.is_undo(reading, event)
    return is_press(event, Button.Y, is_held=True)


def is_meant(event: Event) -> bool | None:
    """The answer where it is asked whether to take back; None for anything else."""
    if is_press(event, Button.A):
        return True
    if is_press(event, Button.B) or is_press(event, Button.Y):
        return False
    return None


def screen(game: Game) -> Screen:
    """Ask before the last action is taken back: A takes it back, B leaves it."""
    assert game.last is not None  # asked only where there is something
    assert game.before is not None
    return Screen(
        "undoing",
        say("undoing.title"),
        Mood.CHOOSE,
        (
            Big(name_of(game.before, game.last), Tone.ASK),
            Note(say("undoing.note")),
        ),
        {
            Button.A: Labels(say("menu.undo")),
            Button.B: Labels(say("menu.no")),
        },
    )


def name_of(before: Game, action: Action) -> Text:
    """An action as a person calls it.

    Args:
        before: The game that it was played in.
        action: What was played.
    """
    names = before.setup.names
    match action:
        case mia_moves.Penalty(offender, lives):
            return say("undoing.penalty", player=names[offender], lives=lives)
        case dancing_dice.RollTango(dice):
            return say("undoing.tango", dice=shown(dice))
        case dancing_dice.Dance():
            return say("undoing.prova")
        case di_da_do.Start():
            return say("undoing.start")
    turn = getattr(before.state, "turn", None)
    player = "" if turn is None else names[turn]
    return say(f"undoing.{action.do}", player=player, **_values(before, action))


def _values(before: Game, action: Action) -> dict[str, object]:
    match action:
        case mia_moves.Open(score) | mia_moves.Trust(score):
            return {"score": score}
        case mia_moves.Beat(score):
            return {"score": "" if score is None else score}
        case mia_moves.Reveal(dice) | sei_dadi.Roll(dice) | sei_dadi.Keep(dice):
            return {"dice": shown(dice)}
        case sei_dadi.Attack(dice):
            return {"dice": shown(dice)}
        case di_da_do.Lock(die):
            return {"face": _face(before, die)}
        case di_da_do.Reroll(die, value):
            return {"face": _face(before, die), "value": value}
        case di_da_do.Combine(combination):
            return {"combination": combination}
    return {}


def _face(before: Game, die: int) -> int:
    state = before.state
    assert isinstance(state, di_da_do.State)  # its own actions
    return state.players[state.to_act].dice[die]


def shown(dice: Iterable[int]) -> str:
    """Dice as they are said: "1 4 5"."""
    return " ".join(str(value) for value in dice)
