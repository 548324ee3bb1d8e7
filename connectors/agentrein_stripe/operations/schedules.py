"""Subscription schedules. https://docs.stripe.com/api/subscription_schedules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import IRREVERSIBLE, answer, computed, do, either, op, path, sent, shows
from agentrein_stripe.operations.shapes import EVENTS, as_made, back, event, fields, like
from agentrein_stripe.operations.subscription_tiers import schedule_tier, schedule_update_tier
from agentrein_stripe.written import flat

SCHEDULES = "/v1/subscription_schedules"
SCHEDULE = f"{SCHEDULES}/{{schedule}}"

_THIS = path("stripe:subscription_schedule:", sent("schedule"))
_SCOPES = ("subscriptions: write", "subscriptions: read")
_OWN = ("status", "end_behavior", "metadata", "phases")
DOCS = "https://docs.stripe.com/api/subscription_schedules"


def is_around(call: Mapping[str, Any]) -> bool:
    """Whether a schedule is put around a subscription that runs."""
    return bool(call.get("from_subscription"))


def _ended(does: str, status: str) -> Any:
    return do(
        f"POST {SCHEDULE}/{does}",
        schedule=answer("id"),
        goal=shows(f"GET {SCHEDULE}", status=status),
        still=as_made(*_OWN),
        alike=like(*_OWN),
        ends=True,
    )


ROWS = (
    op(
        f"POST {SCHEDULES}",
        sdk="subscription_schedules.create",
        says="schedule a subscription",
        tier=schedule_tier,
        object=path("stripe:subscription_schedule:", answer("id")),
        parents=(path("stripe:subscription:", sent("from_subscription")),),
        inverse=either(
            {True: _ended("release", "released"), False: _ended("cancel", "canceled")},
            by=computed(is_around, sent()),
        ),
        probe=event("subscription_schedule.created"),
        residue=f"The schedule stays in the list, released or canceled. {EVENTS}",
        if_stuck="If it has begun, the subscription that it made is for a person to end.",
        scopes=_SCOPES,
        why="A schedule of a running subscription lets go of it, and one that has not begun is canceled; one that "
        f"begins now bills. {DOCS}/release",
    ),
    op(
        f"POST {SCHEDULE}",
        sdk="subscription_schedules.update",
        says="set {fields} of schedule {schedule}",
        tier=schedule_update_tier,
        takes=flat(),
        object=_THIS,
        inverse=back(SCHEDULE, fields(kept=("end_behavior",))),
        residue=EVENTS,
        scopes=_SCOPES,
        why="What becomes of it at its end is put back. Phases do not read as they are written, and those that have "
        f"begun cannot be changed. {DOCS}/update",
    ),
    op(
        f"POST {SCHEDULE}/release",
        sdk="subscription_schedules.release",
        says="release schedule {schedule}",
        tier=IRREVERSIBLE,
        object=_THIS,
        why=f"A new schedule of the subscription has other phases, which are written in a second call. {DOCS}/release",
    ),
    op(
        f"POST {SCHEDULE}/cancel",
        sdk="subscription_schedules.cancel",
        says="cancel schedule {schedule}",
        tier=IRREVERSIBLE,
        object=_THIS,
        why=f"It cancels the subscription at once. {DOCS}/cancel",
    ),
)
