from __future__ import annotations

from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import Any

import pytest

from device.app import TICK_S, App, Backlight
from device.fakes import (
    FakeClock,
    FakeEye,
    FakeJournal,
    FakeLight,
    FakeOutlet,
    FakeSpeaker,
)
from device.flow import evening
from device.flow.core import (
    SHUT,
    WATCH,
    Deed,
    Event,
    EyeFailed,
    Hush,
    Reply,
    Seen,
    Signal,
    Stage,
    Tick,
    Voice,
    Watched,
    Wish,
)
from device.flow.screen import (
    Button,
    Countdown,
    Labels,
    Mood,
    Note,
    PairingCode,
    Screen,
    say,
)
from device.inbox import NOW, Inbox, Photo, Pick, Push, Stop, Text
from device.journal import Trouble
from device.moments import meaning
from device.parts import Parts
from rules.core import Step
from rules.mia_moves import Open
from rules.referee import Game, begin, play
from rules.setups import GAMES, Seat, Setup
from tests.device.evenings import WORDINGS, WORDS
from vision.readings import TableReading

A, B, X, Y = Button
SETUP = Setup("mia", (Seat("Anna"), Seat("Bruno")), {})
SEEN = Seen(TableReading(()), 7, 0.0, (640, 480))


class ToyFlow:
    """A declares 42; B waits; X breaks; Y shuts the eye. Ticks are counted."""

    def start(self, game: Game, now_s: float) -> Toy:
        return Toy(game)

    def step(self, state: Toy, event: Event) -> Reply[Toy]:
        match event:
            case Tick(now_s) if state.name == "waiting":
                return Reply(replace(state, left_s=60.0 - now_s))
            case Seen():
                return Reply(replace(state, name="seen"))
        button = getattr(event, "button", None)
        if button is A:
            done = play(state.game, Open(42))
            assert isinstance(done, Step)
            sounds = (Signal.READ, Hush(), Voice(say("setup.yes")))
            deed = Deed(Open(42), 7, [{"value": 4}])
            return Reply(replace(state, game=done.state, name="open"), (deed,), sounds)
        if button is X:
            raise RuntimeError("a slip of a programmer")
        names = {B: "waiting", Y: "shut"}
        return Reply(replace(state, name=names.get(button, state.name)))

    def screen(self, state: Toy) -> Screen:
        return Screen(
            f"toy.{state.name}",
            state.name,
            Mood.WAITING if state.name == "waiting" else Mood.CHOOSE,
            (Countdown(state.left_s, 60.0),),
            {A: Labels("a")},
            must_decide=state.name != "waiting",
        )

    def wish(self, state: Toy) -> Wish:
        return SHUT if state.name == "shut" else WATCH


@dataclass(frozen=True)
class Toy:
    game: Game
    name: str = "start"
    left_s: float = 60.0


class Table:
    """An app over fakes that tell, in one list, what happened in order."""

    def __init__(self, backlight: Backlight | None = None, **parts: Any) -> None:
        self.told: list[str] = []
        self.clock = FakeClock()
        self.journal = FakeJournal(told=self.told)
        self.panel = FakeOutlet(told=self.told)
        self.eye = FakeEye(told=self.told)
        self.light = FakeLight()
        self.speaker = FakeSpeaker()
        self.levels: list[float] = []
        self.parts = Parts(
            **{
                "clock": self.clock,
                "journal": self.journal,
                "wordings": WORDINGS,
                "eye": self.eye,
                "outlets": {"panel": self.panel},
                "light": self.light,
                "speaker": self.speaker,
                "dim": self.levels.append,
                **parts,
            }
        )
        flows: Any = dict.fromkeys(GAMES, ToyFlow())
        state = evening.start(flows, WORDS, found=begin(SETUP))
        self.app = App(state, self.parts, backlight)

    @property
    def screen(self) -> Screen:
        return self.app.live.screen

    def push(self, *buttons: Button, is_held: bool = False) -> None:
        for button in buttons:
            self.app.take(Push(button, is_held, self.app.live.serial))

    def playing(self) -> Table:
        self.push(A)
        self.told.clear()
        return self


