"""Files: an upload in three steps, and links that anybody can open.

https://docs.slack.dev/messaging/working-with-files
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    before,
    computed,
    depends,
    do,
    each,
    either,
    gone,
    items,
    now,
    op,
    path,
    read,
    sent,
    shows,
    stands,
    when,
)
from agentrein_slack.operations.places import HISTORY, METHODS
from agentrein_slack.pages import PAGE
from agentrein_slack.shapes import REVERTED

_COMMITS = "files.completeUploadExternal"
_FILE = path("slack:file:", sent("file"))
_INFO = read("files.info", "file", file=sent("file"))
_NONE_SHARED = shows(_INFO, public_url_shared=False)


@depends(COMPENSABLE, IRREVERSIBLE)
def publish_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Slack lets only people publish a file, and tells whether it was published before."""
    return COMPENSABLE if isinstance(image, dict) and "public_url_shared" in image else IRREVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def upload_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A file that is shared in one channel at most can be taken back; of several the messages are not looked for."""
    return COMPENSABLE if len(shared_in(call.body)) <= 1 else IRREVERSIBLE


def shared_in(body: Any) -> list[str]:
    """The channels in which an upload is shared; Slack takes them as a list and as one text with commas."""
    said = body if isinstance(body, dict) else {}
    channels = said.get("channels") or said.get("channel_id") or []
    return channels.split(",") if isinstance(channels, str) else list(channels)


def is_shared(body: Any) -> bool:
    """Whether an upload is shared in a channel."""
    return bool(shared_in(body))


def the_channel(body: Any) -> str:
    """The channel in which an upload is shared."""
    return next(iter(shared_in(body)), "")


def _share(address: str, file: Any, **more: Any) -> Any:
    """The read of the message that shares a file, in its channel or in the thread that is said."""
    channel = computed(the_channel, sent())
    given = {"file": file, "channel": channel, "thread_ts": sent("thread_ts")}
    return read(address, "share", maybe=True, completed="share", given=given, channel=channel, limit=PAGE, **more)


def unshared(file: Any) -> Any:
    """What undoes the message that shares an upload, looked for by its file, if there is one."""
    in_thread = _share("conversations.replies", file, ts=sent("thread_ts"))
    share = when(sent("thread_ts"), in_thread, _share("conversations.history", file))
    reverted = do(
        "chat.update",
        {
            "channel": computed(the_channel, sent()),
            "ts": now(share, "ts"),
            "text": REVERTED,
            "blocks": [],
            "attachments": [],
            "parse": "none",
        },
        goal=shows(share, text=REVERTED, blocks=[]),
        still={"text": sent("initial_comment")},
        alike={"text": "same words"},
        ok=(404, "message_not_found"),
    )
    return either({True: reverted, False: None}, by=computed(is_shared, sent()))


def deleted(file: Any) -> Any:
    """What undoes an uploaded file."""
    return do(
        "files.delete",
        {"file": file},
        goal=gone("files.info", "file", file=file, parent="auth.test"),
        ok=(404, "file_not_found", "file_deleted"),
        ends=True,
    )


UPLOAD_SCOPES = ("files:write", "files:read", "chat:write", HISTORY)
UPLOAD_RESIDUE = "People were notified; the message that shared the file stays, with a note that it was deleted."
LOOK_FOR_IT = "Look for the message that shared the file, and edit or delete it there."

ROWS = (
    op(
        "files.getUploadURLExternal",
        sdk="WebClient.files_getUploadURLExternal",
        says="ask for a place to upload {filename!r} to",
        part=_COMMITS,
        why=f"A place that nothing is committed from shows nowhere and lapses. {METHODS}/files.getUploadURLExternal",
    ),
    op(
        "upload_url",
        sdk="WebClient.files_upload_v2",
        says="upload the bytes of a file",
        part=_COMMITS,
        why=f"Bytes that are never committed show nowhere. {METHODS}/files.getUploadURLExternal",
    ),
    op(
        _COMMITS,
        sdk="WebClient.files_upload_v2",
        says="upload files to {channel_id}",
        tier=upload_tier,
        object=path("slack:file:", sent("files.0.id")),
        inverse=items(deleted(each.at("id")), over=sent("files")),
        also=unshared(sent("files.0.id")),
        probe=stands("files.info", {"file.id": sent("files.0.id")}, file=sent("files.0.id")),
        residue=UPLOAD_RESIDUE,
        if_stuck=LOOK_FOR_IT,
        scopes=UPLOAD_SCOPES,
        why="Each file is deleted for everybody, and the message that shares it is edited. Slack posts that later, and "
        f"the answer does not name it, so it is looked for in the channel. {METHODS}/files.completeUploadExternal",
    ),
    op(
        "files.delete",
        sdk="WebClient.files_delete",
        says="delete file {file}",
        tier=IRREVERSIBLE,
        object=_FILE,
        why=f"A deleted file is gone for everybody, with its comments and links. {METHODS}/files.delete",
    ),
    op(
        "files.sharedPublicURL",
        sdk="WebClient.files_sharedPublicURL",
        says="make file {file} public",
        tier=publish_tier,
        object=_FILE,
        before=_INFO,
        inverse=either(
            {False: do("files.revokePublicURL", {"file": sent("file")}, goal=_NONE_SHARED), True: None},
            by=before("public_url_shared"),
        ),
        probe=stands(_INFO, {"public_url_shared": True}),
        residue="Whoever opened the link meanwhile keeps what it showed.",
        scopes=("files:write", "files:read"),
        why=f"The link is revoked, unless the file was public before. {METHODS}/files.revokePublicURL",
    ),
    op(
        "files.revokePublicURL",
        sdk="WebClient.files_revokePublicURL",
        says="make file {file} private again",
        tier=COSTLY,
        object=_FILE,
        before=_INFO,
        inverse=either(
            {
                True: do("files.sharedPublicURL", {"file": sent("file")}, goal=shows(_INFO, public_url_shared=True)),
                False: None,
            },
            by=before("public_url_shared"),
        ),
        probe=stands(_INFO, {"public_url_shared": False}),
        residue="The link may be another one, so that links given out before stay dead.",
        scopes=("files:write", "files:read"),
        why="The file is made public again if it was; nothing says that the link is the same. "
        f"{METHODS}/files.sharedPublicURL",
    ),
)
