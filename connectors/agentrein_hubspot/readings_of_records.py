"""What further reads complete about records: whether it is the one that was asked for, and what others did to it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_hubspot.divided import STAGE
from agentrein_hubspot.kinds import COMPANY, CONTACT, kind_of
from agentrein_hubspot.property_values import all_shown, is_same

Steps = Generator[Read, Answer, Any]

AROUND = "contacts,companies,deals,tickets,line_items,quotes,notes,tasks,calls,meetings,emails"
"""The kinds of records that may be linked with one, as a read asks for them."""

RECORD = "GET /crm/v3/objects/{objectType}/{objectId}"
RECORDS = "POST /crm/v3/objects/{objectType}/batch/read"

_BY_ITSELF = {"ANALYTICS", "AUTOMATION_PLATFORM", "CALCULATED", "INTERNAL_PROCESSING", "WORKFLOW", "WORKFLOWS"}
"""Sources of values that no person wrote (inferred from the sources that the history of a property shows)."""

_AT_ONCE = timedelta(seconds=1)
"""For how long after a record was made HubSpot sets values of its own."""


def the_record_itself(body: Any, given: Mapping[str, Any]) -> Any:
    """The record of the id asked for; one that was merged into another is gone, though its old id answers for that.

    https://developers.hubspot.com/changelog/updated-merge-functionality-for-contacts-and-companies
    """
    if str(body.get("id")) == str(given["id"]):
        return body
    return Answer(404, {"status": "error", "message": f"{given['id']} was merged into {body.get('id')}"})


def made_records(body: Any, given: Mapping[str, Any]) -> Any:
    """A list of records, each with whether it shows what a call asked for, and whether an integration made it."""
    entries = [
        {
            **one,
            "as_asked": all_shown(given["asked"], one.get("properties") or {}),
            "by_integration": (one.get("properties") or {}).get("hs_object_source") in {"INTEGRATION", "API"},
        }
        for one in body.get("results") or []
    ]
    return {**body, "results": entries}


def upserted_record(body: Any, given: Mapping[str, Any]) -> Any:
    """The one record of an upsert with `landed`, or an answer that stops where its values tell nothing of that.

    Of one that was there before it does not matter who made it: it shows what the call asked for, or the values from
    before, or others wrote into it since.
    """
    for one in made_records(body, given)["results"]:
        was, shown = given["was"] or {}, one.get("properties") or {}
        before = given["was_there"] and all(is_same(value, shown.get(name)) for name, value in was.items())
        ours = one["as_asked"] and (given["was_there"] or one["by_integration"])
        if not ours and not before and (given["was_there"] or one["by_integration"]):
            return Answer(409, {"status": "error", "message": "it reads neither as before nor as the call left it"})
        return {**body, "results": [{**one, "landed": ours}]}
    return body


def the_lifecycle_stage(body: Any, given: Mapping[str, Any]) -> Any:
    """The stage of a record: `stage` is the one that a call `asked` for as long as nobody else set another.

    An empty one counts as that where the same source emptied it that had set it: it is on its way back. `left` tells
    that it was emptied or is as it `was`.
    """
    itself = the_record_itself(body, given)
    if isinstance(itself, Answer):
        return itself
    now, was = str((body.get("properties") or {}).get(STAGE) or ""), str(given.get("was") or "")
    past = (body.get("propertiesWithHistory") or {}).get(STAGE) or []
    ours = now == given["asked"] or (not now and _emptied_by_whom_set(past, given["asked"]))
    return {**body, STAGE: now, "stage": given["asked"] if ours else now, "left": not now or now == was}


def _emptied_by_whom_set(past: list[Any], asked: Any) -> bool:
    """Whether the newest entry of a history is by the same source as the one before it, which set the stage."""
    return len(past) > 1 and past[1].get("value") == asked and _source(past[0]) == _source(past[1])


def _source(entry: Mapping[str, Any]) -> tuple[Any, Any]:
    return entry.get("sourceType"), entry.get("sourceId")


def written_at_once(body: Any, given: Mapping[str, Any]) -> Any:
    """A record that a call wrote into as a whole: whether it is `as_before`, and what others `changed` since."""
    itself = the_record_itself(body, given)
    if isinstance(itself, Answer):
        return itself
    now, was = body.get("properties") or {}, given.get("was") or {}
    left = (given.get("left") or {}).get("properties") or {}
    asked = given.get("asked") or {}
    changed = [
        name
        for name in was
        if not is_same(was[name], now.get(name)) and not is_same(left.get(name, asked.get(name)), now.get(name))
    ]
    return {**body, "as_before": all(is_same(was[name], now.get(name)) for name in was), "changed": changed}


# --- what others did to a new record


def record_and_others(body: Any, given: Mapping[str, Any]) -> Steps:
    """A record with `attached`, what others linked with it, and `edited`, the properties that they wrote.

    `itself` names it for the call that archives it: not where it was merged, for that would archive what it became.
    """
    if str(body.get("id")) != str(given["id"]):
        return body
    kind = str(given["kind"])
    attached = yield from _attached(body, kind, given.get("linked") or [])
    if isinstance(attached, Answer):
        return attached
    edited = yield from _edited(body, kind, given.get("was") or {})
    if isinstance(edited, Answer):
        return edited
    return {**body, "attached": attached, "edited": edited, "itself": [{"id": str(body["id"])}]}


def _attached(body: Mapping[str, Any], kind: str, linked: list[str]) -> Steps:
    around = body
    customs = yield Read("GET /crm-object-schemas/v3/schemas", once=True)
    kinds = _own_kinds(customs.body) if customs.status == 200 else []
    if kinds:
        more = yield Read(RECORD, {"objectType": kind, "objectId": body["id"], "associations": ",".join(kinds)})
        if more.status != 200:
            return more
        around = {"associations": {**(body.get("associations") or {}), **(more.body.get("associations") or {})}}
    found = sorted({(name, id) for name, id in _links(around) if id not in linked})
    if kind_of(kind) == CONTACT:
        found = yield from _but_own_company(body, found)
        if isinstance(found, Answer):
            return found
    return [f"{name} {id} with {body['id']}" for name, id in found]


def _own_kinds(body: Any) -> list[str]:
    shown = body.get("results") if isinstance(body, Mapping) else None
    return [str(one["objectTypeId"]) for one in shown or [] if isinstance(one, Mapping) and "objectTypeId" in one]


def _links(body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, linked in (body.get("associations") or {}).items():
        for one in linked.get("results") or []:
            yield str(name), str(one.get("id"))


def _but_own_company(body: Mapping[str, Any], found: list[tuple[str, str]]) -> Steps:
    """The links without companies of the contact's own e-mail domain: HubSpot links those by itself.

    https://knowledge.hubspot.com/object-settings/automatically-create-and-associate-companies-with-contacts
    """
    ids = [id for name, id in found if name == "companies"]
    domain = str((body.get("properties") or {}).get("email") or "").rpartition("@")[2]
    if not ids or not domain:
        return found
    inputs = [{"id": id} for id in ids]
    answer = yield Read(RECORDS, {"objectType": COMPANY}, body={"inputs": inputs, "properties": ["domain"]})
    if answer.status not in {200, 207}:
        return answer
    own = {str(one["id"]) for one in answer.body["results"] if is_same(domain, one["properties"].get("domain"))}
    return [(name, id) for name, id in found if not (name == "companies" and id in own)]


def _edited(body: Mapping[str, Any], kind: str, was: Mapping[str, Any]) -> Steps:
    definitions = yield Read("GET /crm/v3/properties/{objectType}", {"objectType": kind}, once=True)
    if definitions.status != 200:
        return definitions
    names = [one["name"] for one in definitions.body["results"] if _is_written(one)]
    asked = {"inputs": [{"id": str(body["id"])}], "properties": [], "propertiesWithHistory": names}
    answer = yield Read(RECORDS, {"objectType": kind}, body=asked)
    if answer.status not in {200, 207}:
        return answer
    shown = next(iter(answer.body.get("results") or []), None)
    if shown is None:
        return []
    return [name for name in names if _is_edited(shown, name, was)]


def _is_written(definition: Mapping[str, Any]) -> bool:
    """Whether people may set the property."""
    ruled = definition.get("modificationMetadata") or {}
    return not definition.get("calculated") and not ruled.get("readOnlyValue")


def _is_edited(shown: Mapping[str, Any], name: str, was: Mapping[str, Any]) -> bool:
    """Whether a property holds something else than the new record did, and not by HubSpot's own doing."""
    value = (shown.get("properties") or {}).get(name)
    if name in was:
        return not is_same(was[name], value) and not _by_itself(shown, name)
    return bool(value) and not _by_itself(shown, name) and not _from_the_start(shown, name)


