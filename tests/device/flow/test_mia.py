import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.flow import mia
from device.flow.core import SHUT, EyeBack, EyeFailed, Tick, Voice
from device.flow.mia_pages import Lift, Touched, Turn, Verdict
from device.flow.screen import Menu, Mood
from rules import mia_moves
from rules.core import Step, Undo
from rules.mia_moves import Phase
from rules.records import replay
from rules.referee import Action, Game, play
from rules.setups import format_setup
from rules.writing import format_action, format_record
from tests.device.flow.table import (
    Table,
    die,
    new_game,
    random_event,
    texts,
)
from vision.readings import TableReading


def sit(name: str = "mia", players: int = 3, **options: int | str) -> Table:
    return Table(mia, new_game(name, players, **options))


def at(*actions: Action, name: str = "mia", **options: int | str) -> Table:
    """A table where this has been played already."""
    return Table(mia, played(new_game(name, **options), *actions))


def played(game: Game, *actions: Action) -> Game:
    for action in actions:
        answer = play(game, action)
        assert isinstance(answer, Step), answer
        game = answer.state
    return game


OPENED = (mia_moves.Open(54),)
ACCUSED = (*OPENED, mia_moves.Accuse())
GUARANTEED = (mia_moves.Guarantee(),) * 3


def accused(score: int = 54) -> Table:
    """A table where somebody has just accused."""
    return at(mia_moves.Open(score)).press("X")


# --- declaring -------------------------------------------------------------------


def test_a_declaration_takes_two_presses() -> None:
    table = sit().press("A A")
    assert table.last == mia_moves.Open(61, 0)
    assert table.press("A A").last == mia_moves.Beat(62, 1)


def test_to_open_the_cursor_is_on_what_half_of_all_rolls_reach() -> None:
    assert sit().press("A A").last.score == 61
    assert sit(best_double=66).press("A A").last.score == 61


def test_the_list_goes_from_just_above_the_standing_score_to_the_mia() -> None:
    table = at(mia_moves.Open(65)).press("A")
    (menu,) = [b for b in table.screen.blocks if isinstance(b, Menu)]
    scores = [f"score.{s}" for s in (66, 55, 44, 33, 22, 11, 21)]
    assert [item.id for item in menu.items] == [*scores, "low"]
    assert menu.at == 0


def test_the_other_order_of_doubles_is_followed() -> None:
    table = at(mia_moves.Open(65), best_double=66).press("A")
    assert table.press("A").last == mia_moves.Beat(11, 1)


def test_an_equal_score_is_offered_where_the_table_plays_so() -> None:
    assert at(*OPENED, equal_score=1).press("A A").last == mia_moves.Beat(54, 1)


def test_the_page_picks_a_score_directly() -> None:
    assert at(*OPENED).press("A").pick("score.21").last == mia_moves.Beat(21, 1)


def test_a_score_that_is_not_higher_costs_a_life_and_says_so() -> None:
    table = at(*OPENED).press("A X")
    assert "−1 vita" in table.text
    table.press("A").pick("score.43")
    assert table.last == mia_moves.Beat(43, 1)
    assert "43 non supera 54" in table.text
    assert "Bruno perde 1 vita e resta a 5 (M-4)" in table.text


def test_back_leaves_a_list_without_a_deed() -> None:
    table = at(*OPENED).press("A B Y")
    assert isinstance(table.state.page, Turn)
    assert not table.deeds


def test_a_declaration_is_said_aloud() -> None:
    table = sit().press("A A")
    assert any(isinstance(sound, Voice) for sound in table.sounds)


# --- the other choices -----------------------------------------------------------


def test_guarantee_and_accuse_take_one_press() -> None:
    table = at(*OPENED).press("B")
    assert table.last == mia_moves.Guarantee(1)
    assert table.press("X").last == mia_moves.Accuse(2)


