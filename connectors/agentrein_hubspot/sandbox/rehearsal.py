"""HubSpot's stand-in for dry runs: a portal of its own, of which only what the dry run makes counts."""

from __future__ import annotations

from agentrein.testing.stand_in import SandboxStandIn
from agentrein_hubspot.sandbox import HubSpotSandbox


class HubSpotStandIn(SandboxStandIn):
    """Knows what the dry run makes, and HubSpot's own properties, none of the account's."""


def stand_in(endpoint: str) -> HubSpotStandIn:
    """A stand-in for an endpoint."""
    return HubSpotStandIn(HubSpotSandbox().stand_at(endpoint), {"authorization": "Bearer pat-agent"})
