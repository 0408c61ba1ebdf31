"""What the table reads, by key and language; the words are in `texts/*.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from device.flow.screen import Say, Text

if TYPE_CHECKING:  # a text needs no picture, so `--help` stays free of numpy
    from vision.frame import PictureError
    from vision.readings import Problem

#: The first is the default.
LANGUAGES = ("it", "en")

Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Wording:
    """All texts of one language, by `section.key`."""

    texts: Mapping[str, str]

    def say(self, key: str, values: Values | None = None) -> str:
        """One text with `values` filled in; a missing key is a KeyError."""
        return self.texts[key].format_map(values or {})

    def tell(self, text: Text) -> str:
        """A text of a screen; what it is made of is put into this language first."""
        if isinstance(text, str):
            return text
        values = {
            name: self.tell(value) if isinstance(value, Say) else value
            for name, value in text.values
        }
        return self.say(text.key, values)

    def count(self, key: str, count: int, values: Values) -> str:
        """The text `key_1` or `key_n`, with `count` filled in."""
        form = f"{key}_1" if count == 1 else f"{key}_n"
        return self.say(form, {**values, "count": count})

    def colour(self, name: str) -> str:
        """The word for a colour name of `vision.readings.COLOURS`."""
        return self.texts[f"colour.{name}"]

    def pips(self, name: str) -> str:
        """The word for a colour where it speaks of pips."""
        return self.texts[f"pips.{name}"]

    def problem(self, problem: Problem) -> str:
        """A problem in this language; its own English where no text fits it."""
        values = dict(problem.values)
        if "body" in values:
            values["body"] = self.colour(str(values["body"]))
            values["pips"] = self.pips(str(values["pips"]))
        if "other" in values:
            values["other"] = self.colour(str(values["other"]))
        key = f"problem.{problem.code}"
        if problem.player is not None:
            values["player"] = self.colour(problem.player)
            key = f"{key}_player" if f"{key}_player" in self.texts else key
        try:
            return self.say(key, values)
        except KeyError:
            return problem.text

    def refusal(self, error: PictureError) -> str:
        """Why a file was not read."""
        return self.say(f"picture.{error.code}", error.values)


def load_wording(language: str) -> Wording:
    """Load the texts of one of `LANGUAGES` from the package."""
    folder = files("device") / "texts"
    sources = [folder / f"{language}.toml", *_parts(folder / language)]
    return Wording(
        {
            f"{section}.{key}": text
            for source in sources
            for section, texts in tomllib.loads(source.read_text("utf-8")).items()
            for key, text in texts.items()
        }
    )


def _parts(folder: Traversable) -> list[Traversable]:
    """The files of a language's folder: one for each part of the device."""
    parts = (part for part in folder.iterdir() if part.name.endswith(".toml"))
    return sorted(parts, key=lambda part: part.name)
