"""Reads the text of a query, token by token."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from agentrein_salesforce.ids import is_id, long_id
from agentrein_salesforce.sandbox.ask import Ask, Broken
from agentrein_salesforce.sandbox.schema import Field, Record, SObject
from agentrein_salesforce.sandbox.shapes import value

Condition = Callable[[Record], bool]
_TOKEN = re.compile(r"\s*(?:('(?:\\.|[^'\\])*')|([A-Za-z_][\w.]*(?:\(\))?)|([-+]?\d[\w:.+-]*)|(<=|>=|!=|<>|[=<>(),]))")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "'": "'", '"': '"', "\\": "\\"}


@dataclass
class Query:
    """A query as it was read."""

    sobject: str
    fields: list[str] = field(default_factory=list)
    children: list[Query] = field(default_factory=list)
    count: bool = False
    test: Condition = lambda record: True  # noqa: ARG005
    order: list[tuple[str, bool]] = field(default_factory=list)
    limit: int | None = None
    offset: int = 0


def malformed(text: str) -> Broken:
    """That a query cannot be read."""
    return Broken("MALFORMED_QUERY", text)


def child_relation(ask: Ask, kind: SObject, name: str) -> tuple[SObject, Field]:
    """The object behind a child relationship, with the field that makes it."""
    for other in ask.world.objects.values():
        for one in other.fields.values():
            if kind.name in one.to and one.children == name:
                return other, one
    raise Broken("INVALID_TYPE", f"Didn't understand relationship '{name}' in FROM part of query call.")


def object_of(ask: Ask, name: str) -> SObject:
    """The object that a query is about; raises Broken for one that no query takes."""
    found = ask.world.sobject(name)
    if found is None or found.name.endswith("__e"):
        raise Broken("INVALID_TYPE", f"sObject type '{name}' is not supported.")
    return found


def at(ask: Ask, kind: SObject, record: Record, name: str) -> Any:
    """What a record shows at a field, or at a field of a record that it refers to."""
    head, _, rest = name.partition(".")
    if not rest:
        one = kind.field(name)
        return None if one is None else value(kind, one, record, ask.version)
    one = next((f for f in kind.fields.values() if f.to and f.relation == head), None)
    parent = None if one is None else ask.world.records.get(record.get(one.name) or "")
    return None if parent is None else at(ask, ask.world.objects[parent["type"]], parent, rest)


class Reader:
    """Reads a query, token by token."""

    def __init__(self, ask: Ask, text: str, tokens: Iterator[str] | None = None) -> None:
        self.ask, self.text = ask, text
        self.tokens = list(tokens if tokens is not None else _tokens(text))
        self.place = 0

    # tokens

    @property
    def next(self) -> str:
        """The next token, empty at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        """The next token, which must be one of the wanted, if any are said."""
        token = self.next
        if not token or (wanted and token.lower() not in wanted):
            raise malformed(f"unexpected token: {token!r} in {self.text}")
        self.place += 1
        return token

    def took(self, word: str) -> bool:
        """Whether the next token is this word; then it is taken."""
        is_it = self.next.lower() == word
        self.place += is_it
        return is_it

    # parts

    def whole(self) -> Query:
        """All of it."""
        query = self.query(None)
        if self.next:
            raise malformed(f"unexpected token: {self.next!r} in {self.text}")
        return query

    def query(self, parent: SObject | None) -> Query:
        """A query, or one of children that stands in parentheses."""
        self.take("select")
        fields, inner, count = list[str](), list[int](), False
        while True:
            if self.next == "(":
                inner.append(self.place)
                self._skip()
            elif self.next.lower() == "count()":
                self.take()
                count = True
            else:
                fields.append(self.take())
            if not self.took(","):
                break
        self.take("from")
        name = self.take()
        kind = child_relation(self.ask, parent, name)[0] if parent is not None else object_of(self.ask, name)
        query = Query(name, fields, count=count)
        self._check(kind, fields)
        self._rest(kind, query)
        query.children = [self._child(kind, place) for place in inner]
        return query

    def _check(self, kind: SObject, fields: list[str]) -> None:
        for name in fields:
            head = name.partition(".")[0]
            known = kind.field(name) or ("." in name and any(f.to and f.relation == head for f in kind.fields.values()))
            if not known:
                text = f"No such column '{name}' on entity '{kind.name}'."
                raise Broken("INVALID_FIELD", text)

    def _skip(self) -> None:
        depth = 0
        while True:
            depth += {"(": 1, ")": -1}.get(self.take(), 0)
            if depth == 0:
                return

    def _child(self, kind: SObject, place: int) -> Query:
        back, self.place = self.place, place + 1
        query = self.query(kind)
        self.take(")")
        self.place = back
        return query

    def _rest(self, kind: SObject, query: Query) -> None:
        if self.took("where"):
            query.test = self._any(kind)
        if self.took("order"):
            self.take("by")
            query.order = [self._sorting()]
            while self.took(","):
                query.order.append(self._sorting())
        if self.took("limit"):
            query.limit = int(self.take())
        if self.took("offset"):
            query.offset = int(self.take())

    def _sorting(self) -> tuple[str, bool]:
        name = self.take()
        down = self.next.lower() == "desc"
        if self.next.lower() in {"asc", "desc"}:
            self.take()
        if self.took("nulls"):
            self.take("first", "last")
        return name, down

    # conditions

    def _any(self, kind: SObject) -> Condition:
        tests = [self._all(kind)]
        while self.took("or"):
            tests.append(self._all(kind))
        return lambda record: any(test(record) for test in tests)

    def _all(self, kind: SObject) -> Condition:
        tests = [self._one(kind)]
        while self.took("and"):
            tests.append(self._one(kind))
        return lambda record: all(test(record) for test in tests)

    def _one(self, kind: SObject) -> Condition:
        if self.took("not"):
            inner = self._one(kind)
            return lambda record: not inner(record)
        if self.took("("):
            inner = self._any(kind)
            self.take(")")
            return inner
        name = self.take()
        self._check(kind, [name])
        one = kind.field(name)
        if one is not None and not one.filterable:
            raise Broken("INVALID_FIELD", f"field '{name}' can not be filtered in a query call")
        return self._comparison(kind, name)

    def _comparison(self, kind: SObject, name: str) -> Condition:
        sign = self.take("=", "!=", "<>", "<", ">", "<=", ">=", "in", "not", "like").lower()
        if sign == "not":
            self.take("in")
        if sign in {"in", "not"}:
            listed = [_folded(one) for one in self._list()]
            return lambda record: (_folded(at(self.ask, kind, record, name)) in listed) == (sign == "in")
        wanted = _literal(self.take())
        return lambda record: _compares(at(self.ask, kind, record, name), sign, wanted)

    def _list(self) -> Iterator[Any]:
        self.take("(")
        yield _literal(self.take())
        while self.took(","):
            yield _literal(self.take())
        self.take(")")


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text.rstrip()):
        found = _TOKEN.match(text, at)
        if found is None:
            raise malformed(f"unexpected token at {text[at : at + 20]!r}")
        yield found.group().strip()
        at = found.end()


