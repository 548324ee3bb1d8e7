"""Channels that administrators change: https://docs.slack.dev/admins."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    REVERSIBLE,
    adding,
    answer,
    before,
    computed,
    do,
    each,
    either,
    field,
    find,
    found,
    join,
    members,
    op,
    path,
    read,
    restore,
    seen,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.new_channels import ASK_THERE, GUESTS, freed, made
from agentrein_slack.operations.places import ABOUT, MANAGE, METHODS
from agentrein_slack.pages import PAGE
from agentrein_slack.readings_of_people import names
from agentrein_slack.shapes import GIVEN_UP

_CHANNEL = path("slack:channel:", sent("channel_id"))
_IT = {"channel_id": sent("channel_id")}
_INFO = read("conversations.info", "channel", channel=sent("channel_id"))
_CHANNELS = ("admin.conversations:write", ABOUT)
_LINES = "Lines in the channel tell of the change and of its undo."


def _sdk(address: str) -> str:
    return f"WebClient.{address.replace('.', '_')}"


def _archive(address: str, back: str, *, archived: bool) -> Any:
    """The row that archives a channel, or brings it back."""
    return op(
        address,
        sdk=_sdk(address),
        says=f"{'archive' if archived else 'unarchive'} {{channel_id}}",
        tier=COSTLY,
        object=_CHANNEL,
        before=_INFO,
        inverse=either(
            {
                (not archived): do(back, _IT, goal=shows(_INFO, is_archived=not archived), ends=not archived),
                archived: None,
            },
            by=before("is_archived"),
        ),
        probe=stands(_INFO, {"is_archived": archived}),
        residue="Lines in the channel tell of it, and apps and members may have to join again.",
        scopes=_CHANNELS,
        why=f"Set back unless it stood so before. {METHODS}/{back}",
    )


_INVITED = members(
    "members",
    read="members[]",
    add=do("admin.conversations.invite", {**_IT, "user_ids": each}, again="safe"),
    remove=do(
        "conversations.kick", {"channel": sent("channel_id"), "user": each}, ok=("not_in_channel",), again="safe"
    ),
)
_INSIDE = read(
    "conversations.members",
    completed="members",
    given={"channel": sent("channel_id")},
    channel=sent("channel_id"),
    limit=PAGE,
)

_MADE = made(answer("channel_id"))
_FREE = join(GIVEN_UP, seen("created"), "-", computed(freed, sent("name")))

ROWS = (
    op(
        "admin.conversations.create",
        sdk="WebClient.admin_conversations_create",
        says="create channel {name}",
        tier=COMPENSABLE,
        object=path("slack:channel:", answer("channel_id")),
        inverse=do(
            "admin.conversations.archive",
            {"channel_id": answer("channel_id")},
            goal=shows(_MADE, is_archived=True),
            still={"is_archived": False, "others": []},
            alike=GUESTS,
            ends=True,
        ),
        also=do(
            "admin.conversations.rename",
            {"channel_id": answer("channel_id"), "name": _FREE},
            goal=shows(_MADE, reverted=True),
            still={"name": sent("name"), "others": []},
            alike=GUESTS,
        ),
        probe=find(
            "conversations.list",
            params={"types": "public_channel,private_channel", "limit": PAGE},
            at="channels",
            same=("name",),
            mine="creator",
            since="created",
            pages="cursor",
            next="response_metadata.next_cursor",
            effect={"channel_id": found("id")},
        ),
        residue="The archived channel stays, under a name that says so; who was invited was notified.",
        if_stuck=ASK_THERE,
        scopes=_CHANNELS,
        why="It is renamed, so that its name is free again, and archived, both only while nobody else is in it or "
        "wrote there; that its maker can look it up is inferred. Deleting it would take what others wrote with it. "
        f"{METHODS}/admin.conversations.archive",
    ),
    op(
        "admin.conversations.rename",
        sdk="WebClient.admin_conversations_rename",
        says="rename {channel_id} to {name}",
        tier=REVERSIBLE,
        object=_CHANNEL,
        faithful=False,
        inverse=restore(_INFO, "admin.conversations.rename", field("name"), keep=("channel_id",)),
        residue=f"{_LINES} Its list of former names shows both.",
        if_stuck="If another channel took the old name, choose one of the two.",
        scopes=_CHANNELS,
        why=f"The old name is given back while the channel has ours. {METHODS}/admin.conversations.rename",
    ),
    _archive("admin.conversations.archive", "admin.conversations.unarchive", archived=True),
    _archive("admin.conversations.unarchive", "admin.conversations.archive", archived=False),
    op(
        "admin.conversations.invite",
        sdk="WebClient.admin_conversations_invite",
        says="invite {user_ids} into {channel_id}",
        tier=COSTLY,
        object=_CHANNEL,
        ignores=("channel_id",),
        inverse=restore(_INSIDE, None, adding(_INVITED, computed(names, sent("user_ids")))),
        residue="Those invited were notified, and may have read the channel.",
        if_stuck="An administrator who is not in the channel removes nobody from it: join it first.",
        scopes=(MANAGE, ABOUT),
        why=f"Removed are those who came in by it, one by one; who was in before stays. {METHODS}/conversations.kick",
    ),
)
