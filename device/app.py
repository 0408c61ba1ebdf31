"""The loop: one inbox, one thread, the only caller of the flows and the rules.

For each thing that arrives: the evening answers; what the rules accepted is written to
the journal; the eye is told what to do; only then the new screen is shown. A press for
a screen that is shown no more is dropped. No part that fails ends the game: it is told,
and tried again the next time it is needed. Time comes from the clock handed in, so that
a whole evening runs in a test without any.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from queue import Empty
from typing import TypeVar

from device.choices import Choices
from device.flow import evening
from device.flow.core import (
    SHUT,
    Deed,
    Event,
    EyeBack,
    EyeFailed,
    Hush,
    NotLearnt,
    Picked,
    Pressed,
    Seen,
    Shown,
    Signal,
    Sound,
    Stage,
    Tick,
    Typed,
    Voice,
    Watched,
    Wish,
)
from device.flow.evening import Begin, Order
from device.flow.screen import Mood, Screen, Text, say
from device.flow.teaching import Compare, Learn
from device.inbox import NOW, Inbox, Item, Photo, Pick, Push, Stop
from device.inbox import Text as Line
from device.moments import LAST_RESORT, meaning, with_code, with_hint
from device.page.live import Live
from device.parts import Parts
from rules.referee import Game
from rules.setups import Setup, format_setup
from rules.writing import format_action

T = TypeVar("T")
log = logging.getLogger("giudice")

TICK_S = 0.2
#: What an eye that sees this is looking at wakes the display.
AWAKE = (Stage.HAND, Stage.ROLLING)


@dataclass(frozen=True, slots=True)
class Backlight:
    """When and how far the display dims; see `giudice.toml`."""

    full: float = 1.0
    dimmed: float = 0.15
    after_s: float = 60.0


class App:
    """An evening at a table, driven by what arrives."""

    def __init__(
        self,
        state: evening.State,
        parts: Parts,
        backlight: Backlight | None = None,
        news: Sequence[Text] = (),
    ) -> None:
        """Show the first screen.

        Args:
            state: Where the evening begins.
            parts: What is driven.
            backlight: When and how far the display dims.
            news: What went wrong before; told until the first press.
        """
        self._state = state
        self._parts = parts
        self._backlight = backlight or Backlight()
        self._faults: dict[str, Text] = {}
        faults = [say(f"journal.{fault}") for fault in parts.journal.faults]
        self._news: list[Text] = [*faults, *news]
        self._live: Live | None = None
        self._serial = 0
        self._shown_s = parts.clock.now_s()
        self._active_s = self._shown_s
        self._is_dim = False
        self._wish: Wish | None = None
        self._mood: Mood | None = None
        self.is_stopped = False
        self._guard("dim", lambda: self._dim_to(self._backlight.full))
        self._show()

    @property
    def state(self) -> evening.State:
        """The evening as it stands."""
        return self._state

    @property
    def live(self) -> Live:
        """What is shown."""
        assert self._live is not None  # from the constructor on
        return self._live

    @property
    def is_dim(self) -> bool:
        """Whether the display is dimmed."""
        return self._is_dim

    # --- the loop -----------------------------------------------------------------

    def run(self, inbox: Inbox) -> None:
        """Take what arrives, and tick, until a `Stop`."""
        next_s = self._parts.clock.now_s()
        while not self.is_stopped:
            now_s = self._parts.clock.now_s()
            if now_s >= next_s:
                self._survive(self.tick)
                next_s = now_s + TICK_S
            try:
                item = inbox.get(timeout=max(0.0, next_s - now_s))
            except Empty:
                continue
            self._survive(partial(self.take, item))

    def tick(self) -> None:
        """Let time pass: countdowns, retries, dimming."""
        now_s = self._parts.clock.now_s()
        self._guard("journal", lambda: self._parts.journal.retry(now_s))
        self._guard("watchdog", self._parts.beat)
        self._answer(Tick(now_s))
        self._dim_if_idle(now_s)

    def take(self, item: Item) -> None:
        """Answer one thing from the inbox."""
        now_s = self._parts.clock.now_s()
        match item:
            case Stop():
                self.is_stopped = True
            case Push():
                self._push(item, now_s)
            case Pick(id, screen):
                self._act(screen, Picked(id, now_s))
            case Line(text, screen):
                self._act(screen, Typed(text, now_s))
            case Photo(content):
                self._photo(content)
            case Watched() | Seen() | Shown() | EyeFailed() | EyeBack():
                self._watch(item, now_s)

    # --- presses ------------------------------------------------------------------

    def _push(self, push: Push, now_s: float) -> None:
        if push.screen == NOW and self._is_dim:
            self._wake(now_s)  # and that is all this press does
            return
        screen = push.screen
        if screen == NOW and (push.at_s is None or push.at_s >= self._shown_s):
            screen = self._serial
        self._act(screen, Pressed(push.button, now_s, push.is_held))

    def _act(self, screen: int, event: Event) -> None:
        """A person acts, on the screen with this serial; dropped if it is another."""
        if screen != self._serial:
            return
        self._news.clear()
        self._wake(event.now_s)
        self._answer(event)

    def _watch(
        self, event: Watched | Seen | Shown | EyeFailed | EyeBack, now_s: float
    ) -> None:
        """Take what the eye says; what it saw before it was shut is nobody's."""
        is_shut = self._wish is not None and not self._wish.is_open
        if is_shut and isinstance(event, Seen | Shown | Watched):
            return
        if isinstance(event, Seen | Shown) or (
            isinstance(event, Watched) and event.stage in AWAKE
        ):
            self._wake(now_s)
        self._answer(event)

    def _photo(self, content: bytes) -> None:
        take = self._parts.photo
        if take is not None:
            self._guard("photo", lambda: take(content))

    # --- one event ----------------------------------------------------------------

    def _answer(self, event: Event) -> None:
        before = evening.game_of(self._state)
        try:
            answer = evening.step(self._state, event)
        except Exception:
            log.exception("a flow failed at %r", event)
            self._begin_anew(event.now_s)
            self._show()
            return
        chosen = _chosen(self._state)
        self._state = answer.state
        for write in answer.writes:
            self._write(write, before)
        if _chosen(answer.state) != chosen:
            self._keep_choices(_chosen(answer.state))
        self._show()
        self._sound(answer.sounds)

    def _begin_anew(self, now_s: float) -> None:
        """Go on from the record: nothing that was written down is lost."""
        self._news.append(say("app.flow"))
        try:
            self._state = evening.restarted(self._state, now_s)
        except Exception:
            log.exception("the flow cannot be begun anew")

    def _write(self, write: evening.Write, before: Game | None) -> None:
        match write:
            case Begin(setup):
                line = format_setup(setup)
                self._guard("journal", lambda: self._parts.journal.begin(line))
            case Order.GO_ON:
                self._guard("journal", self._parts.journal.go_on)
            case Order.NEW_CODE if self._parts.phones is not None:
                self._guard("page", self._parts.phones.new_code)
            case Order.UNPAIR if self._parts.phones is not None:
                self._guard("page", self._parts.phones.revoke_all)
            case Compare() | Learn():
                self._teach(write)
            case Deed():
                assert before is not None  # deeds are done in a game
                self._keep(write, before.setup)

    def _teach(self, write: Compare | Learn) -> None:
        """What was shown stays with the flow until it is told that it is kept."""
        teacher, language = self._parts.teacher, self._state.language
        now_s, event = self._parts.clock.now_s(), None
        if teacher is not None:
            work = partial(teacher.answer, write, language, now_s)
            event = self._guard("teacher", work)
        if event is None and isinstance(write, Learn):
            event = NotLearnt(say("teach.fault"), now_s)
        if event is not None:
            self._answer(event)

    def _keep(self, deed: Deed, setup: Setup) -> None:
        proof = self._guard("proof", lambda: self._parts.proof(deed))
        notes = {} if deed.seen is None else {"seen": deed.seen}
        line = self._guard("seen", lambda: format_action(deed.action, setup, notes))
        if line is None:  # what was seen cannot be written: the action can
            line = format_action(deed.action, setup)
        kept = line
        self._guard("journal", lambda: self._parts.journal.add(kept, proof))

    def _keep_choices(self, choices: Choices) -> None:
        """Told until the next press where it fails: the choice itself holds."""
        try:
            self._parts.keep_choices(choices)
        except OSError:
            log.exception("the choices cannot be kept")
            self._news.append(say("app.choices_lost"))

    # --- what is shown ------------------------------------------------------------

    def _show(self) -> None:
        """Bring eye, outlets and light up to date with the state."""
        wish, live = self._moment()
        eye = self._parts.eye
        if wish != self._wish and eye is not None:
            self._guard("eye", lambda: eye.wish(wish))
        self._wish = wish
        if live == self._live:
            return
        if self._live is None or meaning(live.screen) != meaning(self._live.screen):
            self._serial += 1
            live = replace(live, serial=self._serial)
            self._shown_s = float("inf")
        self._live = live
        for name, outlet in self._parts.outlets.items():
            self._guard(name, partial(outlet.publish, live))
        if self._shown_s == float("inf"):
            self._shown_s = self._parts.clock.now_s()
        self._light(live.screen.mood)
        if live.screen.must_decide:
            self._wake(self._parts.clock.now_s())

    def _moment(self) -> tuple[Wish, Live]:
        """What the eye is to do and what is shown; begun anew where a flow fails."""
        try:
            return self._wish_and_live()
        except Exception:
            log.exception("a screen failed")
            self._begin_anew(self._parts.clock.now_s())
        try:
            return self._wish_and_live()
        except Exception:
            log.exception("a screen failed again")
            language = self._state.language
            return SHUT, Live(LAST_RESORT, self._serial, language)

    def _wish_and_live(self) -> tuple[Wish, Live]:
        screen = evening.screen(self._state)
        return evening.wish(self._state), self._live_of(screen)

    def _live_of(self, screen: Screen) -> Live:
        game = evening.game_of(self._state)
        return Live(
            with_hint(with_code(screen, self._parts), self._parts),
            self._serial,
            self._state.language,
            game.setup.game if game else "",
            evening.rows(self._state),
            self._trouble(),
            takes_photo=self._parts.photo is not None,
        )

    def _trouble(self) -> Text:
        """The worst first: what is not saved, what failed, what was found."""
        trouble = self._parts.journal.trouble
        if trouble is not None:
            return say(f"journal.{trouble.code}")
        return next(iter((*self._faults.values(), *self._news)), "")

    def _light(self, mood: Mood) -> None:
        light = self._parts.light
        if light is not None and mood is not self._mood:
            self._guard("light", lambda: light.show(mood))
        self._mood = mood

    def _sound(self, sounds: Sequence[Sound]) -> None:
        speaker = self._parts.speaker
        if speaker is None or not self._state.has_sound:
            return
        language = self._state.language
        for sound in sounds:
            match sound:
                case Hush():
                    self._guard("speaker", speaker.hush)
                case Signal():
                    self._guard("speaker", partial(speaker.signal, sound.value))
                case Voice(text):
                    words = self._parts.wordings[language].tell(text)
                    self._guard("speaker", partial(speaker.say, words, language))

    # --- dimming ------------------------------------------------------------------

    def _dim_if_idle(self, now_s: float) -> None:
        after_s = self._backlight.after_s
        may_dim = self._state.dims and after_s > 0 and not self.live.screen.must_decide
        if may_dim and not self._is_dim and now_s - self._active_s >= after_s:
            self._is_dim = True
            self._guard("dim", lambda: self._dim_to(self._backlight.dimmed))

    def _wake(self, now_s: float) -> None:
        self._active_s = now_s
        if self._is_dim:
            self._is_dim = False
            self._guard("dim", lambda: self._dim_to(self._backlight.full))

    def _dim_to(self, level: float) -> None:
        if self._parts.dim is not None:
            self._parts.dim(level)

    # --- what may fail ------------------------------------------------------------

    def _survive(self, work: Callable[[], None]) -> None:
        """The last net: whatever else goes wrong is told, and the evening goes on."""
        try:
            work()
        except Exception:
            log.exception("the app failed")
            self._news.append(say("app.flow"))

    def _guard(self, part: str, work: Callable[[], T]) -> T | None:
        """Do something that must not end the game; None, and told, where it fails."""
        try:
            done = work()
        except Exception:
            log.exception("%s failed", part)
            self._faults[part] = say("app.fault", part=say(f"app.{part}"))
            return None
        self._faults.pop(part, None)
        return done


def _chosen(state: evening.State) -> Choices:
    """What the menu changes for good."""
    return Choices(state.language, state.has_sound)