def test_after_the_full_circle_there_is_no_guarantee() -> None:
    table = at(*OPENED, *GUARANTEED)
    assert "Garantisci" not in table.text
    assert "(M-8)" in table.text
    table.press("B")
    assert not table.deeds


def test_after_the_full_circle_over_a_mia_a_new_round_may_be_opened() -> None:
    table = at(mia_moves.Open(21), *GUARANTEED)
    assert table.press("A A").last == mia_moves.Open(61, 1)


def test_beating_a_mia_names_its_price_and_is_asked_about() -> None:
    table = at(mia_moves.Open(21))
    assert "Tira (−1)" in table.text
    assert "In gioco 2 vite" in table.text
    table.press("A")
    assert not table.deeds
    table.press("A")
    assert table.last == mia_moves.Beat(None, 1)
    assert "(M-9)" in table.text


def test_without_guarantee_one_may_trust() -> None:
    table = at(*OPENED, name="mia-senza-garanzia")
    assert "Fidati" in table.text
    assert table.press("B A").last == mia_moves.Trust(61, 1)


def test_without_guarantee_a_mia_is_surrendered_to_or_accused() -> None:
    table = at(mia_moves.Open(21), name="mia-senza-garanzia")
    assert "Vera −2, falsa −1" in table.text
    assert "Rilancia" not in table.text
    table.press("A").press("B A")
    assert table.last == mia_moves.Surrender(1)
    assert "(M-11)" in table.text


def test_a_false_mia_costs_what_the_table_chose() -> None:
    table = at(mia_moves.Open(21), name="mia-senza-garanzia", false_mia=2)
    assert "In gioco 2 vite" in table.text


# --- the eye ---------------------------------------------------------------------


@given(st.integers(0, 2**32), st.sampled_from(mia.GAMES))
@settings(max_examples=25, deadline=None)
def test_the_eye_is_shut_until_somebody_accuses(seed: int, name: str) -> None:
    draw = random.Random(seed)
    table = sit(name)
    for _ in range(120):
        table.send(random_event(draw, table, (2,)))
        if table.state.mia.phase is Phase.REVEAL:
            assert isinstance(table.recorded.last, mia_moves.Accuse | mia_moves.Penalty)
            continue
        assert table.wish == SHUT
        assert table.wish.is_open is False
        if table.state.mia.phase is not Phase.OVER:
            assert table.screen.mood is Mood.SHUT


def test_the_accusation_opens_the_eye_for_a_lifted_box() -> None:
    table = at(*OPENED)
    assert not table.wish.is_open
    wish = table.press("X").wish
    assert (wish.is_open, wish.is_wanted, wish.expect, wish.reveal) == (
        (True, True, 2, True)
    )


def test_after_a_look_into_the_menu_the_dice_are_read_anew() -> None:
    table = at(*ACCUSED)
    before = table.wish.request
    table.press("X Y")
    assert table.wish.is_wanted
    assert table.wish.request > before


def test_taking_the_accusation_back_shuts_the_eye_again() -> None:
    table = at(*ACCUSED)
    assert table.wish.is_open
    assert not table.press("y A").wish.is_open


# --- the reveal ------------------------------------------------------------------


def test_sure_dice_bring_the_verdict_without_a_press() -> None:
    table = accused().see([4, 2])
    assert table.last == mia_moves.Reveal((4, 2), 1)
    assert table.deeds[-1].shot == 7
    assert "4 2  42" in table.text
    assert "Bugia! Anna −1" in table.text
    assert "Anna resta a 5 (M-6)" in table.text
    assert "Apre Bruno" in table.text
    assert table.wish == SHUT


def test_a_true_declaration_costs_the_accuser() -> None:
    table = accused().see([5, 4])
    assert "Vero! Bruno −1" in table.text
    assert "Bruno resta a 5" in table.text


def test_a_true_mia_costs_two_by_its_rule() -> None:
    table = accused(21).see([1, 2])
    assert "Bruno resta a 4 (M-7)" in table.text


