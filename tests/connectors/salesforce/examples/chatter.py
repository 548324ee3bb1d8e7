"""Posts in feeds."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.salesforce.examples.things import Org, on_newest

EXAMPLES = (
    Example(
        "POST /chatter/feed-elements",
        lambda sf: sf.restful(
            "chatter/feed-elements",
            method="POST",
            json={
                "body": {"messageSegments": [{"type": "Text", "text": "Mine"}]},
                "feedElementType": "FeedItem",
                "subjectId": Org.ACME,
            },
        ),
        foreign=on_newest("FeedItem", lambda sf, id: sf.FeedComment.create({"FeedItemId": id, "CommentBody": "Why?"})),
    ),
    Example(
        "POST /actions/standard/chatterPost",
        lambda sf: sf.restful(
            "actions/standard/chatterPost",
            method="POST",
            json={"inputs": [{"text": "Mine", "subjectNameOrId": Org.ACME}]},
        ),
        foreign=on_newest("FeedItem", lambda sf, id: sf.FeedComment.create({"FeedItemId": id, "CommentBody": "Why?"})),
    ),
)
