"""The server on a real port: taken, given back, and quick."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from queue import SimpleQueue

import httpx
import pytest

from device.inbox import Inbox, Push
from device.page.archive import Archive
from device.page.pairing import Pairing
from device.page.server import PageError, PageServer
from tests.page.scenes import OnePicture, live


def serve(inbox: Inbox, pairing: Pairing | None = None, **how: int | str) -> PageServer:
    server = PageServer(
        inbox,
        OnePicture(),
        pairing or Pairing(),
        Archive(None),
        **{"host": "127.0.0.1", "port": 0, **how},  # type: ignore[arg-type]
    )
    server.start()
    return server


@pytest.fixture
def inbox() -> Inbox:
    return SimpleQueue()


@pytest.fixture
def server(inbox: Inbox) -> Iterator[PageServer]:
    server = serve(inbox)
    yield server
    server.stop()


def address(server: PageServer) -> str:
    return f"http://127.0.0.1:{server.port}"


def test_a_port_in_use_is_one_clear_line(inbox: Inbox, server: PageServer) -> None:
    with pytest.raises(PageError) as refused:
        serve(inbox, port=server.port)
    assert str(server.port) in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("how", [{"host": "203.0.113.7"}, {"port": 70000}])
def test_an_address_that_is_not_ours_is_refused(
    inbox: Inbox, how: dict[str, int | str]
) -> None:
    with pytest.raises(PageError):
        serve(inbox, **how)


def test_a_port_is_free_again_after_the_end(inbox: Inbox) -> None:
    first = serve(inbox)
    with httpx.stream("GET", f"{address(first)}/api/live") as looking:
        lines = looking.iter_lines()
        next(lines)
        first.stop()
        assert all(line == "" or line.startswith("data") for line in lines)
    first.stop()
    second = serve(inbox, port=first.port)
    assert httpx.get(f"{address(second)}/api/now").status_code == 200
    second.stop()
    assert "page" not in [thread.name for thread in threading.enumerate()]


def test_all_addresses_of_the_machine_are_answered(inbox: Inbox) -> None:
    server = serve(inbox, host="")
    hosts = ["127.0.0.1", "localhost"] + (["[::1]"] if has_ipv6() else [])
    for host in hosts:
        answer = httpx.get(f"http://{host}:{server.port}/api/now")
        assert answer.status_code == 200
    server.stop()


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def test_the_name_of_this_machine_is_answered(server: PageServer) -> None:
    for name in (socket.gethostname(), f"{socket.gethostname()}.local"):
        answer = httpx.get(f"{address(server)}/", headers={"Host": name})
        assert answer.status_code == 200
    assert "server" not in answer.headers


def test_a_press_reaches_the_app_and_its_screen_comes_back(inbox: Inbox) -> None:
    pairing = Pairing()
    server = serve(inbox, pairing)
    server.publish(live("read", 1))
    home = address(server)
    with httpx.Client(base_url=home, headers={"Origin": home}) as browser:
        code = {"code": pairing.code, "name": "x"}
        assert browser.post("/api/pair", json=code).status_code == 200
        with browser.stream("GET", "/api/live") as feed:
            moments = (line for line in feed.iter_lines() if line.startswith("data: {"))
            run = next(moments).split('"run": "')[1][:8]
            push = {"button": "A", "held": False, "run": run, "screen": 1}
            assert browser.post("/api/push", json=push).status_code == 200
            item = inbox.get(timeout=5)
            assert isinstance(item, Push)
            server.publish(live("ladder", 2))
            assert '"serial": 2' in next(moments)
    server.stop()


def test_what_stops_before_it_started_stops(inbox: Inbox) -> None:
    PageServer(inbox, OnePicture(), Pairing(), Archive(None), port=0).stop()
