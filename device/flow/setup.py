"""Setting a game up with four buttons: game, seats, colours, names, house rules.

The shortest way is the game, how many play, and "play": all else has a usable value
beforehand, last evening's where there was one. In Dancing Dice the seats come from the
dice on the table, or are ticked by hand. `State.done` has the set-up when it is
complete; what is known is in `setup_state`, its screens in `setup_screens`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from device.flow.core import (
    WATCH,
    Event,
    EyeBack,
    EyeFailed,
    Picked,
    Pressed,
    Reply,
    Seen,
    Signal,
    Typed,
    Watched,
    Wish,
)
from device.flow.screen import Button
from device.flow.setup_colours import (
    blind,
    by_hand,
    look,
    look_again,
    see,
    take_found,
    take_ticked,
    tick,
)
from device.flow.setup_options import FIRST, LIVES, choosable
from device.flow.setup_state import (
    MOST_SEATS,
    NO_WORDS,
    PLAYER_COLOURS,
    State,
    Step,
    is_coloured,
    last_names,
    name_of,
    named,
    offered_names,
    setup_of,
    value_of,
)
from rules.setups import GAMES, Setup

__all__ = ["State", "Step", "menu_of", "start", "step", "wish"]

LONGEST_NAME = 12


def start(
    last: Setup | None,
    words: Mapping[str, str] = NO_WORDS,
    *,
    game: str | None = None,
    is_blind: bool = False,
    has_page: bool = True,
) -> State:
    """Begin with the question for the game.

    Args:
        last: Last evening's set-up, whose game, names and number are offered.
        words: Names for players by their colour, in the language of the table.
        game: A game chosen already.
        is_blind: Whether the camera gives no pictures.
        has_page: Whether names can be typed in the page.
    """
    chosen = game or (last.game if last else next(iter(GAMES)))
    known = last.seats if last else ()
    state = State(
        game=chosen, known=known, words=words, is_blind=is_blind, has_page=has_page
    )
    state = replace(state, at=list(GAMES).index(chosen))
    return _choose_game(state, chosen) if game else state


# --- events -----------------------------------------------------------------------


def step(state: State, event: Event) -> Reply[State]:
    """Answer one event."""
    match event:
        case Pressed(button, is_held=False) if button in PRESSES[state.step]:
            after = PRESSES[state.step][button](replace(state, slip=""))
            return Reply(after, sounds=(Signal.CLICK,))
        case Picked(id):
            return _pick(state, id)
        case Typed(text):
            return _type(state, text)
        case Watched(stage):
            return Reply(replace(state, stage=stage))
        case Seen(reading, size=size) if state.step is Step.TABLE:
            return see(state, reading, size)
        case EyeFailed():
            return Reply(blind(state))
        case EyeBack():
            return Reply(replace(state, is_blind=False))
    return Reply(state)


def wish(state: State) -> Wish:
    """A reading is wanted only for the colours."""
    if state.step is not Step.TABLE:
        return WATCH
    return Wish(is_wanted=True, sets=True, request=state.request)


def menu_of(state: State) -> tuple[str, ...]:
    """The ids of this screen's menu, in order."""
    match state.step:
        case Step.GAME:
            return tuple(GAMES)
        case Step.COLOURS:
            return PLAYER_COLOURS
        case Step.NAMES:
            return tuple(f"seat.{seat}" for seat in range(state.seats))
        case Step.NAME:
            return offered_names(state)
        case Step.OPTIONS:
            return tuple(one.key for one in choosable(state.game, state.seats))
    return ()


def _pick(state: State, id: str) -> Reply[State]:
    ids = menu_of(state)
    if id not in ids:
        return Reply(state)
    at_it = replace(state, at=ids.index(id), slip="")
    return Reply(PRESSES[state.step][Button.A](at_it), sounds=(Signal.CLICK,))


def _move(by: int) -> Callable[[State], State]:
    def move(state: State) -> State:
        return replace(state, at=(state.at + by) % len(menu_of(state)))

    return move


def _to(step: Step, at: int = 0) -> Callable[[State], State]:
    return lambda state: replace(state, step=step, at=at)


# --- game and seats ---------------------------------------------------------------


def _choose_game(state: State, game: str) -> State:
    rules = GAMES[game]
    most = min(rules.most or MOST_SEATS, MOST_SEATS)
    seats = min(max(len(state.known), rules.fewest), most)
    fresh = replace(
        state, game=game, seats=seats, first=0, options=(), lives=State().lives, at=0
    )
    if is_coloured(game):
        return look(replace(fresh, names=State().names, colours=()))
    names = (*last_names(state), *State().names)[:MOST_SEATS]
    return replace(fresh, step=Step.SEATS, names=names, colours=())


