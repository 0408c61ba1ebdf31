"""`giudice.toml`: found, read, and checked key by key.

`config_sections` is the one table: the checks here, the documented default file and
`docs/config.md` are all made from it.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from device.config_sections import (
    ButtonSettings,
    CameraSettings,
    DisplaySettings,
    LedSettings,
    PageSettings,
    SoundSettings,
    Table,
)
from device.config_values import Allowed


@dataclass(frozen=True, slots=True)
class Config:
    """All settings."""

    table: Table = field(default_factory=Table)
    camera: CameraSettings = field(default_factory=CameraSettings)
    display: DisplaySettings = field(default_factory=DisplaySettings)
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    led: LedSettings = field(default_factory=LedSettings)
    page: PageSettings = field(default_factory=PageSettings)
    sound: SoundSettings = field(default_factory=SoundSettings)


class ConfigError(Exception):
    """A file is not as it should be.

    Attributes:
        faults: All of them, one line each, with file and key.
    """

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


# --- the table, as others walk it ------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """One key."""

    section: str
    name: str
    default: Any
    allowed: Allowed
    meaning: str


def sections() -> dict[str, tuple[str, tuple[Row, ...]]]:
    """Section → its one line of help, and its keys in order."""
    found = {}
    for part in fields(Config):
        kind = type(getattr(Config(), part.name))
        rows = tuple(_row(part.name, each) for each in fields(kind))
        found[part.name] = (str(kind.__doc__), rows)
    return found


def _row(section: str, each: Field[Any]) -> Row:
    told = each.metadata
    return Row(section, each.name, each.default, told["allowed"], told["meaning"])


# --- reading ---------------------------------------------------------------------


def load_config(path: Path | None = None) -> Config:
    """Read the settings.

    Args:
        path: The file; where None, the first that `places` has; without any, the
            defaults.

    Raises:
        ConfigError: The file cannot be read, or something in it is not allowed.
    """
    path = path or find_config()
    if path is None:
        return Config()
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ConfigError((f"{path}: {error.strerror or error}",)) from error
    except UnicodeDecodeError as error:
        raise ConfigError((f"{path}: not UTF-8 text",)) from error
    return parse_config(text, str(path))


def places(environ: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """Where a file is looked for; the first one found counts alone."""
    home = Path(environ.get("HOME") or "/")
    own = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    return (own / "giudice" / "giudice.toml", Path("/etc/giudice.toml"))


def find_config() -> Path | None:
    """The file in force, if there is one."""
    return next((path for path in places() if path.is_file()), None)


def data_folder(config: Config, environ: Mapping[str, str] = os.environ) -> Path:
    """Where games are kept: as set, else the service's folder, else the user's."""
    if config.table.data:
        return Path(config.table.data).expanduser()
    if given := environ.get("STATE_DIRECTORY"):
        return Path(given.split(":")[0])
    home = Path(environ.get("HOME") or "/")
    own = environ.get("XDG_DATA_HOME") or home / ".local" / "share"
    return Path(own) / "giudice"


def parse_config(text: str, name: str) -> Config:
    """Read the text of a file.

    Args:
        text: TOML.
        name: Of the file, for the faults.

    Raises:
        ConfigError: With every fault there is.
    """
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        fault = f"{name}: not TOML: {_lower(str(error))}"
        raise ConfigError((fault,)) from error
    faults = tuple(f"{name}: {fault}" for fault in _faults(given))
    if faults:
        raise ConfigError(faults)
    return _config(given)


def _config(given: Mapping[str, Any]) -> Config:
    parts: dict[str, Any] = {}
    for part in fields(Config):
        values = given.get(part.name, {})
        kind = type(getattr(Config(), part.name))
        parts[part.name] = kind(**{key: _typed(value) for key, value in values.items()})
    return Config(**parts)


def _typed(value: Any) -> Any:
    return tuple(map(float, value)) if isinstance(value, list) else value


def _faults(given: Mapping[str, Any]) -> Iterator[str]:
    known = sections()
    for section, values in given.items():
        if section not in known:
            yield _unknown(section, tuple(known), "section")
        elif not isinstance(values, dict):
            yield f"{section}: a section, written [{section}], not a value"
        else:
            yield from _section_faults(section, values, known[section][1])
    yield from _pin_faults(given)


def _section_faults(
    section: str, values: Mapping[str, Any], rows: tuple[Row, ...]
) -> Iterator[str]:
    by_name = {row.name: row for row in rows}
    for name, value in values.items():
        if name not in by_name:
            yield f"{section}.{_unknown(name, tuple(by_name), 'key')}"
        elif not by_name[name].allowed.accepts(value):
            words = by_name[name].allowed.words
            yield f"{section}.{name}: {toml(value)} is not allowed; it takes {words}"


def _unknown(name: str, known: tuple[str, ...], what: str) -> str:
    close = get_close_matches(name, known, 1)
    hint = f"did you mean {close[0]}?" if close else f"known are {', '.join(known)}"
    return f"{name}: unknown {what}; {hint}"


PINS = {
    "buttons": ("a", "b", "x", "y"),
    "led": ("red", "green", "blue"),
    "display": ("dc", "reset", "backlight"),
}


def _pin_faults(given: Mapping[str, Any]) -> Iterator[str]:
    """One pin cannot do two things, as far as they are used."""
    taken: dict[int, str] = {}
    for section, (_, rows) in sections().items():
        values = given.get(section, {})
        if not isinstance(values, dict) or values.get("on") is False:
            continue
        for row in rows:
            value = values.get(row.name, row.default)
            if row.name not in PINS.get(section, ()) or type(value) is not int:
                continue
            place = f"{section}.{row.name}"
            if value >= 0 and (other := taken.setdefault(value, place)) != place:
                yield f"{place}: pin {value} is {other} already"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def toml(value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)  # TOML escapes as JSON does
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return "a section"
    return str(value)