def test_an_unsure_die_is_asked_about() -> None:
    table = accused().see(
        TableReading((die(4, sure=False, others=(6,)), die(2, (300, 100))))
    )
    assert isinstance(table.last, mia_moves.Accuse)
    assert table.screen.mood is Mood.ASKING
    assert table.press("B A").last == mia_moves.Reveal((6, 2), 1)


def test_dice_are_revealed_by_hand_without_a_camera() -> None:
    table = at(*OPENED).send(EyeFailed("gone", 0.0)).press("X")
    assert table.screen.mood is Mood.STUCK
    table.press("B B a A")
    assert table.last == mia_moves.Reveal((2, 4), 1)
    assert table.deeds[-1].shot is None


def test_the_camera_may_come_back_before_the_reveal() -> None:
    table = at(*OPENED).send(EyeFailed("gone", 0.0), EyeBack(0.0)).press("X")
    assert table.screen.mood is not Mood.STUCK


def test_a_die_that_a_hand_moved_is_not_judged() -> None:
    table = accused().see([5, 4], touched=True)
    assert isinstance(table.last, mia_moves.Accuse)
    assert isinstance(table.state.page, Touched)
    assert "(M-12)" in table.text


def test_whoever_moved_the_die_pays_like_a_liar() -> None:
    table = accused().see([5, 4], touched=True)
    table.press("A").pick("seat.2", "1")
    assert table.last == mia_moves.Penalty(2, 1, True, "moved_dice")
    assert "Carla perde 1 vita" in table.text


def test_the_table_may_have_it_judged_all_the_same() -> None:
    table = accused().see([5, 4], touched=True).press("B")
    assert table.last == mia_moves.Reveal((5, 4), 1)


def test_the_way_back_from_the_penalty_leads_to_the_lifted_box() -> None:
    table = accused().see([5, 4], touched=True).press("A Y")
    assert isinstance(table.state.page, Lift)


# --- penalties -------------------------------------------------------------------


def test_a_fault_names_who_what_and_how_much() -> None:
    table = at(*OPENED).press("Y A B A B A B A")
    assert table.last == mia_moves.Penalty(2, 2, False, "peeked")
    assert "Carla perde 2 vite" in table.text


def test_a_fault_that_costs_no_life_yet_is_told() -> None:
    table = at(*OPENED, faults_per_life=2).press("Y A A A A")
    assert "Bruno: fallo 1" in table.text
    assert "nessuna vita persa" in table.text
    table.press("A Y A")
    assert "falli: 1" in table.text


def test_spoiled_dice_are_offered_only_with_dice_under_the_box() -> None:
    assert "mossi" not in sit().press("Y").text
    assert "mossi" in at(*OPENED).press("Y").text


def test_a_penalty_is_possible_while_the_box_is_lifted() -> None:
    table = at(*ACCUSED).press("X A A A A")
    assert table.last == mia_moves.Penalty(1, 1, False, "dice_out")
    assert isinstance(table.state.page, Lift)


# --- undo and going on -----------------------------------------------------------


def test_undo_names_what_it_takes_back() -> None:
    table = at(*OPENED).press("y")
    assert "Anna: dichiara 54" in table.text
    table.press("B")
    assert not table.deeds
    table.press("y A")
    assert table.last == Undo()
    assert table.state.mia.phase is Phase.OPEN


def test_undo_goes_back_to_the_set_up() -> None:
    table = at(
        *OPENED, mia_moves.Beat(61), mia_moves.Accuse(), mia_moves.Reveal((6, 1))
    )
    for _ in range(4):
        table.press("y A")
    assert table.state.game.before is None
    table.press("y")
    assert isinstance(table.state.page, Turn)


def test_undo_is_in_the_menu_too() -> None:
    assert at(*OPENED).press("Y").pick("undo").press("A").last == Undo()


