"""How far a write to a record can be undone, by what it touches.

https://knowledge.hubspot.com/records/use-lifecycle-stages
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agentrein.connector import COSTLY, IRREVERSIBLE, REVERSIBLE, Actor, Call, Tier, depends
from agentrein_hubspot.divided import STAGE
from agentrein_hubspot.kinds import COMPANY, CONTACT, EMAIL, INVOICE, QUOTE, TICKET, kind_of
from agentrein_hubspot.property_values import properties_of

NOTICED = {
    "hubspot_owner_id",
    "dealstage",
    "pipeline",
    "hs_pipeline",
    "hs_pipeline_stage",
    "hs_task_status",
}
"""Properties whose change people are told of, and by which HubSpot sets stamps and starts automations."""

KEYS: Mapping[str, set[str]] = {CONTACT: {"email"}, COMPANY: {"domain"}}
"""Properties by which a record is found: the old value may be taken when it is to come back."""

ISSUED: Mapping[str, tuple[str, set[str]]] = {
    QUOTE: ("hs_status", {"", "draft"}),
    INVOICE: ("hs_invoice_status", {"", "draft"}),
    EMAIL: ("hs_email_status", {"", "bounced", "failed", "sent"}),
}
"""The property that issues a document or sends a mail, by kind, with the values that do not."""

READ_ONLY = {
    "createdate",
    "days_to_close",
    "hs_created_by_user_id",
    "hs_createdate",
    "hs_lastmodifieddate",
    "hs_object_id",
    "hs_object_source",
    "hs_object_source_id",
    "hs_object_source_label",
    "hs_updated_by_user_id",
    "hubspot_owner_assigneddate",
    "lastmodifieddate",
    "num_notes",
}
"""Properties that HubSpot itself sets: a call that names one is refused as a whole."""

TOLD = {*NOTICED, STAGE, *(name for name, _ in ISSUED.values())}
"""Properties whose new value a sentence for people names."""


def _written(call: Call) -> Mapping[str, Any]:
    body = call.body if isinstance(call.body, Mapping) else {}
    properties = body.get("properties")
    return properties if isinstance(properties, Mapping) else {}


def _kind(call: Call) -> str:
    return kind_of(str(call.params.get("objectType", "")))


def issues(kind: str, *states: Mapping[str, Any]) -> bool:
    """Whether one of these states of a record is one at which something was issued or sent."""
    name, harmless = ISSUED.get(kind, ("", set()))
    return any(str(state[name] or "").lower() not in harmless for state in states if name in state)


@depends(REVERSIBLE, COSTLY, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A new record goes to the recycle bin, unless it is issued at once; of a linked ticket support may mail."""
    kind, body = _kind(call), call.body if isinstance(call.body, Mapping) else {}
    if issues(kind, _written(call)):
        return IRREVERSIBLE
    return COSTLY if kind == TICKET and body.get("associations") else REVERSIBLE


@depends(REVERSIBLE, COSTLY, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Values are written back; what was issued cannot be taken back, nor be put back without being issued again."""
    kind, written = _kind(call), _written(call)
    was = properties_of(image)
    if issues(kind, written, {name: was.get(name) for name in written}):
        return IRREVERSIBLE
    return COSTLY if set(written) & (NOTICED | KEYS.get(kind, set())) else REVERSIBLE


@depends(REVERSIBLE, COSTLY, IRREVERSIBLE)
def upsert_tier(call: Call, image: Any, actor: Actor | None) -> Tier:
    """As for the new record or for the one that is there; a lifecycle stage does not come back in one call."""
    body = call.body if isinstance(call.body, Mapping) else {}
    one = next(iter(body.get("inputs") or []), None) or {}
    alone = replace(call, body={name: one[name] for name in ("properties", "associations") if name in one})
    if image is None:
        return create_tier(alone, None, actor)
    was = properties_of(image).get(STAGE)
    asked = _written(alone).get(STAGE)
    return IRREVERSIBLE if was and asked is not None and asked != was else update_tier(alone, image, actor)
