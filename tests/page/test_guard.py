"""What another site, another name or another method may not do."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from device.page.site import VIEWS
from tests.page.desk import HOME, Desk
from tests.page.scenes import live


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    desk = Desk(names=("dadi.casa",))
    desk.feed.publish(live("waiting", 5))
    with desk.client:
        desk.pair()
        yield desk


@pytest.mark.parametrize(
    "host",
    [
        "giudice.local:8080",
        "GIUDICE.local",
        "giudice.local.",
        "localhost:8080",
        "192.168.1.20:8080",
        "[fe80::1]:8080",
        "dadi.casa",
    ],
)
def test_names_of_the_device_and_addresses_are_answered(desk: Desk, host: str) -> None:
    assert desk.get("/api/now", Host=host).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "giudice.local.evil.example",
        "evil.example:8080",
        "giudice.local:8080@evil.example",
        "192.168.1.20.evil.example",
        "giudice.local/evil.example",
        "giudice.local:x",
        "[::1",
        "",
    ],
)
def test_a_name_that_is_not_ours_is_refused(desk: Desk, host: str) -> None:
    for path in ("/", "/api/now", "/static/main.js"):
        assert desk.get(path, Host=host).status_code == 421


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://giudice.local",  # another port
        "http://giudice.local:8081",
        "http://localhost:8080",  # the same device by another name is another site
        "giudice.local:8080",
        "file://giudice.local:8080",
        "",
    ],
)
def test_a_post_from_another_site_is_refused(desk: Desk, origin: str) -> None:
    push = {"button": "A", "held": False, **desk.now()}
    assert desk.post("/api/push", push, Origin=origin).status_code == 403
    assert desk.taken() == []


def test_a_post_without_an_origin_is_refused(desk: Desk) -> None:
    push = {"button": "A", "held": False, **desk.now()}
    assert desk.client.post("/api/push", json=push).status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_what_a_browser_calls_cross_site_is_refused(desk: Desk, site: str) -> None:
    push = {"button": "A", "held": False, **desk.now()}
    assert desk.post("/api/push", push, Sec_Fetch_Site=site).status_code == 403
    allowed = desk.post("/api/push", push, Sec_Fetch_Site="same-origin")
    assert allowed.status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(desk: Desk, method: str) -> None:
    answer = desk.client.request(method, "/api/push", headers={"Origin": HOME})
    assert answer.status_code == 405


@pytest.mark.parametrize(
    "path",
    ["/api/push", "/api/pick", "/api/text", "/api/photo", "/api/revoke", "/api/leave"],
)
def test_nothing_is_done_by_a_get(desk: Desk, path: str) -> None:
    assert desk.get(path).status_code == 405


@pytest.mark.parametrize("path", [*VIEWS, "/api/now", "/static/main.js", "/nowhere"])
def test_every_answer_carries_the_security_headers(desk: Desk, path: str) -> None:
    headers = desk.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/../site.py",
        "/static/..%2fsite.py",
        "/static/%2e%2e/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/main.js%00.css",
        "/static/",
        "/proof/1/..%2f..%2fgames%2f000001.jsonl",
        "/proof/1/-1/1.jpg",
        "/proof/1/6/-1.jpg",
        "/proof/1/6/²³.jpg",
        f"/proof/1/{'9' * 5000}/1.jpg",
        f"/api/history/{'9' * 5000}",
        "/api/history/1e3",
        "/shot/../1.jpg",
    ],
)
def test_no_path_leads_out(desk: Desk, path: str) -> None:
    answer = desk.get(path)
    assert answer.status_code == 404
    assert b"import" not in answer.content
    assert b"root:" not in answer.content


def test_the_page_has_no_inline_script_or_style_and_no_address(desk: Desk) -> None:
    html = desk.get("/").text
    assert re.findall(r"<script(?![^>]*\bsrc=)", html) == []
    assert "<style" not in html
    assert " style=" not in html
    assert re.findall(r"\son\w+=", html) == []
    assert "://" not in html
    for name in set(re.findall(r"/static/([\w.]+)", html)):
        assert desk.get(f"/static/{name}").status_code == 200
