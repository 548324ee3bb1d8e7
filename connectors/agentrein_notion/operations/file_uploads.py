"""Uploads of files: https://developers.notion.com/reference/file-upload."""

from __future__ import annotations

from agentrein.connector import REVERSIBLE, answer, before, computed, find, leave, op, path, read, sent, stands, when
from agentrein_notion.operations import told
from agentrein_notion.values import dashed

UPLOADS = "/v1/file_uploads"
UPLOAD = f"{UPLOADS}/{{file_upload_id}}"

_THIS = path("notion:file_upload:", computed(dashed, sent("file_upload_id")))
_LEFT = leave("an upload that nothing uses expires within an hour, and a file that is used goes with what uses it")
_WHY = "Nothing shows an upload until a page or block uses it, whose own undo takes the file along; Notion has no call "
_WHY += "that deletes one, and expires it after an hour"


def _made(**same: object) -> object:
    return find(
        read(f"GET {UPLOADS}", at="results", completed="made uploads", page_size=100),
        same=same,
        mine="created_by.id",
        since="made",
        within=60,
        pages="start_cursor",
        next="next_cursor",
    )


ROWS = (
    op(
        f"POST {UPLOADS}",
        sdk="file_uploads.create",
        says="begin an upload{titled}",
        names=told.upload,
        tier=REVERSIBLE,
        object=path("notion:file_upload:", answer("id")),
        inverse=_LEFT,
        probe=when(sent("filename"), _made(filename=sent("filename")), _made(object="file_upload")),
        residue="Of an upload by address, Notion fetched what stands there.",
        secret=("external_url",),
        why=f"{_WHY}. An address may be signed, so it is not recorded. "
        "https://developers.notion.com/reference/create-a-file-upload",
    ),
    op(
        f"POST {UPLOAD}/send",
        sdk="file_uploads.send",
        says="send {file!r} as upload {file_upload_id}",
        tier=REVERSIBLE,
        object=_THIS,
        before=read(f"GET {UPLOAD}"),
        inverse=_LEFT,
        probe=stands(
            read(f"GET {UPLOAD}", completed="sent or not", given={"parts": before("number_of_parts.sent")}),
            {"arrived": True},
        ),
        why=f"{_WHY}. The bytes are not recorded; a part may be sent again. "
        "https://developers.notion.com/reference/send-a-file-upload",
    ),
    op(
        f"POST {UPLOAD}/complete",
        sdk="file_uploads.complete",
        says="complete upload {file_upload_id}",
        tier=REVERSIBLE,
        object=_THIS,
        inverse=_LEFT,
        probe=stands(f"GET {UPLOAD}", {"status": "uploaded"}),
        why=f"{_WHY}. https://developers.notion.com/reference/complete-a-file-upload",
    ),
)
