"""Files that another service keeps, for bots' tokens only.

https://docs.slack.dev/reference/methods (files.remote.*)
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox import shapes
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import File, Message

methods = Methods()
_READ, _WRITE = "remote_files:read", "remote_files:write"
_TITLES = 255


@methods.on("files.remote.add", _WRITE)
def add(ask: Ask) -> Answer:
    """Add a file; what becomes of one under the same id is not documented, and here it is an error."""
    if not ask.me.bot_id:
        raise fail("bot_user_required")
    known, title = ask.needed("external_id"), ask.needed("title")
    if len(title) > _TITLES:
        raise fail("bad_title")
    if _by_external_id(ask, known) is not None:
        raise fail("invalid_args")
    number = ask.world.new_id("F")
    key = ask.world.key(number, "remote", known, title, ask.needed("external_url"), ask.text("filetype"))
    made = File(number, title, ask.me, 0, ask.world.now(), title=title, kind=ask.text("filetype") or "external")
    made.shown, made.key, made.external = True, key, (known, ask.text("external_url"))
    ask.world.files[number] = made
    return ok(file=_shape(made))


def _by_external_id(ask: Ask, known: str) -> File | None:
    found = (one for one in ask.world.files.values() if one.external and not one.deleted)
    return next((one for one in found if one.external and one.external[0] == known), None)


def _file(ask: Ask) -> File:
    if ask.text("external_id") and ask.text("file"):
        raise fail("too_many_ids")
    file = ask.world.files.get(ask.text("file")) if ask.text("file") else _by_external_id(ask, ask.text("external_id"))
    if file is None or file.deleted or not file.external:
        raise fail("file_not_found")
    return file


def _shape(file: File) -> dict[str, Any]:
    known, url = file.external or ("", "")
    remote = {
        "is_external": True,
        "external_type": "app",
        "external_id": known,
        "external_url": url,
        "mode": "external",
    }
    return shapes.file_of(file) | remote


@methods.on("files.remote.info", _READ)
def info(ask: Ask) -> Answer:
    """One file, by either id."""
    return ok(file=_shape(_file(ask)))


@methods.on("files.remote.update", _WRITE)
def update(ask: Ask) -> Answer:
    """Change what the call mentions."""
    file = _file(ask)
    file.title = file.name = ask.text("title", file.title)
    file.external = ((file.external or ("",))[0], ask.text("external_url", _shape(file)["external_url"]))
    file.kind = ask.text("filetype", file.kind)
    return ok(file=_shape(file))


@methods.on("files.remote.share", "remote_files:share")
def share(ask: Ask) -> Answer:
    """Post a message with the file in each channel."""
    file = _file(ask)
    channels = [ask.world.channels.get(one) for one in ask.listed("channels")]
    for channel in channels:
        if channel is None or not ask.sees(channel):
            raise fail("channel_not_found")
        ask.member(channel)
    for channel in channels:
        if channel is not None:
            message = Message(ask.world.new_ts(), ask.me, "", files=[file])
            channel.messages[message.ts] = message
    return ok(file=_shape(file))


@methods.on("files.remote.remove", _WRITE)
def remove(ask: Ask) -> Answer:
    """Remove a file, wherever it was shared."""
    file = _file(ask)
    known, url = file.external or ("", "")
    file.deleted = True
    ask.world.removed(file.key, "remote", known, file.title, url, file.kind)
    return ok()
