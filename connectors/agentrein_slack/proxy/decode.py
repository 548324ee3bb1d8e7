"""From what slack_sdk is about to send to a `Request`: the method that Slack will read, and all arguments as data."""

from __future__ import annotations

import json as json_
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from agentrein.connector import Refused, Request

STRUCTURED = frozenset(
    """
    attachments blocks cells changes chunks criteria dialog document_content domain_restrictions files initial_fields
    manifest mcp_servers metadata outputs prefs primary_provider profile prompts property schema term_clauses unfurls
    user_auth_blocks users view
    """.split()  # noqa: SIM905 - a list would take a line for each
)
"""Arguments that take a structure, which a form carries as JSON inside a string.

https://docs.slack.dev/apis/web-api/#slack-web-api__basics__post-bodies
"""

CREDENTIALS = frozenset({"client_secret", "code", "code_verifier", "password", "refresh_token"})
"""Arguments that hold a credential: the record shows that they were given, never their value."""

TEAM = "team_id"
"""The argument that a client of an org-wide app adds to every call, and that says in which workspace it acts.

It is no part of what is written, so it stands among a call's headers, from which reads and inverses inherit it.
https://docs.slack.dev/enterprise/organization-ready-apps
"""

HIDDEN = "(a credential, not recorded)"

_METHOD = re.compile(r"[A-Za-z][A-Za-z0-9]*(\.[A-Za-z0-9]+)+")
_VISIBLE = re.compile(r"[\x21-\x7e]+")


def endpoint_of(client: Any) -> str:
    """The base URL without its last slash, and without what may hold a credential: name, password, query."""
    return _endpoint(str(client.base_url))


@lru_cache(maxsize=64)
def _endpoint(base_url: str) -> str:
    parts = urlsplit(base_url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))


def method_of(client: Any, url: str) -> str:
    """The method that a final URL calls; raises Refused where it is not plainly one below the client's base URL."""
    base = str(client.base_url).rstrip("/") + "/"
    if url.startswith(base) and _METHOD.fullmatch(url, len(base)):
        return url[len(base) :]
    if not _VISIBLE.fullmatch(url):
        raise refused(client, url, "it holds blanks or characters that no address has")
    parts, place = urlsplit(url), urlsplit(base)
    if (parts.scheme.lower(), parts.netloc.lower()) != (place.scheme.lower(), place.netloc.lower()):
        raise refused(client, url, f"it would go to another place than {endpoint_of(client)}")
    if "#" in url or not parts.path.startswith(place.path):
        raise refused(client, url, f"it lies outside of the API at {endpoint_of(client)}")
    method = parts.path[len(place.path) :]
    if not _METHOD.fullmatch(method):
        raise refused(client, url, "it is not the plain name of a method: dots, escapes or slashes could change it")
    return method


def decode(client: Any, url: str, *forms: Any, json: Any = None, upload: bool = False) -> Request:
    """The request in the words of the table: every argument of the query, of the forms and of the JSON in one body.

    Raises Refused where an argument is given twice with different values, or a token stands among them; TypeError, as
    the SDK itself would, where JSON cannot hold an argument.
    """
    method = method_of(client, url)
    body = _Body(client, url)
    for name, value in _pairs(client, url):
        body.add(name, value)
    for form in forms:
        body.add_all(form, _as_sent)
    body.add_all(json, _as_json)
    recorded = body.recorded()
    team = client.default_params.get(TEAM)
    headers = {TEAM: str(recorded.pop(TEAM))} if team is not None and recorded.get(TEAM) == team else {}
    url = f"{endpoint_of(client)}/{method}"
    return Request(method, "", {}, recorded, headers, body.opaque or upload, "POST", url)


def read_of(client: Any, method: str, verb: str) -> Request:
    """The request of a declared read, whose arguments nobody needs to know."""
    return _read(str(client.base_url), method, verb)


@lru_cache(maxsize=1024)
def _read(base_url: str, method: str, verb: str) -> Request:
    return Request(method, "", verb=verb, url=f"{_endpoint(base_url)}/{method}")


def refused(client: Any, url: str, problem: str, *, secret: bool = False) -> Refused:
    """The refusal of an address; only its host is shown if it is secret, or not below the base URL, where it may be."""
    parts = urlsplit(url)
    shown = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    base = urlsplit(endpoint_of(client))
    if not secret and shown.lower() == f"{base.scheme}://{base.netloc}".lower():
        shown += parts.path
    return Refused(
        f"refused: POST {shown}",
        why=f"{problem}. Nothing was sent.",
        reason="address",
        operation=f"slack: {shown}",
        now="call the method by its plain name, with each argument once; the token belongs into token= or the client",
    )


def _pairs(client: Any, url: str) -> list[tuple[str, str]]:
    query = urlsplit(url).query
    pairs = parse_qsl(query, keep_blank_values=True) if query else []
    if len({name for name, _ in pairs}) != len(set(pairs)):
        raise refused(client, url, "an argument is given twice with different values")
    return pairs


class _Body:
    """All arguments of one request; `opaque` once one of them is no data."""

    def __init__(self, client: Any, url: str) -> None:
        self._client, self._url = client, url
        self._values: dict[str, Any] = {}
        self.opaque = False

    def add_all(self, source: Any, brought: Callable[[Any], Any]) -> None:
        """Add what a form or a JSON object holds."""
        if source is None:
            return
        if not isinstance(source, Mapping):
            self.opaque = True
            return
        for name, value in source.items():
            if isinstance(value, bytes | bytearray) or hasattr(value, "read"):
                self.opaque = True
            elif value is not None:
                self.add(str(name), brought(value))

    def add(self, name: str, given: Any) -> None:
        """Add one argument; raises Refused if it is there with another value."""
        value = _decoded(name, given)
        if name in self._values and not _same(self._values[name], value):
            raise refused(self._client, self._url, f"the argument {name!r} is given twice with different values")
        self._values[name] = value

    def recorded(self) -> dict[str, Any]:
        """The arguments without credentials; raises Refused for a token, which only the header may carry."""
        if "token" in self._values:
            raise refused(self._client, self._url, "a token stands among its arguments, besides the one in the header")
        return {name: HIDDEN if name in CREDENTIALS else value for name, value in self._values.items()}


def _as_sent(value: Any) -> Any:
    return value if isinstance(value, str | int | float) else str(value)


def _as_json(value: Any) -> Any:
    return json_.loads(json_.dumps(value))


def _decoded(name: str, value: Any) -> Any:
    if name in STRUCTURED and isinstance(value, str) and value[:1] in {"[", "{"}:
        try:
            return json_.loads(value)
        except ValueError:
            return value
    return value


def _same(one: Any, other: Any) -> bool:
    return bool(one == other) or str(one) == str(other)
