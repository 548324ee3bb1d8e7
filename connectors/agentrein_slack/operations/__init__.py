"""The rows of Slack's table, one file per area of https://docs.slack.dev/reference/methods."""

from __future__ import annotations

from agentrein_slack.operations import (
    admin_channels,
    admins,
    bookmarks,
    calls,
    canvases,
    conversations,
    direct,
    featured,
    files,
    lists,
    marks,
    messages,
    policies,
    profile,
    reminders,
    remote,
    scheduled,
    skills,
    streams,
    usergroups,
    workspaces,
)

OPERATIONS = (
    *messages.ROWS,
    *scheduled.ROWS,
    *marks.ROWS,
    *bookmarks.ROWS,
    *conversations.ROWS,
    *files.ROWS,
    *usergroups.ROWS,
    *reminders.ROWS,
    *direct.ROWS,
    *canvases.ROWS,
    *profile.ROWS,
    *calls.ROWS,
    *remote.ROWS,
    *lists.ROWS,
    *streams.ROWS,
    *featured.ROWS,
    *skills.ROWS,
    *admins.ROWS,
    *policies.ROWS,
    *admin_channels.ROWS,
    *workspaces.ROWS,
)

__all__ = ["OPERATIONS"]
