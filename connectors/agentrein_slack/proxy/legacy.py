"""The seams of the legacy client, which sends through urllib or, if told to be async, through aiohttp.

The core reads and undoes through urllib for it, in a thread where the run is async.
"""

from __future__ import annotations

from slack_sdk.web.legacy_base_client import LegacyBaseClient

from agentrein_slack.proxy.aio import gated_request
from agentrein_slack.proxy.client import SlackClient
from agentrein_slack.proxy.seam import install
from agentrein_slack.proxy.sync import gated_perform, gated_upload

install(LegacyBaseClient, "_perform_urllib_http_request", gated_perform)
install(LegacyBaseClient, "_request", gated_request(SlackClient))
install(LegacyBaseClient, "_upload_file", gated_upload)
