"""Marketing events, and the lists that go with them."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example

EVENTS = "/marketing/v3/marketing-events"
EVENT = f"{EVENTS}/events/{{externalEventId}}"
LISTS = f"{EVENTS}/associations"
NO_MORE = "who takes the list away, or lets it go with the event, wants what the undo wants"


def event(name: str, id: str = "talk", **more: Any) -> dict[str, Any]:
    """An event as an app tells of it."""
    return {"eventName": name, "eventOrganizer": "Acme", "externalAccountId": "acme", "externalEventId": id, **more}


TWINS = (
    Example(
        f"PATCH {EVENTS}/{{objectId}}",
        lambda h: h.marketing.events.basic_api.update_by_object_id("7701", {"eventName": "Great fair"}),
        foreign=lambda h: h.marketing.events.basic_api.update_by_object_id("7701", {"eventName": "Theirs"}),
    ),
    Example(
        f"PUT {LISTS}/{{externalAccountId}}/{{externalEventId}}/lists/{{listId}}",
        lambda h: h.marketing.events.list_associations_api.associate_by_external_account_and_event_ids(
            "acme", "fair", "802"
        ),
        alone=NO_MORE,
    ),
    Example(
        f"DELETE {LISTS}/{{externalAccountId}}/{{externalEventId}}/lists/{{listId}}",
        lambda h: h.marketing.events.list_associations_api.disassociate_by_external_account_and_event_ids(
            "acme", "fair", "801"
        ),
        alone=NO_MORE,
    ),
)
"""Rows that one definition makes with others."""
EXAMPLES = (
    Example(
        f"POST {EVENTS}/events",
        lambda h: h.marketing.events.basic_api.create(event("Talk")),
        foreign=lambda h: h.marketing.events.basic_api.update("talk", "acme", {"eventDescription": "Theirs"}),
        name="a new one",
    ),
    Example(
        f"POST {EVENTS}/events",
        lambda h: h.marketing.events.basic_api.create(event("Talk", "fair")),
        foreign=lambda h: h.marketing.events.basic_api.update("fair", "acme", {"eventName": "Theirs"}),
        name="over another",
    ),
    Example(
        f"PUT {EVENT}",
        lambda h: h.marketing.events.basic_api.upsert("talk", event("Talk")),
        foreign=lambda h: h.marketing.events.basic_api.update("talk", "acme", {"eventUrl": "https://b.example"}),
        name="a new one",
    ),
    Example(
        f"PUT {EVENT}",
        lambda h: h.marketing.events.basic_api.upsert("fair", event("Great fair", "fair")),
        foreign=lambda h: h.marketing.events.basic_api.update("fair", "acme", {"eventName": "Theirs"}),
        name="over another",
    ),
    Example(
        f"PATCH {EVENT}",
        lambda h: h.marketing.events.basic_api.update("fair", "acme", {"eventName": "Great fair", "eventType": "FAIR"}),
        foreign=lambda h: h.marketing.events.basic_api.update("fair", "acme", {"eventName": "Theirs"}),
        beside=lambda h: h.marketing.events.basic_api.update("fair", "acme", {"eventDescription": "Theirs"}),
    ),
    Example(
        f"POST {EVENT}/cancel",
        lambda h: h.marketing.events.change_property_api.cancel("fair", "acme"),
        alone="who lets the event happen after all wants what the undo wants",
        beside=lambda h: h.marketing.events.basic_api.update("fair", "acme", {"eventName": "Theirs"}),
    ),
    Example(
        f"POST {EVENT}/complete",
        lambda h: h.marketing.events.change_property_api.complete(
            "fair", "acme", {"startDateTime": "2026-05-01T11:00:00Z", "endDateTime": "2026-05-01T12:00:00Z"}
        ),
        foreign=lambda h: h.marketing.events.basic_api.update("fair", "acme", {"endDateTime": "2026-05-01T13:00:00Z"}),
    ),
    Example(
        f"POST {EVENTS}/{{appId}}/settings",
        lambda h: h.marketing.events.settings_api.update(4711, {"eventDetailsUrl": "https://a.example/%s"}),
        foreign=lambda h: h.marketing.events.settings_api.update(4711, {"eventDetailsUrl": "https://b.example/%s"}),
    ),
    Example(
        f"PUT {LISTS}/{{marketingEventId}}/lists/{{listId}}",
        lambda h: h.marketing.events.list_associations_api.associate_by_marketing_event_id("7701", "802"),
        alone=NO_MORE,
        beside=lambda h: h.marketing.events.list_associations_api.associate_by_marketing_event_id("7701", "804"),
    ),
    Example(
        f"DELETE {LISTS}/{{marketingEventId}}/lists/{{listId}}",
        lambda h: h.marketing.events.list_associations_api.disassociate_by_marketing_event_id("7701", "801"),
        alone=NO_MORE,
    ),
    Example(
        f"POST {EVENTS}/batch/update",
        lambda h: h.marketing.events.batch_api.update_by_object_id(
            {"inputs": [{"objectId": "7701", "eventName": "Great fair"}]}
        ),
        foreign=lambda h: h.marketing.events.basic_api.update_by_object_id("7701", {"eventName": "Theirs"}),
    ),
    Example(
        f"POST {EVENTS}/events/upsert",
        lambda h: h.marketing.events.batch_api.upsert({"inputs": [event("Talk"), event("Great fair", "fair")]}),
        foreign=lambda h: h.marketing.events.basic_api.update("fair", "acme", {"eventName": "Theirs"}),
    ),
)
