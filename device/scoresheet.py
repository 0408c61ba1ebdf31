"""A score as JSON, and as lines that one reads aloud at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from device.photo_reader import Photo
from device.translate import (
    SOFT,
    MiaScore,
    PlayerScore,
    Prova,
    is_tango_danced,
    show,
)
from device.wording import Wording
from rules.balli import Comparison, Verdict, format_ballo
from rules.mia_scores import MIA
from vision.readings import Problem

ROWS = ("first", "second")


def prova_as_json(photo: Photo, prova: Prova, wording: Wording) -> dict[str, object]:
    """`giudice score dancing-dice --json`."""
    return {
        "image": photo.name,
        "tango": None if prova.tango is None else sorted(prova.tango),
        "players": [_player_as_json(player) for player in prova.players],
        "comparisons": [
            {
                "row": row,
                "judged_well": list(comparison.judged_well),
                "lose": list(comparison.lose),
            }
            for row, comparison in zip(ROWS, prova.comparisons, strict=False)
        ],
        "problems": [_problem_as_json(p, wording) for p in prova.problems],
        "sure": prova.sure,
        "ms": photo.ms,
    }


def _player_as_json(player: PlayerScore) -> dict[str, object]:
    first, second = player.rows or (None, None)
    return {
        "colour": player.colour,
        "first": None if first is None else format_ballo(first),
        "second": None if second is None else format_ballo(second),
        "ranks": None if player.ranks is None else [r.name for r in player.ranks],
        "rock": player.is_rock,
        "gala": player.is_gala,
        "sure": player.sure,
    }


def _problem_as_json(problem: Problem, wording: Wording) -> dict[str, object]:
    center = problem.center
    return {
        "code": problem.code,
        "text": wording.problem(problem),
        "player": problem.player,
        "center": None if center is None else [round(float(x), 1) for x in center],
    }


def mia_as_json(
    photo: Photo, mia: MiaScore, declared: int | None, wording: Wording
) -> dict[str, object]:
    """`giudice score mia --json`."""
    return {
        "image": photo.name,
        "dice": list(mia.dice),
        "score": mia.score,
        "declared": declared,
        "truth": mia.truth,
        "problems": [_problem_as_json(p, wording) for p in mia.problems],
        "sure": mia.sure,
        "ms": photo.ms,
    }


def prova_lines(name: str, prova: Prova, wording: Wording) -> Iterator[str]:
    """A prova for people: rows, comparisons with their rules, what is open."""
    if prova.tango is None:
        yield wording.say("score.title_no_tango", {"image": name})
    else:
        values = {"image": name, "tango": show(prova.tango)}
        yield wording.say("score.title", values)
    for player in prova.players:
        yield from _player_lines(player, wording)
    for row, comparison in zip(ROWS, prova.comparisons, strict=False):
        yield from _comparison_lines(row, comparison, prova, wording)
    yield ""
    if prova.comparisons:
        yield from _after_lines(prova, wording)
    yield from problem_lines(prova.problems, wording)
    if not prova.comparisons:
        yield wording.say("score.withheld")
    yield wording.say("score.sure" if prova.sure else "score.unsure")


def _player_lines(player: PlayerScore, wording: Wording) -> Iterator[str]:
    form = "player"
    if player.rows is None:
        form = "player_open"
    elif player.is_gala:
        form = "player_gala"
    elif player.is_rock:
        form = "player_rock"
    title = wording.say(f"score.{form}", {"colour": wording.colour(player.colour)})
    yield ""
    yield _capital(title)
    if player.rows is None:
        return
    names = ["?", "?"] if player.ranks is None else [r.name for r in player.ranks]
    for row, ballo, rank in zip(ROWS, player.rows, names, strict=True):
        yield f"  {wording.say(f'score.{row}'):13}  {format_ballo(ballo)}  {rank}"


def _comparison_lines(
    row: str, comparison: Comparison[str], prova: Prova, wording: Wording
) -> Iterator[str]:
    values = {
        "row": _capital(wording.say(f"score.{row}")),
        "wanted": comparison.wanted,
        "players": len(comparison.verdicts),
    }
    yield ""
    yield wording.say("score.compare", values)
    galas = {player.colour for player in prova.players if player.is_gala}
    width = max(len(wording.colour(v.player)) for v in comparison.verdicts)
    ranks = max(len(v.rank.name) for v in comparison.verdicts)
    for verdict in comparison.verdicts:
        colour = wording.colour(verdict.player)
        told = wording.say(f"score.{_fate(verdict, galas)}")
        yield f"  {colour:{width}}  {verdict.rank.name:{ranks}}  {told}"


def _fate(verdict: Verdict[str], galas: set[str]) -> str:
    if verdict.judged_well:
        return "well"
    if verdict.loses:
        return "loses"
    return "spared_gala" if verdict.player in galas else "spared_rock"


def _after_lines(prova: Prova, wording: Wording) -> Iterator[str]:
    for player in prova.players:
        if player.is_gala:
            colour = _capital(wording.colour(player.colour))
            yield wording.say("score.gala_gain", {"colour": colour})
    if is_tango_danced(prova):
        yield wording.say("score.tango_due")
    if prova.comparisons[0].lose:
        yield wording.say("score.out_note")


def problem_lines(problems: Sequence[Problem], wording: Wording) -> Iterator[str]:
    """What does not add up, then what is only to be confirmed, a line for a player."""
    for problem in problems:
        if problem.code not in SOFT:
            values = {"text": wording.problem(problem)}
            yield _capital(wording.say("score.problem", values))
    soft: dict[str | None, list[Problem]] = {}
    for problem in problems:
        if problem.code in SOFT and dict(problem.values).get("value"):
            soft.setdefault(problem.player, []).append(problem)
        elif problem.code in SOFT:
            values = {"text": wording.problem(problem)}
            yield _capital(wording.say("score.ask", values))
    for player, asked in soft.items():
        yield _capital(
            wording.say("score.ask", {"text": _asked(player, asked, wording)})
        )


def _asked(player: str | None, asked: list[Problem], wording: Wording) -> str:
    if len(asked) == 1:
        return wording.problem(asked[0])
    values = sorted(str(dict(problem.values).get("value", "?")) for problem in asked)
    told = {"values": ", ".join(values)}
    if player is None:
        return wording.say("score.ask_nobody", told)
    return wording.say("score.ask_player", {**told, "player": wording.colour(player)})


def mia_lines(
    name: str, mia: MiaScore, declared: int | None, wording: Wording
) -> Iterator[str]:
    """Two dice of Mia for people."""
    values = {"image": name, "score": mia.score, "declared": declared}
    if mia.score is None:
        yield wording.say("mia.open", values)
    else:
        yield wording.say("mia.score_mia" if mia.score == MIA else "mia.score", values)
    if declared is not None:
        forms = {None: "declared_open", True: "truth", False: "lie"}
        yield _capital(wording.say(f"mia.{forms[mia.truth]}", values))
    yield from problem_lines(mia.problems, wording)
    yield wording.say("score.sure" if mia.sure else "score.unsure")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
