"""A moment as JSON, in both languages, and how it reaches a browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from device.flow.screen import Mood, PairingCode, Screen, say
from device.page import feed as feeding
from device.page.feed import MOST_LOOKING, Feed
from device.page.live import Live, live_json
from tests.page.desk import WORDINGS
from tests.page.scenes import SCREENS, live

# --- what is told --------------------------------------------------------------------


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("language", WORDINGS)
def test_every_scene_is_plain_json(name: str, language: str) -> None:
    told = live_json(live(name, 4), WORDINGS[language])
    assert json.loads(json.dumps(told)) == told
    assert told["serial"] == 4
    assert len(told["blocks"]) == len(SCREENS[name].blocks)  # type: ignore[arg-type]


def test_a_text_is_told_in_the_language_asked() -> None:
    screen = Screen("x", say("page.turn_mark"), Mood.SHUT)
    italian, english = (
        live_json(Live(screen, 1), WORDINGS[language]) for language in ("it", "en")
    )
    assert (italian["title"], english["title"]) == ("tocca", "turn")
    assert (italian["moodText"], english["moodText"]) == ("Occhio chiuso", "Eye shut")


def test_every_mood_has_its_words_and_a_sign() -> None:
    for wording in WORDINGS.values():
        words = {
            live_json(Live(Screen("x", "", mood), 1), wording)["moodText"]
            for mood in Mood
        }
        assert len(words) == len(Mood)


def test_a_pairing_code_is_not_told() -> None:
    screen = Screen("x", "", Mood.CHOOSE, (PairingCode("http://x/#pair=AB", "AB"),))
    told = json.dumps(live_json(Live(screen, 1), WORDINGS["it"]))
    assert "AB" not in told
    assert "http" not in told


def test_a_mark_tells_whose_die_it_is_without_colour() -> None:
    (picture,) = live_json(live("read", 1), WORDINGS["it"])["blocks"]  # type: ignore[misc]
    mark = picture["marks"][0]
    assert mark["sign"] == {"letter": "A", "colour": "red", "word": "rosso"}
    assert mark["id"] == "die:0"


# --- how it is pushed ----------------------------------------------------------------


class Browser:
    """What one browser gets from the feed."""

    def __init__(self, feed: Feed, query: str = "") -> None:
        self.feed = feed
        self.query = query
        self.got: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.send: Callable[[Any], Awaitable[None]] = self.got.put
        self.left: asyncio.Event = asyncio.Event()
        self.task = asyncio.ensure_future(self._look())

    async def _look(self) -> None:
        scope = {"type": "http", "query_string": self.query.encode()}
        await self.feed.look(scope, self._receive, self._sent)  # type: ignore[arg-type]

    async def _receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _sent(self, message: Any) -> None:
        await self.send(message)

    async def status(self) -> int:
        return int((await self.got.get())["status"])

    async def moment(self) -> dict[str, Any]:
        """The next moment, beats left out."""
        while True:
            body = (await self.got.get()).get("body", b"").decode()
            if body.startswith("data: {"):
                return dict(json.loads(body.removeprefix("data: ")))


def run(test: Callable[[Feed], Awaitable[None]]) -> None:
    """On a thread of its own: a browser of other tests has a loop on this one."""

    async def bounded() -> None:
        await asyncio.wait_for(test(Feed(WORDINGS)), 20)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(bounded())).result()


def test_a_browser_gets_the_moment_at_once_and_every_one_after() -> None:
    async def test(feed: Feed) -> None:
        feed.publish(live("waiting", 1))
        browser = Browser(feed)
        assert await browser.status() == 200
        assert (await browser.moment())["serial"] == 1
        feed.publish(live("read", 2))
        assert (await browser.moment())["serial"] == 2

    run(test)


def test_a_moment_from_another_thread_arrives() -> None:
    async def test(feed: Feed) -> None:
        browser = Browser(feed)
        assert (await browser.moment())["serial"] is None
        await asyncio.to_thread(feed.publish, live("read", 7))
        assert (await browser.moment())["serial"] == 7

    run(test)


def test_a_slow_browser_gets_the_newest_only() -> None:
    async def test(feed: Feed) -> None:
        browser = Browser(feed)
        await browser.moment()
        for serial in range(1, 100):
            feed.publish(live("read", serial))
        assert (await browser.moment())["serial"] == 99
        assert browser.got.empty()

    run(test)


def test_each_has_its_own_language() -> None:
    async def test(feed: Feed) -> None:
        feed.publish(live("asking", 1))
        english, table = Browser(feed, "lang=en"), Browser(feed, "lang=xx")
        assert (await english.moment())["moodText"] == "Asking"
        assert (await table.moment())["moodText"] == "Chiedo"

    run(test)


def test_no_more_than_so_many_look_and_a_place_is_free_again() -> None:
    async def test(feed: Feed) -> None:
        browsers = [Browser(feed) for _ in range(MOST_LOOKING)]
        assert [await one.status() for one in browsers] == [200] * MOST_LOOKING
        late = Browser(feed)
        assert await late.status() == 503
        browsers[0].left.set()
        await browsers[0].task
        assert feed.looking == MOST_LOOKING - 1
        assert await Browser(feed).status() == 200

    run(test)


def test_all_are_let_go_at_the_end() -> None:
    async def test(feed: Feed) -> None:
        browsers = [Browser(feed) for _ in range(3)]
        for one in browsers:
            await one.moment()
        feed.close()
        await asyncio.gather(*(one.task for one in browsers))
        assert feed.looking == 0
        assert await Browser(feed).status() == 503

    run(test)


def test_silence_is_broken_by_a_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeding, "BEAT_S", 0.01)

    async def test(feed: Feed) -> None:
        browser = Browser(feed)
        await browser.moment()
        assert b"event: beat" in (await browser.got.get())["body"]

    run(test)


def test_a_browser_that_takes_nothing_loses_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(feeding, "SEND_S", 0.01)

    async def test(feed: Feed) -> None:
        asleep = Browser(feed)
        assert await asleep.status() == 200

        async def stuck(_: Any) -> None:
            await asyncio.Event().wait()

        asleep.send = stuck
        feed.publish(live("read", 1))
        await asleep.task
        assert feed.looking == 0

    run(test)
