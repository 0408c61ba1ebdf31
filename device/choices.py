"""What is chosen in the menu at the table, kept beside the games for the next evening.

A choice stands until the settings that it was made against are changed: whoever edits
`giudice.toml` afterwards is believed again.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from device.disk import Disk, RealDisk, put_file, sync_folder
from device.wording import LANGUAGES

NAME = "choices.json"


@dataclass(frozen=True, slots=True)
class Choices:
    """What the menu at the table changes for good.

    Attributes:
        language: Of the table.
        has_sound: Whether sounds are on.
    """

    language: str
    has_sound: bool


class BrokenChoicesError(Exception):
    """The file is there and cannot be understood."""


class ChoiceKeeper:
    """Keeps the choices in the folder of the games."""

    def __init__(
        self, folder: Path, settings: Choices, disk: Disk | None = None
    ) -> None:
        """Keep choices that differ from the settings.

        Args:
            folder: Of the games.
            settings: What holds where nothing was chosen.
            disk: To write on.
        """
        self._folder = folder
        self._settings = settings
        self._disk = disk or RealDisk()

    def load(self) -> Choices:
        """What was chosen, else the settings.

        Raises:
            BrokenChoicesError: The file is broken; the settings hold.
            OSError: It cannot be read.
        """
        try:
            content = self._disk.read(str(self._folder / NAME))
        except FileNotFoundError:
            return self._settings
        try:
            kept = json.loads(content)
            chosen, instead_of = _choices(kept["chosen"]), _choices(kept["instead_of"])
        except (ValueError, KeyError, TypeError) as error:
            raise BrokenChoicesError(f"{NAME}: {error!r}") from error
        own = self._settings
        has_language = instead_of.language == own.language
        has_sound = instead_of.has_sound == own.has_sound
        return Choices(
            chosen.language if has_language else own.language,
            chosen.has_sound if has_sound else own.has_sound,
        )

    def keep(self, choices: Choices) -> None:
        """Write them so that after a power cut it is the old file or the new one.

        Raises:
            OSError: They cannot be written.
        """
        kept = {"chosen": asdict(choices), "instead_of": asdict(self._settings)}
        folder = str(self._folder)
        put_file(self._disk, folder, NAME, json.dumps(kept).encode())
        sync_folder(self._disk, folder)


def _choices(given: dict[str, object]) -> Choices:
    language, has_sound = given["language"], given["has_sound"]
    if language not in LANGUAGES or not isinstance(has_sound, bool):
        raise ValueError("not a choice")
    return Choices(str(language), has_sound)
