"""What apps show in HubSpot: calling, video conferences, and cards."""

from __future__ import annotations

from typing import Any

from hubspot import Client

from agentrein.testing.conformance import Example

APP = 4711
OTHER = 4712
"""An app without settings."""
AT = "/crm/v3/extensions"
CALLING = f"{AT}/calling/{{appId}}/settings"
CARDS = f"{AT}/cards-dev/{{appId}}"
CONFERENCING = f"{AT}/videoconferencing/settings/{{appId}}"
AGAIN = "nobody changes settings that are gone"
CARD: dict[str, Any] = {
    "title": "Invoices",
    "fetch": {"targetUrl": "https://acme.example/invoices", "objectTypes": []},
    "display": {"properties": []},
    "actions": {"baseUrls": []},
}


def card(hubspot: Client, title: str) -> str:
    """The id of a card."""
    found = hubspot.crm.extensions.cards.cards_api.get_all(APP).results
    return str(next(one.id for one in found if one.title == title))


TWINS = (
    Example(
        f"POST {CALLING}/channel-connection",
        lambda h: h.crm.extensions.calling.channel_connection_settings_api.create(
            OTHER, {"url": "https://a.example", "isReady": True}
        ),
        foreign=lambda h: h.crm.extensions.calling.channel_connection_settings_api.update(OTHER, {"isReady": False}),
    ),
    Example(
        f"PATCH {CALLING}/channel-connection",
        lambda h: h.crm.extensions.calling.channel_connection_settings_api.update(APP, {"url": "https://a.example"}),
        foreign=lambda h: h.crm.extensions.calling.channel_connection_settings_api.update(
            APP, {"url": "https://b.example"}
        ),
        beside=lambda h: h.crm.extensions.calling.channel_connection_settings_api.update(APP, {"isReady": False}),
    ),
    Example(
        f"DELETE {CALLING}/channel-connection",
        lambda h: h.crm.extensions.calling.channel_connection_settings_api.archive(APP),
        alone=AGAIN,
    ),
    Example(
        f"PATCH {CALLING}/recording",
        lambda h: h.crm.extensions.calling.recording_settings_api.update_url_format(
            APP, {"urlToRetrieveAuthedRecording": "https://a.example/%s"}
        ),
        foreign=lambda h: h.crm.extensions.calling.recording_settings_api.update_url_format(
            APP, {"urlToRetrieveAuthedRecording": "https://b.example/%s"}
        ),
    ),
    Example(
        f"DELETE {CONFERENCING}",
        lambda h: h.crm.extensions.videoconferencing.settings_api.archive(APP),
        foreign=lambda h: h.crm.extensions.videoconferencing.settings_api.replace(
            APP, {"createMeetingUrl": "https://b.example"}
        ),
    ),
)
"""Rows that one definition makes with others."""
EXAMPLES = (
    Example(
        f"POST {CALLING}",
        lambda h: h.crm.extensions.calling.settings_api.create(OTHER, {"name": "Mine", "url": "https://a.example"}),
        foreign=lambda h: h.crm.extensions.calling.settings_api.update(OTHER, {"name": "Theirs"}),
    ),
    Example(
        f"PATCH {CALLING}",
        lambda h: h.crm.extensions.calling.settings_api.update(APP, {"name": "Mine", "isReady": False}),
        foreign=lambda h: h.crm.extensions.calling.settings_api.update(APP, {"name": "Theirs"}),
        beside=lambda h: h.crm.extensions.calling.settings_api.update(APP, {"height": 500}),
    ),
    Example(f"DELETE {CALLING}", lambda h: h.crm.extensions.calling.settings_api.archive(APP), alone=AGAIN),
    Example(
        f"PUT {CONFERENCING}",
        lambda h: h.crm.extensions.videoconferencing.settings_api.replace(
            APP, {"createMeetingUrl": "https://a.example", "updateMeetingUrl": "https://a.example/up"}
        ),
        foreign=lambda h: h.crm.extensions.videoconferencing.settings_api.replace(
            APP, {"createMeetingUrl": "https://b.example"}
        ),
        name="over others",
    ),
    Example(
        f"PUT {CONFERENCING}",
        lambda h: h.crm.extensions.videoconferencing.settings_api.replace(
            OTHER, {"createMeetingUrl": "https://a.example"}
        ),
        foreign=lambda h: h.crm.extensions.videoconferencing.settings_api.replace(
            OTHER, {"createMeetingUrl": "https://b.example"}
        ),
        name="where there were none",
    ),
    Example(
        f"POST {CARDS}",
        lambda h: h.crm.extensions.cards.cards_api.create(APP, CARD),
        foreign=lambda h: h.crm.extensions.cards.cards_api.update(
            card(h, "Invoices"), APP, {"actions": {"baseUrls": ["https://b.example"]}}
        ),
    ),
    Example(
        f"PATCH {CARDS}/{{cardId}}",
        lambda h: h.crm.extensions.cards.cards_api.update(
            "7201", APP, {"actions": {"baseUrls": ["https://a.example"]}}
        ),
        foreign=lambda h: h.crm.extensions.cards.cards_api.update("7201", APP, {"actions": {"baseUrls": []}}),
    ),
    Example(
        f"DELETE {CARDS}/{{cardId}}",
        lambda h: h.crm.extensions.cards.cards_api.archive("7201", APP),
        foreign=lambda h: h.crm.extensions.cards.cards_api.create(APP, {**CARD, "title": "Orders"}),
        unforced="what has the title now is not replaced",
    ),
)
