"""Drive's search: https://developers.google.com/workspace/drive/api/guides/ref-search-terms."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from agentrein_google.drive.sandbox.ask import invalid

Test = Callable[[Mapping[str, Any]], bool]

_TOKEN = re.compile(r"\s*(?:(?P<text>'(?:[^'\\]|\\.)*')|(?P<sign><=|>=|!=|=|<|>|\(|\)|\{|\})|(?P<word>[A-Za-z]+))")


def search(query: str) -> Test:
    """The test of a query, which an item in the form of an answer passes or not; 400 for what is none."""
    terms = _Terms(_tokens(query))
    test = terms.either()
    if terms.left:
        raise invalid("Invalid Value")
    return test


def _tokens(query: str) -> list[str]:
    tokens, at = [], 0
    while query[at:].strip():
        found = _TOKEN.match(query, at)
        if found is None:
            raise invalid("Invalid Value")
        tokens.append(found[0].strip())
        at = found.end()
    return tokens


class _Terms:
    """A query, read from left to right."""

    def __init__(self, tokens: list[str]) -> None:
        self.left = tokens

    def take(self, *wanted: str) -> str:
        if not self.left or (wanted and self.left[0] not in wanted):
            raise invalid("Invalid Value")
        return self.left.pop(0)

    def text(self) -> str:
        word = self.take()
        if not word.startswith("'"):
            raise invalid("Invalid Value")
        return re.sub(r"\\(.)", r"\1", word[1:-1])

    def either(self) -> Test:
        tests = [self.both()]
        while self.left[:1] == ["or"]:
            self.take()
            tests.append(self.both())
        return lambda shown: any(test(shown) for test in tests)

    def both(self) -> Test:
        tests = [self.one()]
        while self.left[:1] == ["and"]:
            self.take()
            tests.append(self.one())
        return lambda shown: all(test(shown) for test in tests)

    def one(self) -> Test:
        word = self.take()
        if word == "not":
            test = self.one()
            return lambda shown: not test(shown)
        if word == "(":
            test = self.either()
            self.take(")")
            return test
        if word.startswith("'"):
            return self.inside(re.sub(r"\\(.)", r"\1", word[1:-1]))
        return self.compared(word)

    def inside(self, value: str) -> Test:
        self.take("in")
        name = self.take("parents", "owners", "writers", "readers")
        if name == "parents":
            return lambda shown: value in shown.get("parents", [])
        if name == "owners":
            return lambda shown: any(
                (one["me"] if value == "me" else one["emailAddress"] == value) for one in shown.get("owners", [])
            )
        roles = {"writers": {"writer", "owner", "organizer", "fileOrganizer"}, "readers": {"reader"}}[name]
        return lambda shown: any(
            one.get("emailAddress") == value and one["role"] in roles for one in shown.get("permissions", [])
        )

    def compared(self, name: str) -> Test:
        sign = self.take("=", "!=", "<", ">", "<=", ">=", "contains", "has")
        if sign == "has":
            return self.has(name)
        if name in {"trashed", "starred", "sharedWithMe"}:
            want = self.take("true", "false") == "true"
            return lambda shown: (shown.get(name, False) == want) == (sign == "=")
        value = self.text()
        if name not in {"name", "mimeType", "modifiedTime", "createdTime", "fullText", "viewedByMeTime"}:
            raise invalid("Invalid Value")
        return lambda shown: _holds(shown, name, sign, value)

    def has(self, name: str) -> Test:
        if name not in {"properties", "appProperties"}:
            raise invalid("Invalid Value")
        self.take("{")
        self.take("key")
        self.take("=")
        key = self.text()
        self.take("and")
        self.take("value")
        self.take("=")
        value = self.text()
        self.take("}")
        return lambda shown: shown.get(name, {}).get(key) == value


def _holds(shown: Mapping[str, Any], name: str, sign: str, value: str) -> bool:
    has = str(shown.get("name" if name == "fullText" else name, ""))
    if sign == "contains":
        return has.casefold().startswith(value.casefold()) or f" {value.casefold()}" in has.casefold()
    if name == "name":
        has, value = has.casefold(), value.casefold()
    if name.endswith("Time"):
        has, value = has[:23], value[:23]
    return {
        "=": has == value,
        "!=": has != value,
        "<": has < value,
        ">": has > value,
        "<=": has <= value,
        ">=": has >= value,
    }[sign]
