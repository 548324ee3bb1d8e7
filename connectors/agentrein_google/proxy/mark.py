"""The mark that makes a client armed: plain data in its `http`, in what it builds and in itself, for the seams.

Copying, deepcopying and pickling carry it along. Unpickling it, where nobody called `wrap`, puts the seams into the
SDK's classes of that process.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from agentrein.connector import Connector, Options, UsageError, armed
from agentrein_google.proxy.service import Service, service_of

MARK = "_rein_mark"

_OWN = frozenset({"gmail", "sheets", "drive"})


@dataclass(frozen=True, slots=True)
class Mark:
    """What `wrap` was told, and for which API."""

    options: Options
    service: Service

    def __reduce__(self) -> tuple[Any, ...]:
        """As a call that installs seams and tripwire wherever it is unpickled."""
        return mark, (self.options, self.service)

    def __deepcopy__(self, memo: Any) -> Mark:
        """Itself: it is never changed."""
        return self

    @property
    def connector(self) -> Connector:
        """The connector whose table judges the calls."""
        return connector_of(self.service.name)


@cache
def connector_of(api: str) -> Connector:
    """The connector for an API by its name in the discovery document."""
    module = f"agentrein_google.{api}" if api in _OWN else "agentrein_google.others"
    found: Connector = importlib.import_module(module).connector
    return found


def mark(options: Options, service: Service) -> Mark:
    """A mark; the seams stand, and the tripwire knows the endpoint, once this returns."""
    from agentrein_google.proxy.seams import install  # it puts the functions in place that look for marks

    install()
    armed(connector_of(service.name), service.endpoint)
    return Mark(options, service)


def put(client: Any, made: Mark) -> None:
    """Put a mark on a client and on its `http`, beside those of other APIs that share that.

    Raises UsageError if it has one with other options.
    """
    http = client._http
    marks = marks_of(http)
    for one in (*marks, *marks_of(client)):
        if one.service == made.service and one.options != made.options:
            raise UsageError(
                "this client is armed already, with other options",
                now="wrap it once, or build a client with an http of its own for the other options",
            )
    client.__dict__[MARK] = (made,)
    if made in marks:
        return
    try:
        http.__dict__[MARK] = (*marks, made)
    except AttributeError:
        raise UsageError(
            f"its http is a {type(http).__qualname__}, which takes no mark",
            now="build the client with an httplib2.Http or a google_auth_httplib2.AuthorizedHttp",
        ) from None


def marks_of(one: Any) -> tuple[Mark, ...]:
    """The marks of a client or of an `http`."""
    found: tuple[Mark, ...] = getattr(one, "__dict__", {}).get(MARK, ())
    return found


def mark_of_client(client: Any) -> Mark | None:
    """The mark of an armed client, None for any other."""
    marks = marks_of(client) or marks_of(client._http)
    if not marks:
        return None
    service = service_of(client)
    return next((one for one in marks if one.service == service), None)


def mark_of_request(request: Any, http: Any = None) -> Mark | None:
    """The mark that a request has from the client that built it, or from an `http` that acts for this API."""
    own: tuple[Mark, ...] | None = request.__dict__.get(MARK)
    if own:
        return own[0]
    return mark_of_place(str(request.uri), request.http, http)


def mark_of_place(uri: str, *https: Any) -> Mark | None:
    """The mark for a URL that one of these would send."""
    for http in https:
        for one in marks_of(http):
            if one.service.owns(uri):
                return one
    return None


class Marking:
    """A user's own request builder, or the SDK's, with the mark put on what it builds."""

    def __init__(self, builder: Callable[..., Any], made: Mark) -> None:
        self.builder, self.made = builder, made

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Build, and mark what can send; a mock of a request sends nothing."""
        from googleapiclient.http import HttpRequest  # type: ignore[import-untyped]

        request = self.builder(*arguments, **named)
        if isinstance(request, HttpRequest):
            request.__dict__[MARK] = (self.made,)
        return request
