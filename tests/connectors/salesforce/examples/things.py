"""What the examples act on: the records of the sandbox, and what people do with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simple_salesforce.api import Salesforce

from agentrein_salesforce.sandbox import SalesforceSandbox as Org
from agentrein_salesforce.soql import select

Act = Callable[[Salesforce], Any]

OBJECT = "/sobjects/{sobject}"
RECORD = f"{OBJECT}/{{id}}"
KEYED = f"{OBJECT}/{{field}}/{{value}}"

UNDELETED = "taking it out of the Recycle Bin is what the undo does, too"
"""Why nobody can get in the way of an undo that takes something out of the bin."""


def change(sobject: str, id: str, **fields: Any) -> Act:
    """Set fields of a record."""
    return lambda sf: getattr(sf, sobject).update(id, fields)


def make(sobject: str, **fields: Any) -> Act:
    """Make a record."""
    return lambda sf: getattr(sf, sobject).create(fields)


def newest(sf: Salesforce, sobject: str) -> str:
    """The id of the record that was made last."""
    found = sf.query(select(["Id"], sobject, rest="ORDER BY CreatedDate DESC, Id DESC LIMIT 1"))["records"]
    return str(found[0]["Id"])


def on_newest(sobject: str, act: Callable[[Salesforce, str], Any]) -> Act:
    """Do something about the record that was made last."""
    return lambda sf: act(sf, newest(sf, sobject))


__all__ = ["KEYED", "OBJECT", "RECORD", "UNDELETED", "Org", "change", "make", "newest", "on_newest"]
