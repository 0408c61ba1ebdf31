"""What is to be read in Dancing Dice, and what its dice mean to the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from device.flow.dancing_laid import SHARED, Laid, PlayerLaid, lay_all, lay_one, rows_of
from device.flow.dancing_pages import State
from device.flow.screen import Say, Text, say
from device.flow.signs import signs
from device.flow.told import Done, Owner, Sense, Size, Told, Wanted
from device.translate import show
from rules import dancing_dice
from rules.core import Step
from rules.dancing_dice import Dance, Rows
from rules.referee import Game, play
from vision.readings import Problem

DICE = 6
#: Stands for the colour of a seat whose set-up names none.
NO_COLOUR = "red"


def still_in(game: Game) -> tuple[int, ...]:
    """The seats that still play."""
    assert isinstance(game.state, dancing_dice.State)  # the only game of this flow
    return game.state.still_in


def owners(game: Game) -> tuple[Owner, ...]:
    """Those still in, in seat order; without those whose colour nobody has told."""
    seats, of_seat = game.setup.seats, signs(game.setup)
    return tuple(
        Owner(colour, of_seat[seat], seats[seat].name)
        for seat in still_in(game)
        if (colour := seats[seat].colour) is not None
    )


def wanted_tango(state: State) -> Wanted:
    """The three Tango dice, alone (DD-2, DD-11)."""
    again = "_again" if state.dancing.prove else ""
    return Wanted(
        say("dancing.tango_title"), say(f"dancing.roll_tango{again}"), expect=SHARED
    )


def wanted_all(state: State) -> Wanted:
    """Six dice of each player still in, with the Tango or without (DD-4)."""
    players = owners(state.game)
    alone, together = DICE * len(players), DICE * len(players) + SHARED
    counts = (alone, together) if state.is_tango_aside else (together, alone)
    return Wanted(
        title_of_prova(state),
        say("dancing.lay_all"),
        expect=counts[0],
        also=counts[1:],
        sets=True,
        palette=tuple(owner.colour for owner in players),
        owners=players,
        kinds=True,
        shared=say("dancing.of_tango"),
        sense=AllDice(state.game),
        has_own_hand=True,
    )


def wanted_one(state: State, seat: int) -> Wanted:
    """One player's six dice, the primo ballo above (DD-4)."""
    colour = state.game.setup.seats[seat].colour
    own = tuple(owner for owner in owners(state.game) if owner.colour == colour)
    return Wanted(
        say("dancing.one_title", name=state.names[seat]),
        say("dancing.lay_one"),
        expect=DICE,
        sets=True,
        palette=() if colour is None else (colour,),
        owners=own,
        kinds=True,
        sense=OneSeat(state.game, seat),
        has_own_hand=True,
    )


def wanted_row(state: State, seat: int, row: int) -> Wanted:
    """One row by hand: three values."""
    title = say(
        "dancing.hand_title", name=state.names[seat], row=say(f"dancing.row_{row}")
    )
    return Wanted(title, expect=3, is_quick=True)


def title_of_prova(state: State) -> Say:
    """Which prova it is."""
    return say("dancing.prova", number=state.dancing.prove + 1)


# --- what dice mean --------------------------------------------------------------


@dataclass(frozen=True)
class AllDice:
    """The sense of everybody's dice in one picture; see `told.MakeSense`."""

    game: Game

    def lay(self, dice: tuple[Told, ...], size: Size) -> Laid:
        """Give them to the players."""
        return lay_all(dice, size, [owner.colour for owner in owners(self.game)])

    def __call__(self, dice: tuple[Told, ...], size: Size) -> Sense:
        """Problems, owners and, where all is told, how it would be judged."""
        if not dice:
            return Sense()
        laid, state = self.lay(dice, size), self.game.state
        assert isinstance(state, dancing_dice.State)  # the only game of this flow
        middle = [dice[i].die.value for i in laid.shared]
        is_tango = len(middle) == SHARED and tuple(sorted(middle)) == state.tango
        problems = laid.problems
        if len(middle) == SHARED and not is_tango:
            problems = (*problems, _differs(middle, state.tango or ()))
        return Sense(
            problems,
            laid.owners(len(dice)),
            laid.doubtful,
            frozenset(laid.shared) if is_tango else frozenset(),
            "" if problems else self._preview(dice, laid),
            laid=laid,
        )

    def _preview(self, dice: tuple[Told, ...], laid: Laid) -> Text:
        """Who is judged well, where all rows are known."""
        rows = known_rows(dice, laid.players, self.game)
        if len(rows) < len(still_in(self.game)):
            return ""
        answer = play(self.game, dance(self.game, rows))
        if not isinstance(answer, Step):
            return ""
        after = answer.state.state
        assert isinstance(after, dancing_dice.State)  # as it was
        of_seat = signs(self.game.setup)
        well: list[Text] = [
            " ".join(of_seat[seat].letter for seat in sorted(each.judged_well))
            for each in after.comparisons
        ]
        if len(well) == 1:
            return say("dancing.preview_first", first=well[0])
        return say("dancing.preview", first=well[0], second=well[1])


@dataclass(frozen=True)
class OneSeat:
    """The sense of one player's dice in a picture of their own."""

    game: Game
    seat: int

    def lay(self, dice: tuple[Told, ...], size: Size) -> Laid:
        """Give them to the player; the kinds count, and colours only raise doubts."""
        colour = self.game.setup.seats[self.seat].colour
        if colour is not None:
            return lay_one(dice, size, colour)
        laid = lay_one(dice, size, NO_COLOUR)
        return Laid(laid.players, laid.shared, laid.problems, frozenset())

    def __call__(self, dice: tuple[Told, ...], size: Size) -> Sense:
        """Problems and owners."""
        if not dice:
            return Sense()
        laid = self.lay(dice, size)
        owners_of = laid.owners(len(dice))
        return Sense(laid.problems, owners_of, laid.doubtful, laid=laid)


def _differs(middle: list[int], tango: tuple[int, ...]) -> Problem:
    values = (("found", show(tuple(middle))), ("expected", show(tango)))
    text = f"the middle shows {values[0][1]}, the Tango is {values[1][1]}"
    return Problem("tango_differs", text, values=values)


def laid_of(done: Done) -> Laid:
    """What was found out about accepted dice."""
    assert isinstance(done.sense.laid, Laid)  # the senses above put it there
    return done.sense.laid


def seat_of(game: Game, colour: str) -> int:
    """The seat that plays a colour."""
    return [seat.colour for seat in game.setup.seats].index(colour)


def known_rows(
    dice: tuple[Told, ...], players: Iterable[PlayerLaid], game: Game
) -> dict[int, Rows]:
    """The rows of all players whose rows can be told, by seat."""
    return {
        seat_of(game, one.colour): rows_of(dice, one.near, one.far)
        for one in players
        if one.near is not None and one.far is not None
    }


def dance(game: Game, rows: dict[int, Rows]) -> Dance:
    """The action of a prova, in seat order."""
    names = game.setup.names
    return Dance({names[seat]: rows[seat] for seat in sorted(rows)})
