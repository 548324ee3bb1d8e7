"""Uploads: begin, send, complete. An undo leaves them, for they expire."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from notion_client import Client

from agentrein.testing.conformance import Example
from connectors.notion.examples.things import PARTS, UPLOAD, WHOLE

UPLOADS = "/v1/file_uploads"


def send(upload: str, *, part: str | None = None) -> Callable[[Client], Any]:
    """Send a file, or a part of one."""
    more = {} if part is None else {"part_number": part}
    return lambda notion: notion.file_uploads.send(upload, file=("a.txt", io.BytesIO(b"hello"), "text/plain"), **more)


EXAMPLES = (
    Example(
        f"POST {UPLOADS}",
        lambda n: n.file_uploads.create(filename="a {name}.txt", content_type="text/plain"),
        nothing=True,
        name="by name",
    ),
    Example(f"POST {UPLOADS}", lambda n: n.file_uploads.create(), nothing=True, name="without a name"),
    Example(f"POST {UPLOADS}/{{file_upload_id}}/send", send(UPLOAD.replace("-", "")), nothing=True, name="a file"),
    Example(f"POST {UPLOADS}/{{file_upload_id}}/send", send(PARTS, part="2"), nothing=True, name="the last part"),
    Example(
        f"POST {UPLOADS}/{{file_upload_id}}/send", send(PARTS, part="1"), nothing=True, name="a part that was sent"
    ),
    Example(
        f"POST {UPLOADS}/{{file_upload_id}}/complete",
        lambda n: n.file_uploads.complete(WHOLE),
        nothing=True,
    ),
)
