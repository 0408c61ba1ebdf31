from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.flow import evening, setup
from device.flow import evening_menu as menu
from device.flow.core import (
    SHUT,
    WATCH,
    Deed,
    Event,
    EyeBack,
    EyeFailed,
    Picked,
    Pressed,
    Reply,
    Seen,
    Signal,
    Stage,
    Tick,
    Typed,
    Watched,
    Wish,
)
from device.flow.evening import Begin, Order
from device.flow.games import FLOWS
from device.flow.screen import Button, Labels, Mood, Screen, say
from device.wording import LANGUAGES
from rules.core import Step, Undo
from rules.mia_moves import Accuse, Open, Reveal
from rules.records import parse_action
from rules.referee import Action, Game, begin, play
from rules.setups import GAMES, Seat, Setup
from rules.writing import format_action
from tests.device.evenings import BOOKS, WORDINGS, WORDS
from vision.readings import TableReading

A, B, X, Y = Button
ANNA_AND_BRUNO = Setup("mia", (Seat("Anna", lives=1), Seat("Bruno", lives=1)), {})


@dataclass(frozen=True)
class FakeState:
    game: Game
    events: tuple[Event, ...] = ()


class FakeFlow:
    """Plays `Open 42` at A, and keeps all events."""

    def start(self, game: Game, now_s: float) -> FakeState:
        return FakeState(game)

    def step(self, state: FakeState, event: Event) -> Reply[FakeState]:
        heard = replace(state, events=(*state.events, event))
        if event == Pressed(A, event.now_s):
            answer = play(state.game, Open(42))
            assert isinstance(answer, Step)
            deed = Deed(Open(42))
            return Reply(replace(heard, game=answer.state), (deed,), (Signal.READ,))
        return Reply(heard)

    def screen(self, state: FakeState) -> Screen:
        over = bool(state.game.state.winners)
        mood = Mood.DONE if over else Mood.CHOOSE
        return Screen("fake", "fake", mood, buttons={B: Labels("b", "held b")})

    def wish(self, state: FakeState) -> Wish:
        return SHUT


FAKES: Any = dict.fromkeys(GAMES, FakeFlow())


def begun(flows: Any = FAKES, **options: Any) -> evening.State:
    return evening.start(flows, WORDS, **options)


def played(*actions: Action, setup: Setup = ANNA_AND_BRUNO) -> Game:
    game = begin(setup)
    for action in actions:
        answer = play(game, action)
        assert isinstance(answer, Step)
        game = answer.state
    return game


def step(state: evening.State, *events: Event | Button) -> evening.Answer:
    """All events; what they write and sound is added up."""
    writes: list[evening.Write] = []
    for event in events:
        if isinstance(event, Button):
            event = Pressed(event, 0.0)
        answer = evening.step(state, event)
        state, writes = answer.state, [*writes, *answer.writes]
    return evening.Answer(state, tuple(writes))


HOLD_X = Pressed(X, 0.0, is_held=True)
PLAYING = step(begun(), Picked("sei-dadi", 0.0), A, A).state
MIA = step(begun(), Picked("mia", 0.0), A, A).state
OVER = played(Open(42), Accuse(), Reveal((1, 3)))


def flow_state(state: evening.State) -> Any:
    assert isinstance(state.page, evening.Playing)
    return state.page.flow


# --- beginning --------------------------------------------------------------------


def test_without_a_game_on_disk_the_game_is_asked_for() -> None:
    assert evening.screen(begun()).name == "setup.game"


def test_a_set_up_that_is_done_begins_a_record_and_its_game() -> None:
    answer = step(begun(), Picked("mia", 0.0), A, A)

    assert answer.writes == (Begin(Setup("mia", (Seat("A"), Seat("B")), {})),)
    assert evening.screen(answer.state).name == "fake"


def test_a_game_on_disk_is_offered_and_gone_on_with() -> None:
    game = played(Open(42))
    state = begun(found=game)
    assert evening.screen(state).name == "evening.offer"

    answer = step(state, A)

    assert answer.writes == (Order.GO_ON,)
    assert evening.game_of(answer.state) is game


def test_a_new_game_instead_offers_the_same_seats() -> None:
    answer = step(begun(found=played(Open(42))), B, A, A, A)

    assert answer.writes == (Begin(Setup("mia", (Seat("Anna"), Seat("Bruno")), {})),)


def test_a_finished_game_on_disk_is_no_trap_for_the_first_press() -> None:
    state = begun(found=OVER)

    assert evening.screen(step(state, A).state).name == "setup.game"
    assert evening.game_of(step(state, B).state) is OVER


def test_a_game_named_at_the_start_is_set_up_at_once() -> None:
    state = begun(found=played(Open(42)), game="sei-dadi")

    assert evening.screen(state).name == "setup.seats"


