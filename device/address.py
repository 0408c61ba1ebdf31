"""Where the page is found: what players type, and what a phone's camera reads."""

from __future__ import annotations

import socket

#: Of no use to anybody (RFC 5737): a way there is looked up, and nothing is sent.
SOMEWHERE = ("192.0.2.1", 9)
EVERYWHERE = ("", "0.0.0.0", "::")


def page_address(host: str, port: int, name: str) -> str:
    """What players type.

    Args:
        host: That the page listens at.
        port: That it listens at.
        name: From the settings; "" for this machine's own.
    """
    if host not in EVERYWHERE:
        return f"http://{host}:{port}"
    return f"http://{name or socket.gethostname() + '.local'}:{port}"


def number_address(host: str, port: int) -> str:
    """The same in numbers, which every phone finds; a network is not needed to ask."""
    if host not in EVERYWHERE:
        return f"http://{host}:{port}"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(SOMEWHERE)
            return f"http://{asking.getsockname()[0]}:{port}"
        except OSError:
            return f"http://127.0.0.1:{port}"
