"""Meters, alerts, credit grants, and the portal of customers."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.stripe.examples.billing_things import Act, both, customer, newest

BILLING, PORTAL = "/v1/billing", "/v1/billing_portal"
SWITCH = "it is on or off, and turning it back is what anybody would do"
FEATURES = {"invoice_history": {"enabled": True}}


def meter(c: Any) -> Any:
    """A meter of requests."""
    return c.v1.billing.meters.create(
        params={"display_name": "Requests", "event_name": "requests", "default_aggregation": {"formula": "sum"}}
    )


def of_meter(does: str, **params: Any) -> Act:
    """Do something to the newest meter."""
    return lambda c: getattr(c.v1.billing.meters, does)(newest(c.v1.billing.meters).id, params=params)


def alert(title: str) -> Act:
    """An alert at a thousand requests."""

    def act(c: Any) -> Any:
        threshold = {"gte": 1000, "meter": newest(c.v1.billing.meters).id, "recurrence": "one_time"}
        what = {"alert_type": "usage_threshold", "title": title, "usage_threshold": threshold}
        return c.v1.billing.alerts.create(params=what)

    return act


def of_alert(does: str) -> Act:
    """Do something to the newest alert."""
    return lambda c: getattr(c.v1.billing.alerts, does)(newest(c.v1.billing.alerts).id)


def grant(**params: Any) -> Act:
    """Ten euros of credit for the newest customer."""

    def act(c: Any) -> Any:
        amount = {"type": "monetary", "monetary": {"currency": "eur", "value": 1000}}
        scope = {"scope": {"price_type": "metered"}}
        what = {"amount": amount, "applicability_config": scope, "category": "promotional", **params}
        return c.v1.billing.credit_grants.create(params={"customer": newest(c.v1.customers).id, **what})

    return act


def change_grant(**params: Any) -> Act:
    """Change the newest grant."""
    return lambda c: c.v1.billing.credit_grants.update(newest(c.v1.billing.credit_grants).id, params=params)


def option(words: str) -> Act:
    """A reason to leave that customers may choose."""
    return lambda c: c.v1.billing.feedback_options.create(params={"description": words})


def portal(**params: Any) -> Act:
    """Configure a portal."""
    return lambda c: c.v1.billing_portal.configurations.create(params={"features": FEATURES, **params})


def change_portal(**params: Any) -> Act:
    """Change the newest configuration."""
    return lambda c: c.v1.billing_portal.configurations.update(
        newest(c.v1.billing_portal.configurations).id, params=params
    )


EXAMPLES = (
    Example(
        f"POST {BILLING}/meters",
        meter,
        foreign=of_meter("update", display_name="Ours"),
    ),
    Example(
        f"POST {BILLING}/meters/{{id}}",
        of_meter("update", display_name="All requests"),
        prepare=meter,
        foreign=of_meter("update", display_name="Ours"),
    ),
    Example(f"POST {BILLING}/meters/{{id}}/deactivate", of_meter("deactivate"), prepare=meter, alone=SWITCH),
    Example(
        f"POST {BILLING}/meters/{{id}}/reactivate",
        of_meter("reactivate"),
        prepare=both(meter, of_meter("deactivate")),
        alone=SWITCH,
    ),
    Example(
        f"POST {BILLING}/alerts",
        alert("A thousand"),
        prepare=both(meter, alert("A thousand")),
        foreign=of_alert("deactivate"),
    ),
    Example(
        f"POST {BILLING}/alerts/{{id}}/activate",
        of_alert("activate"),
        prepare=both(meter, alert("A thousand"), of_alert("deactivate")),
        foreign=of_alert("archive"),
        unforced="an archived alert is not deactivated",
    ),
    Example(
        f"POST {BILLING}/alerts/{{id}}/deactivate",
        of_alert("deactivate"),
        prepare=both(meter, alert("A thousand")),
        foreign=of_alert("archive"),
        unforced="an archived alert is not activated",
    ),
    Example(
        f"POST {BILLING}/credit_grants",
        grant(metadata={"why": "late"}),
        prepare=both(customer, grant(metadata={"why": "late"})),
        foreign=change_grant(metadata={"why": "ours"}),
    ),
    Example(
        f"POST {BILLING}/credit_grants/{{id}}",
        change_grant(expires_at=2000000000, metadata={"why": "late"}),
        prepare=both(customer, grant(metadata={"src": "web"})),
        foreign=change_grant(expires_at=2100000000),
        beside=change_grant(metadata={"by": "somebody"}),
    ),
    Example(
        f"POST {BILLING}/feedback_options",
        option("Too expensive"),
        prepare=option("Too expensive"),
        foreign=lambda c: c.v1.billing.feedback_options.update(
            newest(c.v1.billing.feedback_options).id, params={"description": "Ours"}
        ),
    ),
    Example(
        f"POST {BILLING}/feedback_options/{{id}}",
        lambda c: c.v1.billing.feedback_options.update(
            newest(c.v1.billing.feedback_options).id, params={"description": "Too dear"}
        ),
        prepare=option("Too expensive"),
        foreign=lambda c: c.v1.billing.feedback_options.update(
            newest(c.v1.billing.feedback_options).id, params={"description": "Ours"}
        ),
    ),
    Example(
        f"POST {PORTAL}/configurations",
        portal(name="Shop"),
        prepare=portal(name="Shop"),
        foreign=change_portal(default_return_url="https://ours.example"),
    ),
    Example(
        f"POST {PORTAL}/configurations/{{configuration}}",
        change_portal(active=False, name="Old shop", business_profile={"headline": "Closed"}),
        prepare=portal(
            name="Shop", business_profile={"headline": "Open", "privacy_policy_url": "https://shop.example"}
        ),
        foreign=change_portal(business_profile={"headline": "Soon"}),
        beside=change_portal(metadata={"by": "somebody"}),
    ),
    Example(
        f"POST {PORTAL}/sessions",
        lambda c: c.v1.billing_portal.sessions.create(params={"customer": newest(c.v1.customers).id}),
        prepare=customer,
        nothing=True,
    ),
    Example("POST /v2/billing/meter_event_session", lambda c: c.v2.billing.meter_event_session.create(), nothing=True),
)
