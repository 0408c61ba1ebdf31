"""Looking is open; acting needs the cookie, a good form and the screen of now."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from starlette.testclient import TestClient

from device.flow.screen import Button
from device.inbox import Photo, Pick, Push, Text
from device.page.pairing import TRIES_OF_ADDRESS
from device.page.site import COOKIE, VIEWS
from device.page.uploads import MOST_JSON, MOST_PHOTO
from tests.page.desk import HOME, Desk
from tests.page.scenes import PHOTO, live

ACTS = {
    "/api/push": {"button": "A", "held": False},
    "/api/pick": {"id": "die:3"},
    "/api/text": {"text": "Anna"},
}
ALL_ACTS = [*ACTS, "/api/photo", "/api/devices", "/api/revoke", "/api/code"]


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    desk.feed.publish(live("asking", 5))
    with desk.client:
        yield desk


@pytest.fixture
def paired(desk: Desk) -> Desk:
    assert desk.pair().status_code == 200
    return desk


def jpeg(width: int, height: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "grey").save(file, "JPEG")
    return file.getvalue()


def send(desk: Desk, content: bytes, type: str = "image/jpeg", run: str = "") -> int:
    answer = desk.client.post(
        f"/api/photo?run={run or desk.feed.run}",
        content=content,
        headers={"Origin": HOME, "Content-Type": type},
    )
    return answer.status_code


# --- looking -------------------------------------------------------------------------


@pytest.mark.parametrize("path", VIEWS)
def test_every_view_is_open(desk: Desk, path: str) -> None:
    answer = desk.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/html")


def test_the_moment_is_told_in_the_language_asked(desk: Desk) -> None:
    italian, english = desk.get("/api/now").json(), desk.get("/api/now?lang=en").json()
    assert italian["moodText"] == "Chiedo"
    assert english["moodText"] == "Asking"
    assert desk.get("/api/now?lang=xx").json() == italian


def test_a_picture_is_given_by_its_number_in_this_run(desk: Desk) -> None:
    answer = desk.get(f"/shot/{desk.feed.run}/1.jpg")
    assert answer.headers["Content-Type"] == "image/jpeg"
    size = Image.open(io.BytesIO(answer.content)).size
    assert size == Image.open(PHOTO).size
    assert desk.get(f"/shot/{desk.feed.run}/2.jpg").status_code == 404
    assert desk.get("/shot/other/1.jpg").status_code == 404


def test_a_file_is_sent_once(desk: Desk) -> None:
    first = desk.get("/static/main.js")
    again = desk.get("/static/main.js", If_None_Match=first.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")


def test_rules_are_told_in_both_languages(desk: Desk) -> None:
    italian, english = desk.get("/api/rules").json(), desk.get("/api/rules?lang=en")
    assert italian["language"] == "it"
    assert [s["key"] for s in italian["sections"]] == [
        s["key"] for s in english.json()["sections"]
    ]


def test_who_looks_is_not_paired(desk: Desk) -> None:
    assert desk.get("/api/me").json() == {"paired": False}


# --- pairing -------------------------------------------------------------------------


def test_pairing_sets_a_cookie_that_no_script_and_no_other_site_has(desk: Desk) -> None:
    answer = desk.pair()
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert desk.get("/api/me").json() == {"paired": True, "name": "Telefono"}


def test_a_wrong_code_is_told_and_then_has_to_wait(desk: Desk) -> None:
    for _ in range(TRIES_OF_ADDRESS):
        answer = desk.pair("000000")
        assert answer.status_code == 403
        assert answer.json()["error"] == "wrong_code"
    waiting = desk.pair()
    assert waiting.status_code == 429
    assert "60" in waiting.json()["text"]
    assert COOKIE not in desk.client.cookies


def test_the_code_is_never_told_to_a_browser(paired: Desk) -> None:
    paired.feed.publish(live("stuck", 6))  # has a pairing code on it
    told = paired.get("/api/now").text + paired.post("/api/code").text
    assert "ABC234" not in told
    assert paired.pairing.code not in told


@pytest.mark.parametrize("path", ALL_ACTS)
def test_nothing_is_done_without_pairing(desk: Desk, path: str) -> None:
    fields = {**ACTS.get(path, {"id": "x"}), **desk.now()}
    answer = desk.post(path, fields)
    assert answer.status_code == 403
    assert answer.json()["error"] == "not_paired"
    assert desk.taken() == []


def test_a_made_up_cookie_is_none(desk: Desk) -> None:
    desk.client.cookies.set(COOKIE, "x" * 40)
    assert desk.post("/api/push", ACTS["/api/push"] | desk.now()).status_code == 403


def test_a_revoked_browser_acts_no_more(paired: Desk) -> None:
    other = paired.another()
    other.post(
        "/api/pair",
        json={"code": paired.pairing.code, "name": "Altro"},
        headers={"Origin": HOME},
    )
    devices = paired.post("/api/devices").json()["devices"]
    assert [(one["name"], one["isOwn"]) for one in devices] == [
        ("Telefono", True),
        ("Altro", False),
    ]
    assert paired.post("/api/revoke", {"id": devices[1]["id"]}).status_code == 200
    assert other.get("/api/me").json() == {"paired": False}
    assert push(other, paired) == 403
    assert push(paired.client, paired) == 200
    assert paired.post("/api/revoke", {"id": devices[1]["id"]}).status_code == 404


def push(client: TestClient, desk: Desk) -> int:
    fields = ACTS["/api/push"] | desk.now()
    return client.post("/api/push", json=fields, headers={"Origin": HOME}).status_code


def test_one_leaves_by_itself(paired: Desk) -> None:
    assert paired.post("/api/leave").status_code == 200
    assert paired.pairing.paired() == ()
    assert COOKIE not in paired.client.cookies


def test_a_new_code_revokes_the_old_one(paired: Desk) -> None:
    old = paired.pairing.code
    paired.post("/api/code")
    assert paired.pairing.code != old
    assert paired.get("/api/me").json()["paired"]


# --- acting --------------------------------------------------------------------------


def test_presses_picks_and_texts_arrive(paired: Desk) -> None:
    hold = {"button": "X", "held": True}
    for path, fields in [*ACTS.items(), ("/api/push", hold)]:
        assert paired.post(path, {**fields, **paired.now()}).status_code == 200
    assert paired.taken() == [
        Push(Button.A, False, 5),
        Pick("die:3", 5),
        Text("Anna", 5),
        Push(Button.X, True, 5),
    ]


@pytest.mark.parametrize("path", ACTS)
def test_what_was_meant_for_another_screen_is_refused(paired: Desk, path: str) -> None:
    meant = paired.now()
    paired.feed.publish(live("read", 6))
    answer = paired.post(path, {**ACTS[path], **meant})
    assert (answer.status_code, answer.json()["error"]) == (409, "changed")
    other_run = {**ACTS[path], **paired.now(), "run": "0000"}
    assert paired.post(path, other_run).status_code == 409
    assert paired.taken() == []


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/api/push", {"button": "C", "held": False}),
        ("/api/push", {"button": ["A"], "held": False}),
        ("/api/push", {"button": "A", "held": 1}),
        ("/api/push", {"held": False}),
        ("/api/push", {"button": "A", "held": False, "screen": "5"}),
        ("/api/push", {"button": "A", "held": False, "screen": True}),
        ("/api/pick", {"id": 3}),
        ("/api/pick", {"id": "x" * 200}),
        ("/api/pick", {"id": "a\nb"}),
        ("/api/text", {"text": "x" * 81}),
        ("/api/text", {"text": "\x1b[2J"}),
        ("/api/text", {}),
    ],
)
def test_odd_fields_are_refused(
    paired: Desk, path: str, fields: dict[str, object]
) -> None:
    assert paired.post(path, {**paired.now(), **fields}).status_code == 400
    assert paired.taken() == []


@pytest.mark.parametrize(
    ("content", "type", "status"),
    [
        (b"{}", "text/plain", 415),
        (b"button=A", "application/x-www-form-urlencoded", 415),
        (b"", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"[" * 4000, "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b" " * (MOST_JSON + 1), "application/json", 413),
    ],
)
def test_odd_bodies_are_refused(
    paired: Desk, content: bytes, type: str, status: int
) -> None:
    headers = {"Origin": HOME, "Content-Type": type}
    answer = paired.client.post("/api/push", content=content, headers=headers)
    assert answer.status_code == status
    assert json.loads(answer.text)["text"]


def test_a_body_larger_than_it_says_is_refused(paired: Desk) -> None:
    def parts() -> object:
        yield b" " * MOST_JSON
        yield b" "

    headers = {"Origin": HOME, "Content-Type": "application/json"}
    answer = paired.client.post("/api/push", content=parts(), headers=headers)  # type: ignore[arg-type]
    assert answer.status_code == 413


# --- photos --------------------------------------------------------------------------


def test_a_photo_arrives_as_it_is(paired: Desk) -> None:
    content = PHOTO.read_bytes()
    assert send(paired, content) == 200
    assert paired.taken() == [Photo(content, 5)]


@pytest.mark.parametrize(
    ("content", "type", "status"),
    [
        pytest.param(jpeg(640, 480), "image/png", 415, id="another type"),
        pytest.param(jpeg(640, 480), "image/svg+xml", 415, id="a type not taken"),
        pytest.param(b"<svg/>", "image/jpeg", 415, id="no picture"),
        pytest.param(jpeg(640, 480)[:900], "image/jpeg", 422, id="cut short"),
        pytest.param(jpeg(100, 100), "image/jpeg", 422, id="too small"),
        pytest.param(b"\xff\xd8\xff" + b"x" * 50, "image/jpeg", 422, id="damaged"),
        pytest.param(b"\xff" * (MOST_PHOTO + 1), "image/jpeg", 413, id="too large"),
        pytest.param(b"", "image/jpeg", 415, id="empty"),
    ],
)
def test_what_is_no_photo_is_refused(
    paired: Desk, content: bytes, type: str, status: int
) -> None:
    assert send(paired, content, type) == status
    assert paired.taken() == []


def test_a_png_that_would_burst_is_refused_unopened(paired: Desk) -> None:
    head = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
    bomb = head + (60_000).to_bytes(4, "big") * 2 + b"\x08\x02\x00\x00\x00"
    assert send(paired, bomb, "image/png") == 422


def test_a_photo_for_another_run_is_refused(paired: Desk) -> None:
    assert send(paired, PHOTO.read_bytes(), run="0000") == 409
    assert paired.taken() == []


def test_a_table_without_a_camera_takes_no_photo(paired: Desk) -> None:
    paired.feed.publish(replace(live("read", 6), takes_photo=False))
    assert send(paired, PHOTO.read_bytes()) == 409
    assert paired.taken() == []


def test_photos_leave_no_file_behind(
    paired: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    send(paired, PHOTO.read_bytes())
    send(paired, b"\xff\xd8\xffx")
    assert list(tmp_path.iterdir()) == []
