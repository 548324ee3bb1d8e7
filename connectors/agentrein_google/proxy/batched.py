"""A `BatchHttpRequest`: one POST that is made of several requests, each of which is judged as if it went alone."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from email.feedparser import FeedParser
from typing import Any

from googleapiclient.http import HttpRequest  # type: ignore[import-untyped]

from agentrein.connector import Answer, Request
from agentrein_google.batches import BATCH
from agentrein_google.proxy import credential
from agentrein_google.proxy.answer import body_of
from agentrein_google.proxy.decode import decode, plainly_reads, refused
from agentrein_google.proxy.fields import narrowing, widened
from agentrein_google.proxy.mark import Mark, mark_of_place, mark_of_request
from agentrein_google.proxy.service import Service


def mark_of_batch(batch: Any, http: Any, parts: list[Any]) -> Mark | None:
    """The mark of any of its requests, or of the `http` that sends it to a place of a marked API."""
    for one in parts:
        mark = mark_of_request(one) if isinstance(one, HttpRequest) else None
        if mark is not None:
            return mark
    return mark_of_place(str(batch._batch_uri), http)


def decode_batch(service: Service, batch: Any, http: Any, parts: list[Any]) -> Request:
    """A batch in the words of the table; raises Refused where it, or one of its requests, is not what it shows."""
    uri = str(batch._batch_uri)
    if not uri.startswith(f"{service.host}/") or uri.rstrip("/") != service.batch.rstrip("/"):
        problem = f"the batch would go to {uri.partition('?')[0]}, which is not where this client acts ({service.base})"
        raise refused(service, parts[0], problem)
    _check_credentials(service, http, parts)
    requests = [_item(service, one) for one in parts]
    return Request(f"{service.name}.{BATCH}", "", {}, {"requests": requests}, {}, verb="POST", url=uri)


def acting(http: Any, part: Any) -> Any:
    """The `http` whose credentials a request in a batch carries: its own, else that which sends the batch."""
    return part.http if credential.credentials_of(part.http) is not None else http


def _check_credentials(service: Service, http: Any, parts: list[Any]) -> None:
    """Raise Refused where the requests of a batch are not all of one account: each carries its own token."""
    told = {credential.identity_of(acting(http, one), str(one.uri), one.headers) for one in parts}
    if len(told) > 1:
        raise refused(service, parts[0], "the batch holds requests with different credentials")


def _item(service: Service, part: Any) -> dict[str, Any]:
    """One request of a batch; a read is only named, nobody needs to know what it asks."""
    if not str(part.uri).startswith(f"{service.host}/"):
        raise refused(service, part, f"in a batch for {service.host} it calls another place")
    if plainly_reads(part):
        return {"method": "GET", "params": {}, "body": None}
    told = decode(service, part)
    if isinstance(part.body, bytes):
        raise refused(service, part, "it holds a file, which Google takes in no batch")
    return {"method": told.method, "params": dict(told.params), "body": told.body}


def reading_of(batch: Any, order: list[str]) -> Callable[[Answer], Answer]:
    """What makes data of the answer to a batch: what it says to each request, in their order."""

    def read(answer: Answer) -> Answer:
        if answer.status != 200 or answer.native is None:
            return answer
        try:
            told = _told(batch, *answer.native)
        except Exception:  # noqa: BLE001 - the SDK will say what is wrong with it; its outcome is unknown
            return answer
        return replace(answer, body={"responses": [told.get(name) for name in order]}, lacks="the parts of a batch")

    return read


def _told(batch: Any, response: Any, content: Any) -> dict[str, dict[str, Any]]:
    """The parts of an answer by the names of their requests, read as the SDK reads them."""
    parser = FeedParser()
    parser.feed(f"content-type: {response['content-type']}\r\n\r\n")
    parser.feed(content.decode("utf-8") if isinstance(content, bytes) else content)
    told = {}
    parts: Any = parser.close().get_payload()
    for part in parts:
        shown, text = batch._deserialize_response(part.get_payload())
        headers = {name.lower(): str(value) for name, value in shown.items()}
        told[batch._header_to_id(part["Content-ID"])] = {
            "status": int(shown.status),
            "body": body_of(text),
            "headers": headers,
        }
    return told


def with_all_fields(service: Service, requests: dict[str, Any]) -> dict[str, Any]:
    """The requests as they leave: of one that asks for a part of its answer, a copy that asks for more."""
    return {name: _wide(service, one) for name, one in requests.items()}


def _wide(service: Service, request: Any) -> Any:
    uri = str(request.uri)
    if request.method == "GET" or "fields=" not in uri:
        return request
    wide = copy.copy(request)
    wide.uri = widened(service, request.methodId, uri)
    return wide


def narrow_responses(batch: Any, requests: dict[str, Any]) -> None:
    """Of each answer, what its request asked for."""
    for name, request in requests.items():
        narrow = None if request.method == "GET" else narrowing(str(request.uri))
        if narrow is not None and name in batch._responses:
            batch._responses[name] = narrow(batch._responses[name])


def unheard(batch: Any, order: list[str]) -> str:
    """A sentence about requests that failed although nobody is told: the SDK gives errors to callbacks only."""
    failed = []
    for name in order:
        response, _ = batch._responses.get(name, (None, None))
        status = getattr(response, "status", 0)
        deaf = batch._callback is None and batch._callbacks.get(name) is None
        if deaf and status != 401 and (not status or status >= 300):
            failed.append(f"{name} answered {status or 'nothing'}")
    if not failed:
        return ""
    return (
        f"{len(failed)} of {len(order)} requests of a batch failed ({', '.join(failed)}), and no callback is told: "
        "give new_batch_http_request() or add() one"
    )
