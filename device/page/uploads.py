"""What a browser sends, taken in bounds and trusted in nothing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from starlette.requests import Request

if TYPE_CHECKING:
    from vision.frame import Frame

MOST_JSON = 4_096
MOST_PHOTO = 12_000_000
#: A body that takes longer than this is no phone of the house.
JSON_S, PHOTO_S = 10.0, 60.0
#: Declared type → how such a file begins (JFIF/EXIF; RFC 2083).
MAGIC = {"image/jpeg": b"\xff\xd8\xff", "image/png": b"\x89PNG\r\n\x1a\n"}

Fields = dict[str, object]


class RefusedError(Exception):
    """A request that is not answered as it asks.

    Attributes:
        status: Of HTTP.
        code: Picks the text `page_error.CODE`.
        values: For that text.
    """

    def __init__(self, status: int, code: str, **values: object) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.values = values


async def take_fields(request: Request) -> Fields:
    """The JSON object of a POST.

    Raises:
        RefusedError: Another type, too large, too slow, or no JSON object.
    """
    if _media_type(request) != "application/json":
        raise RefusedError(415, "bad_type")
    body = await take_body(request, MOST_JSON, JSON_S)
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        raise RefusedError(400, "bad_request") from None
    if not isinstance(fields, dict):
        raise RefusedError(400, "bad_request")
    return fields


async def take_photo(request: Request) -> bytes:
    """The photo of a POST, known to begin as what it says it is.

    Raises:
        RefusedError: Another type, too large, too slow, or not what it says.
    """
    magic = MAGIC.get(_media_type(request))
    if magic is None:
        raise RefusedError(415, "bad_photo_type")
    body = await take_body(request, MOST_PHOTO, PHOTO_S)
    if not body.startswith(magic):
        raise RefusedError(415, "bad_photo_type")
    return body


async def take_body(request: Request, most: int, most_s: float) -> bytes:
    """The body of a request, up to `most` bytes and `most_s` seconds.

    Raises:
        RefusedError: It is larger, or slower.
    """
    declared = request.headers.get("content-length", "0")
    if not declared.isdecimal() or int(declared) > most:
        raise RefusedError(413, "too_large", most=most // 1_000_000)
    body = bytearray()
    try:
        async with asyncio.timeout(most_s):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise RefusedError(413, "too_large", most=most // 1_000_000)
    except TimeoutError:
        raise RefusedError(408, "too_slow") from None
    return bytes(body)


def decode_photo(content: bytes) -> Frame:
    """Decode in the limits of `vision.frame`; the file's name is ours.

    Raises:
        PictureError: It is no photo, damaged, or too small or large.
    """
    from vision.frame import load_picture

    with TemporaryDirectory(prefix="giudice-") as folder:
        path = Path(folder) / "photo"
        path.write_bytes(content)
        return load_picture(path)


def text_of(fields: Fields, key: str, most: int) -> str:
    """A text of a JSON object, of one line.

    Raises:
        RefusedError: It is missing, no text, too long, or has control characters.
    """
    value = fields.get(key)
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        raise RefusedError(400, "bad_request")
    return value


def number_of(fields: Fields, key: str) -> int:
    """A whole number of a JSON object.

    Raises:
        RefusedError: It is missing or no whole number.
    """
    value = fields.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RefusedError(400, "bad_request")
    return value


def _media_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()
