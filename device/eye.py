"""The eye: from the camera to the inbox, on a thread of its own.

It takes the newest shot, sees whether dice lie still, reads them where that is wanted,
and posts what it sees (`Watched`, `Seen`, `Shown`, `EyeFailed`, `EyeBack`). While the
wish is shut the camera gets no call, and no picture of before is kept.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Event as Flag
from threading import Lock, Thread
from typing import TypeAlias

from device.cameras.exposure import Exposure
from device.cameras.guard import Guard
from device.cameras.phone import PhoneCamera
from device.flow.core import (
    SHUT,
    EyeBack,
    EyeFailed,
    Seen,
    Shown,
    Stage,
    Watched,
    Wish,
)
from device.lessons import ShowFaces, look_at
from device.pictures import PictureStore
from device.ports import Camera, Frame, Shot
from device.table_reader import ReadDice
from device.table_watch import TableWatch, read_photo
from vision.frame import PictureError
from vision.readings import TableReading

log = logging.getLogger("giudice")

Sight: TypeAlias = Watched | Seen | Shown | EyeFailed | EyeBack

#: How long a call to the camera may take, in seconds: a wish is heard within it.
SHOOT_S = 0.2
#: After so long without movement the eye slows down, to save the Pi's power and heat …
CALM_S = 3.0
#: … to a shot in so many seconds where no reading is wanted, or where one is.
IDLE_GAP_S, WANTED_GAP_S = 0.25, 0.1
#: A shut eye looks for a new wish this often, if nobody wakes it, in seconds.
SHUT_GAP_S = 1.0
#: After a fault of its own the eye tries again in so many seconds.
FAULT_GAP_S = 2.0


class Eye:
    """Sees for the app.

    Args:
        camera: Closed; only this thread calls it.
        open_reader: Loads the nets; called once, on the eye's thread.
        post: Puts a sight in the inbox; called on the eye's thread.
        store: Gets every picture that was told.
        tell: Takes one line about a photo that could not be read.
        now: Monotonic time in seconds: a reading takes its time within a step.
    """

    def __init__(
        self,
        camera: Camera,
        open_reader: Callable[[], ReadDice],
        post: Callable[[Sight], None],
        store: PictureStore,
        tell: Callable[[str], None] = lambda line: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._guard = Guard(camera, may_be_silent=camera.name == PhoneCamera.name)
        self._open_reader = open_reader
        self._post = post
        self._store = store
        self._tell = tell
        self._now = now
        self._reader: ReadDice | None = None
        self._watch = TableWatch()
        self._exposure = Exposure()
        self._stage: Stage | None = None
        self._was_shut = False
        self._has_failed = False  # by a fault of its own, and has read nothing since
        self._opening = 0  # that the watch belongs to
        self._lock = Lock()  # guards the three below
        self._wish = SHUT  # until the app says otherwise
        self._openings = 0  # goes up with each shutting: what was begun before is void
        self._photo: bytes | None = None
        self._news = Flag()
        self._is_stopping = False
        self._thread: Thread | None = None

    # --- from the app's thread -----------------------------------------------------

    def wish(self, wish: Wish) -> None:
        """Say what the eye is to do; quick.

        When this returns on a shut wish no picture is kept, and what is being taken or
        read at this moment will be dropped.
        """
        with self._lock:
            if wish == self._wish:
                return
            self._wish = wish
            if not wish.is_open:
                self._openings += 1
                self._photo = None
                self._store.clear()
        self._news.set()

    def offer(self, photo: bytes) -> bool:
        """A photo from a phone, JPEG or PNG; False where none is wanted."""
        with self._lock:
            if not (self._wish.is_open and self._wish.is_wanted):
                return False
            self._photo = photo
        self._news.set()
        return True

    def start(self) -> None:
        """Start the thread."""
        self._thread = Thread(target=self._run, name="eye", daemon=True)
        self._thread.start()

    def stop(self, timeout_s: float = 3.0) -> None:
        """End the thread and close the camera; a camera that hangs is left behind."""
        self._is_stopping = True
        self._news.set()
        if self._thread is not None:
            self._thread.join(timeout_s)

    # --- on the eye's thread -------------------------------------------------------

    def _run(self) -> None:
        while not self._is_stopping:
            pause_s = self.survive(self._now())
            if pause_s > 0:
                self._news.wait(pause_s)
            self._news.clear()
        self._guard.close()

    def survive(self, now_s: float) -> float:
        """`step`; whatever else fails in it is told, and tried again.

        This is a thread's last net: without it one bad picture would leave the table
        waiting for dice all night, and nobody told.
        """
        try:
            self._reader = self._reader or self._open_reader()
            return self.step(now_s)
        except Exception:
            log.exception("the eye failed")
            self._lose()
            if not self._has_failed:
                self._has_failed = True
                self._post(EyeFailed("fault", now_s))
            return FAULT_GAP_S

    def _recover(self) -> None:
        """Something was read."""
        if self._has_failed:
            self._has_failed = False
            self._post(EyeBack(self._now()))

    def step(self, now_s: float) -> float:
        """Do what is to be done now; returns how long to wait before the next step.

        Args:
            now_s: Monotonic time in seconds.
        """
        with self._lock:
            wish, opening = self._wish, self._openings
            photo, self._photo = self._photo, None
        if opening != self._opening:  # it may be open again already
            self._opening = opening
            self._shut()
        if not wish.is_open:
            self._shut()
            return SHUT_GAP_S
        if self._was_shut:
            self._guard.pause(now_s)
            self._was_shut = False
        if photo is not None:
            self._read_photo(photo, wish, opening, now_s)
        shot, news = self._guard.shoot(now_s, SHOOT_S)
        for one in news:
            self._post(one)
        if shot is None:
            if not self._guard.is_open:
                self._lose()
            return self._guard.wait_s(now_s)
        self._see(shot, wish, opening, now_s)
        return self._gap_s(wish)

    def _shut(self) -> None:
        if not self._was_shut:
            self._watch.forget()
            self._stage = None
            self._was_shut = True

    def _lose(self) -> None:
        """The camera is gone: what it showed may have changed meanwhile."""
        self._watch.forget()
        self._stage = None

    def _see(self, shot: Shot, wish: Wish, opening: int, now_s: float) -> None:
        with self._lock:
            if opening != self._openings:
                return  # shut while the shot was taken
        stage = self._watch.look(shot.small, shot.taken_s, wish)
        self._show(stage, opening, now_s)
        self._keep_exposure(shot, stage, wish, now_s)
        if not self._watch.is_due:
            return
        picture = shot.picture()
        if wish.show:
            self._watch.take()
            self._send_shown(picture, wish, opening)
            return
        reader = self._reader = self._reader or self._open_reader()
        reading = self._watch.read(picture, reader)
        self._recover()
        with self._lock:
            if wish != self._wish:
                return  # something else is wanted by now
        done_s = self._now()
        stage, told = self._watch.weigh(reading, picture, shot.small, done_s)
        self._show(stage, opening, done_s)
        if told is not None:
            self._send_seen(picture, told.reading, opening, done_s, told.was_touched)

    def _keep_exposure(
        self, shot: Shot, stage: Stage, wish: Wish, now_s: float
    ) -> None:
        if self._exposure.opened_s != self._guard.opened_s:
            self._exposure = Exposure(self._guard.opened_s)
        if stage in (Stage.STILL, Stage.EMPTY, Stage.CHANGED):
            light = float(shot.small[::4, ::4].mean())
            self._exposure.follow(
                self._guard.camera, light, now_s, is_wanted=wish.is_wanted
            )

    def _read_photo(self, photo: bytes, wish: Wish, opening: int, now_s: float) -> None:
        from device.page.uploads import decode_photo

        try:
            picture = decode_photo(photo)
        except PictureError as error:
            self._tell(f"photo: {error}")
            return
        if wish.show:
            self._send_shown(picture, wish, opening)
            return
        reader = self._reader = self._reader or self._open_reader()
        reading = read_photo(picture, wish, reader)
        self._recover()
        if reading.dice:
            self._send_seen(picture, reading, opening, now_s, was_touched=False)
        else:
            self._show(Stage.EMPTY, opening, now_s)

    def _gap_s(self, wish: Wish) -> float:
        is_calm = self._watch.still_s >= CALM_S and not self._watch.is_due
        if not is_calm or self._stage is Stage.HAND:
            return 0.0
        return WANTED_GAP_S if wish.is_wanted else IDLE_GAP_S

    # --- to the inbox --------------------------------------------------------------

    def _show(self, stage: Stage, opening: int, now_s: float) -> None:
        if stage is not self._stage:
            self._stage = stage
            self._send(Watched(stage, now_s), opening)

    def _send_seen(
        self,
        picture: Frame,
        reading: TableReading,
        opening: int,
        now_s: float,
        was_touched: bool,
    ) -> None:
        height, width = picture.shape[:2]
        with self._lock:
            if opening == self._openings:
                shot = self._store.put(picture)
                size = (width, height)
                self._post(Seen(reading, shot, now_s, size, was_touched))

    def _send_shown(self, picture: Frame, wish: Wish, opening: int) -> None:
        """Look at dice that are shown to be learnt; nothing else is wanted of them."""
        reader = self._reader = self._reader or self._open_reader()
        if not isinstance(reader, ShowFaces):
            return  # it reads, and cannot learn
        sight = look_at(picture, wish.show, reader, is_certain=wish.is_certain)
        image = sight.image
        self._recover()
        with self._lock:
            if opening != self._openings or wish != self._wish:
                return  # something else is wanted by now
            shot = None if image is None else self._store.put(image)
            self._post(sight.shown(shot, self._now()))

    def _send(self, sight: Sight, opening: int) -> None:
        with self._lock:
            if opening == self._openings:
                self._post(sight)
