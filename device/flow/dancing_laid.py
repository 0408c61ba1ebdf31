"""From dice as they are told to the rows of a prova: whose, which row, what is wrong.

Geometry and colours are `vision.layout`'s; here its answer meets the seats of a game.
Rows that cannot be told are no problem here: the table is asked about them afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from device.flow.told import Size, Told
from device.translate import PASSI
from rules.balli import Ballo, Die
from rules.dancing_dice import Rows
from vision.layout import Laying, Layout, PlayerDice, lay_out, owner_of
from vision.readings import DieReading, Point, Problem

DICE, OF_A_KIND, SHARED = 6, 3, 3
ALL_AT_ONCE = Laying(may_lack_shared=True)
ONE_PLAYER = Laying(shared=0)
#: Told of a layout, but asked about die by die, or row by row, not as a problem.
ASKED_APART = frozenset(
    {"unsure_die", "unsure_colour", "mixed_colours", "rows_unclear", "one_line"}
)
#: These cannot be when the kinds are right (DD-15), and the kinds are a problem then.
FOLLOWS = frozenset({"mixed_rows"})
#: Told per player below, with the dice that a person added.
COUNTED = frozenset({"too_few_dice", "too_many_dice", "wrong_types"})


@dataclass(frozen=True, slots=True)
class PlayerLaid:
    """One player's dice, as indices into those told.

    Attributes:
        colour: The player's, as in the set-up.
        dice: All of them.
        near: The primo ballo; None where the rows cannot be told.
        far: The secondo ballo.
    """

    colour: str
    dice: tuple[int, ...]
    near: tuple[int, ...] | None
    far: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Laid:
    """Everybody's dice.

    Attributes:
        players: By colour name.
        shared: The Tango dice, as indices.
        problems: What must be mended.
        doubtful: Dice whose colour is not sure.
    """

    players: tuple[PlayerLaid, ...]
    shared: tuple[int, ...]
    problems: tuple[Problem, ...]
    doubtful: frozenset[int]

    def owners(self, count: int) -> tuple[str | None, ...]:
        """The player colour of each of `count` dice."""
        colours = {i: one.colour for one in self.players for i in one.dice}
        return tuple(colours.get(i) for i in range(count))


def lay_all(dice: Sequence[Told], size: Size, colours: Sequence[str]) -> Laid:
    """All players' dice in one picture, with or without the Tango in the middle.

    Args:
        dice: As told.
        size: (width, height) of the picture, in pixels.
        colours: Of the players still in.
    """
    placed = [i for i, told in enumerate(dice) if told.is_placed]
    layout = lay_out(
        [dice[i].die for i in placed], (size[0] / 2, size[1] / 2), laying=ALL_AT_ONCE
    )
    laid = _back(layout, placed, dice)
    return _meet(_rename(laid, layout, colours, dice), dice, colours)


def lay_one(dice: Sequence[Told], size: Size, colour: str) -> Laid:
    """One player's dice in a picture of their own; the primo ballo is at its top.

    Args:
        dice: As told.
        size: (width, height) of the picture, in pixels.
        colour: The player's, or any name where the set-up knows none.
    """
    placed = [i for i, told in enumerate(dice) if told.is_placed]
    strange = frozenset(
        i for i in placed if owner_of(dice[i].die) not in (None, colour)
    )
    own = [_coloured(told, colour) for told in dice]
    above: Point = (size[0] / 2, -3.0 * size[1])
    layout = lay_out(
        [own[i].die for i in placed], above, is_centre_known=True, laying=ONE_PLAYER
    )
    laid = _back(layout, placed, own)
    laid = replace(laid, doubtful=laid.doubtful | strange)
    return _meet(laid, own, [colour])


def _coloured(told: Told, colour: str) -> Told:
    die = told.die
    if die.kind == "c":
        return replace(told, die=replace(die, pips=colour))
    return replace(told, die=replace(die, body=colour)) if die.kind == "b" else told


def _back(layout: Layout, placed: Sequence[int], dice: Sequence[Told]) -> Laid:
    """A layout of the placed dice, in indices of all of them."""
    players = []
    for one in layout.players:
        near, far = _rows(one, [dice[i].die for i in placed])
        players.append(
            PlayerLaid(
                one.colour,
                tuple(placed[i] for i in one.dice),
                None if near is None else tuple(placed[i] for i in near),
                None if far is None else tuple(placed[i] for i in far),
            )
        )
    doubtful = {
        i
        for i in placed
        for problem in layout.problems
        if problem.code == "unsure_colour" and problem.center == dice[i].die.center
    }
    return Laid(
        tuple(players),
        tuple(placed[i] for i in layout.shared),
        layout.problems,
        frozenset(doubtful),
    )


def _rows(
    one: PlayerDice, dice: Sequence[DieReading]
) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
    """Six dice in one line are told apart only where all show one value (DD-10)."""
    if one.rows is None:
        return None, None
    if one.rows.is_line and len({dice[i].value for i in one.dice}) > 1:
        return None, None
    return one.rows.near, one.rows.far


def _rename(
    laid: Laid, layout: Layout, colours: Sequence[str], dice: Sequence[Told]
) -> Laid:
    """Where one player is missing and one colour is nobody's, they may be the same.

    All dice renamed in this way, and dice of mixed colours, are asked about.
    """
    mixed = {
        problem.player: str(dict(problem.values)["other"])
        for problem in layout.problems
        if problem.code == "mixed_colours" and problem.player is not None
    }
    missing = [c for c in colours if c not in [one.colour for one in laid.players]]
    strange = [
        one
        for one in laid.players
        if one.colour not in colours and len(one.dice) == DICE
    ]
    names = {
        one.colour: mixed[one.colour]
        for one in strange
        if mixed.get(one.colour) in missing
    }
    if len(missing) == len(strange) == 1 and not names:
        names = {strange[0].colour: missing[0]}
    players = tuple(
        replace(one, colour=names.get(one.colour, one.colour)) for one in laid.players
    )
    doubtful = {
        i
        for one in laid.players
        for i in one.dice
        if one.colour in names
        or owner_of(dice[i].die) == mixed.get(one.colour, "nobody's")
    }
    return replace(laid, players=players, doubtful=laid.doubtful | doubtful)


def _meet(laid: Laid, dice: Sequence[Told], colours: Sequence[str]) -> Laid:
    """Add the dice that no camera saw, and hold everything against the seats."""
    unseen = [i for i, told in enumerate(dice) if not told.is_placed]
    shared = (*laid.shared, *(i for i in unseen if owner_of(dice[i].die) is None))
    seen = {one.colour: one for one in laid.players}
    players = []
    for colour in dict.fromkeys([*seen, *colours]):
        more = tuple(i for i in unseen if owner_of(dice[i].die) == colour)
        one = seen.get(colour, PlayerLaid(colour, (), None, None))
        if more:
            one = PlayerLaid(colour, (*one.dice, *more), None, None)
        if one.dice:
            players.append(one)
    problems = [
        *_told_by_layout(laid, len(shared)),
        *_of_players(players, dice, colours),
    ]
    ours = tuple(one for one in players if one.colour in colours)
    return Laid(ours, shared, tuple(problems), laid.doubtful)


def _told_by_layout(laid: Laid, shared: int) -> list[Problem]:
    left_out = ASKED_APART | FOLLOWS | COUNTED
    if shared == SHARED:
        left_out |= {"tango_missing"}
    return [problem for problem in laid.problems if problem.code not in left_out]


def _of_players(
    players: Iterable[PlayerLaid], dice: Sequence[Told], colours: Sequence[str]
) -> list[Problem]:
    problems = []
    found = {one.colour: one for one in players}
    for colour in found:
        if colour not in colours:
            values = (("other", colour),)
            text = f"nobody plays {colour}"
            problems.append(Problem("colour_of_nobody", text, values=values))
    for colour in colours:
        if colour not in found:
            text = f"no dice of {colour}"
            problems.append(Problem("no_player", text, player=colour))
            continue
        problems += _of_player(found[colour], dice)
    return problems


def _of_player(one: PlayerLaid, dice: Sequence[Told]) -> list[Problem]:
    count, colour = len(one.dice), one.colour
    if count != DICE:
        code = "too_few_dice" if count < DICE else "too_many_dice"
        values = (("found", count), ("expected", DICE))
        return [Problem(code, f"{colour} has {count} dice", None, colour, values)]
    kinds = Counter(dice[i].die.kind for i in one.dice)
    if kinds["c"] != OF_A_KIND or kinds["b"] != OF_A_KIND:
        told = (("c", kinds["c"]), ("b", kinds["b"]), ("expected", OF_A_KIND))
        text = f"{colour} has {kinds['c']} c and {kinds['b']} b"
        return [Problem("wrong_types", text, None, colour, told)]
    return []


def rows_of(dice: Sequence[Told], near: Iterable[int], far: Iterable[int]) -> Rows:
    """Two rows of told dice, as the rules take them; each die must be `c` or `b`."""
    return Rows(_ballo(dice, near), _ballo(dice, far))


def _ballo(dice: Sequence[Told], row: Iterable[int]) -> Ballo:
    shown = [Die(dice[i].die.value, PASSI[dice[i].die.kind]) for i in row]
    return tuple(sorted(shown, key=lambda die: (die.value, die.type != "c")))


def rows_by_hand(first: Sequence[int], second: Sequence[int], *, puri: bool) -> Rows:
    """Two rows of which only the values and whether they are puri are known.

    Which dice of an impuro are `c` makes no difference to any rule (DD-6), so any that
    add up to three of each will do (DD-4).
    """
    one, two = ("ccc", "bbb") if puri else ("ccb", "cbb")
    return Rows(_by_hand(first, one), _by_hand(second, two))


def _by_hand(values: Sequence[int], types: str) -> Ballo:
    return tuple(
        Die(value, PASSI[kind])
        for value, kind in zip(sorted(values), types, strict=True)
    )
