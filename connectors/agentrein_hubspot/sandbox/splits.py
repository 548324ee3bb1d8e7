"""How a deal is shared among owners.

https://developers.hubspot.com/docs/api-reference/crm-deal-splits-v3/guide
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.account import owners_of
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.batches import batched, inputs_of
from agentrein_hubspot.sandbox.records import Record, find_record, lookup
from agentrein_hubspot.sandbox.types import type_of
from agentrein_hubspot.sandbox.world import World

routes = Routes()


@dataclass
class Splits:
    """The share of each owner, by deal."""

    by_deal: dict[str, dict[int, float]] = field(default_factory=dict)


def _show(ask: Ask, deal: Record) -> dict[str, Any]:
    shares = ask.world.kept(Splits).by_deal.get(deal.id, {})
    moment = ask.world.moment(deal.made)
    splits = [
        {
            "id": f"{deal.id}{owner}",
            "properties": {"hs_deal_split_percentage": str(share), "hubspot_owner_id": str(owner)},
            "createdAt": moment,
            "updatedAt": moment,
            "archived": False,
        }
        for owner, share in shares.items()
    ]
    return {"id": deal.id, "splits": splits}


@routes.on("POST /crm/v3/objects/deals/splits/batch/read")
def read(ask: Ask) -> Answer:
    """The splits of several deals; of what is no deal an error."""
    kind = type_of(ask.world, "deals")
    found = {str(one["id"]): lookup(ask.world, kind, str(one["id"])) for one in inputs_of(ask)}
    results = [_show(ask, deal) for deal in found.values() if deal is not None]
    missing = [id for id, deal in found.items() if deal is None]
    error = {"status": "error", "category": "OBJECT_NOT_FOUND", "message": "no such deal", "context": {"ids": missing}}
    return batched(ask, 200, results, [error] if missing else [])


@routes.on("POST /crm/v3/objects/deals/splits/batch/upsert")
def upsert(ask: Ask) -> Answer:
    """Replace the splits of deals; those of one deal sum to 1."""
    kind, wanted = type_of(ask.world, "deals"), list[tuple[Record, dict[int, float]]]()
    for one in inputs_of(ask):
        ask.required("id", "splits", of=one)
        shares = {int(split["ownerId"]): float(split["percentage"]) for split in one["splits"]}
        strange = next((owner for owner in shares if str(owner) not in owners_of(ask.world)), None)
        if strange is not None:
            raise invalid(f"The owner {strange} does not exist")
        if abs(sum(shares.values()) - 1.0) > 1e-9:
            raise invalid("The percentages of the splits of a deal should sum to 1.0")
        wanted.append((find_record(ask.world, kind, str(one["id"])), shares))
    for deal, shares in wanted:
        ask.world.kept(Splits).by_deal[deal.id] = shares
    return batched(ask, 200, [_show(ask, deal) for deal, _ in wanted])


def state(world: World) -> State:
    """The splits by deal."""
    return {
        f"splits:{deal}": {str(o): s for o, s in shares.items()} for deal, shares in world.kept(Splits).by_deal.items()
    }


AREA = Area(routes, state=state)
