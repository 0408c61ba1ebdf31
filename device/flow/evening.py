"""The evening: a game is gone on with or set up, played, won, and played again.

This is the flow that the app runs. It hands events to the set-up or to the game's own
flow, lays the menu over both (hold X), and says what is to be written down: `Begin` a
record, `GoOn` with the one that was found, and the game's deeds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeAlias

from device.flow import evening_menu as menu
from device.flow import setup, setup_screens
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
    Signal,
    Sound,
    Typed,
    Wish,
)
from device.flow.evening_menu import Do
from device.flow.games import Flow, Flows
from device.flow.screen import (
    Big,
    Button,
    Labels,
    Mood,
    Players,
    Row,
    Screen,
    say,
)
from device.flow.standings import standings, told_so_far
from device.rule_book import RuleBook
from rules.core import Step, Undo
from rules.referee import Game, begin, play
from rules.setups import GAMES, Setup

#: Code of `EyeFailed` where the table was set up without a camera.
NO_CAMERA = "none"
#: What enters dice by hand where the camera gives no pictures, in every reading.
BY_HAND = Button.B


@dataclass(frozen=True)
class Words:
    """What a language has besides the texts of the screens.

    Attributes:
        colours: Names for players by their colour.
        rules: Of each game, cut into pages.
    """

    colours: Mapping[str, str]
    rules: Mapping[str, tuple[menu.Rule, ...]]


def words(colours: Mapping[str, str], book: RuleBook) -> Words:
    """A language's words, with its rules cut into pages once."""
    return Words(colours, {game: menu.pages(book, game) for game in GAMES})


@dataclass(frozen=True, slots=True)
class Offer:
    """A game may be gone on with.

    Attributes:
        game: As it stands.
        is_found: It was found on disk, where the record is to be opened again.
    """

    game: Game
    is_found: bool


@dataclass(frozen=True, slots=True)
class Playing:
    """A game goes on; `flow` is the state of its flow."""

    flow: Any


Page: TypeAlias = Offer | setup.State | Playing


@dataclass(frozen=True)
class State:
    """The evening.

    Attributes:
        page: What goes on.
        flows: By game.
        words: By language; the keys in the order of the switch.
        language: Of the table.
        menu: Open over the page, or None.
        has_sound: Whether sounds are on.
        dims: Whether the display dims when idle.
        has_page: Whether phones can be paired.
        blind: Code of why the camera gives no pictures; "" while it does.
        last: The last set-up, whose seats are offered again.
    """

    page: Page
    flows: Flows
    words: Mapping[str, Words]
    language: str = "it"
    menu: menu.State | None = None
    has_sound: bool = True
    dims: bool = True
    has_page: bool = False
    blind: str = ""
    last: Setup | None = None


@dataclass(frozen=True, slots=True)
class Begin:
    """A new record, by its set-up."""

    setup: Setup


class Order(StrEnum):
    """What else the app is to do."""

    GO_ON = "go_on"  # write to the record that was found
    NEW_CODE = "new_code"
    UNPAIR = "unpair"


Write: TypeAlias = Begin | Deed | Order


@dataclass(frozen=True)
class Answer:
    """The answer to an event: `writes` in order, before the new screen is shown."""

    state: State
    writes: tuple[Write, ...] = ()
    sounds: tuple[Sound, ...] = field(default=())


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
    page: Page = setup.start(last, colours, game=game)
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


def game_of(state: State) -> Game | None:
    """The game going on, if any."""
    if not isinstance(state.page, Playing):
        return None
    game = state.page.flow.game
    assert isinstance(game, Game)  # every flow has it
    return game


def restarted(state: State, now_s: float) -> State:
    """The same evening with its page begun anew from the record: nothing else held."""
    game = game_of(state)
    closed = replace(state, menu=None)
    if game is not None:
        return _playing(closed, game, now_s)
    return replace(closed, page=_new_setup(state))


# --- events -----------------------------------------------------------------------


