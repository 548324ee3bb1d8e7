"""Webhooks, and templates of timeline events, of an app."""

from __future__ import annotations

from typing import Any

from hubspot import Client

from agentrein.testing.conformance import Example

APP = 4711
OTHER = 4712
SETTINGS = "/webhooks/v3/{appId}/settings"
SUBSCRIPTIONS = "/webhooks/v3/{appId}/subscriptions"
TEMPLATES = "/integrators/timeline/v3/{appId}/event-templates"
TEMPLATE = f"{TEMPLATES}/{{eventTemplateId}}"
MADE = {"eventType": "company.creation", "active": True}
TOKEN: dict[str, Any] = {"name": "colour", "label": "Colour", "type": "string"}


def goes_to(url: str) -> dict[str, Any]:
    """Settings with an address."""
    return {"targetUrl": url, "throttling": {"maxConcurrentRequests": 5}}


def told(hubspot: Client, event: str) -> str:
    """The id of the subscription to a kind of event."""
    found = hubspot.webhooks.subscriptions_api.get_all(APP).results
    return str(next(one.id for one in found if one.event_type == event))


def template(hubspot: Client, name: str) -> Any:
    """The id of a template."""
    found = hubspot.crm.timeline.templates_api.get_all(APP).results
    return max((one.id for one in found if one.name == name), key=int)


def form(id: str, name: str, **more: Any) -> dict[str, Any]:
    """A template as it is written as a whole."""
    return {"id": id, "name": name, "tokens": [TOKEN], "headerTemplate": "# Hello", **more}


EXAMPLES = (
    Example(
        f"PUT {SETTINGS}",
        lambda h: h.webhooks.settings_api.configure(APP, goes_to("https://a.example")),
        foreign=lambda h: h.webhooks.settings_api.configure(APP, goes_to("https://b.example")),
        name="over others",
    ),
    Example(
        f"PUT {SETTINGS}",
        lambda h: h.webhooks.settings_api.configure(OTHER, goes_to("https://a.example")),
        foreign=lambda h: h.webhooks.settings_api.configure(OTHER, goes_to("https://b.example")),
        name="where there were none",
    ),
    Example(
        f"DELETE {SETTINGS}",
        lambda h: h.webhooks.settings_api.clear(APP),
        foreign=lambda h: h.webhooks.settings_api.configure(APP, goes_to("https://b.example")),
    ),
    Example(
        f"POST {SUBSCRIPTIONS}",
        lambda h: h.webhooks.subscriptions_api.create(APP, MADE),
        foreign=lambda h: h.webhooks.subscriptions_api.update(told(h, "company.creation"), APP, {"active": False}),
    ),
    Example(
        f"PATCH {SUBSCRIPTIONS}/{{subscriptionId}}",
        lambda h: h.webhooks.subscriptions_api.update(7301, APP, {"active": False}),
        alone="who switches it back wants it as it was",
    ),
    Example(
        f"DELETE {SUBSCRIPTIONS}/{{subscriptionId}}",
        lambda h: h.webhooks.subscriptions_api.archive(7302, APP),
        foreign=lambda h: h.webhooks.subscriptions_api.create(
            APP, {"eventType": "contact.propertyChange", "propertyName": "firstname", "active": True}
        ),
        unforced="HubSpot does not take the same subscription twice",
    ),
    Example(
        f"POST {SUBSCRIPTIONS}/batch/update",
        lambda h: h.webhooks.subscriptions_api.update_batch(
            APP, {"inputs": [{"id": 7301, "active": False}, {"id": 7302, "active": True}]}
        ),
        alone="who switches one back wants it as it was",
    ),
    Example(
        f"POST {TEMPLATES}",
        lambda h: h.crm.timeline.templates_api.create(APP, {"name": "Visit", "objectType": "contacts", "tokens": []}),
        foreign=lambda h: h.crm.timeline.tokens_api.create(template(h, "Visit"), APP, TOKEN),
    ),
    Example(
        f"PUT {TEMPLATE}",
        lambda h: h.crm.timeline.templates_api.update("7401", APP, form("7401", "Mine", detailTemplate="Mine")),
        foreign=lambda h: h.crm.timeline.templates_api.update("7401", APP, form("7401", "Theirs")),
    ),
    Example(
        f"POST {TEMPLATE}/tokens",
        lambda h: h.crm.timeline.tokens_api.create("7401", APP, TOKEN),
        foreign=lambda h: h.crm.timeline.tokens_api.update("7401", "colour", APP, {"label": "Theirs"}),
        beside=lambda h: h.crm.timeline.tokens_api.update("7401", "item", APP, {"label": "Thing"}),
    ),
    Example(
        f"PUT {TEMPLATE}/tokens/{{tokenName}}",
        lambda h: h.crm.timeline.tokens_api.update("7401", "item", APP, {"label": "Mine"}),
        foreign=lambda h: h.crm.timeline.tokens_api.update("7401", "item", APP, {"label": "Theirs"}),
    ),
    Example(
        f"DELETE {TEMPLATE}/tokens/{{tokenName}}",
        lambda h: h.crm.timeline.tokens_api.archive("7401", "size", APP),
        foreign=lambda h: h.crm.timeline.tokens_api.create("7401", APP, {**TOKEN, "name": "size"}),
        unforced="HubSpot does not take a second token of the name",
    ),
)
