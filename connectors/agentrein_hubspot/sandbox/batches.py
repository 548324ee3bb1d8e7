"""Up to a hundred records in one request.

https://developers.hubspot.com/docs/api-reference/latest/error-handling
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agentrein.testing import Answer, Routes, Stop
from agentrein_hubspot.sandbox.area import Area
from agentrein_hubspot.sandbox.ask import Ask, conflict, invalid, is_true
from agentrein_hubspot.sandbox.objects import OBJECTS, created
from agentrein_hubspot.sandbox.records import archive, checked, find_record, lookup, write
from agentrein_hubspot.sandbox.shapes import show, show_history, show_written
from agentrein_hubspot.sandbox.types import ObjectType, type_of

routes = Routes()
MOST = 100
Work = Callable[[dict[str, Any]], dict[str, Any]]


def inputs_of(ask: Ask, most: int = MOST) -> list[dict[str, Any]]:
    """The inputs of a batch; 400 where there are none or too many."""
    ask.required("inputs")
    given = ask.body["inputs"]
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise invalid("Invalid input JSON on line 1, column 1: inputs should be a list of objects")
    if len(given) > most:
        raise invalid(f"The maximum number of inputs supported in a batch request is {most}, received {len(given)}.")
    return given


def batched(ask: Ask, status: int, results: list[Any], errors: list[Any] | None = None) -> Answer:
    """The answer to a batch, 207 where some of it failed."""
    moment = ask.world.moment()
    body: dict[str, Any] = {"status": "COMPLETE", "results": results, "startedAt": moment, "completedAt": moment}
    if errors:
        return Answer(207, {**body, "errors": errors, "numErrors": len(errors)})
    return Answer(status, body)


def each_alone(ask: Ask, status: int, inputs: list[dict[str, Any]], work: Work) -> Answer:
    """Do each input by itself where all carry a trace id of their own; else all or nothing."""
    traces = [one.get("objectWriteTraceId") for one in inputs]
    alone = None not in traces and len(set(traces)) == len(traces)
    results, errors = [], []
    for one in inputs:
        try:
            results.append(work(one))
        except Stop as stop:
            if not alone:
                raise
            errors.append(_traced(stop.answer.body, one))
    return batched(ask, status, results, errors)


def _traced(error: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    context = {**(error.get("context") or {}), "objectWriteTraceId": [given["objectWriteTraceId"]]}
    return {**error, "context": context}


@routes.on(f"POST {OBJECTS}/batch/create")
def create(ask: Ask, kind: str) -> Answer:
    """New records: without trace ids, one that cannot be made keeps all of them from being made."""
    found, inputs = type_of(ask.world, kind), inputs_of(ask)
    if None in [one.get("objectWriteTraceId") for one in inputs]:
        _check_all(ask, found, inputs)
    return each_alone(ask, 201, inputs, lambda one: created(ask, found, one))


def _check_all(ask: Ask, kind: ObjectType, inputs: list[dict[str, Any]]) -> None:
    """End with the first error that one of the inputs would meet, before anything is made."""
    seen: set[str] = set()
    for one in inputs:
        values = checked(ask.world, kind, one.get("properties"))
        for name in kind.unique:
            value = values.get(name)
            taken = lookup(ask.world, kind, value, by=name) if value else None
            if taken is not None and not taken.archived:
                raise conflict(f"{kind.singular.capitalize()} already exists. Existing ID: {taken.id}")
            if value and value in seen:
                raise invalid(f"Duplicate {name} in the batch: {value}")
            seen |= {value} if value else set()


@routes.on(f"POST {OBJECTS}/batch/read")
def read(ask: Ask, kind: str) -> Answer:
    """Records by id, or by a property whose values are unique; what is not there is an error of a 207."""
    ask.only("inputs", "properties", "propertiesWithHistory", "idProperty")
    found, results, missing = type_of(ask.world, kind), [], []
    by, archived = ask.body.get("idProperty"), is_true(ask.query.get("archived"))
    for one in inputs_of(ask):
        record = lookup(ask.world, found, str(one.get("id", "")), by=by)
        if record is None or record.archived != archived:
            missing.append(str(one.get("id", "")))
        else:
            past = ask.body.get("propertiesWithHistory") or []
            more = {"propertiesWithHistory": show_history(ask.world, record, past)} if past else {}
            results.append(show(ask.world, record, [*(ask.body.get("properties") or []), *past], **more))
    errors = [_missing(found, missing)] if missing else []
    return batched(ask, 200, results, errors)


def _missing(kind: ObjectType, ids: list[str]) -> dict[str, Any]:
    return {
        "status": "error",
        "category": "OBJECT_NOT_FOUND",
        "message": f"Could not get some {kind.singular.upper()} objects, they may be deleted or not exist. Check that "
        "ids are valid.",
        "context": {"ids": ids},
    }


@routes.on(f"POST {OBJECTS}/batch/update")
def update(ask: Ask, kind: str) -> Answer:
    """Write properties of several records."""
    found, inputs = type_of(ask.world, kind), inputs_of(ask)

    def work(one: dict[str, Any]) -> dict[str, Any]:
        values = checked(ask.world, found, one.get("properties"))
        record = find_record(ask.world, found, str(one.get("id", "")), by=one.get("idProperty"))
        write(ask.world, record, values, ask.caller)
        return show_written(ask.world, record, values, **_trace(one))

    if None in [one.get("objectWriteTraceId") for one in inputs]:
        for one in inputs:
            checked(ask.world, found, one.get("properties"))
            find_record(ask.world, found, str(one.get("id", "")), by=one.get("idProperty"))
    return each_alone(ask, 200, inputs, work)


def _trace(one: dict[str, Any]) -> dict[str, Any]:
    trace = one.get("objectWriteTraceId")
    return {} if trace is None else {"objectWriteTraceId": trace}


@routes.on(f"POST {OBJECTS}/batch/upsert")
def upsert(ask: Ask, kind: str) -> Answer:
    """Write the records that are there, make those that are not; each result says which."""
    found, inputs = type_of(ask.world, kind), inputs_of(ask)

    def work(one: dict[str, Any]) -> dict[str, Any]:
        by, id = one.get("idProperty"), str(one.get("id", ""))
        record = lookup(ask.world, found, id, by=by)
        if record is not None and not record.archived:
            values = checked(ask.world, found, one.get("properties"))
            write(ask.world, record, values, ask.caller)
            return {**show_written(ask.world, record, values, **_trace(one)), "new": False}
        if by is None:
            raise invalid(f"No {found.singular} with id {id}")
        given = {**one, "properties": {by: id, **(one.get("properties") or {})}}
        return {**created(ask, found, given), "new": True}

    if None in [one.get("objectWriteTraceId") for one in inputs]:
        for one in inputs:
            checked(ask.world, found, one.get("properties"))
    return each_alone(ask, 200, inputs, work)


@routes.on(f"POST {OBJECTS}/batch/archive")
def archive_all(ask: Ask, kind: str) -> Answer:
    """Put records into the recycle bin; nothing is said of each."""
    found = type_of(ask.world, kind)
    for one in inputs_of(ask):
        record = lookup(ask.world, found, str(one.get("id", "")))
        if record is not None and not record.archived:
            archive(ask.world, record)
    return Answer(204)


AREA = Area(routes)
