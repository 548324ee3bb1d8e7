"""Comments: write, edit."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.notion.examples.things import LOGIN, OWN_COMMENT, PARAGRAPH, text

COMMENT = "/v1/comments/{comment_id}"
MINE = "only the connection that wrote a comment edits it"

EXAMPLES = (
    Example(
        "POST /v1/comments",
        lambda n: n.comments.create(parent={"page_id": LOGIN.replace("-", "")}, rich_text=text("Looks {good}")),
        alone=MINE,
        beside=lambda n: n.comments.create(parent={"page_id": LOGIN}, rich_text=text("Does it?")),
        name="on a page",
    ),
    Example(
        "POST /v1/comments",
        lambda n: n.comments.create(parent={"block_id": PARAGRAPH}, rich_text=text("Really?")),
        prepare=lambda n: n.comments.create(parent={"block_id": PARAGRAPH}, rich_text=text("Really?")),
        alone=MINE,
        beside=lambda n: n.comments.create(parent={"block_id": PARAGRAPH}, rich_text=text("Really?")),
        name="on a block, as others did",
    ),
    Example(
        f"PATCH {COMMENT}",
        lambda n: n.comments.update(OWN_COMMENT, rich_text=text("Checked twice")),
        alone=MINE,
        beside=lambda n: n.comments.create(parent={"page_id": LOGIN}, rich_text=text("Thanks")),
    ),
)
