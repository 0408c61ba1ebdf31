"""The evening: a game is gone on with or set up, played, won, and played again.

This is the flow that the app runs. It hands events to the set-up or to the game's own
flow, lays the menu over both (hold X) or the teaching of dice, and says what is to be
written down: `Begin` a record, `Order.GO_ON` with the one that was found, the game's
deeds, and dice that were taught.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from device.flow import evening_menu as menu
from device.flow import setup, teaching
from device.flow.core import (
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
)
from device.flow.evening_menu import Do
from device.flow.evening_screens import (
    facts,
    flow_screen,
    is_over,
    rows,
    screen,
    wish,
)
from device.flow.evening_state import (
    Answer,
    Begin,
    Offer,
    Order,
    Page,
    Playing,
    State,
    Words,
    Write,
    flow_of,
    game_of,
)
from device.flow.games import Flow, Flows
from device.flow.screen import (
    Button,
    Mood,
    Screen,
)
from device.rule_book import RuleBook
from rules.core import Step, Undo
from rules.referee import Game, begin, play
from rules.setups import GAMES

__all__ = [
    "NO_CAMERA",
    "Answer",
    "Begin",
    "Order",
    "Playing",
    "State",
    "Words",
    "Write",
    "game_of",
    "restarted",
    "rows",
    "screen",
    "start",
    "step",
    "wish",
    "words",
]

#: Code of `EyeFailed` where the table was set up without a camera.
NO_CAMERA = "none"
#: What enters dice by hand where the camera gives no pictures, in every reading.
BY_HAND = Button.B
#: A second press that was meant for the screen before the winner comes within this.
SETTLED_S = 1.5


def words(colours: Mapping[str, str], book: RuleBook) -> Words:
    """A language's words, with its rules cut into pages once."""
    return Words(colours, {game: menu.pages(book, game) for game in GAMES})


# --- where it begins --------------------------------------------------------------


def start(
    flows: Flows,
    words: Mapping[str, Words],
    *,
    found: Game | None = None,
    language: str = "it",
    has_sound: bool = True,
    has_page: bool = False,
    game: str | None = None,
) -> State:
    """Offer the game that was found, or ask which one is to be played.

    Args:
        flows: By game.
        words: By language.
        found: The last game on disk.
        language: Of the table.
        has_sound: Whether sounds are on.
        has_page: Whether phones can be paired.
        game: Chosen already: a new one is set up.
    """
    last = found.setup if found else None
    colours = words[language].colours
    page: Page = setup.start(last, colours, game=game, has_page=has_page)
    if found is not None and game is None:
        page = Offer(found, is_found=True)
    return State(
        page,
        flows,
        words,
        language,
        has_sound=has_sound,
        has_page=has_page,
        last=last,
    )


def restarted(state: State, now_s: float) -> State:
    """The same evening with its page begun anew from the record: nothing else held."""
    game = game_of(state)
    closed = replace(state, menu=None, teaching=None)
    if game is not None:
        return _playing(closed, game, now_s)
    return replace(closed, page=_new_setup(state))


# --- events -----------------------------------------------------------------------


def step(state: State, event: Event) -> Answer:
    """Answer one event."""
    answer = _step(state, event)
    return replace(answer, state=_timed(answer.state, event))


def _timed(state: State, event: Event) -> State:
    """Time the winner: only after a while may the next press leave the game."""
    if not is_over(state):
        return replace(state, over_s=None, may_rematch=False)
    if state.over_s is None:
        return replace(state, over_s=event.now_s)
    is_long = isinstance(event, Tick) and event.now_s - state.over_s >= SETTLED_S
    return replace(state, may_rematch=state.may_rematch or is_long)


def _step(state: State, event: Event) -> Answer:
    state = replace(state, blind=_blindness(state.blind, event))
    if state.teaching is not None:
        return _step_teaching(state, state.teaching, event)
    if isinstance(event, Pressed) and event.is_held and event.button is Button.X:
        opened = None if state.menu is not None else menu.Main()
        return Answer(replace(state, menu=opened), sounds=(Signal.CLICK,))
    if state.menu is not None and isinstance(event, Pressed | Picked | Typed):
        return _step_menu(state, state.menu, event)
    if state.is_stale and isinstance(event, Seen):
        return _left_lying(state, event)
    return _step_page(_freshened(state, event), event)


