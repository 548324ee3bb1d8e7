"""The seams under the client's API objects, at their REST client: method, URL and body are still data there.

The SDK is sixty packages of one generator, each with classes of its own. `DiscoveryBase._configure_api_client` makes
every API object of a client: there each is told what it was made from, and the classes that it is made of get the
gate. It acts for those whose client is armed, also where that came later.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any
from urllib.parse import quote, urlencode

from hubspot.discovery.discovery_base import DiscoveryBase  # type: ignore[import-untyped]

from agentrein.connector import Answer, Request, enter, rehearsing
from agentrein_hubspot import connector
from agentrein_hubspot.proxy.client import NOBODY, Credential, HubSpotClient
from agentrein_hubspot.proxy.decode import (
    Outgoing,
    api_key,
    decode,
    endpoint_of,
    plain_read,
    refused,
    with_body,
)
from agentrein_hubspot.proxy.mark import MARK, NOTED, Mark, Noted, unmarked
from agentrein_hubspot.proxy.once import Once, Replay

_SEAM = "__rein_seam__"


def _configured(original: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(original)
    def _configure_api_client(self: DiscoveryBase, api_client_package: Any, api_name: str) -> Any:
        made_by = self
        if MARK in self.config:  # a factory of the user's sees what its owner wrote
            made_by = copy.copy(self)
            made_by.config = unmarked(self.config)
        api = original(made_by, api_client_package, api_name)
        _note(api, self.config)
        return api

    return _configure_api_client


def _note(api: Any, config: dict[str, Any]) -> None:
    """Tell an API object what it was made from, and put the gate into the classes that it is made of."""
    client: Any = getattr(api, "api_client", None)
    rest = getattr(client, "rest_client", None)
    if client is None or rest is None:  # a factory of the user's made something else, which the tripwire sees
        return
    _gate(type(rest), "request", _request)
    _gate(type(client), "call_api", _call_api)
    vars(rest)[NOTED] = Noted(config, client.configuration)


def _gate(kind: type, name: str, seam: Callable[[Any], Any]) -> None:
    """Replace a method of a class unless that was done; a double that stands in its place is left alone."""
    found = getattr(kind, name, None)
    if isinstance(found, FunctionType) and not hasattr(found, _SEAM):
        gated: Any = seam(found)
        setattr(gated, _SEAM, True)
        setattr(kind, name, gated)


def _request(original: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(original)
    def request(
        self: Any,
        method: str,
        url: str,
        query_params: Any = None,
        headers: Any = None,
        body: Any = None,
        post_params: Any = None,
        _preload_content: Any = True,  # noqa: FBT002 - as the SDK has it
        _request_timeout: Any = None,
    ) -> Any:
        def send(rest: Any) -> Any:
            given = dict(headers or {})  # of which the SDK takes the content type of an upload
            return original(
                rest, method, url, query_params, given, body, post_params, _preload_content, _request_timeout
            )

        noted: Noted | None = vars(self).get(NOTED)
        if noted is None or noted.mark is None:
            return send(self)
        verb, endpoint = method.upper(), endpoint_of(noted.configuration.host)
        if plain_read(verb, headers or ()) and not rehearsing():
            client = HubSpotClient(noted.mark.options, endpoint, NOBODY, lambda: self.pool_manager)
            return enter(client, Request(verb, url.removeprefix(endpoint)), lambda _: Answer(native=send(self))).native
        out = Outgoing(endpoint, verb, url, headers or {}, urlencode(query_params or ()))
        return _judged(self, noted.mark, with_body(out, body, post_params), send)

    return request


def _judged(rest: Any, mark: Mark, out: Outgoing, send: Callable[[Any], Any]) -> Any:
    """Send what the table judges: a write once, a question in a POST as the SDK does."""
    credential = Credential.of(out.headers, api_key(out))
    client = HubSpotClient(mark.options, out.endpoint, credential, lambda: rest.pool_manager)
    decoded = decode(out)
    if connector.reads(decoded.method, decoded.path):
        told = enter(client, decoded, lambda _: Answer(native=(send(rest),)))
        return told.native[0] if told.native is not None else send(_sibling(rest, Replay(told)))

    def forward(check: Callable[[], None]) -> Answer:
        once, client.last = Once(rest.pool_manager, check), out.method
        try:
            return once.answer(send(_sibling(rest, once)))
        except BaseException as error:  # noqa: BLE001 - the gate raises it again
            return once.answer(error=error)

    answer = enter(client, decoded, forward)
    return answer.native if answer.native is not None else send(_sibling(rest, Replay(answer)))


def _sibling(rest: Any, pool: Any) -> Any:
    """A shallow copy of a REST client that sends through what stands for its connection pool."""
    copied = object.__new__(type(rest))
    vars(copied).update(vars(rest), pool_manager=pool)
    vars(copied).pop(NOTED)
    return copied


def _call_api(original: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(original)
    def call_api(self: Any, resource_path: str, method: str, path_params: Any = None, *args: Any, **named: Any) -> Any:
        noted: Noted | None = vars(self.rest_client).get(NOTED)
        later = named.get("async_req", args[_ASYNC_AT] if len(args) > _ASYNC_AT else None)
        if later and noted is not None and noted.mark is not None:
            _check_later(self, method, _filled(resource_path, path_params))
        return original(self, resource_path, method, path_params, *args, **named)

    return call_api


_ASYNC_AT = 7
"""Where `async_req` stands among what `call_api` takes behind the parts of the path."""


def _filled(path: str, parts: Any) -> str:
    pairs = parts.items() if isinstance(parts, dict) else parts or ()
    for name, value in pairs:
        path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
    return path


def _check_later(client: Any, method: str, path: str) -> None:
    """Refuse a write in a thread of the SDK's own: nobody would be told there, and no run reaches into it."""
    if connector.reads(method, path):
        return
    out = Outgoing(endpoint_of(client.configuration.host), method, client.configuration.host + path, {})
    raise refused(
        out,
        "`async_req=True` hands it to a thread that belongs to no run, before anybody knows what comes of it",
        reason="outside a run",
        now="leave `async_req` out; for writes side by side, hand your own threads their run:  rein.bind(fn)",
    )


def install() -> None:
    """Put the seam in place; harmless when it stands already."""
    _gate(DiscoveryBase, "_configure_api_client", _configured)
