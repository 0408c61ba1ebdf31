"""Dice on a table to players' rows: by colour, by place; it knows no game.

What a table is laid with comes in as a `Laying`. Whatever does not add up is a
`Problem` with a name that says where and what to do, and is never guessed away.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.readings import DieReading, Point, Problem, TableReading
from vision.rows import Points, Rows, split_rows
from vision.shared import Laying, Table, as_point, measure, owner_of, pick_shared

__all__ = ["Laying", "Layout", "PlayerDice", "check_count", "lay_out", "owner_of"]

#: A colour seen less surely than this may be another player's.
MIN_COLOUR = 0.9
USUAL = Laying()


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
        players: By colour name.
        problems: What does not add up.
    """

    shared: tuple[int, ...]
    players: tuple[PlayerDice, ...]
    problems: tuple[Problem, ...]


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
    laying: Laying = USUAL,
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
    table = measure(dice, centre, laying)
    shared, problems = pick_shared(table)
    middle = table.centre
    if shared and not is_centre_known:
        middle = table.points[list(shared)].mean(axis=0)
    groups = _groups(table.owners, shared)
    players: list[PlayerDice] = []
    for colour, members in sorted(groups.items(), key=lambda item: str(item[0])):
        if colour is None or len(members) < laying.fewest:
            problems += [_at(dice[i], "stray_die", "whose is it?") for i in members]
            continue
        rows, wrong = _player(table, colour, members, middle)
        players.append(PlayerDice(colour, members, rows))
        problems += wrong
    problems += _unsure(dice, table.owners, shared)
    return Layout(shared, tuple(players), tuple(problems))


def _groups(
    owners: Sequence[str | None], without: tuple[int, ...]
) -> dict[str | None, tuple[int, ...]]:
    groups: dict[str | None, list[int]] = defaultdict(list)
    for i, owner in enumerate(owners):
        if i not in without:
            groups[owner].append(i)
    return {owner: tuple(members) for owner, members in groups.items()}


def _player(
    table: Table, colour: str, members: tuple[int, ...], centre: Points
) -> tuple[Rows | None, list[Problem]]:
    where = as_point(table.points[list(members)].mean(axis=0))
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


def _is_pure(table: Table, row: tuple[int, ...]) -> bool:
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
