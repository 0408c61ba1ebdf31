"""Walks through legal games: what holds after every step, whatever is played."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import dancing_dice, mia_moves, sei_dadi
from rules import di_da_do_moves as ddd
from rules.core import Illegal, Step, Undo
from rules.di_da_do_combinations import COMBINATIONS
from rules.mia_scores import beats
from rules.records import parse_action, replay
from rules.referee import Action, Game, begin, play
from rules.report import report
from rules.setups import GAMES, Seat, Setup, format_setup, parse_setup
from rules.writing import format_action, format_record
from tests.rules.walking import next_action

OPTIONS = {
    "dancing-dice": {"start-vivacita": 3},
    "mia": {"equal-score": True, "best-double": 66, "faults-per-life": 2},
    "mia-senza-garanzia": {"false-mia": 2},
    "di-da-do": {},
    "sei-dadi": {"first-out-loses": True, "posta": 2},
}


def check(game: Game) -> None:
    """What holds of every state of every game."""
    shown = report(game)
    players = shown["players"]
    assert isinstance(players, list)
    is_over = shown["phase"] == "over"
    assert is_over == bool(shown["winners"])
    still_in = [player["name"] for player in players if not player["out"]]
    assert still_in
    assert shown["turn"] is None or shown["turn"] in still_in
    assert set(game.state.winners) <= set(range(len(players)))
    match game.state:
        case dancing_dice.State() as state:
            assert all(0 <= player.vivacita <= 10 for player in state.players)
            assert (state.tango is None) == (state.phase.value == "tango")
        case mia_moves.State() as state:
            in_round = state.phase.value in ("answer", "reveal")
            assert (state.standing is not None) == in_round
            assert all(player.lives >= 0 for player in state.players)
        case sei_dadi.State() as state:
            assert all(0 <= player.points <= 36 for player in state.players)
            assert len(state.kept) < 6
        case ddd.State() as state:
            for player in state.players:
                assert len(player.dice) in (0, 6)


def wrong_actions(game: Game) -> list[Action]:
    """Actions of the game that break a rule in any state."""
    match game.state:
        case dancing_dice.State():
            return [dancing_dice.RollTango((7, 1, 1)), dancing_dice.Dance({})]
        case mia_moves.State():
            return [mia_moves.Open(12), mia_moves.Reveal((1, 7))]
        case sei_dadi.State():
            return [sei_dadi.Roll(()), sei_dadi.Keep((7,)), sei_dadi.Attack(())]
        case ddd.State():
            return [ddd.Start({}), ddd.Reroll(0, 7), ddd.Combine("full", (), (), {})]


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 5), st.booleans())
def test_c_4_walk(name: str, seed: int, players: int, house: bool) -> None:
    draw = random.Random(seed)
    seats = tuple(Seat(f"p{i}") for i in range(max(players, GAMES[name].fewest)))
    setup = Setup(name, seats, OPTIONS[name] if house else {})
    game = begin(setup)
    lines: list[str] = []
    shown = [report(game)]
    for _ in range(60):
        for wrong in wrong_actions(game):
            before = game.state
            assert isinstance(play(game, wrong), Illegal)
            assert game.state is before
        action = next_action(draw, game)
        if action is None:
            break
        step = play(game, action)
        assert isinstance(step, Step), step
        assert step.events
        assert all(event.rule for event in step.events)
        line = format_action(action, setup)
        assert parse_action(line, setup) == action
        check_mia_rises(game, step.state)
        game = step.state
        check(game)
        lines.append(line)
        shown.append(report(game))
    again = replay(format_record(format_setup(setup), lines).encode())
    assert report(again) == shown[-1]
    assert parse_setup(format_setup(setup)) == setup
    for expected in reversed(shown[:-1]):
        back = play(game, Undo())
        assert isinstance(back, Step)
        game = back.state
        assert report(game) == expected
    assert isinstance(play(game, Undo()), Illegal)


def check_mia_rises(before: Game, after: Game) -> None:
    """Within a round of Mia declarations only rise; equal ones with H-2."""
    if not isinstance(before.state, mia_moves.State):
        return
    assert isinstance(after.state, mia_moves.State)
    old, new = before.state.standing, after.state.standing
    if old is None or new is None or old.score == new.score or old.score == 21:
        return
    assert beats(new.score, old.score, before.state.options.best_double)


def test_walks_reach_the_common_combinations() -> None:
    draw = random.Random(6)
    wanted = set(list(COMBINATIONS)[:4])  # the tables have those too rare to wait for
    used: set[str] = set()
    setup = Setup("di-da-do", tuple(Seat(f"p{i}") for i in range(3)), {})
    game = begin(setup)
    for step_number in range(5000):
        action = next_action(draw, game)
        if used >= wanted:
            break
        if action is None or step_number % 40 == 0:
            game = begin(setup)
            continue
        if isinstance(action, ddd.Combine):
            used.add(action.combination)
        step = play(game, action)
        assert isinstance(step, Step)
        game = step.state
    assert used >= wanted


def test_a_wrong_kind_of_action_is_a_programmers_error() -> None:
    game = begin(Setup("sei-dadi", (Seat("A"), Seat("B")), {}))
    with pytest.raises(TypeError, match="Accuse"):
        play(game, mia_moves.Accuse())


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_a_game_names_the_action_that_an_undo_takes_back(name: str, seed: int) -> None:
    draw = random.Random(seed)
    game = begin(Setup(name, tuple(Seat(each) for each in "ABC"), OPTIONS[name]))
    assert game.last is None
    for _ in range(20):
        action = next_action(draw, game)
        if action is None:
            break
        step = play(game, action)
        assert isinstance(step, Step)
        assert step.state.last is action
        undone = play(step.state, Undo())
        assert isinstance(undone, Step)
        assert undone.state.last is game.last
        game = step.state
