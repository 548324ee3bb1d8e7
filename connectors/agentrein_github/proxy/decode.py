"""From what PyGithub is about to send to a `Request`: the address as GitHub will read it, and the body as data."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

from agentrein.connector import Refused, Request
from agentrein_github.proxy.once import place_of, private

OVERRIDES = frozenset({"x-http-method-override", "x-http-method", "x-method-override"})
"""Headers with which a request asks to be read as another method."""

CREDENTIALS = frozenset({"access_token", "client_secret", "key", "password", "secret", "token"})
"""Query parameters that hold a credential; GitHub takes none there any more.

https://docs.github.com/rest/authentication/authenticating-to-the-rest-api
"""

_DEFAULT_ACCEPT = frozenset(
    {"*/*", "application/json", "application/vnd.github+json", "application/vnd.github.v3+json"}
)
_UPLOAD = re.compile(r"(/repos/[^/]+/[^/]+|/repositories/\d+)/releases/\d+/assets/?")
_CHUNK = 1 << 20
_MINT = re.compile(r"/app/installations/\d+/access_tokens")
_OAUTH = "/login/oauth/access_token"


def mints_token(requester: Any, cnx: Any, verb: str, url: str) -> bool:
    """Whether the request only gets a credential: the SDK does so on its own, and it is no action of an agent."""
    if verb != "POST":
        return False
    path = url.partition("?")[0]
    if _is_own(requester, cnx):
        prefix = private(requester, "prefix")
        return path == _OAUTH or (path.startswith(prefix) and _MINT.fullmatch(path[len(prefix) :]) is not None)
    scheme, host, _ = place_of(requester, cnx)
    return path == _OAUTH and scheme == "https" and host in _sign_in_hosts(requester)


def _sign_in_hosts(requester: Any) -> set[str]:
    host = private(requester, "hostname")
    return {host, host.removeprefix("api.")}


def decode(requester: Any, cnx: Any, verb: str, url: str, headers: Mapping[str, str], data: Any) -> Request:
    """The request in the words of the table; raises Refused where its address is not what it shows."""
    path, _, query = url.partition("?")
    refuse_override(verb, url, headers)
    params = {key: values[0] if len(values) == 1 else values for key, values in _query(query).items()}
    if "#" in query or "_method" in params:
        raise _refused(verb, url, "its query would change the address")
    if not CREDENTIALS.isdisjoint(map(str.lower, params)):
        raise _refused(verb, url, "a credential stands in its query, where it would be recorded")
    decoded = _path(requester, cnx, verb, path)
    is_file = verb == "POST" and _UPLOAD.fullmatch(decoded) is not None
    body, opaque = (_file(headers, data), False) if is_file else _body(headers, data)
    if decoded.rstrip("/") == "/graphql" and query:
        raise _refused(verb, url, "its query could hold another document than its body")
    return Request(verb, decoded, params, body, _meaning(headers), opaque, url=_url(requester, cnx, path, decoded))


def overrides(headers: Mapping[str, str]) -> bool:
    """Whether a header asks for another method, its name read as servers do: `_` as `-`, without blanks around it."""
    return not OVERRIDES.isdisjoint(name.strip().lower().replace("_", "-") for name in headers)


def refuse_override(verb: str, url: str, headers: Mapping[str, str]) -> None:
    """Raise Refused if a header asks for another method."""
    if overrides(headers):
        raise _refused(verb, url, "a header asks GitHub to read it as another method")


def _refused(verb: str, url: str, problem: str) -> Refused:
    return Refused(
        f"refused: {verb} {url.partition('?')[0]}",
        why=f"{problem}. Nothing was sent.",
        reason="address",
        operation=f"github: {verb} {url.partition('?')[0]}",
        now="send it to the documented address of the API, without overrides; credentials belong into the client",
    )


def endpoint_of(requester: Any) -> str:
    """The base URL without what may hold a credential: name and password, query and fragment."""
    parts = urlsplit(str(requester.base_url))
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _query(query: str) -> dict[str, list[str]]:
    return parse_qs(query, keep_blank_values=True) if query else {}


def _is_own(requester: Any, cnx: Any) -> bool:
    """Whether the connection goes to the host, port and scheme of the base URL."""
    if cnx is None:
        return True
    scheme, port = private(requester, "scheme"), private(requester, "port")
    here = scheme, private(requester, "hostname"), port or (443 if scheme == "https" else 80)
    return place_of(requester, cnx) == here


def _path(requester: Any, cnx: Any, verb: str, path: str) -> str:
    """The path without the base URL's own; GraphQL stands beside it on an Enterprise server."""
    if not _is_own(requester, cnx):
        if cnx.host.startswith("uploads.") and _UPLOAD.fullmatch(path):
            return path
        raise _refused(verb, path, f"it would go to {cnx.host}, which is not the API's host")
    prefix = private(requester, "prefix")
    if path == private(requester, "graphql_prefix"):
        return "/graphql"
    if path.startswith(f"{prefix}/"):
        return path[len(prefix) :]
    if prefix and path.startswith("/api/uploads/") and _UPLOAD.fullmatch(path[len("/api/uploads") :]):
        return path[len("/api/uploads") :]
    raise _refused(verb, path, f"it lies outside of the API at {endpoint_of(requester)}")


def _url(requester: Any, cnx: Any, path: str, decoded: str) -> str:
    """The URL on the wire where it is not endpoint and path: an upload, or GraphQL on an Enterprise server."""
    if not _is_own(requester, cnx):
        scheme, host, port = place_of(requester, cnx)
        return f"{scheme}://{host}:{port}{path}"
    if path == private(requester, "prefix") + decoded:
        return ""
    parts = urlsplit(endpoint_of(requester))
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))


def _body(headers: Mapping[str, str], data: Any) -> tuple[Any, bool]:
    """The body as JSON data, and whether it could not be read as such."""
    if data is None:
        return None, False
    kind = next((value for name, value in headers.items() if name.lower() == "content-type"), "")
    if not isinstance(data, str | bytes) or "json" not in kind:
        return None, True
    try:
        return json.loads(data), False
    except ValueError:
        return None, True


def _file(headers: Mapping[str, str], data: Any) -> dict[str, Any]:
    """What is recorded of an uploaded file: type, size, and the digest that GitHub shows, where it can be read twice.

    https://docs.github.com/rest/releases/assets#get-a-release-asset
    """
    said = {name.lower(): value for name, value in headers.items()}
    size = said.get("content-length", "")
    known = {"content_type": said.get("content-type"), "size": int(size) if size.isdecimal() else None}
    digest = _digest(data)
    return {**known, **({} if digest is None else {"digest": f"sha256:{digest}"})}


def _digest(data: Any) -> str | None:
    if isinstance(data, str | bytes):
        return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
    if not getattr(data, "seekable", bool)():
        return None
    start, digest = data.tell(), hashlib.sha256()
    while chunk := data.read(_CHUNK):
        digest.update(chunk)
    data.seek(start)
    return digest.hexdigest()


def _meaning(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers that change what the call means; never a credential."""
    kept = {}
    for name, value in headers.items():
        lowered = name.lower()
        if lowered == "accept" and value not in _DEFAULT_ACCEPT:
            kept["Accept"] = value
        elif lowered == "x-github-api-version":
            kept["X-GitHub-Api-Version"] = value
    return kept