def test_a_flow_begun_without_a_camera_is_told_so() -> None:
    state = step(begun(), EyeFailed("gone", 1.0), Picked("mia", 0.0), A, A).state

    assert flow_state(state).events == (EyeFailed("gone", 0.0),)


def test_a_camera_that_came_back_is_not_told_as_gone() -> None:
    events = (EyeFailed("gone", 1.0), EyeBack(2.0), Picked("mia", 0.0))

    assert flow_state(step(begun(), *events, A, A).state).events == ()


def test_without_a_camera_the_way_back_from_typing_leads_to_what_else_there_is() -> (
    None
):
    at_once = step(begun(FLOWS), EyeFailed(evening.NO_CAMERA, 0.0))
    state = step(at_once.state, Picked("sei-dadi", 0.0), A, A).state
    kept = step(state, A, A, A, A, A, A, A, A, B).state
    assert evening.screen(kept).name == "confirm.entry"

    shown = evening.screen(step(kept, X).state)

    assert shown.name == "confirm.failed"
    assert shown.buttons[X].press == say("sei_dadi.stop_pay", points=24)
    assert shown.buttons[Y].hold == say("menu.undo")
    assert evening.screen(step(kept, X, B).state).name == "confirm.entry"


# --- playing ----------------------------------------------------------------------


def test_presses_and_what_the_eye_sees_go_to_the_game() -> None:
    watched = Watched(Stage.HAND, 1.0)

    state = step(MIA, B, watched, Tick(2.0)).state

    assert flow_state(state).events == (Pressed(B, 0.0), watched, Tick(2.0))


def test_deeds_are_handed_on() -> None:
    assert step(MIA, A).writes == (Deed(Open(42)),)


def test_the_menu_is_on_every_screen_and_leaves_the_games_own_words() -> None:
    shown = evening.screen(MIA)

    assert shown.buttons[X].hold == say("evening.menu")
    assert shown.buttons[B] == Labels("b", "held b")


def test_the_winner_is_followed_by_a_rematch_with_the_same_seats() -> None:
    state = step(begun(found=OVER), B, Tick(2.0)).state
    assert evening.screen(state).buttons[A].press == say("evening.rematch")
    assert not evening.screen(state).must_decide  # the display may dim over it

    answer = step(state, A)

    assert answer.writes == (Begin(ANNA_AND_BRUNO),)
    game = evening.game_of(answer.state)
    assert game is not None
    assert game.last is None


def test_after_the_winner_another_game_may_be_set_up() -> None:
    state = step(begun(found=OVER), B, Tick(2.0), B).state

    assert evening.screen(state).name == "setup.game"


@pytest.mark.parametrize("button", [A, B])
def test_a_press_too_many_at_the_end_leaves_the_winner_shown(button: Button) -> None:
    over = step(begun(found=OVER), B, Tick(1.0))
    assert not evening.screen(over.state).buttons[A].press

    answer = step(over.state, button, button, Tick(1.4))

    assert answer.writes == ()
    assert evening.game_of(answer.state) is OVER
    undone = step(answer.state, HOLD_X, Picked("undo", 0.0), A, Tick(9.0))
    assert undone.writes == (Deed(Undo()),)
    assert not undone.state.may_rematch


# --- the menu ---------------------------------------------------------------------


def test_hold_x_opens_the_menu_and_the_game_hears_no_press_under_it() -> None:
    state = step(MIA, HOLD_X, B, B, X).state
    assert evening.screen(state).name == "menu"

    assert flow_state(step(state, Y).state).events == ()
    assert evening.screen(step(state, Y).state).name == "fake"
    assert evening.screen(step(state, HOLD_X).state).name == "fake"


def test_the_menu_opens_no_eye_that_the_game_has_shut() -> None:
    assert evening.wish(step(MIA, HOLD_X).state) == SHUT


def test_the_game_sees_dice_under_the_menu() -> None:
    seen = Seen(TableReading(()), 1, 0.0, (640, 480))

    assert flow_state(step(MIA, HOLD_X, seen).state).events == (seen,)


def test_undo_from_the_menu_asks_and_takes_back() -> None:
    state = step(MIA, A, HOLD_X, Picked("undo", 0.0)).state
    assert evening.screen(state).name == "undoing"

    kept, taken = step(state, B), step(state, A)

    assert kept.writes == ()
    assert taken.writes == (Deed(Undo()),)
    game = evening.game_of(taken.state)
    assert game is not None
    assert game.last is None


def test_undo_is_not_offered_where_there_is_nothing_to_take_back() -> None:
    facts = menu.Facts(begin(ANNA_AND_BRUNO), (), True, True, False)

    assert "undo" not in [item.id for item in menu.items(facts)]


def test_a_game_that_was_left_can_be_gone_on_with() -> None:
    left = step(MIA, A, HOLD_X, Picked("leave", 0.0), A).state
    assert evening.screen(left).name == "evening.offer"

    answer = step(left, A)

    assert answer.writes == ()
    game = evening.game_of(answer.state)
    assert game is not None
    assert game.last == Open(42)


