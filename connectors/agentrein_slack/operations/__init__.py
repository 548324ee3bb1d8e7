"""The rows of Slack's table, one file per area of https://docs.slack.dev/reference/methods."""

from __future__ import annotations

from agentrein_slack.operations import bookmarks, conversations, files, marks, messages, scheduled

OPERATIONS = (
    *messages.ROWS,
    *scheduled.ROWS,
    *marks.ROWS,
    *bookmarks.ROWS,
    *conversations.ROWS,
    *files.ROWS,
)

__all__ = ["OPERATIONS"]
