"""Every row of the Salesforce table in use, with simple-salesforce's own methods."""

from __future__ import annotations

from connectors.salesforce.examples import approvals, chatter, collections, deployments, metadata, records, subrequests

EXAMPLES = (
    *records.EXAMPLES,
    *collections.EXAMPLES,
    *subrequests.EXAMPLES,
    *chatter.EXAMPLES,
    *metadata.EXAMPLES,
    *deployments.EXAMPLES,
    *approvals.EXAMPLES,
)
"""All of them."""
