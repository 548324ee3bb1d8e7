"""From a request that notion-client built to a `Request`: the address as Notion will read it, and the body as data."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

import httpx
from notion_client.client import BaseClient

from agentrein.connector import Refused, Request
from agentrein_notion.answers import reads

OVERRIDES = frozenset({b"x-http-method-override", b"x-http-method", b"x-method-override"})
"""Headers with which a request asks to be read as another method."""

CREDENTIALS = frozenset({"access_token", "client_secret", "key", "password", "secret", "token"})
"""Query parameters that hold a credential; Notion takes none there."""

VERSION = "notion-version"
"""The header that says how Notion reads a request. https://developers.notion.com/reference/versioning"""

_PART = r"(?:[A-Za-z0-9_\-]|%[0-9A-Fa-f]{2})+"
_PLAIN = re.compile(f"{_PART}(?:/{_PART})*")
"""Relative paths that httpx puts behind the base URL as they are."""

_BASE = "/v1/"
_ENDPOINT = "_rein_endpoint"
_PORTS = {"http": 80, "https": 443}
_UPLOAD = re.compile(r"/v1/file_uploads/[^/]+/send/?")
_OAUTH = re.compile(r"/v1/oauth(/.*)?")


def endpoint_of(http: httpx.Client | httpx.AsyncClient) -> str:
    """The base URL without `/v1`, and without what may hold a credential: name and password, query and fragment."""
    base = http.base_url
    known, endpoint = vars(http).get(_ENDPOINT, (None, ""))
    if known is not base:
        port = f":{base.port}" if base.port is not None else ""
        endpoint = f"{base.scheme}://{base.host}{port}{_prefix(base)}"
        vars(http)[_ENDPOINT] = (base, endpoint)
    return str(endpoint)


def _prefix(base: httpx.URL) -> str:
    """The part of the base URL's path that stands before `/v1/`."""
    return base.raw_path.decode("ascii").partition("?")[0].removesuffix(_BASE).rstrip("/")


def plain_read(
    client: BaseClient,
    method: str,
    path: str,
    query: Mapping[Any, Any] | None = None,
    body: Any = None,
    form_data: Any = None,
    _auth: Any = None,
) -> Request | None:
    """A declared read as it leaves, told without building it; None where only the built request tells."""
    if form_data or _PLAIN.fullmatch(path) is None or overridden(client.client.headers):
        return None
    shown = _BASE + path
    return Request(method, shown, query or {}, body) if reads(method, shown) else None


def decode(http: httpx.Client | httpx.AsyncClient, built: httpx.Request, given: str = "") -> Request:
    """A built request in the words of the table; raises Refused where its address is not what it shows.

    `given` is the path that the caller wrote, before httpx resolved what stands in it.
    """
    _check_place(http, built)
    _check_headers(built)
    path = built.url.raw_path.decode("ascii").partition("?")[0]
    _check_given(built, given)
    path = path[len(_prefix(http.base_url)) :]
    body, opaque = _body(path, built)
    if _dots(given):  # httpx has resolved them; the table refuses what the caller wrote, and says where it would arrive
        path = f"{_BASE}{given.lstrip('/')}"
    params = _params(built.url.params)
    return Request(built.method, path, params, body, _meaning(built), opaque)


def goes_to(http: httpx.Client | httpx.AsyncClient, url: httpx.URL) -> bool:
    """Whether a URL lies at the API of this httpx client, so that its gate judges it."""
    base = http.base_url
    return _origin(url)[1:] == _origin(base)[1:] and url.raw_path.decode("ascii").startswith(f"{_prefix(base)}/")


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port or _PORTS.get(url.scheme)


def _check_place(http: httpx.Client | httpx.AsyncClient, built: httpx.Request) -> None:
    base, url = http.base_url, built.url
    if _origin(url) != _origin(base):
        raise _refused(built, f"it would go to {url.scheme}://{url.host}, which is not the API's host")
    if url.userinfo:
        raise _refused(built, "a name or password stands in its address, which would go instead of the token")
    if not base.raw_path.endswith(_BASE.encode()) or not url.raw_path.startswith(base.raw_path):
        raise _refused(built, f"it lies outside of the API at {endpoint_of(http)}{_BASE}")


