"""Submissions for approval."""

from __future__ import annotations

from typing import Any

from simple_salesforce.api import Salesforce

from agentrein.testing.conformance import Example
from connectors.salesforce.examples.things import Act, Org


def submit(record: str) -> Act:
    """Submit a record, as REST does."""
    asked = {"requests": [{"actionType": "Submit", "contextId": record, "comments": "Please"}]}
    return lambda sf: sf.restful("process/approvals", method="POST", json=asked)


def approve(sf: Salesforce) -> Any:
    """Approve what waits."""
    [item] = sf.query("SELECT Id FROM ProcessInstanceWorkitem")["records"]
    asked = {"requests": [{"actionType": "Approve", "contextId": item["Id"]}]}
    return sf.restful("process/approvals", method="POST", json=asked)


DECIDED = "what was approved waits for nobody, so that there is nothing to recall"
ACTION = {"inputs": [{"objectId": Org.DEAL, "comment": "Please"}]}

EXAMPLES = (
    Example("POST /process/approvals#Submit", submit(Org.DEAL), foreign=approve, unforced=DECIDED),
    Example(
        "POST /actions/standard/submit",
        lambda sf: sf.restful("actions/standard/submit", method="POST", json=ACTION),
        foreign=approve,
        unforced=DECIDED,
    ),
)
