"""Calling: https://developers.hubspot.com/docs/api-reference/legacy/crm/extensions/calling-sdk/guide."""

from __future__ import annotations

from agentrein_hubspot.operations.app_settings import Settings

AT = "/crm/v3/extensions/calling/{appId}/settings"
CARDS = "/crm/v3/extensions/cards-dev/{appId}"
DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/crm/extensions/calling-sdk/guide"
_CALLING = Settings(
    AT,
    (
        "name",
        "url",
        "height",
        "width",
        "isReady",
        "supportsCustomObjects",
        "supportsInboundCalling",
        "usesRemote",
        "usesCallingWindow",
    ),
    "calling",
    "crm.extensions.calling.settings_api",
    DOCS,
    CARDS,
)
_CHANNEL = Settings(
    f"{AT}/channel-connection",
    ("url", "isReady"),
    "channel connection",
    "crm.extensions.calling.channel_connection_settings_api",
    DOCS,
    CARDS,
)
_RECORDING = Settings(
    f"{AT}/recording",
    ("urlToRetrieveAuthedRecording",),
    "recording",
    "crm.extensions.calling.recording_settings_api",
    DOCS,
    CARDS,
)

ROWS = (
    _CALLING.create(),
    _CALLING.update(),
    _CALLING.clear("POST"),
    _CHANNEL.create(),
    _CHANNEL.update(),
    _CHANNEL.clear("POST"),
    _RECORDING.update("update_url_format"),
)
