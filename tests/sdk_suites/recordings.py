"""What PyGithub's replay files say GitHub answered to reads, by address, over all tests."""

from __future__ import annotations

import ast
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

NOT_FOUND = 404, '{"message": "Not Found"}'
HEAD = 9
"""Lines of an exchange before its answer: protocol, method, host, port, URL, headers, body, status, headers."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One recorded read and its answer."""

    file: str
    url: str
    status: int
    body: str


class Recordings:
    """The reads of a folder of replay files, and the answers that we made for reads which no test recorded."""

    def __init__(self, folder: Path, made: Path) -> None:
        self._known: dict[str, list[Exchange]] = defaultdict(list)
        self._made: dict[str, Any] = json.loads(made.read_text())
        self.unused = set(self._made)
        self.told: Counter[str] = Counter()
        for file in sorted(folder.glob("*.txt")):
            for one in _reads_of(file):
                self._known[_place(one.url)].append(one)

    def answer(self, verb: str, url: str, body: str | None, test: str) -> tuple[int, str]:
        """Status and body for a read of the gate's own.

        What we made for its address comes first; then what the same test case recorded, then any other one; a listing
        that nobody recorded is empty, and another thing that nobody recorded is not there.
        """
        key = f"{verb} {_place(url)}{_node(body)}"
        if key in self._made:
            self.unused.discard(key)
            self.told["made"] += 1
            return 200, json.dumps(self._made[key])
        found = self._known[_place(url)] if verb == "GET" else []
        if found:
            self.told["recorded"] += 1
            best = min(found, key=lambda one: (one.status != 200, not one.file.startswith(test), one.url != url))
            return best.status, best.body
        self.told["not recorded"] += 1
        return (200, "[]") if "per_page=" in url else NOT_FOUND


def _reads_of(file: Path) -> Iterator[Exchange]:
    lines = [line.strip() for line in file.read_text(encoding="utf-8").split("\n")]
    at = 0
    while at + HEAD < len(lines) and lines[at]:
        _, verb, _, _, url, _, _, status, headers, body = lines[at : at + HEAD + 1]
        at += HEAD + 1
        while body and at < len(lines) and lines[at]:  # a stream stands on several lines
            at += 1
        at += 1
        if verb == "GET" and status != "304" and "octet-stream" not in _kind(headers):
            yield Exchange(file.name, url, int(status), body)


def _kind(headers: str) -> str:
    return dict(ast.literal_eval(headers)).get("content-type", "")  # type: ignore[no-any-return]


def _place(url: str) -> str:
    """An address without its query and an Enterprise server's prefix, its names as GitHub compares them."""
    return unquote(urlsplit(url).path).lower().removeprefix("/api/v3").removeprefix("/api")


def _node(body: str | None) -> str:
    """The id for which a GraphQL query of the gate asks, else nothing."""
    if not body:
        return ""
    asked = json.loads(body).get("variables") or {}
    return "".join(f" {value}" for value in asked.values())
