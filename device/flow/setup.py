"""Setting a game up with four buttons: game, seats, colours, names, house rules.

The shortest way is the game, how many play, and "play": all else has a usable value
beforehand, last evening's where there was one. In Dancing Dice the seats come from the
dice on the table, or are ticked by hand. `State.done` has the set-up when it is
complete; its screens are in `setup_screens`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import atan2, pi
from types import MappingProxyType

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
    Stage,
    Typed,
    Watched,
    Wish,
)
from device.flow.screen import Button
from device.flow.setup_options import FIRST, LIVES, Choosable, choosable
from rules.mia import START_LIVES
from rules.setups import GAMES, Option, Seat, Setup, format_setup, parse_setup
from vision.readings import COLOURS, TableReading

#: Colours that a player's dice may have; white and "other" are nobody's.
PLAYER_COLOURS = tuple(c for c in COLOURS if c not in ("white", "other"))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_SEATS = 12  # where the rules have no limit: more do not fit on a screen
LONGEST_NAME = 12
#: Dice of one colour that make a player, where some were not seen.
FEWEST_DICE = 3

NO_WORDS: Mapping[str, str] = MappingProxyType({})


class Step(StrEnum):
    """Which screen of the set-up is shown."""

    GAME = "game"
    SEATS = "seats"
    TABLE = "table"  # the colours are read from the dice
    COLOURS = "colours"  # they are ticked by hand
    READY = "ready"
    NAMES = "names"
    NAME = "name"  # of one seat
    OPTIONS = "options"


@dataclass(frozen=True, slots=True)
class State:
    """A set-up in the making.

    Attributes:
        step: The screen.
        game: Its name in a record.
        seats: How many play.
        colours: Of the seats, in Dancing Dice.
        names: Of the seats; "" for the default.
        lives: Of the seats, in Mia.
        first: The seat that opens.
        options: Those that differ from the printed rules.
        at: The cursor of this screen.
        seat: Whose name is being chosen.
        known: Last evening's seats.
        words: Names for the colours in the language of the table.
        found: Colours seen on the table with their dice; None before a reading.
        stage: What the eye sees.
        request: Number of readings asked for.
        is_blind: Whether the camera gives no pictures.
        slip: Code of what was wrong with a typed name; "" if nothing.
        done: The set-up, once it is complete.
    """

    step: Step = Step.GAME
    game: str = "dancing-dice"
    seats: int = 2
    colours: tuple[str, ...] = ()
    names: tuple[str, ...] = ("",) * MOST_SEATS
    lives: tuple[int, ...] = (START_LIVES,) * MOST_SEATS
    first: int = 0
    options: tuple[tuple[str, Option], ...] = ()
    at: int = 0
    seat: int = 0
    known: tuple[Seat, ...] = ()
    words: Mapping[str, str] = field(default_factory=lambda: NO_WORDS)
    found: tuple[tuple[str, int], ...] | None = None
    stage: Stage = Stage.EMPTY
    request: int = 0
    is_blind: bool = False
    slip: str = ""
    done: Setup | None = None


def start(
    last: Setup | None,
    words: Mapping[str, str] = NO_WORDS,
    *,
    game: str | None = None,
    is_blind: bool = False,
) -> State:
    """Begin with the question for the game.

    Args:
        last: Last evening's set-up, whose game, names and number are offered.
        words: Names for players by their colour, in the language of the table.
        game: A game chosen already.
        is_blind: Whether the camera gives no pictures.
    """
    chosen = game or (last.game if last else next(iter(GAMES)))
    known = last.seats if last else ()
    state = State(game=chosen, known=known, words=words, is_blind=is_blind)
    state = replace(state, at=list(GAMES).index(chosen))
    return _choose_game(state, chosen) if game else state


# --- what a seat is called --------------------------------------------------------


def is_coloured(game: str) -> bool:
    """Whether seats have a colour."""
    return "colour" in GAMES[game].player_keys


def name_of(state: State, seat: int) -> str:
    """The name given, else the colour's word or a letter, other than all given."""
    given = state.names[seat]
    if given:
        return given
    name = LETTERS[seat]
    if is_coloured(state.game) and seat < len(state.colours):
        name = state.words.get(state.colours[seat], state.colours[seat])
    taken = {other.casefold() for other in state.names}
    while name.casefold() in taken:
        name += "'"
    return name


def offered_names(state: State) -> tuple[str, ...]:
    """Last evening's names that nobody has yet, then the default one."""
    mine = state.seat
    taken = {name_of(state, i) for i in range(state.seats) if i != mine}
    default = name_of(_named(state, mine, ""), mine)
    offered = [name for name in _last_names(state) if name and name not in taken]
    return tuple(dict.fromkeys([*offered, default]))


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
            return _see(state, reading, size)
        case EyeFailed():
            return Reply(_blind(state))
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
        return _look(replace(fresh, names=State().names, colours=()))
    names = (*_last_names(state), *State().names)[:MOST_SEATS]
    return replace(fresh, step=Step.SEATS, names=names, colours=())


def _last_names(state: State) -> tuple[str, ...]:
    """Last evening's, where they were more than the word for a colour."""
    words = {*state.words.values()}
    return tuple("" if s.name in words else s.name for s in state.known)


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
    return _look(state)


