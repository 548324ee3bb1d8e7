"""Destinations of events, which are API v2. https://docs.stripe.com/api/v2/core/event_destinations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    anew,
    answer,
    before,
    computed,
    depends,
    do,
    either,
    field,
    find,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_stripe.operations.shapes import ACCOUNT, as_made, like
from agentrein_stripe.said import shown
from agentrein_stripe.written import made_again

DESTINATIONS = "/v2/core/event_destinations"
DESTINATION = f"{DESTINATIONS}/{{id}}"

_THIS = path("stripe:event_destination:", sent("id"))
_SCOPES = ("event destinations: write", "event destinations: read")
_ADDRESS: dict[str, Any] = {"include[0]": "webhook_endpoint.url"}
"""An address is shown to who asks for it."""

_WHOLE = read(f"GET {DESTINATION}", **_ADDRESS)
_OWN = ("description", "enabled_events", "metadata", "name", "status")
_TERMS = (
    "description",
    "enabled_events",
    "event_payload",
    "events_from",
    "metadata",
    "name",
    "snapshot_api_version",
    "type",
)
_GAP = "Events that happened meanwhile were delivered otherwise, or not."


def terms(image: Any) -> dict[str, Any]:
    """The body of a call that makes a destination again."""
    return {**made_again(image, _TERMS), "webhook_endpoint": {"url": shown(image, "webhook_endpoint", "url")}}


@depends(COMPENSABLE, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A webhook is made again; what another cloud has to take part in is not."""
    return COMPENSABLE if shown(image, "webhook_endpoint", "url") else IRREVERSIBLE


def fields(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:  # noqa: ARG001 - a function of both
    """The fields that a call sets; null unsets in API v2 (inferred), and drops a key of metadata."""
    own = (field(name) for name in ("description", "enabled_events", "name") if name in body)
    metadata = body.get("metadata")
    keys = metadata if isinstance(metadata, Mapping) else {}
    address = (field("url", inside="webhook_endpoint"),) * ("webhook_endpoint" in body)
    return (*own, *address, *(_key(key) for key in keys))


def _key(key: str) -> Any:
    return field(key, inside="metadata", read=f"written.metadata[key={key}].value")


def told_keys(call: Mapping[str, Any]) -> list[str]:
    """The keys of metadata that a call sets."""
    return list(call.get("metadata") or {})


def _switch(back: str, was: str) -> Any:
    """The other switch, where it was the other way before."""
    return either(
        {was: do(f"POST {DESTINATION}/{back}", goal=shows(f"GET {DESTINATION}", status=was)), None: None},
        by=computed(only, before("status"), was),
    )


def only(status: Any, was: str) -> str | None:
    """The status before, if it was this one."""
    return was if status == was else None


ROWS = (
    op(
        f"POST {DESTINATIONS}",
        sdk="v2.core.event_destinations.create",
        says="send {enabled_events} to {name!r}",
        tier=REVERSIBLE,
        object=path("stripe:event_destination:", answer("id")),
        inverse=do(
            f"DELETE {DESTINATION}",
            id=answer("id"),
            goal=gone(read(f"GET {DESTINATION}", maybe=True, id=answer("id")), parent=ACCOUNT),
            still=as_made(*_OWN),
            alike=like(*_OWN),
            ok=(404,),
        ),
        probe=find(
            read(f"GET {DESTINATIONS}", at="data", limit=100),
            same=("name", "enabled_events", "type"),
            since="created",
            newest=True,
        ),
        residue=_GAP,
        scopes=_SCOPES,
        why="A destination is deleted again; its secret is shown once, to the caller only. "
        "https://docs.stripe.com/api/v2/core/event_destinations/delete",
    ),
    op(
        f"POST {DESTINATION}",
        sdk="v2.core.event_destinations.update",
        says="set {fields} of event destination {id}",
        tier=REVERSIBLE,
        object=_THIS,
        inverse=restore(
            read(
                f"GET {DESTINATION}", completed="written", given={"metadata": computed(told_keys, sent())}, **_ADDRESS
            ),
            f"POST {DESTINATION}",
            fields,
            moot=gone(f"GET {DESTINATION}", parent=ACCOUNT),
        ),
        faithful=False,
        ignores=("include",),
        residue=_GAP,
        scopes=_SCOPES,
        why="That null unsets in API v2 is inferred; what was there is written back. "
        "https://docs.stripe.com/api/v2/core/event_destinations/update",
    ),
    op(
        f"DELETE {DESTINATION}",
        sdk="v2.core.event_destinations.delete",
        says="delete event destination {id}",
        tier=delete_tier,
        object=_THIS,
        before=_WHOLE,
        inverse=do(
            f"POST {DESTINATIONS}",
            computed(terms, before()),
            goal=shows(
                read(
                    f"GET {DESTINATIONS}",
                    at="same",
                    maybe=True,
                    completed="same destination",
                    given={"was": before()},
                    limit=100,
                    **_ADDRESS,
                ),
                name=before("name"),
            ),
            still=None,
            anew=[anew("id", "id")],
        ),
        probe=stands(f"GET {DESTINATION}", {"": None}),
        residue=f"It has another id and another signing secret, which its receiver must be given. {_GAP}",
        scopes=_SCOPES,
        why="Another cloud's part in a destination is not made again, a webhook is. "
        "https://docs.stripe.com/api/v2/core/event_destinations/create",
    ),
    op(
        f"POST {DESTINATION}/disable",
        sdk="v2.core.event_destinations.disable",
        says="disable event destination {id}",
        tier=REVERSIBLE,
        object=_THIS,
        before=read(f"GET {DESTINATION}"),
        inverse=_switch("enable", "enabled"),
        probe=stands(f"GET {DESTINATION}", {"status": "disabled"}),
        residue=_GAP,
        scopes=_SCOPES,
        why="A destination that was enabled is enabled again. "
        "https://docs.stripe.com/api/v2/core/event_destinations/enable",
    ),
    op(
        f"POST {DESTINATION}/enable",
        sdk="v2.core.event_destinations.enable",
        says="enable event destination {id}",
        tier=REVERSIBLE,
        object=_THIS,
        before=read(f"GET {DESTINATION}"),
        inverse=_switch("disable", "disabled"),
        probe=stands(f"GET {DESTINATION}", {"status": "enabled"}),
        residue=_GAP,
        scopes=_SCOPES,
        why="A destination that was disabled is disabled again. "
        "https://docs.stripe.com/api/v2/core/event_destinations/disable",
    ),
)
