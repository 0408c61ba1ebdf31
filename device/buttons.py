"""The four buttons on pins: debounce, press and hold in pure code, and thin wiring.

gpiozero's own debounce and hold are not used: its mock pins do not imitate them, and it
tells a release after a hold as well. Its callbacks only hand the level of a pin to
`feel`, which takes the time as a value.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial

from device.config_sections import ButtonSettings
from device.flow.screen import Button
from device.inbox import NOW, Inbox, Push
from device.pins import Input, open_button
from device.ports import Clock

#: Contacts bounce for up to some 10 ms; a finger cannot push twice in twice that.
BOUNCE_S = 0.025
#: How often a button that is down is looked at.
POLL_S = 0.02
HOLD_S = 0.6


@dataclass(frozen=True, slots=True)
class Finger:
    """What is known of one button.

    Attributes:
        is_down: Whether it is down, bouncing left out.
        since_s: Since when.
        is_told: Whether this hold was told already.
    """

    is_down: bool = False
    since_s: float = float("-inf")
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class Felt:
    """A press or a hold, with the moment that the finger went down."""

    is_held: bool
    at_s: float


def feel(
    finger: Finger, is_low: bool, now_s: float, hold_s: float = HOLD_S
) -> tuple[Finger, Felt | None]:
    """Take the level of a button at a moment: at an edge, or because time has passed.

    A hold is told once, while the finger is still down; a press when it goes up. In the
    first moment after a change nothing is believed, so a bounce never counts; what the
    level really was is seen at the next look.
    """
    age_s = now_s - finger.since_s
    if age_s < BOUNCE_S:
        return finger, None
    if is_low and not finger.is_down:
        return Finger(True, now_s), None
    if not is_low and finger.is_down:
        up = Finger(False, now_s)
        return up, None if finger.is_told else Felt(False, finger.since_s)
    if is_low and not finger.is_told and age_s >= hold_s:
        return replace(finger, is_told=True), Felt(True, finger.since_s)
    return finger, None


class Buttons:
    """Puts a `Push` in the inbox for every press and hold; decides nothing."""

    def __init__(
        self,
        inputs: Mapping[Button, Input],
        inbox: Inbox,
        clock: Clock,
        hold_s: float = HOLD_S,
    ) -> None:
        """Wire the buttons; `start` is for holds, which only time can tell."""
        self._inputs = inputs
        self._inbox = inbox
        self._clock = clock
        self._hold_s = hold_s
        self._fingers = dict.fromkeys(inputs, Finger())
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._is_closed = False
        for button, pin in inputs.items():
            pin.when_pressed = partial(self._edge, button, True)
            pin.when_released = partial(self._edge, button, False)

    def _edge(self, button: Button, is_low: bool) -> None:
        self._feel(button, is_low, self._clock.now_s())
        self._woken.set()

    def look(self) -> bool:
        """Look at all buttons now; whether one is to be looked at again soon."""
        now_s = self._clock.now_s()
        for button, pin in self._inputs.items():
            self._feel(button, pin.is_pressed, now_s)
        return any(
            finger.is_down or now_s - finger.since_s < BOUNCE_S
            for finger in self._fingers.values()
        )

    def _feel(self, button: Button, is_low: bool, now_s: float) -> None:
        with self._lock:
            finger, felt = feel(self._fingers[button], is_low, now_s, self._hold_s)
            self._fingers[button] = finger
            if felt is not None:
                self._inbox.put(Push(button, felt.is_held, NOW, felt.at_s))

    def start(self) -> None:
        """Look at the buttons on a thread of their own, as long as one is down."""
        threading.Thread(target=self._run, name="buttons", daemon=True).start()

    def _run(self) -> None:
        while not self._is_closed:
            self._woken.wait()
            self._woken.clear()
            while not self._is_closed and self.look():
                self._woken.wait(POLL_S)
                self._woken.clear()

    def close(self) -> None:
        """Let go of the pins."""
        self._is_closed = True
        self._woken.set()
        for pin in self._inputs.values():
            pin.when_pressed = pin.when_released = None
            pin.close()


def open_buttons(settings: ButtonSettings, inbox: Inbox, clock: Clock) -> Buttons:
    """The buttons on the pins of the settings; not yet started.

    Raises:
        device.pins.PinError: This machine has no pins, or they are in use.
    """
    pins = {
        Button.A: settings.a,
        Button.B: settings.b,
        Button.X: settings.x,
        Button.Y: settings.y,
    }
    inputs = dict[Button, Input]()
    with ExitStack() as undone:  # where one pin fails, those before it are let go
        for button, pin in pins.items():
            inputs[button] = open_button(pin)
            undone.callback(inputs[button].close)
        undone.pop_all()
    return Buttons(inputs, inbox, clock, settings.hold_s)
