"""Voice and signals through fake processes; lengths of real ones where installed."""

import shutil
import subprocess
import wave
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from device.fakes import FakeClock
from device.flow.core import Signal
from device.sound import (
    MOST_S,
    RATE,
    SIGNALS,
    SilentSpeaker,
    SystemSpeaker,
    Voice,
    find_player,
    find_voice,
    launch,
    open_speaker,
    shorten,
    write_signals,
)


@dataclass
class FakeProcess:
    words: tuple[str, ...]
    text: str
    status: int | None = None
    was_killed: bool = False

    def poll(self) -> int | None:
        return self.status

    def kill(self) -> None:
        if self.status is None:
            self.status, self.was_killed = -9, True


@dataclass
class FakeSystem:
    started: list[FakeProcess] = field(default_factory=list)
    is_broken: bool = False

    def launch(self, words: Sequence[str], text: str) -> FakeProcess:
        if self.is_broken:
            raise OSError("no such program")
        self.started.append(FakeProcess(tuple(words), text))
        return self.started[-1]

    @property
    def heard(self) -> list[str]:
        return [
            process.text or Path(process.words[-1]).stem for process in self.started
        ]


@dataclass
class Desk:
    system: FakeSystem
    clock: FakeClock
    speaker: SystemSpeaker

    def end(self) -> None:
        """What sounds comes to its end."""
        self.system.started[-1].status = 0
        self.speaker.step()


@pytest.fixture
def desk() -> Desk:
    system, clock = FakeSystem(), FakeClock(7.0)
    voice = Voice(("espeak-ng", "-v"))
    speaker = SystemSpeaker(voice, ("aplay",), Path("/s"), clock, system.launch)
    return Desk(system, clock, speaker)


def test_a_text_is_spoken_in_its_language(desk: Desk) -> None:
    desk.speaker.say("Bugia!", "it")
    assert desk.speaker.step() is not None
    (process,) = desk.system.started
    assert (process.words, process.text) == (("espeak-ng", "-v", "it"), "Bugia!")


def test_a_later_text_interrupts(desk: Desk) -> None:
    desk.speaker.say("Anna perde una vita", "it")
    desk.speaker.step()
    desk.speaker.say("Bruno perde una vita", "it")
    desk.speaker.step()
    assert [process.was_killed for process in desk.system.started] == [True, False]


def test_a_text_that_was_not_begun_gives_way_too(desk: Desk) -> None:
    desk.speaker.say("uno", "it")
    desk.speaker.say("due", "it")
    desk.speaker.step()
    desk.end()
    assert desk.system.heard == ["due"]


def test_hush_silences_at_once_and_for_all(desk: Desk) -> None:
    desk.speaker.signal("verdict")
    desk.speaker.say("Bugia!", "it")
    desk.speaker.step()
    desk.speaker.hush()
    assert desk.system.started[0].was_killed
    assert desk.speaker.step() is None
    assert desk.system.heard == ["verdict"]


def test_a_voice_waits_for_the_signal_before_it(desk: Desk) -> None:
    desk.speaker.signal("verdict")
    desk.speaker.say("Vero!", "it")
    desk.speaker.step()
    assert desk.system.heard == ["verdict"]
    desk.end()
    assert desk.system.heard == ["verdict", "Vero!"]


def test_signals_do_not_pile_up(desk: Desk) -> None:
    for _ in range(10):
        desk.speaker.signal("click")
    for _ in range(10):
        desk.speaker.step()
        if desk.system.started:
            desk.system.started[-1].status = 0
    assert len(desk.system.started) == 2


def test_what_lasts_too_long_is_stopped(desk: Desk) -> None:
    desk.speaker.say("Anna", "it")
    desk.speaker.step()
    desk.clock.pass_s(MOST_S - 0.1)
    desk.speaker.step()
    assert not desk.system.started[0].was_killed
    desk.clock.pass_s(0.2)
    assert desk.speaker.step() is None
    assert desk.system.started[0].was_killed


def test_a_program_that_does_not_start_is_no_matter(desk: Desk) -> None:
    desk.system.is_broken = True
    desk.speaker.say("Anna", "it")
    desk.speaker.signal("click")
    assert desk.speaker.step() is None


