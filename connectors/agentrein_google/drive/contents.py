"""The content of files: what is kept of it before a call, and what an undo sends. Pure.

https://developers.google.com/workspace/drive/api/guides/manage-revisions
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from agentrein.connector import field
from agentrein_google.drive import metadata
from agentrein_google.drive.places_of_files import asked_parents, moves, uploads

MOST_BYTES = 32 * 1024 * 1024
"""The most that is kept of one file as its before-image: 32 MiB."""

NATIVE = "application/vnd.google-apps."
FOLDER, SHORTCUT = f"{NATIVE}folder", f"{NATIVE}shortcut"
EMPTY = "d41d8cd98f00b204e9800998ecf8427e"
"""The digest of no bytes."""


def is_native(kind: Any) -> bool:
    """Whether files of this type have no bytes of their own: documents of Google's editors, folders, shortcuts."""
    return isinstance(kind, str) and kind.startswith(NATIVE)


def is_kept(file: Mapping[str, Any]) -> bool:
    """Whether the content of a file is kept before it is replaced."""
    size = str(file.get("size") or "")
    return not is_native(file.get("mimeType")) and size.isdigit() and int(size) <= MOST_BYTES


def is_of(file: Mapping[str, Any], content: bytes) -> bool:
    """Whether bytes are those of a file as it was read, and not of a revision that came in between."""
    told = file.get("md5Checksum")
    return told is None or bool(hashlib.md5(content, usedforsecurity=False).hexdigest() == told)


def content_field(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:  # noqa: ARG001 - a function of fields takes both
    """The content, by its digest; where nothing was kept of it, it cannot be put back."""
    lost = not isinstance((image or {}).get("content"), bytes)
    return (field("content", read="md5Checksum", lossy=lost),)


def whole_body(said: Mapping[str, Any], image: Mapping[str, Any]) -> dict[str, Any]:
    """Everything that a call set of a file, as it was before: metadata, and the old bytes as a new revision."""
    body = metadata.written(said, image)
    if uploads(said):
        kind = image.get("mimeType")
        name = {"originalFilename": image["originalFilename"]} if image.get("originalFilename") else {}
        body |= {"mimeType": kind, **name, "media": {"mimeType": kind, "bytes": image.get("content")}}
    return body


def wanted(said: Mapping[str, Any], image: Mapping[str, Any]) -> dict[str, Any]:
    """What a call asks for, by the fields that are compared."""
    found = metadata.asked(said)
    if moves(said):
        found["parents"] = asked_parents(said, image)
    if uploads(said):
        media = said["media"]
        found["mimeType"] = said.get("mimeType") or media.get("mimeType")
        found |= {"content": media["md5"]} if media.get("md5") else {}
    return found
