"""Shows what the app publishes on a panel."""

from __future__ import annotations

from collections.abc import Mapping

from device.page.live import Live
from device.ports import Display
from device.screens import Pictures, draw
from device.wording import Wording


class Panel:
    """Draws every moment in the table's language; see `device.parts.Outlet`.

    It returns when the panel shows it, so that a press can be told to be meant for what
    was there before or after.
    """

    def __init__(
        self, display: Display, wordings: Mapping[str, Wording], pictures: Pictures
    ) -> None:
        self._display = display
        self._wordings = wordings
        self._pictures = pictures

    def publish(self, live: Live) -> None:
        """Show it."""
        wording = self._wordings[live.language]
        size = self._display.size
        image = draw(live.screen, wording, size, self._pictures, live.trouble)
        self._display.show(image)
