"""Read the dice in photos: one table a photo, or one line of JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from device.annotate import draw_reading
from device.cli import FAILED, print_error
from device.photo_reader import OpenReader, Photo, open_reader, read_photo
from device.wording import LANGUAGES, Wording, load_wording
from vision.frame import PictureError
from vision.neutral import Area, Refusal, is_area, light_on
from vision.readings import DieReading, Problem

JPEG_QUALITY = 92


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add PHOTO…, --json, --annotate, --expect, --grey and --lang."""
    parser.add_argument("photos", metavar="PHOTO", nargs="+", help="JPEG or PNG file")
    parser.add_argument(
        "--json",
        action="store_true",
        help="one JSON object a line, in order; a file that is no photo gives no line",
    )
    parser.add_argument("--annotate", metavar="DIR", type=Path, help="draw into copies")
    parser.add_argument("--expect", metavar="N", help="how many dice lie there")
    parser.add_argument(
        "--grey",
        metavar="LEFT,TOP,RIGHT,BOTTOM",
        help="where the photos show a patch of plain grey, in shares of their width "
        "and height, such as 0.9,0.85,0.97,0.95",
    )
    add_language(parser)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add --lang, as all commands have it."""
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=LANGUAGES[0],
        help="language of the texts (default: %(default)s)",
    )


def run(args: argparse.Namespace, opened: OpenReader | None = None) -> int:
    """Read all photos; those that are none are named on stderr."""
    wording = load_wording(args.lang)
    expect = None
    if args.expect is not None:
        if not (args.expect.isascii() and args.expect.isdigit()):
            print_error(wording.say("error.bad_expect", {"given": args.expect}))
            return FAILED
        expect = int(args.expect)
    grey = None if args.grey is None else area_in(args.grey)
    if args.grey is not None and grey is None:
        print_error(wording.say("error.bad_grey", {"given": args.grey}))
        return FAILED
    opened = opened or partial(open_reader, grey=grey)
    status, reader, taken = 0, opened(), set[Path]()
    for name in args.photos:
        try:
            photo = read_photo(name, reader, expect)
        except PictureError as error:
            print_error(f"{name}: {wording.refusal(error)}")
            status = FAILED
            continue
        lines = [json_line(photo, wording)] if args.json else table(photo, wording)
        print(*lines, sep="\n", flush=True)
        if grey is not None and isinstance(
            why := light_on(photo.picture, grey), Refusal
        ):
            print_error(f"{name}: {wording.say(f'grey.{why}')}")
        if args.annotate is not None:
            path = annotated_path(name, args.annotate, taken)
            if not save_annotated(photo, path, wording, photo.reading.problems):
                return FAILED
            if not args.json:
                print("  " + wording.say("read.annotated", {"path": path}))
    return status


def area_in(given: str) -> Area | None:
    """A part of a picture from its four numbers; None where they are no such thing."""
    try:
        area = tuple(map(float, given.split(",")))
    except ValueError:
        return None
    return area if is_area(area) else None


def json_line(photo: Photo, wording: Wording) -> str:
    """One photo's reading as one line of JSON."""
    width, height = photo.size
    told = {
        "image": photo.name,
        "width": width,
        "height": height,
        "dice": [die_as_json(die) for die in photo.reading.dice],
        "problems": [
            {"code": problem.code, "text": wording.problem(problem)}
            for problem in photo.reading.problems
        ],
        "ms": photo.ms,
    }
    return json.dumps(told, ensure_ascii=False)


def die_as_json(die: DieReading) -> dict[str, object]:
    """One die: pixels to a tenth, probability to a thousandth."""
    return {
        "value": die.value,
        "confidence": round(die.confidence, 3),
        "sure": die.sure,
        "center": [round(float(x), 1) for x in die.center],
        "corners": [[round(float(x), 1) for x in corner] for corner in die.corners],
        "body": die.body,
        "pips": die.pips,
        "kind": die.kind,
    }


def table(photo: Photo, wording: Wording) -> Iterator[str]:
    """One photo's reading as lines for people."""
    width, height = photo.size
    dice = photo.reading.dice
    unsure = sum(not die.sure for die in dice)
    values = {"image": photo.name, "width": width, "height": height, "unsure": unsure}
    if dice:
        form = "read.header" if unsure else "read.sure"
        yield wording.count(form, len(dice), values)
    else:
        yield wording.say("read.none", values)
    looks = [
        wording.say(
            "read.die", {"body": wording.colour(d.body), "pips": wording.pips(d.pips)}
        )
        for d in dice
    ]
    kinds = [wording.say(f"kind.{die.kind}") for die in dice]
    look_width = max(map(len, looks), default=0)
    kind_width = max(map(len, kinds), default=0)
    for die, look, kind in zip(dice, looks, kinds, strict=True):
        percent = min(99, int(100 * die.confidence))
        ask = "" if die.sure else f"  ? {wording.say('read.ask')}"
        columns = f"{look:{look_width}}  {kind:{kind_width}}  {percent:2} %"
        yield f"  {die.value}  {columns}{ask}"
    for problem in photo.reading.problems:
        yield "  " + wording.say("read.problem", {"text": wording.problem(problem)})


def annotated_path(name: str, folder: Path, taken: set[Path]) -> Path:
    """A file name for an annotated photo, different from all of `taken`."""
    stem = Path(name).stem
    path, number = folder / f"{stem}.read.jpg", 2
    while path in taken:
        path, number = folder / f"{stem}.read.{number}.jpg", number + 1
    taken.add(path)
    return path


def save_annotated(
    photo: Photo, path: Path, wording: Wording, problems: Sequence[Problem]
) -> bool:
    """Draw and save; where that cannot be, say so and return False."""
    image = draw_reading(photo, problems, wording)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        image.save(path, "JPEG", quality=JPEG_QUALITY)
    except OSError as error:
        values = {"path": path, "reason": error.strerror or error}
        print_error(wording.say("error.cannot_write", values))
        return False
    return True
