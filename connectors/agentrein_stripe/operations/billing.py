"""Usage: meters with their events, and alerts.

https://docs.stripe.com/api/billing/meter and https://docs.stripe.com/api/billing/alert
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Operation,
    answer,
    before,
    computed,
    do,
    either,
    find,
    leave,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_stripe.operations.shapes import EVENTS, all_there, as_made, back, event, fields, like
from agentrein_stripe.written import flat

METERS = "/v1/billing/meters"
METER = f"{METERS}/{{id}}"
ALERTS = "/v1/billing/alerts"
ALERT = f"{ALERTS}/{{id}}"
DOCS = "https://docs.stripe.com/api/billing"

_METERS = ("billing meters: write", "billing meters: read")
_ALERTS = ("billing alerts: write", "billing alerts: read")


def was_not(shown: Any, value: Any) -> bool:
    """Whether it read otherwise before."""
    return bool(shown != value)


def turned(address: str, does: str, to: str, back_by: str, was: str, **row: Any) -> Operation:
    """The row that turns something on or off; `was` is how it stands when it is turned back."""
    return op(
        f"POST {address}/{does}",
        before=read(f"GET {address}"),
        inverse=either(
            {
                True: do(f"POST {address}/{back_by}", goal=shows(f"GET {address}", status=was), still={"status": to}),
                False: None,
            },
            by=computed(was_not, before("status"), to),
        ),
        probe=stands(f"GET {address}", {"status": to}),
        **row,
    )


def usage(does: str, kind: str, says: str) -> Iterator[Operation]:
    """The rows that report usage or cancel it, in either version of the API."""
    for version, service in (("v1", "billing"), ("v2", "v2.billing")):
        yield op(
            f"POST /{version}/billing/{kind}",
            sdk=f"{service}.{kind}.{does}",
            says=says,
            tier=IRREVERSIBLE,
            why="A usage event can be canceled for a day, but none can be read: whether a lost one was counted, or is "
            f"canceled, is not told. {DOCS}/meter-event-adjustment/create",
        )


ROWS = (
    op(
        f"POST {METERS}",
        sdk="billing.meters.create",
        says="make meter {display_name!r} for {event_name}",
        tier=COMPENSABLE,
        object=path("stripe:meter:", answer("id")),
        inverse=do(
            f"POST {METER}/deactivate",
            id=answer("id"),
            goal=shows(f"GET {METER}", status="inactive"),
            still=as_made("status", "display_name"),
            alike=like("display_name"),
            ends=True,
        ),
        probe=event("billing.meter.created"),
        residue=f"The meter stays, inactive. {EVENTS}",
        scopes=_METERS,
        why=f"Nothing deletes a meter; it is deactivated. {DOCS}/meter/deactivate",
    ),
    op(
        f"POST {METER}",
        sdk="billing.meters.update",
        says="call meter {id} {display_name!r}",
        tier=REVERSIBLE,
        takes=flat(),
        object=path("stripe:meter:", sent("id")),
        inverse=back(METER, fields("display_name")),
        residue=EVENTS,
        scopes=_METERS,
        why=f"The name is put back. {DOCS}/meter/update",
    ),
    turned(
        METER,
        "deactivate",
        "inactive",
        "reactivate",
        "active",
        sdk="billing.meters.deactivate",
        says="deactivate meter {id}",
        tier=COSTLY,
        object=path("stripe:meter:", sent("id")),
        residue=f"Usage that was reported meanwhile was refused, and is lost. {EVENTS}",
        scopes=_METERS,
        why=f"It is reactivated. {DOCS}/meter/reactivate",
    ),
    turned(
        METER,
        "reactivate",
        "active",
        "deactivate",
        "inactive",
        sdk="billing.meters.reactivate",
        says="reactivate meter {id}",
        tier=REVERSIBLE,
        object=path("stripe:meter:", sent("id")),
        residue=f"Usage that was reported meanwhile was counted. {EVENTS}",
        scopes=_METERS,
        why=f"It is deactivated again. {DOCS}/meter/deactivate",
    ),
    *usage("create", "meter_events", "report usage of {event_name}"),
    *usage("create", "meter_event_adjustments", "cancel usage of {event_name}"),
    op(
        "POST /v2/billing/meter_event_stream",
        sdk="v2.billing.meter_event_stream.create",
        says="report usage",
        tier=IRREVERSIBLE,
        why=f"Usage events cannot be read, so that nothing tells which were counted. {DOCS}/meter-event/create",
    ),
    op(
        "POST /v2/billing/meter_event_session",
        sdk="v2.billing.meter_event_session.create",
        says="begin to report usage",
        tier=COMPENSABLE,
        object=path("stripe:meter_event_session:new"),
        inverse=leave("the token of a session ends after a quarter of an hour, and counts nothing by itself"),
        residue="Whoever has the token may report usage until it ends.",
        why="A session cannot be ended. https://docs.stripe.com/api/v2/billing/meter-event-stream/session/create",
    ),
    op(
        f"POST {ALERTS}",
        sdk="billing.alerts.create",
        says="make alert {title!r}",
        tier=COMPENSABLE,
        object=path("stripe:alert:", answer("id")),
        before=all_there(f"GET {ALERTS}"),
        inverse=do(
            f"POST {ALERT}/archive",
            id=answer("id"),
            goal=shows(f"GET {ALERT}", status="archived"),
            still=as_made("status", "title"),
            ends=True,
        ),
        probe=find(
            read(f"GET {ALERTS}", at="data", limit=100),
            same=("title", "alert_type"),
            key="id",
            unless=before("data[].id"),
            pages="starting_after",
            next="data.-1.id",
        ),
        residue="The alert stays, archived, and may have fired.",
        scopes=_ALERTS,
        why="An alert is archived for good. Alerts show no time, and have no event when they are made: a lost one is "
        f"told from those that were there. {DOCS}/alert/archive",
    ),
    turned(
        ALERT,
        "activate",
        "active",
        "deactivate",
        "inactive",
        sdk="billing.alerts.activate",
        says="activate alert {id}",
        tier=REVERSIBLE,
        object=path("stripe:alert:", sent("id")),
        residue="It may have fired meanwhile.",
        scopes=_ALERTS,
        why=f"It is deactivated, if it was. {DOCS}/alert/deactivate",
    ),
    turned(
        ALERT,
        "deactivate",
        "inactive",
        "activate",
        "active",
        sdk="billing.alerts.deactivate",
        says="deactivate alert {id}",
        tier=REVERSIBLE,
        object=path("stripe:alert:", sent("id")),
        residue="What it would have told meanwhile was not told.",
        scopes=_ALERTS,
        why=f"It is activated, if it was. {DOCS}/alert/activate",
    ),
    op(
        f"POST {ALERT}/archive",
        sdk="billing.alerts.archive",
        says="archive alert {id}",
        tier=IRREVERSIBLE,
        object=path("stripe:alert:", sent("id")),
        why=f"An archived alert stays so. {DOCS}/alert/archive",
    ),
)
