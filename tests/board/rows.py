"""The table of the toy vendor: every word of the row language stands in it at least once."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    adding,
    answer,
    before,
    computed,
    days,
    depends,
    do,
    each,
    either,
    field,
    find,
    first,
    found,
    gone,
    items,
    join,
    look,
    looked,
    maybe,
    members,
    now,
    op,
    path,
    place,
    read,
    removing,
    replacing,
    restore,
    sent,
    shows,
    stands,
    together,
    when,
)

DOCS = "https://board.example/docs"
BOARD = place("/boards/{board}", "/board-ids/{board_id}", id=("board_id", "id"), now={"board": "slug"})
CARD, MESSAGE, FILE = "/cards/{card}", "/messages/{message}", f"{BOARD}/files/{{name+}}"
BOARD_OF_CARD = look("of", f"GET {CARD}", "board.id")
THE_CARD = path("board:board:", looked("of"), "/card:", sent("card"))
TAGS = members(
    "tags",
    read="tags[]",
    add=do(f"POST {CARD}/tags", {"tags": [each]}),
    remove=do(f"DELETE {CARD}/tags/{{name+}}", name=each, ok=(404,)),
    folded=True,
)
UNDONE = "Undone by AgentRein"
MOMENT = 0.3
"""Seconds in which a flag or a lock can be taken back."""


def texts(cards: list[dict[str, Any]]) -> list[str]:
    """The texts of cards, as a list of imports shows them."""
    return [card["text"] for card in cards]


def only_ids(cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cards as an import lists them."""
    return [{"id": card["id"]} for card in cards]


def facts(body: Any, image: Any) -> list[Any]:
    """A field for each fact that the call sets, read by its id; computed facts cannot be written."""
    asked = body.get("facts", {})
    writable = [name for name in asked if not image["facts"].get(name, {}).get("computed")]
    return [field(name, read=f"facts.{name}.value", inside="facts") for name in writable]


@depends(COSTLY, IRREVERSIBLE)
def close_tier(call: Call, image: Any, actor: Actor | None) -> Tier:
    """A person can open the board again, a robot cannot."""
    return COSTLY if actor is not None and actor.kind == "person" else IRREVERSIBLE


