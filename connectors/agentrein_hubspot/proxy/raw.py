"""The seam under `Client.api_request`, which has a transport of its own: `requests`, called once and for all.

It reaches what the SDK has no method for. What is judged is what leaves: a verb that `requests` does not have goes out
as GET.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

import requests
from hubspot.utils.requests.http_request_builder import Request as RawRequest  # type: ignore[import-untyped]

from agentrein.connector import Answer, Request, enter, rehearsing
from agentrein_hubspot import connector
from agentrein_hubspot.proxy.bodies import FORM
from agentrein_hubspot.proxy.client import NOBODY, Credential, HubSpotClient, pool_of
from agentrein_hubspot.proxy.decode import Outgoing, api_key, decode, endpoint_of, plain_read, refused
from agentrein_hubspot.proxy.mark import MARK, Mark, unmarked
from agentrein_hubspot.proxy.once import NO_JSON, OF_THE_BYTES, never_sent

_VERBS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})


def _sent(original: Callable[[RawRequest], Any]) -> Callable[[RawRequest], Any]:
    @functools.wraps(original)
    def send(self: RawRequest) -> Any:
        mark: Mark | None = self.config.get(MARK)
        if mark is None:
            return original(self)
        out = _outgoing(self)
        if plain_read(out.method, out.headers) and not rehearsing():
            client = _client(self, mark, out, NOBODY)
            return enter(client, Request(out.method, out.path), lambda _: Answer(native=original(self))).native
        return _judged(self, mark, out, original)

    return send


def _judged(raw: RawRequest, mark: Mark, out: Outgoing, original: Callable[[RawRequest], Any]) -> Any:
    decoded = decode(_with_body(raw, out))
    client = _client(raw, mark, out, Credential.of(out.headers, api_key(out)))
    if connector.reads(decoded.method, decoded.path):
        told = enter(client, decoded, lambda _: Answer(native=original(raw)))
        return told.native if told.native is not None else _response_of(told, out)

    def forward(check: Callable[[], None]) -> Answer:
        client.last, left = None, False
        try:
            check()
            left = True
            response = _send_once(raw)
        except BaseException as error:  # noqa: BLE001 - the gate raises it again
            return Answer(error=error, sent=left and not _never_sent(error))
        headers = {name.lower(): value for name, value in response.headers.items()}
        body = _data_of(response)
        lacks = NO_JSON if response.content and body is None else ""
        return Answer(response.status_code, body, headers, native=response, lacks=lacks)

    answer = enter(client, decoded, forward)
    return answer.native if answer.native is not None else _response_of(answer, out)


def _client(raw: RawRequest, mark: Mark, out: Outgoing, credential: Credential) -> HubSpotClient:
    return HubSpotClient(mark.options, out.endpoint, credential, lambda: pool_of(unmarked(raw.config)))


def _outgoing(raw: RawRequest) -> Outgoing:
    """What leaves, by the verb and the address with which it does."""
    endpoint, method = endpoint_of(raw.base_url), _verb(raw)
    out = Outgoing(endpoint, method, raw.get_url(), raw.headers)
    if method not in _VERBS:
        raise refused(out, f"`requests` has something called {raw.method.lower()!r} that is no verb")
    return out


def _verb(raw: RawRequest) -> str:
    method = str(raw.method).upper()
    return method if hasattr(requests, method.lower()) else "GET"


def _with_body(raw: RawRequest, out: Outgoing) -> Outgoing:
    """The same with its body as data, read from what `requests` makes of it; opaque where nothing can be read."""
    try:
        built = requests.Request(out.method, out.url, **raw.get_options_for_sending()).prepare()
        if not built.body:
            return out
        kind = str(built.headers.get("Content-Type", "")).lower()
        if "json" in kind:
            return replace(out, body=json.loads(built.body))
        if kind == FORM and isinstance(built.body, str):
            return replace(out, body=dict(parse_qsl(built.body, keep_blank_values=True)))
    except (TypeError, ValueError, requests.RequestException):
        return replace(out, opaque=True)
    return replace(out, opaque=True)


def _send_once(raw: RawRequest) -> requests.Response:
    """Send as the SDK does, without following a redirect, which would send a write twice."""
    try:
        verb: Callable[..., requests.Response] = getattr(requests, _verb(raw).lower())
        return verb(raw.get_url(), allow_redirects=False, **raw.get_options_for_sending())
    except requests.RequestException as error:
        print(f"HTTP error occurred: {error}")  # noqa: T201 - as the SDK does
        raise


def _never_sent(error: BaseException) -> bool:
    """Whether it is certain that no request line left: `requests` keeps urllib3's exception as its argument."""
    return any(never_sent(one) for one in error.args if isinstance(one, Exception))


def _data_of(response: requests.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None


def _response_of(answer: Answer, out: Outgoing) -> requests.Response:
    """An answer as `requests` gives it."""
    response = requests.Response()
    response.status_code, response.url = answer.status or 0, out.url
    response.headers.update({name: value for name, value in answer.headers.items() if name not in OF_THE_BYTES})
    response._content = b"" if answer.body is None else json.dumps(answer.body).encode()
    return response


def install() -> None:
    """Put the seam in place; harmless when it stands already."""
    if not hasattr(RawRequest.send, "__rein_seam__"):
        gated: Any = _sent(RawRequest.send)
        gated.__rein_seam__ = True
        RawRequest.send = gated
