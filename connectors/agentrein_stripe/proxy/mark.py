"""The mark that makes a client an armed one: plain data in its requestor, the one object through which it sends.

Requestors made of a marked one carry the mark on. Those that stripe made before `wrap` are known by the http client
and the key that they share with a marked one; the http client itself is never touched, for others may use it too.
"""

from __future__ import annotations

import hashlib
import secrets
import weakref
from dataclasses import dataclass
from typing import Any

import stripe
from stripe._api_requestor import _APIRequestor

from agentrein.connector import Options, armed
from agentrein_stripe import connector

MARK = "_rein_mark"
"""The attribute of a requestor, or of the module `stripe`, that holds the mark."""

HOSTS = ("api", "files", "connect", "meter_events")
"""What stripe calls the places to which a client sends."""

_DIGEST_KEY = secrets.token_bytes(32)


@dataclass(frozen=True, slots=True)
class Mark:
    """What `wrap` was told, and where the client acted then."""

    options: Options
    places: tuple[str, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        """As a call that installs seams and tripwire wherever it is unpickled."""
        return mark, (self.options, self.places)


def mark(options: Options, places: tuple[str, ...]) -> Mark:
    """A mark for a client that acts at these places; the seams stand, and the tripwire knows them, once this returns.

    The seams are put in place by the import of the package.
    """
    for place in places:
        armed(connector, place)
    return Mark(options, places)


def places_of(requestor: Any) -> tuple[str, ...]:
    """The base addresses of a requestor, the API's first."""
    bases = requestor.base_addresses
    return tuple(dict.fromkeys(str(bases[name]).rstrip("/") for name in HOSTS if bases.get(name)))


def digest(text: str) -> str:
    """A keyed digest, which tells credentials apart and shows none."""
    return hashlib.blake2b(text.encode(), key=_DIGEST_KEY, digest_size=16).hexdigest()


class Shared:
    """The marks of http clients, by the keys with which armed clients use them."""

    def __init__(self) -> None:
        self._marks: dict[int, tuple[Any, dict[str, Mark]]] = {}

    def note(self, http: Any, api_key: str | None, found: Mark) -> None:
        """Note that an armed client sends through this http client with this key; the first mark stays."""
        if http is None:
            return
        _, known = self._marks.setdefault(id(http), (self._held(http), {}))
        known.setdefault(digest(api_key or ""), found)

    def find(self, http: Any, api_key: str | None) -> Mark | None:
        """The mark of an armed client that sends through this http client with this key."""
        known = self._marks.get(id(http))
        return None if known is None else known[1].get(digest(api_key or ""))

    def _held(self, http: Any) -> Any:
        """A weak reference, which forgets the marks with the http client; the client itself where that cannot be."""
        number = id(http)
        try:
            return weakref.ref(http, lambda _: self._marks.pop(number, None))
        except TypeError:
            return http


SHARED = Shared()


def put(requestor: Any, found: Mark) -> None:
    """Make a requestor an armed one."""
    requestor.__dict__[MARK] = found


def mark_of(requestor: Any) -> Mark | None:
    """The mark of an armed requestor, None for any other."""
    found: Mark | None = requestor.__dict__.get(MARK)
    if found is not None:
        return found
    if requestor._client is None:  # the module's style, whose client is the process's default one
        return stripe.__dict__.get(MARK)
    return SHARED.find(requestor._client, requestor.api_key)


def global_requestor() -> Any:
    """The requestor of the module's style."""
    return _APIRequestor._global_instance()  # type: ignore[no-untyped-call] # stripe's own
