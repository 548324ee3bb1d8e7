"""Every row of the Slack table in use, with slack_sdk's own methods."""

from __future__ import annotations

from connectors.slack.examples import bookmarks, conversations, files, marks, messages, scheduled

EXAMPLES = (
    *messages.EXAMPLES,
    *scheduled.EXAMPLES,
    *marks.EXAMPLES,
    *bookmarks.EXAMPLES,
    *conversations.EXAMPLES,
    *files.EXAMPLES,
)
"""All of them that a bot may do."""

OF_PEOPLE = (*conversations.OF_PEOPLE, *files.OF_PEOPLE)
"""Those that take the token of a person."""
