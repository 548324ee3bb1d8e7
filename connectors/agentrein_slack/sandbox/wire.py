"""A request as Slack reads it: the method's name, the arguments from wherever they stand, and what the token grants."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any
from urllib.parse import parse_qsl

from agentrein.testing import Request
from agentrein_slack.sandbox.records import Grant

API = "/api/"
UPLOADS = "/upload/v1/"
_STRUCTURED = """
    attachments blocks cells changes chunks criteria document_content domain_restrictions files initial_fields
    manifest mcp_servers metadata profile prompts unfurls users view
"""
STRUCTURED = frozenset(_STRUCTURED.split())
"""Arguments that may come as JSON inside a string.

https://docs.slack.dev/apis/web-api/
"""

_READS = """
    admin.analytics.getFile admin.apps.activities.list admin.apps.approved.list admin.apps.config.lookup
    admin.apps.mcp.servers.list admin.apps.mcp.servers.permissions.list admin.apps.requests.list
    admin.apps.restricted.list admin.auth.policy.getEntities admin.barriers.list
    admin.conversations.ekm.listOriginalConnectedChannelInfo admin.conversations.getConversationPrefs
    admin.conversations.getCustomRetention admin.conversations.getTeams admin.conversations.lookup
    admin.conversations.restrictAccess.listGroups admin.conversations.search admin.emoji.list admin.functions.list
    admin.functions.permissions.lookup admin.inviteRequests.approved.list admin.inviteRequests.denied.list
    admin.inviteRequests.list admin.roles.listAssignments admin.teams.admins.list admin.teams.list
    admin.teams.owners.list admin.teams.settings.info admin.usergroups.listChannels admin.users.getExpiration
    admin.users.list admin.users.session.getSettings admin.users.session.list admin.workflows.permissions.lookup
    admin.workflows.search admin.slackbot.skills.list agents.conversations.getCanvas agents.conversations.listViews
    slackbot.skills.info slackbot.skills.list api.test apps.connections.open apps.event.authorizations.list
    apps.manifest.export apps.manifest.validate assistant.search.context assistant.search.info auth.teams.list
    auth.test blocks.validate bookmarks.list bots.info calls.info canvases.getContent canvases.sections.lookup
    chat.getPermalink chat.scheduledMessages.list conversations.history conversations.info conversations.list
    conversations.listConnectInvites conversations.members conversations.replies
    conversations.requestSharedInvite.list dnd.info dnd.teamInfo emoji.list files.info files.list files.remote.info
    files.remote.list migration.exchange openid.connect.userInfo pins.list reactions.get reactions.list
    reminders.info reminders.list rtm.connect rtm.start search.all search.files search.messages
    slackLists.download.get slackLists.download.start slackLists.items.info slackLists.items.list stars.list
    team.accessLogs team.billableInfo team.billing.info team.externalTeams.list team.info team.integrationLogs
    team.preferences.list team.profile.get usergroups.list usergroups.users.list users.conversations
    users.discoverableContacts.lookup users.getPresence users.identity users.info users.list users.lookupByEmail
    users.profile.get workflows.featured.list
"""
READS = frozenset(_READS.split())
"""Slack's methods that change nothing; the HTTP method does not tell.

https://docs.slack.dev/reference/methods
"""


@dataclass(frozen=True, repr=False)
class SlackRequest(Request):
    """A request whose `body` holds every argument but the token, decoded.

    `call` is the name of the method, empty where the path is not one of the Web API's. `grant` is what the token
    stands for: None if Slack does not know the token.
    """

    call: str = ""
    grant: Grant | None = None

    def __repr__(self) -> str:
        return f"<Request {self.n} {self.call or self.path} -> {self.status or 'no answer'}>"


def token_in(headers: Mapping[str, str]) -> str:
    """The token of an Authorization header."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def arguments(request: Request, media: str, content: bytes) -> dict[str, Any]:
    """Every argument of a call: of the query, of a form in either encoding, of a JSON object."""
    found: dict[str, Any] = dict(request.query)
    if media.startswith("multipart/form-data"):
        found |= _multipart(media, content)
    elif isinstance(request.body, dict):
        found |= request.body
    elif request.raw:
        found |= dict(parse_qsl(content.decode("utf-8", "replace"), keep_blank_values=True))
    return {name: _decoded(name, value) for name, value in found.items()}


def _multipart(media: str, content: bytes) -> dict[str, Any]:
    """The fields of a multipart form; a file reads as its bytes."""
    document = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + media.encode() + b"\r\n\r\n" + content)
    found: dict[str, Any] = {}
    for part in document.iter_parts():
        name = part.get_param("name", header="content-disposition")
        payload = part.get_payload(decode=True)
        if isinstance(name, str) and isinstance(payload, bytes):
            found[name] = payload if part.get_filename() is not None else payload.decode("utf-8", "replace")
    return found


def _decoded(name: str, value: Any) -> Any:
    if name not in STRUCTURED or not isinstance(value, str) or value[:1] not in {"[", "{"}:
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
