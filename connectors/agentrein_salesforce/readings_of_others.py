"""The reading that tells what happened to a new record since a run made it: by others, or by the account itself.

Deleting a record takes along, or empties, what refers to it: https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/relationships_among_objects.htm
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from datetime import timedelta
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_salesforce import soql
from agentrein_salesforce.ids import long_id
from agentrein_salesforce.readings import DESCRIBE, Steps, Stopped, ask
from agentrein_salesforce.values import agrees, described, field_of, moment_of

AT_ONCE = 20
"""Queries of children that one query may hold.

https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_relationships_query_limits.htm
"""
SHOWN = 50
"""Children of one kind that are looked at: one is enough to leave the record."""
AUTOMATION = timedelta(seconds=60)
"""How long after a record its automation makes others under the same account (inferred)."""

_DERIVED = ("History", "Feed", "Share", "ChangeEvent")
_VIEWS = frozenset(
    {
        "ActivityHistory",
        "AttachedContentDocument",
        "AttachedContentNote",
        "CombinedAttachment",
        "EntitySubscription",
        "LookedUpFromActivity",
        "NoteAndAttachment",
        "OpenActivity",
        "OpportunityFieldHistory",
        "ProcessInstance",
        "ProcessInstanceHistory",
        "RecordAction",
        "RecordActionHistory",
    }
)
"""Objects that only show what other objects hold, or what Salesforce notes by itself."""


def made_record(body: Any, given: Mapping[str, Any]) -> Steps:
    """A record with what happened to it since it was made `by` an account as a call `set` it.

    `others` is what somebody else did, `edited` what the account did in another way than this call, `further` what
    stands in fields that the call did not set: who changed a record last tells nothing once the run wrote to it again.
    """
    by = long_id(given["by"])
    try:
        describe = yield from ask(Read(DESCRIBE, {"sobject": _type(body)}, once=True))
        fields = described(describe)
        others, edited = list(_edits(body, by, given["set"], fields))
        for child, row in (yield from _children(body, describe)):
            maker = long_id(row.get("CreatedById"))
            if maker not in (None, by):
                others.append(f"{child} {row['Id']} by {maker}")
            elif _is_later(body, row):
                edited.append(f"{child} {row['Id']} refers to it")
    except Stopped as stopped:
        return stopped.answer
    return {**body, "others": others, "edited": edited, "further": list(_further(body, given["set"], fields))}


def _type(body: Mapping[str, Any]) -> str:
    return str((body.get("attributes") or {}).get("type"))


def _edits(
    body: Mapping[str, Any], by: Any, asked: Mapping[str, Any], fields: Mapping[str, Any]
) -> Iterator[list[str]]:
    """What others changed of the record itself, and what reads otherwise though nobody else did."""
    editor = long_id(body.get("LastModifiedById"))
    yield [] if editor in (None, by) else [f"edited by {editor} at {body.get('LastModifiedDate')}"]
    yield [] if _stamp(body) == moment_of(body.get("CreatedDate")) else list(_differing(body, asked, fields))


def _differing(body: Mapping[str, Any], asked: Mapping[str, Any], fields: Mapping[str, Any]) -> Iterator[str]:
    for key, value in asked.items():
        one = fields.get(key.lower())
        if one is None or one["type"] in {"base64", "encryptedstring"}:
            continue
        now = body.get(one["name"])
        if not agrees(one["type"], value, now):
            yield f"{one['name']}: {value!r} was set, it is {now!r}"


def _further(body: Mapping[str, Any], asked: Mapping[str, Any], fields: Mapping[str, Any]) -> Iterator[str]:
    """Values that neither the call nor, as a describe tells, Salesforce itself gave to a new record."""
    said = {name.lower() for name in asked} | {field_of(name).lower() for name in asked}
    for name, one in fields.items():
        given = name in said or one.get("defaultedOnCreate") or one["name"] in _FILLED_IN
        value = body.get(one["name"])
        if one.get("updateable") and not given and value not in (None, "", False):
            yield f"{body['Id']} {one['name']} is {value!r}"


_FILLED_IN = frozenset(
    {"CleanStatus", "CurrencyIsoCode", "ForecastCategory", "ForecastCategoryName", "OwnerId", "Probability", "Title"}
)
"""Fields that Salesforce fills in of a new record though no describe says so (inferred for `CleanStatus`)."""


def _stamp(body: Mapping[str, Any]) -> Any:
    return moment_of(body.get("SystemModstamp") or body.get("LastModifiedDate"))


def _is_later(body: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    """Whether a record of the account's own came later than what automation makes along."""
    made, since = moment_of(row.get("CreatedDate")), moment_of(body.get("CreatedDate"))
    return made is not None and since is not None and made - since > AUTOMATION


Found = list[tuple[str, Mapping[str, Any]]]


def _children(body: Mapping[str, Any], describe: Mapping[str, Any]) -> Generator[Read, Answer, Found]:
    """The records that refer to this one, as far as a describe lists them and a query takes them."""
    relations = [one for one in describe.get("childRelationships") or [] if _counts(one)]
    found: Found = []
    for start in range(0, len(relations), AT_ONCE):
        some = relations[start : start + AT_ONCE]
        answer = yield _query(body, some)
        if answer.status == 400 and len(some) > 1:  # one of them that no query takes spoils all of it
            for one in some:
                found += _rows((yield _query(body, [one])), [one])
            continue
        found += _rows(answer, some)
    return found


def _counts(one: Mapping[str, Any]) -> bool:
    child = str(one.get("childSObject"))
    derived = child.endswith(_DERIVED) or child in _VIEWS
    return bool(one.get("relationshipName")) and not one.get("deprecatedAndHidden") and not derived


def _shown(relation: Mapping[str, Any]) -> tuple[str, ...]:
    """What a query asks of the records of a relation; of a link to a file, who made that, for it does not tell."""
    of_file = relation.get("childSObject") == "ContentDocumentLink"
    return ("Id", *(f"ContentDocument.{one}" if of_file else one for one in ("CreatedById", "CreatedDate")))


def _query(body: Mapping[str, Any], relations: list[Any]) -> Read:
    inner = [soql.inside(one["relationshipName"], *_shown(one), most=SHOWN) for one in relations]
    return Read("GET /query", {"q": soql.select(["Id", *inner], _type(body), f"Id = {soql.quoted(body['Id'])}")})


def _rows(answer: Answer, relations: list[Any]) -> Found:
    """The children that an answer shows; a relation that no query takes shows none, anything else stops the reading."""
    if answer.status == 400 and len(relations) == 1:
        return []
    if answer.status != 200:
        raise Stopped(answer)
    row: Mapping[str, Any] = next(iter(answer.body.get("records") or []), {})
    return [
        (str(one["childSObject"]), {**(child.get("ContentDocument") or {}), **child})
        for one in relations
        for child in ((row.get(one["relationshipName"]) or {}).get("records") or [])
    ]


READINGS_OF_OTHERS = {"made record": made_record}
"""The readings that rows name, with what they are given."""
