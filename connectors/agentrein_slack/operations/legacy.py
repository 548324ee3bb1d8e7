"""The methods before conversations.*, which Slack retired: each is the row of the method that took its place.

Slack answers them with `method_deprecated` or `unknown_method`, after which nothing landed; where a workspace or
another server serves them still, they are undone through the methods of today.
https://docs.slack.dev/changelog/2020-01-deprecating-antecedents-to-the-conversations-api
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Json,
    Operation,
    Tier,
    answer,
    before,
    depends,
    do,
    either,
    find,
    found,
    op,
    path,
    read,
    sent,
    shows,
    stands,
    when,
)
from agentrein_slack.operations import conversations, direct, new_channels
from agentrein_slack.operations.files import (
    LOOK_FOR_IT,
    UPLOAD_RESIDUE,
    UPLOAD_SCOPES,
    deleted,
    unshared,
    upload_tier,
)
from agentrein_slack.operations.places import ABOUT, CHANNEL, INFO, MANAGE, METHODS, conversation_of
from agentrein_slack.pages import PAGE
from agentrein_slack.readings_of_messages import is_id

_TWINS = {row.address: row for row in (*conversations.ROWS, *direct.ROWS)}


def several(body: Json) -> Json:
    """The one `user` of an old method as the `users` of its twin."""
    if not isinstance(body, dict) or "user" not in body:
        return body
    return {**{name: one for name, one in body.items() if name != "user"}, "users": body["user"]}


def unsigned(body: Json) -> Json:
    """The name of a channel without the # that may stand before it."""
    if not isinstance(body, dict) or not isinstance(body.get("name"), str):
        return body
    return {**body, "name": body["name"].removeprefix("#")}


def _as(address: str, twin: Operation, **columns: Any) -> Operation:
    """An old method as the row of its twin."""
    sdk = f"WebClient.{address.replace('.', '_')}"
    return replace(twin, address=address, sdk=sdk, why=f"Retired for {twin.address}. {twin.why}", **columns)


def _family(family: str, *names: str) -> tuple[Operation, ...]:
    """Those old methods of a family whose arguments are their twins'."""
    return tuple(_as(f"{family}.{name}", _TWINS[f"conversations.{name}"]) for name in names)


_ALIKE = ("archive", "unarchive", "rename", "setTopic", "setPurpose", "kick", "mark")
_INVITE = _TWINS["conversations.invite"]

# --- what has no twin of the same form

_NAMED = read(
    "conversations.list",
    completed="named channel",
    given={"name": sent("name")},
    types="public_channel",
    limit=PAGE,
)
_NUMBER = answer("channel.id")
_RENAMED, _ARCHIVED = new_channels.abandoned("channel")


@depends(REVERSIBLE, COMPENSABLE, IRREVERSIBLE)
def join_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """The old method made the channel that it did not find; whether it took an id for a name is not known."""
    said = call.body if isinstance(call.body, dict) else {}
    was = image.get("was") if isinstance(image, dict) and not is_id(said.get("name")) else None
    return {"out": REVERSIBLE, "in": REVERSIBLE, "absent": COMPENSABLE}.get(str(was), IRREVERSIBLE)


@depends(REVERSIBLE, IRREVERSIBLE)
def open_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Slack shows whether a direct message of several is open, and of no channel."""
    return REVERSIBLE if isinstance(image, dict) and isinstance(image.get("is_open"), bool) else IRREVERSIBLE


def _upload(**same: Any) -> Any:
    """The probe for an upload that shows this."""
    return find(
        "files.list",
        params={"count": PAGE},
        at="files",
        same=same,
        mine="user",
        since="created",
        pages="page",
        size=PAGE,
        effect={"file": found()},
    )


_OWN_FORM = (
    op(
        "channels.join",
        sdk="WebClient.channels_join",
        says="join #{name}",
        tier=join_tier,
        takes=unsigned,
        object=path("slack:channel:", _NUMBER),
        before=_NAMED,
        inverse=either(
            {
                "out": do(
                    "conversations.leave", {"channel": _NUMBER}, goal=shows(conversation_of(_NUMBER), is_member=False)
                ),
                "absent": _ARCHIVED,
                "in": None,
            },
            by=before("was"),
        ),
        also=either({"absent": _RENAMED, "out": None, "in": None}, by=before("was")),
        probe=stands(_NAMED, {"was": "in"}, effect={"channel": found("channel")}),
        residue="Lines in the channel tell of it; one that it made stays, archived, under a name that says so.",
        if_stuck=new_channels.ASK_THERE,
        scopes=(MANAGE, ABOUT),
        why="Retired for conversations.join, which takes an id and makes nothing; this one took a name, and made a "
        "channel that was not there. Left again, unless the account was a member before; what it made is undone like "
        f"conversations.create. {METHODS}/conversations.join",
    ),
    op(
        "groups.open",
        sdk="WebClient.groups_open",
        says="open {channel}",
        tier=open_tier,
        object=CHANNEL,
        before=INFO,
        inverse=either(
            {
                False: do("conversations.close", {"channel": sent("channel")}, goal=shows(INFO, is_open=False)),
                True: None,
            },
            by=before("is_open"),
        ),
        probe=stands(INFO, {"is_open": True}),
        residue="It may stand elsewhere in the list.",
        scopes=(direct.OPENS, ABOUT),
        why="Retired for conversations.open. A direct message of several is closed again unless it was open; of a "
        f"private channel Slack shows no such thing. {METHODS}/conversations.close",
    ),
    op(
        "files.upload",
        sdk="WebClient.files_upload",
        says="upload a file to {channels}",
        tier=upload_tier,
        object=path("slack:file:", answer("file.id")),
        inverse=deleted(answer("file.id")),
        also=unshared(answer("file.id")),
        probe=when(sent("filename"), _upload(name=sent("filename")), _upload(title=sent("title"))),
        residue=UPLOAD_RESIDUE,
        if_stuck=LOOK_FOR_IT,
        scopes=UPLOAD_SCOPES,
        why="Retired for the upload in three steps. The file is deleted for everybody, and the message that shares it "
        "is edited; one whose content is sent as bytes is refused, because bytes are not recorded. "
        f"{METHODS}/files.upload",
    ),
)

ROWS = (
    *_family("channels", *_ALIKE, "leave"),
    _as("channels.create", new_channels.creation()),
    _as("channels.invite", _INVITE, takes=several),
    *_family("groups", *_ALIKE),
    _as("groups.create", new_channels.creation("group")),
    _as("groups.invite", _INVITE, takes=several),
    *_family("im", "close", "mark"),
    _as("im.open", direct.opening(), takes=several),
    *_family("mpim", "close", "mark"),
    _as("mpim.open", direct.opening("group")),
    *_OWN_FORM,
)
