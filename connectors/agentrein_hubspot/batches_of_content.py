"""Batches of pages, posts, rows and the like, taken apart: what each input would be alone, and what is said to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from agentrein.connector import Answer, Call, Request, build
from agentrein_hubspot.batches import inputs_of, segment

Fits = Callable[[Request, Mapping[str, Any]], bool]
"""Whether a result is what became of a request."""
_FAILED = 400


def _place(call: Call) -> str:
    """The path of the list that a batch is about."""
    named = {name: value for name, value in call.params.items() if f"{{{name}}}" in call.address}
    return build(call.address, named)[1].partition("/batch/")[0]


def _query(call: Call) -> dict[str, Any]:
    return {name: value for name, value in call.params.items() if f"{{{name}}}" not in call.address}


def _ids(call: Call) -> list[str]:
    """The ids that are the inputs; raises ValueError where they cannot be read."""
    given = call.body.get("inputs") if isinstance(call.body, Mapping) else None
    if not isinstance(given, list) or not all(isinstance(id, str | int) for id in given):
        raise ValueError("inputs is no list of ids")
    return [str(id) for id in given]


def _without_id(one: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in one.items() if name != "id"}


# --- contents


def creates(call: Call) -> list[Request]:
    """Each new content as a request of its own."""
    return [Request("POST", _place(call), {}, dict(one)) for one in inputs_of(call)]


def edits(call: Call) -> list[Request]:
    """Each content that is changed as a request of its own."""
    query = _query(call)
    return [
        Request("PATCH", f"{_place(call)}/{segment(one['id'])}", query, _without_id(one)) for one in inputs_of(call)
    ]


def archives(call: Call) -> list[Request]:
    """Each content that is archived as a request of its own."""
    return [Request("DELETE", f"{_place(call)}/{segment(id)}") for id in _ids(call)]


# --- rows of tables


def _rows(call: Call) -> str:
    return _place(call).removesuffix("/draft")


def new_rows(call: Call) -> list[Request]:
    """Each new row as a request of its own."""
    return [Request("POST", _rows(call), {}, dict(one)) for one in inputs_of(call)]


def copied_rows(call: Call) -> list[Request]:
    """Each row that is copied as a request of its own."""
    return [Request("POST", f"{_rows(call)}/{segment(one['id'])}/draft/clone", _named(one)) for one in inputs_of(call)]


def _named(one: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": one["name"]} if one.get("name") else {}


def edited_rows(call: Call) -> list[Request]:
    """Each row that is changed as a request of its own."""
    return [_row("PATCH", call, one) for one in inputs_of(call)]


def replaced_rows(call: Call) -> list[Request]:
    """Each row that is written anew as a request of its own."""
    return [_row("PUT", call, one) for one in inputs_of(call)]


def _row(method: str, call: Call, one: Mapping[str, Any]) -> Request:
    return Request(method, f"{_rows(call)}/{segment(one['id'])}/draft", {}, _without_id(one))


def purged_rows(call: Call) -> list[Request]:
    """Each row that is deleted as a request of its own."""
    return [Request("DELETE", f"{_rows(call)}/{segment(id)}/draft") for id in _ids(call)]


# --- subscriptions and events of apps


def switched(call: Call) -> list[Request]:
    """Each subscription that is switched as a request of its own."""
    return [
        Request("PATCH", f"{_place(call)}/{segment(one['id'])}", {}, {"active": one["active"]})
        for one in inputs_of(call)
    ]


def edited_events(call: Call) -> list[Request]:
    """Each event that is changed as a request of its own."""
    return [
        Request(
            "PATCH",
            f"{_place(call)}/{segment(one['objectId'])}",
            {},
            {name: value for name, value in one.items() if name != "objectId"},
        )
        for one in inputs_of(call)
    ]


def written_events(call: Call) -> list[Request]:
    """Each event that is made or changed as a request of its own."""
    events = build(call.address, {})[1].removesuffix("/upsert")
    return [Request("PUT", f"{events}/{segment(one['externalEventId'])}", {}, dict(one)) for one in inputs_of(call)]


# --- what the answer says


def by_id(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What became of each that was named by its id, which stands in the path."""
    return _told(answer, requests, _has_the_id)


def by_words(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What became of each: the result that shows what was sent; nothing is said where several do."""
    return _told(answer, requests, _shows_the_words)


def new_ones(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What became of each new one: as each is undone by what its result shows, it does not matter whose that is."""
    results = answer.body.get("results") if isinstance(answer.body, Mapping) else None
    if isinstance(results, list) and len(results) == len(requests):
        return [Answer(answer.status, one) for one in results]
    return by_words(answer, requests)


def _has_the_id(request: Request, result: Mapping[str, Any]) -> bool:
    segments = {unquote(part) for part in request.path.split("/")}
    return bool({str(result.get(name)) for name in ("id", "objectId")} & segments)


def _shows_the_words(request: Request, result: Mapping[str, Any]) -> bool:
    return all(_shown(result[name], value) for name, value in (request.body or {}).items() if name in result)


def _shown(shown: Any, asked: Any) -> bool:
    if isinstance(asked, Mapping) and isinstance(shown, Mapping):
        return all(_shown(shown.get(name), value) for name, value in asked.items())
    return shown == asked or (asked in (None, "") and shown in (None, ""))


def _told(answer: Answer, requests: Sequence[Request], fits: Fits) -> list[Answer]:
    """The one result that fits each request; a request that none fits failed, if the answer tells of errors."""
    body = answer.body if isinstance(answer.body, Mapping) else {}
    results, errors = list(body.get("results") or []), list(body.get("errors") or [])
    found = [[one for one in results if fits(request, one)] for request in requests]
    claimed = [one[0]["id"] for one in found if len(one) == 1 and one[0].get("id")]
    return [_answer(answer, one, errors, claimed) for one in found]


def _answer(answer: Answer, fitting: list[Any], errors: list[Any], claimed: list[Any]) -> Answer:
    if len(fitting) == 1 and claimed.count(fitting[0].get("id")) <= 1:
        return Answer(201 if answer.status == 201 else 200, fitting[0])
    return Answer(_FAILED, errors[0]) if errors and not fitting else Answer()
