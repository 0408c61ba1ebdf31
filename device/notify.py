"""Tells systemd how it goes, where it asks (`NOTIFY_SOCKET`); else nothing."""

from __future__ import annotations

import os
import socket
from contextlib import suppress


def notify(state: str) -> None:
    """Send such as `READY=1`, `STATUS=…` or `WATCHDOG=1`; never fails."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.sendto(state.encode(), address.replace("@", "\0", 1))


def is_service() -> bool:
    """Whether systemd started this: then nobody looks at a terminal."""
    return "NOTIFY_SOCKET" in os.environ or "INVOCATION_ID" in os.environ
