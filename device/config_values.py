"""What a value in `giudice.toml` may be: said in words, and checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeGuard


@dataclass(frozen=True, slots=True)
class Allowed:
    """The values that a key takes.

    Attributes:
        words: As they are told to a person: "a whole number from 1 to 65535".
        accepts: Whether a value as TOML reads it is one of them.
    """

    words: str
    accepts: Callable[[object], bool]


def setting(default: object, allowed: Allowed, meaning: str) -> Any:
    """A field of a section: its default, what it may be, and what it does.

    `Any` because the field's own annotation says the type, as with `dataclasses.field`.
    """
    value = tuple(default) if isinstance(default, list) else default
    return field(default=value, metadata={"allowed": allowed, "meaning": meaning})


def one_of(*values: str | int) -> Allowed:
    """One of a few."""
    words = ", ".join(_shown(value) for value in values[:-1])
    return Allowed(
        f"{words} or {_shown(values[-1])}",
        lambda value: type(value) in (int, str) and value in values,
    )


def whole(least: int, most: int) -> Allowed:
    """A whole number."""
    return Allowed(
        f"a whole number from {least} to {most}",
        lambda value: type(value) is int and least <= value <= most,
    )


def number(least: float, most: float, unit: str = "") -> Allowed:
    """A number, whole or not."""
    return Allowed(
        f"a number from {least:g} to {most:g}{unit and ' ' + unit}",
        lambda value: _is_number(value) and least <= value <= most,
    )


def switch() -> Allowed:
    """Yes or no."""
    return Allowed("true or false", lambda value: isinstance(value, bool))


def line(words: str, *, may_be_empty: bool = False) -> Allowed:
    """A text of one line."""
    return Allowed(
        words,
        lambda value: (
            isinstance(value, str)
            and value.isprintable()
            and (may_be_empty or bool(value.strip()))
        ),
    )


def pin(*, may_be_none: bool = False) -> Allowed:
    """A GPIO by its BCM number."""
    least = -1 if may_be_none else 0
    words = "a BCM pin number from 0 to 27"
    return Allowed(
        f"{words}, or -1 for the board's own" if may_be_none else words,
        lambda value: type(value) is int and least <= value <= 27,
    )


def source() -> Allowed:
    """Where pictures come from."""
    names = ("auto", "picamera2", "usb", "phone", "demo", "none")
    words = ", ".join(f'"{name}"' for name in names)
    return Allowed(
        f'{words}, "usb:NUMBER", "folder:DIR" or "video:FILE"',
        lambda value: isinstance(value, str) and (value in names or _is_place(value)),
    )


def crop() -> Allowed:
    """A part of the picture."""
    return Allowed(
        "[left, top, right, bottom], each from 0 to 1, left < right and top < bottom",
        _is_crop,
    )


def patch() -> Allowed:
    """A part of the picture, or none."""
    return Allowed(
        "[left, top, right, bottom] as for crop, or [] for none",
        lambda value: value in ([], ()) or _is_crop(value),
    )


def _is_place(value: str) -> bool:
    kind, _, place = value.partition(":")
    if kind == "usb":
        return place.isascii() and place.isdigit()
    return kind in ("folder", "video") and bool(place.strip())


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_crop(value: Any) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 4:
        return False
    if not all(_is_number(each) and 0 <= each <= 1 for each in value):
        return False
    left, top, right, bottom = value
    return bool(left < right and top < bottom)


def _shown(value: str | int) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
