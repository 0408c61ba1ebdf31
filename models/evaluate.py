"""Measure on rendered tables that training never saw, and on tables without dice.

    python -m models.evaluate --tables 200 --blanks 100 [--photos PHOTOS/dev.json]
        [--first 40] [--keep FOLDER] [--crowded 60] [--numerals 20]

Prints, for dice of Dancing Dice tables under every light: value, kind and player colour
right; of the sure ones; and whole prove right, asked or wrong, as `device.translate`
scores them: as in a game, which knows the count and the players' colours, and as from a
photo alone. Then what is told on rendered tables that have no dice, and on pieces of
photos that show none; on tables crowded with dominoes, buttons, caps, screws, pegs and
keys, often on dotted cloth; and on cubes with numerals, of which nobody was told.
FOLDER keeps the pictures for another run. The first 40 tables were looked at while
`vision.sets` was written, so figures start after them.
"""

from __future__ import annotations

import argparse
import collections
import json
import pickle
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np

from device.translate import score_prova
from models.render.crowd import Crowd, crowded_table, numeral_table
from models.render.games import GamePicture, dancing_table
from models.render.looks import PLAYER_COLOURS
from models.render.table import MAKERS, add_clutter, lens, table_top
from models.sources import CHOOSE_SOURCES
from rules.balli import format_ballo
from vision.layout import MIN_COLOUR
from vision.pipeline import read_picture
from vision.readings import DieReading, TableReading
from vision.session import Models, load_models

#: No training script draws from seeds this high.
SEED = 7_000_000
#: Of the blanks, crowded tables and tables of numeral dice; each adds its number.
BLANK_SEED, CROWDED_SEED, NUMERAL_SEED = 2 * SEED, 3 * SEED, 4 * SEED
#: The tables before this number were looked at while the reader was written.
LOOKED_AT = 40
Count = collections.Counter[str]


def owner_of(die: DieReading) -> str:
    """The player colour that a die's kind and colours name."""
    return {"c": die.pips, "b": die.body}.get(die.kind, "none")


def colours_of(rng: np.random.Generator) -> tuple[str, ...]:
    """The colours of 2 to 6 players."""
    count = int(rng.integers(2, 7))
    return tuple(str(c) for c in rng.choice(PLAYER_COLOURS, count, replace=False))


def table(i: int) -> GamePicture:
    """Table number i: 2 to 6 players, any light, camera 0 to 25° off."""
    rng = np.random.default_rng(SEED + i)
    colours = colours_of(rng)
    shape = "shoe" if rng.random() < 0.7 else "round"
    tilt = float(rng.choice([0, 0, 10, 25]))
    top = str(rng.choice(["wood", "plain", "felt", "weave"]))
    strength = float(rng.uniform(0.1, 0.8))
    return dancing_table(
        rng,
        colours,
        (1280, 960),
        strength=strength,
        tilt_deg=tilt,
        shape=shape,
        top=top,
    )


def tables(
    count: int, folder: Path | None, first: int = LOOKED_AT
) -> Iterator[GamePicture]:
    """So many tables; from the folder where they are there."""
    for i in range(first, first + count):
        path = None if folder is None else folder / f"table-{i:04d}.pickle"
        if path is not None and path.exists():
            yield pickle.loads(path.read_bytes())
            continue
        picture = table(i)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(pickle.dumps(picture))
        yield picture


def count_dice(picture: GamePicture, reading: TableReading, c: Count) -> None:
    """Count what is right die by die."""
    left = list(reading.dice)
    for truth, owner in zip(picture.dice, picture.owners, strict=True):
        c["dice"] += 1
        side = float(np.hypot(*(truth.corners[1] - truth.corners[0])))
        near = [
            d
            for d in left
            if np.hypot(*(np.subtract(d.center, truth.center))) < side / 2
        ]
        if not near:
            c["missed"] += 1
            continue
        die = near[0]
        left.remove(die)
        is_own = owner != "tango"  # the kind of a Tango die says nothing
        right = {
            "value": die.value == truth.value,
            "kind": not is_own or die.kind == truth.kind,
            "colour": not is_own or owner_of(die) == owner,
        }
        sure = die.sure and (not is_own or die.colour_confidence >= MIN_COLOUR)
        c["found"] += 1
        c["sure"] += sure
        for name, ok in right.items():
            c[name] += ok
            c[f"sure {name}"] += ok and sure
    c["extra"] += len(left)
    c["sure extra"] += sum(d.sure for d in left)


def verdict(picture: GamePicture, reading: TableReading) -> str:
    """What a table would have been told of the whole prova."""
    height, width = picture.photo.shape[:2]
    players = len(picture.balli)
    prova = score_prova(reading, (width, height), players=players)
    if not prova.sure or not prova.comparisons:
        return "asked"
    told = {
        score.colour: tuple(sorted_ballo(format_ballo(row)) for row in score.rows or ())
        for score in prova.players
    }
    true = {
        colour: (sorted_ballo(rows["first"]), sorted_ballo(rows["second"]))
        for colour, rows in picture.balli.items()
    }
    same_tango = prova.tango == tuple(sorted(picture.tango))
    return "right" if told == true and same_tango else "WRONG"


