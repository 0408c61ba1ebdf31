"""Voice and signals from what the system has: nothing fails where it has nothing.

One thing sounds at a time, as a simple sound card has one voice. Speaking stops what
was being said; a signal waits its turn. Everything runs as a subprocess, so that it can
be stopped in the middle of a word.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import threading
import wave
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from device.flow.core import Signal
from device.ports import Clock, Speaker

#: The longest that anything is said, in seconds; what is longer is cut, then stopped.
MOST_S = 6.0
#: Letters a second, spoken at `RATE` words a minute; measured on espeak-ng's WAV files.
LETTERS_A_SECOND = 12.5
RATE = 175
#: How often what sounds is looked at, in seconds.
LOOK_S = 0.03
SAMPLES_A_SECOND = 22_050

#: Tones of a signal: (hertz, seconds); 0 Hz is silence.
SIGNALS: dict[str, tuple[tuple[float, float], ...]] = {
    Signal.CLICK: ((1800, 0.02),),
    Signal.READ: ((880, 0.08), (1320, 0.12)),
    Signal.ASK: ((660, 0.1), (0, 0.05), (660, 0.1)),
    Signal.WRONG: ((330, 0.15), (220, 0.25)),
    Signal.VERDICT: ((660, 0.08), (880, 0.08), (990, 0.14)),
    Signal.WON: ((660, 0.1), (830, 0.1), (990, 0.1), (1320, 0.3)),
}


class Sounding(Protocol):
    """A subprocess; `subprocess.Popen` is one."""

    def poll(self) -> int | None:
        """Its exit status; None while it runs."""
        ...

    def kill(self) -> None:
        """Stop it at once."""
        ...


#: Starts words, with a text for its standard input.
Launch = Callable[[Sequence[str], str], Sounding]
Find = Callable[[str], str | None]


def launch(words: Sequence[str], text: str) -> Sounding:
    """Start a subprocess whose output nobody hears but the loudspeaker.

    Raises:
        OSError: It cannot be started.
    """
    process = subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None  # as asked for above
    try:
        process.stdin.write(text.encode())
        process.stdin.close()
    except BrokenPipeError:
        pass  # it ended at once: `poll` tells
    return process


@dataclass(frozen=True, slots=True)
class Voice:
    """Words of a command that speaks its standard input, up to the language."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Job:
    words: tuple[str, ...]
    text: str
    is_speech: bool


def find_voice(find: Find = shutil.which) -> Voice | None:
    """An offline voice of the system's packages, if one is installed."""
    for name in ("espeak-ng", "espeak"):
        path = find(name)
        if path is not None:
            return Voice((path, "--stdin", "-s", str(RATE), "-v"))
    return None


def find_player(find: Find = shutil.which) -> tuple[str, ...] | None:
    """What plays a WAV file, if anything does."""
    for words in (("aplay", "-q"), ("paplay",), ("pw-play",), ("play", "-q")):
        path = find(words[0])
        if path is not None:
            return (path, *words[1:])
    return None


def shorten(text: str, most_s: float = MOST_S) -> str:
    """As much of a text as can be said in a time: whole sentences, else whole words."""
    most = int(most_s * LETTERS_A_SECOND)
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    part = text[: most + 1]
    stop = max(part.rfind(mark) for mark in (". ", "! ", "? ", "; "))
    if stop > most // 3:
        return part[: stop + 1]
    return part.rsplit(" ", 1)[0][:most].rstrip(" ,:")