# --- what is shown counts ---------------------------------------------------------


def test_a_deed_is_in_the_journal_before_its_screen_is_shown() -> None:
    table = Table().playing()

    table.push(A)

    line = 'add {"do": "open", "score": 42, "seen": [{"value": 4}]}'
    assert table.told == [line, "show toy.open"]


def test_a_set_up_is_in_the_journal_before_the_game_is_shown() -> None:
    table = Table()
    table.push(B, A, A)
    table.told.clear()

    table.push(A)

    assert table.told == ["begin", "show toy.start"]
    assert table.journal.lines == [
        '{"game": "mia", "players": [{"name": "Anna"}, {"name": "Bruno"}],'
        ' "options": {}}'
    ]


def test_a_found_game_is_opened_again_before_it_is_shown() -> None:
    table = Table()
    table.told.clear()

    table.push(A)

    assert table.told == ["go on", "show toy.start"]


def test_the_eye_is_shut_before_the_screen_says_so() -> None:
    table = Table().playing()

    table.push(Y)

    assert table.told == ["shut", "show toy.shut"]


def test_what_a_shut_eye_had_seen_is_dropped() -> None:
    table = Table().playing()
    table.push(Y)

    table.app.take(SEEN)
    table.app.take(Watched(Stage.STILL, 0.0))

    assert table.screen.name == "toy.shut"


def test_the_proof_of_a_deed_is_kept_with_it() -> None:
    from device.evidence import Evidence

    proof = Evidence(b"jpeg", b"json")
    table = Table(proof=lambda deed: proof if deed.shot == 7 else None).playing()

    table.push(A)

    assert table.journal.proofs == {1: proof}


def test_a_proof_that_cannot_be_made_leaves_the_action_written() -> None:
    def broken(deed: Deed) -> None:
        raise MemoryError

    table = Table(proof=broken).playing()

    table.push(A)

    assert table.journal.lines[-1].startswith('{"do": "open"')
    assert table.app.live.trouble == say("app.fault", part=say("app.proof"))


# --- presses ----------------------------------------------------------------------


def test_a_press_for_a_screen_that_has_gone_by_is_dropped() -> None:
    table = Table()
    old = table.app.live.serial
    table.push(A)

    table.app.take(Push(A, False, old))
    table.app.take(Pick("x", old))
    table.app.take(Text("x", old))

    assert table.screen.name == "toy.start"


def test_a_finger_that_went_down_before_the_screen_came_is_dropped() -> None:
    table = Table()
    table.clock.pass_s(1.0)
    table.push(A)

    table.app.take(Push(A, False, NOW, at_s=0.9))
    assert table.screen.name == "toy.start"

    table.app.take(Push(A, False, NOW, at_s=1.1))
    assert table.screen.name == "toy.open"


def test_a_countdown_and_a_mood_leave_the_screen_what_it_is() -> None:
    table = Table().playing()
    table.push(B)
    serial = table.app.live.serial

    table.clock.pass_s(5.0)
    table.app.tick()

    assert table.app.live.serial == serial
    assert table.screen.blocks == (Countdown(55.0, 60.0),)
    assert meaning(table.screen) == meaning(replace(table.screen, mood=Mood.HAND))


def test_nothing_is_shown_twice() -> None:
    table = Table().playing()

    for _ in range(5):
        table.app.tick()

    assert table.told == []


# --- trouble ----------------------------------------------------------------------


def test_trouble_of_the_journal_is_shown_until_it_is_over() -> None:
    table = Table().playing()
    table.journal.trouble = Trouble("full", "No space left on device")

    table.push(A)
    assert table.app.live.trouble == say("journal.full")
    assert table.screen.name == "toy.open"

    table.journal.trouble = None
    table.app.tick()
    assert table.app.live.trouble == ""


