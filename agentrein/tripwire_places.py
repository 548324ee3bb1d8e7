"""The places at which armed clients act: where the tripwire asks what a write is for."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from agentrein.connector import Connector

READS = frozenset({"GET", "HEAD", "OPTIONS"})
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Place:
    """A base path on a host, and whose it is; `shows` says that paths there hold no credential."""

    base: str
    connector: Connector
    shows: bool

    def holds(self, path: str) -> bool:
        """Whether a decoded path, its dots walked, lies here."""
        return not self.base or path == self.base or path.startswith(f"{self.base}/")


_places: dict[tuple[str, int], list[Place]] = {}
_armed: set[tuple[str, str]] = set()
_executing: set[str] = set()


def is_noted(connector: Connector, endpoint: str) -> bool:
    """Whether it was noted before that the connector's clients act at this endpoint."""
    return (connector.name, endpoint) in _armed


def note(connector: Connector, endpoint: str) -> None:
    """Note where an armed client acts: at its endpoint, and at the further places that its connector declares."""
    if is_noted(connector, endpoint):
        return
    host, port, path = split(endpoint)
    _note(host, port, Place(path.rstrip("/"), connector, shows=True))
    for more in connector.hosts:
        if more.startswith("/"):
            _note(host, port, Place(more, connector, shows=True))
        else:
            there, at, base = split(f"https://{more}")
            _note(there, at, Place(base.rstrip("/"), connector, shows=False))
    if connector.executes is not None:
        _executing.add(connector.name)
    _armed.add((connector.name, endpoint))


def forget(endpoint: str) -> None:
    """Forget who acts at an endpoint's host and port: its server was stopped, and another may be given the port.

    A client that is still armed for it notes the place again with its next request.
    """
    host, port, _ = split(endpoint)
    _places.pop((host, port), None)
    _armed.difference_update({one for one in _armed if split(one[1])[:2] == (host, port)})


def _note(host: str, port: int, place: Place) -> None:
    _places.setdefault((host, port), []).append(place)


def executing() -> bool:
    """Whether an armed connector says that some requests execute although their method reads."""
    return bool(_executing)


@lru_cache(maxsize=1024)
def split(url: str) -> tuple[str, int, str]:
    """Host, port and decoded path of a URL."""
    parts = urlsplit(url)
    return host_name(parts.hostname or ""), parts.port or PORTS.get(parts.scheme, 0), unquote(parts.path)


def host_name(name: str) -> str:
    """A host in the one spelling in which hosts are compared."""
    return name.strip("[]").rstrip(".").lower()


def place_at(host: str, port: int, path: str) -> Place | None:
    """The place in which a decoded path lies once its dots are walked, None where no armed client acts."""
    places = _places.get((host, port))
    if places is None:
        return None
    arrives = "/" + posixpath.normpath(path).lstrip("/")
    return next((one for one in places if one.holds(arrives)), None)


def passes(place: Place, method: str, path: str) -> bool:
    """Whether a request is a declared read, or only gets a credential, which SDKs do on their own."""
    connector = place.connector
    inner = path.removeprefix(place.base)
    if method in READS:
        return connector.executes is None or not connector.executes(method, inner)
    if connector.reads(*connector.line(method, inner)):
        return True
    return any(
        _pattern(address).fullmatch(f"{method} {one}") for address in connector.credentials for one in (inner, path)
    )


@lru_cache(maxsize=256)
def _pattern(address: str) -> re.Pattern[str]:
    """An address `METHOD /path/{variable}` as a pattern."""
    parts = re.split(r"\{\w+\}", address)
    return re.compile("[^/]+".join(map(re.escape, parts)) + "/?")


def shown(method: str, host: str, port: int, path: str) -> str:
    """A request line for people; the path only where none holds a credential, as that of a web hook does."""
    place = place_at(host, port, path)
    name = f"[{host}]" if ":" in host else host
    at = "" if port in PORTS.values() else f":{port}"
    return f"{method} {name}{at}{path if place is not None and place.shows else '/…'}"
