"""Salesforce's stand-in for dry runs: an org of its own, of which only what the dry run makes counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Call
from agentrein.testing.stand_in import SandboxStandIn
from agentrein_salesforce.addresses import wire
from agentrein_salesforce.sandbox import SalesforceSandbox

VERSION = "62.0"


class SalesforceStandIn(SandboxStandIn):
    """Knows what the dry run makes of the standard objects, none of the org's own."""

    def request_of(self, call: Call) -> tuple[str, str, Mapping[str, Any]]:
        """Under the path that the vendor takes."""
        method, path, query = super().request_of(call)
        return method, wire(path, VERSION), query


def stand_in(endpoint: str) -> SalesforceStandIn:
    """A stand-in for an endpoint."""
    return SalesforceStandIn(
        SalesforceSandbox().stand_at(endpoint), {"authorization": f"Bearer {SalesforceSandbox.AGENT_SESSION}"}
    )
