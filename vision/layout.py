"""Dice on a table to players' rows: by colour, by place; it knows no game.

What a table is laid with comes in as a `Laying`. Whatever does not add up is a
`Problem` with a name that says where and what to do, and is never guessed away.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from vision.readings import DieReading, Point, Problem, TableReading
from vision.rows import Points, Rows, split_rows

#: A colour seen less surely than this may be another player's.
MIN_COLOUR = 0.9
#: This many dice nearest the centre may be the shared ones.
NEAR_CENTRE = 9
#: Shared dice with another die among them weigh as much as this many wrong dice.
NOT_APART = 2.5


@dataclass(frozen=True, slots=True)
class Laying:
    """What lies on a table when all is in order.

    Attributes:
        per_player: Dice of each player, in two equal rows.
        per_kind: Dice of each kind, `c` and `b`, of each player.
        shared: Dice in the middle that belong to nobody.
        may_lack_shared: Whether the shared dice may as well not lie there.
        fewest: Dice of one colour that make a player; fewer are strays.
    """

    per_player: int = 6
    per_kind: int = 3
    shared: int = 3
    may_lack_shared: bool = False
    fewest: int = 3


@dataclass(frozen=True, slots=True)
class PlayerDice:
    """One player's dice, as indices into the reading's.

    Attributes:
        colour: The player's colour.
        dice: All of them, in the reading's order.
        rows: The row nearer the centre and the other; None where they do not add up.
    """

    colour: str
    dice: tuple[int, ...]
    rows: Rows | None


@dataclass(frozen=True, slots=True)
class Layout:
    """Who owns what on the table.

    Attributes:
        shared: The dice in the middle, as indices.
        players: In the order in which the colours first appear by name.
        problems: What does not add up.
    """

    shared: tuple[int, ...]
    players: tuple[PlayerDice, ...]
    problems: tuple[Problem, ...]


def owner_of(die: DieReading) -> str | None:
    """The player colour of a die, or None for one that can be nobody's.

    A `c` (coloured pips on white) tells by its pips, a `b` by its body.
    """
    colour = {"c": die.pips, "b": die.body}.get(die.kind)
    return None if colour == "white" else colour


def edge_of(die: DieReading) -> float:
    """Mean length of the top face's four sides, in pixels."""
    corners = np.array(die.corners)
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def check_count(reading: TableReading, expect: int | None) -> TableReading:
    """Hold a reading against the number of dice that are known to lie there.

    Another count is a problem, and then no die is sure: the table may not go on.
    """
    found = len(reading.dice)
    if expect is None or found == expect:
        return reading
    code = "too_few_dice" if found < expect else "too_many_dice"
    values = (("found", found), ("expected", expect))
    problem = Problem(code, f"{found} dice found, {expect} expected", values=values)
    others = tuple(p for p in reading.problems if p.code != code)
    dice = tuple(replace(die, sure=False) for die in reading.dice)
    return TableReading(dice, (*others, problem))


def lay_out(
    dice: Sequence[DieReading],
    centre: Point,
    *,
    is_centre_known: bool = False,
    laying: Laying = Laying(),
) -> Layout:
    """Give every die its owner and every player two rows.

    Args:
        dice: As read, in any order.
        centre: The table's centre, or the best guess: the picture's middle.
        is_centre_known: Whether `centre` was told; else shared dice mark it better.
        laying: What should lie there.

    Returns:
        Owners, rows, and problems: `tango_missing`, `tango_unclear`, `stray_die`,
        `too_few_dice`, `too_many_dice`, `wrong_types`, `rows_unclear`, `mixed_rows`,
        `unsure_die`, `unsure_colour`.
    """
    points = np.array([die.center for die in dice], float).reshape(-1, 2)
    owners = [owner_of(die) for die in dice]
    middle = np.array(centre, float)
    edge = float(np.median([edge_of(die) for die in dice])) if dice else 1.0
    marks = [(owners[i], die.kind) for i, die in enumerate(dice)]
    table = _Table(dice, points, owners, middle, edge, laying, marks, Counter(marks))
    shared, problems = _shared(table)
    if shared and not is_centre_known:
        middle = points[list(shared)].mean(axis=0)
    groups = _groups(owners, shared)
    players: list[PlayerDice] = []
    for colour, members in sorted(groups.items(), key=lambda item: str(item[0])):
        if colour is None or len(members) < laying.fewest:
            problems += [_at(dice[i], "stray_die", "whose is it?") for i in members]
            continue
        rows, wrong = _player(table, colour, members, middle)
        players.append(PlayerDice(colour, members, rows))
        problems += wrong
    problems += _unsure(dice, owners, shared)
    return Layout(shared, tuple(players), tuple(problems))


@dataclass(frozen=True, slots=True)
class _Table:
    dice: Sequence[DieReading]
    points: Points
    owners: list[str | None]
    centre: Points
    edge: float
    laying: Laying
    marks: list[tuple[str | None, str]]  # owner and kind of each die
    counts: Counter[tuple[str | None, str]]


def _groups(
    owners: Sequence[str | None], without: tuple[int, ...]
) -> dict[str | None, tuple[int, ...]]:
    groups: dict[str | None, list[int]] = defaultdict(list)
    for i, owner in enumerate(owners):
        if i not in without:
            groups[owner].append(i)
    return {owner: tuple(members) for owner, members in groups.items()}


