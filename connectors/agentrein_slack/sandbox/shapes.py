"""How Slack's answers show things.

https://docs.slack.dev/reference/objects
"""

from __future__ import annotations

from typing import Any

from agentrein_slack.sandbox.records import Channel, File, Message, User, Words
from agentrein_slack.sandbox.world import MICROS, TEAM, World

DOMAIN = "acme"
NEVER = "0000000000.000000"


def message(channel: Channel, shown: Message, *, metadata: bool = False) -> dict[str, Any]:
    """A message as history, replies and the answers to posts show it."""
    fields: dict[str, Any] = {"type": "message", "ts": shown.ts, "text": shown.text, **shown.more}
    if shown.subtype:
        fields["subtype"] = shown.subtype
    fields |= _author(shown)
    made = [] if shown.rendered is None else [shown.rendered]
    if shown.blocks or made:
        fields["blocks"] = shown.blocks or made
    if shown.attachments:
        fields["attachments"] = shown.attachments
    if shown.metadata and metadata:
        fields["metadata"] = shown.metadata
    if shown.files:
        fields |= {"files": [_file_in_message(one) for one in shown.files], "upload": True}
    if shown.title:
        fields["assistant_app_thread"] = {"title": shown.title, "title_blocks": [], "artifacts": []}
    if shown.edited:
        fields["edited"] = shown.edited
    if shown.reactions:
        fields["reactions"] = reactions(shown)
    if shown.pin is not None:
        fields |= {"pinned_to": [channel.id], "pinned_info": _pinned(channel, shown)}
    return fields | _thread(channel, shown)


def _author(shown: Message) -> dict[str, Any]:
    if shown.subtype == "tombstone":
        return {"user": "USLACKBOT", "hidden": True}
    fields: dict[str, Any] = {} if shown.subtype == "bot_message" else {"user": shown.user.id}
    if shown.user.bot_id:
        fields |= {"bot_id": shown.user.bot_id, "app_id": shown.user.app_id, "bot_profile": bot(shown.user)}
    if shown.username:
        fields["username"] = shown.username
    return fields | {"team": TEAM}


def _pinned(channel: Channel, shown: Message) -> dict[str, Any]:
    pin = shown.pin
    return {} if pin is None else {"channel": channel.id, "pinned_by": pin.user.id, "pinned_ts": pin.created}


def _thread(channel: Channel, shown: Message) -> dict[str, Any]:
    if shown.is_reply:
        parent = channel.messages.get(shown.thread_ts)
        author = {"parent_user_id": parent.user.id} if parent is not None else {}
        return {"thread_ts": shown.thread_ts, **author}
    replies = channel.replies(shown.ts)
    if not replies:
        return {"thread_ts": shown.thread_ts} if shown.thread_ts else {}
    users = list(dict.fromkeys(reply.user.id for reply in replies))
    return {
        "thread_ts": shown.ts,
        "reply_count": len(replies),
        "reply_users_count": len(users),
        "latest_reply": replies[-1].ts,
        "reply_users": users,
        "is_locked": False,
        "subscribed": False,
    }


def reactions(shown: Message) -> list[dict[str, Any]]:
    """The reactions to a message, in the order in which they first came."""
    return [{"name": name, "users": list(users), "count": len(users)} for name, users in shown.reactions.items()]


def permalink(channel: Channel, shown: Message) -> str:
    """The address of a message for people."""
    link = f"https://{DOMAIN}.slack.com/archives/{channel.id}/p{shown.ts.replace('.', '')}"
    return f"{link}?thread_ts={shown.thread_ts}&cid={channel.id}" if shown.is_reply else link


