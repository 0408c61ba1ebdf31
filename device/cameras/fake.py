"""A camera for tests: it does what it is told and keeps the calls it got."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from device.ports import CameraError, Shot

#: What a call to `shoot` gives: a shot, nothing in time, or an error.
Given = Shot | CameraError | None


class FakeCamera:
    """Gives what it was loaded with, one a call, and nothing after that.

    Attributes:
        calls: Names of the methods called, in order.
        refuses: Raised by `open` while it is set.
        stays: Given by `shoot` when the rest has been used up.
    """

    name = "fake"

    def __init__(self, given: Iterable[Given] = ()) -> None:
        self.calls: list[str] = []
        self.refuses: CameraError | None = None
        self.stays: Given = None
        self._given = deque(given)

    def load(self, given: Iterable[Given]) -> None:
        """Add to what it gives."""
        self._given.extend(given)

    def open(self) -> None:
        """As `device.ports.Camera.open`."""
        self.calls.append("open")
        if self.refuses is not None:
            raise self.refuses

    def shoot(self, timeout_s: float) -> Shot | None:
        """As `device.ports.Camera.shoot`."""
        self.calls.append("shoot")
        given = self._given.popleft() if self._given else self.stays
        if isinstance(given, CameraError):
            raise given
        return given

    def lock(self) -> None:
        """As `device.ports.Camera.lock`."""
        self.calls.append("lock")

    def unlock(self) -> None:
        """As `device.ports.Camera.unlock`."""
        self.calls.append("unlock")

    def close(self) -> None:
        """As `device.ports.Camera.close`."""
        self.calls.append("close")
