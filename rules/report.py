"""A game as `giudice replay --json` prints it: plain data, for a program to compare."""

from __future__ import annotations

from rules import dancing_dice, di_da_do_moves, mia, mia_moves, sei_dadi
from rules.core import event_name, event_values
from rules.referee import Event, Game


def report(game: Game) -> dict[str, object]:
    """The state after the last action."""
    match game.state:
        case dancing_dice.State() as state:
            return _dancing_dice(game, state)
        case mia_moves.State() as state:
            return _mia(game, state)
        case di_da_do_moves.State() as state:
            return _di_da_do(game, state)
        case sei_dadi.State() as state:
            return _sei_dadi(game, state)


def report_event(game: Game, event: Event) -> dict[str, object]:
    """An event as plain data, its players by name."""
    values = event_values(event)
    for key in ("player", "target", "answers", "opens", "other"):
        if isinstance(seat := values.get(key), int):
            values[key] = game.setup.names[seat]
    if isinstance(seats := values.get("winners"), tuple):
        values["winners"] = [game.setup.names[seat] for seat in seats]
    return {"event": event_name(event), **values}


def _common(game: Game, phase: str, turn: int | None) -> dict[str, object]:
    names, winners = game.setup.names, game.state.winners
    return {
        "game": game.setup.game,
        "phase": phase,
        "turn": None if turn is None else names[turn],
        "winners": [names[seat] for seat in winners],
    }


def _dancing_dice(game: Game, state: dancing_dice.State) -> dict[str, object]:
    players = [
        {"name": p.name, "vivacita": p.vivacita, "out": p.out} for p in state.players
    ]
    tango = None if state.tango is None else list(state.tango)
    common = _common(game, state.phase.value, None)
    return {**common, "players": players, "tango": tango}


def _mia(game: Game, state: mia_moves.State) -> dict[str, object]:
    standing = state.standing and {
        "score": state.standing.score,
        "answers": state.players[state.standing.answers].name,
    }
    return {
        **_common(game, state.phase.value, state.turn),
        "players": [
            {"name": p.name, "lives": p.lives, "out": p.out} for p in state.players
        ],
        "standing": standing,
        "choices": sorted(choice.do for choice in mia.choices(state)),
    }


def _di_da_do(game: Game, state: di_da_do_moves.State) -> dict[str, object]:
    players = [
        {
            "name": player.name,
            "out": False,
            "dice": list(player.dice) or None,
            "locked": list(player.locked),
        }
        for player in state.players
    ]
    return {**_common(game, state.phase.value, state.turn), "players": players}


def _sei_dadi(game: Game, state: sei_dadi.State) -> dict[str, object]:
    return {
        **_common(game, state.phase.value, state.turn),
        "players": [
            {"name": p.name, "points": p.points, "out": p.out} for p in state.players
        ],
        "kept": list(state.kept),
        "attack": state.attack,
    }
