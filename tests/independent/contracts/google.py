"""Recorded requests against Google's own discovery documents: path, query and body, with unknown fields as errors.

The documents are those that google-api-python-client itself was built of, as Google published them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from email import message_from_string
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.independent.recorder import Recorded

Fault = tuple[str, str]
"""Where, and what."""

VERSIONS = {"gmail": "v1", "sheets": "v4", "drive": "v3"}
OF_UPLOADS = {"uploadType", "upload_id", "upload_protocol"}
"""What says how a file is sent; the guides tell of it, the documents do not."""


@cache
def _document(api: str) -> Mapping[str, Any]:
    name = f"{api}.{VERSIONS[api]}.json"
    found: dict[str, Any] = json.loads(files("googleapiclient.discovery_cache.documents").joinpath(name).read_text())
    return found


@cache
def _registry(api: str) -> Registry:
    named = {f"urn:{api}:{name}": _as_draft(api, one) for name, one in _document(api)["schemas"].items()}
    return Registry().with_resources(
        (name, Resource.from_contents(one, default_specification=DRAFT202012)) for name, one in named.items()
    )


def _as_draft(api: str, node: Any) -> Any:
    """A schema of a discovery document as JSON Schema says it: unknown names are errors, whatever may be null."""
    if "$ref" in node:
        return {"anyOf": [{"$ref": f"urn:{api}:{node['$ref']}"}, {"type": "null"}]}
    kept: dict[str, Any] = {name: node[name] for name in ("enum", "pattern") if name in node}
    if node.get("type", "any") != "any":
        kept["type"] = node["type"]
    if "items" in node:
        kept["items"] = _as_draft(api, node["items"])
    if node.get("type") == "object":
        kept["properties"] = {name: _as_draft(api, one) for name, one in node.get("properties", {}).items()}
        further = node.get("additionalProperties")
        kept["additionalProperties"] = False if further is None else _as_draft(api, further)
    return {"anyOf": [kept, {"type": "null"}]}


@cache
def _routes(api: str) -> list[tuple[str, re.Pattern[str], Mapping[str, Any]]]:
    document = _document(api)
    found = [route for method in _methods(document) for route in _paths(document, method)]
    return sorted(found, key=lambda route: (route[2]["path"].count("{"), -len(route[2]["path"])))


def _methods(resource: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from resource.get("methods", {}).values()
    for one in resource.get("resources", {}).values():
        yield from _methods(one)


def _paths(document: Mapping[str, Any], method: Mapping[str, Any]) -> Iterator[Any]:
    yield method["httpMethod"], _pattern(f"/{document['servicePath']}{method['path']}"), method
    for protocol in method.get("mediaUpload", {}).get("protocols", {}).values():
        yield method["httpMethod"], _pattern(protocol["path"]), method


def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"(\{[^}]+\})", path)
    return re.compile(
        "".join(".+" if one.startswith("{+") else "[^/:]+" if one.startswith("{") else re.escape(one) for one in parts)
    )


def check(api: str, requests: Iterable[Recorded]) -> list[tuple[Recorded, str, list[Fault]]]:
    """Each request, those inside of batches too, with the method that it calls and what is wrong with it."""
    return [_checked(_of(api, one), one) for request in requests for one in _unpacked(api, request)]


def _of(api: str, request: Recorded) -> str:
    """The API whose document has the path, its own first: a spreadsheet is also a file."""
    having = [one for one in (api, *VERSIONS) if any(route[1].fullmatch(request.path) for route in _routes(one))]
    return next(iter(having), api)


def _unpacked(api: str, request: Recorded) -> Iterator[Recorded]:
    """The request, or those of which a batch is made; chunks and tokens are in no document."""
    query = dict(parse_qsl(request.query))
    if "upload_id" in query or request.path == "/token":
        return
    if request.path != f"/{_document(api)['batchPath']}":
        yield request
        return
    whole = message_from_string(f"content-type: {dict(request.headers)['content-type']}\n\n{request.body}")
    for part in whole.get_payload():
        line, _, rest = str(part.get_payload()).partition("\n")
        method, target, *_ = line.split(" ")
        inner, place = message_from_string(rest), urlsplit(target)
        headers = (("content-type", str(inner.get("content-type", ""))),)
        body = str(inner.get_payload()).strip()
        yield Recorded(method, place.path, place.query, headers, body)


def _checked(api: str, request: Recorded) -> tuple[Recorded, str, list[Fault]]:
    override = dict(request.headers).get("x-http-method-override")
    if override:  # a long GET that the SDK sends as a POST
        request = replace(request, method=override, query=request.body, body="")
    here = [route for route in _routes(api) if route[1].fullmatch(request.path)]
    method = next((route[2] for route in here if route[0] == request.method), None)
    if method is None:
        return request, "", [("path", "no method has this path" if not here else f"is no {request.method}")]
    return request, method["id"], [*_query(api, request, method), *_body(api, request, method)]


def _query(api: str, request: Recorded, method: Mapping[str, Any]) -> Iterator[Fault]:
    common, own = _document(api).get("parameters", {}), method.get("parameters", {})
    pairs = parse_qsl(request.query, keep_blank_values=True)
    for name, value in pairs:
        told = own.get(name, common.get(name))
        if told is None and name not in OF_UPLOADS:
            yield f"query.{name}", "is no parameter of it"
        elif told is not None:
            yield from _value(f"query.{name}", value, told)
    given = {name for name, _ in pairs}
    for name, told in own.items():
        if told.get("required") and told["location"] == "query" and name not in given:
            yield f"query.{name}", "is required"


def _value(where: str, value: str, told: Mapping[str, Any]) -> Iterator[Fault]:
    kinds = {"boolean": r"true|false", "integer": r"-?\d+", "number": r"-?\d+(\.\d+)?"}
    if not re.fullmatch(kinds.get(told.get("type", ""), r"(?s).*"), value):
        yield where, f"{value!r} is no {told['type']}"
    if value not in told.get("enum", [value]):
        yield where, f"{value!r} is none of {told['enum']}"


def _body(api: str, request: Recorded, method: Mapping[str, Any]) -> Iterator[Fault]:
    text = _json_of(request)
    if text is None:
        return
    if "request" not in method:
        yield "body", "it takes none"
        return
    schema = {"$ref": f"urn:{api}:{method['request']['$ref']}"}
    for error in Draft202012Validator(schema, registry=_registry(api)).iter_errors(json.loads(text)):
        yield from _deepest(error)


def _json_of(request: Recorded) -> str | None:
    """The JSON of a request: its body, or the metadata in front of a file."""
    media = dict(request.headers).get("content-type", "")
    if not request.body or request.binary:
        return None
    if media.startswith("multipart/related"):
        whole = message_from_string(f"content-type: {media}\n\n{request.body}")
        return str(whole.get_payload()[0].get_payload())
    return request.body if "json" in media else None


def _deepest(error: Any) -> Iterator[Fault]:
    """What is wrong at the innermost place: around it, every `anyOf` says no more than that none fits."""
    inner = [one for one in error.context or [] if not (one.validator == "type" and one.validator_value == "null")]
    for one in inner:
        yield from _deepest(one)
    if not inner:
        yield ".".join(["body", *map(str, error.absolute_path)]), error.message[:200]