def _more_seats(by: int) -> Callable[[State], State]:
    def change(state: State) -> State:
        rules = GAMES[state.game]
        most = min(rules.most or MOST_SEATS, MOST_SEATS)
        seats = min(max(state.seats + by, rules.fewest), most)
        return replace(state, seats=seats, first=min(state.first, seats - 1))

    return change


def _game_at_cursor(state: State) -> State:
    return _choose_game(state, menu_of(state)[state.at])


def _back_to_game(state: State) -> State:
    return replace(state, step=Step.GAME, at=list(GAMES).index(state.game))


def _back_to_seats(state: State) -> State:
    if not is_coloured(state.game):
        return replace(state, step=Step.SEATS)
    return look(state)


# --- names ------------------------------------------------------------------------


def _choose_name(state: State) -> State:
    name = menu_of(state)[state.at]
    return _next_seat(named(state, state.seat, name))


def _next_seat(state: State) -> State:
    after = min(state.seat + 1, state.seats - 1)
    return replace(state, step=Step.NAMES, at=after)


def _name_of_cursor(state: State) -> State:
    return replace(state, step=Step.NAME, seat=state.at, at=0)


def _back_to_names(state: State) -> State:
    return replace(state, step=Step.NAMES, at=state.seat)


def _type(state: State, text: str) -> Reply[State]:
    if state.step not in (Step.NAMES, Step.NAME):
        return Reply(state)
    seat = state.at if state.step is Step.NAMES else state.seat
    name = " ".join("".join(c for c in text if c.isprintable()).split())
    others = [name_of(state, i).casefold() for i in range(state.seats) if i != seat]
    slip = ""
    if len(name) > LONGEST_NAME:
        slip = "too_long"
    elif name.casefold() in others:
        slip = "taken"
    if slip or not name:
        return Reply(replace(state, slip=slip), sounds=(Signal.WRONG,))
    after = named(replace(state, seat=seat, slip=""), seat, name)
    return Reply(_next_seat(after), sounds=(Signal.CLICK,))


# --- options ----------------------------------------------------------------------


def _change_option(state: State) -> State:
    option = choosable(state.game, state.seats)[state.at]
    value = option.after(value_of(state, option))
    if option.key == FIRST:
        return replace(state, first=int(value))
    if option.key == LIVES:
        return replace(state, lives=(int(value),) * MOST_SEATS)
    if option.key.startswith(f"{LIVES}."):
        seat = int(option.key.partition(".")[2])
        lives = (*state.lives[:seat], int(value), *state.lives[seat + 1 :])
        return replace(state, lives=lives)
    others = {key: v for key, v in state.options if key != option.key}
    if value != option.values[0]:
        others[option.key] = value
    return replace(state, options=tuple(others.items()))


def _options(state: State) -> State:
    if not choosable(state.game, state.seats):
        return state
    return replace(state, step=Step.OPTIONS, at=0)


# --- the end ----------------------------------------------------------------------


def _finish(state: State) -> State:
    return replace(state, done=setup_of(state))


Presses = Mapping[Button, Callable[[State], State]]

#: What each button does on each screen.
PRESSES: Mapping[Step, Presses] = {
    Step.GAME: {
        Button.A: _game_at_cursor,
        Button.B: _move(1),
        Button.X: _move(-1),
    },
    Step.SEATS: {
        Button.A: _to(Step.READY),
        Button.B: _more_seats(-1),
        Button.X: _more_seats(1),
        Button.Y: _back_to_game,
    },
    Step.TABLE: {
        Button.A: take_found,
        Button.B: look_again,
        Button.X: by_hand,
        Button.Y: _back_to_game,
    },
    Step.COLOURS: {
        Button.A: tick,
        Button.B: _move(1),
        Button.X: take_ticked,
        Button.Y: _back_to_game,
    },
    Step.READY: {
        Button.A: _finish,
        Button.B: _to(Step.NAMES),
        Button.X: _options,
        Button.Y: _back_to_seats,
    },
    Step.NAMES: {
        Button.A: _name_of_cursor,
        Button.B: _move(1),
        Button.X: _move(-1),
        Button.Y: _to(Step.READY),
    },
    Step.NAME: {
        Button.A: _choose_name,
        Button.B: _move(1),
        Button.X: _move(-1),
        Button.Y: _back_to_names,
    },
    Step.OPTIONS: {
        Button.A: _change_option,
        Button.B: _move(1),
        Button.X: _move(-1),
        Button.Y: _to(Step.READY),
    },
}
