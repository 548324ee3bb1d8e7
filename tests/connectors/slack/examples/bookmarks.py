"""Bookmarks of a channel."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import DEPLOYS, bookmark, bookmarked

EXAMPLES = (
    Example(
        "bookmarks.add",
        lambda slack: slack.bookmarks_add(
            channel_id=DEPLOYS, title="Wiki [1]", type="link", link="https://acme.example/wiki?q=[x]"
        ),
        foreign=lambda slack: slack.bookmarks_edit(
            channel_id=DEPLOYS, bookmark_id=bookmark(slack, "Wiki [1]"), title="Theirs"
        ),
        beside=bookmarked(),
    ),
    Example(
        "bookmarks.edit",
        lambda slack: slack.bookmarks_edit(
            channel_id=DEPLOYS, bookmark_id=bookmark(slack), title="Old runbook", emoji=":dizzy:"
        ),
        prepare=bookmarked(),
        foreign=lambda slack: slack.bookmarks_edit(
            channel_id=DEPLOYS, bookmark_id=bookmark(slack, "Old runbook"), title="Theirs"
        ),
        beside=lambda slack: slack.bookmarks_edit(
            channel_id=DEPLOYS, bookmark_id=bookmark(slack, "Old runbook"), link="https://acme.example/theirs"
        ),
    ),
    Example(
        "bookmarks.remove",
        lambda slack: slack.bookmarks_remove(channel_id=DEPLOYS, bookmark_id=bookmark(slack)),
        prepare=bookmarked(),
        alone="nobody can change a bookmark that is gone",
        beside=bookmarked("Another"),
    ),
)
