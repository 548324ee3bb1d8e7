"""Addresses: `METHOD /documented/path/{variable}`, matched in the form in which a call leaves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, TypeVar
from urllib.parse import quote, unquote

Row = TypeVar("Row")

_OUTSIDE = re.compile(r"[#?\x00-\x20\x7f]")
_WORD = re.compile(r"[A-Za-z0-9_-]+")
"""A segment that nothing decodes, and that has no parts: most of them."""

_VARIABLE = re.compile(r"\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?P<plus>\+)?\}\Z")


class NotCanonical(ValueError):
    """A path that could arrive at another address than it shows."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A path variable; `spans` means that it may hold slashes (written `{name+}`)."""

    name: str
    spans: bool = False


@lru_cache(maxsize=8192)
def parse(address: str) -> tuple[str, tuple[str | Variable, ...]]:
    """Method and segments of an address; raises ValueError where it cannot be read."""
    method, _, path = address.partition("#")[0].partition(" ")
    if not path:
        return address.partition("#")[0], ()
    if not path.startswith("/"):
        message = f"address {address!r}: the path begins with a slash"
        raise ValueError(message)
    segments = tuple(_segment(text, address) for text in path[1:].split("/")) if path != "/" else ()
    spanning = [i for i, s in enumerate(segments) if isinstance(s, Variable) and s.spans]
    if spanning and spanning != [len(segments) - 1]:
        message = f"address {address!r}: only the last variable may span slashes"
        raise ValueError(message)
    names = [s.name for s in segments if isinstance(s, Variable)]
    if len(names) != len(set(names)):
        message = f"address {address!r}: a variable is named twice"
        raise ValueError(message)
    return method, segments


def _segment(text: str, address: str) -> str | Variable:
    found = _VARIABLE.match(text)
    if found:
        return Variable(found["name"], spans=bool(found["plus"]))
    if not text or "{" in text or "}" in text:
        message = f"address {address!r}: {text!r} is neither a literal nor a variable"
        raise ValueError(message)
    return text


@lru_cache(maxsize=8192)
def variables(address: str) -> tuple[str, ...]:
    """The names of an address's path variables."""
    return tuple(s.name for s in parse(address)[1] if isinstance(s, Variable))


def build(address: str, params: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """Method, encoded path and query parameters of a call, such that `match` finds this address again.

    Raises KeyError for a variable that is not given, NotCanonical for a value that would change the address.
    """
    method, segments = parse(address)
    path = "".join("/" + (s if isinstance(s, str) else _encode(s, params[s.name])) for s in segments)
    named = set(variables(address))
    return method, path or "/", {key: value for key, value in params.items() if key not in named}


def _encode(variable: Variable, value: Any) -> str:
    if value is None or value == "":
        raise KeyError(variable.name)
    try:
        text = quote(str(value), safe="/" if variable.spans else "")
        segments = split(f"/{text}")
    except (NotCanonical, UnicodeEncodeError) as problem:
        message = f"{variable.name}={value!r} would change the address: {problem}"
        raise NotCanonical(message) from problem
    if text.endswith("/") or (not variable.spans and "/" in segments[0]):
        message = f"{variable.name}={value!r} holds a slash, so it would change the address"
        raise NotCanonical(message)
    return text.replace("/", "%2F")  # a slash of a name is the name's, in whatever segment a server looks for it


def split(path: str) -> list[str]:
    """The decoded segments of a path as it leaves; raises NotCanonical where a server could read another one."""
    if _OUTSIDE.search(path):
        message = "the path holds a fragment, a query or a blank"
        raise NotCanonical(message)
    if path in {"", "/"}:
        return []
    if not path.startswith("/"):
        message = "the path does not begin with a slash"
        raise NotCanonical(message)
    return [_decoded(raw) for raw in path[1:].removesuffix("/").split("/")]


def _decoded(raw: str) -> str:
    """One segment as a server reads it; however often that decodes, no part of it may be empty or dots."""
    if _WORD.fullmatch(raw):
        return raw
    try:
        text = further = unquote(raw, errors="strict")
    except UnicodeDecodeError as error:
        message = "the path holds bytes that are no text"
        raise NotCanonical(message) from error
    while True:
        _check_parts(further)
        decoded = unquote(further)
        if decoded == further:
            return text
        further = decoded


def _check_parts(text: str) -> None:
    parts = set(re.split(r"[/\\]", text))
    if {".", ".."} & parts:
        message = "the path holds a dot segment, so it would arrive elsewhere"
        raise NotCanonical(message)
    if "" in parts:
        message = "the path holds an empty segment"
        raise NotCanonical(message)


@dataclass(slots=True)
class _Node(Generic[Row]):
    literals: dict[str, _Node[Row]] = field(default_factory=dict)
    variable: _Node[Row] | None = None
    row: Row | None = None
    spanning: Row | None = None


class Addresses(Generic[Row]):
    """Rows by address. A literal segment wins over a variable; two rows of one shape are a tie, which is refused."""

    def __init__(self, rows: Iterable[tuple[str, Row]] = ()) -> None:
        self._methods: dict[str, _Node[Row]] = {}
        for address, row in rows:
            self.add(address, row)

    def add(self, address: str, row: Row) -> None:
        """Add a row; raises ValueError if another one has the same shape."""
        method, segments = parse(address)
        node = self._methods.setdefault(method, _Node())
        for segment in segments:
            if isinstance(segment, Variable):
                if segment.spans:
                    if node.spanning is not None:
                        message = f"address {address!r} is a tie with another row"
                        raise ValueError(message)
                    node.spanning = row
                    return
                node.variable = node = node.variable or _Node()
            else:
                node = node.literals.setdefault(segment, _Node())
        if node.row is not None:
            message = f"address {address!r} is a tie with another row"
            raise ValueError(message)
        node.row = row

    def match(self, method: str, path: str) -> Row | None:
        """The row of a path as it leaves, or None; raises NotCanonical."""
        root = self._methods.get(method)
        return None if root is None else _match(root, split(path))


def _match(node: _Node[Row], segments: list[str]) -> Row | None:
    if not segments:
        return node.row
    head, rest = segments[0], segments[1:]
    if head in node.literals:
        row = _match(node.literals[head], rest)
        if row is not None:
            return row
    if node.variable is not None and "/" not in head:
        row = _match(node.variable, rest)
        if row is not None:
            return row
    return node.spanning


def params(address: str, path: str) -> dict[str, str]:
    """The decoded path variables of a path that matches this address."""
    segments, values = parse(address)[1], split(path)
    result = {}
    for at, segment in enumerate(segments):
        if isinstance(segment, Variable):
            result[segment.name] = "/".join(values[at:]) if segment.spans else values[at]
    return result
