"""Bodies that are no JSON: forms that bring a file, and a function's source as plain text.

The record has what else a form says, and of the file its name, size and digests; only an undo's own holds the bytes.
"""

from __future__ import annotations

import hashlib
import json
import mimetypes
import re
from collections.abc import Iterable, Mapping
from typing import Any

from urllib3.filepost import encode_multipart_formdata

FORM, MULTIPART, PLAIN = "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"

_UPLOADS = re.compile(r"/files/v3/files(/[^/]+)?/?|/cms/v3/source-code/[^/]+/content/.+")
"""Where a form brings one file, whose other fields say what is done with it."""

_SOURCES = re.compile(r"/automation/v4/actions/[^/]+/[^/]+/functions/[^/]+(/[^/]+)?/?")
"""Where the body is the source of a function, as it stands."""

_SOURCE = "functionSource"
_BODILESS = {"GET", "HEAD"}


class UnreadableError(ValueError):
    """A body of which the record could not say all that it says."""


def form_of(fields: Any) -> dict[str, Any]:
    """The fields of a form without a file; raises UnreadableError where one stands there twice."""
    told: dict[str, Any] = {}
    for name, value in _pairs(fields):
        if name in told:
            raise UnreadableError
        told[name] = _part(value) if isinstance(value, tuple) else str(value)
    return told


def _pairs(fields: Any) -> Iterable[tuple[str, Any]]:
    pairs = fields.items() if isinstance(fields, Mapping) else fields or ()
    return ((str(name), value) for name, value in pairs)


def _part(value: tuple[Any, ...]) -> dict[str, Any]:
    """A file in a form, by what tells it from any other."""
    if len(value) not in {2, 3} or not isinstance(value[1], str | bytes):
        raise UnreadableError
    content = value[1].encode() if isinstance(value[1], str) else value[1]
    return {"name": str(value[0]), **told_of(content)}


def told_of(content: bytes) -> dict[str, Any]:
    """What tells bytes from any others; the file manager shows the weaker of the two digests."""
    return {
        "size": len(content),
        "md5": hashlib.md5(content, usedforsecurity=False).hexdigest(),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def takes_file(path: str) -> bool:
    """Whether a form at this path brings one file."""
    return _UPLOADS.fullmatch(path) is not None


def source_of(path: str, body: Any) -> dict[str, str]:
    """The source of a function that is sent as it stands; raises UnreadableError for anything else."""
    if _SOURCES.fullmatch(path) is None or not isinstance(body, str):
        raise UnreadableError
    return {_SOURCE: body}


def encoded(method: str, path: str, body: Any) -> tuple[bytes | str | None, str | None]:
    """The body of a call of an undo as its address takes it, and the type that says so."""
    if method in _BODILESS:
        return (None if body is None else json.dumps(body)), None
    if body is not None and _UPLOADS.fullmatch(path) and "file" in body:
        return encode_multipart_formdata(list(_fields(body)))
    if body is not None and _SOURCES.fullmatch(path):
        return str(body[_SOURCE]).encode(), PLAIN
    return (None if body is None else json.dumps(body)), "application/json"


def _fields(body: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    for name, value in body.items():
        if name == "file":
            kind = mimetypes.guess_type(value["name"])[0] or "application/octet-stream"
            yield name, (value["name"], value["content"], kind)
        else:
            yield name, value
