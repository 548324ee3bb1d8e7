"""Webhook endpoints, and the destinations of events of API v2.

https://docs.stripe.com/api/webhook_endpoints and https://docs.stripe.com/api/v2/core/event_destinations
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, invalid
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import NEVER, flag, list_of, metadata, text
from agentrein_stripe.sandbox.world import Thing


def _checks(ask: Ask, values: dict[str, Any], _on: str) -> None:
    url = values.get("url")
    if url is not None and not url.startswith(("https://", "http://")):
        raise invalid("Invalid URL: An explicit scheme (such as https) must be provided.", "url", "url_invalid")
    if url is not None and ask.world.livemode and not url.startswith("https://"):
        raise invalid("Invalid URL: URLs must be HTTPS in live mode.", "url", "url_invalid")


def _changed(_ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if "disabled" in values:
        thing["status"] = "disabled" if values["disabled"] else "enabled"


class Endpoints(Resource):
    """Webhook endpoints, whose secret only the answer to their creation shows."""

    def _create(self, ask: Ask) -> Answer:
        given, expand = taken_out(ask.given)
        answer = self.shown(ask, self.create(ask, given), expand)
        return Answer(200, {**answer.body, "secret": f"whsec_{ask.world.new_id('')}"})


ENDPOINTS = Endpoints(
    "webhook_endpoint",
    "we_",
    "/v1/webhook_endpoints",
    text("api_version", on=("create",), empty=NEVER),
    flag("connect", on=("create",), shown=None),
    text("description"),
    flag("disabled", on=("update",), shown=None),
    list_of("enabled_events", text("", empty=NEVER), required=True, empty=NEVER, most=500),
    metadata(),
    text("url", empty=NEVER, required=True),
    event="",
    shows={"application": None, "status": "enabled"},
    hooks=Hooks(checks=_checks, changed=_changed),
)
routes = Routes(ENDPOINTS.routes)
