"""The rows of Salesforce's table, by area."""

from __future__ import annotations

from agentrein.connector import Operation
from agentrein_salesforce.operations import bulk, chatter, collections, records, subrequests, upserts

OPERATIONS: tuple[Operation, ...] = (
    *bulk.ROWS,
    *chatter.ROWS,
    *collections.ROWS,
    *records.ROWS,
    *subrequests.ROWS,
    *upserts.ROWS,
)

__all__ = ["OPERATIONS"]
