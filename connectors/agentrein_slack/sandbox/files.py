"""Files: upload in three steps, the message that shares them, deletion.

https://docs.slack.dev/messaging/working-with-files/
"""

from __future__ import annotations

import secrets
from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox import contents, shapes
from agentrein_slack.sandbox.ask import Ask, fail, missing, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import Channel, File, Message, Share
from agentrein_slack.sandbox.wire import UPLOADS
from agentrein_slack.sandbox.world import TEAM, World

methods = Methods()
_MOST_CHANNELS = 100
_SHARED_AFTER_SECONDS = 10


@methods.on("files.getUploadURLExternal", "files:write")
def ticket(ask: Ask) -> Answer:
    """Step one: an id and an address, which is a secret, to send the content to."""
    name, size = ask.needed("filename"), ask.number("length", 0)
    if not size:
        raise fail("missing_argument")
    file = File(ask.world.new_id("F"), name, ask.me, size, ask.world.now(), title=name)
    secret = secrets.token_urlsafe(24)
    ask.world.uploads[secret] = ask.world.files[file.id] = file
    return ok(upload_url=f"{ask.sandbox.url}{UPLOADS}{secret}", file_id=file.id)


def upload(ask: Ask) -> Answer:
    """The old upload in one step; the message that shares the file comes with it.

    https://docs.slack.dev/reference/methods/files.upload
    """
    content = ask.args.get("content") or ask.args.get("file")
    if not content:
        raise fail("no_file_data")
    channels = _channels(ask)
    name, kept = ask.text("filename", "-.txt"), content if isinstance(content, bytes) else str(content).encode()
    title = ask.text("title") or ask.text("filename") or "Untitled"
    file = File(ask.world.new_id("F"), name, ask.me, len(kept), ask.world.now(), title=title, content=kept, shown=True)
    ask.world.files[file.id] = file
    draft = Message("", ask.me, contents.linked(ask.text("initial_comment")), files=[file])
    for channel in channels:
        _share(ask.world, _draft(ask, channel, draft))
    return ok(file=shapes.file_of(file) | _shares(ask.world, file))


def receive(world: World, secret: str, content: bytes) -> Answer:
    """Step two: the content, sent without a token."""
    file = world.uploads.get(secret)
    if file is None:
        return Answer(404, b"Not found", media="text/plain")
    file.content, file.size = content, len(content)
    return Answer(200, f"OK - {len(content)}".encode(), media="text/plain")


@methods.on("files.completeUploadExternal", "files:write")
def complete(ask: Ask) -> Answer:
    """Step three: the files come to be; the message that shares them follows a while later."""
    files, channels = _named(ask), _channels(ask)
    for file, title in files:
        file.shown, file.title = True, title or file.name
    draft = Message("", ask.me, contents.linked(ask.text("initial_comment")), files=[file for file, _ in files])
    if not draft.text:
        draft.blocks = contents.blocks_in(ask)
    for channel in channels:
        _share_later(ask, channel, draft)
    return ok(files=[_unread(file) for file, _ in files])


def _named(ask: Ask) -> list[tuple[File, str]]:
    """The files that the call names, whose content has arrived, with their titles."""
    named = ask.args.get("files")
    if not isinstance(named, list) or not named:
        raise missing("files")
    found: list[tuple[File, str]] = []
    for one in named:
        file = ask.world.files.get(str(one.get("id"))) if isinstance(one, dict) else None
        if file is None or file.user is not ask.me or file.content is None or file.shown:
            raise fail("file_not_found")
        found.append((file, str(one.get("title") or "")))
    return found


def _channels(ask: Ask) -> list[Channel]:
    ids = ask.listed("channels") or ask.listed("channel_id")
    if len(ids) > _MOST_CHANNELS:
        raise fail("channels_limit_exceeded")
    found: list[Channel] = []
    for one in ids:
        channel = ask.world.channels.get(one)
        if channel is None and one in ask.world.users:
            channel = ask.world.direct(ask.me, ask.world.users[one])
        if channel is None or not ask.sees(channel):
            raise fail("channel_not_found")
        ask.member(channel)
        if channel.archived:
            raise fail("posting_to_channel_denied")
        found.append(channel)
    return found


def _share_later(ask: Ask, channel: Channel, draft: Message) -> None:
    ask.world.shares.append(_draft(ask, channel, draft))


def _draft(ask: Ask, channel: Channel, draft: Message) -> Share:
    """A message of its own for a channel in which files are shared."""
    own = Message("", draft.user, draft.text, blocks=draft.blocks, files=draft.files)
    if ask.text("thread_ts"):
        own.thread_ts = ask.text("thread_ts")
    due = ask.sandbox.now() + _SHARED_AFTER_SECONDS
    return Share(channel, draft.files, own, due, ask.sandbox.share_delay)


