"""The `fields` mask of a write: on the wire it lets everything through that an undo may need, the caller gets his own.

A mask such as `fields="threadId"` would hide the id without which nothing can be undone.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

from agentrein_google.masks import parsed, shown
from agentrein_google.proxy.service import Service

Pair = tuple[Any, Any]


def widened(service: Service, method: str, uri: str) -> str:
    """The URL that leaves: the caller's mask, and beside it every field that the method's answer has.

    His own stays in it, so that Google refuses what it would have refused.
    """
    known = service.methods.get(method)
    if "fields=" not in uri or known is None or not known.answers:
        return uri
    start, _, query = uri.partition("?")
    pairs = parse_qsl(query, keep_blank_values=True)
    wide = [(name, ",".join([value, *known.answers]) if name == "fields" and value else value) for name, value in pairs]
    return f"{start}?{urlencode(wide)}"


def narrowing(uri: str) -> Callable[[Pair], Pair] | None:
    """What makes of such an answer the one that the caller asked for; None where he asked for no part of it."""
    if "fields=" not in uri:
        return None
    text = dict(parse_qsl(uri.partition("?")[2])).get("fields")
    if not text:
        return None

    def narrow(pair: Pair) -> Pair:
        response, content = pair
        if not 200 <= response.status < 300:
            return pair
        try:
            value = shown(parsed(text), json.loads(content))
        except ValueError:
            return pair
        return response, json.dumps(value).encode()

    return narrow
