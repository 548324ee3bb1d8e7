"""What the objects of the stand-in's organization share: names, addresses, what closes a thing, what refers to what."""

from __future__ import annotations

from typing import Any

from agentrein_salesforce.sandbox.schema import Field, Record, shown, text

RETAIL, PARTNER = "012gl0000000001AAA", "012gl0000000002AAA"
"""The record types of Contact; each allows other tiers."""

STAGES = {
    "Prospecting": (10.0, "Pipeline"),
    "Proposal": (50.0, "Best Case"),
    "Closed Won": (100.0, "Closed"),
    "Closed Lost": (0.0, "Omitted"),
}
"""What a stage sets along: the probability and the forecast category."""

DRAFT = "5"
"""The status of an e-mail that was not sent."""


def person_name(record: Record) -> str | None:
    """The name of a contact, lead or user, which Salesforce puts together."""
    return " ".join(str(record[n]) for n in ("FirstName", "LastName") if record.get(n)) or None


def address(kind: str) -> tuple[Field, ...]:
    """The parts of an address, and the compound field that shows them together."""
    parts = tuple(f"{kind}{part}" for part in ("Street", "City", "PostalCode", "Country"))
    whole = shown(
        f"{kind}Address", "address", lambda r: {p.removeprefix(kind).lower(): r.get(p) for p in parts}, parts=parts
    )
    return (*(text(part) for part in parts), whole)


def is_closed(*closed: str) -> Any:
    """Whether the status, or the stage, of a record is one of those that end it."""
    return lambda record: (record.get("Status") or record.get("StageName")) in closed


def total(record: Record) -> float | None:
    """What a line of a deal costs."""
    quantity, price = record.get("Quantity"), record.get("UnitPrice")
    return None if quantity is None or price is None else float(quantity) * float(price)


WHO = ("Contact", "Lead")
WHAT = ("Account", "Opportunity", "Case", "Campaign", "Project__c")
FEEDS = ("User", *WHO, *WHAT)
