"""What the vendor's service answers, one function per address."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from agentrein.testing import Answer, Request, Routes, Stop

if TYPE_CHECKING:
    from board.sandbox import BoardSandbox

routes = Routes()
TOKENS = {
    "token-ada": {"name": "ada", "kind": "person"},
    "token-bob": {"name": "bob", "kind": "person"},
    "token-bot": {"name": "robot", "kind": "bot"},
}
UNDONE = "Undone by AgentRein"
PAGE = 3
NUMBERS = itertools.count(1)


def fail(status: int, code: str) -> Stop:
    """An error of the service."""
    return Stop(Answer(status, {"error": code}))


@routes.on("GET /me")
def me(box: BoardSandbox, request: Request) -> Answer:
    """Who asks."""
    return Answer(200, next(one for one in TOKENS.values() if one["name"] == request.actor))


@routes.on("GET /boards/{board}")
def board(box: BoardSandbox, request: Request) -> Answer:
    """A board."""
    return Answer(200, box.board)


@routes.on("POST /boards/{board}/close", "POST /boards/{board}/open")
def close(box: BoardSandbox, request: Request) -> Answer:
    """Close a board, which a robot can and only a person can open again."""
    closes = request.path.endswith("/close")
    if not closes and request.actor == "robot":
        raise fail(403, "people_only")
    box.board["closed"] = closes
    return Answer(200, box.board)


@routes.on("GET /boards/{board}/cards")
def cards(box: BoardSandbox, request: Request) -> Answer:
    """The cards of a board, the oldest first, three to a page."""
    found = list(box.cards.values())
    if "page" not in request.query:
        return Answer(200, [shown(card) for card in found])
    start = PAGE * (int(request.query["page"]) - 1)
    return Answer(200, [shown(card) for card in found[start : start + PAGE]])


@routes.on("POST /boards/{board}/cards")
def create(box: BoardSandbox, request: Request) -> Answer:
    """A new card."""
    return Answer(201, shown(box.new_card(request.body, str(request.actor))))


@routes.on("GET /cards/{card}")
def card(box: BoardSandbox, request: Request, card: str) -> Answer:
    """A card."""
    return Answer(200, shown(box.one(box.cards, card)))


def shown(card: Mapping[str, Any]) -> dict[str, Any]:
    """A card as a read shows it: its key masked, its owner as an object, an empty note as null."""
    owner = None if card["owner"] is None else {"name": card["owner"]}
    key = None if card["key"] is None else "•••"
    return {**card, "owner": owner, "key": key, "note": card["note"] or None, "board": {"id": card["board"]}}


@routes.on("PATCH /cards/{card}")
def edit(box: BoardSandbox, request: Request, card: str) -> Answer:
    """Edit a card: a shade is ignored unless the color comes with it, as a robot one names one's app."""
    found, body = box.one(box.cards, card), request.body
    if request.actor == "robot" and body.get("app") != "robots":
        raise fail(403, "app_missing")
    fields = dict(body.get("card", {}))
    if "color" not in fields:
        fields.pop("shade", None)
    found.update(fields)
    for name, value in body.get("facts", {}).items():
        found["facts"] = {**found["facts"], name: {**found["facts"][name], "value": value}}
    if "tags" in body:
        found["tags"] = merged(found["tags"], [], body["tags"])
    return Answer(200, shown(found))


@routes.on("DELETE /cards/{card}")
def delete_card(box: BoardSandbox, request: Request, card: str) -> Answer:
    """Delete a card."""
    return box.delete(box.cards, card)


def merged(present: list[str], kept: list[str], more: list[str]) -> list[str]:
    """The kept tags with more of them, spelled as those that are present; case is not told apart."""
    spelled = {tag.casefold(): tag for tag in reversed([*present, *more])} | {tag.casefold(): tag for tag in present}
    return [spelled[name] for name in dict.fromkeys(tag.casefold() for tag in [*kept, *more])]


