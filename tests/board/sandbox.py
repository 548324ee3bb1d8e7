"""The vendor's service on loopback: boards with cards, tags, comments and files, channels with messages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from agentrein.testing import Answer, Request, Sandbox
from board import service_batches as _batches  # noqa: F401 - its routes
from board.service import NUMBERS, TOKENS, UNDONE, fail, routes


class BoardSandbox(Sandbox):
    """One board `ideas` with two cards, its channel `c1`; people ada and bob, and a robot.

    `window_closed` makes messages uneditable; what anybody muted is in `muted`, which no request shows.
    """

    cards: dict[int, dict[str, Any]]
    window_closed = False
    numbers = NUMBERS

    def seed(self) -> None:
        """One board with two cards."""
        self.board = {"id": 1, "slug": "ideas", "channel": "c1", "closed": False}
        self.cards, self.comments, self.messages, self.imports, self.files, self.drafts = {}, {}, {}, {}, {}, {}
        self.jobs: dict[int, dict[str, Any]] = {}
        self.muted: set[int] = set()
        self.window_closed = False
        self.first = self.new_card({"text": "First", "note": None, "tags": ["Red"]}, "bob")["id"]
        self.second = self.new_card({"text": "Second"}, "bob")["id"]

    def new_card(self, fields: Mapping[str, Any], author: str) -> dict[str, Any]:
        """Put a card on the board."""
        card = {
            "id": next(self.numbers),
            "text": "",
            "note": None,
            "color": "white",
            "shade": "light",
            "owner": None,
            "key": None,
            "tags": [],
            "pinned": False,
            "archived": False,
            "author": {"name": author},
            "facts": {"f1": {"label": "Size", "value": "small"}, "f2": {"label": "Age", "value": 7, "computed": True}},
            "made": self.clock(),
            "board": 1,
        } | dict(fields)
        self.cards[card["id"]] = card
        return card

    def clock(self) -> str:
        """The time as the service writes it."""
        return datetime.fromtimestamp(self.now(), UTC).isoformat()

    def state(self) -> dict[str, dict[str, Any]]:
        """Everything an undo should bring back."""
        with self.lock:
            things: dict[str, dict[str, Any]] = {"board:1": dict(self.board)}
            things |= {
                f"board:1/card:{n}": {**c, "note": c["note"] or None, "muted": n in self.muted}
                for n, c in self.cards.items()
            }
            things |= {f"board:1/comment:{n}": dict(c) for n, c in self.comments.items()}
            things |= {f"draft:{d['text']}": {"by": d["by"]} for d in self.drafts.values()}
            things |= {f"board:1/file:{n}": {"text": f["text"]} for n, f in self.files.items()}
            return things | {f"channel:c1/message:{n}": dict(m) for n, m in self.messages.items()}

    def compensated(self, snapshot: Mapping[str, Any]) -> bool:
        """An archived card and a message marked as undone count, and so does the reply that says so."""
        return bool(snapshot.get("archived")) or UNDONE in str(snapshot.get("text"))

    def actor_of(self, headers: Mapping[str, str]) -> str | None:
        """The account of a token."""
        found = TOKENS.get(headers.get("authorization", "").removeprefix("Bearer "))
        return None if found is None else found["name"]

    def answer(self, request: Request) -> Answer:
        """Act on a request."""
        if request.actor is None:
            raise fail(401, "bad_token")
        path = request.path
        if path.startswith("/board-ids/1"):
            path = path.replace("/board-ids/1", f"/boards/{self.board['slug']}", 1)
        found = routes.find(request.method, path)
        if found is None:
            raise fail(404, "no_such_path")
        handler, names = found
        if names.pop("board", self.board["slug"]) != self.board["slug"]:
            raise fail(404, "no_such_board")
        return handler(self, request, **names)

    def one(self, things: dict[int, dict[str, Any]], number: str) -> dict[str, Any]:
        """A thing by its number; 404 if there is none."""
        if not number.isdecimal() or int(number) not in things:
            raise fail(404, "not_found")
        return things[int(number)]

    def delete(self, things: dict[int, dict[str, Any]], number: str) -> Answer:
        """Delete a thing by its number."""
        del things[self.one(things, number)["id"]]
        return Answer(204)
