"""What a write does: to the record itself, and what the organization does along with it.

https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_triggers_order_of_execution.htm
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from typing import Any

from agentrein_salesforce.ids import is_id, long_id
from agentrein_salesforce.sandbox.ask import Ask, Broken
from agentrein_salesforce.sandbox.parts import DRAFT, STAGES
from agentrein_salesforce.sandbox.rules import check_unique, check_whole, checked
from agentrein_salesforce.sandbox.schema import Record, SObject
from agentrein_salesforce.sandbox.world import Mail, World

ASSIGNED = ("Case", "Lead")
"""Objects whose assignment rule runs on each write, unless the header says otherwise.

https://developer.salesforce.com/docs/platform/api-rest/guide/headers-autoassign.md
"""


def standing(ask: Ask, kind: SObject, id: str) -> Record:
    """A record that is there; raises Broken for one that is not, or that is in the bin."""
    if not is_id(id):
        raise Broken("NOT_FOUND", "Provided external ID field does not exist or is not accessible: " + id, status=404)
    found = ask.world.records.get(long_id(id))
    if found is not None and found["type"] == kind.name and found["IsDeleted"]:
        raise Broken("ENTITY_IS_DELETED", "entity is deleted", status=404)
    if found is None or found["type"] != kind.name or not ask.sees(found):
        raise Broken("NOT_FOUND", "The requested resource does not exist", status=404)
    return found


def create(ask: Ask, kind: SObject, body: Mapping[str, Any]) -> Record:
    """Make a record."""
    if not kind.createable:
        raise Broken("CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY", f"entity type cannot be inserted: {kind.name}")
    values = checked(ask, kind, body, new=True)
    record: Record = {"type": kind.name, "Id": ask.world.new_id(kind.name), "IsDeleted": False}
    for one in kind.fields.values():
        record.setdefault(one.name, ask.user if one.default == "me" else one.default)
        if one.numbered:
            record[one.name] = one.numbered.format(ask.world.next_number(kind.name))
    record |= {**{n: v for n, v in values.items() if v is not None}, "CreatedDate": ask.world.moment()}
    record["CreatedById"] = ask.user
    _settle(ask, kind, record, values)
    ask.world.touch(record, ask.user)
    ask.world.records[record["Id"]] = record
    _around(ask, record)
    return record


def update(ask: Ask, kind: SObject, record: Record, body: Mapping[str, Any]) -> None:
    """Change a record."""
    if not kind.updateable:
        raise Broken("CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY", f"entity type cannot be updated: {kind.name}")
    if record.get("IsConverted"):
        raise Broken("CANNOT_UPDATE_CONVERTED_LEAD", "cannot reference converted lead")
    if any(
        one["Status"] == "Pending" for one in ask.world.of("ProcessInstance") if one["TargetObjectId"] == record["Id"]
    ):
        raise Broken("ENTITY_IS_LOCKED", "the entity is locked for editing")
    values = checked(ask, kind, body, new=False)
    changed = {**record, **values}
    _settle(ask, kind, changed, values)
    record.update(changed)
    ask.world.touch(record, ask.user)
    _around(ask, record)


def _settle(ask: Ask, kind: SObject, record: Record, written: Mapping[str, Any]) -> None:
    """The rules for a record as it is about to be, and what Salesforce sets along with what was written."""
    if kind.name == "Opportunity" and written.get("StageName") in STAGES:
        chance, category = STAGES[written["StageName"]]
        record["Probability"] = written.get("Probability", chance)
        record["ForecastCategoryName"] = written.get("ForecastCategoryName", category)
    if kind.name in ASSIGNED and kind.name in ask.world.assigns and ask.header("Sforce-Auto-Assign").upper() != "FALSE":
        new_owner = ask.world.assigns[kind.name]
        if record.get("OwnerId") != new_owner:
            ask.world.mails.append(Mail(new_owner, f"{kind.name} {record['Id']} was assigned to you"))
        record["OwnerId"] = new_owner
    check_whole(kind, record, written)
    check_unique(ask, kind, record)
    if kind.name == "EmailMessage" and record["Status"] != DRAFT and not record["Incoming"]:
        ask.world.mails.append(Mail(str(record["ToAddress"]), str(record["Subject"])))


def _around(ask: Ask, record: Record) -> None:
    """What changes beside a record that was made or changed."""
    if record["type"] == "ContentVersion":
        _file(ask, record)
    if record["type"] == "CaseComment" and record["IsPublished"]:
        ask.world.mails.append(Mail("the case's contact", str(record["CommentBody"])))
    if record["type"] == "OpportunityLineItem":
        roll_up(ask.world, record["OpportunityId"])


def _file(ask: Ask, version: Record) -> None:
    """A version without a document makes one, which its owner, and the place that it names, are linked to."""
    data = base64.b64decode(version["VersionData"] or "")
    version["Checksum"] = hashlib.md5(data, usedforsecurity=False).hexdigest()
    version["Title"] = version["Title"] or str(version["PathOnClient"]).rpartition("/")[2]
    world = ask.world
    if version["ContentDocumentId"] is None:
        document = _system(world, ask.user, "ContentDocument", {"Title": version["Title"], "OwnerId": ask.user})
        version["ContentDocumentId"] = document["Id"]
        for to in (ask.user, version["FirstPublishLocationId"]):
            if to:
                link = {"ContentDocumentId": document["Id"], "LinkedEntityId": to, "ShareType": "I"}
                _system(world, ask.user, "ContentDocumentLink", link)
    else:
        for other in world.of("ContentVersion"):
            if other["ContentDocumentId"] == version["ContentDocumentId"] and other is not version:
                other["IsLatest"] = False
    world.records[version["ContentDocumentId"]]["LatestPublishedVersionId"] = version["Id"]


def _system(world: World, by: str, sobject: str, values: Record) -> Record:
    """A record that Salesforce makes by itself."""
    blank = {one.name: one.default for one in world.objects[sobject].fields.values()}
    made = {**blank, "type": sobject, "Id": world.new_id(sobject), "IsDeleted": False, **values}
    made |= {"CreatedDate": world.moment(), "CreatedById": by}
    world.touch(made, by)
    world.records[made["Id"]] = made
    return made


def roll_up(world: World, opportunity: str) -> None:
    """The amount of an opportunity that has products is their sum."""
    lines = [one for one in world.of("OpportunityLineItem") if one["OpportunityId"] == opportunity]
    owner = world.records.get(opportunity)
    if owner is not None and lines:
        owner.setdefault("own amount", owner["Amount"])
        owner["Amount"] = sum(float(one["Quantity"] or 0) * float(one["UnitPrice"] or 0) for one in lines)
    elif owner is not None and "own amount" in owner:
        owner["Amount"] = owner.pop("own amount")


# --- deletes


def delete(ask: Ask, kind: SObject, record: Record) -> None:
    """Put a record into the bin, with what hangs on it."""
    if not kind.deletable:
        raise Broken("INSUFFICIENT_ACCESS_OR_READONLY", "entity type cannot be deleted: " + kind.name)
    keeps = [other["Id"] for one, other in ask.world.children(record) if one.on_delete == "restrict"]
    if keeps:
        text = f"Your attempt to delete {record['Id']} could not be completed because it is associated with {keeps}"
        raise Broken("DELETE_FAILED", text)
    ask.world.along[record["Id"]] = _bin(ask, record)


def _bin(ask: Ask, record: Record) -> list[str]:
    """Move a record and what goes along; the rest forgets it. Gives what went along."""
    went: list[str] = []
    record["IsDeleted"] = True
    ask.world.touch(record, ask.user)
    for one, other in list(ask.world.children(record)):
        if one.on_delete == "cascade":
            went += [other["Id"], *_bin(ask, other)]
        elif one.on_delete == "clear":
            other[one.name], other[f"was {one.name}"] = None, record["Id"]
    if record["type"] == "OpportunityLineItem":
        roll_up(ask.world, record["OpportunityId"])
    return went


def undelete(ask: Ask, id: str) -> None:
    """Bring a record back out of the bin, with what went along and the fields that were emptied.

    A field that was set to another record meanwhile keeps that.
    https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_undelete.htm
    """
    if not is_id(id):
        raise Broken("MALFORMED_ID", f"malformed id {id}")
    record = ask.world.records.get(long_id(id))
    if record is None:
        raise Broken("INVALID_CROSS_REFERENCE_KEY", "invalid cross reference id")
    if not record["IsDeleted"] or not ask.world.objects[record["type"]].undeletable:
        raise Broken("UNDELETE_FAILED", "Entity is not in the recycle bin")
    back = [record, *(ask.world.records[one] for one in ask.world.along.pop(record["Id"], []))]
    for one in back:
        one["IsDeleted"] = False
        ask.world.touch(one, ask.user)
    for one in back:
        _refer_again(ask.world, one)
        if one["type"] == "OpportunityLineItem":
            roll_up(ask.world, one["OpportunityId"])


def _refer_again(world: World, record: Record) -> None:
    for kind in world.objects.values():
        for one in kind.fields.values():
            if record["type"] in one.to:
                for other in world.of(kind.name):
                    if other.pop(f"was {one.name}", None) == record["Id"] and other[one.name] is None:
                        other[one.name] = record["Id"]
