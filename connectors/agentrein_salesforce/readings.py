"""Readings of records: what may be written back, and what was found when an answer was lost.

Each goes on from the body of a first read and gives it back completed; a describe is asked once per run.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_salesforce import soql
from agentrein_salesforce.ids import is_id, long_id
from agentrein_salesforce.prefixes import STANDARD
from agentrein_salesforce.values import agrees, described, field_of

Steps = Generator[Read, Answer, Any]
DESCRIBE = "GET /sobjects/{sobject}/describe"
MOST_PAGES = 10
"""Pages of 2,000 records in which one that an account made is looked for."""


class Stopped(Exception):
    """A further read that did not succeed; its answer ends the reading."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


def ask(read: Read) -> Generator[Read, Answer, Any]:
    """The body of a further read; raises Stopped."""
    answer = yield read
    if answer.status != 200:
        raise Stopped(answer)
    return answer.body


def fields_of(sobject: str = "") -> Generator[Read, Answer, dict[str, Mapping[str, Any]]]:
    """The fields of an object, by default of the one that the call names."""
    params = {"sobject": sobject} if sobject else {}
    return described((yield from ask(Read(DESCRIBE, params, once=True))))


def record(body: Any, given: Mapping[str, Any]) -> Steps:
    """A record with what a describe says of the fields that a call sets: `described`, by the keys of the call.

    Bytes stand in it as such, where a record shows only where they are.
    """
    try:
        fields = yield from fields_of()
        known = {key: _field(fields, key, value) for key, value in given["set"].items()}
        whole = dict(body)
        for one in known.values():
            if one is not None and one["type"] == "base64" and body.get(one["name"]):
                found = yield from ask(Read("GET /sobjects/{sobject}/{id}/{bytes}", {"bytes": one["name"]}))
                whole[one["name"]] = found.get("base64") if isinstance(found, Mapping) else None
    except Stopped as stopped:
        return stopped.answer
    return {**whole, "described": {key: _brief(one) for key, one in known.items() if one is not None}}


def _field(fields: Mapping[str, Mapping[str, Any]], key: str, value: Any) -> Mapping[str, Any] | None:
    """The field that a key of a call sets: by its own name, or by that of the record that it leads to."""
    if isinstance(value, Mapping):
        related = (one for one in fields.values() if str(one.get("relationshipName")).lower() == key.lower())
        return next(related, fields.get(field_of(key).lower()))
    return fields.get(key.lower())


def _brief(one: Mapping[str, Any]) -> dict[str, Any]:
    computed = one.get("calculated") or one.get("autoNumber")
    return {
        "name": one["name"],
        "type": one["type"],
        "writable": bool(one.get("updateable")) and not computed,
        "masked": one["type"] == "encryptedstring",
    }


# --- what was found


def compared(body: Any, given: Mapping[str, Any]) -> Steps:
    """A record held against what a call `set` and what was there before (`had`, where that is known).

    `as set` and `as before` say whether all fields read so, `changed` names those that read as neither. Where nothing
    was there before, and it is not what the account would have made (`by`), nothing tells whether the call happened.
    """
    had = given.get("had")
    try:
        fields = yield from fields_of()
    except Stopped as stopped:
        return stopped.answer
    changed, as_set, as_before = list[str](), True, had is not None
    for key, value in given["set"].items():
        one = _field(fields, key, value)
        name, kind = (one["name"], one["type"]) if one is not None else (key, "string")
        now = body.get(name)
        ours = agrees(kind, value, now) if not isinstance(value, Mapping) else True
        theirs = had is None or not agrees(kind, had.get(name), now)
        as_set, as_before = as_set and ours, as_before and not theirs
        if not ours and theirs:
            changed.append(f"{name}: {value!r} was set, it is {now!r}")
    mine = long_id(body.get("LastModifiedById")) == long_id(given.get("by"))
    if "by" in given and had is None and not (as_set and mine):
        return Answer(error=LookupError("it was not there before, and is not as the call would have made it"))
    return {**body, "as set": as_set, "as before": as_before, "changed": changed}