def step(state: State, event: Event) -> Answer:
    """Answer one event."""
    state = replace(state, blind=_blindness(state.blind, event))
    if isinstance(event, Pressed) and event.is_held and event.button is Button.X:
        opened = None if state.menu is not None else menu.Main()
        return Answer(replace(state, menu=opened), sounds=(Signal.CLICK,))
    if state.menu is not None and isinstance(event, Pressed | Picked | Typed):
        return _step_menu(state, state.menu, event)
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
    if isinstance(event, Pressed) and not event.is_held and _is_over(state):
        if event.button is Button.A:
            return _rematch(state, event.now_s)
        if event.button is Button.B:
            return Answer(replace(state, page=_new_setup(state)), (), (Signal.CLICK,))
    flow = _flow(state)
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


def _is_over(state: State) -> bool:
    """Whether the winner is shown: the game's flow has nothing more to ask."""
    game = game_of(state)
    if game is None or not game.state.winners:
        return False
    return _flow_screen(state).mood is Mood.DONE


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
    return setup.start(state.last, colours, is_blind=bool(state.blind))


# --- the menu ---------------------------------------------------------------------


def _step_menu(state: State, opened: menu.State, event: Event) -> Answer:
    answer = menu.step(opened, event, _facts(state))
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


def _facts(state: State) -> menu.Facts:
    game = game_of(state)
    name = game.setup.game if game else None
    if isinstance(state.page, setup.State):
        name = state.page.game
    elif isinstance(state.page, Offer):
        name = state.page.game.setup.game
    rules = state.words[state.language].rules[name] if name else ()
    return menu.Facts(game, rules, state.has_sound, state.dims, state.has_page)


# --- what comes out ---------------------------------------------------------------


def wish(state: State) -> Wish:
    """What the eye is to do; the menu changes nothing about it."""
    match state.page:
        case setup.State() as page:
            return setup.wish(page)
        case Playing(flow):
            return _flow(state).wish(flow)
        case Offer(game):
            return _wish_at(state.flows[game.setup.game], game)
    return WATCH


def _wish_at(flow: Flow, game: Game) -> Wish:
    """A game that is offered reads nothing; its dice may be under a box, though."""
    return WATCH if flow.wish(flow.start(game, 0.0)).is_open else SHUT


def rows(state: State) -> tuple[Row, ...]:
    """The scoreboard, no further than it has been told; empty without a game."""
    return told_so_far(state.page.flow) if isinstance(state.page, Playing) else ()


def screen(state: State) -> Screen:
    """What is shown now."""
    if state.menu is not None:
        return menu.screen(state.menu, _facts(state))
    shown = _page_screen(state)
    own = shown.buttons.get(Button.X, Labels())
    with_menu = Labels(own.press, say("evening.menu"))
    return replace(shown, buttons={**shown.buttons, Button.X: with_menu})


def _page_screen(state: State) -> Screen:
    match state.page:
        case Offer() as offer:
            return _offer_screen(offer)
        case setup.State() as page:
            return _setup_screen(page)
        case Playing():
            return _game_screen(state)


def _setup_screen(page: setup.State) -> Screen:
    shown = setup_screens.screen(page)
    if page.step is not setup.Step.GAME:
        return shown
    switch = Labels(say("evening.other_language"))
    return replace(shown, buttons={**shown.buttons, Button.Y: switch})


def _game_screen(state: State) -> Screen:
    shown = _flow_screen(state)
    if not _is_over(state):
        return shown
    again = {
        Button.A: Labels(say("evening.rematch")),
        Button.B: Labels(say("evening.other_game")),
    }
    return replace(shown, buttons={**shown.buttons, **again})


def _offer_screen(offer: Offer) -> Screen:
    is_over = bool(offer.game.state.winners)
    go_on = Labels(say("evening.show_again" if is_over else "evening.go_on"))
    new = Labels(say("evening.new_game"))
    first, second = (new, go_on) if is_over else (go_on, new)
    name = setup_screens.game_name(offer.game.setup.game)
    return Screen(
        "evening.offer",
        say("evening.last_game" if is_over else "evening.unfinished"),
        Mood.CHOOSE,
        (Big(name), Players(standings(offer.game))),
        {Button.A: first, Button.B: second},
    )


def _flow_screen(state: State) -> Screen:
    assert isinstance(state.page, Playing)  # asked only there
    return _flow(state).screen(state.page.flow)


def _flow(state: State) -> Flow:
    game = game_of(state)
    assert game is not None  # asked only while playing
    return state.flows[game.setup.game]
