"""The scoreboard: all players in seat order, with what each has left."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from device.flow import dancing_judged as judged
from device.flow import dancing_pages as dancing
from device.flow.screen import Row, Tone, say
from device.flow.signs import signs
from rules import views
from rules.dancing_dice import Dance
from rules.referee import Game


def standings(game: Game) -> tuple[Row, ...]:
    """As the rules have it."""
    return tuple(
        Row(
            sign,
            standing.name,
            str(standing.left),
            note=say("evening.won") if standing.has_won else "",
            is_turn=standing.is_turn and not game.state.winners,
            is_out=standing.out,
            tone=Tone.GOOD if standing.has_won else Tone.PLAIN,
        )
        for sign, standing in zip(
            signs(game.setup), views.view(game).standings, strict=True
        )
    )


def told_so_far(flow: Any) -> tuple[Row, ...]:
    """As a game's flow has told it: a prova is judged at once, and told row by row."""
    rows = standings(flow.game)
    if not isinstance(flow, dancing.State) or not isinstance(flow.game.last, Dance):
        return rows
    match flow.page:
        case dancing.Ladder(row):
            left = judged.vivacita_after(flow.game, row - 1)
        case dancing.Vivacita(row):
            left = judged.vivacita_after(flow.game, row)
        case _:
            return rows
    return tuple(
        replace(row, left=str(now), is_out=now == 0, note="", tone=Tone.PLAIN)
        for row, now in zip(rows, left, strict=True)
    )
