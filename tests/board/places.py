"""What the rows of the toy vendor share."""

from __future__ import annotations

from agentrein.connector import (
    do,
    each,
    look,
    looked,
    members,
    path,
    place,
    sent,
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