def _shared(table: _Table) -> tuple[tuple[int, ...], list[Problem]]:
    """Pick the shared dice: what is left adds up best, then what lies in the middle."""
    wanted = table.laying.shared
    best = _best(table)
    if len(best) < wanted and not (table.laying.may_lack_shared and not best):
        values = (("found", len(best)), ("expected", wanted))
        text = f"{len(best)} of {wanted} shared dice found in the middle"
        where = _point(table.centre)
        return best, [Problem("tango_missing", text, where, values=values)]
    if best and not _is_apart(table, best):
        where = _point(table.points[list(best)].mean(axis=0))
        return best, [Problem("tango_unclear", "which are the shared dice?", where)]
    return best, []


def _best(table: _Table) -> tuple[int, ...]:
    wrong = {chosen: _wrong(table, chosen) for chosen in _candidates(table)}
    bound = min(wrong.values()) + NOT_APART  # place cannot make up for more than that
    likely = [chosen for chosen in wrong if wrong[chosen] <= bound]
    return min(likely, key=lambda chosen: _misfit(table, chosen, wrong[chosen]))


def _candidates(table: _Table) -> Iterator[tuple[int, ...]]:
    far = np.linalg.norm(table.points - table.centre, axis=1)
    near = sorted(int(i) for i in np.argsort(far, kind="stable")[:NEAR_CENTRE])
    for size in range(min(table.laying.shared, len(near)) + 1):
        yield from combinations(near, size)


def _misfit(table: _Table, chosen: tuple[int, ...], wrong: int) -> tuple[float, float]:
    """How badly things add up if these are the shared dice; smaller is better."""
    if not chosen:
        return wrong, 0.0
    points = table.points[list(chosen)]
    far = float(np.linalg.norm(points - table.centre, axis=1).mean())
    spread = float(np.linalg.norm(points - points.mean(axis=0), axis=1).max())
    return wrong + (0 if _is_apart(table, chosen) else NOT_APART), far + spread


def _wrong(table: _Table, chosen: tuple[int, ...]) -> int:
    """How many dice are too few, too many or of the wrong kind, over all players."""
    lacking = table.laying.shared - len(chosen)
    if table.laying.may_lack_shared and not chosen:
        lacking = 0
    left = table.counts - Counter(table.marks[i] for i in chosen)
    nobodys = sum(count for (owner, _), count in left.items() if owner is None)
    owners = {owner for owner, _ in left if owner is not None}
    return (
        lacking
        + nobodys
        + sum(
            _wrong_of(table.laying, left[owner, "c"], left[owner, "b"])
            for owner in owners
        )
    )


def _wrong_of(laying: Laying, c: int, b: int) -> int:
    if c + b < laying.fewest:
        return c + b
    return abs(c + b - laying.per_player) + max(0, max(c, b) - laying.per_kind)


def _is_apart(table: _Table, chosen: tuple[int, ...]) -> bool:
    """Whether no other die lies as near the chosen ones' middle as they do."""
    far = np.linalg.norm(table.points - table.points[list(chosen)].mean(axis=0), axis=1)
    others = np.delete(far, list(chosen))
    return others.size == 0 or float(far[list(chosen)].max()) < float(others.min())


def _player(
    table: _Table, colour: str, members: tuple[int, ...], centre: Points
) -> tuple[Rows | None, list[Problem]]:
    where = _point(table.points[list(members)].mean(axis=0))
    laying = table.laying
    if len(members) != laying.per_player:
        code = "too_few_dice" if len(members) < laying.per_player else "too_many_dice"
        values = (("found", len(members)), ("expected", laying.per_player))
        text = f"{colour} has {len(members)} dice, not {laying.per_player}"
        return None, [Problem(code, text, where, colour, values)]
    problems = []
    kinds = Counter(table.dice[i].kind for i in members)
    if kinds["c"] != laying.per_kind:
        text = f"{colour} has {kinds['c']} c and {kinds['b']} b"
        types = (("c", kinds["c"]), ("b", kinds["b"]), ("expected", laying.per_kind))
        problems.append(Problem("wrong_types", text, where, colour, types))
    rows = split_rows(table.points[list(members)], centre, table.edge)
    if rows is None:
        text = f"the rows of {colour} cannot be told apart"
        return None, [*problems, Problem("rows_unclear", text, where, colour)]
    near = tuple(members[i] for i in rows.near)
    far = tuple(members[i] for i in rows.far)
    if _is_pure(table, near) != _is_pure(table, far):
        text = f"{colour} has one row of one type and one of both"
        problems.append(Problem("mixed_rows", text, where, colour))
    return Rows(near, far, rows.is_line), problems


def _is_pure(table: _Table, row: tuple[int, ...]) -> bool:
    return len({table.dice[i].kind for i in row}) == 1


def _unsure(
    dice: Sequence[DieReading], owners: Sequence[str | None], shared: tuple[int, ...]
) -> list[Problem]:
    problems = []
    for i, die in enumerate(dice):
        owner = None if i in shared else owners[i]
        if not die.sure:
            problems.append(_at(die, "unsure_die", f"a {die.value}?", owner))
        elif i not in shared and die.colour_confidence < MIN_COLOUR:
            problems.append(_at(die, "unsure_colour", f"{owner}?", owner))
    return problems


def _at(die: DieReading, code: str, text: str, player: str | None = None) -> Problem:
    values = (("value", die.value), ("body", die.body), ("pips", die.pips))
    return Problem(code, text, die.center, player, values)


def _point(at: Points) -> Point:
    return (float(at[0]), float(at[1]))