@routes.on("POST /cards/{card}/tags", "PUT /cards/{card}/tags")
def tag(box: BoardSandbox, request: Request, card: str) -> Answer:
    """Add tags, or replace them."""
    found = box.one(box.cards, card)
    found["tags"] = merged(found["tags"], found["tags"] if request.method == "POST" else [], request.body["tags"])
    return Answer(200, {"now": found["tags"]})


@routes.on("DELETE /cards/{card}/tags/{name+}")
def untag(box: BoardSandbox, request: Request, card: str, name: str) -> Answer:
    """Remove a tag."""
    found = box.one(box.cards, card)
    left = [one for one in found["tags"] if one.casefold() != name.casefold()]
    if left == found["tags"]:
        raise fail(404, "no_such_tag")
    found["tags"] = left
    return Answer(200, {"now": left})


@routes.on("PUT /cards/{card}/pin", "DELETE /cards/{card}/pin")
def pin(box: BoardSandbox, request: Request, card: str) -> Answer:
    """Pin or unpin a card."""
    box.one(box.cards, card)["pinned"] = request.method == "PUT"
    return Answer(204)


@routes.on("PUT /cards/{card}/mute", "DELETE /cards/{card}/mute")
def mute(box: BoardSandbox, request: Request, card: str) -> Answer:
    """Mute or unmute a card."""
    number = box.one(box.cards, card)["id"]
    (box.muted.add if request.method == "PUT" else box.muted.discard)(number)
    return Answer(204)


@routes.on("GET /cards/{card}/comments")
def comments(box: BoardSandbox, request: Request, card: str) -> Answer:
    """The comments of a card, which do not say when they were made."""
    number = box.one(box.cards, card)["id"]
    return Answer(200, [one for one in box.comments.values() if one["card"] == number])


@routes.on("POST /cards/{card}/comments")
def comment(box: BoardSandbox, request: Request, card: str) -> Answer:
    """A new comment."""
    found = {"id": next(box.numbers), "card": box.one(box.cards, card)["id"], "text": request.body["text"]}
    box.comments[found["id"]] = found | {"author": {"name": request.actor}}
    return Answer(201, box.comments[found["id"]])


@routes.on("GET /comments/{comment}")
def one_comment(box: BoardSandbox, request: Request, comment: str) -> Answer:
    """A comment."""
    return Answer(200, box.one(box.comments, comment))


@routes.on("DELETE /comments/{comment}")
def delete_comment(box: BoardSandbox, request: Request, comment: str) -> Answer:
    """Delete a comment."""
    return box.delete(box.comments, comment)


@routes.on("POST /boards/{board}/imports")
def import_cards(box: BoardSandbox, request: Request) -> Answer:
    """Several cards; one whose text is there already is only listed. The channel is told."""
    by_text = {card["text"]: card for card in box.cards.values()}
    texts = [one["text"] for one in request.body["cards"]]
    listed = [by_text[text] if text in by_text else box.new_card({"text": text}, str(request.actor)) for text in texts]
    said = new_message(box, {"text": f"{len(texts)} cards were imported"}, str(request.actor))
    number = next(box.numbers)
    box.imports[number] = {
        "id": number,
        "texts": texts,
        "cards": [{"id": one["id"]} for one in listed],
        "message": {"id": said["id"]},
        "author": {"name": request.actor},
        "made": box.now(),
    }
    return Answer(200, {"import": number, "cards": box.imports[number]["cards"]})


@routes.on("GET /boards/{board}/imports")
def imports(box: BoardSandbox, request: Request) -> Answer:
    """The imports of a board; their time is in seconds."""
    return Answer(200, list(box.imports.values()))


@routes.on("GET /imports/{number}")
def one_import(box: BoardSandbox, request: Request, number: str) -> Answer:
    """An import, with the message that told of it."""
    return Answer(200, box.one(box.imports, number))


@routes.on("GET /boards/{board}/files/{name+}")
def file(box: BoardSandbox, request: Request, name: str) -> Answer:
    """A file with its revision."""
    if name not in box.files:
        raise fail(404, "no_such_file")
    return Answer(200, box.files[name])


