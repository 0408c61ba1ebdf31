"""Playing what people chose, and writing it down: the same in every game."""

from __future__ import annotations

from device.flow.core import Deed
from device.flow.told import Done
from rules.core import Illegal, Step
from rules.referee import Action, Game, play
from rules.referee import Event as Told


def played(game: Game, action: Action) -> Step[Game, Told]:
    """Play what a page has offered: no page offers what the rules refuse."""
    answer = play(game, action)
    if isinstance(answer, Illegal):
        raise AssertionError(f"offered, but refused: {answer.message}")
    return answer


def deed_of(action: Action, done: Done | None, shot: int | None = None) -> Deed:
    """What is written down of an action.

    Args:
        action: What was played.
        done: The reading that it comes from, if any.
        shot: The picture that it comes from, where there is no reading.
    """
    if done is None:
        return Deed(action, shot)
    return Deed(action, done.shot, done.seen)
