"""Walks through legal games: what holds after every step, whatever is played."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import dancing_dice, di_da_do, mia_moves, sei_dadi
from rules import di_da_do_moves as ddd
from rules.balli import Die
from rules.core import Choice, Illegal, Step, Undo
from rules.di_da_do_combinations import COMBINATIONS
from rules.mia_scores import LADDERS, beats
from rules.records import parse_action, replay
from rules.referee import Action, Game, begin, legal_actions, play
from rules.report import report
from rules.setups import GAMES, Seat, Setup, format_setup, parse_setup
from rules.writing import format_action, format_record

OPTIONS = {
    "dancing-dice": {"start-vivacita": 3},
    "mia": {"equal-score": True, "best-double": 66, "faults-per-life": 2},
    "mia-senza-garanzia": {"false-mia": 2},
    "di-da-do": {},
    "sei-dadi": {"first-out-loses": True, "posta": 2},
}
Draw = random.Random


def faces(draw: Draw, count: int) -> tuple[int, ...]:
    return tuple(draw.randint(1, 6) for _ in range(count))


def mia_action(draw: Draw, state: mia_moves.State, choice: Choice) -> Action:
    match choice.do:
        case "open":
            return mia_moves.Open(draw.choice(LADDERS[11]))
        case "beat":
            return mia_moves.Beat(draw.choice(LADDERS[11]), state.turn)
        case "trust":
            return mia_moves.Trust(draw.choice(LADDERS[11]))
        case "guarantee":
            return mia_moves.Guarantee()
        case "accuse":
            return mia_moves.Accuse(state.turn)
        case "surrender":
            return mia_moves.Surrender()
        case "reveal":
            return mia_moves.Reveal(faces(draw, 2))
    player = draw.choice(state.still_in)
    return mia_moves.Penalty(player, draw.randint(1, 3), choice.what == "spoils", "…")


def dance(draw: Draw, state: dancing_dice.State, choice: Choice) -> Action:
    if choice.do == "tango":
        return dancing_dice.RollTango(faces(draw, 3))
    balli = {}
    for seat in state.still_in:
        types = list("cccbbb")
        draw.shuffle(types)
        value = draw.choice([0, 0, draw.randint(1, 6)])  # now and then a Gala
        dice = [Die(value or draw.randint(1, 6), t) for t in types]  # type: ignore[arg-type]
        rows = dancing_dice.Rows(tuple(dice[:3]), tuple(dice[3:]))
        balli[state.players[seat].name] = rows
    return dancing_dice.Dance(balli)


def throw(draw: Draw, state: sei_dadi.State, choice: Choice) -> Action:
    match choice.do:
        case "roll":
            return sei_dadi.Roll(faces(draw, 6 - len(state.kept)))
        case "attack":
            return sei_dadi.Attack(faces(draw, 6 - len(state.kept)), state.turn)
        case "stop":
            return sei_dadi.Stop()
    most = draw.randint(1, len(state.loose))
    return sei_dadi.Keep(tuple(draw.sample(state.loose, most)))


def move(draw: Draw, state: ddd.State, choice: Choice) -> Action:
    match choice.do:
        case "start":
            throws = {player.name: faces(draw, 6) for player in state.players}
            return ddd.Start(throws)
        case "lock":
            return ddd.Lock(choice.dice[0])
        case "reroll":
            return ddd.Reroll(choice.dice[0], draw.randint(1, 6))
        case "pass":
            return ddd.Pass(state.turn)
    return combine(draw, state, choice)


def combine(draw: Draw, state: ddd.State, choice: Choice) -> Action:
    """A combination in its simplest form: one effect, tried until it is taken."""
    me = state.to_act
    name, named = choice.what, choice.dice
    every = [(p, d) for p in range(len(state.players)) for d in range(6)]
    draw.shuffle(every)
    for player, die in every:
        seat = state.players[player]
        effects: dict[str, tuple[ddd.Touch, ...]] = {
            "poker": (ddd.Touch(player, die),),
            "doppio tris": (ddd.Touch(me, draw.randrange(6)), ddd.Touch(player, die)),
            "cinquina": (
                ddd.Touch(player, die, to="loose" if seat.locked[die] else "locked"),
            ),
            "sestina": (ddd.Touch(player, values=faces(draw, 6)),),
            "doppia coppia": (
                ddd.Touch(player, die, 1),
                ddd.Touch(*draw.choice(every), 2),
            ),
        }
        plain = (ddd.Touch(player, die, seat.dice[die]),)
        effect = effects.get(name, plain)
        for _ in range(2):  # the referee tells which dice are owed
            rolled = combine_rolled(state, name, named, effect)
            if rolled is not None:
                return ddd.Combine(name, named, effect, rolled)
    return ddd.Pass()


def combine_rolled(
    state: ddd.State, name: str, named: tuple[int, ...], effect: tuple[ddd.Touch, ...]
) -> dict[int, int] | None:

    answer = di_da_do.apply(state, ddd.Combine(name, named, effect, {}))
    if isinstance(answer, Step):
        return {}
    if answer.rule != "D-18":
        return None
    return {int(die): 1 + int(die) for die in answer.allowed}


def next_action(draw: Draw, game: Game) -> Action | None:
    """One of the open choices; None when only undo is left."""
    choices = [choice for choice in legal_actions(game) if choice.do != "undo"]
    if not choices:
        return None
    choice = draw.choice(choices)
    match game.state:
        case mia_moves.State() as state:
            return mia_action(draw, state, choice)
        case dancing_dice.State() as state:
            return dance(draw, state, choice)
        case sei_dadi.State() as state:
            return throw(draw, state, choice)
        case ddd.State() as state:
            return move(draw, state, choice)


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
