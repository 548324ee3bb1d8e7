"""What stands in for an `http` while a request of an armed client is executed: whatever the SDK sends goes through it.

So everything around it stays the SDK's own: how it makes a POST of a long GET, its headers, callbacks, exceptions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from agentrein.connector import Answer, Check, Request, enter
from agentrein_google.proxy.answer import pair_of
from agentrein_google.proxy.client import GoogleClient
from agentrein_google.proxy.media import with_metadata
from agentrein_google.proxy.once import once

Decode = Callable[[str, str], Request]
Pair = tuple[Any, Any]


class Transport:
    """Sends the requests of one write, each through the gate: `decoded` tells what the SDK's request line means.

    `widened` is the URL that leaves instead, with the fields that the undo needs; `narrowed` is what the caller gets.
    `read` makes data of an answer that is none as it came.
    """

    def __init__(
        self,
        client: GoogleClient,
        http: Any,
        decoded: Decode,
        *,
        widened: Callable[[str], str] = str,
        narrowed: Callable[[Pair], Pair] | None = None,
        read: Callable[[Answer], Answer] | None = None,
    ) -> None:
        self._client, self._http, self._decoded = client, http, decoded
        self._widened, self._narrowed, self._read = widened, narrowed, read

    def request(
        self,
        uri: str,
        method: str = "GET",
        body: Any = None,
        headers: dict[str, str] | None = None,
        **settings: Any,
    ) -> tuple[Any, Any]:
        """Send one request, as `http.request` does."""
        request, url, rewind = self._decoded(uri, method), self._widened(uri), _rewinding(body)

        def send(check: Check) -> Answer:
            rewind()
            try:
                content, told = filled(body, dict(headers or {}), check.fills)
            except (TypeError, ValueError) as problem:
                return Answer(error=problem, sent=False)
            answer = once(self._http, check, url, method, content, told)
            return answer if self._read is None else self._read(answer)

        answer = enter(self._client, request, send)
        if self._client.problem is not None:
            raise self._client.problem
        pair = pair_of(answer)
        return pair if self._narrowed is None else self._narrowed(pair)


def filled(body: Any, headers: dict[str, str], fills: Mapping[str, Any]) -> tuple[Any, dict[str, str]]:
    """Body and headers of a request with what its row fills in: into its JSON, or that of an upload in one request.

    Raises TypeError or ValueError for a body without JSON.
    """
    if not fills:
        return body, headers
    kind = next((value for name, value in headers.items() if name.lower() == "content-type"), "application/json")
    if kind.startswith("multipart/related"):
        content: bytes | str = with_metadata(body, kind, fills)
    else:
        content, kind = json.dumps({**json.loads(body or "{}"), **fills}), "application/json"
    kept = {name: value for name, value in headers.items() if name.lower() not in {"content-length", "content-type"}}
    return content, {**kept, "content-type": kind, "content-length": str(len(content))}


def _rewinding(body: Any) -> Callable[[], object]:
    """What brings a stream back to where it stands, so that it can be sent once more."""
    if hasattr(body, "_stream") and hasattr(body, "_begin"):  # the SDK's slice of a stream
        return lambda: body._stream.seek(body._begin)
    if hasattr(body, "tell") and hasattr(body, "seek"):
        began = body.tell()
        return lambda: body.seek(began)
    return lambda: None