def _newest(shown: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    past = (shown.get("propertiesWithHistory") or {}).get(name) or []
    return past[0] if past else {}


def _by_itself(shown: Mapping[str, Any], name: str) -> bool:
    return _newest(shown, name).get("sourceType") in _BY_ITSELF


def _from_the_start(shown: Mapping[str, Any], name: str) -> bool:
    """Whether HubSpot may have set a property when it made the record: by whom that was made, and at once."""
    newest, made = _newest(shown, name), _at(shown.get("createdAt"))
    written = _at(newest.get("timestamp"))
    if made is None or written is None or newest.get("sourceType") == "CRM_UI":
        return False
    return written - made <= _AT_ONCE


def _at(text: Any) -> datetime | None:
    try:
        return datetime.fromisoformat(str(text))
    except ValueError:
        return None


def own_edits(ours: Any, now: Any, own: Own) -> bool:
    """In a plan: whether the run itself wrote the properties that differ, which is undone by then."""
    if not own.plan or ours != [] or not isinstance(now, list):
        return False
    written: set[str] = set()
    for call in own.sent:
        one = call.body if call.address.startswith("PATCH ") and isinstance(call.body, Mapping) else {}
        written |= set(one.get("properties") or {})
    return set(now) <= written


def own_links(ours: Any, now: Any, own: Own) -> bool:
    """In a plan: whether the run itself linked what is linked with the record, which is undone by then."""
    if not own.plan or ours != [] or not isinstance(now, list):
        return False
    record = str(now[0]).rpartition(" ")[2]
    made = 0
    for call in own.sent:
        body = call.body if isinstance(call.body, Mapping) else {}
        if "/associations/" in call.address:
            made += record in {str(call.params.get(name)) for name in ("objectId", "fromObjectId", "toObjectId")}
            made += sum(record in _ends(one) for one in body.get("inputs") or [])
        made += any(record in _ends(one) for one in body.get("associations") or [])
    return len(now) <= made


def _ends(link: Any) -> set[str]:
    """The ids of the records that a link names."""
    ends = (link.get("from"), link.get("to")) if isinstance(link, Mapping) else ()
    return {str(end.get("id")) for end in ends if isinstance(end, Mapping)}


READINGS = {
    "the record itself": the_record_itself,
    "the lifecycle stage": the_lifecycle_stage,
    "made records": made_records,
    "upserted record": upserted_record,
    "record and others": record_and_others,
    "written at once": written_at_once,
}
COMPARISONS = {"own edits": own_edits, "own links": own_links}
