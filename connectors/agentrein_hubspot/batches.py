"""Batches taken apart: the requests that their inputs would be alone, and what the answer says to each.

https://developers.hubspot.com/docs/api-reference/latest/error-handling
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote

from agentrein.connector import Answer, Call, Request
from agentrein_hubspot.divided import STAGE
from agentrein_hubspot.property_values import all_shown, is_same, named
from agentrein_hubspot.stopping import stopping_cut

MOST = 100
"""Inputs of a batch of records."""

Fits = Callable[[Mapping[str, Any], Mapping[str, Any]], bool]
"""Whether a result is what became of an input."""


def inputs_of(call: Call) -> list[Mapping[str, Any]]:
    """The inputs of a batch; raises ValueError where they cannot be read."""
    body = call.body if isinstance(call.body, Mapping) else {}
    given = body.get("inputs")
    if not isinstance(given, list) or not all(isinstance(one, Mapping) for one in given):
        raise ValueError("inputs is no list of objects")
    return given


def segment(text: Any) -> str:
    """A value as one segment of a path."""
    return quote(str(text), safe="")


# --- records


def _records(call: Call) -> str:
    return f"/crm/v3/objects/{segment(call.params['objectType'])}"


def creates(call: Call) -> list[Request]:
    """Each new record as a request of its own."""
    return [Request("POST", _records(call), {}, _without_trace(one)) for one in inputs_of(call)]


def _without_trace(one: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in one.items() if name != "objectWriteTraceId"}


def updates(call: Call) -> list[Request]:
    """Each record that is written as a request of its own, or two: one for its lifecycle stage."""
    inputs = inputs_of(call)
    if len({one.get("idProperty") for one in inputs}) > 1:
        raise ValueError("the inputs are named by several properties")
    return [request for one in inputs for request in writes_of(_records(call), one)]


def writes_of(records: str, one: Mapping[str, Any]) -> list[Request]:
    """The writes to one record: its lifecycle stage apart from what else is set."""
    path = f"{records}/{segment(one['id'])}"
    params = {"idProperty": one["idProperty"]} if one.get("idProperty") else {}
    properties = dict(one["properties"])
    stage = {STAGE: properties.pop(STAGE)} if properties.get(STAGE) is not None else {}
    parts = [part for part in (stage, properties) if part]
    return [Request("PATCH", path, params, {"properties": part}) for part in parts or [{}]]


def parts_of_update(call: Call) -> list[Request]:
    """An update of the lifecycle stage and of other properties as two of its own."""
    one = {"id": call.params["objectId"], "properties": call.body["properties"]}
    by = {"idProperty": call.params["idProperty"]} if call.params.get("idProperty") else {}
    return writes_of(_records(call), {**one, **by})


def upserts(call: Call) -> list[Request]:
    """Each input as a batch of its own."""
    path = f"{_records(call)}/batch/upsert"
    return [Request("POST", path, {}, {"inputs": [one]}) for one in inputs_of(call)]


def same_for_all(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """For parts of one call: what is said to it is said to each."""
    return [answer for _ in requests]


def each_done(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """For a call whose answer says nothing of its items: all was done."""
    return [Answer(answer.status) for _ in requests]


def created(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What became of each new record."""
    return _told(answer, [request.body for request in requests], _is_written)


def updated(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What became of each write; the parts of one input share its result."""
    names = [(request.path, str(request.params.get("idProperty") or "")) for request in requests]
    first = list(dict.fromkeys(names))
    told = _told(answer, [_named(*name) for name in first], _is_the_record)
    said = dict(zip(first, told, strict=True))
    return [said[name] for name in names]


def _named(path: str, by: str) -> dict[str, Any]:
    return {"id": unquote(path.rpartition("/")[2]), "idProperty": by}


def upserted(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What became of each input, as a batch of its own is answered."""
    told = _told(answer, [request.body["inputs"][0] for request in requests], _is_the_record)
    return [Answer(one.status, {"results": [one.body]}) if one.status == 200 else one for one in told]


def _is_written(one: Mapping[str, Any], result: Mapping[str, Any]) -> bool:
    return all_shown(one.get("properties"), result.get("properties") or {})


def _is_the_record(one: Mapping[str, Any], result: Mapping[str, Any]) -> bool:
    by, shown = one.get("idProperty"), result.get("properties") or {}
    if by in {None, "", "hs_object_id"}:
        return str(result.get("id")) == str(one.get("id"))
    if str(by) not in shown and one.get("properties"):  # the answer shows what was written, and no more
        return _is_written(one, result)
    return is_same(one.get("id"), shown.get(str(by)))


def _told(answer: Answer, inputs: list[Mapping[str, Any]], fits: Fits) -> list[Answer]:
    """The result of each input, in whatever order they come; what has none failed if the answer tells of errors.

    Where neither shows whose a result is, nothing is said of the inputs that are left.
    """
    body = answer.body if isinstance(answer.body, Mapping) else {}
    results, errors = list(body.get("results") or []), list(body.get("errors") or [])
    told: list[Answer] = []
    for one in inputs:
        found = next((result for result in results if fits(one, result)), None)
        if found is None and len(inputs) == 1 == len(results):
            found = results[0]
        if found is not None:
            results.remove(found)
        told.append(_answer(answer, found, errors))
    if results and errors:  # a result that nobody claims may be one of those that seem to have failed
        return [one if one.status not in {None, _FAILED} else Answer() for one in told]
    return told


_FAILED = 400


def _answer(answer: Answer, found: Any, errors: list[Any]) -> Answer:
    if found is not None:
        return Answer(201 if answer.status == 201 else 200, found)
    return Answer(_FAILED, errors[0]) if errors else Answer()


# --- what stood there before


def ids_of(inputs: Any) -> dict[str, Any]:
    """The body of the one read that shows all the records of a batch."""
    given = [one for one in inputs if isinstance(one, Mapping)] if isinstance(inputs, list) else []
    names = dict.fromkeys(name for one in given for name in named(one.get("properties")))
    by = next((one["idProperty"] for one in given if one.get("idProperty")), None)
    key = {"idProperty": by} if by else {}
    known = [*names, *([by] if by else [])]
    return {"inputs": [{"id": str(one.get("id"))} for one in given], "properties": known, **key}


@stopping_cut
def record_in(body: Any, request: Request) -> Answer:
    """One of the records that the read shows, as its own read would show it."""
    one = _named(request.path, str(request.params.get("idProperty") or ""))
    found = next((result for result in body["results"] if _is_the_record(one, result)), None)
    return Answer(404) if found is None else Answer(200, found)


def record_in_itself(body: Any, request: Request) -> Answer:  # noqa: ARG001 - `cut` takes both
    """The record that the read shows, for each part of a write to it."""
    return Answer(200, body)
