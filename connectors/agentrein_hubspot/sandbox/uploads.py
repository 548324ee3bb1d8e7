"""Bodies that are no JSON: forms in which a file is uploaded, and plain text."""

from __future__ import annotations

from email import policy
from email.parser import BytesParser
from typing import Any

from agentrein.testing import Request


def fields_of(request: Request) -> tuple[dict[str, str], str, bytes]:
    """The fields of a form, the name of the file in it, and what that holds."""
    kind = request.headers.get("content-type", "")
    if not kind.startswith("multipart/"):
        return {}, "", b""
    head = f"Content-Type: {kind}\r\n\r\n".encode()
    parsed = BytesParser(policy=policy.HTTP).parsebytes(head + request.raw)
    fields, name, content = dict[str, str](), "", b""
    for part in parsed.iter_parts():
        data = part.get_payload(decode=True)
        held = data if isinstance(data, bytes) else b""
        if part.get_filename() is None:
            fields[str(part.get_param("name", header="content-disposition"))] = held.decode()
        else:
            name, content = str(part.get_filename()), held
    return fields, name, content


def said_by(request: Request) -> Any:
    """What a body says, so that two that say the same are known, whatever stands between the parts of a form."""
    if request.headers["content-type"].startswith("text/plain"):
        return request.raw.decode("utf-8", "replace")
    fields, name, content = fields_of(request)
    return {**fields, "file": {"name": name, "content": content.hex()}}
