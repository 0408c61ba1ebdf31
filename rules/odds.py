"""The odds for players who ask, never shown unasked: exact, pure, a game a module."""

from rules.odds_balli import Goal, Reroll, chance_of_goal, rerolls
from rules.odds_mia import chance_to_beat, chance_to_reach
from rules.odds_sei_dadi import (
    Keep,
    Objective,
    attack_chances,
    best_keeps,
    expected_damage,
    worth_of_total,
    worth_of_turn,
)
from rules.odds_splits import (
    Criterion,
    Laying,
    SplitAdvice,
    best_splits,
    rank_to_reach,
)

__all__ = [
    "Criterion",
    "Goal",
    "Keep",
    "Laying",
    "Objective",
    "Reroll",
    "SplitAdvice",
    "attack_chances",
    "best_keeps",
    "best_splits",
    "chance_of_goal",
    "chance_to_beat",
    "chance_to_reach",
    "expected_damage",
    "rank_to_reach",
    "rerolls",
    "worth_of_total",
    "worth_of_turn",
]