def _unread(file: File) -> dict[str, Any]:
    """A file as the answer to its completion shows it: Slack has not looked at it yet.

    https://github.com/slackapi/python-slack-sdk/issues/1277
    """
    empty = {"mimetype": "", "filetype": "", "pretty_type": "", "shares": {}, "channels": [], "groups": [], "ims": []}
    return shapes.file_of(file) | empty


def share_due(world: World, *, channel: Channel | None = None, file: File | None = None) -> None:
    """Count a look at a channel or a file; post the messages for which that were looks enough, or whose time came."""
    for share in list(world.shares):
        looked = share.channel is channel or (file is not None and file in share.files)
        due = world.clock() >= share.due
        if looked and not due:
            due = share.polls <= 0
            share.polls -= 1
        if due:
            world.shares.remove(share)
            _share(world, share)


def _share(world: World, share: Share) -> None:
    """Post what shares the files; without any of them left it comes only if it says something."""
    if share.draft.text or any(not file.deleted for file in share.files):
        share.draft.ts = world.new_ts()
        share.channel.messages[share.draft.ts] = share.draft


@methods.on("files.info", "files:read")
def info(ask: Ask) -> Answer:
    """One file with the messages that share it."""
    file = _visible(ask)
    share_due(ask.world, file=file)
    return ok(file=shapes.file_of(file) | _shares(ask.world, file), comments=[], response_metadata={"next_cursor": ""})


def _visible(ask: Ask) -> File:
    file = ask.world.files.get(ask.needed("file"))
    if file is None or not file.shown:
        raise fail("file_not_found")
    if file.deleted:
        raise fail("file_deleted")
    if not seen_by(ask, file):
        raise fail("file_not_found")
    return file


def seen_by(ask: Ask, file: File) -> bool:
    """Whether who asks may see a file: its owner, and who sees a channel in which it is shared or has its tab."""
    tab = ask.world.channels.get(file.tab_of)
    places = [channel for channel, _ in _places(ask.world, file)] + ([] if tab is None else [tab])
    return file.user is ask.me or any(ask.sees(channel) for channel in places)


def _places(world: World, file: File) -> list[tuple[Channel, Message]]:
    """The messages that share a file."""
    return [(c, m) for c in world.channels.values() for m in c.messages.values() if file in m.files]


def _shares(world: World, file: File) -> dict[str, Any]:
    shares: dict[str, dict[str, list[dict[str, Any]]]] = {}
    lists: dict[str, list[str]] = {"channels": [], "groups": [], "ims": []}
    for channel, message in _places(world, file):
        shared = {"ts": message.ts, "channel_name": channel.name, "team_id": TEAM, "share_user_id": message.user.id}
        kind = "private" if channel.private else "public"
        shares.setdefault(kind, {}).setdefault(channel.id, []).append({"reply_users": [], "reply_count": 0, **shared})
        lists["ims" if channel.kind == "im" else "groups" if channel.private else "channels"].append(channel.id)
    return {"shares": shares, **lists}


@methods.on("files.list", "files:read")
def listed(ask: Ask) -> Answer:
    """The files that one sees, of a channel or a person if asked for."""
    found = [file for file in ask.world.files.values() if file.shown and not file.deleted]
    if ask.text("user"):
        found = [file for file in found if file.user.id == ask.text("user")]
    if ask.text("channel"):
        channel = ask.channel()
        share_due(ask.world, channel=channel)
        found = [file for file in found if any(place is channel for place, _ in _places(ask.world, file))]
    shown = [shapes.file_of(file) | _shares(ask.world, file) for file in found]
    return ok(files=shown, paging={"count": 100, "total": len(shown), "page": 1, "pages": 1})


@methods.on("files.delete", "files:write")
def delete(ask: Ask) -> Answer:
    """Delete a file for good; messages that share it stay, with a tombstone in its place."""
    file = _visible(ask)
    if file.user is not ask.me and not ask.me.admin:
        raise fail("cant_delete_file")
    file.deleted, file.content = True, None
    return ok()


@methods.on("files.sharedPublicURL", "files:write", people=True)
def make_public(ask: Ask) -> Answer:
    """Make a link that works for everybody."""
    file = _visible(ask)
    if file.public:
        raise fail("already_public")
    file.public = True
    return ok(file=shapes.file_of(file) | _shares(ask.world, file))


@methods.on("files.revokePublicURL", "files:write", people=True)
def make_private(ask: Ask) -> Answer:
    """Take the link for everybody away."""
    file = _visible(ask)
    file.public = False
    return ok(file=shapes.file_of(file) | _shares(ask.world, file))
