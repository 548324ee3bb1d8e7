"""Consent to mail: https://developers.hubspot.com/docs/api-reference/legacy/communication-preferences/v3/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    computed,
    depends,
    leave,
    op,
    path,
    read,
    sent,
)

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/communication-preferences/v3/guide"
AT = "/communication-preferences/v3"
_SAID = read(
    f"GET {AT}/status/email/{{emailAddress}}",
    completed="said to a kind",
    given={"kind": sent("subscriptionId")},
    emailAddress=computed(str, sent("emailAddress")),
)
_OBJECT = path("hubspot:preference:", sent("emailAddress"), "/", sent("subscriptionId"))


@depends(REVERSIBLE, IRREVERSIBLE)
def subscribe_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """To subscribe who is subscribed changes nothing; nobody else can be brought back to not having been asked."""
    return REVERSIBLE if (image or {}).get("status") == "SUBSCRIBED" else IRREVERSIBLE


ROWS = (
    op(
        f"POST {AT}/subscribe",
        sdk="communication_preferences.status_api.subscribe",
        says="subscribe {emailAddress} to mail of kind {subscriptionId}",
        tier=subscribe_tier,
        object=_OBJECT,
        before=_SAID,
        inverse=leave("the address was subscribed before"),
        residue="The record of the consent shows another time.",
        scopes=("communication_preferences.read_write",),
        why="To unsubscribe would make an opt-out that this API cannot lift, so a new subscription is "
        f"irreversible; one that was there before stays. {DOCS}",
    ),
    op(
        f"POST {AT}/unsubscribe",
        sdk="communication_preferences.status_api.unsubscribe",
        says="unsubscribe {emailAddress} from mail of kind {subscriptionId}, which this API cannot take back",
        tier=IRREVERSIBLE,
        object=_OBJECT,
        why=f"Who opted out is not subscribed again by this API. {DOCS}",
    ),
)
