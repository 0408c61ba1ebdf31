"""No camera of its own: photos come from a phone, one by one, through the page."""

from __future__ import annotations

import time
from collections.abc import Callable

from device.ports import Shot


class PhoneCamera:
    """Never gives a frame by itself and never stalls: photos go to `Eye.offer`.

    Args:
        sleep: Waits so many seconds.
    """

    name = "phone"

    def __init__(self, sleep: Callable[[float], None] = time.sleep) -> None:
        self._sleep = sleep

    def open(self) -> None:
        """There is nothing to open."""

    def shoot(self, timeout_s: float) -> Shot | None:
        """None, after the wait."""
        self._sleep(timeout_s)
        return None

    def lock(self) -> None:
        """The phone does as it likes."""

    def unlock(self) -> None:
        """The phone does as it likes."""

    def close(self) -> None:
        """There is nothing to close."""
