"""When a camera's exposure, white balance and focus are held, and when let go."""

from __future__ import annotations

from device.ports import Camera

#: A camera has found its exposure after this, in seconds.
SETTLE_S = 1.5
#: Not wanted for so long: the camera may follow the light again.
RELEASE_S = 2.0
#: Light that changes this soon after holding was changed by it, in seconds: some
#: webcams jump to an old setting. Then the camera is better left alone.
BLAME_S = 2.0
#: A still table that is lighter or darker than this share means another lamp.
LIGHT_SHARE = 0.35


class Exposure:
    """Holds a camera while dice are read, and lets it go when the light is another.

    Args:
        opened_s: When the camera was opened; it is not held from then on.
    """

    def __init__(self, opened_s: float = 0.0) -> None:
        self.opened_s = opened_s
        self._is_held = False
        self._is_left_alone = False
        self._held_s = 0.0
        self._light = 0.0
        self._loose_s = opened_s
        self._wanted_s = opened_s

    def follow(
        self, camera: Camera, light: float, now_s: float, *, is_wanted: bool
    ) -> None:
        """Hold or let go.

        Args:
            camera: It is called only when that changes.
            light: Mean grey level of a table at rest.
            now_s: Monotonic time.
            is_wanted: Dice are to be read.
        """
        if is_wanted:
            self._wanted_s = now_s
        if not self._is_held:
            may_hold = is_wanted and not self._is_left_alone
            if may_hold and now_s - self._loose_s >= SETTLE_S:
                camera.lock()
                self._is_held, self._held_s, self._light = True, now_s, light
            return
        is_other = abs(light - self._light) > LIGHT_SHARE * max(self._light, 1.0)
        if is_other and now_s - self._held_s < BLAME_S:
            self._is_left_alone = True
        if is_other or now_s - self._wanted_s >= RELEASE_S:
            camera.unlock()
            self._is_held, self._loose_s = False, now_s
