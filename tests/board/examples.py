"""Each row of the toy vendor's table in use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agentrein.testing.conformance import Example
from board.sdk import BoardClient

Act = Callable[[Any], object]
CARD, BOARD, FILE = "/cards/{card}", "/boards/{board}", "/boards/{board}/files/{name+}"


def card(client: Any, text: str = "First") -> int:
    """The number of the newest card with this text."""
    return max(one["id"] for one in client.request("GET", "/boards/ideas/cards") if one["text"] == text)


def note(client: Any, text: str) -> int:
    """The number of the newest message that begins so."""
    found = client.request("GET", "/channels/c1/messages")["messages"]
    return max(one["id"] for one in found if one["text"].startswith(text))


def on_card(name: str, *args: Any, **kwargs: Any) -> Act:
    """What somebody does to the first card."""
    return lambda client: getattr(client, name)(card(client), *args, **kwargs)


def crowded(client: Any) -> None:
    """More cards than a page holds, one of them with our text, of somebody else."""
    for text in ("Mine", "a", "b", "c", "d"):
        client.create_card("ideas", text)


def draft(client: Any) -> int:
    """The number of the newest draft."""
    return max(one["id"] for one in client.request("GET", "/drafts")["drafts"])


def busy(client: Any) -> None:
    """More messages than a page holds."""
    for text in ("Hello", "a", "b", "c", "d"):
        client.post("c1", text)


def comment_of(client: Any) -> int:
    """The newest comment of the first card."""
    return max(one["id"] for one in client.request("GET", f"/cards/{card(client)}/comments"))


def _edited(client: Any, **fields: Any) -> object:
    return client.edit_card(card(client, "Mine"), card=fields)


EXAMPLES = [
    Example(
        f"POST {BOARD}/cards",
        lambda c: c.create_card("ideas", "Mine", note="{text}"),
        prepare=crowded,
        foreign=lambda c: _edited(c, text="Theirs"),
        beside=lambda c: _edited(c, note="a note"),
    ),
    Example(
        f"PATCH {CARD}",
        on_card("edit_card", card={"text": "Mine", "note": "", "owner": "ada"}, tags=["red", "Green"]),
        prepare=on_card("edit_card", card={"note": "old", "owner": "bob"}),
        foreign=lambda c: c.edit_card(card(c, "Mine"), card={"text": "Theirs"}),
        beside=lambda c: c.add_tags(card(c, "Mine"), "blue"),
        name="fields and tags",
    ),
    Example(
        f"PATCH {CARD}",
        on_card("edit_card", app="planner", card={"color": "black"}),
        prepare=on_card("edit_card", card={"color": "red", "shade": "dark"}),
        foreign=on_card("edit_card", card={"color": "white", "shade": "dark"}),
        beside=on_card("edit_card", card={"text": "Theirs"}),
        name="a group, kept and constant keys",
    ),
    Example(
        f"PATCH {CARD}",
        on_card("edit_card", facts={"f1": "large"}, card={"note": ""}),
        foreign=on_card("edit_card", facts={"f1": "huge"}),
        name="a fact by its id, and readings that are equal",
    ),
    Example(f"PATCH {CARD}", on_card("edit_card", card={"note": ""}), nothing=True, name="an empty note for no note"),
    Example(
        f"POST {CARD}/tags",
        on_card("add_tags", "red", "new"),
        alone="a member that somebody removed needs no undo",
        beside=on_card("add_tags", "theirs"),
    ),
    Example(f"POST {CARD}/tags", on_card("add_tags", "RED"), nothing=True, name="there already"),
    Example(
        f"PUT {CARD}/tags",
        on_card("set_tags", "one", "two"),
        alone="a member that somebody removed needs no undo",
        beside=on_card("add_tags", "theirs"),
    ),
    Example(
        f"DELETE {CARD}/tags/{{name+}}",
        on_card("remove_tag", "a/b"),
        prepare=on_card("add_tags", "a/b"),
        alone="a member that somebody added needs no undo",
        beside=on_card("add_tags", "theirs"),
    ),
    Example(
        f"PATCH {BOARD}/cards",
        lambda c: c.edit_cards("ideas", {card(c): {"text": "Mine"}, card(c, "Second"): {"note": "mine"}}),
        foreign=lambda c: _edited(c, text="Theirs"),
        beside=lambda c: c.add_tags(card(c, "Mine"), "theirs"),
    ),
    Example(
        "POST /calls",
        lambda c: c.call(
            ("POST", "/boards/ideas/cards", {"text": "Mine"}),
            ("GET", "/me", None),
            ("PATCH", f"/cards/{card(c)}", {"card": {"text": "Mine, too"}}),
        ),
        foreign=lambda c: c.edit_card(card(c, "Mine, too"), card={"text": "Theirs"}),
        beside=lambda c: c.add_tags(card(c, "Mine, too"), "theirs"),
    ),
    Example(f"PUT {CARD}/pin", on_card("pin"), alone="who unpins it has undone it"),
    Example(f"PUT {CARD}/pin", on_card("pin"), prepare=on_card("pin"), nothing=True, name="pinned before"),
    Example(f"DELETE {CARD}/pin", on_card("unpin"), prepare=on_card("pin"), alone="who pins it has undone it"),
    Example(
        f"POST {CARD}/comments",
        on_card("comment", "Same"),
        prepare=on_card("comment", "Same"),
        alone="nobody can edit a comment",
        beside=on_card("comment", "Theirs"),
    ),
    Example(
        f"POST {BOARD}/imports",
        lambda c: c.import_cards("ideas", "First", "Mine", "Too"),
        alone="archiving does not look at what a card says",
        beside=lambda c: c.edit_card(card(c, "Too"), card={"note": "a note"}),
    ),
    Example(
        f"PUT {FILE}",
        lambda c: c.write_file("ideas", "docs/a b.txt", "mine"),
        foreign=lambda c: c.write_file("ideas", "docs/a b.txt", "theirs"),
        unforced="the revision that the undo names makes the service refuse it",
        name="a new file",
    ),
    Example(
        f"PUT {FILE}",
        lambda c: c.write_file("ideas", "a.txt", "mine"),
        prepare=lambda c: c.write_file("ideas", "a.txt", "before"),
        foreign=lambda c: c.write_file("ideas", "a.txt", "theirs"),
        unforced="the revision that the undo names makes the service refuse it",
        name="another text",
    ),
    Example(
        "POST /channels/{channel}/messages",
        lambda c: c.post("c1", "Hello"),
        prepare=busy,
        foreign=lambda c: c.edit_message(note(c, "Hello"), "Theirs"),
        name="a message",
    ),
    Example(
        "POST /channels/{channel}/messages",
        lambda c: c.post("c1", "Hello", thread=note(c, "Thread")),
        prepare=lambda c: c.post("c1", "Thread"),
        alone="replies are edited by nobody here",
        name="a reply",
    ),
    Example(
        "PATCH /messages/{message}",
        lambda c: c.edit_message(note(c, "Old"), "New"),
        prepare=lambda c: c.post("c1", "Old"),
        foreign=lambda c: c.edit_message(note(c, "New"), "Theirs"),
    ),
    Example("POST /drafts", lambda c: c.draft("Later"), nothing=True, leaves=("draft:*",)),
    Example(
        "PATCH /drafts/{draft}",
        lambda c: c.edit_draft(draft(c), "Sooner"),
        prepare=lambda c: BoardClient(c.url, "token-ada").draft("Later"),
        alone="only its author sees a draft",
    ),
    Example(
        "DELETE /drafts/{draft}",
        lambda c: c.delete_draft(draft(c)),
        prepare=lambda c: BoardClient(c.url, "token-ada").draft("Later"),
        alone="only its author sees a draft",
    ),
    Example(f"POST {BOARD}/close", lambda c: c.close_board("ideas"), alone="who opens it has undone it"),
    Example(
        f"POST {BOARD}/open",
        lambda c: c.request("POST", "/boards/ideas/open"),
        prepare=lambda c: c.close_board("ideas"),
        alone="who closes it has undone it",
    ),
]
