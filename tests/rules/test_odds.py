"""Odds against counting every throw, and against what can be worked out by hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.balli import (
    BOOGIE,
    LADDER,
    TANGO,
    Ballo,
    Die,
    Rank,
    compare,
    parse_ballo,
    rank_ballo,
)
from rules.mia_scores import LADDERS, beats, score_of
from rules.odds import (
    Criterion,
    Goal,
    Keep,
    Objective,
    Reroll,
    attack_chances,
    best_keeps,
    best_splits,
    chance_of_goal,
    chance_to_beat,
    chance_to_reach,
    expected_damage,
    rank_to_reach,
    rerolls,
    worth_of_total,
    worth_of_turn,
)

FACES = range(1, 7)

# --- Mia ----------------------------------------------------------------------------


@pytest.mark.parametrize("best_double", LADDERS)
@pytest.mark.parametrize("score", LADDERS[11])
def test_mia_odds_are_a_count_of_36_throws(score: int, best_double: int) -> None:
    rolls = [score_of(dice) for dice in product(FACES, repeat=2)]
    reach = sum(not beats(score, roll, best_double) for roll in rolls)
    more = sum(beats(roll, score, best_double) for roll in rolls)

    assert chance_to_reach(score, best_double) == Fraction(reach, 36)
    assert chance_to_beat(score, best_double) == Fraction(more, 36)


@pytest.mark.parametrize(
    ("score", "best_double", "throws"),
    [
        pytest.param(21, 11, 2, id="M-1: only a Mia reaches a Mia"),
        pytest.param(11, 11, 3, id="M-1: 11 is the best double"),
        pytest.param(66, 11, 8, id="M-1: 66 is the least double"),
        pytest.param(66, 66, 3, id="H-1: 66 is the best double"),
        pytest.param(11, 66, 8, id="H-1: 11 is the least double"),
        pytest.param(65, 11, 10, id="M-1: 65 is the best mixed score"),
        pytest.param(65, 66, 10, id="H-1 leaves the mixed scores as they are"),
        pytest.param(31, 11, 36, id="M-1: anything reaches 31"),
    ],
)
def test_mia_known(score: int, best_double: int, throws: int) -> None:
    assert chance_to_reach(score, best_double) == Fraction(throws, 36)


def test_no_roll_beats_a_mia() -> None:
    assert chance_to_beat(21) == 0


def test_mia_refuses_what_is_no_score() -> None:
    with pytest.raises(ValueError, match=r"no score 12 \(M-1\); expected one of \(21,"):
        chance_to_reach(12)
    with pytest.raises(ValueError, match="the best double is 11 or 66, got 33"):
        chance_to_beat(31, 33)


# --- Dancing Dice: chances ----------------------------------------------------------

TANGO_DICE = (1, 2, 4)
NOTHING = parse_ballo("2c 4c 6c 3b 5b 6b")
ALL_SIX = range(6)

faces = st.integers(1, 6)
tangos = st.tuples(faces, faces, faces)
ranks = st.sampled_from(LADDER)
players_dice = st.tuples(*[faces] * 6).flatmap(
    lambda values: st.permutations(
        [Die(v, "c") for v in values[:3]] + [Die(v, "b") for v in values[3:]]
    )
)
goals = st.builds(Goal, ranks, st.none() | ranks)

cached_rank = cache(rank_ballo)


def holds(dice: Sequence[Die], goal: Goal, tango: tuple[int, ...]) -> bool:
    """The definition, word for word: some split has one row and the other."""
    for chosen in combinations(range(6), 3):
        one = cached_rank(tuple(dice[i] for i in chosen), tango)
        two = cached_rank(tuple(dice[i] for i in range(6) if i not in chosen), tango)
        if one >= goal.ballo and (goal.other is None or two >= goal.other):
            return True
    return False


def counted(
    dice: Sequence[Die], reroll: Collection[int], goal: Goal, tango: tuple[int, ...]
) -> Fraction:
    """The chance, by laying every throw."""
    throws = list(
        product(*(FACES if i in reroll else (dice[i].value,) for i in range(6)))
    )
    types = [die.type for die in dice]
    good = sum(holds(list(map(Die, throw, types)), goal, tango) for throw in throws)
    return Fraction(good, len(throws))


@settings(max_examples=60, deadline=None)
@given(players_dice, st.sets(st.integers(0, 5), max_size=3), goals, tangos)
def test_chance_is_a_count_of_all_throws(
    dice: list[Die], reroll: set[int], goal: Goal, tango: tuple[int, int, int]
) -> None:
    expected = counted(dice, reroll, goal, tango)

    assert chance_of_goal(dice, reroll, goal, tango) == expected


def test_chance_is_a_count_of_all_46656_throws() -> None:
    goal = Goal(Rank(TANGO, False), Rank(12, True))

    assert chance_of_goal(NOTHING, ALL_SIX, goal, TANGO_DICE) == counted(
        NOTHING, ALL_SIX, goal, TANGO_DICE
    )


@pytest.mark.parametrize(
    ("reroll", "rank", "throws", "of"),
    [
        # At least three 1s of six dice: 20 × 125 + 15 × 25 + 6 × 5 + 1.
        pytest.param(ALL_SIX, Rank(BOOGIE, False), 2906, 6**6, id="Boogie of any dice"),
        # Three 1s of three dice, c or b, less both at once.
        pytest.param(ALL_SIX, Rank(BOOGIE, True), 431, 6**6, id="Boogie puro"),
        pytest.param((0, 1, 2), Rank(BOOGIE, True), 1, 216, id="three dice, three 1s"),
        pytest.param(ALL_SIX, LADDER[-1], 1, 1, id="the lowest rank is always held"),
        pytest.param((), Rank(17, False), 1, 1, id="6-5-6 lies there"),
        pytest.param((), Rank(17, True), 0, 1, id="DD-6: but not puro"),
        pytest.param((), Rank(18, False), 0, 1, id="no Mambo lies there"),
        pytest.param((0,), Rank(18, False), 1, 6, id="a third 6 for a Mambo"),
        # 11 throws of two dice show a 1 for 2c 4c; 2-2 makes a Tap Dance with 2c.
        pytest.param((3, 4), Rank(TANGO, False), 12, 36, id="the Tango or above"),
        pytest.param((2,), Rank(TANGO, True), 1, 6, id="DD-6: the Tango puro"),
    ],
)
def test_chances_known(
    reroll: Collection[int], rank: Rank, throws: int, of: int
) -> None:
    chance = chance_of_goal(NOTHING, reroll, Goal(rank), TANGO_DICE)

    assert chance == Fraction(throws, of)


def test_the_tango_changes_the_odds() -> None:
    goal = Goal(Rank(TANGO, False))

    assert chance_of_goal(NOTHING, (), goal, (2, 6, 6)) == 1
    assert chance_of_goal(NOTHING, (), goal, (4, 4, 6)) == 0


def test_both_balli_must_be_in_one_split() -> None:
    dice = parse_ballo("6c 6c 5c 1b 1b 6b")
    mambo, seventeen = Rank(18, False), Rank(17, False)

    assert chance_of_goal(dice, (), Goal(mambo), TANGO_DICE) == 1
    assert chance_of_goal(dice, (), Goal(seventeen), TANGO_DICE) == 1
    assert chance_of_goal(dice, (), Goal(mambo, seventeen), TANGO_DICE) == 0
    assert chance_of_goal(dice, (), Goal(mambo, Rank(7, False)), TANGO_DICE) == 1
    assert chance_of_goal(dice, (), Goal(Rank(7, False), mambo), TANGO_DICE) == 1
    assert chance_of_goal(dice, (), Goal(mambo, Rank(8, False)), TANGO_DICE) == 0


@settings(max_examples=15, deadline=None)
@given(players_dice, goals, tangos)
def test_rerolls_are_all_choices_best_first(
    dice: list[Die], goal: Goal, tango: tuple[int, int, int]
) -> None:
    found = rerolls(dice, goal, tango)

    subsets = [tuple(c) for n in range(7) for c in combinations(range(6), n)]
    assert sorted(r.dice for r in found) == sorted(subsets)
    order = [(-r.chance, len(r.dice), r.dice) for r in found]
    assert order == sorted(order)
    for choice in (found[0], found[1], found[30], found[-1]):
        chance = chance_of_goal(dice, choice.dice, goal, tango)
        assert choice.chance == chance


def test_best_reroll_known() -> None:
    dice = parse_ballo("1c 4c 1c 6b 5b 2b")

    best = rerolls(dice, Goal(Rank(BOOGIE, False)), (3, 4, 6))[0]

    assert best == Reroll((1, 3, 4, 5), 1 - Fraction(5, 6) ** 4)


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("1c 1c 1c 1c 1b 1b", "three c and three b dice"),
        ("1c 1c 1c 1b 1b", "three c and three b dice"),
        ("1c 1c 1c 1b 1b 7b", "a die shows 1 to 6"),
    ],
)
def test_dice_that_no_player_has(dice: str, message: str) -> None:
    bad = parse_ballo(dice)
    goal = Goal(LADDER[0])
    with pytest.raises(ValueError, match=message):
        chance_of_goal(bad, (), goal, TANGO_DICE)
    with pytest.raises(ValueError, match=message):
        rerolls(bad, goal, TANGO_DICE)
    with pytest.raises(ValueError, match=message):
        best_splits(bad, (LADDER[0], LADDER[0]), TANGO_DICE)


def test_dice_are_named_0_to_5() -> None:
    with pytest.raises(ValueError, match=r"dice are 0 to 5, got \[2, 6\]"):
        chance_of_goal(NOTHING, (6, 2), Goal(LADDER[0]), TANGO_DICE)


# --- Dancing Dice: splits -----------------------------------------------------------

TOP = LADDER[0]


def figures(ballo: Ballo) -> str:
    return "".join(str(die.value) for die in sorted(ballo, reverse=True))


@settings(max_examples=100, deadline=None)
@given(players_dice, st.tuples(ranks, ranks), tangos)
def test_splits_are_all_twenty_best_first(
    dice: list[Die], to_reach: tuple[Rank, Rank], tango: tuple[int, int, int]
) -> None:
    advice = best_splits(dice, to_reach, tango)

    assert len(advice.layings) == 20
    for laying in advice.layings:
        assert sorted(laying.first + laying.second) == sorted(dice)
        assert laying.ranks[0] == rank_ballo(laying.first, tango)
        assert laying.ranks[1] == rank_ballo(laying.second, tango)
        assert laying.judged_well[0] == (laying.ranks[0] >= to_reach[0])
        assert laying.judged_well[1] == (laying.ranks[1] >= to_reach[1])
    changes = [laying.vivacita for laying in advice.layings]
    assert changes == sorted(changes, reverse=True)
    assert advice.as_good == advice.layings[: changes.count(changes[0])]
    assert advice.best == tuple(
        laying for laying in advice.layings if laying.ranks == advice.best[0].ranks
    )


@settings(deadline=None)
@given(players_dice, st.lists(players_dice, min_size=1, max_size=5), tangos)
def test_the_rank_to_reach_is_what_the_referee_asks(
    dice: list[Die], others: list[list[Die]], tango: tuple[int, int, int]
) -> None:
    laid: dict[int, Ballo] = {n: tuple(d[:3]) for n, d in enumerate(others)}
    to_reach = rank_to_reach([rank_ballo(ballo, tango) for ballo in laid.values()])
    mine = tuple(dice[:3])

    verdict = compare({**laid, -1: mine}, tango)

    assert (-1 in verdict.judged_well) == (rank_ballo(mine, tango) >= to_reach)


@pytest.mark.parametrize(
    ("others", "reach"),
    [
        pytest.param([12], 12, id="DD-7: of two players one is judged well"),
        pytest.param([12, 9], 12, id="DD-7: of three one"),
        pytest.param([9, 12, 10], 10, id="DD-7: of four two"),
        pytest.param([9, 12, 10, 8], 10, id="DD-7: of five two"),
        pytest.param([8, 9, 12, 10, 7], 9, id="DD-7: of six three"),
        pytest.param([12, 12, 9], 12, id="DD-7: a tie above leaves no room"),
    ],
)
def test_rank_to_reach(others: list[int], reach: int) -> None:
    given = [Rank(figure, False) for figure in others]

    assert rank_to_reach(given) == Rank(reach, False)


def test_no_others_no_rank_to_reach() -> None:
    with pytest.raises(ValueError, match="needs another player"):
        rank_to_reach([])


def impuro(first: int, second: int) -> tuple[Rank, Rank]:
    return Rank(first, False), Rank(second, False)


@pytest.mark.parametrize(
    ("dice", "to_reach", "reason", "best"),
    [
        pytest.param(
            *("6c 6c 1c 5b 2b 1b", impuro(17, 4), Criterion.VIVACITA, {"665 211"}),
            id="DD-7: only one way is judged well in both",
        ),
        pytest.param(
            *("6c 6c 6c 5b 1b 1b", (TOP, TOP), Criterion.FIRST, {"666 511"}),
            id="nothing can be reached: the higher primo ballo",
        ),
        pytest.param(
            *("2c 3c 4c 2b 3b 4b", (TOP, TOP), Criterion.FIRST, {"432 432"}),
            id="DD-9: a Rock saves what cannot be reached, the puro one ranks higher",
        ),
        pytest.param(
            *("2c 3c 4c 2b 3b 4b", impuro(10, 8), Criterion.JUDGED_WELL),
            {"433 422", "442 332"},
            id="two ways keep as much as the Rock, and are judged well",
        ),
        pytest.param(
            *("6c 6c 1c 5b 2b 1b", impuro(12, 4), Criterion.TO_SPARE, {"662 511"}),
            id="the smaller lead is what counts",
        ),
        pytest.param(
            *("1c 2c 6c 4b 6b 6b", (TOP, TOP), Criterion.FIRST, {"421 666"}),
            id="DD-5: the Tango is above the Mambo",
        ),
        pytest.param(
            *("1c 1c 2c 4b 2b 3b", impuro(6, 7), Criterion.SECOND, {"321 421"}),
            id="DD-5: the same primo ballo leaves a Tango or a plain 7",
        ),
        pytest.param(
            *("5c 5c 5c 5b 5b 5b", (TOP, TOP), Criterion.FIRST, {"555 555"}),
            id="DD-6: of a Gala the puri are higher",
        ),
    ],
)
def test_best_split(
    dice: str, to_reach: tuple[Rank, Rank], reason: Criterion, best: set[str]
) -> None:
    advice = best_splits(parse_ballo(dice), to_reach, TANGO_DICE)

    assert {
        f"{figures(way.first)} {figures(way.second)}" for way in advice.best
    } == best
    assert advice.reason is reason


def test_the_ways_of_a_split_are_all_told() -> None:
    dice = parse_ballo("2c 3c 4c 2b 3b 4b")

    advice = best_splits(dice, impuro(10, 8), TANGO_DICE)

    # 3-3-4 with 2-2-4: either 4 goes with the 3s; 2-4-4 with 2-3-3: either 2.
    assert len(advice.best) == 4
    # The Rock, laid puro or mixed, changes nothing either, nor do 4 3 2 the other way.
    assert {way.rule for way in advice.as_good} == {"DD-7", "DD-9"}
    assert len(advice.as_good) == 4 + 8


@pytest.mark.parametrize(
    ("dice", "first", "rule", "vivacita", "well"),
    [
        pytest.param(
            "6c 6c 1c 5b 3b 4b", "665", "DD-7", 0, (True, True), id="both equal"
        ),
        pytest.param(
            "6c 6c 1c 5b 3b 4b", "661", "DD-7", -1, (False, True), id="second"
        ),
        pytest.param("6c 6c 6c 1b 1b 3b", "666", "DD-7", -1, (True, False), id="first"),
        pytest.param("1c 1c 2c 1b 1b 2b", "211", "DD-9", 0, (False, False), id="Rock"),
        pytest.param("3c 3c 3c 3b 3b 3b", "333", "DD-10", 2, (True, True), id="Gala"),
        pytest.param(
            "4c 4c 4c 4b 4b 4b", "444", "DD-10", 2, (False, True), id="Gala, low"
        ),
    ],
)
def test_what_a_laying_achieves(
    dice: str, first: str, rule: str, vivacita: int, well: tuple[bool, bool]
) -> None:
    advice = best_splits(parse_ballo(dice), impuro(17, 8), TANGO_DICE)

    way = next(way for way in advice.layings if figures(way.first) == first)
    assert (way.rule, way.vivacita, way.judged_well) == (rule, vivacita, well)


# --- Sei Dadi -----------------------------------------------------------------------


def test_sei_dadi_attack_by_hand() -> None:
    assert attack_chances(1) == (Fraction(5, 6), Fraction(1, 6))
    # Of two dice: none; one, then none of the other; both at once or one after another.
    one_then_none, two = Fraction(10, 36) * Fraction(5, 6), Fraction(1, 36)
    two += Fraction(10, 36) * Fraction(1, 6)
    assert attack_chances(2) == (Fraction(25, 36), one_then_none, two)


@cache
def kept_in_attack(dice: int) -> Fraction:
    """Expected dice kept, throw by throw (S-5)."""
    if dice == 0:
        return Fraction(0)
    total = Fraction(0)
    for throw in product(FACES, repeat=dice):
        hits = throw.count(1)
        total += hits and hits + kept_in_attack(dice - hits)
    throws: int = 6**dice
    return total / throws


@pytest.mark.parametrize("dice", range(7))
def test_attack_chances_are_a_count_of_all_throws(dice: int) -> None:
    chances = attack_chances(dice)

    assert len(chances) == dice + 1
    assert sum(chances) == 1
    assert sum(n * chance for n, chance in enumerate(chances)) == kept_in_attack(dice)


@pytest.mark.parametrize("value", FACES)
def test_damage_is_dice_times_value(value: int) -> None:
    assert expected_damage(value) == value * kept_in_attack(6)
    assert expected_damage(value, 36) == expected_damage(value)


def test_a_target_cannot_lose_more_than_it_has() -> None:
    none = attack_chances()[0]
    one = attack_chances()[1]

    assert expected_damage(6, 1) == 1 - none
    assert expected_damage(6, 7) == one * 6 + (1 - none - one) * 7
    assert expected_damage(6, 0) == 0


@pytest.mark.parametrize(
    ("total", "swing", "caution", "attack"),
    [
        pytest.param(6, -24, -24, 0, id="S-3: six 1s lose 24"),
        pytest.param(29, -1, -1, 0, id="S-3: 29 loses 1"),
        pytest.param(30, 0, 0, 0, id="S-3: 30 is nothing"),
        pytest.param(31, 1, 0, 1, id="S-4: 31 attacks with ones"),
        pytest.param(36, 6, 0, 6, id="S-4: 36 attacks with sixes"),
    ],
)
def test_worth_of_a_total(total: int, swing: int, caution: int, attack: int) -> None:
    unit = expected_damage(1) if total > 30 else 1

    assert worth_of_total(total) == swing * unit
    assert worth_of_total(total, Objective.CAUTION) == caution
    assert worth_of_total(total, Objective.ATTACK) == attack * unit


def test_points_limit_both_sides() -> None:
    assert worth_of_total(20, own_points=4) == -4
    assert worth_of_total(20, own_points=36) == -10
    assert worth_of_total(36, target_points=7) == expected_damage(6, 7)


Limits = tuple[Objective, int | None, int | None]
limits = st.tuples(
    st.sampled_from(Objective),
    st.none() | st.integers(1, 36),
    st.none() | st.integers(1, 36),
)


@cache
def rolling(left: int, total: int, limits: Limits) -> Fraction:
    """The worth of rolling on, by every throw and every choice after it (S-2)."""
    if left == 0:
        return worth_of_total(total, *limits)
    worth = Fraction(0)
    for throw in product(FACES, repeat=left):
        worth += max(
            rolling(left - n, total + sum(kept), limits)
            for n in range(1, left + 1)
            for kept in set(combinations(throw, n))
        )
    throws: int = 6**left
    return worth / throws


@settings(max_examples=25, deadline=None)
@given(st.lists(faces, min_size=2, max_size=5), limits, st.data())
def test_keeps_are_every_choice_with_its_exact_worth(
    kept: list[int], limits: Limits, data: st.DataObject
) -> None:
    left = 6 - len(kept)
    rolled = data.draw(st.lists(faces, min_size=left, max_size=left))

    keeps = best_keeps(kept, rolled, *limits)

    assert {keep.dice for keep in keeps} == {
        tuple(sorted(part, reverse=True))
        for n in range(1, left + 1)
        for part in combinations(rolled, n)
    }
    for keep in keeps:
        again = left - len(keep.dice)
        total = sum(kept) + sum(keep.dice)
        assert keep.rolls_on == (again > 0)
        assert keep.change == rolling(again, total, limits)
    order = [(k.change, len(k.dice), k.dice) for k in keeps]
    assert order == sorted(order, reverse=True)


@pytest.mark.parametrize("limits", [(Objective.SWING, None, None)])
@pytest.mark.parametrize("kept", [(), (5, 1)])
def test_the_worth_of_a_turn_is_the_mean_of_its_best_keeps(
    kept: tuple[int, ...], limits: Limits
) -> None:
    left = 6 - len(kept)
    rolls: dict[tuple[int, ...], int] = {}
    for throw in product(FACES, repeat=left):
        rolls[tuple(sorted(throw))] = rolls.get(tuple(sorted(throw)), 0) + 1
    best = (n * best_keeps(kept, roll, *limits)[0].change for roll, n in rolls.items())

    assert worth_of_turn(kept, *limits) == sum(best) / 6**left


@pytest.mark.parametrize(
    ("kept", "rolled", "objective", "dice", "rolls_on"),
    [
        pytest.param(
            *((6, 6, 6, 6, 6), (6,), Objective.SWING, (6,), False), id="S-2: 36 stands"
        ),
        pytest.param(
            *((6, 6, 6, 6, 5), (1,), Objective.SWING, (1,), False),
            id="S-2: the last die must be kept",
        ),
        pytest.param(
            *((6, 6, 6), (6, 6, 1), Objective.SWING, (6, 6), True),
            id="31 is safe, but a roll of the 1 can only gain",
        ),
        pytest.param(
            *((6, 6, 6), (6, 5, 1), Objective.CAUTION, (6, 5, 1), False),
            id="30 loses nothing, so caution ends the turn",
        ),
        pytest.param(
            *((6, 6, 6), (6, 5, 1), Objective.ATTACK, (6, 5), True),
            id="30 hurts nobody, so attack rolls the 1",
        ),
    ],
)
def test_best_keep(
    kept: tuple[int, ...],
    rolled: tuple[int, ...],
    objective: Objective,
    dice: tuple[int, ...],
    rolls_on: bool,
) -> None:
    best = best_keeps(kept, rolled, objective)[0]

    assert (best.dice, best.rolls_on) == (dice, rolls_on)


def test_change_by_hand() -> None:
    damage = expected_damage(1)

    keeps = best_keeps((6, 6, 6), (6, 5, 3))

    stop = next(keep for keep in keeps if not keep.rolls_on)
    assert stop == Keep((6, 5, 3), False, 2 * damage)
    again = next(keep for keep in keeps if keep.dice == (6, 5))
    # 29 and a die: 30 is nothing, 31 to 35 attack with 1 to 5.
    assert again == Keep((6, 5), True, 15 * damage / 6)


@pytest.mark.parametrize(
    ("kept", "rolled"), [((), (1,)), ((1,) * 6, ()), ((1,) * 5, (7,)), ((0,), (1,) * 5)]
)
def test_sei_dadi_refuses_what_is_no_roll(
    kept: tuple[int, ...], rolled: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match=r"six dice, some|a die shows"):
        best_keeps(kept, rolled)


def test_sei_dadi_refuses_what_no_dice_show() -> None:
    with pytest.raises(ValueError, match="six dice total 6 to 36, got 37"):
        worth_of_total(37)
    with pytest.raises(ValueError, match="an attack has a value from 1 to 6, got 0"):
        expected_damage(0)
    with pytest.raises(ValueError, match="at most six dice from 1 to 6"):
        worth_of_turn((1,) * 7)
