"""Pushes every moment to the browsers that look: server-sent events.

A browser that is slow gets the newest moment, not all of them. One that has gone to
sleep is let go when it takes nothing for `SEND_S`, so that it cannot hold a place.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from http import HTTPStatus

from starlette.types import Receive, Scope, Send

from device.page.live import Json, Live, live_json
from device.wording import LANGUAGES, Wording

MOST_LOOKING = 32
#: A beat tells both ends that the other is there.
BEAT_S = 5.0
SEND_S = 15.0


class Feed:
    """The newest moment and who is waiting for the next."""

    def __init__(self, wordings: dict[str, Wording]) -> None:
        """Tell moments in the languages of `wordings`."""
        self.run = secrets.token_hex(4)
        """Which run of the server this is: serials begin anew with each."""
        self._wordings = wordings
        self._lock = threading.Lock()
        self._live: Live | None = None
        self._version = 0
        self._told: dict[str, str] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changed: asyncio.Event | None = None
        self._is_closed = False
        self.looking = 0
        """How many browsers look."""

    @property
    def serial(self) -> int | None:
        """Of the screen shown; None before the first."""
        live = self._live
        return None if live is None else live.serial

    @property
    def language(self) -> str:
        """Of the table; the house's own before the first moment."""
        live = self._live
        return LANGUAGES[0] if live is None else live.language

    @property
    def takes_photo(self) -> bool:
        """Whether a photo would be read now."""
        live = self._live
        return live is not None and live.takes_photo

    def publish(self, live: Live) -> None:
        """Show a moment; from any thread, at once."""
        with self._lock:
            self._live, self._told = live, {}
            self._version += 1
        self._wake()

    def close(self) -> None:
        """Let everyone go; from any thread."""
        self._is_closed = True
        self._wake()

    def moment(self, language: str | None) -> str:
        """The newest moment as JSON, in a language or the table's own."""
        return self._moment(language)[1]

    def _moment(self, language: str | None) -> tuple[int, str]:
        with self._lock:
            if self._live is None:
                return self._version, json.dumps({"run": self.run, "serial": None})
            chosen = language if language in LANGUAGES else self._live.language
            if chosen not in self._told:
                told: Json = {"run": self.run, "language": chosen}
                told |= live_json(self._live, self._wordings[chosen])
                self._told[chosen] = json.dumps(told, ensure_ascii=False)
            return self._version, self._told[chosen]

    def _wake(self) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._turn)

    def _turn(self) -> None:
        """Wake all that wait now; who comes later waits for the next."""
        if self._changed is not None:
            self._changed.set()
        self._changed = asyncio.Event()

    async def look(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one browser until it goes, as an ASGI application."""
        if self._loop is not asyncio.get_running_loop():
            self._loop, self._changed = asyncio.get_running_loop(), asyncio.Event()
        if self.looking >= MOST_LOOKING or self._is_closed:
            await _refuse(send)
            return
        query = scope["query_string"].decode("latin-1")
        language = next(
            (code for code in LANGUAGES if f"lang={code}" in query.split("&")), None
        )
        self.looking += 1
        gone = asyncio.ensure_future(_until_gone(receive))
        try:
            await self._tell_all(send, language, gone)
        except TimeoutError:
            pass  # it takes nothing any more
        finally:
            gone.cancel()
            self.looking -= 1

    async def _tell_all(
        self, send: Send, language: str | None, gone: asyncio.Future[None]
    ) -> None:
        await send(
            {
                "type": "http.response.start",
                "status": HTTPStatus.OK,
                "headers": [
                    (b"content-type", b"text/event-stream; charset=utf-8"),
                    (b"cache-control", b"no-store"),
                    (b"x-accel-buffering", b"no"),
                ],
            }
        )
        await _send_part(send, "retry: 1000\n\n")
        told = -1
        while not gone.done() and not self._is_closed:
            changed = self._changed
            version, moment = self._moment(language)
            if version != told:
                told = version
                await _send_part(send, f"data: {moment}\n\n")
                continue
            assert changed is not None  # made in `look`
            if not await _either(changed, gone, BEAT_S):
                await _send_part(send, "event: beat\ndata: \n\n")
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _either(
    changed: asyncio.Event, gone: asyncio.Future[None], timeout_s: float
) -> bool:
    """Wait until something happens; False where nothing did."""
    waiting = asyncio.ensure_future(changed.wait())
    try:
        done, _ = await asyncio.wait(
            (waiting, gone), timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED
        )
    finally:
        waiting.cancel()
    return bool(done)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send_part(send: Send, text: str) -> None:
    message = {"type": "http.response.body", "body": text.encode(), "more_body": True}
    await asyncio.wait_for(send(message), SEND_S)


async def _refuse(send: Send) -> None:
    headers = [(b"retry-after", b"5"), (b"content-type", b"text/plain")]
    status = HTTPStatus.SERVICE_UNAVAILABLE
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"too many are looking"})
