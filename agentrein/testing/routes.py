"""From method and raw path to the function that answers, in the notation of the connectors' tables.

Paths are matched segment by segment as they were sent and decoded only then, so that an encoded slash stays inside its
segment.
A literal segment wins over a variable, and `{name+}` takes one segment or more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar
from urllib.parse import unquote

from agentrein.testing.wire import Answer

Handler = Callable[..., Answer]
_H = TypeVar("_H", bound=Handler)
_Found = tuple[Handler, dict[str, str]]


class _Node:
    """One place in the tree of segments."""

    def __init__(self) -> None:
        self.literal: dict[str, _Node] = {}
        self.variable: _Node | None = None
        self.rest: _Node | None = None
        self.handlers: dict[str, tuple[Handler, tuple[str, ...]]] = {}

    def child(self, segment: str) -> _Node:
        if segment.startswith("{") and segment.endswith("+}"):
            self.rest = self.rest or _Node()
            return self.rest
        if segment.startswith("{"):
            self.variable = self.variable or _Node()
            return self.variable
        return self.literal.setdefault(segment, _Node())


class Routes:
    """A table of `METHOD /path/{variable}` addresses; tables of several areas are joined with `Routes(a, b)`."""

    def __init__(self, *tables: Routes) -> None:
        self._root = _Node()
        self._addresses: dict[str, Handler] = {}
        for table in tables:
            for address in table.addresses:
                self.on(address)(table.handler(address))

    @property
    def addresses(self) -> list[str]:
        """Every address of the table, sorted."""
        return sorted(self._addresses)

    def handler(self, address: str) -> Handler:
        """The function behind an address, written as it was registered."""
        return self._addresses[address]

    def on(self, *addresses: str) -> Callable[[_H], _H]:
        """Register a function for these addresses; an address that is taken raises ValueError."""

        def register(handler: _H) -> _H:
            for address in addresses:
                self._add(address, handler)
            return handler

        return register

    def _add(self, address: str, handler: Handler) -> None:
        method, _, path = address.partition(" ")
        segments = path.strip("/").split("/") if path.strip("/") else []
        node = self._root
        for segment in segments:
            node = node.child(segment)
        if method in node.handlers:
            raise ValueError(f"{address}: this address already has a handler")
        names = tuple(s.strip("{}").rstrip("+") for s in segments if s.startswith("{"))
        node.handlers[method] = (handler, names)
        self._addresses[address] = handler

    def find(self, method: str, path: str) -> _Found | None:
        """The handler for a raw path with the decoded values of its variables, or None."""
        trimmed = path[1:].removesuffix("/")
        segments = trimmed.split("/") if trimmed else []
        return _walk(self._root, segments, (), "GET" if method == "HEAD" else method)


def _walk(node: _Node, segments: list[str], values: tuple[str, ...], method: str) -> _Found | None:
    if not segments:
        if method not in node.handlers:
            return None
        handler, names = node.handlers[method]
        return handler, dict(zip(names, values, strict=True))
    head, rest = unquote(segments[0]), segments[1:]
    found = None
    if head in node.literal:
        found = _walk(node.literal[head], rest, values, method)
    if found is None and node.variable is not None:
        found = _walk(node.variable, rest, (*values, head), method)
    if found is None and node.rest is not None:
        found = _walk_rest(node.rest, segments, values, method)
    return found


def _walk_rest(node: _Node, segments: list[str], values: tuple[str, ...], method: str) -> _Found | None:
    """Let a spanning variable take as many segments as leave a match for what follows it."""
    for taken in range(len(segments), 0, -1):
        value = "/".join(unquote(segment) for segment in segments[:taken])
        found = _walk(node, segments[taken:], (*values, value), method)
        if found is not None:
            return found
    return None
