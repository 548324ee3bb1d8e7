"""Stripe, HubSpot and Salesforce on the bench: a read and a create through each SDK, and what the vendors answer."""

from __future__ import annotations

from itertools import count
from typing import Any

from benchmarks.bench import HERE, Bench

ORG, USER = "00D000000000001AAA", "005000000000001AAA"
_number = count(1)


def answers(method: str, path: str) -> tuple[int, Any] | None:
    """What the three answer to what the benches send; None for what is another vendor's."""
    if path.startswith("/v1/") and path != "/v1/users/me" and not path.startswith(("/v1/pages", "/v1/comments")):
        return 200, _stripe_answer(method, path)
    if path.startswith(("/crm/", "/account-info/")):
        return (201 if method == "POST" else 200), _hubspot_answer(path)
    if path.startswith("/services/data/"):
        return (201 if method == "POST" else 200), _salesforce_answer(method, path)
    return None


def _stripe_answer(method: str, path: str) -> Any:
    if path == "/v1/account":
        return {"id": "acct_1", "object": "account"}
    if path == "/v1/balance":
        return {"object": "balance", "livemode": False}
    number = next(_number) if method == "POST" else 1
    made = {"created": 1_764_500_000, "updated": 1_764_500_000, "livemode": False, "default_price": None}
    return {"id": f"prod_{number}", "object": "product", "name": "Pro", "active": True, "metadata": {}, **made}


def _hubspot_answer(path: str) -> Any:
    if path.startswith("/account-info/"):
        return {"portalId": 1, "accountType": "STANDARD"}
    made = {"createdAt": "2026-01-02T03:04:05Z", "updatedAt": "2026-01-02T03:04:05Z", "archived": False}
    return {"id": str(next(_number)), "properties": {"email": "ada@example.com", "firstname": "Ada"}, **made}


def _salesforce_answer(method: str, path: str) -> Any:
    if method == "POST":
        return {"id": f"003{next(_number):012d}AAA", "success": True, "errors": []}
    if path.endswith("/describe"):
        return {"name": "Contact", "undeletable": True, "fields": [], "childRelationships": []}
    if "/query" in path:
        return {"totalSize": 1, "done": True, "records": [{"Id": ORG, "IsSandbox": True}]}
    if path.rstrip("/").endswith("/v59.0"):
        return {"identity": f"https://login.salesforce.com/id/{ORG}/{USER}"}
    return {"Id": "003000000000001AAA", "LastName": "Lovelace", "attributes": {"type": "Contact"}}


def _stripe() -> Any:
    import stripe

    stripe.enable_telemetry = False  # it writes a file into the user's folder for settings
    hosts: Any = dict.fromkeys(("api", "files", "connect", "meter_events"), HERE)
    return stripe.StripeClient("sk_test_agent", base_addresses=hosts)


def _hubspot() -> Any:
    import hubspot
    from hubspot.crm.contacts import Configuration

    Configuration.set_default(None)
    made = hubspot.Client.create(access_token="pat-agent")  # noqa: S106 - of nobody
    made.config["host"] = HERE
    return made


def _salesforce() -> Any:
    import requests
    from simple_salesforce.api import Salesforce

    from agentrein_salesforce.proxy.plain_http import PlainHTTP

    session = requests.Session()
    session.mount("https://127.0.0.1:9", PlainHTTP())
    return Salesforce(instance="127.0.0.1:9", session_id=f"{ORG[:15]}!bench", session=session)


STRIPE = Bench(
    "stripe",
    _stripe,
    lambda client: client.v1.products.retrieve("prod_1"),
    lambda client: client.v1.products.create({"name": "Pro"}),
)
HUBSPOT = Bench(
    "hubspot-api-client",
    _hubspot,
    lambda client: client.crm.contacts.basic_api.get_by_id("1"),
    lambda client: client.crm.contacts.basic_api.create({"properties": {"email": "ada@example.com"}}),
)
SALESFORCE = Bench(
    "simple-salesforce",
    _salesforce,
    lambda client: client.Contact.get("003000000000001AAA"),
    lambda client: client.Contact.create({"LastName": "Lovelace"}),
)
