"""Actions as lines of a record, the way back from `records.parse_action`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules import dancing_dice, mia_moves, sei_dadi
from rules import di_da_do_moves as di_da_do
from rules.balli import format_ballo
from rules.json_form import dump
from rules.referee import Action
from rules.setups import Setup


def format_action(
    action: Action, setup: Setup, notes: Mapping[str, object] | None = None
) -> str:
    """Write an action as one line.

    Args:
        action: Of the set-up's game, or an undo.
        setup: Whose players it names.
        notes: `seen` and `at`, what the camera saw and when; no engine reads them.
    """
    line: dict[str, object] = {"do": action.do}
    if action.player is not None:
        line["player"] = setup.names[action.player]
    return dump({**line, **_details(action, setup), **(notes or {})})


def _details(action: Action, setup: Setup) -> dict[str, object]:
    match action:
        case dancing_dice.RollTango(dice) | mia_moves.Reveal(dice):
            return {"dice": list(dice)}
        case sei_dadi.Roll(dice) | sei_dadi.Keep(dice) | sei_dadi.Attack(dice):
            return {"dice": list(dice)}
        case dancing_dice.Dance(balli):
            return {"balli": {name: _rows(rows) for name, rows in balli.items()}}
        case mia_moves.Open(score) | mia_moves.Beat(score) | mia_moves.Trust(score):
            return {} if score is None else {"score": score}
        case mia_moves.Penalty(_, lives, spoils, reason):
            return {"lives": lives, "spoils": spoils, "reason": reason}
        case di_da_do.Start(throws):
            return {"dice": {name: list(dice) for name, dice in throws.items()}}
        case di_da_do.Lock(die):
            return {"die": die}
        case di_da_do.Reroll(die, value):
            return {"die": die, "value": value}
        case di_da_do.Combine():
            return _combine(action, setup)
    return {}


def _rows(rows: dancing_dice.Rows) -> dict[str, str]:
    return {"first": format_ballo(rows.first), "second": format_ballo(rows.second)}


def _combine(action: di_da_do.Combine, setup: Setup) -> dict[str, object]:
    details: dict[str, object] = {
        "combination": action.combination,
        "with": list(action.named),
        "effect": [_touch(touch, setup) for touch in action.effect],
    }
    if action.rolled:
        details["rolled"] = {str(die): face for die, face in action.rolled.items()}
    return details


def _touch(touch: di_da_do.Touch, setup: Setup) -> dict[str, object]:
    entry: dict[str, object] = {"player": setup.names[touch.player]}
    if touch.die is None:
        return {**entry, "values": list(touch.values)}
    entry["die"] = touch.die
    if touch.value is not None:
        entry["value"] = touch.value
    if touch.to is not None:
        entry["to"] = touch.to
    return entry


def format_record(setup_line: str, action_lines: Iterable[str]) -> str:
    """Join the lines of a record as the table keeps it on disk."""
    return "".join(f"{line}\n" for line in (setup_line, *action_lines))