def test_without_voice_or_player_there_is_just_less(desk: Desk) -> None:
    mute = SystemSpeaker(None, ("aplay",), Path("/s"), desk.clock, desk.system.launch)
    mute.say("Anna", "it")
    mute.signal("click")
    mute.step()
    assert desk.system.heard == ["click"]
    quiet = SystemSpeaker(
        Voice(("e",)), None, Path("/s"), desk.clock, desk.system.launch
    )
    quiet.signal("click")
    quiet.say("Anna", "it")
    quiet.step()
    assert desk.system.heard == ["click", "Anna"]


def test_an_unknown_signal_is_no_file_to_play(desk: Desk) -> None:
    desk.speaker.signal("../../etc/passwd")
    assert desk.speaker.step() is None


def test_nothing_installed_is_silence() -> None:
    speaker = open_speaker(True, FakeClock(), lambda name: None)
    assert isinstance(speaker, SilentSpeaker)
    speaker.say("Anna", "it")
    speaker.signal("click")
    speaker.hush()
    speaker.close()


@pytest.mark.parametrize("installed", ["espeak-ng", "espeak"])
def test_the_voice_that_is_installed_is_used(installed: str) -> None:
    voice = find_voice(lambda name: f"/bin/{name}" if name == installed else None)
    assert voice is not None
    assert voice.words[0] == f"/bin/{installed}"


@pytest.mark.parametrize("installed", ["aplay", "paplay", "pw-play", "play"])
def test_the_player_that_is_installed_is_used(installed: str) -> None:
    words = find_player(lambda name: f"/bin/{name}" if name == installed else None)
    assert words is not None
    assert words[0] == f"/bin/{installed}"


def test_its_own_signals_are_written_and_go_with_it(desk: Desk) -> None:
    system = FakeSystem()
    speaker = SystemSpeaker(None, ("aplay",), None, desk.clock, system.launch)
    speaker.signal("read")
    speaker.step()
    path = Path(system.started[0].words[-1])
    assert path.exists()
    speaker.close()
    assert not path.exists()


# --- lengths -------------------------------------------------------------------------

LONG = (
    "Primi balli: Anna e Bruno sono giudicati bene. Carla perde una vivacità. "
    "Ora si passa ai secondi balli, e poi si tirano di nuovo i dadi del Tango."
)


def test_a_long_text_is_cut_after_a_sentence() -> None:
    assert (
        shorten(LONG)
        == "Primi balli: Anna e Bruno sono giudicati bene. Carla perde una vivacità."
    )
    assert shorten("Anna.") == "Anna."


def test_a_text_of_one_sentence_is_cut_after_a_word() -> None:
    short = shorten("parola " * 60)
    assert set(short.split()) == {"parola"}
    assert 50 < len(short) <= 75


def test_one_endless_word_is_cut_too() -> None:
    assert len(shorten("a" * 500)) <= 75


def test_signals_are_short_and_whole(tmp_path: Path) -> None:
    write_signals(tmp_path)
    assert set(SIGNALS) == set(Signal)
    for name in Signal:
        with wave.open(str(tmp_path / f"{name}.wav")) as file:
            assert 0.01 < file.getnframes() / file.getframerate() < 0.8
            samples = file.readframes(file.getnframes())
        assert max(samples) > 0


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not here")
@pytest.mark.parametrize("language", ["it", "en"])
def test_a_real_voice_is_done_in_time(tmp_path: Path, language: str) -> None:
    out = tmp_path / "said.wav"
    voice = find_voice()
    assert voice is not None
    words = (*voice.words, language, "-w", str(out))
    assert str(RATE) in words
    subprocess.run(words, input=shorten(LONG).encode(), check=True, timeout=20)
    with wave.open(str(out)) as file:
        assert 1.0 < file.getnframes() / file.getframerate() <= MOST_S


def test_a_real_process_gets_its_text_and_can_be_stopped(tmp_path: Path) -> None:
    out = tmp_path / "said"
    process = launch(("sh", "-c", f"cat > {out}; exec tail -f /dev/null"), "Però!")
    try:
        assert process.poll() is None
    finally:
        process.kill()
    assert isinstance(process, subprocess.Popen)
    assert process.wait(timeout=10) == -9


def test_a_process_that_ends_at_once_is_no_matter() -> None:
    process = launch(("true",), "x" * 200_000)
    assert isinstance(process, subprocess.Popen)
    assert process.wait(timeout=10) == 0


def test_a_missing_program_is_an_os_error() -> None:
    with pytest.raises(FileNotFoundError):
        launch(("no-such-program-here",), "x")
