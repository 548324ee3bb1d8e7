"""Several records, or several requests, in one: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite.htm."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from agentrein.testing import Answer, Routes, Stop
from agentrein_salesforce.sandbox.ask import Ask, Broken, fail
from agentrein_salesforce.sandbox.records import upserted
from agentrein_salesforce.sandbox.schema import SObject
from agentrein_salesforce.sandbox.shapes import shown
from agentrein_salesforce.sandbox.soql_text import child_relation
from agentrein_salesforce.sandbox.writes import create, delete, standing, update

routes = Routes()
COMPOSITE = "/services/data/{version}/composite"
MOST_RECORDS, MOST_REQUESTS = 200, 25
_ROLLED_BACK = Broken(
    "ALL_OR_NONE_OPERATION_ROLLED_BACK", "Record rolled back because not all records were valid and allOrNone was set"
)
Send = Callable[[Ask], Answer]


# --- collections


def _each(ask: Ask, things: list[Any], act: Callable[[Any], dict[str, Any]], *, whole: bool) -> Answer:
    """The results of one write for each thing, in their order; with `whole`, none is done unless all are."""
    if len(things) > MOST_RECORDS:
        raise fail(400, "TOO_MANY_RECORDS", f"at most {MOST_RECORDS} records")
    saved, results = ask.world.saved(), []
    for one in things:
        try:
            results.append(act(one))
        except Broken as broken:
            results.append(broken.result)
    if whole and not all(one["success"] for one in results):
        ask.world.go_back(saved)
        results = [_ROLLED_BACK.result if one["success"] else one for one in results]
    return Answer(200, results)


def _done(id: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "success": True, "errors": [], **more}


def _records(ask: Ask) -> list[Any]:
    records = ask.body.get("records")
    if not isinstance(records, list) or not records:
        raise fail(400, "JSON_PARSER_ERROR", "records: a list is needed")
    return records


def _kind(ask: Ask, record: Any) -> SObject:
    named = (record.get("attributes") or {}).get("type") if isinstance(record, dict) else None
    found = ask.world.sobject(str(named))
    if found is None:
        raise Broken("INVALID_TYPE", f"sObject type '{named}' is not supported.")
    return found


@routes.on(f"POST {COMPOSITE}/sobjects")
def make_many(ask: Ask) -> Answer:
    """Make records."""
    act = lambda one: _done(create(ask, _kind(ask, one), one)["Id"])  # noqa: E731
    return _each(ask, _records(ask), act, whole=bool(ask.body.get("allOrNone")))


@routes.on(f"PATCH {COMPOSITE}/sobjects")
def change_many(ask: Ask) -> Answer:
    """Change records, each by its `id`."""

    def act(one: Any) -> dict[str, Any]:
        kind = _kind(ask, one)
        id = next((value for name, value in one.items() if name.lower() == "id"), None)
        if id is None:
            raise Broken("MISSING_ARGUMENT", "Id not specified in an update call")
        rest = {name: value for name, value in one.items() if name.lower() != "id"}
        record = standing(ask, kind, str(id))
        update(ask, kind, record, rest)
        return _done(record["Id"])

    return _each(ask, _records(ask), act, whole=bool(ask.body.get("allOrNone")))


@routes.on(f"PATCH {COMPOSITE}/sobjects/{{sobject}}/{{key}}")
def upsert_many(ask: Ask, sobject: str, key: str) -> Answer:
    """Change or make records by an external id that each holds."""
    kind = ask.sobject(sobject)

    def act(one: Any) -> dict[str, Any]:
        rest = {name: value for name, value in one.items() if name.lower() != key.lower()}
        id, created = upserted(ask, kind, key, str(one.get(key)), rest)
        return _done(id, created=created)

    return _each(ask, _records(ask), act, whole=bool(ask.body.get("allOrNone")))


@routes.on(f"DELETE {COMPOSITE}/sobjects")
def remove_many(ask: Ask) -> Answer:
    """Put records into the bin."""

    def act(id: str) -> dict[str, Any]:
        kind = next((one for one in ask.world.objects.values() if one.prefix == id[:3]), None)
        if kind is None:
            raise Broken("MALFORMED_ID", f"malformed id {id}")
        record = standing(ask, kind, id)
        delete(ask, kind, record)
        return _done(record["Id"])

    ids = [one.strip() for one in ask.request.query.get("ids", "").split(",") if one.strip()]
    return _each(ask, ids, act, whole=ask.request.query.get("allOrNone") == "true")


@routes.on(f"POST {COMPOSITE}/sobjects/{{sobject}}")
def read_many(ask: Ask, sobject: str) -> Answer:
    """Records by their ids, null for those that are not there."""
    kind, found = ask.sobject(sobject), list[Any]()
    for id in ask.body.get("ids") or []:
        try:
            found.append(shown(kind, standing(ask, kind, id), ask.version, ask.body.get("fields") or []))
        except Broken:
            found.append(None)
    return Answer(200, found)


# --- trees


@routes.on(f"POST {COMPOSITE}/tree/{{sobject}}")
def make_tree(ask: Ask, sobject: str) -> Answer:
    """Make records with what hangs on them, all or none."""
    saved, results, wrong = ask.world.saved(), list[Any](), list[Any]()
    _grow(ask, ask.sobject(sobject), _records(ask), {}, results, wrong)
    if wrong:
        ask.world.go_back(saved)
        return Answer(400, {"hasErrors": True, "results": wrong})
    return Answer(201, {"hasErrors": False, "results": results})


def _grow(
    ask: Ask, kind: SObject, records: list[Any], under: dict[str, str], made: list[Any], wrong: list[Any]
) -> None:
    for one in records:
        name = (one.get("attributes") or {}).get("referenceId")
        nested = {key: value for key, value in one.items() if isinstance(value, dict) and "records" in value}
        try:
            plain = {key: value for key, value in one.items() if key not in nested}
            record = create(ask, kind, {**plain, **under})
            made.append({"referenceId": name, "id": record["Id"]})
            for key, value in nested.items():
                child, by = child_relation(ask, kind, key)
                _grow(ask, child, value["records"], {by.name: record["Id"]}, made, wrong)
        except Broken as broken:
            wrong.append({"referenceId": name, "errors": broken.result["errors"]})


# --- requests in a request


def composite(ask: Ask, send: Send) -> Answer:
    """Requests one after the other, of which later ones may name what earlier ones answered."""
    asked = ask.body.get("compositeRequest") or []
    return Answer(200, {"compositeResponse": _one_by_one(ask, send, asked, whole=bool(ask.body.get("allOrNone")))})


def graph(ask: Ask, send: Send) -> Answer:
    """Graphs of such requests, each all or none."""
    told = []
    for one in ask.body.get("graphs") or []:
        answers = _one_by_one(ask, send, one["compositeRequest"], whole=True)
        good = all(each["httpStatusCode"] < 300 for each in answers)
        told.append({"graphId": one["graphId"], "graphResponse": {"compositeResponse": answers}, "isSuccessful": good})
    return Answer(200, {"graphs": told})


def _one_by_one(ask: Ask, send: Send, asked: list[Any], *, whole: bool) -> list[dict[str, Any]]:
    if len(asked) > MOST_REQUESTS:
        raise fail(400, "LIMIT_EXCEEDED", f"at most {MOST_REQUESTS} subrequests")
    saved, known, answers = ask.world.saved(), dict[str, Any](), list[Answer]()
    for one in asked:
        answers.append(_sub(ask, send, one["method"], _filled(one["url"], known), _filled(one.get("body"), known), one))
        known[one["referenceId"]] = answers[-1].body
        if answers[-1].status >= 300 and whole:
            ask.world.go_back(saved)
            halted = Answer(400, [{"errorCode": "PROCESSING_HALTED", "message": "The transaction was rolled back"}])
            answers = [*(halted for _ in answers[:-1]), answers[-1], *(halted for _ in asked[len(answers) :])]
            break
    pairs = zip(asked, answers, strict=True)
    return [
        {"body": a.body, "httpHeaders": {}, "httpStatusCode": a.status, "referenceId": one["referenceId"]}
        for one, a in pairs
    ]


def batch(ask: Ask, send: Send) -> Answer:
    """Requests one after the other, each for itself."""
    asked = ask.body.get("batchRequests") or []
    answers = [
        _sub(ask, send, one["method"], f"/services/data/{one['url']}", one.get("richInput"), one) for one in asked
    ]
    results = [{"statusCode": one.status, "result": one.body} for one in answers]
    return Answer(200, {"hasErrors": any(one.status >= 300 for one in answers), "results": results})


def _sub(ask: Ask, send: Send, method: str, url: str, body: Any, one: dict[str, Any]) -> Answer:
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    headers = {name.lower(): value for name, value in (one.get("httpHeaders") or {}).items()}
    inner = dataclasses.replace(
        ask.request, method=method, path=parts.path, query=query, body=body, headers={**ask.request.headers, **headers}
    )
    try:
        return send(dataclasses.replace(ask, request=inner))
    except Stop as stop:
        return stop.answer


_REFERENCE = re.compile(r"@\{(\w+)\.([\w.\[\]]+)\}")


def _filled(tree: Any, known: dict[str, Any]) -> Any:
    """A value in which `@{one.id}` is what the request `one` answered."""

    def value(match: re.Match[str]) -> str:
        found: Any = known.get(match[1])
        try:
            for step in re.sub(r"\[(\d+)\]", r".\1", match[2]).lstrip(".").split("."):
                found = found[int(step)] if isinstance(found, list) else found[step]
        except (LookupError, TypeError):
            text = f"Invalid reference specified. No value for {match[0]} found"
            raise fail(400, "PROCESSING_HALTED", text) from None
        return str(found)

    return json.loads(_REFERENCE.sub(value, json.dumps(tree)))
