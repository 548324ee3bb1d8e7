"""Stripe's stand-in for dry runs: an account that holds nothing but what the dry run makes."""

from __future__ import annotations

from agentrein.testing.stand_in import SandboxStandIn
from agentrein_stripe.sandbox import StripeSandbox


class StripeStandIn(SandboxStandIn):
    """Knows what the dry run makes: whatever stands on a thing of the real account has no answer."""


def stand_in(endpoint: str) -> StripeStandIn:
    """A stand-in for an endpoint."""
    return StripeStandIn(StripeSandbox().stand_at(endpoint), {"authorization": "Bearer sk_test_agent"})
