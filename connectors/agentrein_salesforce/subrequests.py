"""Requests in a request taken apart: each as it would be sent alone, and what the answer says to it.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_composite.htm
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from agentrein.connector import Answer, Call, Request
from agentrein_salesforce.addresses import canonical
from agentrein_salesforce.credentials import holds_credentials
from agentrein_salesforce.ids import is_like_id

_REFERENCE = re.compile(r"@\{[^}]*\}")
"""What an earlier request of the same call answers, put into a later one."""

_ID_REFERENCE = re.compile(r"@\{\w+(?:\[\d+\])?(?:\.\w+(?:\[\d+\])?)*\.(?:id|[A-Za-z]*Id)\}", re.ASCII)
"""The same where an answer gives an id, which leads nowhere else; a text of somebody's might."""

_KNOWN = ("sforce-", "if-", "accept")
"""Beginnings of the headers that a request in a request may have.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_composite_post.htm
"""

_SAFE = frozenset({"GET", "HEAD"})
_OBJECT = re.compile(r"[A-Za-z]\w*", re.ASCII)


def composite_requests(call: Call) -> list[Request]:
    """The requests of a composite."""
    return [_request(one["method"], one["url"], one.get("body"), one.get("httpHeaders")) for one in _asked(call)]


def _asked(call: Call) -> Sequence[Mapping[str, Any]]:
    asked: Sequence[Mapping[str, Any]] = call.body["compositeRequest"]
    return asked


def batch_requests(call: Call) -> list[Request]:
    """The requests of a batch, whose addresses begin with the version."""
    return [
        _request(one["method"], f"/services/data/{one['url'].removeprefix('/')}", one.get("richInput"), None)
        for one in call.body["batchRequests"]
    ]


def graph_requests(call: Call) -> list[Request]:
    """The requests of all graphs."""
    return [
        _request(one["method"], one["url"], one.get("body"), one.get("httpHeaders"))
        for graph in call.body["graphs"]
        for one in graph["compositeRequest"]
    ]


def _request(method: Any, url: Any, body: Any, headers: Any) -> Request:
    """One request; raises ValueError for one that cannot be told before the others are answered, or leads elsewhere."""
    verb, parts = str(method).upper(), urlsplit(str(url))
    params = dict(parse_qsl(parts.query, keep_blank_values=True))
    if parts.scheme or parts.netloc or parts.fragment or not all(map(_is_known, headers or ())):
        raise _unreadable(url)
    if verb in _SAFE:
        return Request(verb, _path(_asked_path(parts.path)), params)
    if _REFERENCE.search(str(url)) or any(name.lower() == "_httpmethod" for name in params):
        raise _unreadable(url)
    path = _path(parts.path)
    if path.startswith("/composite"):
        raise _unreadable(url)
    _check_record(path)
    told = _told(body)
    if verb != "POST" and told != body:
        message = f"{url!r} would change fields to what an earlier answer says, which is not known yet"
        raise ValueError(message)
    return Request(verb, path, params, told, _meaning(headers))


def _is_known(header: Any) -> bool:
    return str(header).strip().lower().startswith(_KNOWN)


def _asked_path(path: str) -> str:
    """The path of a question, in which earlier answers may stand for ids and for nothing else."""
    plain = _ID_REFERENCE.sub("answered", path)
    if "@{" in plain or plain.removeprefix("/services/data/").partition("/")[2].startswith("answered"):
        raise _unreadable(path)
    return plain


def _path(path: str) -> str:
    found = canonical(path)[0]
    if not found or ";" in path:
        raise _unreadable(path)
    return found


def _check_record(path: str) -> None:
    """Raise ValueError for a write to what a record only leads to."""
    parts = [unquote(one) for one in path.strip("/").split("/")]
    if parts[0] != "sobjects" or len(parts) < 2:
        return
    if holds_credentials(parts[1]):
        raise _unreadable(path)
    by_field = len(parts) == 4 and not is_like_id(parts[2]) and _OBJECT.fullmatch(parts[2])
    by_id = len(parts) == 3 and (is_like_id(parts[2]) or parts[2] == "Id")
    if _OBJECT.fullmatch(parts[1]) is None or not (len(parts) == 2 or by_id or by_field):
        raise _unreadable(path)


def _unreadable(url: Any) -> ValueError:
    return ValueError(f"{url!r} cannot be told before it is sent")


def _told(body: Any) -> Any:
    """The body of a new record without what an earlier answer fills in, which is not known yet."""
    if not isinstance(body, Mapping):
        return body
    return {name: value for name, value in body.items() if not _refers(value)}


def _refers(value: Any) -> bool:
    return isinstance(value, str) and _REFERENCE.search(value) is not None


def _meaning(headers: Any) -> dict[str, str]:
    named = headers if isinstance(headers, Mapping) else {}
    lowered = {str(name).lower(): str(value) for name, value in named.items()}
    return {name: value for name, value in lowered.items() if name.startswith(("sforce-", "if-"))}


# --- answers


def composite_answers(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What a composite answers to each request; of one that is all or none, none where one failed."""
    told = answer.body["compositeResponse"]
    return [_answer(one["httpStatusCode"], one["body"]) for one, _ in zip(told, requests, strict=True)]


def batch_answers(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What a batch answers to each request."""
    told = answer.body["results"]
    return [_answer(one["statusCode"], one["result"]) for one, _ in zip(told, requests, strict=True)]


def graph_answers(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What the graphs answer to each request."""
    told = [one for graph in answer.body["graphs"] for one in graph["graphResponse"]["compositeResponse"]]
    return [_answer(one["httpStatusCode"], one["body"]) for one, _ in zip(told, requests, strict=True)]


def _answer(status: Any, body: Any) -> Answer:
    return Answer(int(status), body)
