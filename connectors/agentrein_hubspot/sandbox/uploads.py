"""The parts of a form in which a file is uploaded."""

from __future__ import annotations

from email import policy
from email.parser import BytesParser

from agentrein.testing import Request


def fields_of(request: Request) -> tuple[dict[str, str], str, bytes]:
    """The fields of a form, the name of the file in it, and what that holds."""
    head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
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
