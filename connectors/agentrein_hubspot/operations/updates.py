"""Properties of records that are there: https://developers.hubspot.com/docs/api-reference/crm-objects-v3/guide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    batch,
    before,
    computed,
    do,
    either,
    field,
    of_items,
    op,
    read,
    restore,
    sent,
    shows,
)
from agentrein_hubspot.batches import parts_of_update, record_in_itself, same_for_all
from agentrein_hubspot.divided import STAGE
from agentrein_hubspot.operations import told
from agentrein_hubspot.operations.places import AS_IT_WAS, DOCS, ITSELF, RECORD, THE_RECORD
from agentrein_hubspot.operations.record_tiers import READ_ONLY, update_tier
from agentrein_hubspot.property_values import NAME, named, properties_of

HISTORY = "The history of each property shows both changes."


# --- properties


def written_properties(body: Any, image: Any) -> tuple[Any, ...]:
    """The properties that a call writes, each to be put back by itself; one that the image does not show cannot be."""
    shown = properties_of(image)
    return tuple(_property(name, shown) for name in named(body.get("properties")))


def _property(name: str, shown: Mapping[str, Any]) -> Any:
    if NAME.fullmatch(name) is None or name not in shown or name in READ_ONLY:
        return field(name, read="id", inside="properties", lossy=True)
    return field(name, inside="properties", clear="", same=(None, ""), alike="value as written")


# --- the lifecycle stage


def as_text(stage: Any) -> str:
    """A stage as it is written: none as an empty text."""
    return str(stage or "")


def was_any(stage: Any) -> bool:
    """Whether there was a stage: HubSpot takes an earlier one back only once there is none."""
    return bool(stage)


_WAS, _ASKED = before(f"properties.{STAGE}"), sent(f"properties.{STAGE}")
_STAGE = read(
    f"GET {RECORD}",
    completed="the lifecycle stage",
    given={"id": before("id"), "was": _WAS, "asked": _ASKED},
    objectId=before("id"),
    properties=STAGE,
    propertiesWithHistory=STAGE,
)
_EMPTY = do(
    f"PATCH {RECORD}#stage",
    {"properties": {STAGE: ""}},
    objectId=before("id"),
    goal=shows(_STAGE, left=True),
    still={"stage": _ASKED},
)
_BACK = do(
    f"PATCH {RECORD}#stage",
    {"properties": {STAGE: computed(as_text, _WAS)}},
    objectId=before("id"),
    goal=shows(_STAGE, want={STAGE: computed(as_text, _WAS)}),
    still={"stage": _ASKED},
)

ROWS = (
    op(
        f"PATCH {RECORD}#properties",
        sdk="crm.objects.basic_api.update",
        says="set {sets} of {what} {objectId}",
        names=told.record,
        tier=update_tier,
        query=("idProperty",),
        object=THE_RECORD,
        before=AS_IT_WAS,
        inverse=restore(ITSELF, f"PATCH {RECORD}#properties", written_properties, objectId=before("id")),
        ignores=("objectWriteTraceId",),
        residue=f"{HISTORY} Automations ran on each, and a new owner was told; HubSpot stamps dates of stages and "
        "owners anew.",
        if_stuck="Open the record in HubSpot; the history of each property shows the value from before.",
        why="Each value is written back if it still stands as the call left it; an empty text clears. "
        f"{DOCS}/crm-contacts-v3/guide",
    ),
    op(
        f"PATCH {RECORD}#stage",
        sdk="crm.objects.basic_api.update",
        says="set {sets} of {what} {objectId}",
        names=told.record,
        tier=REVERSIBLE,
        query=("idProperty",),
        object=THE_RECORD,
        before=AS_IT_WAS,
        inverse=_BACK,
        also=either({True: _EMPTY, False: None}, by=computed(was_any, _WAS)),
        ignores=("objectWriteTraceId",),
        residue=f"{HISTORY} The dates on which the record became what it was keep both; linked companies and deals may "
        "have moved along.",
        if_stuck="Set the lifecycle stage in HubSpot by hand.",
        why="HubSpot moves a stage only forward, so it is emptied first, and read again after each call. "
        "https://knowledge.hubspot.com/records/use-lifecycle-stages",
    ),
    op(
        f"PATCH {RECORD}#mixed",
        sdk="crm.objects.basic_api.update",
        says="set {sets} of {what} {objectId}",
        names=told.record,
        tier=of_items(REVERSIBLE, COSTLY, IRREVERSIBLE),
        query=("idProperty",),
        batch=batch(
            f"PATCH {RECORD}#properties",
            f"PATCH {RECORD}#stage",
            split=parts_of_update,
            answers=same_for_all,
            before=AS_IT_WAS,
            cut=record_in_itself,
        ),
        residue=f"{HISTORY} Automations ran on each.",
        why=f"The lifecycle stage and the other properties come back each in its way. {DOCS}/crm-contacts-v3/guide",
    ),
)
