"""Messages as Gmail shows them: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages#Message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agentrein_google.gmail.sandbox import letters
from agentrein_google.gmail.sandbox.ask import CONTENTS, METADATA, Ask, invalid, lacking
from agentrein_google.gmail.sandbox.world import Message

FORMATS = frozenset({"minimal", "full", "raw", "metadata"})


def brief(message: Message) -> dict[str, Any]:
    """A message as the answer to a change shows it; without a label, there are none."""
    return {
        "id": message.id,
        "threadId": message.thread,
        **({"labelIds": list(message.labels)} if message.labels else {}),
    }


def minimal(message: Message) -> dict[str, Any]:
    """A message without its headers."""
    return {
        **brief(message),
        "snippet": letters.text_of(message.content)[:100],
        "historyId": str(message.history),
        "internalDate": str(message.made),
        "sizeEstimate": len(message.content),
        **({"classificationLabelValues": message.classified} if message.classified else {}),
    }


def shown(ask: Ask, message: Message, scopes: Sequence[str] = CONTENTS) -> dict[str, Any]:
    """A message in the format that is asked for; of what it says, one of these scopes shows more than the headers."""
    wanted = ask.query.get("format", "full")
    if wanted not in FORMATS:
        raise invalid(f"Invalid value for format: {wanted}")
    if wanted in {"full", "raw"} and ask.grant.scopes.isdisjoint(scopes):
        raise lacking()
    if wanted == "raw":
        return {**minimal(message), "raw": letters.encoded(message.content)}
    if wanted == "minimal":
        return minimal(message)
    only = [name.lower() for name in ask.every("metadataHeaders")] if wanted == "metadata" else []
    return {**minimal(message), "payload": _payload(message.content, only, whole=wanted == "full")}


def _payload(content: bytes, only: Sequence[str], *, whole: bool) -> dict[str, Any]:
    mail = letters.parsed(content)
    headers = [{"name": name, "value": str(value)} for name, value in mail.items()]
    kept = [one for one in headers if not only or one["name"].lower() in only]
    payload: dict[str, Any] = {"mimeType": mail.get_content_type(), "headers": kept}
    if whole:
        text = letters.text_of(content).encode()
        payload |= {"partId": "", "filename": "", "body": {"size": len(text), "data": letters.encoded(text)}}
    return payload


def may_search(ask: Ask) -> None:
    """Raise Stop where the token may read but not search: `q` is not for gmail.metadata."""
    if "q" in ask.query and ask.grant.scopes.isdisjoint(CONTENTS) and METADATA in ask.grant.scopes:
        raise lacking()
