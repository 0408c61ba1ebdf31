"""The page's addresses: what may be looked at, and what may be done.

Looking needs nothing. Every `POST` but the pairing itself needs the cookie of a paired
browser; `Guard` has refused before what another site could have sent. What is done goes
into the app's inbox and nowhere else.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import asdict, dataclass
from functools import cache
from math import ceil

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from device.flow.screen import Button
from device.inbox import Inbox, Photo, Pick, Push, Text
from device.page.archive import Archive
from device.page.feed import Feed
from device.page.files import Files
from device.page.guard import Guard
from device.page.pairing import Pairing, TooManyTriesError, WrongCodeError
from device.page.shots import PictureSource, Shots
from device.page.uploads import (
    Fields,
    RefusedError,
    decode_photo,
    number_of,
    take_fields,
    take_photo,
    text_of,
)
from device.rule_book import load_rule_book
from device.wording import LANGUAGES, Wording
from vision.frame import PictureError

COOKIE = "giudice_pair"
COOKIE_LIFE_S = 180 * 24 * 3600
VIEWS = ("/", "/tv", "/history", "/rules", "/statistics")
BUTTONS = {button.value: button for button in Button}
MOST_ID, MOST_TEXT, MOST_CODE, MOST_DIGITS = 120, 80, 32, 9
UNCHANGING = {"Cache-Control": "private, max-age=31536000, immutable"}

Handler = Callable[[Request], Awaitable[Response]]


class Site:
    """Answers requests; makes the application by `app`."""

    def __init__(
        self,
        inbox: Inbox,
        pictures: PictureSource,
        pairing: Pairing,
        feed: Feed,
        archive: Archive,
        wordings: dict[str, Wording],
    ) -> None:
        self._inbox = inbox
        self._shots = Shots(pictures)
        self._pairing = pairing
        self._feed = feed
        self._archive = archive
        self._wordings = wordings
        self._files = Files()
        self._is_decoding = False

    def app(self, names: Collection[str] = ()) -> ASGIApp:
        """The application, behind its guard; `names` are the device's own."""
        looks: dict[str, Handler] = {
            **dict.fromkeys(VIEWS, self._shell),
            "/static/{name}": self._file,
            "/api/now": self._now,
            "/api/me": self._me,
            "/api/words": self._words,
            "/api/rules": self._rules,
            "/api/history": self._history,
            "/api/history/{game}": self._game,
            "/api/statistics": self._statistics,
            "/shot/{run}/{number}.jpg": self._shot,
            "/proof/{game}/{line}/{part}.jpg": self._proof,
        }
        acts: dict[str, Handler] = {
            "/api/pair": self._pair,
            "/api/leave": self._leave,
            "/api/devices": self._devices,
            "/api/revoke": self._revoke,
            "/api/code": self._new_code,
            "/api/push": self._push,
            "/api/pick": self._pick,
            "/api/text": self._text,
            "/api/photo": self._photo,
        }
        routes = [
            Route("/api/live", _Feeding(self._feed), methods=["GET"]),
            *(Route(path, one, methods=["GET"]) for path, one in looks.items()),
            *(Route(path, one, methods=["POST"]) for path, one in acts.items()),
        ]
        refusals = {RefusedError: self._refused, PictureError: self._no_picture}
        return Guard(Starlette(routes=routes, exception_handlers=refusals), names)

    # --- looking ---------------------------------------------------------------------

    async def _shell(self, request: Request) -> Response:
        return self._files.answer("index.html", request)

    async def _file(self, request: Request) -> Response:
        return self._files.answer(request.path_params["name"], request)

    async def _now(self, request: Request) -> Response:
        moment = self._feed.moment(request.query_params.get("lang"))
        return Response(moment, media_type="application/json")

    async def _me(self, request: Request) -> Response:
        one = self._pairing.who(request.cookies.get(COOKIE, ""))
        if one is None:
            return JSONResponse({"paired": False})
        return JSONResponse({"paired": True, "name": one.name})

    async def _words(self, request: Request) -> Response:
        texts = self._wording(request).texts
        own = {key: text for key, text in texts.items() if key.startswith("page")}
        return JSONResponse({"language": self._language(request), "texts": own})

    async def _rules(self, request: Request) -> Response:
        return JSONResponse(_rule_book(self._language(request)))

    async def _history(self, request: Request) -> Response:
        told = await run_in_threadpool(self._archive.games, self._wording(request))
        return JSONResponse({"games": told})

    async def _game(self, request: Request) -> Response:
        number = _number(request, "game")
        told = await run_in_threadpool(
            self._archive.game, number, self._wording(request)
        )
        if told is None:
            raise RefusedError(404, "not_there")
        return JSONResponse(told)

    async def _statistics(self, request: Request) -> Response:
        told = await run_in_threadpool(self._archive.statistics, self._wording(request))
        return JSONResponse(told)

    async def _shot(self, request: Request) -> Response:
        if request.path_params["run"] != self._feed.run:
            raise RefusedError(404, "not_there")
        number = _number(request, "number")
        return _jpeg(await run_in_threadpool(self._shots.jpeg, number))

    async def _proof(self, request: Request) -> Response:
        place = (_number(request, part) for part in ("game", "line", "part"))
        return _jpeg(await run_in_threadpool(self._archive.picture, *place))

    # --- acting ----------------------------------------------------------------------

    async def _pair(self, request: Request) -> Response:
        fields = await take_fields(request)
        code, name = (
            text_of(fields, "code", MOST_CODE),
            text_of(fields, "name", MOST_ID),
        )
        address = request.client.host if request.client else ""
        try:
            secret = await run_in_threadpool(self._pairing.pair, code, name, address)
        except WrongCodeError:
            raise RefusedError(403, "wrong_code") from None
        except TooManyTriesError as error:
            raise RefusedError(429, "wait", seconds=ceil(error.wait_s)) from None
        answer = JSONResponse({"paired": True})
        answer.set_cookie(
            COOKIE, secret, COOKIE_LIFE_S, httponly=True, samesite="strict"
        )
        return answer

    async def _leave(self, request: Request) -> Response:
        id = self._actor(request)
        await run_in_threadpool(self._pairing.revoke, id)
        answer = JSONResponse({"paired": False})
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    async def _devices(self, request: Request) -> Response:
        own = self._actor(request)
        return JSONResponse(
            {
                "devices": [
                    {"id": one.id, "name": one.name, "isOwn": one.id == own}
                    for one in self._pairing.paired()
                ]
            }
        )

    async def _revoke(self, request: Request) -> Response:
        self._actor(request)
        id = text_of(await take_fields(request), "id", MOST_ID)
        if not await run_in_threadpool(self._pairing.revoke, id):
            raise RefusedError(404, "not_there")
        return JSONResponse({"ok": True})

    async def _new_code(self, request: Request) -> Response:
        """Revoke the code on the display; the new one stands there, not here."""
        self._actor(request)
        self._pairing.new_code()
        return JSONResponse({"ok": True})

    async def _push(self, request: Request) -> Response:
        fields = await self._action(request)
        button = BUTTONS.get(text_of(fields, "button", 1))
        is_held = fields.get("held")
        if button is None or not isinstance(is_held, bool):
            raise RefusedError(400, "bad_request")
        self._inbox.put(Push(button, is_held, number_of(fields, "screen")))
        return JSONResponse({"ok": True})

    async def _pick(self, request: Request) -> Response:
        fields = await self._action(request)
        id = text_of(fields, "id", MOST_ID)
        self._inbox.put(Pick(id, number_of(fields, "screen")))
        return JSONResponse({"ok": True})

    async def _text(self, request: Request) -> Response:
        fields = await self._action(request)
        text = text_of(fields, "text", MOST_TEXT)
        self._inbox.put(Text(text, number_of(fields, "screen")))
        return JSONResponse({"ok": True})

    async def _photo(self, request: Request) -> Response:
        """A photo as the body itself; one at a time, as decoding takes memory."""
        self._actor(request)
        if not self._feed.takes_photo:
            raise RefusedError(409, "no_eye")
        if self._is_decoding:
            raise RefusedError(429, "photo_busy")
        self._is_decoding = True
        try:
            content = await take_photo(request)
            await run_in_threadpool(decode_photo, content)
        finally:
            self._is_decoding = False
        serial = self._feed.serial
        if request.query_params.get("run") != self._feed.run or serial is None:
            raise RefusedError(409, "changed")
        self._inbox.put(Photo(content, serial))
        return JSONResponse({"ok": True})

    # --- what they share -------------------------------------------------------------

    def _actor(self, request: Request) -> str:
        """The id of the paired browser that asks."""
        one = self._pairing.who(request.cookies.get(COOKIE, ""))
        if one is None:
            raise RefusedError(403, "not_paired")
        return one.id

    async def _action(self, request: Request) -> Fields:
        """What a paired browser asks for, meant for the screen that is shown."""
        self._actor(request)
        fields = await take_fields(request)
        is_now = number_of(fields, "screen") == self._feed.serial
        if fields.get("run") != self._feed.run or not is_now:
            raise RefusedError(409, "changed")
        return fields

    def _language(self, request: Request) -> str:
        asked = request.query_params.get("lang")
        return asked if asked in LANGUAGES else self._feed.language

    def _wording(self, request: Request) -> Wording:
        return self._wordings[self._language(request)]

    async def _refused(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, RefusedError)  # as registered in `app`
        key = f"page_error.{error.code}"
        text = self._wording(request).say(key, error.values)
        return JSONResponse({"error": error.code, "text": text}, error.status)

    async def _no_picture(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, PictureError)  # as registered in `app`
        text = self._wording(request).refusal(error)
        return JSONResponse({"error": error.code, "text": text}, 422)


@dataclass(frozen=True)
class _Feeding:
    """The feed as an endpoint of its own: a class is taken as an application."""

    feed: Feed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.feed.look(scope, receive, send)


def _number(request: Request, name: str) -> int:
    """A number of an address, of few digits."""
    value = request.path_params[name]
    if not value.isascii() or not value.isdecimal() or len(value) > MOST_DIGITS:
        raise RefusedError(404, "not_there")
    return int(value)


def _jpeg(content: bytes | None) -> Response:
    if content is None:
        raise RefusedError(404, "not_there")
    return Response(content, media_type="image/jpeg", headers=UNCHANGING)


@cache
def _rule_book(language: str) -> dict[str, object]:
    return asdict(load_rule_book(language))
