"""Tax registrations and settings, and checks of who somebody is."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.things import ADDRESS, first

REGISTRATIONS = "/v1/tax/registrations"
SESSIONS = "/v1/identity/verification_sessions"
SESSION = f"{SESSIONS}/{{session}}"
_LATER = 4102444800


def _register(c: StripeClient, country: str = "DE") -> Any:
    return c.v1.tax.registrations.create(
        {"country": country, "active_from": "now", "country_options": {country.lower(): {"type": "standard"}}}  # type: ignore[misc]
    )


def _registration(c: StripeClient) -> str:
    return str(first(c.v1.tax.registrations.list()).id)


def _settle(c: StripeClient) -> Any:
    return c.v1.tax.settings.update(
        {"defaults": {"tax_behavior": "exclusive"}, "head_office": {"address": ADDRESS}}  # type: ignore[typeddict-item]
    )


def _move(city: str, behavior: Any) -> Any:
    return {"defaults": {"tax_behavior": behavior}, "head_office": {"address": {**ADDRESS, "city": city}}}


def _ask(c: StripeClient) -> Any:
    return c.v1.identity.verification_sessions.create({"type": "document", "metadata": {"user": "7"}})


def _session(c: StripeClient) -> str:
    return str(first(c.v1.identity.verification_sessions.list()).id)


EXAMPLES = (
    Example(
        f"POST {REGISTRATIONS}",
        _register,
        foreign=lambda c: c.v1.tax.registrations.update(_registration(c), {"expires_at": _LATER}),
        beside=lambda c: _register(c, "FR"),
    ),
    Example(
        f"POST {REGISTRATIONS}/{{id}}",
        lambda c: c.v1.tax.registrations.update(_registration(c), {"expires_at": _LATER}),
        prepare=_register,
        foreign=lambda c: c.v1.tax.registrations.update(_registration(c), {"expires_at": _LATER + 1}),
        beside=lambda c: _register(c, "FR"),
    ),
    Example(
        "POST /v1/tax/settings",
        lambda c: c.v1.tax.settings.update(_move("Berlin", "inclusive")),
        prepare=_settle,
        foreign=lambda c: c.v1.tax.settings.update(_move("Ulm", "inferred_by_currency")),
        beside=lambda c: c.v1.tax.settings.update({"defaults": {"tax_code": "txcd_10000000"}}),
    ),
    Example(
        f"POST {SESSIONS}",
        _ask,
        foreign=lambda c: c.v1.identity.verification_sessions.update(_session(c), {"metadata": {"user": "8"}}),
        beside=_ask,
    ),
    Example(
        f"POST {SESSION}",
        lambda c: c.v1.identity.verification_sessions.update(
            _session(c), {"type": "id_number", "metadata": {"user": "8"}}
        ),
        prepare=_ask,
        foreign=lambda c: c.v1.identity.verification_sessions.update(
            _session(c), {"type": "document", "metadata": {"user": "9"}}
        ),
        beside=lambda c: c.v1.identity.verification_sessions.update(_session(c), {"metadata": {"b": "2"}}),
    ),
)