OPERATIONS = (
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
        repeatable=True,
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
    op(
        f"POST {BOARD}/imports",
        sdk="import_cards",
        says="import cards to {board}",
        tier=COMPENSABLE,
        object=path("board:board:", looked("board_id"), "/import:", answer("import")),
        before=read(f"GET {BOARD}/cards"),
        inverse=items(
            do(
                f"PATCH {CARD}",
                {"card": {"archived": True}},
                card=each.at("id"),
                goal=shows(f"GET {CARD}", archived=True),
                ok=(404,),
            ),
            over=answer("cards"),
            unless=computed(only_ids, before()),
        ),
        also=do(
            f"PATCH {MESSAGE}",
            {"text": UNDONE},
            message=now("GET /imports/{number}", "message.id", number=answer("import")),
            goal=shows(f"GET {MESSAGE}", "message", text=UNDONE),
            ok=(404,),
        ),
        probe=find(
            f"GET {BOARD}/imports",
            same={"texts": computed(texts, sent("cards"))},
            mine="author.name",
            since="made",
            effect={"import": found("id"), "cards": found("cards")},
        ),
        residue="The channel was told, and is told that it was undone.",
        why=f"Cards that were there before stay. {DOCS}/imports",
    ),
    op(
        f"PUT {FILE}",
        sdk="write_file",
        says="write {name} of {board}",
        tier=REVERSIBLE,
        object=path("board:board:", looked("board_id"), "/file:", sent("name")),
        before=maybe(f"GET {FILE}"),
        inverse=either(
            {
                201: do(
                    f"DELETE {FILE}",
                    {"rev": answer("rev")},
                    goal=gone(f"GET {FILE}", parent=f"GET {BOARD}"),
                    still={"rev": answer("rev")},
                    changed=(409,),
                ),
                200: do(
                    f"PUT {FILE}",
                    {"text": before("text"), "rev": answer("rev")},
                    goal=shows(f"GET {FILE}", text=before("text")),
                    still={"rev": answer("rev")},
                    changed=(409,),
                ),
            }
        ),
        probe=stands(f"GET {FILE}", {"text": sent("text")}, effect={"rev": found("rev")}, status=(201, 200)),
        why=f"The old text is written back, or the file deleted. {DOCS}/files",
    ),
    op(
        f"DELETE {FILE}",
        sdk="-",
        says="delete {name} of {board}",
        tier=IRREVERSIBLE,
        why=f"No inverse is built for this yet. {DOCS}/files",
    ),
    op(
        "POST /channels/{channel}/messages",
        sdk="post",
        says="post {text!r} to {channel}",
        tier=COMPENSABLE,
        object=path("board:channel:", sent("channel"), "/message:", answer("message.id")),
        inverse=first(
            do(
                f"PATCH {MESSAGE}",
                {"text": UNDONE},
                message=answer("message.id"),
                goal=shows(f"GET {MESSAGE}", "message", text=UNDONE),
                still={"text": answer("message.text")},
                until=days(2),
            ),
            do(
                "POST /channels/{channel}/messages",
                {"text": join(UNDONE, ": the message above"), "thread": answer("message.id")},
                again="probe",
            ),
            after=("window_closed",),
        ),
        probe=when(
            sent("thread"),
            find(
                f"GET {MESSAGE}/replies",
                params={"message": sent("thread")},
                same=("text",),
                mine="by",
                since="at",
                at="messages",
                effect={"message": found()},
            ),
            find(
                "GET /channels/{channel}/messages",
                same=("text",),
                mine="by",
                since="at",
                at="messages",
                pages="cursor",
                next="next.cursor",
                effect={"message": found()},
            ),
        ),
        residue="People were notified.",
        why=f"A message is edited to say that it was undone, later a reply says so. {DOCS}/messages",
    ),
    op(
        f"PATCH {MESSAGE}",
        sdk="edit_message",
        says="edit message {message}",
        tier=REVERSIBLE,
        object=path("board:message:", sent("message")),
        inverse=restore(
            read(f"GET {MESSAGE}", "message"), f"PATCH {MESSAGE}", field("text", after="message.text"), until=days(2)
        ),
        why=f"The old text is written back while the window is open. {DOCS}/messages",
    ),
    op(
        f"PUT {MESSAGE}/flag",
        sdk="flag",
        says="flag message {message}",
        tier=COMPENSABLE,
        object=path("board:message:", sent("message")),
        inverse=first(
            do(f"DELETE {MESSAGE}/flag", goal=shows(f"GET {MESSAGE}", "message", flag=False), until=MOMENT),
            do(
                "POST /channels/{channel}/messages",
                {"text": UNDONE, "thread": sent("message")},
                channel="c1",
                again="probe",
            ),
            after=("window_closed",),
        ),
        probe=stands(f"GET {MESSAGE}", {"message.flag": True}),
        residue="People were notified.",
        why=f"A flag can be taken back for a moment, later a reply says so. {DOCS}/flags",
    ),
    op(
        f"PUT {MESSAGE}/lock",
        sdk="lock",
        says="lock message {message}",
        tier=REVERSIBLE,
        object=path("board:message:", sent("message")),
        inverse=do(f"DELETE {MESSAGE}/lock", goal=shows(f"GET {MESSAGE}", "message", lock=False), until=MOMENT),
        probe=stands(f"GET {MESSAGE}", {"message.lock": True}),
        if_stuck="Ask a moderator to unlock it.",
        why=f"A lock can be taken back for a moment. {DOCS}/locks",
    ),
    *(
        op(
            f"DELETE {MESSAGE}/{mark}",
            sdk="-",
            says=f"take the {mark} of message {{message}} back",
            tier=IRREVERSIBLE,
            why=f"No inverse is built for this yet. {DOCS}/{mark}s",
        )
        for mark in ("flag", "lock")
    ),
    op(
        f"POST {BOARD}/close",
        sdk="close_board",
        says="close board {board}",
        tier=close_tier,
        object=path("board:board:", looked("board_id")),
        inverse=do(f"POST {BOARD}/open", goal=shows(f"GET {BOARD}", closed=False), ends=False),
        probe=stands(f"GET {BOARD}", {"closed": True}),
        residue="People who follow the board were told.",
        why=f"A person can open it again. {DOCS}/boards",
    ),
    op(
        f"POST {BOARD}/open",
        sdk="-",
        says="open board {board}",
        tier=close_tier,
        object=path("board:board:", looked("board_id")),
        inverse=do(f"POST {BOARD}/close", goal=shows(f"GET {BOARD}", closed=True)),
        probe=stands(f"GET {BOARD}", {"closed": False}),
        residue="People who follow the board were told.",
        why=f"It can be closed again. {DOCS}/boards",
    ),
)
