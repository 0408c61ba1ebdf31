"""What vision read, in the words of the rules; pure.

Nothing is scored that does not add up. A player with a problem is not judged, and
since who is judged well depends on everyone (DD-7), neither is anybody else until
that problem is gone. A die that is only unsure is scored, and told as not sure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.balli import (
    Ballo,
    Comparison,
    Die,
    Passi,
    Rank,
    compare,
    is_gala,
    is_rock,
    is_tango,
    rank_ballo,
)
from rules.dancing_dice import MAX_PLAYERS, MIN_PLAYERS
from rules.mia_scores import beats, score_of
from vision.layout import Laying, PlayerDice, lay_out
from vision.readings import DieReading, Point, Problem, TableReading

#: A prova can be scored with these; they only leave it open whether it is right.
SOFT = frozenset({"unsure_die", "unsure_colour", "mixed_colours"})
DICE_A_PLAYER, TANGO_DICE, MIA_DICE = 6, 3, 2
PASSI: dict[str, Passi] = {"c": "c", "b": "b"}

Tango = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player's prova.

    Attributes:
        colour: The player's colour.
        rows: Primo and secondo ballo, by value; None where they do not add up.
        ranks: Of the two; None without rows or without a Tango to rank them by.
        is_rock: DD-9; None without rows. True for a Gala too.
        is_gala: DD-10; None without rows.
        sure: No die and no problem of this player leaves anything open.
    """

    colour: str
    rows: tuple[Ballo, Ballo] | None
    ranks: tuple[Rank, Rank] | None
    is_rock: bool | None
    is_gala: bool | None
    sure: bool


@dataclass(frozen=True, slots=True)
class Prova:
    """A table's prova, as far as one photo tells.

    Attributes:
        tango: Three values, sorted; None where it could not be read.
        players: By colour name.
        comparisons: Primo and secondo ballo; empty while something does not add up.
            The second takes everyone to be still in: a photo shows no vivacita.
        problems: All of them, the reading's own included.
        sure: Nothing of it is open.
    """

    tango: Tango | None
    players: tuple[PlayerScore, ...]
    comparisons: tuple[Comparison[str], ...]
    problems: tuple[Problem, ...]
    sure: bool


@dataclass(frozen=True, slots=True)
class MiaScore:
    """Two dice of Mia.

    Attributes:
        dice: The values seen, sorted.
        score: M-1; None unless there are two dice.
        truth: Whether the dice are worth the declaration (M-6); None without either.
        problems: All of them.
        sure: Nothing of it is open.
    """

    dice: tuple[int, ...]
    score: int | None
    truth: bool | None
    problems: tuple[Problem, ...]
    sure: bool


def score_prova(
    reading: TableReading,
    size: tuple[int, int],
    *,
    tango: Tango | None = None,
    centre: Point | None = None,
    players: int | None = None,
) -> Prova:
    """Score one photo of a prova (DD-4 to DD-15).

    Args:
        reading: All dice of the table.
        size: (width, height) of the photo, in pixels.
        tango: The Tango where it is known; else the dice in the middle tell it.
        centre: The table's centre in pixels where it is known.
        players: How many play, where it is known.
    """
    dice = reading.dice
    layout = lay_out(
        dice,
        centre or (size[0] / 2, size[1] / 2),
        is_centre_known=centre is not None,
        laying=Laying(may_lack_shared=tango is not None),
    )
    problems = [*reading.problems, *layout.problems]
    seen = tuple(sorted(dice[i].value for i in layout.shared))
    problems += _tango_problems(seen, tango)
    if tango is None and len(seen) == TANGO_DICE:
        tango = seen
    problems += _seat_problems(len(layout.players), players)
    problems += [p for one in layout.players for p in _line_problems(dice, one)]
    scores = tuple(_score(dice, one, tango, problems) for one in layout.players)
    comparisons: tuple[Comparison[str], ...] = ()
    if tango is not None and not _hard(problems):
        comparisons = _compare(scores, tango)
    sure = not problems and all(die.sure for die in dice)
    return Prova(tango, scores, comparisons, tuple(problems), sure)


def dice_of_prova(reading: TableReading, *, has_tango: bool) -> int | None:
    """How many dice must lie there, by the colours seen; None if that is open.

    With the Tango told, its dice may or may not lie on the table.
    """
    if has_tango:
        return None
    layout = lay_out(reading.dice, (0.0, 0.0))
    return DICE_A_PLAYER * len(layout.players) + TANGO_DICE


