"""How deals are shared among owners."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from agentrein_hubspot.sandbox import portal
from connectors.hubspot.examples.objects import write


def share(**shares: float) -> Any:
    """Share the deal among owners, by their ids."""
    splits = [{"ownerId": int(owner.removeprefix("o")), "percentage": part} for owner, part in shares.items()]
    inputs = {"inputs": [{"id": int(portal.RENEWAL), "splits": splits}]}
    return lambda hs: hs.crm.objects.deal_splits.batch_api.upsert(inputs)


EXAMPLES = (
    Example(
        "POST /crm/v3/objects/deals/splits/batch/upsert",
        share(o501=0.5, o502=0.5),
        foreign=share(o501=0.25, o502=0.75),
        beside=write("deals", portal.RENEWAL, amount="120"),
    ),
)
