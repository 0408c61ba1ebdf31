"""Penalties of Mia (M-12): who, what for, how many lives."""

from __future__ import annotations

from device.flow.mia_pages import Lives, Offender, Reason
from device.flow.screen import Item, Text, say
from rules import mia_moves

#: What a fault may have been; the record has the key, the texts its words.
FAULTS = ("dice_out", "peeked", "told_score", "other")
SPOILS = "moved_dice"


def offenders(state: mia_moves.State) -> tuple[Item, ...]:
    """Everyone still in, from the player to act on."""
    seats = state.still_in
    turn = seats.index(state.to_act)
    return tuple(
        Item(f"seat.{seat}", state.players[seat].name, _faults(state, seat))
        for seat in (*seats[turn:], *seats[:turn])
    )


def _faults(state: mia_moves.State, seat: int) -> Text:
    faults = state.players[seat].faults
    return say("mia_play.faults", faults=faults) if faults else ""


def reasons() -> tuple[Item, ...]:
    """What a fault may have been."""
    return tuple(Item(key, say(f"mia_play.reason_{key}")) for key in FAULTS)


def lives(state: mia_moves.State, page: Lives) -> tuple[Item, ...]:
    """One life up to all that are left."""
    most = state.players[page.player].lives
    return tuple(
        Item(str(count), say(f"mia_play.lives_{'1' if count == 1 else 'n'}", n=count))
        for count in range(1, most + 1)
    )


def after_offender(page: Offender, id: str) -> Reason | Lives:
    """Spoiled dice need no reason."""
    player = int(id.removeprefix("seat."))
    return Lives(player, True, SPOILS) if page.spoils else Reason(player)


def after_reason(page: Reason, id: str) -> Lives:
    """A fault."""
    return Lives(page.player, False, id)


def action(page: Lives, id: str) -> mia_moves.Penalty:
    """The penalty itself."""
    return mia_moves.Penalty(page.player, int(id), page.spoils, page.reason)
