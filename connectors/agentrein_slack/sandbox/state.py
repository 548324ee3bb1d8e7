"""What counts as Slack's state for an undo: what somebody can set and wants back, not what merely happened."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from agentrein_slack.sandbox import contents
from agentrein_slack.sandbox.calls import who
from agentrein_slack.sandbox.chat import SYSTEM
from agentrein_slack.sandbox.lists import content
from agentrein_slack.sandbox.records import Channel, Message
from agentrein_slack.sandbox.shapes import NEVER
from agentrein_slack.sandbox.world import World

Named = tuple[str, dict[str, Any]]
REVERTED = "Reverted by AgentRein"
ENDED = f"\n\n{REVERTED}"
"""How the last line of a stream begins that an undo ended, before it edits the message."""
ABANDONED = "zz-reverted"


def state_of(world: World) -> dict[str, dict[str, Any]]:
    """Every object's path with its meaningful fields."""
    found: dict[str, dict[str, Any]] = {}
    for channel in world.channels.values():
        found |= dict(_channel(channel))
    for file in world.files.values():
        if file.shown and not file.deleted:
            fields = {"name": file.name, "title": file.title, "public": file.public}
            text = {} if file.kind == "text" or file.content is None else {"says": file.content.decode()}
            kept = {} if file.external is None else {"address": file.external[1], "kind": file.kind}
            found[f"file:{file.key or file.id}"] = fields | text | kept
    for group in world.usergroups.values():
        fields = {name: getattr(group, name) for name in ("name", "handle", "description")}
        within = {"users": sorted(group.users), "channels": sorted(group.channels)}
        found[f"usergroup:{group.id}"] = fields | within | {"disabled": bool(group.disabled)}
    for reminder in world.reminders.values():
        fields = {"text": reminder.text, "time": reminder.time, "user": reminder.user.id}
        found[f"reminder:{reminder.key}"] = fields | {"completed": bool(reminder.completed)}
    for user in world.users.values():
        custom = {f"field {name}": _text(one) for name, one in user.profile.get("fields", {}).items()}
        plain = {name: _text(value) for name, value in user.profile.items() if value and name != "fields"}
        found[f"user:{user.id}"] = (
            plain
            | custom
            | {
                "saved": sorted(":".join(one) for one in world.stars.get(user.id, ())),
                "away": user.away,
                "paused for minutes": max(0, round((user.snoozed_until - world.clock()) / 60)),
                "in quiet hours": user.quiet_hours[0] <= world.clock() < user.quiet_hours[1],
            }
        )
    for view, fields in world.views.items():
        found[f"view:{view}"] = {"view": _text(fields)}
    return found | dict(_of_apps(world))


def _of_apps(world: World) -> Iterator[Named]:
    """Calls, rows of lists, skills, the workspace, and what apps say of themselves."""
    for number, call in world.calls.items():
        fields = {name: call[name] or None for name in ("title", "join_url", "desktop_app_join_url")}
        yield f"call:{number}", fields | {"ended": bool(call["date_end"]), "users": sorted(map(who, call["users"]))}
    for row in world.rows.values():
        cells = json.loads(content(row))
        yield f"list/row:{row['key']}", {column: json.dumps(value) for column, value in cells.items()}
    for number, skill in world.skills.items():
        owners = sorted(user for user, library in world.libraries.items() if number in library)
        listed = {"on": owners, "in the catalog": number in world.catalog}
        yield f"skill:{number}", {name: value or None for name, value in skill.items()} | listed
    yield "workspace", {"name": world.name, **{name: sorted(held) for name, held in world.settings.items() if held}}
    yield from _of_admins(world)
    for name, url in world.emoji.items():
        yield f"emoji:{name}", {"url": url}
    for number, manifest in world.manifests.items():
        shown = {name: one for name, one in manifest.items() if name != "_metadata"}
        yield f"app:{number}", {name: _text(one) for name, one in shown.items()}


def _of_admins(world: World) -> Iterator[Named]:
    """Barriers, sessions, people in workspaces, decisions on apps, collaborators, and settings of channels and apps."""
    for barrier in world.barriers.values():
        yield f"barrier:{barrier['key']}", {"one": barrier["primary"], "others": list(barrier["others"])}
    for user, settings in world.sessions.items():
        yield f"session:{user}", dict(settings)
    for team, people in world.teams.items():
        yield f"team:{team}", dict(people)
    yield "apps", {f"{app} in {where}": said for (app, where), said in world.decisions.items()}
    for workflow, collaborators in world.workflows.items():
        yield f"workflow:{workflow}", {"collaborators": sorted(collaborators)}
    for channel, teams in world.shared.items():
        yield f"shared:{channel}", {"teams": sorted(teams)}
    off = [f"{name} of {channel}" for channel, prefs in world.prefs.items() for name, on in prefs.items() if not on]
    yield "turned off", dict.fromkeys(off, True)
    for app, config in world.configs.items():
        yield f"config:{app}", {name: _text(value) for name, value in config.items()}