def _left_lying(state: State, event: Seen) -> Answer:
    """A reading that does not count: where it is waited for, it still is."""
    if isinstance(state.page, Playing) and flow_screen(state).mood is Mood.READING:
        return _step_page(state, Watched(Stage.EMPTY, event.now_s))
    return Answer(state)


def _freshened(state: State, event: Event) -> State:
    """Dice that were taught may lie there still: they are nobody's roll.

    Something that moves, or a person who asks for a reading, makes them count again.
    """
    match event:
        case Pressed() | Picked() | Typed():
            return replace(state, is_stale=False)
        case Watched(stage) if stage in teaching.MOVES:
            return replace(state, is_stale=False)
    return state


def _step_page(state: State, event: Event) -> Answer:
    match state.page:
        case Offer() as offer:
            return _step_offer(state, offer, event)
        case setup.State() as page:
            return _step_setup(state, page, event)
        case Playing() as playing:
            return _step_game(state, playing, event)


def _blindness(blind: str, event: Event) -> str:
    match event:
        case EyeFailed(code):
            return code
        case EyeBack():
            return ""
    return blind


def _step_offer(state: State, offer: Offer, event: Event) -> Answer:
    if not isinstance(event, Pressed) or event.is_held:
        return Answer(state)
    go_on, new = Button.A, Button.B
    if offer.game.state.winners:
        go_on, new = new, go_on
    if event.button is go_on:
        order = (Order.GO_ON,) if offer.is_found else ()
        return Answer(_playing(state, offer.game, event.now_s), order, (Signal.CLICK,))
    if event.button is new:
        return Answer(replace(state, page=_new_setup(state)), (), (Signal.CLICK,))
    return Answer(state)


def _step_setup(state: State, page: setup.State, event: Event) -> Answer:
    if page.step is setup.Step.GAME and event in _language_presses(event.now_s):
        return Answer(_switch_language(state), sounds=(Signal.CLICK,))
    reply = setup.step(page, event)
    done = reply.state.done
    if done is None:
        return Answer(replace(state, page=reply.state), (), reply.sounds)
    playing = _playing(replace(state, last=done), begin(done), event.now_s)
    return Answer(playing, (Begin(done),), reply.sounds)


def _language_presses(now_s: float) -> tuple[Event, ...]:
    return (Pressed(Button.Y, now_s),)


def _step_game(state: State, playing: Playing, event: Event) -> Answer:
    match event:
        case Pressed(Button.A | Button.B, is_held=False) if is_over(state):
            return _leave_winner(state, event)
    flow = flow_of(state)
    reply: Reply[Any] = flow.step(playing.flow, event)
    at = reply.state
    if not _is_step_back(flow.screen(playing.flow), event):
        at = _by_hand(flow, at, state.blind)
    return Answer(replace(state, page=Playing(at)), reply.deeds, reply.sounds)


def _is_step_back(shown: Screen, event: Event) -> bool:
    """Out of the typing, to what else can be done: stop, correct, undo."""
    is_back = isinstance(event, Pressed) and event.button is Button.X
    return is_back and shown.name == "confirm.entry"


def _by_hand(flow: Flow, at: Any, blind: str) -> Any:
    """Where there is no camera on purpose, nobody is told so at every reading."""
    if blind != NO_CAMERA or flow.screen(at).name != "confirm.failed":
        return at
    return flow.step(at, Pressed(BY_HAND, 0.0)).state


def _leave_winner(state: State, press: Pressed) -> Answer:
    """A rematch or another game; nothing while its buttons are not shown yet."""
    if not state.may_rematch:
        return Answer(state)
    if press.button is Button.A:
        return _rematch(state, press.now_s)
    return Answer(replace(state, page=_new_setup(state)), (), (Signal.CLICK,))


