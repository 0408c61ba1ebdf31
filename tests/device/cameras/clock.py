"""A clock that only sleeping moves."""

from __future__ import annotations

from dataclasses import dataclass, field

from device.cameras.shots import Pace


@dataclass
class Clock:
    """Time is `now_s`; `sleep` moves it."""

    now_s: float = 50.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now_s += seconds

    def pace(self, fps: float = 30.0) -> Pace:
        return Pace(fps, self.now, self.sleep)
