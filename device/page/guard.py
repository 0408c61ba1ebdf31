"""The door of the page: refuses what no page of ours sends, before anything else runs.

- A `Host` that is no name of this device: an attacker's name that was pointed at the
  device's address (DNS rebinding) would make the attacker's page "the same origin".
- A POST whose `Origin` is not this very host, or that a browser calls cross-site.
- Methods that the page does not use.

Every answer carries headers that keep a browser from loading anything from elsewhere
and from showing the page inside another.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: `blob:` shows a photo before it is sent; styles set by a script need no 'unsafe'.
CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
LOOKING, ACTING = ("GET", "HEAD"), ("POST",)
#: Besides IP addresses, which no attacker can rebind.
OWN_NAMES = ("giudice.local", "localhost")


class Guard:
    """Wraps the page's application."""

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        """Take `names` as names of this device, besides `OWN_NAMES` and addresses."""
        self._app = app
        self._names = {name.lower().rstrip(".") for name in (*OWN_NAMES, *names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        status, reason = self._refusal(scope["method"], Headers(scope=scope))
        if status:
            refused = PlainTextResponse(reason, status)
            await refused(scope, receive, send_safe)
            return
        await self._app(scope, receive, send_safe)

    def _refusal(self, method: str, headers: Headers) -> tuple[int, str]:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_own(hosts[0]):
            return 421, "this is not the name of this device"
        if method in LOOKING:
            return 0, ""
        if method not in ACTING:
            return 405, "only GET and POST are answered"
        origins = headers.getlist("origin")
        if len(origins) != 1 or not _is_same(origins[0], hosts[0]):
            return 403, "the request comes from another site"
        if headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return 403, "the request comes from another site"
        return 0, ""

    def _is_own(self, host: str) -> bool:
        name = _host_name(host)
        if name is None:
            return False
        return name.rstrip(".") in self._names or _is_address(name)


def _host_name(host: str) -> str | None:
    """The name in a `Host`, without port and brackets; None where it is malformed."""
    if not host or any(c in host for c in "/\\@?# \t,"):
        return None
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # raises where it is no number
    except ValueError:
        return None
    return parts.hostname


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_same(origin: str, host: str) -> bool:
    scheme, _, rest = origin.partition("://")
    return scheme in ("http", "https") and rest.lower() == host.lower()
