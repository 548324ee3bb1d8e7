"""Requests in a request."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.salesforce.examples.things import Act, Org, change, on_newest

_DATA = "/services/data/v59.0"


def sub(name: str, method: str, path: str, body: Any = None) -> dict[str, Any]:
    """One request of a composite."""
    return {"method": method, "url": f"{_DATA}/{path}", "referenceId": name, **({} if body is None else {"body": body})}


def composite(*requests: dict[str, Any], whole: bool = True) -> Act:
    """A composite request."""
    return lambda sf: sf.restful(
        "composite", method="POST", json={"allOrNone": whole, "compositeRequest": list(requests)}
    )


NEW_ACCOUNT = sub("a", "POST", "sobjects/Account", {"Name": "Umbrella"})
ITS_CONTACT = sub("c", "POST", "sobjects/Contact", {"LastName": "Iver", "AccountId": "@{a.id}"})

EXAMPLES = (
    Example(
        "POST /composite",
        composite(
            NEW_ACCOUNT,
            ITS_CONTACT,
            sub("u", "PATCH", f"sobjects/Contact/{Org.BERG}", {"Phone": "2"}),
            sub("r", "GET", "sobjects/Account/@{a.id}"),
        ),
        foreign=change("Contact", Org.BERG, Phone="3"),
    ),
    Example(
        "POST /composite/batch",
        lambda sf: sf.restful(
            "composite/batch",
            method="POST",
            json={
                "batchRequests": [
                    {"method": "PATCH", "url": f"v59.0/sobjects/Task/{Org.TASK}", "richInput": {"Priority": "High"}},
                    {"method": "DELETE", "url": f"v59.0/sobjects/Event/{Org.EVENT}"},
                ]
            },
        ),
        foreign=change("Task", Org.TASK, Priority="Low"),
    ),
    Example(
        "POST /composite/graph",
        lambda sf: sf.restful(
            "composite/graph",
            method="POST",
            json={"graphs": [{"graphId": "1", "compositeRequest": [NEW_ACCOUNT, ITS_CONTACT]}]},
        ),
        foreign=on_newest("Account", lambda sf, id: sf.Account.update(id, {"Phone": "2"})),
    ),
)