def overridden(headers: httpx.Headers) -> bool:
    """Whether a header asks for another method, its name read as servers do: `_` as `-`, without blanks around it."""
    names = b" ".join([name for name, _ in headers.raw]).lower()
    return b"method" in names and not OVERRIDES.isdisjoint(names.replace(b"_", b"-").split())


def _check_headers(built: httpx.Request) -> None:
    if overridden(built.headers):
        raise _refused(built, "a header asks Notion to read it as another method")


def _check_given(built: httpx.Request, given: str) -> None:
    if "#" in given or built.url.fragment:
        raise _refused(built, "a `#` stands in its address, so it would arrive cut off")
    if "?" in given and built.method != "GET":
        raise _refused(built, "a `?` stands in its address, so an id would arrive cut off")
    names = {name.lower() for name in built.url.params}
    if "_method" in names:
        raise _refused(built, "its query would change the address")
    if not CREDENTIALS.isdisjoint(names):
        raise _refused(built, "a credential stands in its query, where it would be recorded")


def _dots(given: str) -> bool:
    parts = re.split(r"[/\\]", unquote(unquote(given)))
    return "." in parts or ".." in parts


def _refused(built: httpx.Request, problem: str) -> Refused:
    path = built.url.path
    return Refused(
        f"refused: {built.method} {path}",
        why=f"{problem}. Nothing was sent.",
        reason="address",
        operation=f"notion: {built.method} {path}",
        now="pass ids as Notion gives them, and paths below the API; a query belongs into `query=`",
    )


def _params(query: httpx.QueryParams) -> dict[str, Any]:
    """The query, a parameter that stands there several times as a list."""
    return {name: values[0] if len(values) == 1 else values for name in query for values in [query.get_list(name)]}


def _body(path: str, built: httpx.Request) -> tuple[Any, bool]:
    """The body as JSON data, and whether it is not recorded: what cannot be read, and what holds credentials."""
    if _OAUTH.fullmatch(path):  # a code, a token to revoke, a refresh token
        return None, True
    kind = built.headers.get("content-type", "")
    try:
        content = built.content
    except httpx.RequestNotRead:
        return None, True
    if not content:
        return None, False
    if "json" not in kind:
        return None, True
    try:
        return json.loads(content), False
    except ValueError:
        return None, True


def form(path: str, form_data: Mapping[str, Any]) -> dict[str, Any] | None:
    """What is recorded of a part of an upload, which the SDK sends as a form; None where a form has no business.

    The file is there by its name only. https://developers.notion.com/reference/send-a-file-upload
    """
    if _UPLOAD.fullmatch(path) is None:
        return None
    return {name: _field(value) for name, value in form_data.items()}


def _field(value: Any) -> str:
    if isinstance(value, tuple) and len(value) >= 2:
        return str(value[0])
    if hasattr(value, "read"):
        return str(getattr(value, "name", "") or "upload").replace("\\", "/").rpartition("/")[2]
    return str(value)


def repeatable(form_data: Mapping[str, Any] | None) -> bool:
    """Whether a form can be sent once more: a file that cannot be rewound is read by the first send."""
    contents = [
        value[1] if isinstance(value, tuple) and len(value) >= 2 else value for value in (form_data or {}).values()
    ]
    return all(_rewinds(one) for one in contents if hasattr(one, "read"))


def _rewinds(file: Any) -> bool:
    seekable = getattr(file, "seekable", None)
    return bool(seekable is not None and seekable())


def _meaning(built: httpx.Request) -> dict[str, str]:
    """The header that changes what the call means; never a credential."""
    version = built.headers.get(VERSION)
    return {} if version is None else {VERSION: version}