def _rematch(state: State, now_s: float) -> Answer:
    """The same seats again."""
    game = game_of(state)
    assert game is not None  # only after a game
    again = _playing(state, begin(game.setup), now_s)
    return Answer(again, (Begin(game.setup),), (Signal.CLICK,))


def _playing(state: State, game: Game, now_s: float) -> State:
    """Hand a game to its flow, which is told at once if there is no camera."""
    flow = state.flows[game.setup.game]
    begun = flow.start(game, now_s)
    if state.blind:
        begun = flow.step(begun, EyeFailed(state.blind, now_s)).state
        begun = _by_hand(flow, begun, state.blind)
    return replace(state, page=Playing(begun), last=game.setup)


def _new_setup(state: State) -> setup.State:
    colours = state.words[state.language].colours
    return setup.start(
        state.last, colours, is_blind=bool(state.blind), has_page=state.has_page
    )


# --- teaching ---------------------------------------------------------------------


def _step_teaching(state: State, taught: teaching.State, event: Event) -> Answer:
    """What is seen now is no game's; that time passes and the camera fails is."""
    if isinstance(event, Tick):
        return _step_page(state, event)
    answer = teaching.step(taught, event)
    is_left = answer.state is None and taught.is_playing and taught.has_moved
    is_stale = state.is_stale or is_left
    after = replace(state, teaching=answer.state, is_stale=is_stale)
    told = Answer(after)
    if isinstance(event, EyeFailed | EyeBack):
        told = _step_page(after, event)
    elif answer.state is None and taught.stage is not None:
        told = _step_page(after, Watched(taught.stage, event.now_s))  # as it is now
    writes = (*answer.writes, *told.writes)
    return Answer(told.state, writes, (*answer.sounds, *told.sounds))


# --- the menu ---------------------------------------------------------------------


def _step_menu(state: State, opened: menu.State, event: Event) -> Answer:
    answer = menu.step(opened, event, facts(state))
    if not isinstance(answer, Do):
        sounds = () if answer == opened else (Signal.CLICK,)
        return Answer(replace(state, menu=answer), sounds=sounds)
    done = _do(state, answer, event.now_s)
    return replace(done, sounds=(Signal.CLICK, *done.sounds))


def _do(state: State, do: Do, now_s: float) -> Answer:
    closed = replace(state, menu=None)
    match do:
        case Do.CLOSE:
            return Answer(closed)
        case Do.UNDO:
            return _undo(closed, now_s)
        case Do.LEAVE:
            return _leave(closed)
        case Do.LANGUAGE:
            return Answer(_switch_language(state))
        case Do.SOUND:
            return Answer(replace(state, has_sound=not state.has_sound))
        case Do.DIMMING:
            return Answer(replace(state, dims=not state.dims))
        case Do.NEW_CODE:
            return Answer(state, (Order.NEW_CODE,))
        case Do.UNPAIR:
            return Answer(state, (Order.UNPAIR,))
        case Do.TEACH:
            is_playing = game_of(state) is not None
            begun = teaching.begin(is_playing=is_playing, has_moved=state.is_stale)
            return Answer(replace(closed, teaching=begun))


def _undo(state: State, now_s: float) -> Answer:
    game = game_of(state)
    taken = None if game is None else play(game, Undo())
    if not isinstance(taken, Step):
        return Answer(state)
    return Answer(_playing(state, taken.state, now_s), (Deed(Undo()),))


def _leave(state: State) -> Answer:
    game = game_of(state)
    if game is None:
        return Answer(state)
    return Answer(replace(state, page=Offer(game, is_found=False)))


def _switch_language(state: State) -> State:
    languages = list(state.words)
    at = (languages.index(state.language) + 1) % len(languages)
    switched = replace(state, language=languages[at])
    if isinstance(switched.page, setup.State):
        colours = state.words[languages[at]].colours
        page = replace(switched.page, words=colours)
        return replace(switched, page=page)
    return switched
