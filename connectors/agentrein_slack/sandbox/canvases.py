"""Canvases, which are files of Markdown with a title.

https://docs.slack.dev/reference/methods (canvases.*)
"""

from __future__ import annotations

import hashlib
from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.ask import Ask, fail, missing, ok
from agentrein_slack.sandbox.files import seen_by
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import File

methods = Methods()
_READ, _WRITE = "canvases:read", "canvases:write"
_UNTITLED = "Untitled"


@methods.on("canvases.create", _WRITE)
def create(ask: Ask) -> Answer:
    """Make a canvas, as a tab of a channel if one is named."""
    return ok(canvas_id=_made(ask).id)


@methods.on("conversations.canvases.create", _WRITE)
def create_in_channel(ask: Ask) -> Answer:
    """Make the canvas of a channel, which has one at most."""
    channel = ask.channel("channel_id")
    if channel.canvas:
        raise fail("channel_canvas_already_exists")
    channel.canvas = _made(ask).id
    return ok(canvas_id=channel.canvas)


def _made(ask: Ask) -> File:
    text = _joined(_sections(_markdown(ask.args.get("document_content"))))
    title, tab = ask.text("title") or _UNTITLED, ask.channel("channel_id").id if ask.text("channel_id") else ""
    made = File(ask.world.new_id("F"), title, ask.me, len(text), ask.world.now(), title=title, content=text.encode())
    made.shown, made.kind, made.tab_of = True, "quip", tab
    ask.world.files[made.id] = made
    return made


def _markdown(document: Any) -> str:
    if document is None:
        return ""
    if not isinstance(document, dict) or document.get("type") != "markdown":
        raise fail("invalid_arguments")
    return str(document.get("markdown") or "")


def _sections(text: str) -> list[str]:
    """The sections of a text; an editor keeps no blanks around them."""
    return [one.strip() for one in text.split("\n\n") if one.strip()]


def _joined(sections: list[str]) -> str:
    return "\n\n".join(sections)


def _id(section: str) -> str:
    return f"temp:C:{hashlib.sha256(section.encode()).hexdigest()[:16]}"


def _canvas(ask: Ask) -> File:
    file = ask.world.files.get(ask.needed("canvas_id"))
    if file is None or file.kind == "text" or file.deleted or not seen_by(ask, file):
        raise fail("canvas_not_found")
    return file


def _text(file: File) -> str:
    return (file.content or b"").decode()


@methods.on("canvases.getContent", _READ)
def content(ask: Ask) -> Answer:
    """All of a canvas as Markdown."""
    return ok(content=_text(_canvas(ask)))


@methods.on("canvases.sections.lookup", _READ)
def lookup(ask: Ask) -> Answer:
    """The ids of the sections that hold a text."""
    wanted = (ask.args.get("criteria") or {}).get("contains_text", "")
    return ok(sections=[{"id": _id(one)} for one in _sections(_text(_canvas(ask))) if wanted in one])


@methods.on("canvases.edit", _WRITE)
def edit(ask: Ask) -> Answer:
    """Make one change of the text or of the title."""
    file, changes = _canvas(ask), ask.args.get("changes")
    if not isinstance(changes, list) or not changes:
        raise missing("changes")
    if len(changes) > 1:
        raise fail("invalid_arguments")
    (change,) = changes
    if change.get("operation") == "rename":
        file.title = file.name = _markdown(change.get("title_content"))
        return ok()
    text = _joined(_changed(_sections(_text(file)), change))
    file.content, file.size = text.encode(), len(text)
    return ok()


def _changed(sections: list[str], change: dict[str, Any]) -> list[str]:
    """The sections after one change."""
    operation, new = change.get("operation"), _sections(_markdown(change.get("document_content")))
    if operation == "insert_at_start":
        return [*new, *sections]
    if operation == "insert_at_end":
        return [*sections, *new]
    if operation == "replace" and not change.get("section_id"):
        return new
    at = next((n for n, one in enumerate(sections) if _id(one) == change.get("section_id")), None)
    if at is None:
        raise fail("canvas_editing_failed")
    if operation == "insert_before":
        return [*sections[:at], *new, *sections[at:]]
    if operation == "insert_after":
        return [*sections[: at + 1], *new, *sections[at + 1 :]]
    if operation not in {"replace", "delete"}:
        raise fail("invalid_arguments")
    return [*sections[:at], *(new if operation == "replace" else []), *sections[at + 1 :]]


@methods.on("canvases.delete", _WRITE)
def delete(ask: Ask) -> Answer:
    """Delete a canvas for good."""
    file = _canvas(ask)
    file.deleted, file.content = True, None
    for channel in ask.world.channels.values():
        if channel.canvas == file.id:
            channel.canvas = ""
    return ok()
