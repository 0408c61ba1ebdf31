"""What a prova came to: outcomes, the ladder, and what is said aloud."""

from __future__ import annotations

from collections.abc import Iterable

from device.flow import ending
from device.flow.dancing_pages import Outcome, State
from device.flow.screen import LadderShown, RungShown, Say, Sign, Text, say
from rules.balli import Rank, is_gala, is_rock
from rules.core import PlayerOut, Step
from rules.dancing_dice import (
    Dance,
    Danced,
    GalaDanced,
    JudgedWell,
    TangoDue,
    VivacitaKept,
    VivacitaLost,
)
from rules.referee import Event, Game, play
from rules.views import Rung, view


def events_of(game: Game) -> tuple[Event, ...]:
    """What the last prova brought about; empty where the last action was none."""
    if game.before is None or not isinstance(game.last, Dance):
        return ()
    answer = play(game.before, game.last)
    return answer.events if isinstance(answer, Step) else ()


def outcomes(game: Game, row: int) -> frozenset[Outcome]:
    """What the comparison said of each player in it."""
    found: set[Outcome] = set()
    for event in events_of(game):
        match event:
            case JudgedWell(player, of) if of == row:
                found.add((row, player, "well"))
            case VivacitaLost(player, of) if of == row:
                found.add((row, player, "loses"))
            case VivacitaKept(player, of) if of == row:
                found.add((row, player, "kept"))
    return frozenset(found)


def rows_compared(game: Game) -> int:
    """Two, or one where the game ended with the first (DD-8)."""
    return max((e.row for e in events_of(game) if isinstance(e, Danced)), default=0)


def vivacita_after(game: Game, row: int) -> tuple[int, ...]:
    """What each seat has left after a comparison; the Gala's gain comes last."""
    before = game.before
    assert before is not None  # asked only of a prova
    left = [standing.left for standing in view(before).standings]
    for event in events_of(game):
        match event:
            case VivacitaLost(player, of, now) if of <= row:
                left[player] = now
            case GalaDanced(player, _, now) if row == rows_compared(game):
                left[player] = now
    return tuple(left)


def losers(game: Game, row: int) -> tuple[int, ...]:
    """Who lost one vivacita in this comparison."""
    return _seats(outcomes(game, row), "loses")


def out_after(game: Game, row: int) -> tuple[int, ...]:
    """Who went out by this comparison."""
    lost = losers(game, row)
    gone = [e.player for e in events_of(game) if isinstance(e, PlayerOut)]
    left = vivacita_after(game, row)
    return tuple(p for p in gone if p in lost and left[p] == 0)


def galas(game: Game) -> tuple[tuple[int, int], ...]:
    """Seats with a Gala, and what it brought (DD-10)."""
    return tuple(
        (e.player, e.gained) for e in events_of(game) if isinstance(e, GalaDanced)
    )


def saved(game: Game, row: int) -> tuple[int, ...]:
    """Who was not judged well and loses nothing all the same (DD-9, DD-10)."""
    return _seats(outcomes(game, row), "kept")


def figures(game: Game, row: int) -> tuple[tuple[int, str], ...]:
    """Seats in a comparison that danced a `rock` or a `gala`, as the dice show it."""
    if not isinstance(game.last, Dance):
        return ()
    found = []
    for seat in players_before(game, row):
        rows = game.last.balli[game.setup.names[seat]]
        if is_gala(*rows):
            found.append((seat, "gala"))
        elif is_rock(*rows):
            found.append((seat, "rock"))
    return tuple(found)


def is_tango_danced(game: Game) -> bool:
    """DD-11: the Tango dice are to be rolled anew."""
    return any(isinstance(event, TangoDue) for event in events_of(game))


def ladder(game: Game, row: int, signs: tuple[Sign, ...]) -> LadderShown:
    """The ladder with the cubes on it; rungs without cubes are left out."""
    rungs = view(game).ladders[row - 1]
    return LadderShown(tuple(_rung(rung, signs) for rung in rungs if rung.players))


def _rung(rung: Rung, signs: tuple[Sign, ...]) -> RungShown:
    cubes = tuple(signs[player] for player in rung.players)
    return RungShown(rank_text(rung.rank), cubes, rung.judged_well)


def rank_text(rank: Rank) -> Say:
    """A rank as it is announced."""
    return say(
        "dancing.puro" if rank.puro else "dancing.impuro", dance=rank.figure_name
    )


# --- said aloud ------------------------------------------------------------------


def verdict_said(state: State, row: int) -> Text | None:
    """What is said of a comparison; after a correction only what has changed.

    None where a correction changed nothing of it.
    """
    now = outcomes(state.game, row)
    before = frozenset(outcome for outcome in state.said if outcome[0] == row)
    if not before:
        verdict = say(
            "dancing.said",
            row=row_text(row),
            well=names(state, _seats(now, "well")),
            loses=names(state, _seats(now, "loses")),
        )
        danced = figures(state.game, row) if row == 1 else ()
        return joined(
            [
                *(say(f"dancing.{what}", name=state.names[s]) for s, what in danced),
                verdict,
            ]
        )
    news = now - before
    if not news:
        return None
    changes = [
        say(f"dancing.said_{what}", name=state.names[seat])
        for _, seat, what in sorted(news)
    ]
    return joined(changes)


def won(state: State) -> Say:
    """Who has won; with the first player out several may (H-4)."""
    return ending.winner(state.dancing.winners, state.names)


def joined(texts: Iterable[Say]) -> Text:
    """Several texts as one, in order."""
    first, *rest = texts
    told: Text = first
    for text in rest:
        told = say("dancing.both", first=told, second=text)
    return told


def row_text(row: int) -> Say:
    """The name of a comparison."""
    return say(f"dancing.row_{row}")


def names(state: State, seats: Iterable[int]) -> Text:
    """Names in seat order, or that it is nobody."""
    named = ", ".join(state.names[seat] for seat in sorted(seats))
    return named or say("dancing.nobody")


def _seats(found: frozenset[Outcome], what: str) -> tuple[int, ...]:
    return tuple(sorted(seat for _, seat, of in found if of == what))


def players_before(game: Game, row: int) -> tuple[int, ...]:
    """Who was in a comparison, in seat order."""
    return tuple(sorted(seat for _, seat, _ in outcomes(game, row)))
