"""Teaching at a desk: a terminal asks for face after face, and a camera sees them."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from device.cameras.choose import open_camera
from device.lessons import is_as_read
from device.ports import Camera, CameraError, Frame
from device.still_pictures import RestlessError, StillPictures
from device.wording import Wording
from vision.teach import Picked, TeachError

#: Typed instead of taking a picture: skip this one, come to the end.
SKIP, FINISH = "s", "f"
Pick = Callable[[Frame, Sequence[int]], list[Picked]]


@dataclass(frozen=True)
class Desk:
    """What a desk has; a test puts something else there.

    Attributes:
        has_terminal: Whether somebody is there to answer.
        ask: Shows a prompt and gives the line that was typed.
        tell: Shows a line.
        open_camera: From a name, as `giudice play` takes it, and who is told of files
            that are skipped.
        now: Monotonic time in seconds.
    """

    has_terminal: Callable[[], bool] = lambda: sys.stdin.isatty()
    ask: Callable[[str], str] = input
    tell: Callable[[str], None] = print
    open_camera: Callable[[str, Callable[[str], None]], Camera] = open_camera
    now: Callable[[], float] = time.monotonic


@dataclass(frozen=True)
class Shown:
    """What came of it.

    Attributes:
        picked: Everything that was shown and taken, in order.
        trouble: Code of what ended it early, text `eye.CODE`; "" where nothing did.
    """

    picked: tuple[Picked, ...]
    trouble: str = ""


def show_faces(
    pictures: StillPictures,
    all_values: Sequence[tuple[int, ...]],
    pick: Pick,
    desk: Desk,
    wording: Wording,
) -> Shown:
    """Ask for dice, picture by picture; what is refused is asked for again.

    Args:
        pictures: Open.
        all_values: What every picture is to show, left to right.
        pick: Cuts the faces out, or refuses.
        desk: Who is asked.
        wording: Of the questions.
    """
    picked: list[Picked] = []
    for values in all_values:
        told = ", ".join(map(str, values))
        key = "teach.ask" if len(values) == 1 else "teach.ask_row"
        prompt = wording.say(key, {"values": told}) + " "
        while (word := asked(desk, prompt)) not in (SKIP, FINISH):
            try:
                new = pick(pictures.take(), values)
            except TeachError as error:
                desk.tell(f"  {wording.say(f'teach.{error.code}', error.values)}")
            except RestlessError:
                desk.tell(f"  {wording.say('teach.restless')}")
            except CameraError as error:
                return Shown(tuple(picked), error.code)
            else:
                for one in new:
                    desk.tell(f"  {line_of(one, wording)}")
                picked += new
                break
        if word == FINISH:
            break
    return Shown(tuple(picked))


def line_of(one: Picked, wording: Wording) -> str:
    """A face that was taken, and whether it was news."""
    key = "teach.seen_as_read" if is_as_read(one) else "teach.seen_as_told"
    return wording.say(key, {"value": one.face.value})


def asked(desk: Desk, prompt: str) -> str:
    """What was typed; the end of all input is the end of the lesson."""
    try:
        return desk.ask(prompt).strip().casefold()
    except EOFError:
        desk.tell("")
        return FINISH