def _literal(token: str) -> Any:
    if token.startswith("'"):
        return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), token[1:-1])
    if token.lower() in {"true", "false", "null"}:
        return {"true": True, "false": False, "null": None}[token.lower()]
    if re.fullmatch(r"[-+]?\d+(\.\d+)?", token):
        return float(token)
    if re.match(r"\d{4}-\d\d-\d\d", token):
        return datetime.fromisoformat(token) if "T" in token else token
    raise malformed(f"unexpected token: {token!r}")


def _folded(one: Any) -> Any:
    """A value as it is compared: texts in any case, ids with 18 characters."""
    if isinstance(one, str):
        return long_id(one) if is_id(one) else one.casefold()
    return one


def _compares(said: Any, sign: str, wanted: Any) -> bool:
    if isinstance(wanted, datetime):
        said = datetime.fromisoformat(said) if said else None
    if sign == "like":
        pattern = re.escape(str(wanted)).replace("%", ".*").replace("_", ".")
        return re.fullmatch(pattern, str(said or ""), re.IGNORECASE | re.DOTALL) is not None
    left, right = _folded(said), _folded(wanted)
    if sign in {"=", "!=", "<>"}:
        return (left == right or (left in (None, "") and right in (None, ""))) == (sign == "=")
    if left is None or right is None:
        return False
    return bool({"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}[sign])