def conversation(world: World, channel: Channel, me: User) -> dict[str, Any]:
    """A conversation as `conversations.info` shows it.

    https://docs.slack.dev/reference/objects/conversation-object
    """
    if channel.kind == "im":
        return _direct(channel, me)
    fields = {
        "id": channel.id,
        "name": channel.name,
        "name_normalized": channel.name,
        "is_channel": not channel.private,
        "is_group": channel.private,
        "is_im": False,
        "is_mpim": channel.kind == "mpim",
        "is_private": channel.private,
        "is_archived": channel.archived,
        "is_general": channel.general,
        "is_member": me.id in channel.members,
        "is_shared": False,
        "is_ext_shared": False,
        "is_org_shared": False,
        "created": channel.created,
        "updated": channel.created * 1000,
        "creator": channel.creator.id,
        "unlinked": 0,
        "context_team_id": TEAM,
        "shared_team_ids": [TEAM],
        "topic": words(channel.topic),
        "purpose": words(channel.purpose),
        "previous_names": list(channel.previous_names),
        "num_members": len([one for one in channel.members if one in world.users]),
    }
    if channel.canvas:
        fields["properties"] = {"canvas": {"file_id": channel.canvas, "is_empty": False}}
    if channel.kind == "mpim":
        fields["is_open"] = channel.is_open(me.id)
    if me.id in channel.members:
        fields["last_read"] = channel.last_read.get(me.id, NEVER)
    return fields


def _direct(channel: Channel, me: User) -> dict[str, Any]:
    other = next((member for member in channel.members if member != me.id), me.id)
    return {
        "id": channel.id,
        "created": channel.created,
        "is_im": True,
        "is_archived": False,
        "is_org_shared": False,
        "context_team_id": TEAM,
        "user": other,
        "is_user_deleted": False,
        "is_open": channel.is_open(me.id),
        "last_read": channel.last_read.get(me.id, NEVER),
        "priority": 0,
    }


def words(shown: Words) -> dict[str, Any]:
    """A topic or a purpose."""
    return {"value": shown.value, "creator": shown.creator, "last_set": shown.last_set}


def user(shown: User) -> dict[str, Any]:
    """A person or a bot.

    https://docs.slack.dev/reference/objects/user-object
    """
    return {
        "id": shown.id,
        "team_id": TEAM,
        "name": shown.name,
        "deleted": False,
        "real_name": shown.profile.get("real_name", shown.name),
        "tz": "Etc/UTC",
        "tz_offset": 0,
        "profile": profile(shown),
        "is_admin": shown.admin,
        "is_owner": False,
        "is_bot": bool(shown.bot_id),
        "is_app_user": False,
        "updated": 0,
    }


def profile(shown: User) -> dict[str, Any]:
    """A profile with the fields that are always there."""
    normal: dict[str, Any] = {"real_name": shown.name, "display_name": shown.name, "status_text": ""}
    normal |= {"status_emoji": "", "status_expiration": 0, "title": "", "phone": "", "team": TEAM}
    if shown.bot_id:
        normal |= {"bot_id": shown.bot_id, "api_app_id": shown.app_id}
    return normal | shown.profile


def bot(shown: User) -> dict[str, Any]:
    """A bot.

    https://docs.slack.dev/reference/methods/bots.info
    """
    return {
        "id": shown.bot_id,
        "app_id": shown.app_id,
        "user_id": shown.id,
        "name": shown.name,
        "deleted": False,
        "updated": 0,
        "team_id": TEAM,
    }


def _file_in_message(shown: File) -> dict[str, Any]:
    return {"id": shown.id, "mode": "tombstone"} if shown.deleted else file_of(shown)


def file_of(shown: File) -> dict[str, Any]:
    """A file without its shares.

    https://docs.slack.dev/reference/objects/file-object
    """
    return {
        "id": shown.id,
        "created": shown.created,
        "timestamp": shown.created,
        "name": shown.name,
        "title": shown.title,
        "mimetype": "text/plain" if shown.kind == "text" else "application/vnd.slack-docs",
        "filetype": shown.kind,
        "pretty_type": "Plain Text" if shown.kind == "text" else "Canvas",
        "user": shown.user.id,
        "user_team": TEAM,
        "size": shown.size,
        "mode": "hosted",
        "is_external": False,
        "is_public": False,
        "public_url_shared": shown.public,
        "url_private": f"https://files.slack.com/files-pri/{TEAM}-{shown.id}/{shown.name}",
        "permalink": f"https://{DOMAIN}.slack.com/files/{shown.user.id}/{shown.id}/{shown.name}",
        "permalink_public": f"https://slack-files.com/{TEAM}-{shown.id}",
    }


def seconds(ts: str) -> float:
    """A time stamp of a message as seconds since the epoch."""
    whole, _, micros = ts.partition(".")
    return int(whole) + int(micros.ljust(6, "0")[:6] or 0) / MICROS
