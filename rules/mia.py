"""Mia and Mia senza garanzia, 2 players and more, rule after rule as in RULES.md.

A player rolls two dice in a box, declares a score, true or not, and passes the box on.
*Garantire* (M-5) is to answer for the standing declaration without looking; *fidarsi*
(M-10) is to declare higher over the same dice. The dice under the box are not in the
state: before a reveal nobody has seen them all. The two games are one engine; what
differs is the `Variant`, and what a table may choose is in `Options`.
Which action is open when is in `mia_choices`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from rules.core import GameWon, PlayerOut, Step, seat_after
from rules.mia_choices import (
    choices,
    higher_scores,
    is_full_circle,
    legal_actions,
    refusal,
    stands,
)
from rules.mia_moves import (
    Accuse,
    Accused,
    Action,
    Answer,
    Beat,
    CircleClosed,
    Declared,
    Event,
    FaultNoted,
    Guarantee,
    Guaranteed,
    LivesLost,
    MiaChallenged,
    Open,
    Options,
    Penalty,
    Phase,
    Player,
    Reveal,
    Revealed,
    RoundEnded,
    ScoreTooLow,
    Standing,
    State,
    Surrender,
    Surrendered,
    Trust,
    Variant,
)
from rules.mia_scores import beats, score_of

__all__ = [
    "MIA_GAME",
    "SENZA_GARANZIA",
    "VARIANTS",
    "apply",
    "choices",
    "higher_scores",
    "is_full_circle",
    "legal_actions",
    "start",
]

MIA_GAME = Variant("mia", has_guarantee=True, false_mia_costs=2)  # M-5, M-7
SENZA_GARANZIA = Variant("mia-senza-garanzia", has_guarantee=False, false_mia_costs=1)
VARIANTS = {variant.game: variant for variant in (MIA_GAME, SENZA_GARANZIA)}

START_LIVES = 6  # M-2
MOST_LIVES = 20  # M-2
TRUE_MIA_COSTS = 2  # M-7, M-11: the accuser's loss, in both games


def start(
    names: Sequence[str],
    lives: Sequence[int] | None = None,
    variant: Variant = MIA_GAME,
    options: Options | None = None,
    first: int = 0,
) -> State:
    """Set the game up (M-2).

    Args:
        names: Two or more, in seat order.
        lives: Of each player, 1 to 20; six each if left out.
        variant: `MIA_GAME` or `SENZA_GARANZIA`.
        options: What the table has chosen.
        first: The seat that opens.
    """
    lives = [START_LIVES] * len(names) if lives is None else lives
    players = tuple(Player(*seat) for seat in zip(names, lives, strict=True))
    return State(players, variant, options or Options(), turn=first)


def apply(state: State, action: Action) -> Answer:
    """Play one action; refuse it, with a reason, if the rules do not allow it."""
    return refusal(state, action) or _play(state, action)


def _play(state: State, action: Action) -> Step[State, Event]:
    match action:
        case Open(score):
            return _declare(state, score, "M-3")
        case Beat(score):
            return _beat(state, score)
        case Trust(score):
            return _declare_higher(state, score, "M-10")
        case Guarantee():
            return _guarantee(state)
        case Accuse():
            return _accuse(state)
        case Reveal(dice):
            return _reveal(state, dice)
        case Surrender():
            return _surrender(state)
        case Penalty():
            return _penalty(state, action)
        case _:
            assert_never(action)


def _declare(state: State, score: int, rule: str) -> Step[State, Event]:
    """M-3, M-4, M-10: the score stands, and the box goes to the next player."""
    after = replace(
        state,
        phase=Phase.ANSWER,
        turn=_next_player(state, state.to_act),
        standing=Standing(score, state.to_act),
        guaranteed=frozenset(),
    )
    return Step(after, (Declared(state.to_act, score, rule),))


def _beat(state: State, score: int | None) -> Step[State, Event]:
    """M-4, or M-9 over a declared Mia: the price is paid and nothing else counts."""
    if state.is_over_mia:
        challenged = MiaChallenged(state.to_act)
        return _end_round(state, state.to_act, 1, "M-9", challenged)
    assert score is not None  # refused as C-5 where no Mia stands
    return _declare_higher(state, score, "M-4")


def _declare_higher(state: State, score: int, rule: str) -> Step[State, Event]:
    """M-4, M-10: a score that is not higher costs one life and ends the round."""
    if stands(state, score):
        return _declare(state, score, rule)
    assert state.standing is not None  # without one every score stands
    too_low = ScoreTooLow(state.to_act, score, state.standing.score, rule)
    return _end_round(state, state.to_act, 1, rule, too_low)


def _guarantee(state: State) -> Step[State, Event]:
    """M-5, and M-8 when this closes the circle."""
    assert state.standing is not None  # guarantee is no choice without one
    after = replace(
        state,
        turn=_next_player(state, state.to_act),
        standing=replace(state.standing, answers=state.to_act),
        guaranteed=state.guaranteed | {state.to_act},
    )
    guaranteed = Guaranteed(state.to_act, state.standing.score)
    if is_full_circle(after):
        return Step(after, (guaranteed, CircleClosed(after.to_act)))
    return Step(after, (guaranteed,))


def _accuse(state: State) -> Step[State, Event]:
    """M-6: only now are the dice seen."""
    assert state.standing is not None  # accuse is no choice without one
    accused = Accused(state.to_act, state.standing.answers, state.standing.score)
    return Step(replace(state, phase=Phase.REVEAL), (accused,))


def _reveal(state: State, dice: Sequence[int]) -> Step[State, Event]:
    """M-6: worth the declaration or more, the accuser loses, else who answers."""
    assert state.standing is not None  # a reveal follows an accusation
    declared, shown = state.standing.score, score_of(dice)
    is_true = not beats(declared, shown, state.options.best_double)
    loser = state.to_act if is_true else state.standing.answers
    lives, rule = _at_stake(state, is_true=is_true)
    return _end_round(state, loser, lives, rule, Revealed(shown, declared, is_true))


def _at_stake(state: State, *, is_true: bool) -> tuple[int, str]:
    """M-7, M-11: what an accusation costs, and by which rule; H-3 over both."""
    if not state.is_over_mia:
        return 1, "M-6"
    rule = "M-7" if state.variant.has_guarantee else "M-11"
    if is_true:
        return TRUE_MIA_COSTS, rule
    if state.options.false_mia_costs is not None:
        return state.options.false_mia_costs, "H-3"
    return state.variant.false_mia_costs, rule


def _surrender(state: State) -> Step[State, Event]:
    """M-11: one life, the dice unseen."""
    return _end_round(state, state.to_act, 1, "M-11", Surrendered(state.to_act))


def _penalty(state: State, action: Penalty) -> Step[State, Event]:
    """M-12: spoiled dice cost lives and the round; a fault only each n-th time."""
    if action.spoils:
        return _end_round(state, action.player, action.lives, "M-12")
    offender = state.players[action.player]
    faults = offender.faults + 1
    counted = _with_player(state, action.player, replace(offender, faults=faults))
    if faults % state.options.faults_per_life:
        return Step(counted, (FaultNoted(action.player, faults),))
    taken = _take(counted, action.player, action.lives, "M-12")
    if _is_decided(taken.state):
        return _win(taken)
    if taken.state.players[action.player].out and _is_needed(state, action.player):
        return _open_after(taken, action.player)
    return taken


def _is_needed(state: State, player: int) -> bool:
    """M-12: without one who is to act, or who answers, the round cannot go on."""
    answers = None if state.standing is None else state.standing.answers
    return player in (state.to_act, answers)


# --- lives and the end of a round ------------------------------------------------


def _end_round(
    state: State, loser: int, lives: int, rule: str, *told: Event
) -> Step[State, Event]:
    """M-6: the loser pays; the player after the loser opens, unless the game is won."""
    taken = _take(state, loser, lives, rule)
    step = Step(taken.state, (*told, *taken.events))
    return _win(step) if _is_decided(taken.state) else _open_after(step, loser)


def _take(state: State, player: int, lives: int, rule: str) -> Step[State, Event]:
    """M-13: lives are never negative; M-2: at 0 a player is out."""
    had = state.players[player]
    lost = min(lives, had.lives)
    left = had.lives - lost
    after = _with_player(state, player, replace(had, lives=left))
    events: tuple[Event, ...] = (LivesLost(player, lost, left, rule),)
    return Step(after, events if left else (*events, PlayerOut(player, "M-2")))


def _open_after(step: Step[State, Event], loser: int) -> Step[State, Event]:
    """M-6: the player after the loser opens a new round."""
    opens = _next_player(step.state, loser)
    after = replace(
        step.state,
        phase=Phase.OPEN,
        turn=opens,
        standing=None,
        guaranteed=frozenset(),
    )
    return Step(after, (*step.events, RoundEnded(opens)))


def _is_decided(state: State) -> bool:
    """M-2: one is left; with house rule H-4, one is out."""
    left = len(state.still_in)
    return left == 1 or (state.options.first_out_loses and left < len(state.players))


def _win(step: Step[State, Event]) -> Step[State, Event]:
    """M-2: the last one left wins; with H-4 all who are left."""
    winners = step.state.still_in
    after = replace(
        step.state,
        phase=Phase.OVER,
        turn=None,
        standing=None,
        guaranteed=frozenset(),
        winners=winners,
    )
    rule = "H-4" if step.state.options.first_out_loses else "M-2"
    return Step(after, (*step.events, GameWon(winners, rule)))


def _next_player(state: State, player: int) -> int:
    return seat_after(player, [not each.out for each in state.players])


def _with_player(state: State, seat: int, player: Player) -> State:
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return replace(state, players=players)
