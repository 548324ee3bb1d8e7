"""The vendor's client library, as a vendor would write one: a sync client, an async client, one way out each."""

from __future__ import annotations

import http.client
import json
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import httpx


class BoardError(Exception):
    """The service answered with an error."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(f"{status} {code}")
        self.status, self.code = status, code


class _Calls:
    """What both clients offer; `_call` sends and gives the body, or an awaitable of it."""

    url: str
    token: str

    def _call(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> Any:
        raise NotImplementedError

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """Any request at all."""
        return self._call(method, path, body)

    def card(self, card: int) -> Any:
        """Read a card."""
        return self._call("GET", f"/cards/{card}")

    def create_card(self, board: str, text: str, **fields: Any) -> Any:
        """Put a card on a board."""
        return self._call("POST", f"/boards/{quote(board)}/cards", {"text": text, **fields})

    def edit_card(self, card: int, /, *, app: str | None = None, **parts: Any) -> Any:
        """Change a card: `card={…}` its own fields, `facts={…}` its facts by id, `tags=[…]` all of its tags."""
        return self._call("PATCH", f"/cards/{card}", {**({} if app is None else {"app": app}), **parts})

    def edit_cards(self, board: str, cards: dict[int, dict[str, Any]]) -> Any:
        """Change several cards at once, each by its number."""
        listed = [{"id": card, "card": fields} for card, fields in cards.items()]
        return self._call("PATCH", f"/boards/{quote(board)}/cards", {"cards": listed})

    def bulk(self, *texts: str) -> Any:
        """Cards made by a job: it is created, given its texts, and started."""
        job = self._call("POST", "/jobs", {})["job"]
        self._call("PUT", f"/jobs/{job}/texts", {"texts": list(texts)})
        return self._call("POST", f"/jobs/{job}/start", {})

    def call(self, *calls: tuple[str, str, Any]) -> Any:
        """Several calls in one: method, path and body of each."""
        listed = [{"method": method, "path": path, "body": body} for method, path, body in calls]
        return self._call("POST", "/calls", {"calls": listed})

    def delete_card(self, card: int) -> Any:
        """Delete a card for good."""
        return self._call("DELETE", f"/cards/{card}")

    def pin(self, card: int) -> Any:
        """Pin a card."""
        return self._call("PUT", f"/cards/{card}/pin")

    def unpin(self, card: int) -> Any:
        """Unpin a card."""
        return self._call("DELETE", f"/cards/{card}/pin")

    def mute(self, card: int) -> Any:
        """Hide a card from one's own feed; nothing shows that one did."""
        return self._call("PUT", f"/cards/{card}/mute")

    def add_tags(self, card: int, *tags: str) -> Any:
        """Add tags."""
        return self._call("POST", f"/cards/{card}/tags", {"tags": list(tags)})

    def set_tags(self, card: int, *tags: str) -> Any:
        """Replace all tags."""
        return self._call("PUT", f"/cards/{card}/tags", {"tags": list(tags)})

    def remove_tag(self, card: int, tag: str) -> Any:
        """Remove one tag."""
        return self._call("DELETE", f"/cards/{card}/tags/{quote(tag, safe='')}")

    def comment(self, card: int, text: str) -> Any:
        """Comment on a card."""
        return self._call("POST", f"/cards/{card}/comments", {"text": text})

    def delete_comment(self, comment: int) -> Any:
        """Delete a comment."""
        return self._call("DELETE", f"/comments/{comment}")

    def import_cards(self, board: str, *texts: str) -> Any:
        """Put several cards on a board, those that are there already left out, and announce them in its channel."""
        return self._call("POST", f"/boards/{quote(board)}/imports", {"cards": [{"text": text} for text in texts]})

    def write_file(self, board: str, name: str, text: str) -> Any:
        """Write a file of a board."""
        return self._call("PUT", f"/boards/{quote(board)}/files/{quote(name)}", {"text": text})

    def close_board(self, board: str) -> Any:
        """Close a board."""
        return self._call("POST", f"/boards/{quote(board)}/close")

    def post(self, channel: str, text: str, thread: int | None = None) -> Any:
        """Post a message, or a reply to one."""
        return self._call(
            "POST", f"/channels/{channel}/messages", {"text": text, **({"thread": thread} if thread else {})}
        )

    def edit_message(self, message: int, text: str) -> Any:
        """Edit a message."""
        return self._call("PATCH", f"/messages/{message}", {"text": text})

    def draft(self, text: str) -> Any:
        """Keep a message for later."""
        return self._call("POST", "/drafts", {"text": text})

    def edit_draft(self, draft: int, text: str) -> Any:
        """Change what a draft says."""
        return self._call("PATCH", f"/drafts/{draft}", {"text": text})

    def delete_draft(self, draft: int) -> Any:
        """Throw a draft away."""
        return self._call("DELETE", f"/drafts/{draft}")

    def flag(self, message: int) -> Any:
        """Flag a message."""
        return self._call("PUT", f"/messages/{message}/flag")

    def lock(self, message: int) -> Any:
        """Lock a message."""
        return self._call("PUT", f"/messages/{message}/lock")


class BoardClient(_Calls):
    """The sync client: one connection per request, over `http.client`."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.token = url, token

    def _call(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> Any:
        status, _, answer = self._send(method, path, body, query or {})
        return result(status, answer)

    def _send(self, method: str, path: str, body: Any, query: dict[str, Any]) -> tuple[int, dict[str, str], Any]:
        place = urlsplit(self.url)
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=10)
        try:
            target = f"{path}?{urlencode(query)}" if query else path
            content = None if body is None else json.dumps(body).encode()
            connection.request(method, target, content, {"authorization": f"Bearer {self.token}"})
            response = connection.getresponse()
            data = response.read()
            headers = {name.lower(): value for name, value in response.getheaders()}
            return response.status, headers, json.loads(data) if data else None
        finally:
            connection.close()


class AsyncBoardClient(_Calls):
    """The async client, over `httpx`; its calls are awaited."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.token = url, token
        self.http = httpx.AsyncClient(base_url=url, headers={"authorization": f"Bearer {token}"}, timeout=10)

    async def aclose(self) -> None:
        """Close the connections."""
        await self.http.aclose()

    async def _call(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> Any:
        status, _, answer = await self._send(method, path, body, query or {})
        return result(status, answer)

    async def _send(self, method: str, path: str, body: Any, query: dict[str, Any]) -> tuple[int, dict[str, str], Any]:
        content = None if body is None else json.dumps(body).encode()
        response = await self.http.request(method, path, content=content, params=query or None)
        return response.status_code, dict(response.headers), response.json() if response.content else None


def result(status: int, answer: Any) -> Any:
    """What a call gives, or raises."""
    if status >= 400:
        raise BoardError(status, answer.get("error", "") if isinstance(answer, dict) else "")
    return answer
