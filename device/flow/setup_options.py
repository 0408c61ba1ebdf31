"""What a table may change before a game: each option with the values it runs through.

Which options a game takes is `rules.setups.GAMES`; here is only in which order a
button runs through their values, the printed rule first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.dancing_dice import MOST_VIVACITA
from rules.mia import START_LIVES
from rules.setups import GAMES, Option

#: The seat that opens; its values are seats, and the record has the name.
FIRST = "first"
LIVES = "lives"
#: Lives that are offered; any number up to `rules.mia.MOST_LIVES` may be written.
LIVES_OFFERED = (START_LIVES, 5, 4, 3, 2, 1, 10, 9, 8, 7)

_VALUES: Mapping[str, tuple[Option, ...]] = {
    "faults-per-life": (1, 2, 3),
    "best-double": (11, 66),
    "equal-score": (False, True),
    "false-mia": (2, 1),
    "first-out-loses": (False, True),
    "start-vivacita": tuple(range(MOST_VIVACITA, 0, -1)),
    "posta": (0, 1, 2, 5, 10),
}
_FALSE_MIA: Mapping[str, tuple[Option, ...]] = {"mia-senza-garanzia": (1, 2)}


@dataclass(frozen=True, slots=True)
class Choosable:
    """An option and the values that a button runs through; the first is printed.

    Attributes:
        key: Of `rules.setups.GAMES`, `FIRST`, `LIVES`, or `lives.SEAT` for one seat.
        values: In order.
    """

    key: str
    values: tuple[Option, ...]

    def after(self, value: Option) -> Option:
        """The value that follows, around the end; the first after one not offered."""
        if value not in self.values:
            return self.values[0]
        return self.values[(self.values.index(value) + 1) % len(self.values)]


def choosable(game: str, seats: int) -> tuple[Choosable, ...]:
    """What may be changed in `game`, in the order of the screen."""
    rules = GAMES[game]
    options = [Choosable(key, _values(key, game, seats)) for key in rules.options]
    if LIVES not in rules.player_keys:
        return tuple(options)
    each = [Choosable(f"{LIVES}.{seat}", LIVES_OFFERED) for seat in range(seats)]
    return (Choosable(LIVES, LIVES_OFFERED), *options, *each)


def _values(key: str, game: str, seats: int) -> tuple[Option, ...]:
    if key == FIRST:
        return tuple(range(seats))
    if key == "false-mia":
        return _FALSE_MIA.get(game, _VALUES[key])
    return _VALUES[key]
