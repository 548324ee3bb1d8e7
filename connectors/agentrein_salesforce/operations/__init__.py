"""The rows of Salesforce's table, by area."""

from __future__ import annotations

from agentrein.connector import Operation
from agentrein_salesforce.operations import (
    approvals,
    bulk,
    chatter,
    collections,
    deployments,
    metadata,
    records,
    subrequests,
    upserts,
)

OPERATIONS: tuple[Operation, ...] = (
    *approvals.ROWS,
    *bulk.ROWS,
    *chatter.ROWS,
    *collections.ROWS,
    *deployments.ROWS,
    *metadata.ROWS,
    *records.ROWS,
    *subrequests.ROWS,
    *upserts.ROWS,
)

__all__ = ["OPERATIONS"]