def made_records(body: Any, given: Mapping[str, Any]) -> Steps:
    """A describe with `records`: those that the account made, newest first, each with whether it reads `as set`.

    Objects such as permission set assignments do not tell who made a record: a lost one is a person's to look for.
    """
    fields = described(body)
    known = [one for key, value in given["set"].items() if (one := _field(fields, key, value)) is not None]
    if "createdbyid" not in fields:
        return Answer(error=LookupError(f"{body['name']} does not tell who made its records"))
    names = dict.fromkeys(["Id", "CreatedById", "CreatedDate", *(str(one["name"]) for one in known)])
    shown = [name for name in names if name.lower() in fields]
    query = soql.select(
        shown, body["name"], f"CreatedById = {soql.quoted(given['by'])}", rest="ORDER BY CreatedDate DESC, Id DESC"
    )
    try:
        rows = yield from all_rows(query)
    except Stopped as stopped:
        return stopped.answer
    return {**body, "records": [{**row, "as set": _as_set(fields, given["set"], row)} for row in rows]}


def _as_set(fields: Mapping[str, Mapping[str, Any]], asked: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    """Whether a record reads as a call set it, as far as its fields can be compared."""
    for key, value in asked.items():
        one = _field(fields, key, value)
        if one is None or isinstance(value, Mapping) or one["type"] in {"base64", "encryptedstring"}:
            continue
        if not agrees(one["type"], value, row.get(one["name"])):
            return False
    return True


def all_rows(query: str) -> Generator[Read, Answer, list[Any]]:
    """All rows of a query; raises Stopped where there are more than a lost one is looked for in."""
    page = yield from ask(Read("GET /query", {"q": query}))
    rows = list(page["records"])
    for _ in range(MOST_PAGES - 1):
        if page.get("done", True):
            return rows
        locator = str(page["nextRecordsUrl"]).rpartition("/")[2]
        page = yield from ask(Read("GET /query/{locator}", {"locator": locator}))
        rows += page["records"]
    if page.get("done", True):
        return rows
    raise Stopped(Answer(error=LookupError(f"the account made more than {len(rows)} of them")))


def is_gone(body: Any, given: Mapping[str, Any]) -> Steps:
    """What `queryAll` shows of a record that cannot be read, with `gone`: whether that says that it is deleted.

    Where nothing is shown at all, the record may be hidden as well, except of an object whose records go for good: then
    whoever may not see it any more does not see what it was `set` to belong to either (inferred).
    https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_queryall.htm
    """
    rows = body.get("records") or []
    if rows:
        return {**body, "gone": bool(rows[0].get("IsDeleted"))}
    try:
        describe = yield from ask(Read(DESCRIBE, {"sobject": given["sobject"]}, once=True))
        told = describe.get("undeletable") is False and (yield from _sees_owners(describe, given["set"]))
    except Stopped as stopped:
        return stopped.answer
    return {**body, "gone": told}


def _sees_owners(describe: Any, asked: Mapping[str, Any]) -> Generator[Read, Answer, bool]:
    """Whether what a record refers to is shown, in the Recycle Bin or out of it; users are shown to everybody."""
    fields = described(describe)
    for key, value in asked.items():
        to = list((fields.get(key.lower()) or {}).get("referenceTo") or [])
        sobject = to[0] if len(to) == 1 else STANDARD.get(str(value)[:3])
        if not to or not is_id(value) or sobject in {None, "User"}:
            continue
        query = soql.select(("Id",), sobject, f"Id = {soql.quoted(value)}")
        shown = yield from ask(Read("GET /queryAll", {"q": query}))
        if not shown.get("records"):
            return False
    return True


def approval(body: Any, given: Mapping[str, Any]) -> Any:
    """An approval with whoever `acted` on it beside the account."""
    rows = body.get("records") or []
    acted = [one for row in rows if (one := long_id(row.get("LastActorId"))) not in (None, long_id(given["by"]))]
    return {**body, "records": [{**row, "acted": acted} for row in rows]}


READINGS = {
    "approval": approval,
    "record": record,
    "compared record": compared,
    "made records": made_records,
    "gone for good": is_gone,
}
"""The readings that rows name, with what they are given."""
