from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.flow import setup
from device.flow.core import (
    Event,
    EyeBack,
    EyeFailed,
    Picked,
    Pressed,
    Seen,
    Stage,
    Typed,
    Watched,
)
from device.flow.screen import Button, Menu, Note, Players, Screen, say
from device.flow.setup_options import FIRST, LIVES, choosable
from device.flow.setup_screens import screen
from device.flow.setup_state import PLAYER_COLOURS, Step, name_of, setup_of
from device.wording import LANGUAGES, load_wording
from rules.referee import begin
from rules.setups import GAMES, Seat, Setup, format_setup, parse_setup
from vision.readings import DieReading, TableReading

A, B, X, Y = Button
WORDS = {"red": "Rosso", "blue": "Blu", "green": "Verde"}
LONGEST_LABEL = 12


def after(state: setup.State, *events: Event | Button) -> setup.State:
    for event in events:
        if isinstance(event, Button):
            event = Pressed(event, 0.0)
        state = setup.step(state, event).state
    return state


def die(colour: str, kind: str, center: tuple[float, float]) -> DieReading:
    body, pips = ("white", colour) if kind == "c" else (colour, "white")
    x, y = center
    corners = ((x, y), (x + 9, y), (x + 9, y + 9), (x, y + 9))
    return DieReading(1, 0.99, True, center, corners, body, pips, kind)


def table(**players: tuple[float, float, int]) -> Seen:
    """Dice of each colour about a place in a picture of 640 × 480."""
    dice = [
        die(colour, "c" if i < 3 else "b", (x + 10 * i, y))
        for colour, (x, y, count) in players.items()
        for i in range(count)
    ]
    tango = [die("white", "plain", (320 + 10 * i, 240)) for i in range(3)]
    return Seen(TableReading((*dice, *tango)), 1, 0.0, (640, 480))


ROUND = table(red=(300, 440, 6), blue=(20, 240, 6), green=(600, 240, 6))
LAST = Setup("mia", (Seat("Anna"), Seat("Bruno", lives=3), Seat("Carla")), {})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("is_blind", [False, True])
def test_a_first_game_starts_in_under_six_presses(game: str, is_blind: bool) -> None:
    state = setup.start(None, WORDS, is_blind=is_blind)
    presses = 0
    while state.done is None:
        if state.step is Step.GAME and setup.menu_of(state)[state.at] != game:
            away = list(GAMES).index(game)
            button = B if away <= len(GAMES) // 2 else X
        elif state.step is Step.TABLE:
            state = after(state, ROUND)
            button = A
        elif state.step is Step.COLOURS:
            button = X
        else:
            button = A
        state = after(state, button)
        presses += 1
        assert presses < 6

    assert state.done.game == game


def test_the_colours_on_the_table_are_the_seats_clockwise() -> None:
    state = after(setup.start(None, WORDS), A, ROUND)
    assert state.found == (("red", 6), ("blue", 6), ("green", 6))

    done = after(state, A, A).done

    assert done is not None
    assert done.seats == (
        Seat("Rosso", "red"),
        Seat("Blu", "blue"),
        Seat("Verde", "green"),
    )


def test_dice_on_the_table_have_the_letters_of_the_game() -> None:
    found = after(setup.start(None, WORDS), A, ROUND)
    seats = after(found, A)

    letters = [[row.sign.letter for row in players(s).rows] for s in (found, seats)]

    assert letters == [["R", "B", "V"], ["R", "B", "V"]]


def players(state: setup.State) -> Players:
    return next(block for block in screen(state).blocks if isinstance(block, Players))


def test_a_few_strange_dice_are_no_player() -> None:
    seen = table(red=(300, 440, 6), blue=(20, 240, 5), green=(600, 240, 2))

    state = after(setup.start(None, WORDS), A, seen)

    assert state.found == (("red", 6), ("blue", 5))


def test_dice_of_one_colour_are_not_taken_as_a_game() -> None:
    state = after(setup.start(None, WORDS), A, table(red=(300, 440, 6)), A)

    assert state.step is Step.TABLE
    assert A not in screen(state).buttons


def test_a_new_reading_of_the_table_is_asked_for_with_a_new_number() -> None:
    state = after(setup.start(None, WORDS), A, ROUND)

    again = after(state, B)

    assert again.found is None
    assert setup.wish(again).request > setup.wish(state).request


def test_colours_are_ticked_by_hand() -> None:
    state = after(setup.start(None, WORDS), A, X)
    state = after(state, Picked("green", 0.0), Picked("red", 0.0), X, A)

    assert state.done is not None
    assert [seat.colour for seat in state.done.seats] == ["blue", "green"]


def test_fewer_than_two_colours_are_refused_with_a_word() -> None:
    state = after(setup.start(None), A, X, Picked("red", 0.0), X)

    assert state.step is Step.COLOURS
    assert any(isinstance(block, Note) for block in screen(state).blocks)


def test_a_camera_that_fails_while_colours_are_read_leads_to_the_list() -> None:
    state = after(setup.start(None), A, EyeFailed("gone", 0.0))

    assert state.step is Step.COLOURS


def test_last_evenings_colours_keep_their_names() -> None:
    last = Setup("dancing-dice", (Seat("Anna", "green"), Seat("Ugo", "pink")), {})

    state = after(setup.start(last, WORDS), A, ROUND)

    assert [name_of(after(state, A), seat) for seat in range(3)] == [
        "Rosso",
        "Blu",
        "Anna",
    ]


