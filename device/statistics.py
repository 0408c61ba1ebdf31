"""What the records of many games tell about the players; pure.

Actions that were taken back count for nothing. Players are one person wherever they
have one name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from device.fairness import Fairness, Throws, judge
from rules import dancing_dice, di_da_do_moves, mia_moves, sei_dadi
from rules.records import BrokenRecordError, Told, parse_action, replay
from rules.referee import Event, Game, TakenBack


@dataclass(slots=True)
class PlayerStatistics:
    """One player, over all games.

    Attributes:
        name: As in the set-ups.
        games: Games played to their end.
        wins: Of these; a shared win is one.
        vivacita_lost: Dancing Dice.
        danced: Balli that came into a comparison.
        judged_well: Of these (DD-7).
        tanghi: Of these, the Tango.
        rocks: Rocks danced (DD-9), Galas left out.
        galas: Galas danced (DD-10).
        lives_lost: Mia, penalties and surrenders included.
        accusations_right: Accusations that found a lie (M-6).
        accusations_wrong: Accusations of what was true.
        lies_caught: Declarations that this player answered for and that were false.
        points_lost: Sei Dadi.
        attacks: Sei Dadi: attacks made (S-4).
        combinations: Di-Da-Do: combinations used.
    """

    name: str
    games: int = 0
    wins: int = 0
    vivacita_lost: int = 0
    danced: int = 0
    judged_well: int = 0
    tanghi: int = 0
    rocks: int = 0
    galas: int = 0
    lives_lost: int = 0
    accusations_right: int = 0
    accusations_wrong: int = 0
    lies_caught: int = 0
    points_lost: int = 0
    attacks: int = 0
    combinations: int = 0


@dataclass(frozen=True, slots=True)
class Statistics:
    """All that the records tell.

    Attributes:
        players: Most wins first, then most games, then by name.
        dice: One for each set of dice that was thrown.
        unfinished: Games without an end.
    """

    players: tuple[PlayerStatistics, ...]
    dice: tuple[Fairness, ...]
    unfinished: int


@dataclass(slots=True)
class _Sums:
    players: dict[str, PlayerStatistics] = field(default_factory=dict)
    throws: Throws = field(default_factory=Throws)
    unfinished: int = 0

    def of(self, game: Game, seat: int) -> PlayerStatistics:
        name = game.setup.names[seat]
        return self.players.setdefault(name, PlayerStatistics(name))


def gather(records: Iterable[bytes]) -> Statistics:
    """Sum up records; of a broken one, what can be replayed."""
    sums = _Sums()
    for record in records:
        told: list[Told] = []
        game = _replayed(record, told)
        if game is not None:
            _add(sums, game, record, standing(told))
    players = sorted(sums.players.values(), key=lambda p: (-p.wins, -p.games, p.name))
    return Statistics(tuple(players), judge(sums.throws), sums.unfinished)


def standing(told: Iterable[Told]) -> list[Told]:
    """What a record tells, without the actions that were taken back."""
    left: list[Told] = []
    for line, events in told:
        if any(isinstance(event, TakenBack) for event in events):
            left.pop()  # the replay has refused an undo of nothing
        else:
            left.append((line, events))
    return left


def _replayed(record: bytes, told: list[Told]) -> Game | None:
    try:
        return replay(record, told.append)
    except BrokenRecordError as error:
        if error.line == 1:
            return None
        lines = record.split(b"\n")
        told.clear()
        return replay(b"\n".join(lines[: error.line - 1]), told.append)


def _add(sums: _Sums, game: Game, record: bytes, told: Iterable[Told]) -> None:
    winners = game.state.winners
    sums.unfinished += not winners
    for seat in range(len(game.setup.names)) if winners else ():
        player = sums.of(game, seat)
        player.games += 1
        player.wins += seat in winners
    lines = record.split(b"\n")
    accused = mia_moves.Accused(0, 0, 0)
    for number, events in told:
        if isinstance(events[0], dancing_dice.Danced):
            _rocks(sums, game, lines[number - 1].decode())
        for event in events:
            sums.throws.add(event)
            if isinstance(event, mia_moves.Accused):
                accused = event
            elif isinstance(event, mia_moves.Revealed):
                _reveal(sums, game, accused, event)
            else:
                _count(sums, game, event)


def _rocks(sums: _Sums, game: Game, line: str) -> None:
    """No event tells of a Rock that was not needed."""
    action = parse_action(line, game.setup)
    assert isinstance(action, dancing_dice.Dance)  # nothing else is danced
    for name, rows in action.balli.items():
        if dancing_dice.is_rock(*rows) and not dancing_dice.is_gala(*rows):
            sums.of(game, game.setup.seat_of[name]).rocks += 1


def _reveal(
    sums: _Sums, game: Game, accused: mia_moves.Accused, event: mia_moves.Revealed
) -> None:
    if event.is_true:
        sums.of(game, accused.player).accusations_wrong += 1
    else:
        sums.of(game, accused.player).accusations_right += 1
        sums.of(game, accused.answers).lies_caught += 1


def _count(sums: _Sums, game: Game, event: Event) -> None:
    match event:
        case dancing_dice.Danced():
            sums.of(game, event.player).danced += 1
            sums.of(game, event.player).tanghi += event.tango
        case dancing_dice.JudgedWell():
            sums.of(game, event.player).judged_well += 1
        case dancing_dice.VivacitaLost():
            sums.of(game, event.player).vivacita_lost += 1
        case dancing_dice.GalaDanced():
            sums.of(game, event.player).galas += 1
        case mia_moves.LivesLost():
            sums.of(game, event.player).lives_lost += event.lives
        case sei_dadi.PointsLost():
            sums.of(game, event.player).points_lost += event.points
        case sei_dadi.AttackBegan():
            sums.of(game, event.player).attacks += 1
        case di_da_do_moves.CombinationUsed():
            sums.of(game, event.player).combinations += 1