@routes.on("PUT /boards/{board}/files/{name+}", "DELETE /boards/{board}/files/{name+}")
def write_file(box: BoardSandbox, request: Request, name: str) -> Answer:
    """Write or delete a file; a revision that is named must be the present one."""
    present = box.files.get(name)
    body = request.body or {}
    if "rev" in body and (present or {}).get("rev") != body["rev"]:
        raise fail(409, "changed")
    if request.method == "DELETE":
        box.files.pop(name, None)
        return Answer(200, {})
    box.files[name] = {"text": body["text"], "rev": f"r{next(box.numbers)}"}
    return Answer(201 if present is None else 200, box.files[name])


def new_message(box: BoardSandbox, fields: Mapping[str, Any], author: str) -> dict[str, Any]:
    """Post a message."""
    number = next(box.numbers)
    box.messages[number] = {"id": number, "text": "", "thread": None, "by": author, "at": box.now()} | dict(fields)
    return box.messages[number]


@routes.on("POST /channels/{channel}/messages")
def post(box: BoardSandbox, request: Request, channel: str) -> Answer:
    """Post a message or a reply."""
    return Answer(201, {"message": new_message(box, request.body, str(request.actor))})


@routes.on("GET /channels/{channel}/messages")
def messages(box: BoardSandbox, request: Request, channel: str) -> Answer:
    """The messages of a channel but for replies, the newest first, with a cursor to the next page."""
    found = [one for one in reversed(box.messages.values()) if not one["thread"]]
    start = int(request.query.get("cursor", "0"))
    more = str(start + PAGE) if len(found) > start + PAGE else ""
    return Answer(200, {"messages": found[start : start + PAGE], "next": {"cursor": more}})


@routes.on("GET /messages/{message}/replies")
def replies(box: BoardSandbox, request: Request, message: str) -> Answer:
    """The replies to a message."""
    number = box.one(box.messages, message)["id"]
    return Answer(200, {"messages": [one for one in box.messages.values() if one["thread"] == number]})


@routes.on("GET /messages/{message}")
def message(box: BoardSandbox, request: Request, message: str) -> Answer:
    """A message."""
    return Answer(200, {"message": box.one(box.messages, message)})


@routes.on("PUT /messages/{message}/flag", "DELETE /messages/{message}/flag")
@routes.on("PUT /messages/{message}/lock", "DELETE /messages/{message}/lock")
def mark(box: BoardSandbox, request: Request, message: str) -> Answer:
    """Flag or lock a message, or take that back."""
    found = box.one(box.messages, message)
    found[request.path.rpartition("/")[2]] = request.method == "PUT"
    return Answer(200, {"message": found})


@routes.on("PATCH /messages/{message}")
def edit_message(box: BoardSandbox, request: Request, message: str) -> Answer:
    """Edit a message while its window is open."""
    found = box.one(box.messages, message)
    if box.window_closed:
        raise fail(403, "window_closed")
    found["text"] = request.body["text"]
    return Answer(200, {"message": found})


@routes.on("POST /drafts")
def draft(box: BoardSandbox, request: Request) -> Answer:
    """A draft, which only its author sees."""
    number = next(box.numbers)
    box.drafts[number] = {
        "id": number,
        "text": request.body["text"],
        "by": request.actor,
        "at": box.now(),
        "posted": False,
    }
    return Answer(201, box.drafts[number])


@routes.on("GET /drafts")
def drafts(box: BoardSandbox, request: Request) -> Answer:
    """The drafts of who asks."""
    return Answer(200, {"drafts": [one for one in box.drafts.values() if one["by"] == request.actor]})


@routes.on("GET /drafts/{draft}")
def one_draft(box: BoardSandbox, request: Request, draft: str) -> Answer:
    """A draft."""
    return Answer(200, box.one(box.drafts, draft))


@routes.on("PATCH /drafts/{draft}")
def edit_draft(box: BoardSandbox, request: Request, draft: str) -> Answer:
    """Change the text of a draft."""
    found = box.one(box.drafts, draft)
    found["text"] = request.body["text"]
    return Answer(200, found)


@routes.on("DELETE /drafts/{draft}")
def delete_draft(box: BoardSandbox, request: Request, draft: str) -> Answer:
    """Delete a draft."""
    return box.delete(box.drafts, draft)
