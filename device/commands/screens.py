"""Draw example screens as PNG files, and all of them on one sheet."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from device.cli import FAILED, print_error
from device.commands.read import add_language
from device.screens import draw
from device.screens.example_table import example_picture
from device.screens.examples import examples
from device.wording import Wording, load_wording

#: Room around a screen on a sheet, in pixels, and how many stand side by side.
GAP, COLUMNS = 12, 4
GROUND = (120, 124, 132)
#: A sheet has few colours, so that its file is small.
SHEET_COLOURS = 128
#: Panels up to this width are shown twice as large on a sheet.
SMALL_WIDTH = 160


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add OUT, --size, --only-sheet and --lang."""
    parser.add_argument("out", metavar="OUT", type=Path, help="where the files go")
    parser.add_argument(
        "--size",
        action="append",
        metavar="WxH",
        help="of the panel, such as 240x240 or 128x64; may be given again "
        "(default: 320x240)",
    )
    parser.add_argument(
        "--only-sheet", action="store_true", help="write nothing but the sheets"
    )
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Draw them; say how many and where."""
    wording = load_wording(args.lang)
    count = 0
    for given in args.size or ["320x240"]:
        size = read_size(given)
        if size is None:
            print_error(wording.say("screen.bad_size", {"given": given}))
            return FAILED
        images = draw_examples(wording, args.lang, size)
        try:
            _save(args.out, given.lower(), images, args.only_sheet)
        except OSError as error:
            values = {"path": args.out, "reason": error.strerror or error}
            print_error(wording.say("error.cannot_write", values))
            return FAILED
        count += len(images)
    print(wording.count("screen.saved", count, {"folder": args.out.resolve()}))
    return 0


def read_size(given: str) -> tuple[int, int] | None:
    """`320x240` as (320, 240); None where it is no size that can be drawn."""
    width, _, height = given.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        return None
    size = int(width), int(height)
    return size if 96 <= size[0] <= 2000 and 48 <= size[1] <= 2000 else None


def draw_examples(
    wording: Wording, language: str, size: tuple[int, int]
) -> list[tuple[str, Image.Image]]:
    """Every example by its name."""
    return [
        (screen.name, draw(screen, wording, size, example_picture))
        for screen in examples(language)
    ]


def _save(
    folder: Path, size: str, images: Sequence[tuple[str, Image.Image]], is_sheet: bool
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    sheet = contact_sheet([image for _, image in images])
    sheet.quantize(SHEET_COLOURS, dither=Image.Dither.NONE).save(
        folder / f"{size}.png", optimize=True
    )
    if is_sheet:
        return
    (folder / size).mkdir(exist_ok=True)
    for number, (name, image) in enumerate(images, 1):
        image.save(folder / size / f"{number:02}-{name}.png")


def contact_sheet(images: Sequence[Image.Image]) -> Image.Image:
    """All pictures, of one size, in rows."""
    times = 2 if images[0].width <= SMALL_WIDTH else 1
    width, height = (edge * times for edge in images[0].size)
    rows = -(-len(images) // COLUMNS)
    whole = (COLUMNS * (width + GAP) + GAP, rows * (height + GAP) + GAP)
    sheet = Image.new("RGB", whole, GROUND)
    for index, image in enumerate(images):
        row, column = divmod(index, COLUMNS)
        spot = (GAP + column * (width + GAP), GAP + row * (height + GAP))
        sheet.paste(image.resize((width, height), Image.Resampling.NEAREST), spot)
    return sheet
