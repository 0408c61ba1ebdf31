"""The scores that may be declared, as a list whose likeliest is under the thumb."""

from __future__ import annotations

from fractions import Fraction

from device.flow.mia_pages import Bid, Declare
from device.flow.screen import Item, say
from rules import mia_choices, mia_moves
from rules.mia_scores import LADDERS, MIA
from rules.odds_mia import chance_to_reach

HALF = Fraction(1, 2)
LOW = "low"


def begin(state: mia_moves.State, do: Bid) -> Declare:
    """The list for a declaration.

    Over a standing score that is the next one above it: whoever lies does it by as
    little as will do, and a true score is as likely one as another. To open it is the
    highest score that half of all rolls are worth.
    """
    if do != "open":
        return Declare(do, 0)
    best_double = state.options.best_double
    ladder = LADDERS[best_double]
    likely = next(s for s in ladder if chance_to_reach(s, best_double) >= HALF)
    return Declare(do, _scores(state, do, is_low=False).index(likely))


def items(state: mia_moves.State, page: Declare) -> tuple[Item, ...]:
    """The scores from the lowest up; at the end, for a life, those not higher."""
    price = say("mia_play.costs_one") if page.is_low else ""
    scores = tuple(
        Item(
            f"score.{score}",
            say("mia_play.mia") if score == MIA else str(score),
            price,
        )
        for score in _scores(state, page.do, is_low=page.is_low)
    )
    if page.do == "open" or page.is_low or not _scores(state, page.do, is_low=True):
        return scores
    return (*scores, Item(LOW, say("mia_play.low"), say("mia_play.costs_one")))


def score_of_item(id: str) -> int:
    """The score that a line stands for."""
    return int(id.removeprefix("score."))


def action(do: Bid, score: int, player: int) -> mia_moves.Action:
    """The declaration itself."""
    match do:
        case "open":
            return mia_moves.Open(score, player)
        case "beat":
            return mia_moves.Beat(score, player)
        case "trust":
            return mia_moves.Trust(score, player)


def _scores(state: mia_moves.State, do: Bid, *, is_low: bool) -> tuple[int, ...]:
    """From the lowest up: what would stand if declared now, or with `is_low` not."""
    ladder = LADDERS[state.options.best_double]
    if do == "open":  # M-8: free to declare anything, whatever stands
        return ladder[::-1]
    standing = mia_choices.higher_scores(state)
    return tuple(s for s in reversed(ladder) if (s in standing) is not is_low)
