"""Colours of the screens: bright on nearly black, and never the only thing that tells.

Every mood and every tone has a sign of its own besides; see `shapes.py`.
"""

from __future__ import annotations

from typing import TypeAlias

from device.flow.screen import Mood, Tone

Paint: TypeAlias = tuple[int, int, int]

BACK: Paint = (8, 10, 16)
PANEL: Paint = (38, 43, 56)
EDGE: Paint = (130, 139, 158)
INK: Paint = (255, 255, 255)
SOFT: Paint = (190, 197, 211)
BLACK: Paint = (0, 0, 0)
#: The letter of a button, and the line under a cursor.
BADGE: Paint = (226, 231, 240)

TONES: dict[Tone, Paint] = {
    Tone.PLAIN: INK,
    Tone.GOOD: (104, 230, 128),
    Tone.BAD: (255, 128, 116),
    Tone.ASK: (255, 200, 72),
}

#: Fill and ink of the band that carries the title.
MOODS: dict[Mood, tuple[Paint, Paint]] = {
    Mood.CHOOSE: ((238, 241, 248), BLACK),
    Mood.WAITING: ((28, 98, 196), INK),
    Mood.HAND: ((96, 206, 224), BLACK),
    Mood.READING: ((190, 160, 255), BLACK),
    Mood.READ: ((92, 214, 116), BLACK),
    Mood.ASKING: ((255, 172, 60), BLACK),
    Mood.SHUT: ((44, 30, 74), INK),
    Mood.STUCK: ((196, 30, 34), INK),
    Mood.DONE: ((255, 214, 84), BLACK),
}

#: The colours of `vision.readings.COLOURS` as a screen shows them.
PLAYERS: dict[str, Paint] = {
    "white": (248, 248, 244),
    "black": (34, 34, 38),
    "red": (220, 44, 44),
    "blue": (44, 96, 226),
    "green": (34, 158, 70),
    "yellow": (250, 214, 40),
    "orange": (248, 136, 24),
    "purple": (138, 66, 190),
    "pink": (248, 138, 184),
    "grey": (140, 144, 152),
    "brown": (128, 80, 44),
    "other": (98, 112, 128),
}


def on(paint: Paint) -> Paint:
    """Black or white, whichever is read better on `paint`."""
    return BLACK if contrast(paint, BLACK) >= contrast(paint, INK) else INK


def contrast(one: Paint, other: Paint) -> float:
    """Contrast of two colours, 1 to 21, as WCAG 2 defines it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(paint: Paint) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in paint)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