class SystemSpeaker:
    """Speaks and signals through subprocesses; see `device.ports.Speaker`."""

    def __init__(
        self,
        voice: Voice | None,
        player: tuple[str, ...] | None,
        signals: Path | None,
        clock: Clock,
        launch: Launch = launch,
    ) -> None:
        """Start nothing yet.

        Args:
            voice: What speaks; None is mute.
            player: What plays a WAV file; None gives no signals.
            signals: A folder with `NAME.wav` for each signal; one of its own where
                None, for as long as it lives.
            clock: For what lasts too long.
            launch: Starts a subprocess.
        """
        self._voice = voice
        self._player = player
        self._own_folder: tempfile.TemporaryDirectory[str] | None = None
        self._signals = signals
        if signals is None and player is not None:
            self._write_signals()
        self._clock = clock
        self._launch = launch
        self._waiting: deque[_Job] = deque()
        self._sounding: Sounding | None = None
        self._is_speech = False
        self._ends_s = 0.0
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._is_closed = False

    def _write_signals(self) -> None:
        try:
            self._own_folder = tempfile.TemporaryDirectory(prefix="giudice-sounds-")
            self._signals = Path(self._own_folder.name)
            write_signals(self._signals)
        except OSError:  # a full or read-only disk silences the signals only
            self._player = None

    def say(self, text: str, language: str) -> None:
        """Speak, stopping what was being said."""
        text = shorten(text)
        with self._lock:
            self._stop_speech()
            if self._voice is not None and text:
                words = (*self._voice.words, language)
                self._waiting.append(_Job(words, text, True))
        self._woken.set()

    def signal(self, name: str) -> None:
        """A short sound, after the one that sounds; too many are not queued up."""
        with self._lock:
            waiting = sum(not job.is_speech for job in self._waiting)
            folder = self._signals
            if self._player and folder and name in SIGNALS and waiting < 2:
                words = (*self._player, str(folder / f"{name}.wav"))
                self._waiting.append(_Job(words, "", False))
        self._woken.set()

    def hush(self) -> None:
        """Be silent now."""
        with self._lock:
            self._waiting.clear()
            self._kill()

    def _stop_speech(self) -> None:
        self._waiting = deque(job for job in self._waiting if not job.is_speech)
        if self._is_speech:
            self._kill()

    def _kill(self) -> None:
        if self._sounding is not None:
            self._sounding.kill()
            self._sounding.poll()
            self._sounding = None

    def step(self) -> float | None:
        """Go on to what is due; seconds to the next look, None where nothing sounds."""
        with self._lock:
            now_s = self._clock.now_s()
            if self._sounding is not None:
                if self._sounding.poll() is None and now_s < self._ends_s:
                    return LOOK_S
                self._kill()
            while self._waiting and self._sounding is None:
                self._begin(self._waiting.popleft(), now_s)
            return None if self._sounding is None else LOOK_S

    def _begin(self, job: _Job, now_s: float) -> None:
        try:
            self._sounding = self._launch(job.words, job.text)
        except OSError:
            return  # a game needs no sound
        self._is_speech = job.is_speech
        self._ends_s = now_s + MOST_S

    def start(self) -> None:
        """Sound on a thread of its own."""
        threading.Thread(target=self._run, name="sound", daemon=True).start()

    def _run(self) -> None:
        while not self._is_closed:
            self._woken.wait(self.step())
            self._woken.clear()

    def close(self) -> None:
        """Be silent for good."""
        self.hush()
        self._is_closed = True
        self._woken.set()
        if self._own_folder is not None:
            self._own_folder.cleanup()


class SilentSpeaker:
    """Says nothing; see `device.ports.Speaker`."""

    def say(self, text: str, language: str) -> None:
        """Nothing."""

    def signal(self, name: str) -> None:
        """Nothing."""

    def hush(self) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


def open_speaker(has_voice: bool, clock: Clock, find: Find = shutil.which) -> Speaker:
    """What this machine can speak and signal with, started; silent where nothing.

    Args:
        has_voice: Whether texts are spoken.
        clock: For what lasts too long.
        find: Finds a program.
    """
    voice = find_voice(find) if has_voice else None
    player = find_player(find)
    if voice is None and player is None:
        return SilentSpeaker()
    speaker = SystemSpeaker(voice, player, None, clock)
    speaker.start()
    return speaker


def write_signals(folder: Path) -> None:
    """Write `NAME.wav` for every signal.

    Raises:
        OSError: The folder cannot be written.
    """
    for name, tones in SIGNALS.items():
        samples = np.concatenate([_tone(hertz, for_s) for hertz, for_s in tones])
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(SAMPLES_A_SECOND)
            file.writeframes((samples * 32_767).astype("<i2").tobytes())


def _tone(hertz: float, for_s: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """A sine that swells and fades, so that it does not click."""
    count = max(2, round(for_s * SAMPLES_A_SECOND))
    at_s = np.arange(count) / SAMPLES_A_SECOND
    edge = np.clip(np.minimum(at_s, at_s[::-1]) / 0.008, 0.0, 1.0)
    return np.asarray(0.4 * edge * np.sin(2 * np.pi * hertz * at_s), dtype=np.float64)
