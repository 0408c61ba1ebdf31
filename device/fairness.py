"""Are the dice fair? Counts of straight throws, a chi-square, and what it says; pure.

Only throws that nobody chose among tell anything: the Tango dice, all rolls of Sei
Dadi, and in Di-Da-Do the first throw and every re-roll. The dice of a prova were
re-rolled until they suited, and of Mia only what was accused is ever seen, so neither
is counted.

A set is judged as a whole: which die of it is at fault cannot be told from here, and a
camera that mistakes one face looks like an uneven die.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import erfc, exp, pi, sqrt

from device.flow.screen import Say, say
from rules import dancing_dice, di_da_do_moves, sei_dadi
from rules.referee import Event

FACES = 6
#: Five of each face expected is the least for which a chi-square is a chi-square.
FEWEST = 5 * FACES
#: Below the first, worth another look; below the second, hardly chance. Far apart,
#: because the page is looked at again and again and one in twenty looks is below 0.05.
DOUBT, UNEVEN = 0.05, 0.001
#: Noncentrality at which 4 of 5 uneven dice fall below `DOUBT` with 5 degrees of
#: freedom: Cohen, Statistical Power Analysis (1988), table 7.3.
NOTICED = 12.83


@dataclass(slots=True)
class Throws:
    """Counts of faces 1 to 6 by set of dice."""

    counts: dict[str, list[int]] = field(default_factory=dict)

    def add(self, event: Event) -> None:
        """Count what an event threw, if it threw anything."""
        match event:
            case dancing_dice.TangoRolled():
                self._add("tango", event.tango)
            case sei_dadi.Rolled():
                self._add("sei-dadi", event.dice)
            case di_da_do_moves.DiceThrown():
                self._add("di-da-do", event.dice)
            case di_da_do_moves.DieRolled():
                self._add("di-da-do", (event.face,))

    def _add(self, name: str, dice: tuple[int, ...]) -> None:
        counts = self.counts.setdefault(name, [0] * FACES)
        for face in dice:
            counts[face - 1] += 1


@dataclass(frozen=True, slots=True)
class Fairness:
    """A set of dice.

    Attributes:
        dice: `tango`, `sei-dadi` or `di-da-do`.
        counts: How often each face came up, 1 to 6.
        chi_square: With 5 degrees of freedom; None for fewer throws than `FEWEST`.
        p: Share of fair sets that look at least as uneven; None likewise.
        noticeable: The share (1/6 when fair) that one face must have for four of five
            such sets to be noticed in as many throws; 1 where none would be.
        verdict: `too_few`, `no_sign`, `doubt` or `uneven`.
    """

    dice: str
    counts: tuple[int, ...]
    chi_square: float | None
    p: float | None
    noticeable: float
    verdict: str

    @property
    def throws(self) -> int:
        """Dice thrown."""
        return sum(self.counts)

    @property
    def meaning(self) -> Say:
        """What can be said of them, in words."""
        often = max(range(FACES), key=lambda i: abs(self.counts[i] - self.throws / 6))
        return say(
            f"statistics.{self.verdict}",
            throws=self.throws,
            missing=max(FEWEST - self.throws, 0),
            one_in=round(1 / self.p) if self.p and self.p > 1e-9 else 10**9,
            share=round(100 * self.noticeable),
            face=often + 1,
            count=self.counts[often],
            expected=round(self.throws / 6),
        )


def judge(throws: Throws) -> tuple[Fairness, ...]:
    """Judge every set that was thrown."""
    return tuple(_judged(name, tuple(c)) for name, c in sorted(throws.counts.items()))


def _judged(dice: str, counts: tuple[int, ...]) -> Fairness:
    total = sum(counts)
    # One face up by d, the others down by d/5: noncentrality is 7.2 · total · d².
    noticeable = min(1 / 6 + sqrt(NOTICED / (7.2 * max(total, 1))), 1.0)
    if total < FEWEST:
        return Fairness(dice, counts, None, None, noticeable, "too_few")
    chi_square = chi_square_of(counts)
    p = tail(chi_square)
    verdict = "uneven" if p < UNEVEN else "doubt" if p < DOUBT else "no_sign"
    return Fairness(dice, counts, chi_square, p, noticeable, verdict)


def chi_square_of(counts: tuple[int, ...]) -> float:
    """Pearson's, against equal shares."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def tail(chi_square: float) -> float:
    """Probability of at least this much, with 5 degrees of freedom.

    Source:
        Abramowitz and Stegun 26.4.4, for an odd number of degrees.
    """
    x = chi_square
    return erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3)
