"""The screens of the set-up, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device.flow.core import Stage
from device.flow.screen import (
    Big,
    Block,
    Button,
    Item,
    Labels,
    Menu,
    Mood,
    Note,
    Players,
    Row,
    Say,
    Screen,
    Sign,
    Text,
    Tone,
    say,
)
from device.flow.setup import menu_of
from device.flow.setup_colours import can_play
from device.flow.setup_options import FIRST, LIVES, Choosable, choosable
from device.flow.setup_state import State, Step, name_of, setup_of, value_of
from device.flow.signs import letters_of, signs
from rules.setups import GAMES, Option

DICE_OF_A_PLAYER = 6
MOODS: Mapping[Stage, Mood] = {
    Stage.EMPTY: Mood.WAITING,
    Stage.HAND: Mood.HAND,
    Stage.ROLLING: Mood.HAND,
    Stage.SETTLING: Mood.READING,
    Stage.STILL: Mood.READING,
    Stage.CHANGED: Mood.HAND,
}


def screen(state: State) -> Screen:
    """What is shown now."""
    return SCREENS[state.step](state)


def game_name(game: str) -> Say:
    """What a game is called."""
    return say(f"game.{game}")


def _labels(**words: str) -> Mapping[Button, Labels]:
    return {Button(name): Labels(say(key)) for name, key in words.items()}


MOVES = {"B": "menu.down", "X": "menu.up"}


def _game(state: State) -> Screen:
    items = tuple(Item(game, game_name(game), _players(game)) for game in GAMES)
    return Screen(
        "setup.game",
        say("setup.which_game"),
        Mood.CHOOSE,
        (Menu(items, state.at),),
        _labels(A="menu.take", **MOVES),
    )


def _players(game: str) -> Text:
    rules = GAMES[game]
    if rules.most is None:
        return say("setup.from_players", fewest=rules.fewest)
    return say("setup.players", fewest=rules.fewest, most=rules.most)


def _seats(state: State) -> Screen:
    return Screen(
        "setup.seats",
        game_name(state.game),
        Mood.CHOOSE,
        (Big(say("setup.seats", count=state.seats)), Note(say("setup.how_many"))),
        _labels(A="menu.go_on", B="setup.fewer", X="setup.more", Y="menu.back"),
    )


def _table(state: State) -> Screen:
    if state.found is None:
        return Screen(
            "setup.table",
            game_name(state.game),
            MOODS[state.stage],
            (Big(say("setup.lay_dice")), Note(say("setup.lay_how"))),
            _labels(X="confirm.by_hand", Y="menu.back"),
            must_decide=False,
        )
    is_right = can_play(state, len(state.found))
    labels = {"B": "confirm.again", "X": "confirm.by_hand", "Y": "menu.back"}
    return Screen(
        "setup.found",
        say("setup.whose_dice"),
        Mood.READ if is_right else Mood.STUCK,
        (_found(state, state.found), *_players_asked(state)),
        _labels(**({"A": "confirm.accept"} if is_right else {}), **labels),
    )


def _found(state: State, found: tuple[tuple[str, int], ...]) -> Players:
    """With the letters that the players will have in the game."""
    letters = letters_of([state.words.get(c, c) for c, _ in found])
    return Players(
        tuple(
            Row(
                Sign(letter, colour),
                "",
                note=_dice_note(colour, dice),
                tone=Tone.ASK if dice < DICE_OF_A_PLAYER else Tone.PLAIN,
            )
            for letter, (colour, dice) in zip(letters, found, strict=True)
        )
    )


def _dice_note(colour: str, dice: int) -> Text:
    word = say(f"colour.{colour}")
    if dice >= DICE_OF_A_PLAYER:  # a Tango die may have a player's colour on top
        return word
    return say("setup.dice_seen", colour=word, count=dice)


def _players_asked(state: State) -> tuple[Block, ...]:
    count = len(state.found or ())
    if can_play(state, count):
        return ()
    return (Note(say("setup.wrong_colours", count=count), Tone.ASK),)


def _colours(state: State) -> Screen:
    items = tuple(
        Item(
            colour,
            say(f"colour.{colour}"),
            say("setup.plays") if colour in state.colours else "",
        )
        for colour in menu_of(state)
    )
    blocks: list[Block] = [Menu(items, state.at)]
    if state.slip:
        slip = say("setup.wrong_colours", count=len(state.colours))
        blocks.insert(0, Note(slip, Tone.BAD))
    return Screen(
        "setup.colours",
        say("setup.which_colours"),
        Mood.CHOOSE,
        tuple(blocks),
        _labels(A="setup.tick", B="menu.down", X="confirm.finish", Y="menu.back"),
    )


def _ready(state: State) -> Screen:
    has_options = bool(choosable(state.game, state.seats))
    labels = {"A": "setup.play", "B": "setup.names", "Y": "menu.back"}
    if has_options:
        labels["X"] = "setup.options"
    seats = signs(setup_of(state))
    rows = tuple(_row(state, seat, sign) for seat, sign in enumerate(seats))
    changed = _changed(state)
    notes = (Note(say("setup.changed", count=changed)),) if changed else ()
    return Screen(
        "setup.ready",
        game_name(state.game),
        Mood.CHOOSE,
        (Players(rows), *notes),
        _labels(**labels),
    )


def _row(state: State, seat: int, sign: Sign) -> Row:
    left = str(state.lives[seat]) if LIVES in GAMES[state.game].player_keys else ""
    opens = FIRST in GAMES[state.game].options and seat == state.first
    note = say("setup.opens") if opens else ""
    return Row(sign, name_of(state, seat), left, note, is_turn=opens)


def _changed(state: State) -> int:
    """How many house rules differ from the printed ones."""
    return len(state.options)


def _names(state: State) -> Screen:
    items = tuple(
        Item(f"seat.{seat}", say("setup.seat", number=seat + 1, name=name))
        for seat in range(state.seats)
        if (name := name_of(state, seat))
    )
    return Screen(
        "setup.names",
        say("setup.names_title"),
        Mood.CHOOSE,
        (*_slip(state), Menu(items, state.at), _how_to_type(state)),
        _labels(A="setup.change", Y="confirm.finish", **MOVES),
        takes_text=True,
    )


def _how_to_type(state: State) -> Note:
    return Note(say("setup.type_name" if state.has_page else "setup.type_name_keys"))


def _slip(state: State) -> tuple[Block, ...]:
    return (Note(say(f"setup.{state.slip}"), Tone.BAD),) if state.slip else ()


def _name(state: State) -> Screen:
    items = tuple(Item(name, name) for name in menu_of(state))
    return Screen(
        "setup.name",
        say("setup.who_is", number=state.seat + 1),
        Mood.CHOOSE,
        (*_slip(state), Menu(items, state.at), _how_to_type(state)),
        _labels(A="menu.take", Y="menu.back", **MOVES),
        takes_text=True,
    )


def _options(state: State) -> Screen:
    items = tuple(
        Item(one.key, _option(state, one), _value(state, one))
        for one in choosable(state.game, state.seats)
    )
    return Screen(
        "setup.options",
        say("setup.options_title"),
        Mood.CHOOSE,
        (Menu(items, state.at),),
        _labels(A="setup.change", Y="confirm.finish", **MOVES),
    )


def _option(state: State, option: Choosable) -> Text:
    if option.key.startswith(f"{LIVES}."):
        seat = int(option.key.partition(".")[2])
        return say("option.lives-of", name=name_of(state, seat))
    return say(f"option.{option.key}")


def _value(state: State, option: Choosable) -> Text:
    value = value_of(state, option)
    if option.key == FIRST:
        return name_of(state, int(value))
    return _shown(value)


def _shown(value: Option) -> Text:
    if isinstance(value, bool):
        return say("setup.yes") if value else say("setup.no")
    return str(value)


SCREENS: Mapping[Step, Callable[[State], Screen]] = {
    Step.GAME: _game,
    Step.SEATS: _seats,
    Step.TABLE: _table,
    Step.COLOURS: _colours,
    Step.READY: _ready,
    Step.NAMES: _names,
    Step.NAME: _name,
    Step.OPTIONS: _options,
}