# --- colours ----------------------------------------------------------------------


def _look(state: State) -> State:
    """Look for the colours on the table; by hand where there is no camera."""
    looking = replace(state, step=Step.TABLE, found=None, request=state.request + 1)
    return _by_hand(looking) if state.is_blind else looking


def _by_hand(state: State) -> State:
    """Tick colours, with those found, or last evening's, ticked already."""
    found = tuple(colour for colour, _ in state.found or ())
    last = tuple(s.colour for s in state.known if s.colour in PLAYER_COLOURS)
    usual = tuple(colour for colour in last if colour is not None)
    ticked = found or state.colours or usual or ("red", "blue")
    return replace(state, step=Step.COLOURS, colours=ticked, at=0)


def _blind(state: State) -> State:
    blind = replace(state, is_blind=True)
    return _by_hand(blind) if state.step is Step.TABLE else blind


def _tick(state: State) -> State:
    colour = menu_of(state)[state.at]
    if colour in state.colours:
        kept = tuple(c for c in state.colours if c != colour)
    else:
        kept = (*state.colours, colour)
    return replace(state, colours=kept)


def can_play(state: State, colours: int) -> bool:
    """Whether so many colours may play."""
    rules = GAMES[state.game]
    return rules.fewest <= colours <= (rules.most or MOST_SEATS)


def _take_found(state: State) -> State:
    return _seat_colours(state, tuple(colour for colour, _ in state.found or ()))


def _take_ticked(state: State) -> State:
    return _seat_colours(state, state.colours)


def _seat_colours(state: State, colours: tuple[str, ...]) -> State:
    """A seat for each colour; who had it last evening has it again."""
    if not can_play(state, len(colours)):
        return replace(state, slip="colours")
    had = {seat.colour: seat.name for seat in state.known}
    names = tuple(had.get(colour, "") for colour in colours)
    padded = (*names, *State().names)[:MOST_SEATS]
    seated = replace(state, colours=colours, seats=len(colours), names=padded)
    return replace(seated, step=Step.READY, at=0)


def _see(state: State, reading: TableReading, size: tuple[int, int]) -> Reply[State]:
    found = colours_on(reading, (size[0] / 2, size[1] / 2))
    return Reply(replace(state, found=found, slip=""), sounds=(Signal.READ,))


def colours_on(
    reading: TableReading, centre: tuple[float, float]
) -> tuple[tuple[str, int], ...]:
    """Players' colours with their number of dice, clockwise from the near side."""
    owners = [_owner(die.kind, die.body, die.pips) for die in reading.dice]
    counts = Counter(owner for owner in owners if owner in PLAYER_COLOURS)

    def turn(colour: str) -> float:
        own = [
            die.center
            for die, owner in zip(reading.dice, owners, strict=True)
            if owner == colour
        ]
        x = sum(point[0] for point in own) / len(own) - centre[0]
        y = sum(point[1] for point in own) / len(own) - centre[1]
        return (atan2(y, x) - pi / 4) % (2 * pi)  # the near side, whole, comes first

    players = [colour for colour, dice in counts.items() if dice >= FEWEST_DICE]
    return tuple((colour, counts[colour]) for colour in sorted(players, key=turn))


def _owner(kind: str, body: str, pips: str) -> str:
    return {"c": pips, "b": body}.get(kind, "")


def _again(state: State) -> State:
    return replace(state, found=None, request=state.request + 1)


# --- names ------------------------------------------------------------------------


def _named(state: State, seat: int, name: str) -> State:
    names = (*state.names[:seat], name, *state.names[seat + 1 :])
    return replace(state, names=names)


def _choose_name(state: State) -> State:
    name = menu_of(state)[state.at]
    return _next_seat(_named(state, state.seat, name))


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
    named = _named(replace(state, seat=seat, slip=""), seat, name)
    return Reply(_next_seat(named), sounds=(Signal.CLICK,))


# --- options ----------------------------------------------------------------------


def value_of(state: State, option: Choosable) -> Option:
    """What is chosen for an option."""
    if option.key == FIRST:
        return state.first
    if option.key == LIVES:
        return state.lives[0]
    if option.key.startswith(f"{LIVES}."):
        return state.lives[int(option.key.partition(".")[2])]
    return dict(state.options).get(option.key, option.values[0])


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


def setup_of(state: State) -> Setup:
    """The set-up as chosen, checked as a record's would be."""
    has_lives = LIVES in GAMES[state.game].player_keys
    seats = tuple(
        Seat(
            name_of(state, seat),
            state.colours[seat] if is_coloured(state.game) else None,
            state.lives[seat]
            if has_lives and state.lives[seat] != START_LIVES
            else None,
        )
        for seat in range(state.seats)
    )
    options = dict(state.options)
    if FIRST in GAMES[state.game].options and state.first:
        options[FIRST] = seats[state.first].name
    return parse_setup(format_setup(Setup(state.game, seats, options)))


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
        Button.A: _take_found,
        Button.B: _again,
        Button.X: _by_hand,
        Button.Y: _back_to_game,
    },
    Step.COLOURS: {
        Button.A: _tick,
        Button.B: _move(1),
        Button.X: _take_ticked,
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