def _text(value: Any) -> str | None:
    """A JSON value as text that compares; None for what is empty."""
    return json.dumps(value, sort_keys=True) if value else None


def _channel(channel: Channel) -> Iterator[Named]:
    here = f"channel:{channel.id}"
    read = sorted(f"{user}:{ts}" for user, ts in channel.last_read.items() if ts != NEVER)
    if channel.direct:
        if channel.opened or not (channel.talked or channel.closed):
            yield here, {"open": sorted(channel.opened), "read": read}
    else:
        yield (
            here,
            {
                "name": channel.name,
                "topic": channel.topic.value,
                "purpose": channel.purpose.value,
                "archived": channel.archived,
                "private": channel.private,
                "members": sorted(channel.members),
                "featured": list(channel.featured),
                "read": read,
            },
        )
    for mark in channel.bookmarks.values():
        yield f"{here}/bookmark:{mark.key}", {"title": mark.title, "link": mark.link, "emoji": mark.emoji}
    for waiting in channel.scheduled.values():
        fields = {"post_at": waiting.post_at, "text": waiting.draft.text}
        yield f"{here}/scheduled:{waiting.key}", fields | _content(waiting.draft)
    for message in channel.messages.values():
        if message.subtype not in SYSTEM:
            yield f"{here}/message:{message.ts}", _message(channel, message)


def _message(channel: Channel, message: Message) -> dict[str, Any]:
    fields = {
        "user": message.user.id,
        "text": message.text.partition(ENDED)[0],
        **_content(message),
        "thread": message.thread_ts if message.is_reply else None,
        "files": sorted(file.id for file in message.files if not file.deleted),
        "reactions": sorted(f"{name}:{user}" for name, users in message.reactions.items() for user in users),
        "pinned": message.pin is not None,
    }
    if message.title:
        fields["title"] = message.title
    if message.subtype == "tombstone":
        fields["deleted"] = True
    if any(_says_it_of(message, reply) for reply in channel.replies(message.ts)):
        fields["reverted below"] = True
    return fields


def _says_it_of(message: Message, reply: Message) -> bool:
    """Whether a reply says that the message was reverted; one that was edited to say so speaks of itself."""
    return reply.user is message.user and reply.text.startswith("Reverted") and not reply.edited


def _content(message: Message) -> dict[str, Any]:
    """Blocks, attachments and metadata; a block of rich text that says what the text says is none."""
    made = [contents.rendered(message.text, str(block.get("block_id"))) for block in message.blocks]
    blocks = message.blocks if message.blocks != made else []
    return {
        "blocks": _text(blocks),
        "attachments": _text(message.attachments),
        "metadata": _text(message.metadata),
    }


def is_compensated(snapshot: Mapping[str, Any]) -> bool:
    """Whether an object in this form counts as undone although it is still there.

    A message that says so and shows nothing else, a deleted one of which replies remain, one whose author says so in
    the thread; a channel that was renamed and archived; a user group that is disabled; a direct message in no list.
    """
    if "reactions" in snapshot:
        return bool(snapshot.get("deleted") or snapshot.get("reverted below")) or _says_so(snapshot)
    if "archived" in snapshot:
        return bool(snapshot["archived"]) and snapshot["name"].startswith(ABANDONED)
    if "open" in snapshot:
        return not snapshot["open"]
    return bool(snapshot.get("disabled"))


def _says_so(snapshot: Mapping[str, Any]) -> bool:
    if not snapshot["text"].startswith("Reverted" if snapshot["thread"] else REVERTED):
        return False
    return not snapshot["attachments"] and not snapshot["metadata"] and not snapshot["files"] and _plain(snapshot)


def _plain(snapshot: Mapping[str, Any]) -> bool:
    """Whether there are no blocks, or one of rich text that says what the text says."""
    blocks = json.loads(snapshot["blocks"] or "[]")
    if not blocks:
        return True
    said = [part.get("text", "") for one in blocks for section in one.get("elements", []) for part in _parts(section)]
    return len(blocks) == 1 and blocks[0]["type"] == "rich_text" and "".join(said) == snapshot["text"]


def _parts(section: dict[str, Any]) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = section.get("elements", [])
    return parts
