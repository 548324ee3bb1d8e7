"""Boards, their files and imports."""

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
    answer,
    before,
    computed,
    depends,
    do,
    each,
    either,
    find,
    found,
    gone,
    items,
    looked,
    maybe,
    now,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from board.places import BOARD, CARD, DOCS, FILE, MESSAGE, UNDONE


def texts(cards: list[dict[str, Any]]) -> list[str]:
    """The texts of cards, as a list of imports shows them."""
    return [card["text"] for card in cards]


def only_ids(cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cards as an import lists them."""
    return [{"id": card["id"]} for card in cards]


@depends(COSTLY, IRREVERSIBLE)
def close_tier(call: Call, image: Any, actor: Actor | None) -> Tier:
    """A person can open the board again, a robot cannot."""
    return COSTLY if actor is not None and actor.kind == "person" else IRREVERSIBLE


ROWS = (
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
        f"POST {BOARD}/copies",
        sdk="-",
        says="copy card {source}",
        tier=COMPENSABLE,
        object=path("board:board:", looked("board_id"), "/copy:", answer("id")),
        before=read("GET /cards/{card}", card=sent("source")),
        inverse=do(
            f"PATCH {CARD}",
            {"card": {"archived": True}},
            card=answer("id"),
            goal=shows(f"GET {CARD}", archived=True),
            ok=(404,),
        ),
        probe=find(f"GET {BOARD}/cards", same={"text": before("text")}, mine="author.name", since="made"),
        residue="The archived copy.",
        why=f"A copy is archived. {DOCS}/copies",
    ),
    op(
        f"DELETE {FILE}",
        sdk="-",
        says="delete {name} of {board}",
        tier=IRREVERSIBLE,
        why=f"No inverse is built for this yet. {DOCS}/files",
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
