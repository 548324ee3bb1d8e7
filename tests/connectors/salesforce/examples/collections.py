"""Several records in one call."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.salesforce.examples.things import UNDELETED, Act, Org, change, on_newest

COLLECTION = "/composite/sobjects"


def one(sobject: str, **fields: Any) -> dict[str, Any]:
    """A record as a collection holds it."""
    return {"attributes": {"type": sobject}, **fields}


def many(method: str, path: str, *records: dict[str, Any], whole: bool = False) -> Act:
    """A call with these records."""
    return lambda sf: sf.restful(path, method=method, json={"allOrNone": whole, "records": list(records)})


TREE = {
    "attributes": {"type": "Account", "referenceId": "a"},
    "Name": "Umbrella",
    "Contacts": {"records": [{"attributes": {"type": "Contact", "referenceId": "c"}, "LastName": "Iver"}]},
}

EXAMPLES = (
    Example(
        f"POST {COLLECTION}",
        many("POST", "composite/sobjects", one("Account", Name="Umbrella"), one("Contact", LastName="Iver")),
        foreign=on_newest("Account", lambda sf, id: sf.Account.update(id, {"Phone": "2"})),
    ),
    Example(
        f"PATCH {COLLECTION}",
        many(
            "PATCH",
            "composite/sobjects",
            one("Account", id=Org.ACME, Phone="2"),
            one("Account", id=Org.GLOBEX, Website="mine.example"),
            one("Contact", id=Org.BERG, FirstName="Mine"),
        ),
        foreign=change("Account", Org.ACME, Phone="3"),
        beside=change("Account", Org.GLOBEX, Phone="3"),
    ),
    Example(
        f"DELETE {COLLECTION}",
        lambda sf: sf.restful("composite/sobjects", {"ids": f"{Org.TASK},{Org.EVENT}"}, method="DELETE"),
        alone=UNDELETED,
    ),
    Example(
        f"PATCH {COLLECTION}/{{sobject}}/{{field}}",
        many(
            "PATCH",
            "composite/sobjects/Project__c/Key__c",
            one("Project__c", Key__c="P-1", Phase__c="Done"),
            one("Project__c", Key__c="P-9", Name="Mine"),
        ),
        foreign=change("Project__c", Org.PROJECT, Phase__c="Build"),
    ),
    Example(
        "POST /composite/tree/{sobject}",
        lambda sf: sf.restful("composite/tree/Account", method="POST", json={"records": [TREE]}),
        foreign=on_newest("Account", lambda sf, id: sf.Account.update(id, {"Phone": "2"})),
    ),
)
