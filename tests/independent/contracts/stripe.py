"""Recorded requests against Stripe's own OpenAPI document: path, query and form, with unknown fields as errors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, unquote

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.independent import pypi
from tests.independent.recorder import Recorded

Fault = tuple[str, str]
"""Where, and what."""

URN = "urn:stripe"
KEY = re.compile(r"[^\[\]]+|(?<=\[)(?=\])")


@cache
def _document() -> dict[str, Any]:
    file = pypi.from_wheel(pypi.STRIPE_WHEEL, "seahaven_stripe_world/spec/spec3.json")
    found: dict[str, Any] = json.loads(file.read_text())
    return found


@cache
def _registry() -> Registry:
    nullable = _as_draft(_document())
    return Registry().with_resource(URN, Resource.from_contents(nullable, default_specification=DRAFT202012))


def _as_draft(node: Any) -> Any:
    """The document with `nullable` as JSON Schema says it, and unknown names of an object as errors."""
    if isinstance(node, list):
        return [_as_draft(one) for one in node]
    if not isinstance(node, dict):
        return node
    kept = {name: _as_draft(one) for name, one in node.items() if name != "nullable"}
    if "properties" in kept and kept.get("type") == "object" and "additionalProperties" not in kept:
        kept["additionalProperties"] = False
    return {"anyOf": [kept, {"type": "null"}]} if node.get("nullable") is True else kept


def _resolved(node: Any) -> Any:
    while isinstance(node, dict) and "$ref" in node:
        found: Any = _document()
        for part in node["$ref"].lstrip("#/").split("/"):
            found = found[unquote(part).replace("~1", "/").replace("~0", "~")]
        node = found
    return node


@cache
def _routes() -> list[tuple[str, re.Pattern[str], Any]]:
    paths = sorted(_document()["paths"], key=lambda path: (path.count("{"), -len(path)))
    return [
        (path, re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path) + "/?"), _document()["paths"][path]) for path in paths
    ]


def _operation(request: Recorded) -> tuple[str, Any]:
    for path, pattern, methods in _routes():
        if pattern.fullmatch(request.path) and request.method.lower() in methods:
            return f"{request.method} {path}", methods[request.method.lower()]
    return "", None


def check(requests: Iterable[Recorded]) -> list[tuple[str, list[Fault]]]:
    """For each request the operation that it calls, and what is wrong with it; v2 is in no document."""
    return [_checked(request) for request in requests]


def _checked(request: Recorded) -> tuple[str, list[Fault]]:
    if request.path.startswith("/v2/") or request.binary:
        return f"{request.method} {request.path}", []
    called, operation = _operation(request)
    if operation is None:
        return "", [("path", "no operation has this path")]
    return called, [*_query(request, operation), *_body(request, operation)]


def _query(request: Recorded, operation: Mapping[str, Any]) -> Iterator[Fault]:
    known = {one["name"]: one for one in map(_resolved, operation.get("parameters", [])) if one["in"] == "query"}
    for name, value in _unfolded(parse_qsl(request.query, keep_blank_values=True)).items():
        if name not in known:
            yield f"query.{name}", "is no parameter of it"
        else:
            yield from _faults(f"query.{name}", value, known[name]["schema"])


def _body(request: Recorded, operation: Mapping[str, Any]) -> Iterator[Fault]:
    content = _resolved(operation.get("requestBody", {})).get("content", {})
    schema = content.get("application/x-www-form-urlencoded", {}).get("schema", {})
    if not request.body or "multipart/form-data" in content:
        return
    yield from _faults("body", _unfolded(parse_qsl(request.body, keep_blank_values=True)), schema)


def _faults(where: str, value: Any, schema: Any) -> Iterator[Fault]:
    validator = Draft202012Validator(_absolute(_as_draft(schema)), registry=_registry())
    for error in validator.iter_errors(_typed(value, schema)):
        at = ".".join([where, *map(str, error.absolute_path)])
        yield at, error.message[:200]


def _absolute(node: Any) -> Any:
    if isinstance(node, dict):
        return {
            name: f"{URN}{one}" if name == "$ref" and str(one).startswith("#") else _absolute(one)
            for name, one in node.items()
        }
    return [_absolute(one) for one in node] if isinstance(node, list) else node


def _unfolded(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """`a[b][0]=c` as nested objects; what is a list is told by the schema."""
    root: dict[str, Any] = {}
    for key, value in pairs:
        parts = KEY.findall(key)
        here = root
        for part, last in zip(parts, [*[False] * (len(parts) - 1), True], strict=True):
            name = part or str(len(here))
            if last:
                here[name] = value
            else:
                here = here.setdefault(name, {})
    return root


def _typed(value: Any, schema: Any, depth: int = 0) -> Any:
    """The texts of a form in the types that the schema names."""
    schema = _resolved(schema or {})
    options = schema.get("anyOf") or schema.get("oneOf")
    if options and depth < 12:
        for option in options:
            typed = _typed(value, option, depth + 1)
            if Draft202012Validator(_absolute(_as_draft(option)), registry=_registry()).is_valid(typed):
                return typed
        return value
    if isinstance(value, dict):
        return _typed_object(value, schema, depth)
    return _plain(value, schema.get("type"))


def _typed_object(value: dict[str, Any], schema: Mapping[str, Any], depth: int) -> Any:
    if schema.get("type") == "array":
        ordered = sorted(value.items(), key=lambda pair: int(pair[0]) if pair[0].isdigit() else 0)
        return [_typed(one, schema.get("items"), depth + 1) for _, one in ordered]
    named, more = schema.get("properties", {}), schema.get("additionalProperties")
    other = more if isinstance(more, dict) else {}
    return {name: _typed(one, named.get(name, other), depth + 1) for name, one in value.items()}


def _plain(value: Any, kind: str | None) -> Any:
    if kind == "integer" and re.fullmatch(r"-?\d+", str(value)):
        return int(value)
    if kind == "number" and re.fullmatch(r"-?\d+(\.\d+)?", str(value)):
        return float(value)
    if kind == "boolean" and value in {"true", "false"}:
        return value == "true"
    return value