def score_mia(reading: TableReading, declared: int | None = None) -> MiaScore:
    """Score two dice of Mia, and what was declared about them (M-1, M-6)."""
    values = tuple(sorted(die.value for die in reading.dice))
    problems = list(reading.problems)
    if len(values) != MIA_DICE and not problems:
        code = "too_few_dice" if len(values) < MIA_DICE else "too_many_dice"
        told = (("found", len(values)), ("expected", MIA_DICE))
        problems.append(Problem(code, f"{len(values)} dice, not two", values=told))
    score = score_of(values) if len(values) == MIA_DICE else None
    truth = None
    if score is not None and declared is not None:
        truth = score == declared or beats(score, declared)
    for die in reading.dice:
        if score is not None and not die.sure:
            seen = (("value", die.value), ("body", die.body), ("pips", die.pips))
            text = f"a {die.value}?"
            problems.append(Problem("unsure_die", text, die.center, None, seen))
    sure = score is not None and not problems
    return MiaScore(values, score, truth, tuple(problems), sure)


def _hard(problems: Iterable[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.code not in SOFT]


def _tango_problems(seen: Tango, told: Tango | None) -> list[Problem]:
    if told is None or len(seen) != TANGO_DICE or seen == tuple(sorted(told)):
        return []
    values = (("found", show(seen)), ("expected", show(told)))
    text = f"the middle shows {show(seen)}, the Tango given is {show(told)}"
    return [Problem("tango_differs", text, values=values)]


def show(tango: Tango) -> str:
    """The Tango as it is said: "1 4 5"."""
    return " ".join(str(value) for value in sorted(tango))


def _seat_problems(found: int, expected: int | None) -> list[Problem]:
    if expected is not None and found != expected:
        values = (("found", found), ("expected", expected))
        return [Problem("wrong_players", f"{found} players seen", values=values)]
    if found < MIN_PLAYERS:
        text = f"dice of {found} players seen"
        return [Problem("too_few_players", text, values=(("found", found),))]
    if found > MAX_PLAYERS:
        text = f"dice of {found} players seen"
        return [Problem("too_many_players", text, values=(("found", found),))]
    return []


def _line_problems(dice: tuple[DieReading, ...], player: PlayerDice) -> list[Problem]:
    """Six dice in one line are a Gala, or no rows at all.

    A line has no row nearer the centre. Where all six show one value its halves rank
    alike, so it does not matter which is the primo ballo (DD-10).
    """
    if player.rows is None or not player.rows.is_line:
        return []
    if len({dice[i].value for i in player.dice}) == 1:
        return []
    text = f"{player.colour} has six dice in one line"
    where = dice[player.dice[0]].center
    return [Problem("one_line", text, where, player.colour)]


def _score(
    dice: tuple[DieReading, ...],
    player: PlayerDice,
    tango: Tango | None,
    problems: list[Problem],
) -> PlayerScore:
    own = [problem for problem in problems if problem.player == player.colour]
    if player.rows is None or _hard(own):
        return PlayerScore(player.colour, None, None, None, None, sure=False)
    first = _ballo(dice, player.rows.near)
    second = _ballo(dice, player.rows.far)
    ranks = None
    if tango is not None:
        ranks = (rank_ballo(first, tango), rank_ballo(second, tango))
    return PlayerScore(
        player.colour,
        (first, second),
        ranks,
        is_rock(first, second),
        is_gala(first, second),
        sure=tango is not None and not own and all(dice[i].sure for i in player.dice),
    )


def _ballo(dice: tuple[DieReading, ...], row: tuple[int, ...]) -> Ballo:
    shown = [Die(dice[i].value, PASSI[dice[i].kind]) for i in row]
    return tuple(sorted(shown, key=lambda die: (die.value, die.type != "c")))


def _compare(
    scores: tuple[PlayerScore, ...], tango: Tango
) -> tuple[Comparison[str], ...]:
    rows = {score.colour: score.rows for score in scores if score.rows is not None}
    rocks = [score.colour for score in scores if score.is_rock]
    firsts = {colour: pair[0] for colour, pair in rows.items()}
    seconds = {colour: pair[1] for colour, pair in rows.items()}
    return (compare(firsts, tango, rocks), compare(seconds, tango, rocks))


def is_tango_danced(prova: Prova) -> bool:
    """DD-11: whether any ballo compared was the Tango (DD-13 included)."""
    return prova.tango is not None and any(
        is_tango(row, prova.tango)
        for score in prova.players
        for row in score.rows or ()
    )
