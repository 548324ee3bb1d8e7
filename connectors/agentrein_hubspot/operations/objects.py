"""Records of every kind, one by one: https://developers.hubspot.com/docs/api-reference/crm-objects-v3/guide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    answer,
    computed,
    find,
    maybe,
    op,
    read,
    sent,
    stands,
    when,
)
from agentrein_hubspot.kinds import CONTACT, kind_of
from agentrein_hubspot.operations import told
from agentrein_hubspot.operations.places import (
    DOCS,
    NEW_RECORD,
    RECORD,
    RECORDS,
    RESTORE_BY_HAND,
    THE_RECORD,
)
from agentrein_hubspot.operations.record_tiers import create_tier
from agentrein_hubspot.operations.shapes import STAYS, UNTOUCHED, archive_again, linked_ids
from agentrein_hubspot.property_values import listed_at_probe, shown_at_probe

MERGED = ("contacts", "companies", "deals", "tickets")
"""Kinds of which two records can become one."""


# --- pure functions


def mail_address(kind: str, properties: Any) -> str:
    """The e-mail address of a new contact, by which it is found; empty for any other record."""
    email = properties.get("email") if isinstance(properties, Mapping) else None
    return str(email).strip() if email and kind_of(kind) == CONTACT else ""


# --- how a new record is found when the answer was lost

_SAME = {"as_asked": True, "by_integration": True}
_ASKED = {"asked": sent("properties")}
_BY_MAIL = find(
    read(
        f"POST {RECORDS}/batch/read",
        at="results",
        body={
            "idProperty": "email",
            "inputs": [{"id": sent("properties.email")}],
            "properties": computed(shown_at_probe, sent("properties")),
        },
        completed="made records",
        given=_ASKED,
    ),
    same=_SAME,
    since="createdAt",
)
_IN_THE_LIST = find(
    read(
        f"GET {RECORDS}",
        at="results",
        completed="made records",
        given=_ASKED,
        limit=100,
        properties=computed(listed_at_probe, sent("properties")),
    ),
    same=_SAME,
    since="createdAt",
    pages="after",
    next="paging.next.after",
)

ROWS = (
    op(
        f"POST {RECORDS}",
        sdk="crm.objects.basic_api.create",
        says="create {what}{titled}",
        names=told.record,
        tier=create_tier,
        object=NEW_RECORD,
        inverse=archive_again(answer("id"), answer("properties"), computed(linked_ids, sent("associations"))),
        probe=when(computed(mail_address, sent("objectType"), sent("properties")), _BY_MAIL, _IN_THE_LIST),
        residue=STAYS,
        if_stuck="Look for the record in HubSpot; if it is there and nobody worked on it, delete it, then keep the "
        "action.",
        why=f"An archived record lies in the recycle bin, from which a person can take it. {UNTOUCHED} "
        f"{DOCS}/crm-contacts-v3/guide",
    ),
    op(
        f"DELETE {RECORD}",
        sdk="crm.objects.basic_api.archive",
        says="archive {what} {objectId}",
        names=told.record,
        tier=IRREVERSIBLE,
        object=THE_RECORD,
        probe=stands(maybe(f"GET {RECORD}", archived=True), {"archived": True}),
        why="No call brings an archived record back, though a person can for 90 days, and a new one in its place would "
        f"stand in the way of that. {RESTORE_BY_HAND}",
    ),
    *(
        op(
            f"POST /crm/v3/objects/{kind}/merge",
            sdk=f"crm.{kind}.basic_api.merge",
            says=f"merge two {kind} for good: {{objectIdToMerge}} into {{primaryObjectId}}",
            tier=IRREVERSIBLE,
            why="Nothing tells any more what belonged to which. https://knowledge.hubspot.com/deals/merge-deals",
        )
        for kind in MERGED
    ),
    op(
        "POST /crm/v3/objects/contacts/gdpr-delete",
        sdk="crm.contacts.basic_api.purge",
        says="erase contact {objectId} with all that is kept of the person",
        tier=IRREVERSIBLE,
        why="Nothing is kept, and the address is barred. "
        "https://knowledge.hubspot.com/privacy-and-consent/understand-restorable-and-permanent-contact-deletions",
    ),
)
"""One set of rows for every kind, whatever a path calls it."""