def test_a_verdict_can_be_taken_back_and_read_again() -> None:
    table = accused().see([4, 2])
    table.press("y A").see([5, 4])
    assert table.screen.mood is Mood.READ  # a verdict was wrong before
    assert "Vero! Bruno −1" in table.press("A").text


def test_a_misread_verdict_is_corrected_in_two_presses_a_die() -> None:
    table = accused().see(TableReading((die(4, others=(5,)), die(4, (300, 100)))))
    assert "Vero! Bruno −1" in table.text
    table.press("b").pick("die:0").press("B A A")
    assert [type(d.action) for d in table.deeds[1:]] == [
        mia_moves.Reveal,
        Undo,
        mia_moves.Reveal,
    ]
    assert sorted(table.last.dice) == [4, 5]
    assert table.deeds[-1].shot is None


def test_a_verdict_is_corrected_in_the_next_round_too() -> None:
    table = accused().see([4, 4]).press("A")
    assert "Correggi" in table.text
    table.press("b")
    assert isinstance(table.last, Undo)
    assert isinstance(table.state.page, Lift)
    assert table.wish == SHUT  # there may be dice under the box again
    assert "picture" not in table.text


def test_after_a_restart_no_verdict_comes_without_a_press() -> None:
    table = at(*ACCUSED).see([5, 4])
    assert table.screen.mood is Mood.READ
    assert table.press("A").last == mia_moves.Reveal((5, 4), 1)


def test_a_whole_game_by_presses_and_dice() -> None:
    table = Table(
        mia,
        played(
            new_game("mia", 2),
            *(mia_moves.Penalty(player, 5, False, "x") for player in (0, 1)),
        ),
    )
    table.press("A A").press("A A").press("X").see([6, 3])
    assert isinstance(table.state.page, Verdict)
    assert "Bruno vince" in table.text or "Vince Bruno!" in table.text
    table.press("A")
    assert table.screen.mood is Mood.DONE
    assert table.wish == SHUT
    lines = [format_action(d.action, table.recorded.setup) for d in table.deeds]
    record = format_record(format_setup(table.recorded.setup), lines)
    assert replay(record.encode()).setup == table.recorded.setup


def test_a_finished_game_can_still_be_undone() -> None:
    table = at(*ACCUSED, first_out_loses=1)
    table = Table(mia, played(table.recorded, mia_moves.Penalty(0, 6, False, "x")))
    assert table.screen.mood is Mood.DONE
    assert table.press("A B X").deeds == []
    assert table.press("y A").state.mia.phase is Phase.REVEAL


# --- whatever happens ------------------------------------------------------------


@given(st.integers(0, 2**32), st.sampled_from(mia.GAMES))
@settings(max_examples=25, deadline=None)
def test_nothing_at_the_table_breaks_it(seed: int, name: str) -> None:
    draw = random.Random(seed)
    table = sit(name, draw.randint(2, 4), faults_per_life=draw.randint(1, 2))
    for _ in range(150):
        table.send(random_event(draw, table, (2,)))
        again = mia.start(table.recorded, 0.0)
        assert mia.screen(again).title
        is_accused = table.state.mia.phase is Phase.REVEAL
        assert mia.wish(again).is_open is is_accused
        assert is_accused or not table.wish.is_open


@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_everything_can_be_undone(seed: int) -> None:
    draw = random.Random(seed)
    table = sit()
    for _ in range(80):
        table.send(random_event(draw, table, (2,)))
    table = Table(mia, table.recorded)
    while table.recorded.before is not None:
        table.press("y A")
        assert table.last == Undo()


def test_time_alone_changes_nothing() -> None:
    table = at(*OPENED)
    before = table.state
    assert table.send(Tick(99.0)).state == before


@pytest.mark.parametrize("name", mia.GAMES)
def test_no_screen_shows_more_than_a_few_words(name: str) -> None:
    table = at(mia_moves.Open(21), name=name)
    assert len(texts(table.screen)) < 20
