"""The seams in the SDK's classes: they act for what carries a mark, and leave everything else as it is."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any

from googleapiclient.discovery import Resource  # type: ignore[import-untyped]
from googleapiclient.http import BatchHttpRequest, HttpRequest  # type: ignore[import-untyped]

from agentrein.connector import Answer, UsageError, enter, rehearsing
from agentrein_google.proxy import once
from agentrein_google.proxy.batched import (
    acting,
    decode_batch,
    mark_of_batch,
    narrow_responses,
    reading_of,
    unheard,
    with_all_fields,
)
from agentrein_google.proxy.client import GoogleClient
from agentrein_google.proxy.decode import decode, plainly_reads, read_of
from agentrein_google.proxy.fields import narrowing, widened
from agentrein_google.proxy.mark import MARK, Mark, Marking, mark_of_client, mark_of_request
from agentrein_google.proxy.resumable import SESSION, Legs, note_session
from agentrein_google.proxy.transport import Decode, Transport
from agentrein_google.proxy.unknown import check_known

Original = Callable[..., Any]


def _execute(original: Original) -> Original:
    """The gate in front of `HttpRequest.execute`; what is uploaded in chunks passes `next_chunk` for each."""

    @functools.wraps(original)
    def execute(self: Any, http: Any = None, num_retries: int = 0) -> Any:
        mark = mark_of_request(self, http)
        if mark is None or self.resumable:
            return original(self, http=http, num_retries=num_retries)
        used = self.http if http is None else http

        def reading(_: Any) -> Answer:
            return Answer(native=original(self, http=http, num_retries=num_retries))

        if plainly_reads(self) and not rehearsing():
            return enter(GoogleClient(mark, used), read_of(self.methodId), reading).native
        client = GoogleClient(mark, used, str(self.uri), self.headers, retries=num_retries)
        check_known(client, self)
        decoded = decode(mark.service, self)
        if mark.connector.reads(decoded.method, "") and not rehearsing():
            return enter(client, decoded, reading).native
        return original(self, http=_transport(client, used, mark, self, lambda uri, verb: decoded), num_retries=0)  # noqa: ARG005

    return execute


def _transport(client: GoogleClient, http: Any, mark: Mark, request: Any, decoded: Decode) -> Transport:
    """What stands in for the `http` of a write, which asks for more fields than the caller if he asks for some."""
    begins = str(request.uri)

    def wide(uri: str) -> str:
        return widened(mark.service, request.methodId, uri) if uri == begins else uri

    return Transport(client, http, decoded, widened=wide, narrowed=narrowing(begins))


def _next_chunk(original: Original) -> Original:
    """The gate in front of `HttpRequest.next_chunk`: session and chunks, each as it leaves."""

    @functools.wraps(original)
    def next_chunk(self: Any, http: Any = None, num_retries: int = 0) -> Any:
        mark = mark_of_request(self, http)
        if mark is None:
            return original(self, http=http, num_retries=num_retries)
        used = self.http if http is None else http
        client = GoogleClient(mark, used, str(self.uri), self.headers)
        check_known(client, self)
        legs = Legs(mark.service, self)
        try:  # what is sent again to its session makes nothing twice, so that the SDK may do that
            return original(self, http=_transport(client, used, mark, self, legs.decode), num_retries=num_retries)
        finally:
            note_session(self)

    return next_chunk


def _to_json(original: Original) -> Original:
    """`HttpRequest.to_json` without the mark, which is no JSON; what comes back has the mark of its `http`."""

    @functools.wraps(original)
    def to_json(self: Any) -> Any:
        plain = object.__new__(type(self))
        plain.__dict__.update({name: value for name, value in self.__dict__.items() if name not in {MARK, SESSION}})
        return original(plain)

    return to_json


def _execute_batch(original: Original) -> Original:
    """The gate in front of the one POST of a `BatchHttpRequest`; what answered 401 comes in a second one."""

    @functools.wraps(original)
    def _execute(self: Any, http: Any, order: list[str], requests: dict[str, Any]) -> None:
        parts = [requests[name] for name in order]
        mark = mark_of_batch(self, http, parts)
        if mark is None:
            original(self, http, order, requests)
            return
        if all(map(plainly_reads, parts)):
            reads = read_of(f"{mark.service.name}.batch")
            enter(GoogleClient(mark, http), reads, lambda _: Answer(native=original(self, http, order, requests)))
        else:
            client = GoogleClient(mark, acting(http, parts[0]), str(parts[0].uri), parts[0].headers)
            for part in parts:
                check_known(client, part)
            decoded = decode_batch(mark.service, self, http, parts)
            transport = Transport(client, http, lambda uri, verb: decoded, read=reading_of(self, order))  # noqa: ARG005
            original(self, transport, order, with_all_fields(mark.service, requests))
            narrow_responses(self, requests)
        failed = unheard(self, order)
        if failed:
            warnings.warn(failed, UserWarning, stacklevel=4)

    return _execute


class _RequestBuilder:
    """The attribute `_requestBuilder` of a client: what an armed one builds is marked, whoever's the builder is."""

    def __get__(self, client: Any, kind: type | None = None) -> Any:
        if client is None:
            return self
        try:
            builder = client.__dict__["_requestBuilder"]
        except KeyError:
            raise AttributeError("_requestBuilder") from None
        if isinstance(builder, Marking):
            return builder
        mark = mark_of_client(client)
        return builder if mark is None else Marking(builder, mark)

    def __set__(self, client: Any, builder: Any) -> None:
        client.__dict__["_requestBuilder"] = builder


def install() -> None:
    """Put the seams in place; harmless when they stand already."""
    once.install()
    _put(HttpRequest, "execute", _execute)
    _put(HttpRequest, "next_chunk", _next_chunk)
    _put(HttpRequest, "to_json", _to_json)
    _put(BatchHttpRequest, "_execute", _execute_batch)
    if "_requestBuilder" not in vars(Resource):
        Resource._requestBuilder = _RequestBuilder()


def _put(owner: type, name: str, gated: Callable[[Original], Original]) -> None:
    """Put a gate in front of a method of the SDK's; raises UsageError where something else stands in its place."""
    original = vars(owner)[name]
    if hasattr(original, "__rein_seam__"):
        return
    if not str(getattr(original, "__module__", "")).startswith("googleapiclient."):
        raise UsageError(
            f"{owner.__qualname__}.{name} is not the SDK's own now, so that the gate cannot be put there",
            now="wrap a client before you patch the SDK's methods",
        )
    made = gated(original)
    made.__rein_seam__ = True  # type: ignore[attr-defined]
    setattr(owner, name, made)
