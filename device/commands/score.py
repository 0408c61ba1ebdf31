"""Score a photo of a table: all players' balli, or two dice of Mia."""

from __future__ import annotations

import argparse
import json
from math import isfinite

from device.cli import FAILED, print_error
from device.commands.read import add_language
from device.photo_reader import (
    OpenReader,
    Photo,
    Reader,
    open_reader,
    open_sets_reader,
    read_photo,
)
from device.photo_reader import time_reading as read_again
from device.scoresheet import mia_as_json, mia_lines, prova_as_json, prova_lines
from device.translate import MIA_DICE, dice_of_prova, score_mia, score_prova
from device.wording import Wording, load_wording
from rules.dancing_dice import MAX_PLAYERS, MIN_PLAYERS
from rules.mia_scores import exists
from vision.frame import PictureError
from vision.readings import Point


class RefusedError(ValueError):
    """An option's value is refused; the message is one line for the user."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the two games and their options."""
    games = parser.add_subparsers(metavar="GAME", dest="game", required=True)
    dancing = games.add_parser("dancing-dice", help="all players' dice in their rows")
    dancing.add_argument("--tango", metavar="4,1,5", help="where its dice do not tell")
    dancing.add_argument("--centre", metavar="x,y", help="of the table, in pixels")
    dancing.add_argument("--players", metavar="N", help="how many play, if you know")
    mia = games.add_parser("mia", help="two dice, and what was declared about them")
    mia.add_argument("--declared", metavar="54", help="the score that was declared")
    for game in (dancing, mia):
        game.add_argument("photo", metavar="PHOTO", help="JPEG or PNG file")
        game.add_argument("--json", action="store_true", help="one JSON object")
        add_language(game)


#: Players' dice come in sets of one colour; dice of Mia may be any two.
READERS: dict[str, OpenReader] = {
    "dancing-dice": open_sets_reader,
    "mia": open_reader,
}


def run(args: argparse.Namespace, open_reader: OpenReader | None = None) -> int:
    """Score one photo of the chosen game."""
    if open_reader is None:
        open_reader = READERS[args.game]
    wording = load_wording(args.lang)
    score = _score_mia if args.game == "mia" else _score_dancing_dice
    try:
        score(args, wording, open_reader)
    except RefusedError as error:
        print_error(str(error))
        return FAILED
    except PictureError as error:
        print_error(f"{args.photo}: {wording.refusal(error)}")
        return FAILED
    return 0


def _score_dancing_dice(
    args: argparse.Namespace, wording: Wording, open_reader: OpenReader
) -> None:
    tango = parse_tango(args.tango, wording)
    centre = parse_centre(args.centre, wording)
    players = parse_players(args.players, wording)
    photo = read_prova(args.photo, open_reader(), has_tango=tango is not None)
    if centre is not None:
        check_inside(centre, photo.size, args.centre, wording)
    prova = score_prova(
        photo.reading, photo.size, tango=tango, centre=centre, players=players
    )
    if args.json:
        print(json.dumps(prova_as_json(photo, prova, wording), ensure_ascii=False))
    else:
        print(*prova_lines(photo.name, prova, wording), sep="\n")


def _score_mia(
    args: argparse.Namespace, wording: Wording, open_reader: OpenReader
) -> None:
    declared = parse_declared(args.declared, wording)
    photo = read_photo(args.photo, open_reader(), MIA_DICE)
    mia = score_mia(photo.reading, declared)
    if args.json:
        told = mia_as_json(photo, mia, declared, wording)
        print(json.dumps(told, ensure_ascii=False))
    else:
        print(*mia_lines(photo.name, mia, declared, wording), sep="\n")


def read_prova(name: str, reader: Reader, *, has_tango: bool) -> Photo:
    """Read a table; look once more where the colours seen ask for another count.

    Raises:
        PictureError: The file cannot be read as a photo.
    """
    photo = read_photo(name, reader)
    count = dice_of_prova(photo.reading, has_tango=has_tango)
    if count is None or count == len(photo.reading.dice):
        return photo
    again = read_again(name, photo.picture, reader, count)
    return again if len(again.reading.dice) == count else photo


def parse_tango(given: str | None, wording: Wording) -> tuple[int, ...] | None:
    """Three values from 1 to 6, such as 4,1,5 (C-1)."""
    if given is None:
        return None
    words = [word.strip() for word in given.split(",")]
    if len(words) != 3 or not set(words) <= set("123456"):
        raise RefusedError(wording.say("error.bad_tango", {"given": given}))
    return tuple(sorted(int(word) for word in words))


def parse_centre(given: str | None, wording: Wording) -> Point | None:
    """Two numbers, in pixels."""
    if given is None:
        return None
    try:
        x, y = (float(word) for word in given.split(","))
    except ValueError:
        x = y = float("nan")
    if not (isfinite(x) and isfinite(y)):
        raise RefusedError(wording.say("error.bad_centre", {"given": given}))
    return (x, y)


def check_inside(
    centre: Point, size: tuple[int, int], given: str, wording: Wording
) -> None:
    """The table's centre is in the photo, or it is a slip."""
    if not (0 <= centre[0] <= size[0] and 0 <= centre[1] <= size[1]):
        values = {"given": given, "width": size[0], "height": size[1]}
        raise RefusedError(wording.say("error.centre_outside", values))


def parse_players(given: str | None, wording: Wording) -> int | None:
    """2 to 6."""
    allowed = [str(n) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
    if given is not None and given not in allowed:
        raise RefusedError(wording.say("error.bad_players", {"given": given}))
    return None if given is None else int(given)


def parse_declared(given: str | None, wording: Wording) -> int | None:
    """A score that exists in Mia (M-1)."""
    if given is None:
        return None
    is_number = given.isascii() and given.isdigit() and len(given) == MIA_DICE
    if not (is_number and exists(int(given))):
        raise RefusedError(wording.say("error.bad_declared", {"given": given}))
    return int(given)
