"""What the app does to a screen before it shows it."""

from __future__ import annotations

from dataclasses import replace

from device.flow.screen import (
    Block,
    Countdown,
    Mood,
    Note,
    PairingCode,
    Screen,
    Tone,
    say,
)
from device.parts import Parts

#: Where not even a screen can be made: the menu still opens.
LAST_RESORT = Screen(
    "app.stuck",
    say("app.stuck"),
    Mood.STUCK,
    (Note(say("app.stuck_note"), Tone.BAD),),
)
#: Where a reading waits for dice.
AWAITS_DICE = ("confirm.waiting", "setup.table", "teaching.waiting")


def meaning(screen: Screen) -> Screen:
    """A screen without what may change under a finger: its mood and a countdown."""
    blocks = tuple(b for b in screen.blocks if not isinstance(b, Countdown))
    return replace(screen, mood=Mood.CHOOSE, blocks=blocks)


def with_hint(screen: Screen, parts: Parts) -> Screen:
    """Where dice are waited for and only a phone sees them, a photo is asked for."""
    if not parts.wants_photos or screen.name not in AWAITS_DICE:
        return screen
    return replace(screen, blocks=(*screen.blocks, Note(say("app.send_photo"))))


def with_code(screen: Screen, parts: Parts) -> Screen:
    """A screen with the pairing code of this moment, where it shows one."""
    phones = parts.phones
    is_shown = any(isinstance(block, PairingCode) for block in screen.blocks)
    if phones is None or not is_shown:
        return screen
    code = PairingCode(phones.link(parts.numbers()), phones.code)
    blocks: list[Block] = [
        code if isinstance(block, PairingCode) else block for block in screen.blocks
    ]
    address = Note(parts.address.removeprefix("http://"))
    return replace(screen, blocks=(*blocks, address))
