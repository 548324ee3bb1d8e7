"""Cards, their tags, pins and comments."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    adding,
    answer,
    before,
    do,
    either,
    field,
    find,
    gone,
    looked,
    op,
    path,
    read,
    removing,
    replacing,
    restore,
    sent,
    shows,
    stands,
    together,
)
from board.places import BOARD, BOARD_OF_CARD, CARD, DOCS, TAGS, THE_CARD


def facts(body: Any, image: Any) -> list[Any]:
    """A field for each fact that the call sets, read by its id; computed facts cannot be written."""
    asked = body.get("facts", {})
    writable = [name for name in asked if not image["facts"].get(name, {}).get("computed")]
    return [field(name, read=f"facts.{name}.value", inside="facts") for name in writable]


ROWS = (
    op(
        f"POST {BOARD}/cards",
        sdk="create_card",
        says="put card {text!r} on {board}",
        tier=COMPENSABLE,
        object=path("board:board:", looked("board_id"), "/card:", answer("id")),
        inverse=do(
            f"PATCH {CARD}",
            {"card": {"archived": True}},
            card=answer("id"),
            goal=shows(f"GET {CARD}", archived=True),
            still={"text": answer("text")},
            ends=True,
        ),
        probe=find(f"GET {BOARD}/cards", same=("text",), mine="author.name", since="made", pages="page", size=3),
        residue="The archived card stays in the archive.",
        if_stuck="Archive the card by hand.",
        why=f"A card of others cannot be deleted, so it is archived. {DOCS}/cards",
    ),
    op(
        f"PATCH {CARD}",
        sdk="edit_card",
        says="edit card {card}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=THE_CARD,
        ignores="app",
        inverse=restore(
            f"GET {CARD}",
            f"PATCH {CARD}",
            field("text", inside="card", read="text"),
            field("note", inside="card", read="note", clear="", same=(None, "")),
            together(field("color", inside="card", read="color"), field("shade", inside="card", read="shade")),
            field("owner", inside="card", read="owner.name"),
            field("archived", inside="card", read="archived"),
            field("key", inside="card", read="key", lossy=True),
            TAGS,
            facts,
            keep=("app",),
            plus={"silent": True},
        ),
        why=f"Each field is written back. {DOCS}/cards#edit",
    ),
    op(
        f"DELETE {CARD}",
        sdk="delete_card",
        says="delete card {card}",
        tier=IRREVERSIBLE,
        why=f"A deleted card is gone. {DOCS}/cards#delete",
    ),
    op(
        f"POST {CARD}/tags",
        sdk="add_tags",
        says="tag card {card} with {tags}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=THE_CARD,
        inverse=restore(f"GET {CARD}", None, adding(TAGS, after="now[]")),
        why=f"Only tags that were not there are removed. {DOCS}/tags",
    ),
    op(
        f"PUT {CARD}/tags",
        sdk="set_tags",
        says="tag card {card} with {tags} only",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=THE_CARD,
        faithful=False,
        inverse=restore(f"GET {CARD}", None, replacing(TAGS)),
        why=f"Undone tag by tag. {DOCS}/tags",
    ),
    op(
        f"DELETE {CARD}/tags/{{name+}}",
        sdk="remove_tag",
        says="untag {name!r} from card {card}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=THE_CARD,
        inverse=restore(f"GET {CARD}", None, removing(TAGS, [sent("name")], after="now[]")),
        why=f"The tag is added again. {DOCS}/tags",
    ),
    op(
        f"PUT {CARD}/pin",
        sdk="pin",
        says="pin card {card}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=THE_CARD,
        before=f"GET {CARD}",
        inverse=either(
            {False: do(f"DELETE {CARD}/pin", goal=shows(f"GET {CARD}", pinned=False)), True: None}, by=before("pinned")
        ),
        probe=stands(f"GET {CARD}", {"pinned": True}),
        why=f"Unpinned unless it was pinned before. {DOCS}/pins",
    ),
    op(
        f"DELETE {CARD}/pin",
        sdk="unpin",
        says="unpin card {card}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=THE_CARD,
        before=f"GET {CARD}",
        inverse=either(
            {True: do(f"PUT {CARD}/pin", goal=shows(f"GET {CARD}", pinned=True)), False: None}, by=before("pinned")
        ),
        probe=stands(f"GET {CARD}", {"pinned": False}),
        why=f"Pinned if it was pinned before. {DOCS}/pins",
    ),
    op(
        f"PUT {CARD}/mute",
        sdk="mute",
        says="mute card {card}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=THE_CARD,
        inverse=do(f"DELETE {CARD}/mute", again="safe"),
        why=f"Nothing shows a mute; unmuting twice is unmuting once. {DOCS}/mutes",
    ),
    op(
        f"DELETE {CARD}/mute",
        sdk="-",
        says="unmute card {card}",
        tier=IRREVERSIBLE,
        why=f"Nothing shows whether it was muted. {DOCS}/mutes",
    ),
    op(
        f"POST {CARD}/comments",
        sdk="comment",
        says="comment on card {card}: {text!r}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=path("board:comment:", answer("id")),
        parents=(THE_CARD,),
        before=read(f"GET {CARD}/comments"),
        inverse=do(
            "DELETE /comments/{comment}",
            comment=answer("id"),
            goal=gone("GET /comments/{comment}", parent=f"GET {CARD}"),
            still={"text": answer("text")},
            ok=(404,),
        ),
        probe=find(f"GET {CARD}/comments", same=("text",), mine="author.name", key="id", unless=before("[].id")),
        why=f"A comment can be deleted. {DOCS}/comments",
    ),
    op(
        "DELETE /comments/{comment}",
        sdk="delete_comment",
        says="delete comment {comment}",
        tier=IRREVERSIBLE,
        why=f"A deleted comment is gone. {DOCS}/comments",
    ),
)