def test_last_evenings_game_number_and_names_are_offered() -> None:
    state = after(setup.start(LAST), A, A, A)

    assert state.done == Setup("mia", (Seat("Anna"), Seat("Bruno"), Seat("Carla")), {})


def test_a_name_is_chosen_from_last_evenings() -> None:
    state = after(setup.start(LAST), A, B, A, B)  # only two play: Carla is free
    state = after(state, A)
    assert setup.menu_of(state) == ("Anna", "Carla", "A")

    state = after(state, B, A)

    assert name_of(state, 0) == "Carla"
    assert state.step is Step.NAMES


def test_names_are_typed_one_after_the_other() -> None:
    state = after(setup.start(None, game="sei-dadi"), A, B)
    state = after(state, Typed("  Zoë ", 0.0), Typed("Max", 0.0), Y, A)

    assert state.done is not None
    assert state.done.names == ("Zoë", "Max")


@pytest.mark.parametrize(
    ("typed", "slip"),
    [("anna", "taken"), ("A" * 13, "too_long"), ("", ""), ("\x1b[2J", "")],
)
def test_a_name_that_will_not_do_is_refused(typed: str, slip: str) -> None:
    state = after(setup.start(LAST), A, A, B, B)

    refused = after(state, Typed(typed, 0.0))

    assert refused.slip == slip
    if slip:
        assert name_of(refused, 1) == "Bruno"


@pytest.mark.parametrize(
    ("has_page", "key"),
    [(True, "setup.type_name"), (False, "setup.type_name_keys")],
)
def test_without_a_page_names_are_typed_on_the_keyboard(
    has_page: bool, key: str
) -> None:
    state = after(setup.start(None, game="mia", has_page=has_page), A, B)
    assert state.step is Step.NAMES

    for shown in (screen(state), screen(after(state, A))):
        assert Note(say(key)) in shown.blocks


def test_a_colour_word_is_no_name_for_another_game() -> None:
    last = Setup("dancing-dice", (Seat("Rosso", "red"), Seat("Ugo", "blue")), {})

    state = after(setup.start(last, WORDS), Picked("mia", 0.0))

    assert [name_of(state, seat) for seat in range(2)] == ["A", "Ugo"]


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_the_rules_can_be_changed(game: str) -> None:
    state = setup.start(None, WORDS, game=game, is_blind=True)
    keys = [option.key for option in choosable(game, state.seats)]

    assert set(GAMES[game].options) <= set(keys)
    for option in choosable(game, state.seats):
        for value in option.values:
            if option.key not in (FIRST, LIVES) and "." not in option.key:
                seated = replace(state, colours=("red", "blue"))
                chosen = replace(seated, options=((option.key, value),))
                begin(setup_of(chosen))


def test_lives_and_the_opener_are_chosen() -> None:
    state = after(setup.start(LAST), A, A, X)
    for key in ("lives", "first", "lives.2", "best-double"):
        state = after(state, Picked(key, 0.0))

    done = after(state, Y, A).done

    assert done is not None
    assert [seat.lives for seat in done.seats] == [5, 5, 4]
    assert done.options == {"first": "Bruno", "best-double": 66}


def test_an_option_that_comes_back_to_the_printed_rule_is_left_out() -> None:
    state = after(setup.start(LAST), A, A, X)
    pick = Picked("equal-score", 0.0)

    assert after(state, pick).options == (("equal-score", True),)
    assert after(state, pick, pick).options == ()


EVENTS = st.one_of(
    st.sampled_from(Button).map(lambda button: Pressed(button, 0.0)),
    st.sampled_from([*GAMES, *PLAYER_COLOURS, "seat.1", "lives", "first"]).map(
        lambda id: Picked(id, 0.0)
    ),
    st.sampled_from(["Anna", "Bruno", "a", "", "x" * 20]).map(lambda t: Typed(t, 0.0)),
    st.sampled_from(Stage).map(lambda stage: Watched(stage, 0.0)),
    st.sampled_from([ROUND, table(red=(300, 440, 6))]),
    st.sampled_from([EyeFailed("gone", 0.0), EyeBack(0.0)]),
)
WORDINGS = [load_wording(language) for language in LANGUAGES]


def told(shown: Screen) -> None:
    """Every text exists in every language, and labels fit under a button."""
    for wording, block in product(WORDINGS, shown.blocks):
        wording.tell(shown.title)
        if isinstance(block, Menu):
            assert 0 <= block.at < len(block.items)
            for item in block.items:
                wording.tell(item.text)
                wording.tell(item.note)
        for labels in shown.buttons.values():
            assert len(wording.tell(labels.press)) <= LONGEST_LABEL


@given(st.lists(EVENTS, max_size=40), st.sampled_from([None, LAST]))
def test_whatever_is_pressed_the_set_up_shows_a_screen_and_ends_well(
    events: list[Event], last: Setup | None
) -> None:
    state = setup.start(last, WORDS)
    for event in events:
        if state.done is not None:
            break
        told(screen(state))
        for button in screen(state).buttons:
            setup.step(state, Pressed(button, 0.0))
        state = after(state, event)
    if state.done is not None:
        assert parse_setup(format_setup(state.done)) == state.done
        begin(state.done)
