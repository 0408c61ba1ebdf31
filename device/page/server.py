"""Runs the page in a thread of its own beside the game.

The port is taken in `start`, so that one in use is told at once and in one line. No
signal is touched: those are the program's own.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Collection
from contextlib import suppress

import uvicorn

from device.inbox import Inbox
from device.page.archive import Archive
from device.page.feed import Feed
from device.page.live import Live
from device.page.pairing import Pairing
from device.page.shots import PictureSource
from device.page.site import Site
from device.wording import LANGUAGES, load_wording

PORT = 8080
#: Requests at one time, those that look included; more are refused by uvicorn.
MOST_REQUESTS = 96
STOP_S = 3


class PageError(Exception):
    """The page cannot be served; one line says why."""


class PageServer:
    """The page of one table."""

    def __init__(
        self,
        inbox: Inbox,
        pictures: PictureSource,
        pairing: Pairing,
        archive: Archive,
        *,
        host: str = "",
        port: int = PORT,
        names: Collection[str] = (),
    ) -> None:
        """Prepare the page; nothing is opened yet.

        Args:
            inbox: Where presses, picks, texts and photos go.
            pictures: The pictures that screens show, by number.
            pairing: Who may act.
            archive: The games of the evening, with their proof.
            host: Address to listen at; empty for all of this machine, IPv6 too.
            port: 0 for one that is free.
            names: Names by which browsers may call this device, besides
                `giudice.local`, `localhost` and any address.
        """
        self._host, self._port = host, port
        wordings = {language: load_wording(language) for language in LANGUAGES}
        self._feed = Feed(wordings)
        own = {*names, socket.gethostname(), f"{socket.gethostname()}.local"}
        site = Site(inbox, pictures, pairing, self._feed, archive, wordings)
        config = uvicorn.Config(
            site.app(own),
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="off",
            ws="none",
            limit_concurrency=MOST_REQUESTS,
            timeout_graceful_shutdown=STOP_S,
        )
        self._server = uvicorn.Server(config)
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        """The port that is listened at, once started."""
        return self._port

    def start(self) -> None:
        """Listen, and answer from now on.

        Raises:
            PageError: The port is in use or not allowed, or the address not ours.
        """
        listener = self._listen()
        self._port = listener.getsockname()[1]
        self._thread = threading.Thread(
            target=self._server.run, args=([listener],), name="page", daemon=True
        )
        self._thread.start()

    def publish(self, live: Live) -> None:
        """Show a moment to everyone who looks; from any thread, at once."""
        self._feed.publish(live)

    def stop(self) -> None:
        """Let everyone go and free the port; may be called twice."""
        self._feed.close()
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(STOP_S + 2)
            self._thread = None

    def _listen(self) -> socket.socket:
        try:
            if not self._host and socket.has_dualstack_ipv6():
                with suppress(OSError):  # an IPv6 that is switched off is no error
                    return socket.create_server(
                        ("", self._port),
                        family=socket.AF_INET6,
                        dualstack_ipv6=True,
                    )
            return socket.create_server((self._host, self._port))
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            where = f"{self._host or 'all addresses'} port {self._port}"
            raise PageError(f"page: cannot listen at {where}: {reason}") from None
