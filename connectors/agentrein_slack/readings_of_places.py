"""Readings of direct messages, of how far one has read, and of canvases, as `readings` says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_slack.answers import status
from agentrein_slack.pages import PAGE, Reading, entries, listed
from agentrein_slack.readings_of_people import names

CANVAS = frozenset({"canvas", "quip"})
"""How files.info and files.list call a canvas."""

MOST_CANVASES = 20
"""Canvases of the account's own, the newest first, whose text a reading looks into."""

_EMPTY_LINES = re.compile(r"\n{3,}")


def direct(body: Any, given: Mapping[str, Any]) -> Reading:
    """The direct message that a call names by its id or by its people, and whether it is in the account's list.

    https://docs.slack.dev/reference/methods/conversations.list
    """
    asked = {"types": given.get("types"), "limit": PAGE}
    channels = yield from entries("conversations.list", asked, "channels", body)
    if isinstance(channels, Answer):
        return channels
    wanted = set(names(given.get("users"))) - {str(given.get("by"))}
    for one in channels:
        if given.get("channel") or one.get("is_im"):
            found = one.get("id") == given.get("channel") or ({one.get("user")} == wanted and not given.get("channel"))
        else:
            asked = {"channel": one.get("id"), "limit": PAGE}
            inside = yield from entries("conversations.members", asked, "members")
            if isinstance(inside, Answer):
                return inside
            found = set(inside) - {given.get("by")} == wanted
        if found:
            return {"channel": one, "open": one.get("is_open") is not False}
    return {"open": False}


def named(body: Any, given: Mapping[str, Any]) -> Reading:
    """The public channel of a name, and whether the account `was` in it, out of it, or it is absent.

    https://docs.slack.dev/reference/methods/conversations.list
    """
    asked = {"types": "public_channel", "limit": PAGE}
    channels = yield from entries("conversations.list", asked, "channels", body)
    if isinstance(channels, Answer):
        return channels
    for one in channels:
        if one.get("name") == given.get("name"):
            return {"channel": one, "was": "in" if one.get("is_member") else "out"}
    return {"was": "absent"}


def mark(body: Any, given: Mapping[str, Any]) -> Any:
    """A conversation and whether the account has read exactly up to the message that a call names."""
    channel = dict(body.get("channel") or {})
    return {**body, "channel": {**channel, "there": channel.get("last_read") == str(given.get("ts"))}}


def canvas(body: Any, given: Mapping[str, Any]) -> Reading:  # noqa: ARG001 - every reading takes both
    """A canvas with its text, and its title as a change that would bring it back.

    https://docs.slack.dev/reference/methods/canvases.getContent
    """
    file = dict(body.get("file") or {})
    told = yield Read("canvases.getContent", {"canvas_id": file.get("id")})
    if status(told) != 200:
        return told
    return {**body, "file": {**file, "content": markdown(told.body.get("content"))}}


def canvas_text(body: Any, _given: Mapping[str, Any]) -> Any:
    """The text of a canvas as the change that would bring it back.

    https://docs.slack.dev/reference/methods/canvases.edit
    """
    document = {"type": "markdown", "markdown": markdown(body.get("content"))}
    return {**body, "changes": [{"operation": "replace", "document_content": document}]}


def canvas_title(body: Any, _given: Mapping[str, Any]) -> Any:
    """The title of a canvas as the change that would bring it back."""
    title = {"type": "markdown", "markdown": str((body.get("file") or {}).get("title") or "")}
    return {**body, "changes": [{"operation": "rename", "title_content": title}]}


def canvases(body: Any, given: Mapping[str, Any]) -> Reading:
    """The newest canvases of a list of files that have the title of a call, each with its text.

    https://docs.slack.dev/reference/methods/files.list
    """
    found = []
    mine = [one for one in listed(body, "files") if one.get("filetype") in CANVAS and one.get("user") == given["by"]]
    for one in mine[:MOST_CANVASES]:
        told = yield Read("canvases.getContent", {"canvas_id": one.get("id")})
        if status(told) != 200:
            return told
        if not given.get("title") or one.get("title") == given["title"]:
            said = told.body.get("content")
            found.append({**one, "content": markdown(said), "letters": bare(said)})
    return {**body, "files": found}


def markdown(text: Any) -> str:
    """A text without what an editor adds or drops: blanks at the end of lines, and empty lines in a row."""
    lines = "\n".join(line.rstrip() for line in str(text or "").strip().splitlines())
    return _EMPTY_LINES.sub("\n\n", lines)


def bare(text: Any) -> str:
    """The letters and digits of a text, which its round trip through Slack's editor keeps."""
    return "".join(one for one in str(text or "") if one.isalnum())


def same_markdown(ours: Any, now: Any, _own: Own) -> bool:
    """Whether a canvas says what was sent, of which no answer told the form in which Slack keeps it."""
    return bare(ours) == bare(now)


def same_title(ours: Any, now: Any, _own: Own) -> bool:
    """Whether a title is the one that was sent, or any if none was."""
    return not ours or ours == now


def same_canvas(ours: Any, now: Any, _own: Own) -> bool:
    """Whether a canvas reads as changes asked that replace all of it; nothing tells what any other change left."""
    (whole, asked), (_, there) = _whole(ours), _whole(now)
    return whole and bare(asked) == bare(there)


def _whole(changes: Any) -> tuple[bool, str]:
    """Whether changes are one that replaces a whole text or title, and the text."""
    if not isinstance(changes, list) or len(changes) != 1 or not isinstance(changes[0], Mapping):
        return False, ""
    one = changes[0]
    whole = one.get("operation") in {"replace", "rename"} and not one.get("section_id")
    content = one.get("document_content") or one.get("title_content") or {}
    return whole, str(content.get("markdown") or "")
