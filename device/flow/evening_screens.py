"""What an evening shows, and what the eye is to do meanwhile."""

from __future__ import annotations

from dataclasses import replace

from device.flow import (
    dancing_pages,
    setup,
    setup_screens,
    teaching,
    teaching_screens,
)
from device.flow import evening_menu as menu
from device.flow.core import SHUT, WATCH, Wish
from device.flow.dancing_pages import Behind, TakeBack
from device.flow.evening_state import (
    Offer,
    Page,
    Playing,
    State,
    flow_of,
    game_of,
)
from device.flow.games import Flow
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
from rules.referee import Game


def wish(state: State) -> Wish:
    """What the eye is to do; the menu changes nothing about it, teaching does.

    What the page shuts stays shut, whatever lies over it.
    """
    own = page_wish(state)
    if state.teaching is not None and own.is_open:
        return teaching.wish(state.teaching)
    return own


def page_wish(state: State) -> Wish:
    """What it would do for the page itself."""
    match state.page:
        case setup.State() as page:
            return setup.wish(page)
        case Playing(flow):
            return flow_of(state).wish(flow)
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
    if state.teaching is not None:
        return teaching_screens.screen(state.teaching)
    if state.menu is not None:
        return menu.screen(state.menu, facts(state))
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
    shown = flow_screen(state)
    if not is_over(state):
        return shown
    again = {
        Button.A: Labels(say("evening.rematch")) if state.may_rematch else Labels(),
        Button.B: Labels(say("evening.other_game")) if state.may_rematch else Labels(),
    }
    buttons = {**shown.buttons, **again}
    return replace(shown, buttons=buttons, must_decide=False)  # it may stay all night


def is_over(state: State) -> bool:
    """Whether the winner is shown: the game's flow has nothing more to ask."""
    game = game_of(state)
    if game is None or not game.state.winners:
        return False
    return flow_screen(state).mood is Mood.DONE


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


def flow_screen(state: State) -> Screen:
    """What the game's flow shows; only while playing."""
    assert isinstance(state.page, Playing)  # asked only there
    return flow_of(state).screen(state.page.flow)


def facts(state: State) -> menu.Facts:
    """What the menu has to know."""
    game = game_of(state)
    name = game.setup.game if game else None
    if isinstance(state.page, setup.State):
        name = state.page.game
    elif isinstance(state.page, Offer):
        name = state.page.game.setup.game
    rules = state.words[state.language].rules[name] if name else ()
    return menu.Facts(
        game, rules, state.has_sound, state.dims, state.has_page, _no_teach(state)
    )


def _no_teach(state: State) -> str:
    """Why dice cannot be taught now: nothing is seen, or is to be, as under a box.

    Behind the sipari players roll out of each other's sight, but not the camera's,
    and teaching shows what lies there.
    """
    if state.blind:
        return "blind"
    wanted = page_wish(state)
    is_secret = wanted.reveal or not wanted.is_open
    return "shut" if is_secret or _is_behind(state.page) else ""


def _is_behind(page: Page) -> bool:
    match page:
        case Playing(dancing_pages.State(page=Behind() | TakeBack(Behind()))):
            return True
    return False
