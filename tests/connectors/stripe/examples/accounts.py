"""Connected accounts, what they may do, and where they are paid out to."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.things import first

ACCOUNT = "/v1/accounts/{account}"
PLACES = f"{ACCOUNT}/external_accounts"


def _connect(c: StripeClient, email: str = "seller@example.com") -> Any:
    return c.v1.accounts.create({"type": "custom", "country": "DE", "email": email})


def _id(c: StripeClient) -> str:
    return str(first(c.v1.accounts.list()).id)


def _profiled(c: StripeClient) -> Any:
    _connect(c)
    return _tell(c, "Seller", "seller@example.com", "SELLER")


def _tell(c: StripeClient, name: str, email: str, shown: str) -> Any:
    profile: Any = {"name": name, "support_url": f"https://{name.lower()}.example"}
    settings: Any = {"payments": {"statement_descriptor": shown}}
    return c.v1.accounts.update(
        _id(c), {"business_profile": profile, "email": email, "metadata": {"a": name}, "settings": settings}
    )


def _capability(asked: bool) -> Any:  # noqa: FBT001 - what the example asks for
    return lambda c: c.v1.accounts.capabilities.update(_id(c), "transfers", {"requested": asked})


def _paid_out(c: StripeClient) -> Any:
    _connect(c)
    return _place(c, "A", default=True)


def _place(c: StripeClient, name: str, *, default: bool) -> Any:
    return c.v1.accounts.external_accounts.create(
        _id(c), {"external_account": "btok_eur", "default_for_currency": default, "metadata": {"for": name}}
    )


def _newest(c: StripeClient) -> str:
    return str(first(c.v1.accounts.external_accounts.list(_id(c))).id)


def _note(value: str) -> Any:
    return lambda c: c.v1.accounts.external_accounts.update(_id(c), _newest(c), {"metadata": {"a": value}})


def _make(c: StripeClient, name: str = "Seller") -> Any:
    return c.v2.core.accounts.create(
        {
            "contact_email": f"{name.lower()}@example.com",
            "display_name": name,
            "configuration": {"customer": {}, "recipient": {}},
        }
    )


def _call(c: StripeClient, name: str) -> Any:
    return c.v2.core.accounts.update(
        str(first(c.v2.core.accounts.list()).id),
        {"display_name": name, "contact_email": f"{name.lower()}@example.com", "metadata": {"a": name}},
    )


def _own(name: str) -> Any:
    """The key's own account, as `Account.modify` of the module's style changes it."""
    profile = {"name": name, "support_url": f"https://{name.lower()}.example"}
    return lambda c: c.raw_request("post", "/v1/account", business_profile=profile, metadata={"a": name})


EXAMPLES = (
    Example(
        "POST /v1/accounts",
        _connect,
        foreign=lambda c: c.v1.accounts.update(_id(c), {"email": "other@example.com"}),
        beside=lambda c: _connect(c, "another@example.com"),
    ),
    Example(
        f"POST {ACCOUNT}",
        lambda c: _tell(c, "Shop", "shop@example.com", "SHOP"),
        prepare=_profiled,
        foreign=lambda c: _tell(c, "Ours", "ours@example.com", "OURS"),
        beside=lambda c: c.v1.accounts.update(_id(c), {"metadata": {"b": "2"}}),
    ),
    Example(
        f"POST {ACCOUNT}/capabilities/{{capability}}",
        _capability(asked=True),
        prepare=_connect,
        alone="a capability is requested or not: a colleague who changes it has done what the undo would do",
        beside=lambda c: c.v1.accounts.update(_id(c), {"metadata": {"b": "2"}}),
    ),
    Example(
        f"POST {ACCOUNT}/reject",
        lambda c: c.v1.accounts.reject(_id(c), {"reason": "fraud_other"}),
        prepare=_connect,
        foreign=lambda c: c.v1.accounts.reject(_id(c), {"reason": "terms_of_service"}),
        beside=lambda c: c.v1.accounts.update(_id(c), {"metadata": {"b": "2"}}),
    ),
    Example(
        f"POST {PLACES}",
        lambda c: _place(c, "B", default=False),
        prepare=_paid_out,
        foreign=lambda c: c.v1.accounts.external_accounts.update(_id(c), _newest(c), {"metadata": {"for": "C"}}),
        beside=lambda c: _place(c, "C", default=False),
    ),
    Example(
        f"POST {PLACES}/{{id}}",
        _note("1"),
        prepare=_paid_out,
        foreign=_note("2"),
        beside=lambda c: c.v1.accounts.external_accounts.update(_id(c), _newest(c), {"metadata": {"b": "2"}}),
    ),
    Example(
        "POST /v2/core/accounts",
        _make,
        foreign=lambda c: c.v2.core.accounts.update(str(first(c.v2.core.accounts.list()).id), {"display_name": "Ours"}),
        beside=lambda c: _make(c, "Another"),
    ),
    Example(
        "POST /v2/core/accounts/{id}",
        lambda c: _call(c, "Shop"),
        prepare=_make,
        foreign=lambda c: _call(c, "Ours"),
        beside=lambda c: c.v2.core.accounts.update(str(first(c.v2.core.accounts.list()).id), {"metadata": {"b": "2"}}),
    ),
    Example(
        "POST /v1/account",
        _own("Shop"),
        prepare=_own("Seller"),
        foreign=_own("Ours"),
        beside=lambda c: c.raw_request("post", "/v1/account", metadata={"b": "2"}),
    ),
)
