"""Files that another service keeps and Slack shows: https://docs.slack.dev/messaging/working-with-files#remote."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    actor,
    anew,
    before,
    computed,
    depends,
    do,
    field,
    gone,
    maybe,
    now,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.files import shared_in, the_channel
from agentrein_slack.operations.places import ABOUT, HISTORY, METHODS, conversation_of
from agentrein_slack.pages import PAGE

_SCOPES = ("remote_files:write", "remote_files:read")
_NAMED: dict[str, Any] = {"external_id": sent("external_id"), "file": sent("file")}


def _info(**named: Any) -> Any:
    return maybe("files.remote.info", "file", **named)


_MADE = _info(external_id=sent("external_id"))
_IT = _info(**_NAMED)
_AGAIN = _info(external_id=before("external_id"))


def named(body: Any) -> str:
    """The file that a call names, by the other service's id or by Slack's."""
    said = body if isinstance(body, dict) else {}
    return str(said.get("external_id") or said.get("file") or "")


_FILE = path("slack:remote:", computed(named, sent()))


@depends(REVERSIBLE, IRREVERSIBLE)
def add_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What becomes of a file that was there under the same id is not documented."""
    return REVERSIBLE if image is None else IRREVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def remove_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Only what is shown of a file can be added again."""
    shown = isinstance(image, dict) and image.get("external_id") and image.get("external_url")
    return COMPENSABLE if shown else IRREVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def share_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A file that is shared in one channel can be taken back; of several the messages are not looked for."""
    return COMPENSABLE if len(shared_in(call.body)) == 1 else IRREVERSIBLE


_CHANNEL = computed(the_channel, sent())
_WHERE = {**_NAMED, "channel": _CHANNEL, "by": actor("account")}


def _shared(at: str, **given: Any) -> Any:
    return read(
        "conversations.history",
        at,
        maybe=True,
        completed="shared",
        given={**_WHERE, **given},
        channel=_CHANNEL,
        limit=PAGE,
    )


_SHARE = _shared("share", known=before("known"))

ROWS = (
    op(
        "files.remote.add",
        sdk="WebClient.files_remote_add",
        says="add remote file {title!r}",
        tier=add_tier,
        object=_FILE,
        before=_MADE,
        inverse=do(
            "files.remote.remove",
            {"external_id": sent("external_id")},
            goal=gone(_MADE, parent="auth.test"),
            still={"title": sent("title"), "external_url": sent("external_url")},
            ok=(404, "file_not_found"),
        ),
        probe=stands(_MADE, {"title": sent("title"), "external_url": sent("external_url")}),
        residue="Where it was shared meanwhile, it is gone.",
        if_stuck="Somebody changed the file since: look there whether it may be removed.",
        scopes=_SCOPES,
        why="Removed while it still says what was added; one with a picture or a text to be searched is an upload, "
        f"which is refused. {METHODS}/files.remote.remove",
    ),
    op(
        "files.remote.update",
        sdk="WebClient.files_remote_update",
        says="change {fields} of a remote file",
        tier=COSTLY,
        object=_FILE,
        faithful=False,
        inverse=restore(
            read("files.remote.info", "file", **_NAMED),
            "files.remote.update",
            field("title"),
            field("external_url"),
            field("filetype"),
            keep=("external_id", "file"),
        ),
        residue="A preview that Slack made of the address may be another one.",
        scopes=_SCOPES,
        why="Each field is written back while it still reads as the call left it. Picture and text cannot be read, "
        f"and a call with either is refused. {METHODS}/files.remote.update",
    ),
    op(
        "files.remote.remove",
        sdk="WebClient.files_remote_remove",
        says="remove a remote file",
        tier=remove_tier,
        object=_FILE,
        before=_IT,
        inverse=do(
            "files.remote.add",
            {
                "external_id": before("external_id"),
                "external_url": before("external_url"),
                "title": before("title"),
                "filetype": before("filetype"),
            },
            goal=shows(_AGAIN, title=before("title"), external_url=before("external_url")),
            still=None,
            anew=[anew("id", "file", was=before("id"))],
        ),
        probe=stands(_IT, {"": None}),
        residue="It has a new id; its preview, its searched text and the places where it was shared are lost.",
        if_stuck="A file stands there again under the same id: look whether it is the right one.",
        scopes=_SCOPES,
        why="Added again under the other service's id, with title, address and type as they were shown. "
        f"{METHODS}/files.remote.add",
    ),
    op(
        "files.remote.share",
        sdk="WebClient.files_remote_share",
        says="share a remote file in {channels}",
        tier=share_tier,
        object=_FILE,
        before=_shared(""),
        inverse=do(
            "chat.delete",
            {"channel": _CHANNEL, "ts": now(_SHARE, "ts")},
            goal=gone(_SHARE, parent=conversation_of(_CHANNEL)),
            ok=(404, "message_not_found"),
            ends=False,
        ),
        probe=stands(_shared("", known=before("known")), {"there": True}),
        residue="People were notified; replies to the message stay under a stub.",
        scopes=("chat:write", HISTORY, ABOUT, "remote_files:read"),
        why="The message that shares it holds nothing else, so it is deleted: an edit would leave the file in it. It "
        "is looked for in the channel, beside those that shared the file before. "
        f"{METHODS}/files.remote.share",
    ),
)
