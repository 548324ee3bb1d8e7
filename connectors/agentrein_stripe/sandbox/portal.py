"""The portal in which customers help themselves, and the reasons to leave that it offers.

https://docs.stripe.com/api/customer_portal/configurations and https://docs.stripe.com/api/billing/feedback-option
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict
from agentrein_stripe.sandbox.billing import turned, untimed, untimed_list
from agentrein_stripe.sandbox.payment_methods import opened
from agentrein_stripe.sandbox.resource import Hooks, Resource
from agentrein_stripe.sandbox.values import NEVER, flag, hash_of, metadata, text
from agentrein_stripe.sandbox.world import Thing


def _features() -> Any:
    return hash_of(
        "features",
        *(
            opened(name)
            for name in (
                "customer_update",
                "invoice_history",
                "payment_method_update",
                "subscription_cancel",
                "subscription_update",
            )
        ),
        merges=True,
        empty=NEVER,
        required=True,
    )


def _not_the_default(_ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if thing["is_default"] and values.get("active") is False:
        raise conflict("The default configuration cannot be deactivated.")


CONFIGURATIONS = Resource(
    "billing_portal.configuration",
    "bpc_",
    "/v1/billing_portal/configurations",
    flag("active", on=("update",), default=True),
    hash_of(
        "business_profile", text("headline"), text("privacy_policy_url"), text("terms_of_service_url"), merges=True,
        empty=NEVER, default={"headline": None, "privacy_policy_url": None, "terms_of_service_url": None},
    ),
    text("default_return_url"),
    _features(),
    hash_of("login_page", flag("enabled", required=True), empty=NEVER, default={"enabled": False}),
    metadata(),
    text("name"),
    does=("create", "retrieve", "update", "list"),
    shows={"is_default": False, "updated": 0},
    filters=("active", "is_default"),
    hooks=Hooks(changed=_not_the_default),
)  # fmt: skip

OPTIONS = Resource(
    "billing.feedback_option",
    "fbo_",
    "/v1/billing/feedback_options",
    text("description", required=True, empty=NEVER),
    does=("create", "retrieve", "update"),
    event="",
    shows={"status": "active", "status_transitions": {"deactivated_at": None}},
    hooks=Hooks(made=untimed),
    hidden=("status_transitions",),
    compensated=lambda snapshot: snapshot["status"] == "inactive",
)

routes = Routes()

routes.on("POST /v1/billing/feedback_options/{id}/deactivate")(
    turned("billing.feedback_option", "feedback option", "inactive", ("active",))
)


@routes.on("GET /v1/billing/feedback_options")
def options(ask: Ask) -> Answer:
    """Every feedback option."""
    return untimed_list(ask, "billing.feedback_option", "/v1/billing/feedback_options", ("status",))


@routes.on("POST /v1/billing_portal/sessions")
def portal(ask: Ask) -> Answer:
    """A way into the portal for a while. https://docs.stripe.com/api/customer_portal/sessions/create."""
    customer = ask.named("customer", ask.given.get("customer", ""), "customer")
    id = ask.world.new_id("bps_")
    made = {"id": id, "object": "billing_portal.session", "created": ask.now, "customer": customer["id"]}
    return Answer(200, {**made, "livemode": ask.world.livemode, "url": f"https://billing.stripe.com/p/session/{id}"})
