"""Dice on a table to players' rows: by colour, by place; it knows no game.

What a table is laid with comes in as a `Laying`. Whatever does not add up is a
`Problem` with a name that says where and what to do, and is never guessed away.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from vision.readings import DieReading, Point, Problem, TableReading
from vision.rows import Points, Rows, split_rows
from vision.shared import Laying, Table, as_point, measure, owner_of, pick_shared

__all__ = ["Laying", "Layout", "PlayerDice", "check_count", "lay_out", "owner_of"]

#: A colour seen less surely than this may be another player's.
MIN_COLOUR = 0.9
#: Two rows of three lie within this many edges of their middle.
TOGETHER = 4.0
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
        `unsure_die`, `unsure_colour`, `mixed_colours`.
    """
    table = measure(dice, centre, laying)
    shared, problems = pick_shared(table)
    middle = table.centre
    if shared and not is_centre_known:
        middle = table.points[list(shared)].mean(axis=0)
    groups, mixed = _join_mixed(table, _groups(table.owners, shared))
    problems += mixed
    players: list[PlayerDice] = []
    for colour, members in sorted(groups.items(), key=lambda item: str(item[0])):
        if colour is None or len(members) < laying.fewest:
            problems += [_at(dice[i], "stray_die", "whose is it?") for i in members]
            continue
        rows, wrong = _player(table, colour, members, middle)
        players.append(PlayerDice(colour, members, rows))
        problems += wrong
    owners = {i: colour for colour, members in groups.items() for i in members}
    problems += _unsure(dice, owners)
    return Layout(shared, tuple(players), tuple(problems))


def _groups(
    owners: Sequence[str | None], without: tuple[int, ...]
) -> dict[str | None, tuple[int, ...]]:
    groups: dict[str | None, list[int]] = defaultdict(list)
    for i, owner in enumerate(owners):
        if i not in without:
            groups[owner].append(i)
    return {owner: tuple(members) for owner, members in groups.items()}


def _join_mixed(
    table: Table, groups: dict[str | None, tuple[int, ...]]
) -> tuple[dict[str | None, tuple[int, ...]], list[Problem]]:
    """Take two colours for one where together they are just one player's dice.

    Black bodies may look grey beside black pips. Joined only where neither colour adds
    up alone, both do together, and all lie in one place; and it is always asked about.
    """
    groups, problems = dict(groups), []
    full = table.laying.per_player
    broken = [c for c in groups if c is not None and len(groups[c]) != full]
    for one, other in combinations(sorted(map(str, broken)), 2):
        if one not in groups or other not in groups:
            continue  # joined already
        both = tuple(sorted(groups[one] + groups[other]))
        if not _is_one_player(table, both):
            continue
        name, alias = sorted((one, other), key=lambda c: -_trust(table, groups[c]))
        del groups[alias]
        groups[name] = both
        where = as_point(table.points[list(both)].mean(axis=0))
        text = f"are the {alias} dice beside the {name} ones {name} too?"
        told = (("other", alias),)
        problems.append(Problem("mixed_colours", text, where, name, told))
    return groups, problems


def _is_one_player(table: Table, members: tuple[int, ...]) -> bool:
    kinds = Counter(table.dice[i].kind for i in members)
    points = table.points[list(members)]
    reach = np.linalg.norm(points - points.mean(axis=0), axis=1).max()
    return (
        len(members) == table.laying.per_player
        and kinds["c"] == table.laying.per_kind
        and kinds["b"] == len(members) - kinds["c"]
        and float(reach) < TOGETHER * table.edge
    )


def _trust(table: Table, members: tuple[int, ...]) -> float:
    """How far a colour's name is to be trusted: by all its dice together."""
    return sum(table.dice[i].colour_confidence for i in members)


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
    dice: Sequence[DieReading], owners: Mapping[int, str | None]
) -> list[Problem]:
    """What is to be confirmed; shared dice are in nobody's and have no own colour."""
    problems = []
    for i, die in enumerate(dice):
        if not die.sure:
            problems.append(_at(die, "unsure_die", f"a {die.value}?", owners.get(i)))
        elif i in owners and die.colour_confidence < MIN_COLOUR:
            problems.append(_at(die, "unsure_colour", f"{owners[i]}?", owners[i]))
    return problems


def _at(die: DieReading, code: str, text: str, player: str | None = None) -> Problem:
    values = (("value", die.value), ("body", die.body), ("pips", die.pips))
    return Problem(code, text, die.center, player, values)
