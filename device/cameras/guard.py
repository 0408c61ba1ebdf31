"""Keeps a camera going: a stall, a pulled plug and its return are told, not suffered.

Whoever uses it calls `shoot` again and again; a camera that fails is closed, and
opened again after a pause that doubles up to MOST_BACK_OFF_S.
"""

from __future__ import annotations

import math
from typing import TypeAlias

from device.flow.core import EyeBack, EyeFailed
from device.ports import Camera, CameraError, Shot

STALL_S = 5.0
FIRST_BACK_OFF_S, MOST_BACK_OFF_S = 1.0, 8.0
#: Codes of failures that trying again cannot mend.
FINAL = frozenset({"ended", "none"})

News: TypeAlias = EyeFailed | EyeBack


class Guard:
    """Calls a camera, and nothing while nobody asks.

    Args:
        camera: Closed; it is opened by the first `shoot`.
        may_be_silent: It gives pictures when it has some, like a phone: no stall.
    """

    def __init__(self, camera: Camera, *, may_be_silent: bool = False) -> None:
        self.camera = camera
        self.is_open = False
        self.opened_s = 0.0
        self._may_be_silent = may_be_silent
        self._code = ""  # of the failure that was told and is not over
        self._shot_s = 0.0
        self._retry_s = -math.inf
        self._back_off_s = FIRST_BACK_OFF_S

    def pause(self, now_s: float) -> None:
        """Nobody asked for a while: that was no stall."""
        self._shot_s = now_s

    def shoot(
        self, now_s: float, timeout_s: float
    ) -> tuple[Shot | None, tuple[News, ...]]:
        """The next shot, if there is one, and what is to be told of the camera."""
        if not self.is_open and now_s < self._retry_s:
            return None, ()
        try:
            if not self.is_open:
                self.camera.open()
                self.is_open, self.opened_s, self._shot_s = True, now_s, now_s
            shot = self.camera.shoot(timeout_s)
        except CameraError as error:
            return None, self._fail(error.code, now_s)
        if shot is None:
            if self._may_be_silent or now_s - self._shot_s < STALL_S:
                return None, ()
            return None, self._fail("stalled", now_s)
        self._shot_s = now_s
        self._back_off_s = FIRST_BACK_OFF_S
        news = (EyeBack(now_s),) if self._code else ()
        self._code = ""
        return shot, news

    def wait_s(self, now_s: float) -> float:
        """How long until `shoot` does something, in seconds."""
        return 0.0 if self.is_open else max(0.0, min(self._retry_s - now_s, STALL_S))

    def close(self) -> None:
        """Close the camera; the next `shoot` opens it again."""
        if self.is_open:
            self.is_open = False
            self.camera.close()

    def _fail(self, code: str, now_s: float) -> tuple[News, ...]:
        self.is_open = True  # `close` is called after a failed `open` as well
        self.close()
        self._retry_s = math.inf if code in FINAL else now_s + self._back_off_s
        self._back_off_s = min(2 * self._back_off_s, MOST_BACK_OFF_S)
        if code == self._code:
            return ()
        self._code = code
        return (EyeFailed(code, now_s),)