def test_what_was_found_damaged_is_told_until_the_first_press() -> None:
    table = Table(journal=FakeJournal(faults=("torn",)))
    assert table.app.live.trouble == say("journal.torn")

    table.push(A)

    assert table.app.live.trouble == ""


class Broken:
    """Any part, out of order."""

    def __init__(self) -> None:
        self.is_broken = True

    def fail(self, *_: object) -> None:
        if self.is_broken:
            raise OSError("wire off")

    publish = wish = show = say = signal = hush = fail


@pytest.mark.parametrize("part", ["panel", "eye", "light", "speaker", "dim"])
def test_a_part_that_fails_is_told_and_the_game_goes_on(part: str) -> None:
    broken: Any = Broken()
    parts: dict[str, Any] = {part: broken}
    if part == "panel":
        parts = {"outlets": {"panel": broken}}
    elif part == "dim":
        parts = {"dim": broken.fail}
    table = Table(**parts).playing()

    table.push(A)

    assert table.screen.name == "toy.open"
    assert len(table.journal.lines) == 1
    table.app.tick()
    assert table.app.live.trouble == say("app.fault", part=say(f"app.{part}"))


def test_a_part_that_works_again_is_told_no_more() -> None:
    broken: Any = Broken()
    table = Table(outlets={"panel": broken}).playing()
    broken.is_broken = False

    table.push(A)
    table.app.tick()

    assert table.app.live.trouble == ""


def test_a_slip_in_a_flow_begins_the_game_anew_from_its_record() -> None:
    table = Table().playing()
    table.push(A)

    table.push(X)

    assert table.screen.name == "toy.start"
    assert table.app.live.trouble == say("app.flow")
    game = evening.game_of(table.app.state)
    assert game is not None
    assert game.last == Open(42)


