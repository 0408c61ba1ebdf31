"""The balli of Dancing Dice: rank and comparison, without a game around them.

A die is a value and the type of its *passi* (pips): `c` coloured on white, `b` white
on colour. A *ballo* (dance) is a row of three. *Puro* is a ballo of one type, *impuro*
one of both. These functions take rows as they lie on a table, so a scorer of a single
photo can use them as well as the engine in `dancing_dice`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar, cast

Passi: TypeAlias = Literal["c", "b"]
Player = TypeVar("Player", bound=Hashable)


class Die(NamedTuple):
    """One die: `value` 1 to 6, `type` "c" (passi colorati) or "b" (passi bianchi)."""

    value: int
    type: Passi


Ballo: TypeAlias = tuple[Die, ...]

WRITTEN = re.compile(r"(-?(?:0|[1-9][0-9]*))([cb])")  # a number as JSON writes it

BOOGIE, TAP_DANCE, CHA_CHA_CHA, TANGO = 22, 21, 20, 19
TRIPLES = {1: BOOGIE, 2: TAP_DANCE, 3: CHA_CHA_CHA}
NAMES = {
    BOOGIE: "Boogie",
    TAP_DANCE: "Tap Dance",
    CHA_CHA_CHA: "Cha Cha Cha",
    TANGO: "Tango",
    18: "Mambo",
    17: "Twist",
    16: "Bolero",
    5: "Mazurka",
    4: "Macarena",
}


@dataclass(frozen=True, slots=True, order=True)
class Rank:
    """Where a ballo stands: `figure` first, then puro above impuro (DD-5, DD-6).

    Attributes:
        figure: BOOGIE down to TANGO, and below them the sum of the dice, 18 to 4.
        puro: Whether the three dice are of one type.
    """

    figure: int
    puro: bool

    @property
    def figure_name(self) -> str:
        """The dance alone: "Boogie", "Mambo", or the sum where it has no name."""
        return NAMES.get(self.figure, str(self.figure))

    @property
    def name(self) -> str:
        """The dance as announced: "Boogie impuro", "12 puro"."""
        return f"{self.figure_name} {'puro' if self.puro else 'impuro'}"


LADDER = tuple(
    Rank(figure, puro) for figure in range(BOOGIE, 3, -1) for puro in (True, False)
)
"""Every rank from the top."""


@lru_cache(maxsize=64)
def parse_die(text: str) -> Die:
    """Read a die as a record writes it, such as "4c".

    The value may be any whole number: whether a die can show it is for C-1.

    Raises:
        ValueError: No whole number, or no type `c` or `b` after it.
    """
    match = WRITTEN.fullmatch(text)
    if match is None:
        raise ValueError(f"a die is written value and type, such as 4c, got {text!r}")
    number, kind = match.groups()
    # A number too long for any die is as wrong as 1000 is, and int() has a limit.
    value = int(number) if len(number) < 4 else 1000
    return Die(value, cast(Passi, kind))


def parse_ballo(text: str) -> Ballo:
    """Read dice with spaces between, such as "2c 4b 6c"; any number of them (DD-4).

    Raises:
        ValueError: One of them is not written as a die.
    """
    return tuple(parse_die(word) for word in text.split(" ") if word)


def format_ballo(ballo: Iterable[Die]) -> str:
    """Write dice as a record does: "2c 4b 6c"."""
    return " ".join(f"{die.value}{die.type}" for die in ballo)


def values(ballo: Iterable[Die]) -> tuple[int, ...]:
    """The values of a row, sorted; order is nothing on the table."""
    return tuple(sorted(die.value for die in ballo))


def is_puro(ballo: Ballo) -> bool:
    """DD-6: all dice of one type."""
    return len({die.type for die in ballo}) == 1


def is_tango(ballo: Ballo, tango: Iterable[int]) -> bool:
    """DD-5: the same three values as the Tango dice, in any order."""
    return values(ballo) == tuple(sorted(tango))


def rank_ballo(ballo: Ballo, tango: Iterable[int]) -> Rank:
    """Rank three dice against the Tango on the table (DD-5, DD-6, DD-13)."""
    shown = values(ballo)
    if shown[0] == shown[-1] and shown[0] in TRIPLES:  # DD-13: also where Tango
        return Rank(TRIPLES[shown[0]], is_puro(ballo))
    if is_tango(ballo, tango):
        return Rank(TANGO, is_puro(ballo))
    return Rank(sum(shown), is_puro(ballo))


def is_rock(first: Ballo, second: Ballo) -> bool:
    """DD-9: both rows show the same values; types and order are nothing (DD-14)."""
    return values(first) == values(second)


def is_gala(first: Ballo, second: Ballo) -> bool:
    """DD-10: all dice of both rows show one value (DD-14)."""
    return len({die.value for die in first + second}) == 1


@dataclass(frozen=True, slots=True)
class Verdict(Generic[Player]):
    """What one comparison says of one player.

    Attributes:
        player: As named by the caller.
        rank: Of the ballo compared.
        judged_well: DD-7.
        loses: Whether it costs one vivacita.
        rule: DD-7, or DD-9 where a Rock (or a Gala) saves what DD-7 would take.
    """

    player: Player
    rank: Rank
    judged_well: bool
    loses: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Comparison(Generic[Player]):
    """One row of balli compared.

    Attributes:
        wanted: How many are to be judged well, floor(n/2); ties may add to it.
        verdicts: From the top rank down; players of one rank as they were given.
    """

    wanted: int
    verdicts: tuple[Verdict[Player], ...]

    @property
    def judged_well(self) -> tuple[Player, ...]:
        """DD-7: those judged well, from the top."""
        return tuple(v.player for v in self.verdicts if v.judged_well)

    @property
    def lose(self) -> tuple[Player, ...]:
        """DD-7: those who lose one vivacita, from the top."""
        return tuple(v.player for v in self.verdicts if v.loses)

    @property
    def spared(self) -> tuple[Player, ...]:
        """DD-9: those not judged well who lose nothing, for their Rock or Gala."""
        return tuple(v.player for v in self.verdicts if not (v.judged_well or v.loses))

    @property
    def lowest_judged_well(self) -> Rank:
        """The rank to reach; no comparison is without one."""
        return min(v.rank for v in self.verdicts if v.judged_well)


def compare(
    balli: Mapping[Player, Ballo],
    tango: Iterable[int],
    rocks: Collection[Player] = (),
) -> Comparison[Player]:
    """Compare one row of balli: the primi, or the secondi (DD-7).

    Args:
        balli: Three dice of each player in the comparison, two players or more.
        tango: The three values of the Tango dice.
        rocks: Players with a Rock or a Gala: they count, and lose nothing (DD-9).

    Raises:
        ValueError: Fewer than two players: nobody could be judged well.
    """
    if len(balli) < 2:
        raise ValueError(f"a comparison needs two players or more, got {len(balli)}")
    tango = tuple(tango)
    ranks = {player: rank_ballo(ballo, tango) for player, ballo in balli.items()}
    order = sorted(ranks, key=ranks.__getitem__, reverse=True)
    wanted = len(order) // 2
    last = ranks[order[wanted - 1]]
    verdicts = []
    for player in order:
        well = ranks[player] >= last
        spared = not well and player in rocks
        rule = "DD-9" if spared else "DD-7"
        verdicts.append(
            Verdict(player, ranks[player], well, not well and not spared, rule)
        )
    return Comparison(wanted, tuple(verdicts))
