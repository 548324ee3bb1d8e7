"""What the sentences of the rows say of a call: names that its arguments hold deeper than a template reaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_hubspot.kinds import called
from agentrein_hubspot.operations.record_tiers import TOLD

_TITLES = (
    "email",
    "name",
    "dealname",
    "subject",
    "hs_title",
    "hs_task_subject",
    "hs_call_title",
    "hs_meeting_title",
    "hs_email_subject",
    "hs_lead_name",
    "hs_goal_name",
    "hs_label",
)
"""Properties by which people know a record, the first that it has."""


def record(call: Mapping[str, Any]) -> dict[str, Any]:
    """What kind of record it is, how people know it, and what is set; the values where they decide much."""
    properties = call.get("properties")
    values = properties if isinstance(properties, Mapping) else {}
    title = next((str(values[name]) for name in _TITLES if values.get(name)), "")
    sets = ", ".join(f"{name} to {values[name]!r}" if name in TOLD else str(name) for name in values)
    return {"what": called(str(call.get("objectType"))), "titled": f' "{title}"' if title else "", "sets": sets}