def sorted_ballo(row: str) -> str:
    """Dice of a row in one order."""
    return " ".join(sorted(row.split()))


def measure(picture: GamePicture, models: Models, counts: tuple[Count, Count]) -> None:
    """Read one table as a game does, and as a photo alone."""
    in_game, alone = counts
    palette = tuple(picture.balli)
    reading = read_picture(
        picture.photo, models, len(picture.dice), sets=True, palette=palette
    )
    count_dice(picture, reading, in_game)
    in_game[verdict(picture, reading)] += 1
    reading = read_picture(picture.photo, models, sets=True)
    count_dice(picture, reading, alone)
    alone[verdict(picture, reading)] += 1


def blank(i: int, seed: int = BLANK_SEED) -> np.ndarray:
    """A table with clutter and no die."""
    rng = np.random.default_rng(seed + i)
    top = table_top(rng, (960, 720), kind=str(rng.choice(list(MAKERS))))
    top = add_clutter(top, rng, int(rng.integers(0, 25)), float(rng.uniform(20, 60)))
    return lens(top * 0.9, rng, strength=0.5)


def blank_pieces(labels: Path, least: int = 200) -> Iterator[np.ndarray]:
    """The largest piece of every choosing photo that no labelled die touches."""
    for photo in json.loads(labels.read_text()):
        if photo["source"] not in CHOOSE_SOURCES or not photo["complete"]:
            continue
        path = labels.with_suffix("") / photo["file"]
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR_RGB)
        height, width = picture.shape[:2]
        boxes = [d["bbox"] for d in photo["dice"]]
        # Boxes may hold the pips alone: a die reaches this much further.
        grown = [
            (x - w - 30, y - h - 30, 3 * w + 60, 3 * h + 60) for x, y, w, h in boxes
        ]
        pieces = [
            (0, 0, width, int(min(y for _, y, _, _ in grown))),
            (0, int(max(y + h for _, y, _, h in grown)), width, height),
            (0, 0, int(min(x for x, _, _, _ in grown)), height),
            (int(max(x + w for x, _, w, _ in grown)), 0, width, height),
        ]
        x0, y0, x1, y1 = max(pieces, key=lambda p: max(0, p[2] - p[0]) * (p[3] - p[1]))
        if x1 - x0 >= least and y1 - y0 >= least:
            yield picture[max(y0, 0) : y1, max(x0, 0) : x1]


def count_told(crowds: Iterable[Crowd], models: Models) -> tuple[Count, Count, Count]:
    """By name: how many lie there, dice told on them, and surely told."""
    there, told, sure = Count(), Count(), Count()
    for crowd in crowds:
        there.update((*crowd.names, crowd.cloth))
        for die in read_picture(crowd.photo, models).dice:
            name = crowd.what_is_at(*die.center)
            told[name] += 1
            sure[name] += die.sure
    return there, told, sure


def report_told(title: str, counts: tuple[Count, Count, Count]) -> None:
    """Print what was told where no die of pips lies, and on what."""
    there, told, sure = counts
    print(f"{title}: {told.total()} told, {sure.total()} sure")
    for name, count in told.most_common():
        print(f"  on {name} ({there[name]} there): {count} told, {sure[name]} sure")


def report(title: str, c: Count) -> None:
    """Print the figures of one way to read."""
    found, sure = max(c["found"], 1), max(c["sure"], 1)
    print(
        f"{title}: {c['dice']} dice, missed {c['missed']}, extra {c['extra']} "
        f"(sure {c['sure extra']}), sure {c['sure'] / max(c['dice'], 1):.1%}"
    )
    for name in ("value", "kind", "colour"):
        of_sure = c[f"sure {name}"] / sure
        print(f"  {name} right {c[name] / found:.2%}, of the sure {of_sure:.2%}")
    print(f"  prove: right {c['right']}, asked {c['asked']}, WRONG {c['WRONG']}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--first", type=int, default=LOOKED_AT)
    parser.add_argument("--blanks", type=int, default=100)
    parser.add_argument("--crowded", type=int, default=0)
    parser.add_argument("--numerals", type=int, default=0)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    models = load_models(1)
    counts = Count(), Count()
    for picture in tables(args.tables, args.keep, args.first):
        measure(picture, models, counts)
    if args.tables:
        print(f"{args.tables} tables from number {args.first}")
        report("as in a game", counts[0])
        report("from a photo alone", counts[1])
    empty = {f"{args.blanks} rendered tables": [blank(i) for i in range(args.blanks)]}
    if args.photos:
        pieces = list(blank_pieces(args.photos))
        empty[f"{len(pieces)} pieces of photos"] = pieces
    for name, pictures in empty.items():
        dice = [d for one in pictures for d in read_picture(one, models).dice]
        print(
            f"{name} without dice: {len(dice)} told, {sum(d.sure for d in dice)} sure"
        )
    for title, make, seed, count in (
        ("crowded tables", crowded_table, CROWDED_SEED, args.crowded),
        ("tables of numeral dice", numeral_table, NUMERAL_SEED, args.numerals),
    ):
        if count:
            crowds = (make(np.random.default_rng(seed + i)) for i in range(count))
            report_told(f"{count} {title}", count_told(crowds, models))


if __name__ == "__main__":
    main()
