"""What every game says alike: who is out, who has won, and one thing after another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from device.flow.screen import Say, Text, say

#: The title of the last screen.
OVER = say("ending.over")


def winner(winners: Sequence[int], names: Sequence[str]) -> Say:
    """Who has won: seats, by their names."""
    key = "ending.wins_1" if len(winners) == 1 else "ending.wins_n"
    return say(key, name=", ".join(names[seat] for seat in winners))


def is_out(name: str) -> Say:
    """Who plays no more."""
    return say("ending.is_out", name=name)


def aloud(texts: Iterable[Text]) -> Text:
    """Several texts as one sentence after the other; empty where there is none."""
    whole: Text = ""
    for text in texts:
        whole = say("ending.then", first=whole, then=text) if whole else text
    return whole
