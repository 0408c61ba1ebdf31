"""The games that were kept, told again from their records, with their proof.

It only reads what `device.journal` has written: `games/000034.jsonl` and, for line 12
of that game, `evidence/000034-00012.jpg`, `000034-00012.2.jpg` and so on. Names are
made from numbers here; nothing that a browser sends becomes part of a path in any other
way. A record is told as far as it can be read.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from device.page.chronicle import Entry, Story, tell_story
from device.page.judged import marks_of, sizes_of
from device.statistics import PlayerStatistics, Statistics, gather
from device.wording import Wording
from vision.readings import COLOURS

NAME = re.compile(r"(\d{6,})\.jsonl")
PROOF = re.compile(r"(\d{6,})-(\d{5,})(?:\.(\d+))?\.jpg")
#: More than any evening; a file beyond it is not of our making.
MOST_BYTES = 8_000_000
MOST_GAMES = 100
#: Counts of a player, in the order they are told.
DETAILS = (
    "danced",
    "judged_well",
    "tanghi",
    "rocks",
    "galas",
    "vivacita_lost",
    "accusations_right",
    "accusations_wrong",
    "lies_caught",
    "lives_lost",
    "attacks",
    "points_lost",
    "combinations",
)
FACES = (1, 2, 3, 4, 5, 6)

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class _Kept:
    """A story and the state of the file that it was told from."""

    state: tuple[int, int]
    story: Story | None


class Archive:
    """Reads one folder of games; may be called from any thread."""

    def __init__(self, folder: Path | None) -> None:
        """Read `folder`, the journal's; without one there is no history."""
        self._folder = folder
        self._lock = threading.Lock()
        self._stories: dict[int, _Kept] = {}
        self._gathered: tuple[object, Statistics] | None = None

    def games(self, wording: Wording) -> list[Json]:
        """The last games in short, the newest first."""
        numbers = sorted(self._numbers(), reverse=True)[:MOST_GAMES]
        stories = ((number, self.story(number)) for number in numbers)
        return [
            _head(number, story, wording)
            for number, story in stories
            if story is not None
        ]

    def game(self, number: int, wording: Wording) -> Json | None:
        """One game, action by action, the newest first; None where there is none."""
        story = self.story(number)
        if story is None:
            return None
        proofs = self._proofs(number)
        entries = [
            _entry(entry, self._pictures(number, entry, proofs), wording)
            for entry in reversed(story.entries)
        ]
        return {**_head(number, story, wording), "entries": entries}

    def picture(self, number: int, line: int, part: int = 1) -> bytes | None:
        """The JPEG that a line rests on; None where there is none any more.

        Args:
            number: Of the game.
            line: Of its record.
            part: Which of them, where there are several; from 1.
        """
        if self._folder is None:
            return None
        ending = "jpg" if part == 1 else f"{part}.jpg"
        name = f"{number:06d}-{line:05d}.{ending}"
        return _read(self._folder / "evidence" / name)

    def _pictures(
        self, number: int, entry: Entry, proofs: set[tuple[int, int]]
    ) -> list[Json]:
        """What a line rests on; outlined where it is known how it was taken."""
        parts = sorted(part for line, part in proofs if line == entry.line)
        if not parts:
            return []
        assert self._folder is not None  # a proof is one of its files
        name = f"{number:06d}-{entry.line:05d}.json"
        sizes = sizes_of(_read(self._folder / "evidence" / name))
        marks = marks_of(entry.seen, len(sizes))
        return [
            {
                "address": f"/proof/{number}/{entry.line}/{part}.jpg",
                "size": sizes[part - 1] if part <= len(sizes) else None,
                "marks": marks[part - 1] if part <= len(sizes) else [],
            }
            for part in parts
        ]

    def statistics(self, wording: Wording) -> Json:
        """What all games tell of players and dice; gathered anew after a change."""
        with self._lock:
            states = {number: self._state(number) for number in self._numbers()}
            if self._gathered is None or self._gathered[0] != states:
                self._gathered = (states, gather(self.records()))
            told = self._gathered[1]
        return {
            "players": [_player(player, wording) for player in told.players],
            "dice": [
                {
                    "title": wording.say(f"statistics.{fair.dice}"),
                    "counts": list(fair.counts),
                    "throws": fair.throws,
                    "verdict": fair.verdict,
                    "chiSquare": fair.chi_square,
                    "p": fair.p,
                    "meaning": wording.tell(fair.meaning),
                }
                for fair in told.dice
            ],
            "onlyThrows": wording.say("statistics.only_throws"),
        }

    def records(self) -> list[bytes]:
        """Every record of the folder, the oldest first."""
        contents = (self._record(number) for number in sorted(self._numbers()))
        return [content for content in contents if content is not None]

    def story(self, number: int) -> Story | None:
        """A game as told from its record; told once as long as the file is the same."""
        with self._lock:
            state = self._state(number)
            kept = self._stories.get(number)
            if state is None:
                return None
            if kept is None or kept.state != state:
                content = self._record(number)
                story = None if content is None else tell_story(content)
                kept = self._stories[number] = _Kept(state, story)
            return kept.story

    def _numbers(self) -> list[int]:
        return [int(found[1]) for found in self._matches("games", NAME)]

    def _proofs(self, number: int) -> set[tuple[int, int]]:
        """Line and part of each picture that is kept."""
        found = self._matches("evidence", PROOF)
        of_game = (each for each in found if int(each[1]) == number)
        return {(int(each[2]), int(each[3] or 1)) for each in of_game}

    def _matches(self, name: str, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        if self._folder is None:
            return []
        try:
            names = [path.name for path in (self._folder / name).iterdir()]
        except OSError:  # none was kept yet, or the card is gone
            return []
        return [found for each in names if (found := pattern.fullmatch(each))]

    def _state(self, number: int) -> tuple[int, int] | None:
        if self._folder is None:
            return None
        try:
            stat = (self._folder / "games" / f"{number:06d}.jsonl").stat()
        except OSError:
            return None
        return stat.st_size, stat.st_mtime_ns

    def _record(self, number: int) -> bytes | None:
        assert self._folder is not None  # a number comes from its files
        content = _read(self._folder / "games" / f"{number:06d}.jsonl")
        if content is None:
            return None
        return content[: content.rfind(b"\n") + 1]  # a line being written is not told


def _read(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError:
        return None
    return content if len(content) <= MOST_BYTES else None


def _head(number: int, story: Story, wording: Wording) -> Json:
    return {
        "number": number,
        "game": story.game,
        "title": wording.say(f"page_game.{story.game}"),
        "players": list(story.players),
        "winners": list(story.winners),
        "actions": len(story.entries),
        "isBroken": story.is_broken,
    }


def _entry(entry: Entry, pictures: list[Json], wording: Wording) -> Json:
    lines = [wording.tell(text) for text in entry.texts]
    return {
        "line": entry.line,
        "texts": lines,
        "rules": list(entry.rules),
        "isUndone": entry.is_undone,
        "pictures": pictures,
        "seen": _groups(entry.seen, wording),
    }


def _player(player: PlayerStatistics, wording: Wording) -> Json:
    """A player; of what is counted only what came up."""
    details = {key: getattr(player, key) for key in DETAILS}
    return {
        "name": player.name,
        "games": player.games,
        "wins": player.wins,
        "details": [
            {"text": wording.say(f"page_statistics.{key}"), "count": count}
            for key, count in details.items()
            if count
        ],
    }


def _groups(seen: object, wording: Wording) -> list[Json]:
    """The dice of a record's note, by player where they are; what is odd is left out.

    A record is a file that somebody may have written by hand: nothing is taken for
    granted about its notes.
    """
    named = seen.items() if isinstance(seen, Mapping) else [("", seen)]
    groups: list[Json] = []
    for name, dice in named:
        if isinstance(dice, list):
            shown = [die for each in dice if (die := _die(each, wording)) is not None]
            if shown:
                groups.append({"name": str(name), "dice": shown})
    return groups


def _die(told: object, wording: Wording) -> Json | None:
    if not isinstance(told, Mapping) or told.get("value") not in FACES:
        return None
    body, pips = (
        colour if (colour := told.get(key)) in COLOURS else "other"
        for key in ("body", "pips")
    )
    return {
        "value": told["value"],
        "read": told.get("read"),
        "body": body,
        "pips": pips,
        "isSure": True,
        "isHeld": False,
        "id": "",
        "word": wording.colour(body),
        "center": _point(told.get("center")),
    }


def _point(value: object) -> list[float] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    return value if all(isinstance(each, int | float) for each in value) else None