def test_a_screen_that_cannot_be_made_leaves_the_menu_and_a_shut_eye(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table().playing()

    def broken(flow: ToyFlow, state: Toy) -> Screen:
        raise KeyError("a text that is missing")

    monkeypatch.setattr(ToyFlow, "screen", broken)
    table.push(B)

    assert table.screen.name == "app.stuck"
    assert table.eye.wishes[-1] == SHUT
    table.push(X, is_held=True)
    assert table.screen.name == "menu"
    table.app.take(Pick("leave", table.app.live.serial))
    table.push(A)
    assert table.screen.name == "evening.offer"


def test_a_camera_that_fails_ends_nothing() -> None:
    table = Table().playing()

    table.app.take(EyeFailed("gone", 0.0))
    table.push(A)

    assert table.screen.name == "toy.open"


# --- light, sound, backlight ------------------------------------------------------


def test_the_light_follows_the_mood_and_is_told_once() -> None:
    table = Table().playing()

    table.push(B)
    table.app.tick()

    assert table.light.moods == [Mood.CHOOSE, Mood.WAITING]


def test_sounds_are_spoken_in_the_language_of_the_table() -> None:
    table = Table().playing()
    table.speaker.said.clear()

    table.push(A)

    assert table.speaker.said == ["read", "hush", "it: sì"]


def test_one_switch_silences_all() -> None:
    table = Table().playing()
    table.push(X, is_held=True)
    table.app.take(Pick("sound_off", table.app.live.serial))
    table.push(Y)
    table.speaker.said.clear()

    table.push(A)

    assert set(table.speaker.said) <= {"hush"}


def test_an_idle_display_dims_and_a_button_only_wakes_it() -> None:
    table = Table(Backlight(1.0, 0.2, 60.0)).playing()
    table.push(B)
    table.clock.pass_s(59.0)
    table.app.tick()
    assert not table.app.is_dim

    table.clock.pass_s(1.0)
    table.app.tick()
    assert table.app.is_dim

    table.app.take(Push(A, False, NOW))
    assert table.screen.name == "toy.waiting"
    assert table.levels == [1.0, 0.2, 1.0]

    table.app.take(Push(A, False, NOW))
    assert table.screen.name == "toy.open"


def test_a_press_in_the_page_acts_though_the_display_is_dim() -> None:
    table = Table(Backlight(after_s=60.0)).playing()
    table.push(B)
    table.clock.pass_s(60.0)
    table.app.tick()

    table.push(A)

    assert table.screen.name == "toy.open"
    assert not table.app.is_dim


def test_a_hand_over_the_table_wakes_the_display() -> None:
    table = Table(Backlight(after_s=60.0)).playing()
    table.push(B)
    table.clock.pass_s(60.0)
    table.app.tick()

    table.app.take(Watched(Stage.HAND, 60.0))

    assert not table.app.is_dim


def test_the_display_never_dims_while_somebody_is_to_decide() -> None:
    table = Table(Backlight(after_s=60.0)).playing()

    table.clock.pass_s(3600.0)
    table.app.tick()

    assert not table.app.is_dim


@pytest.mark.parametrize("is_off", ["setting", "menu"])
def test_dimming_can_be_switched_off(is_off: str) -> None:
    table = Table(Backlight(after_s=0.0 if is_off == "setting" else 60.0)).playing()
    if is_off == "menu":
        table.push(X, is_held=True)
        table.app.take(Pick("dimming_off", table.app.live.serial))
        table.push(Y)
    table.push(B)

    table.clock.pass_s(3600.0)
    table.app.tick()

    assert not table.app.is_dim


# --- phones -----------------------------------------------------------------------


class FakePhones:
    code = "ABC234"

    def __init__(self) -> None:
        self.orders: list[str] = []

    def link(self, address: str) -> str:
        return f"{address}/#pair={self.code}"

    def new_code(self) -> str:
        self.orders.append("new")
        return self.code

    def revoke_all(self) -> None:
        self.orders.append("revoke")


def test_the_pairing_code_is_filled_in_and_can_be_revoked() -> None:
    phones = FakePhones()
    parts = {"address": "http://table:80", "numbers": lambda: "http://10.0.0.5:80"}
    table = Table(phones=phones, **parts).playing()
    table.app._state = replace(table.app.state, has_page=True)
    table.push(X, is_held=True)
    table.app.take(Pick("phones", table.app.live.serial))

    code = PairingCode("http://10.0.0.5:80/#pair=ABC234", "ABC234")
    assert table.screen.blocks == (code, Note("table:80"))
    table.push(B, X)
    assert phones.orders == ["new", "revoke"]


@pytest.mark.parametrize("wants_photos", [True, False])
def test_a_table_with_phones_alone_asks_for_a_photo(wants_photos: bool) -> None:
    table = Table(wants_photos=wants_photos)
    hint = Note(say("app.send_photo"))
    assert hint not in table.screen.blocks

    table.push(B)
    table.app.take(Pick("dancing-dice", table.app.live.serial))

    assert table.screen.name == "setup.table"
    assert (hint in table.screen.blocks) is wants_photos


def test_a_photo_goes_to_the_camera_of_phones() -> None:
    photos: list[bytes] = []
    table = Table(photo=photos.append).playing()

    table.app.take(Photo(b"jpeg", 0))

    assert photos == [b"jpeg"]


# --- the loop ---------------------------------------------------------------------


def test_the_loop_outlives_what_nobody_thought_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table().playing()
    inbox: Inbox = SimpleQueue()
    inbox.put(Push(A, False, table.app.live.serial))
    inbox.put(Stop())

    def broken(push: Push, now_s: float) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(table.app, "_push", broken)
    table.app.run(inbox)
    table.app.tick()

    assert table.app.is_stopped
    assert table.app.live.trouble == say("app.flow")


def test_the_loop_takes_what_arrives_ticks_and_stops() -> None:
    beats: list[float] = []
    table = Table(beat=lambda: beats.append(table.clock.now_s())).playing()
    inbox: Inbox = SimpleQueue()
    inbox.put(Push(A, False, table.app.live.serial))
    inbox.put(Stop())
    table.clock.pass_s(TICK_S)

    table.app.run(inbox)

    assert table.screen.name == "toy.open"
    assert beats == [TICK_S]
