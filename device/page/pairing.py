"""Who may act in the page: a code on the display, and the browsers that typed it.

The code changes by itself and can be changed by hand. A paired browser keeps a secret
in a cookie; the device keeps only its hash, so that the file on the card opens nothing.
Wrong codes are counted by address and in all: 20 tries a minute against 729 million
codes that live ten minutes each.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic

#: No 0 O 1 I L 8 B 5 S: they look alike across a table.
ALPHABET = "234679ACDEFGHJKMNPQRTUVWXYZ"
CODE_LENGTH = 6
CODE_LIFE_S = 600.0
#: A code just replaced still works: somebody is typing it.
GRACE_S = 60.0
TRIES_S = 60.0
TRIES_OF_ADDRESS, TRIES_OF_ALL = 5, 20
MOST_ADDRESSES, MOST_DEVICES = 256, 32
MOST_NAME = 40


@dataclass(frozen=True, slots=True)
class Paired:
    """A browser that may act.

    Attributes:
        id: By which it is revoked; no secret.
        name: As its owner called it.
        hash: SHA-256 of the secret in its cookie, in hex.
    """

    id: str
    name: str
    hash: str


class WrongCodeError(Exception):
    """The code is not the one on the display."""


class TooManyTriesError(Exception):
    """Wrong codes came too fast.

    Attributes:
        wait_s: Seconds until the next try is taken.
    """

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"too many wrong codes; wait {wait_s:.0f} s")
        self.wait_s = wait_s


class Pairing:
    """The code of now and the paired browsers; may be called from any thread."""

    def __init__(
        self, path: Path | None = None, now_s: Callable[[], float] = monotonic
    ) -> None:
        """Begin with a new code and the browsers kept in `path`.

        Args:
            path: A JSON file; None to forget them at the end. One that is missing or
                damaged is an empty one, and one that cannot be written is let be: who
                was paired then has to pair again after a restart.
            now_s: The clock of codes and tries, in seconds.
        """
        self._path = path
        self._now_s = now_s
        self._lock = threading.Lock()
        self._tries: dict[str, deque[float]] = {}
        self._all_tries: deque[float] = deque()
        self._code = _new_code()
        self._since_s = now_s()
        self._old_code, self._old_until_s = "", 0.0
        self._paired = {} if path is None else _load(path)

    @property
    def code(self) -> str:
        """The code to show; another after ten minutes."""
        with self._lock:
            self._age()
            return self._code

    def link(self, address: str) -> str:
        """What the QR square says; after `#`, so that no log and no server has it."""
        return f"{address}/#pair={self.code}"

    def new_code(self) -> str:
        """Revoke the code at once; those already paired stay."""
        with self._lock:
            self._old_code = ""
            self._code, self._since_s = _new_code(), self._now_s()
            return self._code

    def pair(self, code: str, name: str, address: str) -> str:
        """Take a code typed by a browser.

        Args:
            code: As typed; case and blanks do not count.
            name: What to call the browser.
            address: From where it came; tries are counted by it.

        Returns:
            The secret for its cookie.

        Raises:
            WrongCodeError: It is another code.
            TooManyTriesError: It was not even looked at.
        """
        with self._lock:
            now_s = self._now_s()
            self._check_tries(address, now_s)
            self._age()
            if not self._is_right(code):
                self._tries.setdefault(address, deque()).append(now_s)
                self._all_tries.append(now_s)
                raise WrongCodeError
            secret = secrets.token_urlsafe(32)
            self._add(Paired(secrets.token_hex(4), _name(name), _hash(secret)))
            return secret

    def who(self, secret: str) -> Paired | None:
        """The browser that has this secret, if it may act."""
        return self._paired.get(_hash(secret)) if secret else None

    def paired(self) -> tuple[Paired, ...]:
        """All that may act, the oldest first."""
        with self._lock:
            return tuple(self._paired.values())

    def revoke(self, id: str) -> bool:
        """Let a browser act no more; False where there is none of that id."""
        with self._lock:
            kept = {key: one for key, one in self._paired.items() if one.id != id}
            was_there = len(kept) < len(self._paired)
            self._paired = kept
            self._save()
            return was_there

    def revoke_all(self) -> None:
        """Let nobody act any more, and revoke the code."""
        with self._lock:
            self._paired = {}
            self._save()
        self.new_code()

    def _age(self) -> None:
        now_s = self._now_s()
        if now_s - self._since_s >= CODE_LIFE_S:
            self._old_code, self._old_until_s = self._code, now_s + GRACE_S
            self._code, self._since_s = _new_code(), now_s

    def _is_right(self, code: str) -> bool:
        given = "".join(code.split()).upper().encode()
        is_new = hmac.compare_digest(given, self._code.encode())
        is_old = hmac.compare_digest(given, self._old_code.encode())
        return is_new or (
            is_old and bool(self._old_code) and self._now_s() < self._old_until_s
        )

    def _check_tries(self, address: str, now_s: float) -> None:
        for tries in (self._all_tries, *self._tries.values()):
            while tries and now_s - tries[0] >= TRIES_S:
                tries.popleft()
        self._tries = {key: tries for key, tries in self._tries.items() if tries}
        own = self._tries.get(address, deque())
        is_crowded = address not in self._tries and len(self._tries) >= MOST_ADDRESSES
        if len(own) >= TRIES_OF_ADDRESS:
            raise TooManyTriesError(own[0] + TRIES_S - now_s)
        if len(self._all_tries) >= TRIES_OF_ALL or is_crowded:
            raise TooManyTriesError(self._all_tries[0] + TRIES_S - now_s)

    def _add(self, one: Paired) -> None:
        kept = list(self._paired.values())[-(MOST_DEVICES - 1) :]
        self._paired = {each.hash: each for each in (*kept, one)}
        self._save()

    def _save(self) -> None:
        """Keep the list; a card that cannot be written must not stop a game."""
        if self._path is None:
            return
        text = json.dumps({"paired": [asdict(one) for one in self._paired.values()]})
        part = self._path.with_suffix(".part")
        with suppress(OSError):
            part.touch(mode=0o600)
            part.write_text(text, "utf-8")
            part.replace(self._path)


def _new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _name(name: str) -> str:
    printable = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(printable.split())[:MOST_NAME] or "?"


def _load(path: Path) -> dict[str, Paired]:
    try:
        entries = json.loads(path.read_text("utf-8"))["paired"]
        known = [Paired(str(e["id"]), str(e["name"]), str(e["hash"])) for e in entries]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {one.hash: one for one in known[-MOST_DEVICES:]}
