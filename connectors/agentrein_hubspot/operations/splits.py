"""How deals are shared among owners: https://developers.hubspot.com/docs/api-reference/crm-deal-splits-v3/guide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    before,
    computed,
    depends,
    do,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_hubspot.operations.places import DOCS

SPLITS = "/crm/v3/objects/deals/splits/batch"


# --- pure functions


def inputs_of(body: Any) -> list[Mapping[str, Any]]:
    """The deals of a call with their shares; none where one of them cannot be read."""
    inputs = body.get("inputs") if isinstance(body, Mapping) else None
    return inputs if isinstance(inputs, list) and all(map(_is_shared, inputs)) else []


def _is_shared(one: Any) -> bool:
    splits = one.get("splits") if isinstance(one, Mapping) and "id" in one else None
    return isinstance(splits, list) and all(isinstance(each, Mapping) and set(each) >= _SHARE for each in splits)


_SHARE = {"ownerId", "percentage"}


def deals_in(call: Any) -> dict[str, Any]:
    """The body of the read that shows the splits of the deals that a call names."""
    return {"inputs": [{"id": str(one["id"])} for one in inputs_of(call)]}


def how_many(call: Mapping[str, Any]) -> dict[str, Any]:
    """How many deals a call names."""
    inputs = call.get("inputs")
    return {"many": len(inputs) if isinstance(inputs, list) else "some"}


def first_deal(call: Any) -> str:
    """The first deal that a call names."""
    return next((str(one["id"]) for one in inputs_of(call)), "none")


def asked_shares(call: Any) -> dict[str, dict[str, Any]]:
    """The share of each owner, by deal, as a call sets it."""
    return {
        str(one["id"]): {str(split["ownerId"]): split["percentage"] for split in one["splits"]}
        for one in inputs_of(call)
    }


def as_inputs(shares: Mapping[str, Mapping[str, float]]) -> list[dict[str, Any]]:
    """Shares as a call sets them."""
    return [
        {
            "id": int(deal),
            "splits": [{"ownerId": int(owner), "percentage": share} for owner, share in owners.items()],
        }
        for deal, owners in shares.items()
    ]


@depends(REVERSIBLE, IRREVERSIBLE)
def splits_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Shares are set again, but a deal that had none keeps the first: no call takes them away."""
    shares = (image or {}).get("shares") or {}
    deals = [str(one["id"]) for one in inputs_of(call.body)]
    return REVERSIBLE if deals and all(shares.get(deal) for deal in deals) else IRREVERSIBLE


def _splits(**given: Any) -> Any:
    return read(f"POST {SPLITS}/read", body=computed(deals_in, sent()), completed="the splits", given=given)


ROWS = (
    op(
        f"POST {SPLITS}/upsert",
        sdk="crm.objects.deal_splits.batch_api.upsert",
        says="share {many} deals among owners",
        names=how_many,
        tier=splits_tier,
        object=path("hubspot:splits:", computed(first_deal, sent())),
        before=_splits(),
        inverse=do(
            f"POST {SPLITS}/upsert",
            {"inputs": computed(as_inputs, before("shares"))},
            goal=shows(_splits(was=before("shares"), left=computed(asked_shares, sent())), as_before=True),
            still={"changed": []},
        ),
        residue="Owners were told, and reports counted the shares meanwhile.",
        if_stuck="Set the shares of the deals in HubSpot by hand.",
        why="The shares from before are set again, all of a deal at once; they sum to 1. "
        f"{DOCS}/crm-deal-splits-v3/guide",
    ),
)
"""The shares of deals."""
