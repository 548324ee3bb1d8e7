"""Video conferences: https://developers.hubspot.com/docs/api-reference/legacy/crm/extensions/video-conferencing/guide."""

from __future__ import annotations

from agentrein_hubspot.operations.app_settings import Settings
from agentrein_hubspot.operations.calling import CARDS

_CONFERENCING = Settings(
    "/crm/v3/extensions/videoconferencing/settings/{appId}",
    ("createMeetingUrl", "updateMeetingUrl", "deleteMeetingUrl", "userVerifyUrl", "fetchAccountsUri"),
    "video conferencing",
    "crm.extensions.videoconferencing.settings_api",
    "https://developers.hubspot.com/docs/api-reference/legacy/crm/extensions/video-conferencing/guide",
    CARDS,
)

ROWS = (_CONFERENCING.replace(), _CONFERENCING.clear("PUT"))
