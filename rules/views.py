"""What a screen may show of a game: plain data, without words and without layout.

Nothing here is secret: dice that nobody has seen are not in a state, so every player
may see every view. Players are seats; names come with the standings.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules import dancing_dice, di_da_do_moves, mia, mia_moves, sei_dadi
from rules.balli import LADDER, Comparison, Rank
from rules.core import Choice
from rules.referee import Game, legal_actions


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's row in the standings.

    Attributes:
        name: As in the set-up.
        left: Vivacita, lives or points; in Di-Da-Do the dice locked.
        out: Whether it plays no more.
        is_turn: Whether it is to act.
        has_won: Whether it is among the winners.
    """

    name: str
    left: int
    out: bool
    is_turn: bool
    has_won: bool


@dataclass(frozen=True, slots=True)
class Rung:
    """A rank on the ladder of balli, with the cubes (seats) on it."""

    rank: Rank
    players: tuple[int, ...]
    judged_well: bool


@dataclass(frozen=True, slots=True)
class Dancer:
    """Where a ballo stands in its comparison.

    Attributes:
        player: The seat.
        rank: Of the ballo.
        judged_well: DD-7.
        distance: Rungs below the last one judged well; 0 and less for those at or
            above it.
    """

    player: int
    rank: Rank
    judged_well: bool
    distance: int


@dataclass(frozen=True, slots=True)
class View:
    """A game as every screen may show it.

    Attributes:
        game: Its name in a record.
        phase: What it is waiting for.
        turn: The seat to act, or None.
        standings: In seat order.
        open_choices: What may be done now, with its price; the table's own included.
        ladders: Dancing Dice: the ladder of each comparison of the last prova.
        dancers: Dancing Dice: the balli of each of them, from the top.
        tango: Dancing Dice: the Tango, or None.
        declared: Mia: the standing score, or None.
        answers: Mia: the seat that answers for it, or None.
        higher_scores: Mia: what would stand if declared now, from the top.
        kept: Sei Dadi: the dice kept in this turn or by this attack.
        attack: Sei Dadi: the value of the attack going on, or None.
        target: Sei Dadi: the seat that an attack of the player to act would hit.
        dice: Di-Da-Do: faces of each seat; empty before the start.
        locked: Di-Da-Do: which of them are locked.
    """

    game: str
    phase: str
    turn: int | None
    standings: tuple[Standing, ...]
    open_choices: tuple[Choice, ...]
    ladders: tuple[tuple[Rung, ...], ...] = ()
    dancers: tuple[tuple[Dancer, ...], ...] = ()
    tango: tuple[int, ...] | None = None
    declared: int | None = None
    answers: int | None = None
    higher_scores: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    attack: int | None = None
    target: int | None = None
    dice: tuple[tuple[int, ...], ...] = ()
    locked: tuple[tuple[bool, ...], ...] = ()


def view(game: Game) -> View:
    """What every screen may know of a game."""
    name, choices = game.setup.game, legal_actions(game)
    match game.state:
        case dancing_dice.State() as state:
            left = [player.vivacita for player in state.players]
            return View(
                name,
                state.phase.value,
                None,
                _standings(game, left, None),
                choices,
                ladders=tuple(ladder(each) for each in state.comparisons),
                dancers=tuple(dancers(each) for each in state.comparisons),
                tango=state.tango,
            )
        case mia_moves.State() as state:
            return _mia(game, state, choices)
        case di_da_do_moves.State() as state:
            left = [player.locked.count(True) for player in state.players]
            return View(
                name,
                state.phase.value,
                state.turn,
                _standings(game, left, state.turn),
                choices,
                dice=tuple(player.dice for player in state.players),
                locked=tuple(player.locked for player in state.players),
            )
        case sei_dadi.State() as state:
            return _sei_dadi(game, state, choices)


def ladder(comparison: Comparison[int]) -> tuple[Rung, ...]:
    """Every rank from the top, with the cubes on it and whether it is judged well."""
    lowest = comparison.lowest_judged_well
    return tuple(
        Rung(
            rank,
            tuple(v.player for v in comparison.verdicts if v.rank == rank),
            rank >= lowest,
        )
        for rank in LADDER
    )


def dancers(comparison: Comparison[int]) -> tuple[Dancer, ...]:
    """The balli from the top, with the distance to the last one judged well."""
    lowest = LADDER.index(comparison.lowest_judged_well)
    return tuple(
        Dancer(v.player, v.rank, v.judged_well, LADDER.index(v.rank) - lowest)
        for v in comparison.verdicts
    )


def _mia(game: Game, state: mia_moves.State, choices: tuple[Choice, ...]) -> View:
    is_open = state.phase in (mia_moves.Phase.OPEN, mia_moves.Phase.ANSWER)
    left = [player.lives for player in state.players]
    return View(
        game.setup.game,
        state.phase.value,
        state.turn,
        _standings(game, left, state.turn),
        choices,
        declared=None if state.standing is None else state.standing.score,
        answers=None if state.standing is None else state.standing.answers,
        higher_scores=mia.higher_scores(state) if is_open else (),
    )


def _sei_dadi(game: Game, state: sei_dadi.State, choices: tuple[Choice, ...]) -> View:
    is_over = state.phase is sei_dadi.Phase.OVER
    left = [player.points for player in state.players]
    return View(
        game.setup.game,
        state.phase.value,
        state.turn,
        _standings(game, left, state.turn),
        choices,
        kept=state.kept,
        attack=state.attack,
        target=None if is_over else sei_dadi.target_of(state),
    )


def _standings(game: Game, left: list[int], turn: int | None) -> tuple[Standing, ...]:
    can_be_out = not isinstance(game.state, di_da_do_moves.State)
    return tuple(
        Standing(
            name,
            left[seat],
            can_be_out and left[seat] == 0,
            seat == turn,
            seat in game.state.winners,
        )
        for seat, name in enumerate(game.setup.names)
    )
