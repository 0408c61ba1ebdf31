"""What is open in Mia, at what price, and by which rule the rest is refused."""

from __future__ import annotations

from rules.core import (
    Choice,
    Illegal,
    finished,
    wrong_count,
    wrong_face,
    wrong_phase,
    wrong_player,
)
from rules.mia_moves import (
    Action,
    Beat,
    Guarantee,
    Open,
    Penalty,
    Phase,
    Reveal,
    State,
    Surrender,
    Trust,
)
from rules.mia_scores import LADDERS, MIA, beats, exists


def choices(state: State) -> tuple[Choice, ...]:
    """What the player to act may choose from, by name (M-3 to M-11)."""
    match state.phase:
        case Phase.OPEN:
            return (Choice("open", "M-3"),)
        case Phase.REVEAL:
            return (Choice("reveal", "M-6"),)
        case Phase.OVER:
            return ()
        case Phase.ANSWER if state.variant.has_guarantee:
            return _choices_with_guarantee(state)
        case Phase.ANSWER:
            return _choices_without_guarantee(state)


def _choices_with_guarantee(state: State) -> tuple[Choice, ...]:
    accuse = Choice("accuse", "M-6")
    if not is_full_circle(state):
        beat = Choice("beat", "M-9", 1) if state.is_over_mia else Choice("beat", "M-4")
        return (accuse, beat, Choice("guarantee", "M-5"))
    if state.is_over_mia:
        return (accuse, Choice("open", "M-8"))
    return (accuse, Choice("beat", "M-4"))


def _choices_without_guarantee(state: State) -> tuple[Choice, ...]:
    if state.is_over_mia:
        return (Choice("accuse", "M-11"), Choice("surrender", "M-11", 1))
    return (Choice("accuse", "M-6"), Choice("beat", "M-4"), Choice("trust", "M-10"))


def legal_actions(state: State) -> tuple[Choice, ...]:
    """All that is open: the choices of the player to act, and the table's penalties."""
    if state.phase is Phase.OVER:
        return ()
    fault = Choice("penalty", "M-12", what="fault")
    spoils = Choice("penalty", "M-12", what="spoils")
    return (*choices(state), fault, *((spoils,) if state.standing else ()))


def is_full_circle(state: State) -> bool:
    """M-8: all players still in have guaranteed, the one who rolled last included."""
    return state.standing is not None and state.guaranteed.issuperset(state.still_in)


def higher_scores(state: State) -> tuple[int, ...]:
    """The scores that would stand if declared now, from the top; none over a Mia."""
    return tuple(s for s in LADDERS[state.options.best_double] if stands(state, s))


def stands(state: State, score: int) -> bool:
    """M-4: higher than the standing score; with H-2 also equal to it, but no Mia."""
    if state.standing is None:
        return True
    standing, options = state.standing.score, state.options
    if options.equal_score and score == standing != MIA:
        return True
    return beats(score, standing, options.best_double)


# --- refusals, in the order of C-6 -----------------------------------------------


def refusal(state: State, action: Action) -> Illegal | None:
    """The first fault of an action, in the order of C-6; None if it may be played."""
    verb = action.do
    if isinstance(action, Beat) and action.score is None and not state.is_over_mia:
        message = "beat names no score, and no Mia stands that it would run against"
        return Illegal("C-5", "score_missing", message)
    if state.phase is Phase.OVER:
        return finished(verb)
    if isinstance(action, Penalty):
        return _penalty_refusal(state, action)
    names = [player.name for player in state.players]
    return (
        wrong_player(names, action.player, state.turn)
        or _closed(state, action)
        or _wrong_dice(action)
        or _no_such_score(action)
    )


def _closed(state: State, action: Action) -> Illegal | None:
    """Refuse what is no choice now, by the rule that takes the choice away."""
    open_now = [choice.do for choice in choices(state)]
    if action.do in open_now:
        return None
    return wrong_phase(
        action.do, state.phase.value, open_now, _closing_rule(state, action)
    )


def _closing_rule(state: State, action: Action) -> str:
    has_guarantee, is_answer = state.variant.has_guarantee, state.phase is Phase.ANSWER
    match action:
        case Guarantee() if not has_guarantee:
            return "M-10"
        case Trust() if has_guarantee:
            return "M-10"
        case Surrender():
            return "M-11"
        case Guarantee() if is_answer:
            return "M-8"
        case Beat() if is_answer and has_guarantee:
            return "M-9"
        case Beat() | Trust() if is_answer:
            return "M-11"
    return "C-2"


def _wrong_dice(action: Action) -> Illegal | None:
    if not isinstance(action, Reveal):
        return None
    return wrong_count("reveal", len(action.dice), 2) or wrong_face(action.dice)


def _no_such_score(action: Action) -> Illegal | None:
    """M-1, for every action that names a score; M-9 for one that counts for nothing."""
    if not isinstance(action, Open | Beat | Trust):
        return None
    if action.score is None or exists(action.score):
        return None
    shown = min(max(action.score, -1000), 1000)  # a message is one readable line
    message = f"{action.do} {shown} refused: no two dice make this score"
    return Illegal("M-1", "no_such_score", message, LADDERS[11], (("score", shown),))


def _penalty_refusal(state: State, action: Penalty) -> Illegal | None:
    """M-12: not from one who is out, not without lives, no spoils without dice."""
    offender = state.players[action.player].name
    if state.players[action.player].out:
        message = f"penalty refused: {offender!r} is out"
    elif action.lives < 1:
        message = "penalty refused: it must take one life or more"
    elif action.spoils and state.standing is None:
        message = "penalty refused: no dice are under the box to be spoiled"
    else:
        return None
    return Illegal("M-12", "no_such_penalty", message, (), (("player", offender),))
