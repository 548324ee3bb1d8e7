"""Every row of the Slack table in use, with slack_sdk's own methods."""

from __future__ import annotations

from connectors.slack.examples import (
    admins,
    bookmarks,
    calls,
    canvases,
    conversations,
    direct,
    featured,
    files,
    legacy,
    lists,
    marks,
    messages,
    policies,
    profile,
    reminders,
    remote,
    scheduled,
    skills,
    staff,
    streams,
    usergroups,
)

EXAMPLES = (
    *messages.EXAMPLES,
    *scheduled.EXAMPLES,
    *marks.EXAMPLES,
    *bookmarks.EXAMPLES,
    *conversations.EXAMPLES,
    *files.EXAMPLES,
    *usergroups.EXAMPLES,
    *canvases.EXAMPLES,
    *direct.EXAMPLES,
    *profile.EXAMPLES,
    *calls.EXAMPLES,
    *remote.EXAMPLES,
    *lists.EXAMPLES,
    *streams.EXAMPLES,
    *featured.EXAMPLES,
    *skills.EXAMPLES,
    *legacy.EXAMPLES,
)
"""All of them that a bot may do."""

OF_PEOPLE = (
    *conversations.OF_PEOPLE,
    *files.OF_PEOPLE,
    *reminders.OF_PEOPLE,
    *profile.OF_PEOPLE,
    *skills.OF_PEOPLE,
    *legacy.OF_PEOPLE,
)
"""Those that take the token of a person."""

OF_ADMINS = (*admins.OF_ADMINS, *policies.OF_ADMINS, *staff.OF_ADMINS)
"""Those that take the token of an administrator."""
