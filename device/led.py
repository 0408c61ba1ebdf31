"""The coloured LED: each mood that matters across a room has its own rhythm.

The rhythm alone tells them apart, without the colour.
"""

from __future__ import annotations

import threading
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum

from device.config_sections import LedSettings
from device.flow.screen import Mood
from device.pins import Output, open_output
from device.ports import Clock

#: Red, green, blue: on or off.
Colour = tuple[bool, bool, bool]
OFF: Colour = (False, False, False)
RED: Colour = (True, False, False)
GREEN: Colour = (False, True, False)
BLUE: Colour = (False, False, True)
YELLOW: Colour = (True, True, False)
VIOLET: Colour = (True, False, True)
WHITE: Colour = (True, True, True)


@dataclass(frozen=True, slots=True)
class Step:
    """A colour for some seconds."""

    colour: Colour
    for_s: float


class Rhythm(Enum):
    """Steps that are repeated."""

    READY = (Step(GREEN, 3.0), Step(OFF, 0.15))
    WORKING = (Step(BLUE, 0.15), Step(OFF, 0.15))
    LOOK_HERE = (Step(YELLOW, 0.1), Step(OFF, 0.15), Step(YELLOW, 0.1), Step(OFF, 1.0))
    WRONG = (Step(RED, 0.9), Step(OFF, 0.3))
    ASLEEP = (Step(VIOLET, 0.08), Step(OFF, 3.9))
    FEAST = (Step(WHITE, 0.3), Step(GREEN, 0.3), Step(BLUE, 0.3), Step(RED, 0.3))

    @property
    def steps(self) -> tuple[Step, ...]:
        """In order."""
        steps: tuple[Step, ...] = self.value
        return steps

    @property
    def whole_s(self) -> float:
        """How long it takes until it begins anew."""
        return sum(step.for_s for step in self.steps)


RHYTHMS = {
    Mood.CHOOSE: Rhythm.LOOK_HERE,
    Mood.WAITING: Rhythm.READY,
    Mood.HAND: Rhythm.WORKING,
    Mood.READING: Rhythm.WORKING,
    Mood.READ: Rhythm.LOOK_HERE,
    Mood.ASKING: Rhythm.LOOK_HERE,
    Mood.SHUT: Rhythm.ASLEEP,
    Mood.STUCK: Rhythm.WRONG,
    Mood.DONE: Rhythm.FEAST,
}


def lit(rhythm: Rhythm, since_s: float) -> tuple[Colour, float]:
    """What it shows some seconds after it began, and how long that still lasts."""
    at_s = since_s % rhythm.whole_s
    for step in rhythm.steps:
        if at_s < step.for_s:
            return step.colour, step.for_s - at_s
        at_s -= step.for_s
    return rhythm.steps[0].colour, rhythm.steps[0].for_s  # a rounding off the end


class Led:
    """Drives the LED from a thread of its own; see `device.ports.Light`."""

    def __init__(self, outputs: tuple[Output, Output, Output], clock: Clock) -> None:
        """Red, green, blue; dark until a mood is shown."""
        self._outputs = outputs
        self._clock = clock
        self._rhythm: Rhythm | None = None
        self._begun_s = 0.0
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._is_closed = False

    def show(self, mood: Mood) -> None:
        """Change the rhythm; one that goes on is not begun anew."""
        with self._lock:
            if RHYTHMS[mood] is self._rhythm:
                return
            self._rhythm, self._begun_s = RHYTHMS[mood], self._clock.now_s()
        self.step()
        self._woken.set()

    def step(self) -> float | None:
        """Show what is due; seconds until it changes, None while it is dark."""
        with self._lock:
            if self._is_closed or self._rhythm is None:
                return None
            colour, left_s = lit(self._rhythm, self._clock.now_s() - self._begun_s)
            self._light(colour)
            return left_s

    def _light(self, colour: Colour) -> None:
        for output, is_on in zip(self._outputs, colour, strict=True):
            output.value = 1 if is_on else 0

    def start(self) -> None:
        """Keep the rhythm."""
        threading.Thread(target=self._run, name="led", daemon=True).start()

    def _run(self) -> None:
        while not self._is_closed:
            self._woken.wait(self.step())
            self._woken.clear()

    def close(self) -> None:
        """Go dark."""
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            self._light(OFF)
            for output in self._outputs:
                output.close()
        self._woken.set()


def open_led(settings: LedSettings, clock: Clock) -> Led:
    """The LED on the pins of the settings, active low; not yet started.

    Raises:
        device.pins.PinError: This machine has no pins, or they are in use.
    """
    opened = list[Output]()
    with ExitStack() as undone:  # where one pin fails, those before it are let go
        for pin in (settings.red, settings.green, settings.blue):
            opened.append(open_output(pin, is_active_high=False))
            undone.callback(opened[-1].close)
        undone.pop_all()
    red, green, blue = opened
    return Led((red, green, blue), clock)
