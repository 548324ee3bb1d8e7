"""Channels: their topic and name, who is in them, and their end.

https://docs.slack.dev/apis/web-api/using-the-conversations-api
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    adding,
    before,
    computed,
    depends,
    do,
    each,
    either,
    field,
    members,
    op,
    read,
    removing,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.new_channels import creation
from agentrein_slack.operations.places import ABOUT, CHANNEL, INFO, MANAGE, METHODS, WORKSPACE
from agentrein_slack.pages import PAGE

_ITS_NAME = {"channel": sent("channel")}
_TOPIC = (*MANAGE, "im:write", "mpim:write", *(f"{kind}:write.topic" for kind in ("channels", "groups", "im", "mpim")))
_LINES = "Lines in the channel tell of the change and of its undo."

MEMBERS = members(
    "members",
    read="members[]",
    add=do(
        "conversations.invite", {"channel": sent("channel"), "users": each}, ok=("already_in_channel",), again="safe"
    ),
    remove=do("conversations.kick", {"channel": sent("channel"), "user": each}, ok=("not_in_channel",), again="safe"),
)
_MEMBERS_NOW = read("conversations.members", completed="members", given=_ITS_NAME, channel=sent("channel"), limit=PAGE)


def people(users: Any) -> Any:
    """The users of an invitation, which Slack takes as one text with commas."""
    return [one.strip() for one in users.split(",") if one.strip()] if isinstance(users, str) else users


@depends(COSTLY, IRREVERSIBLE)
def archive_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A person's token can unarchive a channel, a bot's cannot."""
    return COSTLY if actor is not None and actor.kind == "user" else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def leave_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Who leaves a public channel can join it again; into a private one somebody must invite it."""
    return COSTLY if isinstance(image, dict) and image.get("is_private") is False else IRREVERSIBLE


def _text(name: str) -> Any:
    """The row that sets the topic or the purpose."""
    method = f"conversations.set{name.capitalize()}"
    return op(
        method,
        sdk=f"WebClient.conversations_set{name.capitalize()}",
        says=f"set the {name} of {{channel}} to {{{name}!r}}",
        tier=REVERSIBLE,
        object=CHANNEL,
        faithful=False,
        ignores=WORKSPACE,
        inverse=restore(INFO, method, field(name, read=f"{name}.value", clear="", same=(None, "")), keep=("channel",)),
        residue=_LINES,
        scopes=(_TOPIC, ABOUT),
        why="The old text is written back as it was written first, because Slack stores it escaped for HTML. "
        f"{METHODS}/{method}",
    )


ROWS = (
    creation(),
    op(
        "conversations.archive",
        sdk="WebClient.conversations_archive",
        says="archive {channel}",
        tier=archive_tier,
        object=CHANNEL,
        before=INFO,
        inverse=either(
            {
                False: do("conversations.unarchive", _ITS_NAME, goal=shows(INFO, is_archived=False)),
                True: None,
            },
            by=before("is_archived"),
        ),
        probe=stands(INFO, {"is_archived": True}),
        residue="Lines in the channel tell of it, and apps and members may have to join again.",
        if_stuck="Unarchive the channel with the token of a person.",
        scopes=(MANAGE, ABOUT),
        why="A person's token unarchives it, a bot's token cannot, so that an archive by a bot counts as irreversible. "
        f"{METHODS}/conversations.unarchive",
    ),
    op(
        "conversations.unarchive",
        sdk="WebClient.conversations_unarchive",
        says="unarchive {channel}",
        tier=COSTLY,
        object=CHANNEL,
        before=INFO,
        inverse=either(
            {
                True: do("conversations.archive", _ITS_NAME, goal=shows(INFO, is_archived=True), ends=True),
                False: None,
            },
            by=before("is_archived"),
        ),
        probe=stands(INFO, {"is_archived": False}),
        residue="Lines in the channel tell of it, and the account stays a member.",
        scopes=(MANAGE, ABOUT),
        why=f"Archived again if it was archived. {METHODS}/conversations.unarchive",
    ),
    op(
        "conversations.rename",
        sdk="WebClient.conversations_rename",
        says="rename {channel} to {name}",
        tier=REVERSIBLE,
        object=CHANNEL,
        faithful=False,
        ignores=WORKSPACE,
        inverse=restore(INFO, "conversations.rename", field("name"), keep=("channel",)),
        residue=f"{_LINES} Its list of former names shows both.",
        if_stuck="If another channel took the old name, choose one of the two.",
        scopes=(MANAGE, ABOUT),
        why=f"The old name is given back while the channel has ours. {METHODS}/conversations.rename",
    ),
    _text("topic"),
    _text("purpose"),
    op(
        "conversations.invite",
        sdk="WebClient.conversations_invite",
        says="invite {users} into {channel}",
        tier=COSTLY,
        object=CHANNEL,
        ignores=("channel", "force", WORKSPACE),
        inverse=restore(_MEMBERS_NOW, None, adding(MEMBERS, computed(people, sent("users")))),
        residue="Those invited were notified, and may have read the channel.",
        if_stuck="In many workspaces only an admin may remove people: ask one.",
        scopes=(MANAGE, ABOUT),
        why=f"Removed are those who came in by it, one by one; who was in before stays. {METHODS}/conversations.kick",
    ),
    op(
        "conversations.kick",
        sdk="WebClient.conversations_kick",
        says="remove {user} from {channel}",
        tier=COSTLY,
        object=CHANNEL,
        ignores=("channel", WORKSPACE),
        inverse=restore(_MEMBERS_NOW, None, removing(MEMBERS, [sent("user")])),
        residue="The person was notified twice, and lost what it had not read.",
        scopes=((*MANAGE, "channels:write.invites", "groups:write.invites"), ABOUT),
        why=f"Invited again if it was a member. {METHODS}/conversations.invite",
    ),
    op(
        "conversations.join",
        sdk="WebClient.conversations_join",
        says="join {channel}",
        tier=REVERSIBLE,
        object=CHANNEL,
        before=INFO,
        inverse=either(
            {False: do("conversations.leave", _ITS_NAME, goal=shows(INFO, is_member=False)), True: None},
            by=before("is_member"),
        ),
        probe=stands(INFO, {"is_member": True}),
        residue=_LINES,
        scopes=(MANAGE, ABOUT),
        why=f"Left again, unless the account was a member before. {METHODS}/conversations.leave",
    ),
    op(
        "conversations.leave",
        sdk="WebClient.conversations_leave",
        says="leave {channel}",
        tier=leave_tier,
        object=CHANNEL,
        before=INFO,
        inverse=either(
            {True: do("conversations.join", _ITS_NAME, goal=shows(INFO, is_member=True)), False: None},
            by=before("is_member"),
        ),
        probe=stands(INFO, {"is_member": False}),
        residue=f"{_LINES} What was not read then counts as read.",
        scopes=(("channels:join", "channels:write"), ABOUT),
        why="A public channel is joined again; into a private one somebody else must invite the account. "
        f"{METHODS}/conversations.join",
    ),
)
