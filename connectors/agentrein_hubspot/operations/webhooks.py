"""Webhooks of an app: https://developers.hubspot.com/docs/api-reference/legacy/webhooks/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    anew,
    answer,
    batch,
    before,
    computed,
    do,
    field,
    find,
    gone,
    maybe,
    of_items,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_hubspot.batches_of_content import by_id, switched
from agentrein_hubspot.operations.app_settings import NOTHING_THERE, Settings, said

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/webhooks/guide"
SUBSCRIPTIONS = "/webhooks/v3/{appId}/subscriptions"
SUBSCRIPTION = f"{SUBSCRIPTIONS}/{{subscriptionId}}"
_SETTINGS = Settings(
    "/webhooks/v3/{appId}/settings",
    ("targetUrl", "throttling"),
    "webhook",
    "webhooks.settings_api",
    DOCS,
    SUBSCRIPTIONS,
)
_FIELDS = ("eventType", "propertyName", "objectTypeId", "active")
_THIS = path("hubspot:app:", sent("appId"), "/subscription:", sent("subscriptionId"))
TOLD = "What happened meanwhile was told to the app, or not, as the change asked."


def _what(source: Any) -> dict[str, Any]:
    return {name: source(name) for name in ("eventType", "propertyName", "objectTypeId")}


_AGAIN = read(f"GET {SUBSCRIPTIONS}", at="entry", maybe=True, completed="entry like", given={"like": _what(before)})

ROWS = (
    _SETTINGS.replace("configure"),
    _SETTINGS.clear("PUT", "clear"),
    op(
        f"POST {SUBSCRIPTIONS}",
        sdk="webhooks.subscriptions_api.create",
        says="tell app {appId} of {eventType}",
        tier=REVERSIBLE,
        object=path("hubspot:app:", sent("appId"), "/subscription:", answer("id")),
        inverse=do(
            f"DELETE {SUBSCRIPTION}",
            subscriptionId=answer("id"),
            goal=gone(f"GET {SUBSCRIPTION}", parent=read(f"GET {SUBSCRIPTIONS}")),
            still={"active": answer("active")},
            ok=(404,),
        ),
        probe=find(read(f"GET {SUBSCRIPTIONS}", at="results"), same=_what(sent), since="createdAt"),
        residue=TOLD,
        why=f"A subscription is deleted again; the same one cannot be made twice. {DOCS}",
    ),
    op(
        f"PATCH {SUBSCRIPTION}",
        sdk="webhooks.subscriptions_api.update",
        says="switch subscription {subscriptionId} of app {appId}: active {active}",
        tier=REVERSIBLE,
        object=_THIS,
        inverse=restore(f"GET {SUBSCRIPTION}", f"PATCH {SUBSCRIPTION}", field("active")),
        residue=TOLD,
        why=f"It is switched back. {DOCS}",
    ),
    op(
        f"DELETE {SUBSCRIPTION}",
        sdk="webhooks.subscriptions_api.archive",
        says="tell app {appId} no more of subscription {subscriptionId}",
        tier=COSTLY,
        object=_THIS,
        before=read(f"GET {SUBSCRIPTION}", completed="an object"),
        inverse=do(
            f"POST {SUBSCRIPTIONS}",
            computed(said, before(), list(_FIELDS)),
            goal=shows(_AGAIN, active=before("active")),
            still=None,
            anew=[anew("id", "subscriptionId")],
        ),
        probe=stands(maybe(f"GET {SUBSCRIPTION}"), NOTHING_THERE),
        residue="The subscription has another id, and what happened meanwhile was not told.",
        why=f"A subscription is made again as it was. {DOCS}",
    ),
    op(
        f"POST {SUBSCRIPTIONS}/batch/update",
        sdk="webhooks.subscriptions_api.update_batch",
        says="switch {count} subscriptions of app {appId}",
        tier=of_items(REVERSIBLE),
        batch=batch(f"PATCH {SUBSCRIPTION}", split=switched, answers=by_id),
        residue=TOLD,
        why=f"Each is switched back. {DOCS}",
    ),
)
