"""Watch a short game of Dancing Dice being played, or read the package's pictures.

Neither needs any hardware. The game goes on in the terminal and in the page; it ends by
itself.
"""

from __future__ import annotations

import argparse
import json
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from math import dist
from pathlib import Path
from tempfile import TemporaryDirectory

from device.cli import FAILED, print_error
from device.commands.read import add_language, annotated_path, save_annotated, table
from device.commands.score import READERS, read_prova
from device.photo_reader import OpenReader, Photo, Reader, read_photo
from device.scoresheet import mia_lines, prova_lines
from device.translate import MIA_DICE, score_mia, score_prova
from device.wording import Wording, load_wording
from vision.frame import PictureError
from vision.readings import DieReading, Point, Problem

#: Problems that a die's own `?` tells already.
SHOWN_ON_DIE = frozenset({"unsure_die", "unsure_colour"})

#: The page of a demonstration is for this machine alone.
HOST, PORT = "127.0.0.1", 8080


@dataclass(frozen=True, slots=True)
class TrueDie:
    """A die as it was rendered: value, kind, and middle in pixels."""

    value: int
    kind: str
    center: Point


@dataclass(frozen=True, slots=True)
class DemoPicture:
    """A picture of the package: file name, game, and what really lies there."""

    file: str
    game: str
    dice: tuple[TrueDie, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --pictures, --out, --port, --no-page and --lang."""
    parser.add_argument(
        "--pictures",
        action="store_true",
        help="read, score and annotate the pictures of the package instead",
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        default=Path("giudice-demo"),
        help="where the annotated pictures go (default: %(default)s)",
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=int,
        help="port of the page (default: 8080, or a free one)",
    )
    parser.add_argument("--no-page", action="store_true", help="serve no page")
    add_language(parser)


def run(
    args: argparse.Namespace,
    open_reader: OpenReader | None = None,
    source: Traversable | None = None,
) -> int:
    """Play the game of the demonstration, or read the pictures."""
    if args.pictures:
        return _read_pictures(args, open_reader, source)
    return _play(args)


def _play(args: argparse.Namespace) -> int:
    # With threads, sockets and nets: only where a game is played.
    from device.autoplay import UNWATCHED, WATCHED
    from device.config import Config
    from device.page.server import PageError
    from device.table import Asked, run_table

    plain = Config()
    config = replace(
        plain,
        table=replace(plain.table, language=args.lang),
        camera=replace(plain.camera, source="demo"),
        display=replace(plain.display, kind="none"),
        page=replace(plain.page, host=HOST, port=_port(args.port), on=not args.no_page),
        buttons=replace(plain.buttons, on=False),
        led=replace(plain.led, on=False),
        sound=replace(plain.sound, on=False),
    )
    tempo = WATCHED if sys.stdout.isatty() else UNWATCHED
    try:
        with TemporaryDirectory(prefix="giudice-") as folder:
            is_done = run_table(Asked(config, Path(folder), tempo=tempo))
    except PageError as error:
        print_error(str(error))
        return FAILED
    return 0 if is_done else FAILED


def _port(asked: int | None) -> int:
    """The port asked for; else the usual one, or a free one where it is taken."""
    if asked is not None:
        return asked
    with socket.socket() as trial:
        try:
            trial.bind((HOST, PORT))
        except OSError:
            return 0
    return PORT


def _read_pictures(
    args: argparse.Namespace, open_reader: OpenReader | None, source: Traversable | None
) -> int:
    """Read, score and annotate every picture; say what was read right."""
    wording = load_wording(args.lang)
    with as_file(source or files("device") / "demo") as folder:
        try:
            pictures = load_pictures(folder)
        except OSError:
            print_error(wording.say("demo.no_pictures"))
            return FAILED
        opened = {game: open_reader or READERS[game] for game in READERS}
        readers = {game: opener() for game, opener in opened.items()}
        taken = set[Path]()
        for picture in pictures:
            path = annotated_path(picture.file, args.out, taken)
            reader = readers[picture.game]
            if not _show(folder / picture.file, picture, path, reader, wording):
                return FAILED
    print(wording.say("demo.saved", {"folder": args.out.resolve()}))
    return 0


def load_pictures(folder: Path) -> list[DemoPicture]:
    """The pictures of a folder with a `truth.json`.

    Raises:
        OSError: There is no such folder or file.
    """
    told = json.loads((folder / "truth.json").read_text("utf-8"))
    return [
        DemoPicture(
            one["file"],
            one["game"],
            tuple(
                TrueDie(die["value"], die["kind"], tuple(die["center"]))
                for die in one["dice"]
            ),
        )
        for one in told
    ]


def count_right(dice: tuple[DieReading, ...], truth: tuple[TrueDie, ...]) -> int:
    """How many true dice were read: value and kind, within the face's half edge."""
    return sum(
        any(
            (die.value, die.kind) == (one.value, one.kind)
            and dist(die.center, one.center) < dist(die.corners[0], die.corners[1]) / 2
            for die in dice
        )
        for one in truth
    )


def _show(
    source: Path, picture: DemoPicture, path: Path, reader: Reader, wording: Wording
) -> bool:
    try:
        photo = _read(source, picture, reader)
    except PictureError as error:
        print_error(f"{source}: {wording.refusal(error)}")
        return False
    print(*table(photo, wording), sep="\n")
    right = count_right(photo.reading.dice, picture.dice)
    values = {"right": right, "count": len(picture.dice)}
    print("  " + wording.say("demo.truth", values))
    lines, problems = _score(picture, photo, wording)
    print("", *lines, sep="\n")
    if not save_annotated(photo, path, wording, problems):
        return False
    print(wording.say("read.annotated", {"path": path}), end="\n\n\n")
    return True


def _read(source: Path, picture: DemoPicture, reader: Reader) -> Photo:
    if picture.game == "mia":
        photo = read_photo(str(source), reader, MIA_DICE)
    else:
        photo = read_prova(str(source), reader, has_tango=False)
    return Photo(picture.file, photo.picture, photo.reading, photo.ms)


def _score(
    picture: DemoPicture, photo: Photo, wording: Wording
) -> tuple[Iterator[str], list[Problem]]:
    """The score's lines, and the problems to draw: those that `?` does not tell."""
    if picture.game == "mia":
        mia = score_mia(photo.reading)
        return mia_lines(photo.name, mia, None, wording), _drawn(mia.problems)
    prova = score_prova(photo.reading, photo.size)
    return prova_lines(photo.name, prova, wording), _drawn(prova.problems)


def _drawn(problems: tuple[Problem, ...]) -> list[Problem]:
    return [p for p in problems if p.code not in SHOWN_ON_DIE]
