"""Single records: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_retrieve.htm."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from typing import Any

from agentrein.testing import Answer, Routes, Stop
from agentrein_salesforce.sandbox.ask import NOT_FOUND, Ask, Broken, fail
from agentrein_salesforce.sandbox.schema import Record, SObject
from agentrein_salesforce.sandbox.shapes import blob, brief, describe, shown
from agentrein_salesforce.sandbox.writes import create, delete, standing, update

routes = Routes()
SOBJECTS = "/services/data/{version}/sobjects"
RECORD = f"{SOBJECTS}/{{sobject}}/{{id}}"
PAIR = f"{SOBJECTS}/{{sobject}}/{{key}}/{{value}}"
ALL_CREATED = 46.0
"""The first version in which an upsert says of an update, too, what it did."""


def answered(act: Callable[[], Answer]) -> Answer:
    """What a write answers, or the rule that it breaks."""
    try:
        return act()
    except Broken as broken:
        raise broken.stop from broken


@routes.on(f"GET {SOBJECTS}")
def all_objects(ask: Ask) -> Answer:
    """Every object, briefly."""
    return Answer(200, {"encoding": "UTF-8", "sobjects": [brief(one) for one in ask.world.objects.values()]})


@routes.on(f"GET {SOBJECTS}/{{sobject}}")
def one_object(ask: Ask, sobject: str) -> Answer:
    """One object, briefly."""
    return Answer(200, {"objectDescribe": brief(ask.sobject(sobject)), "recentItems": []})


@routes.on(f"GET {SOBJECTS}/{{sobject}}/describe")
def described(ask: Ask, sobject: str) -> Answer:
    """One object with its fields and relations."""
    return Answer(200, describe(ask.world, ask.sobject(sobject)))


@routes.on(f"GET {SOBJECTS}/{{sobject}}/deleted")
def deleted(ask: Ask, sobject: str) -> Answer:
    """What went into the bin."""
    kind = ask.sobject(sobject)
    gone = [one for one in ask.world.of(kind.name, deleted=True) if one["IsDeleted"]]
    listed = [{"id": one["Id"], "deletedDate": one["SystemModstamp"]} for one in gone]
    return Answer(200, {"deletedRecords": listed, "latestDateCovered": ask.world.moment()})


@routes.on(f"GET {SOBJECTS}/{{sobject}}/updated")
def updated(ask: Ask, sobject: str) -> Answer:
    """What was made or changed."""
    ids = [one["Id"] for one in ask.world.of(ask.sobject(sobject).name)]
    return Answer(200, {"ids": ids, "latestDateCovered": ask.world.moment()})


@routes.on(f"POST {SOBJECTS}/{{sobject}}", f"POST {SOBJECTS}/{{sobject}}/Id")
def make(ask: Ask, sobject: str) -> Answer:
    """Make a record."""
    kind = ask.sobject(sobject)
    made = lambda: Answer(201, {"id": create(ask, kind, ask.body)["Id"], "success": True, "errors": []})  # noqa: E731
    return answered(made)


@routes.on(f"GET {RECORD}")
def read(ask: Ask, sobject: str, id: str) -> Answer:
    """A record."""
    kind = ask.sobject(sobject)
    return _read(ask, kind, lambda: standing(ask, kind, id))


def _read(ask: Ask, kind: SObject, find: Callable[[], Record]) -> Answer:
    try:
        record = find()
    except Broken as broken:
        raise broken.stop from broken
    asked = ask.request.query.get("fields")
    names = None if asked is None else [one.strip() for one in asked.split(",")]
    unknown = [name for name in names or [] if kind.field(name) is None]
    if unknown:
        raise fail(400, "INVALID_FIELD", f"No such column '{unknown[0]}' on sobject of type {kind.name}")
    body = shown(kind, record, ask.version, names)
    # a read of named fields shows the id as well
    return Answer(200, {**body, "Id": record["Id"]}, _validators(kind, record))


def _validators(kind: SObject, record: Record) -> dict[str, str]:
    changed = format_datetime(datetime.fromisoformat(record["LastModifiedDate"]).astimezone(UTC), usegmt=True)
    return {"Last-Modified": changed, **({"ETag": _etag(record)} if kind.name == "Account" else {})}


def _etag(record: Record) -> str:
    return f'"{record["Id"]}-{record["SystemModstamp"]}--gzip"'


def _check_unmodified(ask: Ask, kind: SObject, record: Record) -> None:
    """Hold the conditional headers; 412 answers one that fails.

    https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api/intro_rest_conditional_requests.htm
    """
    since, match = ask.header("If-Unmodified-Since"), ask.header("If-Match")
    failed = bool(since) and datetime.fromisoformat(record["LastModifiedDate"]) > parsedate_to_datetime(since)
    if failed or (match and kind.name == "Account" and match not in {"*", _etag(record)}):
        raise Stop(Answer(412, [{"errorCode": "PRECONDITION_FAILED", "message": "A precondition failed"}]))


@routes.on(f"PATCH {RECORD}", f"POST {RECORD}")
def change(ask: Ask, sobject: str, id: str) -> Answer:
    """Change a record; a POST only with the method in its query, as Salesforce takes it."""
    if ask.request.method == "POST" and ask.request.query.get("_HttpMethod") != "PATCH":
        raise fail(405, "METHOD_NOT_ALLOWED", "HTTP Method 'POST' not allowed.")
    kind = ask.sobject(sobject)

    def act() -> Answer:
        record = standing(ask, kind, id)
        _check_unmodified(ask, kind, record)
        update(ask, kind, record, ask.body)
        return Answer(204)

    return answered(act)


@routes.on(f"DELETE {RECORD}")
def remove(ask: Ask, sobject: str, id: str) -> Answer:
    """Put a record into the bin."""
    kind = ask.sobject(sobject)

    def act() -> Answer:
        delete(ask, kind, standing(ask, kind, id))
        return Answer(204)

    return answered(act)


# --- by an external id


def matching(ask: Ask, kind: SObject, key: str, value: str) -> list[Record]:
    """The records that an external id names; 404 if the field is none."""
    one = kind.field(key)
    if one is None or not (one.external or one.name == "Id"):
        raise Broken("NOT_FOUND", "Provided external ID field does not exist or is not accessible: " + key, status=404)
    wanted = value.casefold()
    return [r for r in ask.world.of(kind.name) if str(r.get(one.name) or "").casefold() == wanted]


def by_key(ask: Ask, kind: SObject, key: str, value: str) -> Record | None:
    """The one record of an external id; 300 answers several."""
    found = matching(ask, kind, key, value)
    if len(found) > 1:
        base = f"/services/data/v{ask.version:.1f}/sobjects/{kind.name}"
        raise Stop(Answer(300, [f"{base}/{one['Id']}" for one in found]))
    return found[0] if found else None


def _the(ask: Ask, kind: SObject, key: str, value: str) -> Record:
    found = by_key(ask, kind, key, value)
    if found is None:
        raise Broken("NOT_FOUND", "The requested resource does not exist", status=404)
    return found


@routes.on(f"GET {PAIR}")
def read_pair(ask: Ask, sobject: str, key: str, value: str) -> Answer:
    """A record by its external id, or the bytes of one of its fields."""
    kind = ask.sobject(sobject)
    one = kind.field(value)
    if one is not None and one.kind == "base64":
        try:
            return Answer(200, blob(standing(ask, kind, key), one.name), media="application/octet-stream")
        except Broken as broken:
            raise broken.stop from broken
    return _read(ask, kind, lambda: _the(ask, kind, key, value))


def upserted(ask: Ask, kind: SObject, key: str, value: str, body: dict[str, Any]) -> tuple[str, bool]:
    """Change the record of an external id, or make it: its id, and whether it is new."""
    if kind.field(key) is not None and any(name.lower() == key.lower() for name in body):
        text = f"The {key} field should not be specified in the sobject data."
        raise Broken("INVALID_FIELD", text, [key])
    found = by_key(ask, kind, key, value)
    if found is not None:
        update(ask, kind, found, body)
        return str(found["Id"]), False
    if ask.request.query.get("updateOnly") == "true":
        raise NOT_FOUND
    return str(create(ask, kind, {**body, **({} if key == "Id" else {key: value})})["Id"]), True


@routes.on(f"PATCH {PAIR}")
def upsert(ask: Ask, sobject: str, key: str, value: str) -> Answer:
    """Change or make the record of an external id."""
    kind = ask.sobject(sobject)

    def act() -> Answer:
        id, created = upserted(ask, kind, key, value, ask.body)
        body = {"id": id, "success": True, "errors": []}
        if ask.version < ALL_CREATED:
            return Answer(201, body) if created else Answer(204)
        return Answer(201 if created else 200, {**body, "created": created})

    return answered(act)


@routes.on(f"DELETE {PAIR}")
def remove_pair(ask: Ask, sobject: str, key: str, value: str) -> Answer:
    """Put the record of an external id into the bin."""
    kind = ask.sobject(sobject)

    def act() -> Answer:
        delete(ask, kind, _the(ask, kind, key, value))
        return Answer(204)

    return answered(act)
