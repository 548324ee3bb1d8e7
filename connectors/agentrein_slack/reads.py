"""Slack's methods that only read, named one by one: neither the HTTP method nor the form of the name tells.

https://docs.slack.dev/reference/methods
"""

from __future__ import annotations

from typing import Final

READS: Final = frozenset(
    """
    admin.analytics.getFile admin.apps.activities.list admin.apps.approved.list admin.apps.config.lookup
    admin.apps.mcp.servers.list admin.apps.mcp.servers.permissions.list admin.apps.requests.list
    admin.apps.restricted.list admin.auth.policy.getEntities admin.barriers.list
    admin.conversations.ekm.listOriginalConnectedChannelInfo admin.conversations.getConversationPrefs
    admin.conversations.getCustomRetention admin.conversations.getTeams admin.conversations.lookup
    admin.conversations.restrictAccess.listGroups admin.conversations.search admin.emoji.list
    admin.functions.list admin.functions.permissions.lookup admin.inviteRequests.approved.list
    admin.inviteRequests.denied.list admin.inviteRequests.list admin.roles.listAssignments
    admin.slackbot.skills.list admin.teams.admins.list admin.teams.list admin.teams.owners.list
    admin.teams.settings.info admin.usergroups.listChannels admin.users.getExpiration admin.users.list
    admin.users.session.getSettings admin.users.session.list admin.workflows.permissions.lookup
    admin.workflows.search
    agents.conversations.getCanvas agents.conversations.listViews
    api.test
    apps.connections.open apps.event.authorizations.list apps.manifest.export apps.manifest.validate
    assistant.search.context assistant.search.info
    auth.teams.list auth.test
    blocks.validate
    bookmarks.list
    bots.info
    calls.info
    canvases.getContent canvases.sections.lookup
    channels.history channels.info channels.list channels.replies
    chat.getPermalink chat.scheduledMessages.list
    conversations.history conversations.info conversations.list conversations.listConnectInvites
    conversations.members conversations.replies conversations.requestSharedInvite.list
    dnd.info dnd.teamInfo
    emoji.list
    files.info files.list files.remote.info files.remote.list
    groups.history groups.info groups.list groups.replies
    im.history im.list im.replies
    migration.exchange
    mpim.history mpim.list mpim.replies
    openid.connect.userInfo
    pins.list
    reactions.get reactions.list
    reminders.info reminders.list
    rtm.connect rtm.start
    search.all search.files search.messages
    slackLists.download.get slackLists.download.start slackLists.items.info slackLists.items.list
    slackbot.skills.info slackbot.skills.list
    stars.list
    team.accessLogs team.billableInfo team.billing.info team.externalTeams.list team.info team.integrationLogs
    team.preferences.list team.profile.get
    usergroups.list usergroups.users.list
    users.conversations users.discoverableContacts.lookup users.getPresence users.identity users.info
    users.list users.lookupByEmail users.profile.get
    workflows.featured.list
    """.split()  # noqa: SIM905 - a list would take a line for each
)
"""Every method that changes nothing. Some hand out an address to connect or to download, which changes nothing."""


def line(method: str, path: str) -> tuple[str, str]:  # noqa: ARG001 - Slack acts on any HTTP method alike
    """The address of a request line: the method's name, whatever HTTP method carries it."""
    return path.strip("/"), ""


def executes(method: str, path: str) -> bool:
    """Whether a GET does something: Slack looks at the method's name only."""
    return not reads(*line(method, path))


def reads(method: str, path: str) -> bool:
    """Whether a request only reads; a method is all of a Slack address, so its path is empty."""
    return path in {"", "/"} and method in READS
