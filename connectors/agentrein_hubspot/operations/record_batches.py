"""Up to a hundred records in one call: https://developers.hubspot.com/docs/api-reference/crm-objects-v3/guide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    batch,
    before,
    computed,
    do,
    either,
    found,
    of_items,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_hubspot.batches import (
    MOST,
    created,
    creates,
    ids_of,
    record_in,
    updated,
    updates,
    upserted,
    upserts,
)
from agentrein_hubspot.kinds import called, kind_of
from agentrein_hubspot.operations.places import DOCS, RECORD, RECORDS, RESTORE_BY_HAND
from agentrein_hubspot.operations.record_tiers import upsert_tier
from agentrein_hubspot.operations.shapes import STAYS, UNTOUCHED, archive_again, linked_ids, values_before
from agentrein_hubspot.property_values import listed

GUIDE = f"{DOCS}/latest/error-handling"
_ONE = "inputs.0"


# --- pure functions


def told_of(call: Mapping[str, Any]) -> dict[str, Any]:
    """The kind of the records, and how many a call names."""
    inputs = call.get("inputs")
    return {"what": called(str(call.get("objectType"))), "many": len(inputs) if isinstance(inputs, list) else "some"}


def one_asked(one: Any) -> dict[str, Any]:
    """The body of the read that shows the record of one input."""
    asked = ids_of([one])
    return {**asked, "properties": [*asked["properties"], "hs_object_source"]}


def whole_of(one: Any) -> dict[str, Any]:
    """Everything that one input sets: the property by which it names the record among it."""
    by = one.get("idProperty")
    properties = one.get("properties")
    return {**({by: one.get("id")} if by else {}), **(properties if isinstance(properties, Mapping) else {})}


def was_there(image: Any) -> bool:
    """Whether the record was there before."""
    return image is not None


def was_absent(image: Any) -> bool:
    """Whether it was not."""
    return image is None


# --- one input of an upsert

_READ = read(
    f"POST {RECORDS}/batch/read",
    at="results.0",
    maybe=True,
    body=computed(one_asked, sent(_ONE)),
)
_WAS = computed(values_before, sent(f"{_ONE}.properties"), before())
_FOUND = read(
    f"POST {RECORDS}/batch/read",
    at="results.0",
    maybe=True,
    body=computed(one_asked, sent(_ONE)),
    completed="upserted record",
    given={"asked": computed(whole_of, sent(_ONE)), "was_there": computed(was_there, before()), "was": _WAS},
)
_BACK = do(
    f"PATCH {RECORD}#properties",
    {"properties": _WAS},
    objectId=before("id"),
    goal=shows(
        read(
            f"GET {RECORD}",
            completed="written at once",
            given={"id": before("id"), "was": _WAS, "asked": sent(f"{_ONE}.properties"), "left": answer("results.0")},
            objectId=before("id"),
            properties=computed(listed, sent(f"{_ONE}.properties")),
        ),
        as_before=True,
    ),
    still={"changed": []},
)

ROWS = (
    op(
        f"POST {RECORDS}/batch/create",
        sdk="crm.objects.batch_api.create",
        says="create {count} new {what} records",
        names=told_of,
        tier=of_items(REVERSIBLE, COSTLY, IRREVERSIBLE),
        batch=batch(f"POST {RECORDS}", split=creates, answers=created, most=MOST),
        residue=STAYS,
        why=f"Each record that was made is archived again. {UNTOUCHED} {GUIDE}",
    ),
    op(
        f"POST {RECORDS}/batch/update",
        sdk="crm.objects.batch_api.update",
        says="write into {many} {what} records",
        names=told_of,
        tier=of_items(REVERSIBLE, COSTLY, IRREVERSIBLE),
        batch=batch(
            f"PATCH {RECORD}#properties",
            f"PATCH {RECORD}#stage",
            split=updates,
            answers=updated,
            before=read(f"POST {RECORDS}/batch/read", body=computed(ids_of, sent("inputs"))),
            cut=record_in,
            most=2 * MOST,
        ),
        residue="The history of each property shows both changes. Automations ran on each.",
        why=f"One read shows all the records before; each value is written back to each record. {GUIDE}",
    ),
    op(
        f"POST {RECORDS}/batch/upsert#many",
        sdk="crm.objects.batch_api.upsert",
        says="create or write {many} {what} records",
        names=told_of,
        tier=of_items(REVERSIBLE, COSTLY, IRREVERSIBLE),
        batch=batch(f"POST {RECORDS}/batch/upsert#one", split=upserts, answers=upserted, most=MOST),
        residue=STAYS,
        why=f"Each result says whether the record is new. {GUIDE}",
    ),
    op(
        f"POST {RECORDS}/batch/upsert#one",
        sdk="crm.objects.batch_api.upsert",
        says="create or write one {what} record",
        names=told_of,
        tier=upsert_tier,
        object=path("hubspot:", computed(kind_of, sent("objectType")), ":", answer("results.0.id")),
        before=_READ,
        inverse=either(
            {
                True: archive_again(
                    answer("results.0.id"),
                    answer("results.0.properties"),
                    computed(linked_ids, sent(f"{_ONE}.associations")),
                ),
                False: _BACK,
            },
            by=answer("results.0.new"),
        ),
        probe=stands(
            _FOUND,
            {"landed": True},
            effect={
                "results": [
                    {"id": found("id"), "properties": found("properties"), "new": computed(was_absent, before())}
                ]
            },
        ),
        residue=STAYS,
        if_stuck="Look for the record in HubSpot: if it was new, delete it; else its history shows "
        "the values from before.",
        why=f"A new record is archived again; into one that was there the values from before are written. {UNTOUCHED} "
        f"{GUIDE}",
    ),
    op(
        f"POST {RECORDS}/batch/archive",
        sdk="crm.objects.batch_api.archive",
        says="archive {many} {what} records",
        names=told_of,
        tier=IRREVERSIBLE,
        why=f"No call brings archived records back, though a person can for 90 days. {RESTORE_BY_HAND}",
    ),
)
"""Batches of records of every kind."""