@pytest.mark.parametrize(
    ("id", "has_sound", "dims"),
    [("sound_off", False, True), ("dimming_off", True, False)],
)
def test_the_menu_switches(id: str, has_sound: bool, dims: bool) -> None:
    state = step(MIA, HOLD_X, Picked(id, 0.0)).state

    assert (state.has_sound, state.dims) == (has_sound, dims)


def test_the_language_switches_names_of_colours_too() -> None:
    state = begun()
    assert isinstance(state.page, setup.State)
    assert state.page.words["red"] == "rosso"

    state = step(state, Y).state

    assert state.language == "en"
    assert isinstance(state.page, setup.State)
    assert state.page.words["red"] == "red"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_have_pages_that_lose_no_word(language: str, game: str) -> None:
    book = BOOKS[language]
    pages = menu.pages(book, game)
    told = " ".join(page.text for page in pages).split()
    written = [
        word
        for section in book.for_game(game)
        for rule in section.rules
        for word in rule.text.split()
    ]

    assert sorted("".join(told)) == sorted("".join(written))
    assert all(len(page.text) <= menu.PAGE for page in pages)


def test_the_rules_are_turned_page_by_page_and_around() -> None:
    state = step(MIA, HOLD_X, Picked("rules", 0.0)).state
    first = evening.screen(state)

    assert evening.screen(step(state, B, B, X, X).state) == first
    assert evening.screen(step(state, X, A).state) == first
    assert evening.screen(step(state, Y).state).name == "menu"


def test_new_codes_are_asked_of_the_app() -> None:
    paired = replace(MIA, has_page=True)
    phones = step(paired, HOLD_X, Picked("phones", 0.0)).state

    assert step(phones, B).writes == (Order.NEW_CODE,)
    assert step(phones, X).writes == (Order.UNPAIR,)


def test_a_page_begun_anew_keeps_what_was_written_and_nothing_else() -> None:
    state = step(MIA, A, HOLD_X).state

    again = evening.restarted(state, 9.0)

    assert again.menu is None
    assert flow_state(again) == FakeState(flow_state(state).game)


# --- whatever happens -------------------------------------------------------------

IDS = [*GAMES, "rules", "undo", "leave", "close", "language", "sound_off", "phones"]
EVENTS = st.one_of(
    st.builds(Pressed, st.sampled_from(Button), st.just(0.0), st.booleans()),
    st.sampled_from(Button).map(lambda button: Pressed(button, 0.0)),
    st.sampled_from(IDS).map(lambda id: Picked(id, 0.0)),
    st.just(Typed("Anna", 0.0)),
    st.just(Tick(0.0)),
    st.sampled_from([EyeFailed("gone", 0.0), EyeBack(0.0), Watched(Stage.HAND, 0.0)]),
)
FOUND = st.sampled_from([None, played(Open(42)), OVER])


def told(screen: Screen) -> None:
    """Every word is there in both languages, and labels are short."""
    for wording in WORDINGS.values():
        wording.tell(screen.title)
        for labels in screen.buttons.values():
            assert len(wording.tell(labels.press)) <= 12
            assert len(wording.tell(labels.hold)) <= 12
        for block in screen.blocks:
            text = getattr(block, "text", None)
            if text is not None:
                wording.tell(text)


@settings(deadline=None)
@given(st.lists(EVENTS, max_size=80), FOUND, st.booleans())
def test_an_evening_shows_a_screen_and_writes_what_plays_again(
    events: list[Event], found: Game | None, has_page: bool
) -> None:
    state = begun({**FAKES, **FLOWS}, found=found, has_page=has_page)
    game, record = found, None
    for event in events:
        answer = evening.step(state, event)
        for write in answer.writes:
            if isinstance(write, Begin):
                record = begin(write.setup)
            elif write is Order.GO_ON:
                record = game
            elif isinstance(write, Deed):
                assert record is not None
                line = format_action(write.action, record.setup)
                done = play(record, parse_action(line, record.setup))
                assert isinstance(done, Step)
                record = done.state
        state = answer.state
        told(evening.screen(state))
        evening.wish(state)
        now = evening.game_of(state)
        if now is not None:
            assert record is not None
            assert record.state == now.state


def test_a_set_up_looks_only_for_the_colours() -> None:
    assert evening.wish(begun()) == WATCH
    assert evening.wish(step(begun(), A).state).is_wanted


def test_the_eye_stays_shut_while_a_game_with_dice_under_a_box_is_offered() -> None:
    answer = play(begin(ANNA_AND_BRUNO), Open(42))
    assert isinstance(answer, Step)
    assert evening.wish(begun(FLOWS, found=answer.state)) == SHUT
    accused = play(answer.state, Accuse())
    assert isinstance(accused, Step)
    assert evening.wish(begun(FLOWS, found=accused.state)) == WATCH
