"""No camera: the table plays by hand."""

from __future__ import annotations

from device.ports import CameraError, Shot


class NoCamera:
    """Says that there is none."""

    name = "none"

    def open(self) -> None:
        """Refuse.

        Raises:
            CameraError: Always, with a code that is not tried again.
        """
        raise CameraError("none")

    def shoot(self, timeout_s: float) -> Shot | None:
        """Refuse, as `open` does."""
        raise CameraError("none")

    def lock(self) -> None:
        """There is nothing to hold."""

    def unlock(self) -> None:
        """There is nothing to let go."""

    def close(self) -> None:
        """There is nothing to close."""
