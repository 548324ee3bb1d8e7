"""The properties that records have at the start, by kind; those of HubSpot's that the stand-in knows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agentrein_hubspot.sandbox.types import ObjectType
from agentrein_hubspot.sandbox.values import Property
from agentrein_hubspot.sandbox.world import World


@dataclass
class Definitions:
    """Properties and groups, by the id of their kind and their name."""

    properties: dict[str, dict[str, Property]] = field(default_factory=dict)
    groups: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)


def properties_of(world: World, kind: ObjectType) -> dict[str, Property]:
    """The properties of a kind, archived ones too, by name."""
    return world.kept(Definitions).properties.setdefault(kind.id, {})


def groups_of(world: World, kind: ObjectType) -> dict[str, dict[str, Any]]:
    """The groups of a kind's properties, by name."""
    return world.kept(Definitions).groups.setdefault(kind.id, {})


def live(world: World, kind: ObjectType, name: str) -> Property | None:
    """The property of this name, None where there is none or it is archived."""
    found = properties_of(world, kind).get(name.lower())
    return None if found is None or found.archived else found


def options(*values: str) -> list[dict[str, Any]]:
    """Options with these values, in this order."""
    return [
        {"label": value.replace("_", " ").capitalize(), "value": value, "displayOrder": place, "hidden": False}
        for place, value in enumerate(values)
    ]


STAGES = (
    "subscriber",
    "lead",
    "marketingqualifiedlead",
    "salesqualifiedlead",
    "opportunity",
    "customer",
    "evangelist",
    "other",
)
"""The lifecycle stages in their order. https://knowledge.hubspot.com/records/use-lifecycle-stages"""

_READ_ONLY: dict[str, str] = {
    "hs_object_id": "number",
    "createdate": "datetime",
    "hs_createdate": "datetime",
    "lastmodifieddate": "datetime",
    "hs_lastmodifieddate": "datetime",
    "hs_object_source": "string",
    "hs_object_source_id": "string",
    "hs_object_source_label": "string",
    "hs_created_by_user_id": "number",
    "hs_updated_by_user_id": "number",
    "hubspot_owner_assigneddate": "datetime",
    "num_notes": "number",
    "hs_lifecyclestage_customer_date": "datetime",
}
_EVERYWHERE: dict[str, str] = {"hubspot_owner_id": "enumeration", "hubspot_team_id": "enumeration"}
_TEXTS: dict[str, str] = {
    "0-1": "email firstname lastname phone jobtitle company website city hs_linkedin_url",
    "0-2": "name domain phone city country industry description website",
    "0-3": "dealname description closed_lost_reason closed_won_reason",
    "0-5": "subject content",
    "0-7": "name description hs_sku",
    "0-8": "name hs_product_id",
    "0-14": "hs_title hs_language",
    "0-18": "hs_communication_body",
    "0-27": "hs_task_subject hs_task_body",
    "0-46": "hs_note_body",
    "0-47": "hs_meeting_title hs_meeting_body",
    "0-48": "hs_call_title hs_call_body",
    "0-49": "hs_email_subject hs_email_text",
    "0-53": "hs_title hs_currency",
    "0-74": "hs_goal_name",
    "0-86": "hs_label",
    "0-116": "hs_postal_mail_body",
    "0-136": "hs_lead_name",
}
_NUMBERS: dict[str, str] = {
    "0-2": "annualrevenue numberofemployees",
    "0-3": "amount",
    "0-7": "price",
    "0-8": "quantity price amount",
    "0-74": "hs_target_amount",
    "0-86": "hs_value",
}
_MOMENTS: dict[str, str] = {
    "0-3": "closedate",
    "0-5": "closed_date",
    "0-14": "hs_expiration_date",
    "0-18": "hs_timestamp",
    "0-27": "hs_timestamp hs_task_completion_date",
    "0-46": "hs_timestamp",
    "0-47": "hs_timestamp",
    "0-48": "hs_timestamp",
    "0-49": "hs_timestamp",
    "0-116": "hs_timestamp",
}
_CHOICES: dict[str, dict[str, tuple[str, ...]]] = {
    "0-1": {
        "lifecyclestage": STAGES,
        "hs_lead_status": ("NEW", "OPEN", "IN_PROGRESS"),
        "languages": ("en", "de", "fr"),
    },
    "0-2": {"lifecyclestage": STAGES},
    "0-3": {"dealtype": ("newbusiness", "existingbusiness")},
    "0-5": {"hs_ticket_priority": ("LOW", "MEDIUM", "HIGH"), "hs_ticket_category": ("PRODUCT_ISSUE", "BILLING_ISSUE")},
    "0-14": {"hs_status": ("DRAFT", "APPROVAL_NOT_NEEDED", "PENDING_APPROVAL", "APPROVED", "REJECTED")},
    "0-27": {
        "hs_task_status": ("NOT_STARTED", "IN_PROGRESS", "WAITING", "COMPLETED", "DEFERRED"),
        "hs_task_priority": ("NONE", "LOW", "MEDIUM", "HIGH"),
    },
    "0-49": {
        "hs_email_status": ("BOUNCED", "FAILED", "SCHEDULED", "SENDING", "SENT"),
        "hs_email_direction": ("EMAIL", "INCOMING_EMAIL", "FORWARDED_EMAIL"),
    },
    "0-53": {"hs_invoice_status": ("draft", "open", "paid", "voided")},
}
_STAGED: dict[str, tuple[str, str]] = {"0-3": ("pipeline", "dealstage"), "0-5": ("hs_pipeline", "hs_pipeline_stage")}
"""The properties that hold pipeline and stage; their options are the portal's pipelines."""


def staged(kind: ObjectType) -> tuple[str, str] | None:
    """The properties of a kind that hold the pipeline and the stage, None where it has none."""
    return _STAGED.get(kind.id)


def define(world: World, kind: ObjectType) -> None:
    """Give a kind the properties and the group that it has at the start."""
    made = properties_of(world, kind)
    groups_of(world, kind)["information"] = {"name": "information", "label": "Information", "displayOrder": 0}

    def add(name: str, form: str = "string", **more: Any) -> None:
        made[name] = Property(name, name.replace("_", " ").capitalize(), form, **more)

    for name, form in _READ_ONLY.items():
        add(name, form, read_only=True)
    for name, form in _EVERYWHERE.items():
        add(name, form, field_type="select")
    for names, form in ((_TEXTS, "string"), (_NUMBERS, "number"), (_MOMENTS, "datetime")):
        for name in names.get(kind.id, "").split():
            add(name, form, unique=name in kind.unique)
    for name, values in _CHOICES.get(kind.id, {}).items():
        add(name, "enumeration", field_type="checkbox" if name == "languages" else "select", options=options(*values))
    for name in _STAGED.get(kind.id, ()):
        add(name, "enumeration", field_type="select")
