"""From a request of the SDK to a `Request`: the method that the URL really calls, with all that it says as data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from agentrein.connector import NotCanonical, Refused, Request, build
from agentrein_google.proxy.credential import IN_QUERY
from agentrein_google.proxy.media import parts_of, told_of
from agentrein_google.proxy.service import Method, Service

OVERRIDE = "x-http-method-override"
"""The header with which a request asks to be read with another HTTP method; the SDK sends it for long GETs."""

SECRET = frozenset({"encryptedKeyPassword", "pkcs12"})
"""Fields of a body that are a private key, or its password: sent, and never recorded."""

HIDDEN = "(a credential, not recorded)"

COMMON = frozenset({*IN_QUERY, "fields", "uploadType", "upload_protocol", "alt"})
"""Parameters that no record holds, whatever the discovery document says: credentials, and how the answer looks."""

_USUAL = frozenset({"accept", "accept-encoding", "content-length", "content-type", "user-agent", "x-goog-api-client"})
"""The headers that the SDK gives a request."""

_FORM = "application/x-www-form-urlencoded"
_OTHER_PROTOCOL = "x-goog-upload-"
_IN_ONE = frozenset({"media", "multipart"})


def plainly_reads(request: Any) -> bool:
    """Whether a request is a GET on the wire, which nothing in it asks Google to read as anything else.

    A GET that the SDK has made a POST of, because its URL was too long, is one as well.
    """
    uri, headers = str(request.uri), request.headers
    if ("$" in uri or "%24" in uri) and _odd_in(parse_qsl(urlsplit(uri).query, keep_blank_values=True)):
        return False
    if request.method == "GET":
        return headers.keys() <= _USUAL or not any(name.lower() == OVERRIDE for name in headers)
    return request.method == "POST" and _is_long_get(request)


def _is_long_get(request: Any) -> bool:
    headers = {name.lower(): value for name, value in request.headers.items()}
    body = request.body
    return (
        headers.get(OVERRIDE) == "GET"
        and headers.get("content-type") == _FORM
        and isinstance(body, str)
        and not _odd_in(parse_qsl(body, keep_blank_values=True))
    )


def _odd_in(pairs: Iterable[tuple[str, str]]) -> str:
    """A parameter that can ask Google to read a request as another one: another method, headers, a body."""
    return next((name for name, _ in pairs if name.startswith("$") and name != "$.xgafv"), "")


@lru_cache(maxsize=1024)
def read_of(method: str | None) -> Request:
    """The request of a declared read, whose arguments nobody needs to know."""
    return Request("GET", f"/{method or ''}", verb="GET")


def decode(service: Service, request: Any) -> Request:
    """A request in the words of the table; raises Refused where it is not what it shows."""
    uri, verb = str(request.uri), str(request.method)
    url, query = uri.partition("?")[0], urlsplit(uri).query
    method, variables = method_of(service, request)
    body, media = _body(service, request)
    if isinstance(body, dict) and not SECRET.isdisjoint(body):
        body = {name: HIDDEN if name in SECRET else value for name, value in body.items()}
    params = {name: _typed(method, name, [value]) for name, value in variables.items()}
    params |= _query(service, method, query, request)
    if media is not None:
        body = {**(body if isinstance(body, dict) else {}), "media": media}
    return Request(method.id, "", params, body, {}, verb=verb, url=url)


def method_of(service: Service, request: Any) -> tuple[Method, dict[str, str]]:
    """The method that the URL of a request calls, with its path variables; raises Refused where it is no plain one."""
    uri, verb = str(request.uri), str(request.method)
    if any(name.lower() == OVERRIDE for name in request.headers):
        raise refused(service, request, "a header asks Google to read it as another HTTP method")
    if "#" in uri or not uri.isascii() or not uri.isprintable():
        raise refused(service, request, "its URL holds a fragment, or characters that no address has")
    found = service.resolve(verb, uri.partition("?")[0])
    if found is None:
        raise refused(
            service, request, f"its URL calls no method of {service.name} {service.version} at {service.base}"
        )
    method, variables = found
    if request.methodId not in {method.id, None}:
        raise refused(service, request, f"its URL calls {method.id}, whatever the request says")
    decoded = {name: unquote(value) for name, value in variables.items()}
    for name, value in decoded.items():
        try:
            build("GET /{value+}", {"value": value})
        except (KeyError, NotCanonical) as problem:
            raise refused(service, request, f"{name}={value!r} could change what the URL calls: {problem}") from problem
    return method, decoded


def _query(service: Service, method: Method, query: str, request: Any) -> dict[str, Any]:
    found: dict[str, list[str]] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        found.setdefault(name, []).append(value)
    odd = _odd_in(parse_qsl(query, keep_blank_values=True))
    if odd:
        raise refused(service, request, f"the parameter {odd} can ask Google to read it as another request")
    common = service.common | COMMON
    own = {name: values for name, values in found.items() if name in method.types or name not in common}
    twice = next((n for n in own if n in method.in_path or (len(own[n]) > 1 and not _repeats(method, n))), None)
    if twice is not None:
        raise refused(service, request, f"the parameter {twice} is given twice")
    return {name: _typed(method, name, values) for name, values in own.items()}


def _repeats(method: Method, name: str) -> bool:
    return method.types.get(name, ("", False))[1]


def _typed(method: Method, name: str, values: list[str]) -> Any:
    """What a parameter says, in the type that the discovery document gives it."""
    kind, repeated = method.types.get(name, ("string", False))
    typed = [_as(kind, value) for value in values]
    return typed if repeated and name not in method.in_path else typed[0]


def _as(kind: str, value: str) -> Any:
    if kind == "boolean" and value in {"true", "false"}:
        return value == "true"
    if kind == "integer" and value.removeprefix("-").isdecimal():
        return int(value)
    return value


def _body(service: Service, request: Any) -> tuple[Any, dict[str, Any] | None]:
    """The JSON of a request, and its file as size and hash."""
    _check_upload(service, request)
    content = request.body
    media = None if request.resumable is None else told_of(request.resumable)
    if content is None or content in ("", b""):
        return None, media
    kind = next((value for name, value in request.headers.items() if name.lower() == "content-type"), "")
    try:
        if _upload_type(request) in _IN_ONE:
            return parts_of(content, kind)
        return json.loads(content), media
    except ValueError as problem:
        raise refused(service, request, "its body is none that the SDK builds, so that nobody can tell it") from problem


def _check_upload(service: Service, request: Any) -> None:
    """Raise Refused where a request is not sent as a file of its kind is: address, type and the SDK's object agree."""
    said, uploads = _upload_type(request), str(request.uri).startswith(service.upload)
    known = said == "resumable" if request.resumable is not None else said in _IN_ONE
    if uploads != bool(said) or (uploads and not known):
        raise refused(service, request, "it is a file, or is none, in another way than the SDK would send it")
    if any(name.lower().startswith(_OTHER_PROTOCOL) for name in request.headers):
        raise refused(service, request, "its headers begin an upload that the SDK knows nothing of")


def _upload_type(request: Any) -> str:
    told: Mapping[str, str] = dict(parse_qsl(urlsplit(str(request.uri)).query))
    return told.get("uploadType", "") or told.get("upload_protocol", "")


_AS_BUILT = "build the request with the client's own method, and leave its URL and its headers as they are"


def refused(service: Service, request: Any, problem: str, now: str = _AS_BUILT) -> Refused:
    """The refusal of a request that is not what it shows; its query is not shown, where a credential may stand."""
    parts = urlsplit(str(request.uri))
    here = f"{parts.scheme}://{parts.netloc}" == service.host
    shown = parts.path if here else f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}/…"
    name = request.methodId or shown
    return Refused(
        f"refused: {name}",
        why=f"{problem}. Nothing was sent.",
        reason="address",
        operation=f"{service.name}: {name}",
        now=now,
    )
