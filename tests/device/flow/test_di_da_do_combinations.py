"""Every combination of Di-Da-Do, from the press to the record."""

import pytest

from device.flow import di_da_do_plan as plans
from device.flow.di_da_do_pages import (
    Combos,
    Throw,
    Turn,
)
from rules.di_da_do_moves import (
    Combine,
    Lock,
    Pass,
    Touch,
)
from tests.device.flow.di_da_do_table import Dice, at, game
from tests.device.flow.table import (
    Table,
)

REST: Dice = [[1, 2, 2, 3, 4, 5], [1, 3, 4, 4, 5, 5]]


def combine(table: Table, name: str, dice: str = "") -> Table:
    """Open the combinations and choose one by its name, and its dice."""
    formed = plans.combinations(table.state.ddd)
    faces = table.state.ddd.players[table.state.ddd.to_act].dice
    for i, each in enumerate(formed):
        shown = "".join(str(faces[d]) for d in each.named)
        if each.name == name and (not dice or sorted(shown) == sorted(dice)):
            return table.press("X").pick(f"combo.{i}")
    raise AssertionError(f"{name} is not offered")


def test_coppia() -> None:
    table = combine(at([[6, 6, 5, 3, 2, 1], *REST]), "coppia")
    table.pick("die.1.1").see([6]).see([4, 3], 400.0)
    touched = (Touch(1, 1, 6),)
    assert table.last == Combine("coppia", (0, 1), touched, {0: 3, 1: 4}, 0)


def test_doppia_coppia_of_two_players() -> None:
    table = combine(at([[6, 6, 5, 5, 2, 1], *REST]), "doppia coppia")
    table.pick("die.1.0", "die.2.0").see([6]).see([5], 400.0).see([1, 2, 3, 4], 500.0)
    assert table.last.effect == (Touch(1, 0, 6), Touch(2, 0, 5))
    assert sorted(table.last.rolled) == [0, 1, 2, 3]


def test_doppia_coppia_of_one_player_is_one_roll() -> None:
    table = combine(at([[6, 6, 5, 5, 2, 1], *REST]), "doppia coppia")
    table.pick("die.1.0", "die.1.1").see([6, 5]).see([1, 2, 3, 4], 500.0)
    assert sorted(t.value for t in table.last.effect) == [5, 6]


def test_tris_turns_an_own_die_that_is_not_rolled_again() -> None:
    table = combine(at([[6, 6, 6, 3, 2, 1], *REST]), "tris")
    table.press("A")  # a six of the tris itself
    assert "1" in table.text
    table.press("A").see([2, 3])
    assert table.last == Combine("tris", (0, 1, 2), (Touch(0, 0, 1),), {1: 2, 2: 3}, 0)


def test_quasi_full_may_turn_any_loose_die_and_leave_it() -> None:
    table = combine(at([[6, 6, 6, 3, 3, 1], *REST]), "quasi-full")
    table.pick("die.2.0", "turn.1").see([1, 2, 3, 4, 5])
    assert table.last.effect == (Touch(2, 0, 1),)
    assert len(table.last.rolled) == 5


def test_poker_unlocks_a_die_of_anyone() -> None:
    dice: Dice = [[6, 6, 6, 6, 3, 1], *REST]
    table = combine(at(dice, Pass(), Lock(4), Pass()), "poker")
    table.press("A").see([1, 2, 3, 4])
    assert table.last.effect == (Touch(1, 4),)


def test_poker_is_not_offered_where_nothing_is_locked() -> None:
    names = [f.name for f in plans.combinations(game([[6] * 4 + [3, 1], *REST]).state)]
    assert "poker" not in names


def test_doppio_tris_swaps_an_own_die_with_anothers() -> None:
    table = combine(at([[6, 6, 6, 3, 3, 3], *REST]), "doppio tris")
    table.pick("die.0.3", "die.2.5").see([1, 1, 2, 2, 4])
    assert table.last.effect == (Touch(0, 3), Touch(2, 5))
    assert 3 not in table.last.rolled
    assert table.state.ddd.players[0].dice[3] == 5


def test_full_rolls_any_die_locked_ones_too() -> None:
    dice: Dice = [[6, 6, 6, 6, 3, 3], *REST]
    table = combine(at(dice, Pass(), Lock(4), Pass()), "full")
    table.pick("die.1.4").see([6]).see([1, 1, 2, 2, 4, 4], 400.0)
    assert table.last.effect == (Touch(1, 4, 6),)
    assert table.state.ddd.players[1].locked[4]


def test_cinquina_moves_up_to_v_dice_and_may_end_sooner() -> None:
    table = combine(at([[6, 3, 3, 3, 3, 3], *REST]), "cinquina")
    table.pick("die.0.1", "die.1.0").press("a").see([1, 1, 2, 2])
    assert table.last.effect == (Touch(0, 1, to="locked"), Touch(1, 0, to="locked"))
    assert sorted(table.last.rolled) == [2, 3, 4, 5]


def test_cinquina_of_ones_ends_by_itself() -> None:
    table = combine(at([[6, 1, 1, 1, 1, 1], *REST]), "cinquina")
    table.pick("die.0.0").see([1, 1, 2, 2, 3])
    assert table.last.effect == (Touch(0, 0, to="locked"),)


def test_cinquina_offers_two_own_dice_and_one_of_each_other() -> None:
    table = combine(at([[6, 5, 5, 5, 5, 5], *REST]), "cinquina")
    table.pick("die.0.0", "die.0.1", "die.1.0")
    assert not any(i.startswith(("die.0", "die.1")) for i in _allowed(table))
    table.pick("die.0.2")
    assert len(table.state.page.plan.touches) == 3


def _allowed(table: Table) -> list[str]:
    needed = plans.need(table.state.ddd, table.state.page.plan)
    assert isinstance(needed, plans.Aim)
    return [f"die.{seat}.{d}" for seat, d in needed.dice]


def test_sestina_rolls_all_dice_of_players_the_locked_apart() -> None:
    dice: Dice = [[2] * 6, [6, *REST[0][1:]], REST[1]]
    table = combine(at(dice, Lock(0), Lock(2)), "sestina")
    table.pick("seat.2").press("a")
    table.see([1, 1, 2, 2, 3]).see([6], 400.0).see([4, 4, 5, 5, 6, 6], 500.0)
    if not isinstance(table.last, Combine):
        pytest.fail(table.text)
    assert table.last.effect == (Touch(2, values=(1, 1, 6, 2, 2, 3)),)


def test_sestina_may_fall_on_the_player_itself() -> None:
    table = combine(at([[6] * 6, *REST]), "sestina")
    table.pick("seat.0").press("a").see([1, 1, 2, 2, 3, 3])
    assert table.last.effect == (Touch(0, values=(1, 1, 2, 2, 3, 3)),)
    assert table.last.rolled == {}


def test_back_goes_one_choice_at_a_time() -> None:
    table = combine(at([[6, 6, 5, 5, 2, 1], *REST]), "doppia coppia")
    table.pick("die.1.0", "die.1.1")
    assert isinstance(table.state.page, Throw)
    table.press("X")
    assert len(table.state.page.plan.touches) == 1
    table.press("Y Y")
    assert isinstance(table.state.page, Combos)
    table.press("Y")
    assert isinstance(table.state.page, Turn)
    assert not table.deeds
