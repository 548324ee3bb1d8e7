"""Comments: https://developers.notion.com/reference/comment-object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    before,
    computed,
    do,
    find,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_notion.operations import told
from agentrein_notion.operations.places import COMMENT, NEW_COMMENT, NOTHING_THERE, PARENT_READ, PARENTS, made_in
from agentrein_notion.texts import REVERTED
from agentrein_notion.values import dashed, in_path

_SAYS, _SENT = "rich_text[].plain_text", "rich_text[].text.content"
_COMMENT_OBJECT = path("notion:comment:", computed(dashed, sent("comment_id")))


def commented(parent: Any) -> Any:
    """The page or block whose comments show a new one; the list takes either id."""
    named = (parent.get("page_id") or parent.get("block_id")) if isinstance(parent, Mapping) else None
    return in_path(named) if named else None


ROWS = (
    op(
        "POST /v1/comments",
        sdk="comments.create",
        says="comment {text!r} on {where}",
        names=told.where,
        tier=COMPENSABLE,
        object=NEW_COMMENT,
        parents=PARENTS,
        inverse=do(
            f"PATCH {COMMENT}",
            {"rich_text": [{"text": {"content": REVERTED}}]},
            comment_id=answer("id"),
            goal=shows(f"GET {COMMENT}", want={_SAYS: [REVERTED]}, parent=PARENT_READ, unreadable=(403,)),
            still={_SENT: sent(_SENT)},
            alike={_SENT: "same words"},
            again="safe",
            ok=(404,),
            ends=True,
        ),
        probe=find(
            made_in(
                read(
                    "GET /v1/comments",
                    at="results",
                    completed="made comments",
                    block_id=computed(commented, sent("parent")),
                    page_size=100,
                )
            ),
            same={_SENT: sent(_SENT)},
            mine="created_by.id",
            since="made",
            within=60,
            pages="start_cursor",
            next="next_cursor",
        ),
        residue="The comment stays with another text, and people were notified of the first one.",
        if_stuck="Look for the comment in Notion; if it is there, edit or delete it, then keep the action. A "
        "connection finds it again only with the capability to read comments.",
        scopes=("insert comments",),
        why="Deleting a comment that began a discussion takes the replies of others along, so its text is replaced. A "
        "connection may be allowed to write comments and not to read them (403). "
        "https://developers.notion.com/reference/update-a-comment",
    ),
    op(
        f"PATCH {COMMENT}",
        sdk="comments.update",
        says="edit comment {comment_id}: {text!r}",
        names=told.where,
        tier=REVERSIBLE,
        object=_COMMENT_OBJECT,
        before=read(f"GET {COMMENT}", completed="whole comment"),
        inverse=do(
            f"PATCH {COMMENT}",
            {"rich_text": before("writable.rich_text")},
            goal=shows(
                read(f"GET {COMMENT}", completed="whole comment"),
                want={"writable.rich_text": before("writable.rich_text")},
            ),
            still={"writable.rich_text": answer("rich_text")},
            alike={"writable.rich_text": "as asked"},
        ),
        probe=stands(f"GET {COMMENT}", {_SENT: sent(_SENT)}),
        residue='The comment is marked "edited".',
        scopes=("insert comments", "read comments"),
        why="A connection edits its own comments, and writes the old text back. "
        "https://developers.notion.com/reference/update-a-comment",
    ),
    op(
        f"DELETE {COMMENT}",
        sdk="comments.delete",
        says="delete comment {comment_id}",
        tier=IRREVERSIBLE,
        object=_COMMENT_OBJECT,
        probe=stands(f"GET {COMMENT}", NOTHING_THERE),
        why="The comment is gone for good, and the discussion with it if it was the first; its text posted again is "
        "another one. https://developers.notion.com/reference/delete-a-comment",
    ),
)
