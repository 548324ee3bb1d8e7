"""Uploads of files: made, sent in one part or several, completed.

https://developers.notion.com/reference/file-upload
"""

from __future__ import annotations

import mimetypes
from email.parser import BytesParser
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_notion.sandbox.ask import Ask, invalid, not_found, read_id, unfit
from agentrein_notion.sandbox.world import Upload

routes = Routes()
_UPLOAD = "/v1/file_uploads/{file_upload_id}"
_HOUR = 3600


def show(ask: Ask, upload: Upload) -> dict[str, Any]:
    """An upload as answers show it."""
    here = f"https://api.notion.com/v1/file_uploads/{upload.id}"
    pending = upload.status == "pending"
    return {
        "object": "file_upload",
        "id": upload.id,
        "created_time": ask.world.moment(upload.created),
        "last_edited_time": ask.world.moment(upload.created),
        "created_by": {"id": upload.by, "type": "bot"},
        "expiry_time": ask.world.moment(upload.created + _HOUR),
        **({"archived": False} if ask.older else {}),
        "in_trash": False,
        "status": upload.status,
        "filename": upload.filename,
        "content_type": upload.content_type,
        "content_length": None if pending else sum(upload.sent.values()),
        **({"upload_url": f"{here}/send"} if pending else {}),
        **({"complete_url": f"{here}/complete"} if pending and upload.mode == "multi_part" else {}),
        **({"number_of_parts": {"total": upload.parts, "sent": len(upload.sent)}} if upload.parts > 1 else {}),
    }


@routes.on("POST /v1/file_uploads")
def create(ask: Ask) -> Answer:
    """A new upload, which expires unless it is used; one by address the sandbox has at once, and fetches nothing."""
    ask.may("insert")
    mode, parts = ask.options.get("mode", "single_part"), ask.options.get("number_of_parts", 1)
    if mode not in {"single_part", "multi_part", "external_url"}:
        raise unfit("body.mode", 'should be `"single_part"`, `"multi_part"` or `"external_url"`', mode)
    if mode == "external_url" and "external_url" not in ask.options:
        raise unfit("body.external_url", "should be defined")
    name = ask.options.get("filename")
    if mode == "multi_part" and (name is None or "number_of_parts" not in ask.options):
        raise unfit("body.filename" if name is None else "body.number_of_parts", "should be defined")
    kind = ask.options.get("content_type") or mimetypes.guess_type(name or "")[0] or "application/octet-stream"
    upload = Upload(ask.world.new_id(), ask.me, name or "file", kind, ask.world.clock(), mode=mode, parts=parts)
    upload.status = "uploaded" if mode == "external_url" else "pending"
    ask.world.uploads[upload.id] = upload
    return Answer(200, show(ask, upload))


def _find(ask: Ask, id: str) -> Upload:
    upload = ask.world.uploads.get(read_id(id, "path.file_upload_id"))
    if upload is None or upload.by != ask.me:
        raise not_found("file_upload", id)
    return upload


@routes.on(f"POST {_UPLOAD}/send")
def send(ask: Ask, file_upload_id: str) -> Answer:
    """The bytes of the file, or of one part of it; a part may be sent again."""
    upload = _find(ask, file_upload_id)
    if upload.status != "pending":
        raise invalid(f"File upload status must be pending, it is {upload.status}.")
    fields = _form(ask)
    if "file" not in fields:
        raise unfit("body.file", "should be defined")
    number = int(fields.get("part_number", b"1"))
    if not 1 <= number <= upload.parts:
        raise unfit("body.part_number", f"should be ≤ `{upload.parts}`", number)
    upload.sent[number] = len(fields["file"])
    if upload.mode == "single_part":
        upload.status = "uploaded"
    return Answer(200, show(ask, upload))


def _form(ask: Ask) -> dict[str, bytes]:
    """The fields of a multipart form."""
    media = ask.request.headers.get("content-type", "")
    message = BytesParser().parsebytes(b"Content-Type: " + media.encode() + b"\r\n\r\n" + ask.request.raw)
    fields: dict[str, bytes] = {}
    for part in message.get_payload() if message.is_multipart() else ():
        content = part.get_payload(decode=True)  # type: ignore[union-attr]  # the parts of a form are messages
        name = part.get_param("name", header="content-disposition")  # type: ignore[union-attr]
        fields[str(name)] = content if isinstance(content, bytes) else b""
    return fields


@routes.on(f"POST {_UPLOAD}/complete")
def complete(ask: Ask, file_upload_id: str) -> Answer:
    """The end of an upload in parts: all must have been sent."""
    upload = _find(ask, file_upload_id)
    if upload.mode != "multi_part" or upload.status != "pending":
        raise invalid("Only a pending upload in several parts can be completed.")
    if len(upload.sent) < upload.parts:
        raise invalid(f"{len(upload.sent)} of {upload.parts} parts were sent.")
    upload.status = "uploaded"
    return Answer(200, show(ask, upload))


@routes.on(f"GET {_UPLOAD}")
def retrieve(ask: Ask, file_upload_id: str) -> Answer:
    """One upload."""
    return Answer(200, show(ask, _find(ask, file_upload_id)))


@routes.on("GET /v1/file_uploads")
def listed(ask: Ask) -> Answer:
    """One's own uploads, of one status if asked for."""
    status = ask.request.query.get("status")
    found = [u for u in ask.world.uploads.values() if u.by == ask.me and status in {None, u.status}]
    return ask.page(found, lambda upload: show(ask, upload), "file_upload")
