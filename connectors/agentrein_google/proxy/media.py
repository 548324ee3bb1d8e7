"""Files that are sent: what a record holds of them, and how an undo sends one."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping
from email import policy
from email.parser import BytesParser
from typing import Any

_BLOCK = 1024 * 1024


def told_of(upload: Any) -> dict[str, Any]:
    """Kind, size and hash of a `MediaUpload` that is sent in chunks; one of unknown size has no hash."""
    size = upload.size()
    told = {"mimeType": upload.mimetype(), "size": size, "chunks": True}
    digest = hashlib.md5(usedforsecurity=False)
    if size is None:
        return told
    for block in _blocks(upload, size):
        digest.update(block)
    return {**told, "md5": digest.hexdigest()}


def _blocks(upload: Any, size: int) -> Iterator[bytes]:
    """The bytes of an upload; a stream stands afterwards where it stood."""
    stream = upload.stream() if upload.has_stream() else None
    before = stream.tell() if stream is not None else 0
    try:
        for begin in range(0, size, _BLOCK):
            yield upload.getbytes(begin, min(_BLOCK, size - begin))
    finally:
        if stream is not None:
            stream.seek(before)


def hashed(kind: str, content: bytes) -> dict[str, Any]:
    """Kind, size and hash of some bytes, as Google tells them."""
    return {"mimeType": kind, "size": len(content), "md5": hashlib.md5(content, usedforsecurity=False).hexdigest()}


def parts_of(content: str | bytes, kind: str) -> tuple[Any, dict[str, Any]]:
    """The JSON and the file of an upload in one request; raises ValueError where it is not of the SDK's form."""
    data = content.encode() if isinstance(content, str) else content
    if not kind.startswith("multipart/related"):
        return None, hashed(kind, data)
    found = split(data, boundary_of(kind))
    if len(found) != 2:
        message = "a multipart upload has two parts"
        raise ValueError(message)
    (_, metadata), (headers, media) = found
    return json.loads(metadata), hashed(headers.get("content-type", ""), media)


def with_metadata(content: bytes, kind: str, fills: Mapping[str, Any]) -> bytes:
    """An upload in one request with further fields in its JSON; raises ValueError where it is not of the SDK's form."""
    boundary = boundary_of(kind)
    (headers, metadata), (own, media) = split(content, boundary)
    told = json.dumps({**json.loads(metadata), **fills}).encode()
    return b"".join(
        [
            *(_part(boundary, one, data) for one, data in ((headers, told), (own, media))),
            b"--" + boundary + b"--\r\n",
        ]
    )


def _part(boundary: bytes, headers: Mapping[str, str], content: bytes) -> bytes:
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items()).encode("latin-1")
    return b"--" + boundary + b"\r\n" + lines + b"\r\n" + content + b"\r\n"


def boundary_of(kind: str) -> bytes:
    """The boundary that a content type names; raises ValueError without one."""
    parsed = BytesParser(policy=policy.HTTP).parsebytes(f"content-type: {kind}\r\n\r\n".encode("latin-1"))
    boundary = parsed.get_boundary()
    if not boundary:
        message = "no boundary is named"
        raise ValueError(message)
    return str(boundary).encode("latin-1")


def split(data: bytes, boundary: bytes) -> list[tuple[dict[str, str], bytes]]:
    """The parts of a multipart body, each with its headers in small letters; line ends are of either kind."""
    mark, found = b"--" + boundary, []
    newline = b"\r\n" if data.startswith(mark + b"\r\n") or b"\r\n" + mark in data else b"\n"
    pieces = (newline + data).split(newline + mark)
    for piece in pieces[1:]:
        if piece.startswith(b"--"):
            break
        head, gap, content = piece.removeprefix(newline).partition(newline * 2)
        if not gap:
            message = "a part has no headers"
            raise ValueError(message)
        lines = (line.partition(b":") for line in head.split(newline))
        headers = {name.decode("latin-1").strip().lower(): value.decode("latin-1").strip() for name, _, value in lines}
        found.append((headers, content))
    return found


def uploaded(body: Mapping[str, Any]) -> tuple[str, str, bytes]:
    """The upload type, content type and bytes for a call whose body says `media` with its bytes."""
    media, metadata = body["media"], {name: value for name, value in body.items() if name != "media"}
    kind, content = str(media["mimeType"]), media["bytes"]
    if not isinstance(content, bytes):
        message = "media has no bytes"
        raise TypeError(message)
    if not metadata:
        return "media", kind, content
    boundary = f"part_{secrets.token_hex(16)}".encode()
    head = _part(boundary, {"content-type": "application/json"}, json.dumps(metadata).encode())
    rest = _part(boundary, {"content-type": kind}, content) + b"--" + boundary + b"--\r\n"
    return "multipart", f'multipart/related; boundary="{boundary.decode()}"', head + rest
