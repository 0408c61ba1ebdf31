"""JSON as a record has it: stricter than `json`, and read field by field (C-5)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NoReturn, TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

HUGE = 10**1000  # int() has a limit; longer numbers are as far from any rule as this


class RecordError(ValueError):
    """A line of a record is refused, by `rule`."""

    def __init__(self, message: str, rule: str = "C-5") -> None:
        super().__init__(message)
        self.rule = rule


def parse_object(text: str) -> dict[str, Json]:
    """Read one line as a JSON object.

    Raises:
        RecordError: It is no JSON, no object, or gives a key twice.
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=_without_doubles,
            parse_constant=_no_number,
            parse_int=_integer,
        )
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON: {error.msg} at column {error.colno}") from error
    except RecursionError as error:
        raise RecordError("not read: nested too deep") from error
    if not isinstance(value, dict):
        raise RecordError("a line is a JSON object")
    return value


def dump(value: object) -> str:
    """Write one line, in plain UTF-8 where the text can be."""
    text = json.dumps(value, ensure_ascii=False)
    is_plain = not any("\ud800" <= letter <= "\udfff" for letter in text)
    return text if is_plain else json.dumps(value)


def shown(value: object) -> str:
    """A value in a message: on one line, and no longer than one reads."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _without_doubles(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise RecordError(f"key {shown(twice)} is given twice")
    return fields


def _no_number(name: str) -> NoReturn:
    raise RecordError(f"not JSON: {name} is no number")


def _integer(digits: str) -> int:
    if len(digits) <= 1000:
        return int(digits)
    return -HUGE if digits.startswith("-") else HUGE


def integer(value: Json, what: str) -> int:
    """A JSON integer; true and 1.0 are none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise RecordError(f"{what} is a whole number, got {shown(value)}")
    return value


def text(value: Json, what: str) -> str:
    """A JSON string."""
    if not isinstance(value, str):
        raise RecordError(f"{what} is a text, got {shown(value)}")
    return value


def name(value: Json, what: str) -> str:
    """A string that is not blank."""
    if not text(value, what).strip():
        raise RecordError(f"{what} is blank")
    return text(value, what)


def boolean(value: Json, what: str) -> bool:
    """JSON true or false."""
    if not isinstance(value, bool):
        raise RecordError(f"{what} is true or false, got {shown(value)}")
    return value


def array(value: Json, what: str) -> list[Json]:
    """A JSON array."""
    if not isinstance(value, list):
        raise RecordError(f"{what} is a list, got {shown(value)}")
    return value


def mapping(value: Json, what: str) -> dict[str, Json]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise RecordError(f"{what} is an object, got {shown(value)}")
    return value


def integers(value: Json, what: str) -> tuple[int, ...]:
    """A list of whole numbers, of any length."""
    return tuple(integer(each, f"each of {what}") for each in array(value, what))


def check_keys(
    fields: dict[str, Json],
    required: Sequence[str],
    optional: Iterable[str] = (),
    what: str = "the line",
) -> None:
    """Refuse a key that is missing or unknown."""
    for key in required:
        if key not in fields:
            raise RecordError(f"{what} lacks the key {shown(key)}")
    for key in fields.keys() - {*required, *optional}:
        raise RecordError(f"{what} has the unknown key {shown(key)}")
