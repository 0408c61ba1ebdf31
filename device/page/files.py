"""The page's own files: read once, and found by name in a table, never by a path."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    type: str
    tag: str


class Files:
    """What is in `static/`."""

    def __init__(self) -> None:
        self._files = {
            file.name: _load(file.name, file.read_bytes())
            for file in (files("device.page") / "static").iterdir()
            if file.name.rpartition(".")[2] in TYPES
        }

    def answer(self, name: str, request: Request) -> Response:
        """A file, or that the browser has it already."""
        file = self._files.get(name)
        if file is None:
            return PlainTextResponse("no such file", 404)
        headers = {"ETag": file.tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        return Response(file.content, media_type=file.type, headers=headers)


def _load(name: str, content: bytes) -> _File:
    tag = hashlib.sha256(content).hexdigest()[:16]
    return _File(content, TYPES[name.rpartition(".")[2]], f'"{tag}"')
