"""The file manager."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hubspot import Client

from agentrein.testing.conformance import Example

FILES = "/files/v3/files"
FOLDERS = "/files/v3/folders"
PUBLIC = '{"access": "PUBLIC_INDEXABLE"}'


def upload(hubspot: Client, name: str, **more: Any) -> Any:
    """Put a file in."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.png"
        path.write_bytes(b"mine")
        return hubspot.files.files_api.upload(file=str(path), file_name=name, options=PUBLIC, **more)


def newest(hubspot: Client, name: str) -> str:
    """The id of a file."""
    found = hubspot.files.files_api.do_search(limit=100).results
    return str(next(one.id for one in found if one.name == name))


def folder(hubspot: Client, name: str) -> str:
    """The id of a folder."""
    found = hubspot.files.folders_api.do_search(limit=100).results
    return str(next(one.id for one in found if one.name == name))


EXAMPLES = (
    Example(
        f"POST {FILES}",
        lambda h: upload(h, "photo.png", folder_path="/images"),
        foreign=lambda h: h.files.files_api.update_properties(newest(h, "photo"), {"access": "PRIVATE"}),
        name="a new one",
    ),
    Example(
        f"POST {FILES}",
        lambda h: upload(h, "logo.png", folder_id="8001"),
        foreign=lambda h: h.files.files_api.update_properties(newest(h, "logo-1"), {"name": "theirs"}),
        name="beside another of the name",
    ),
    Example(
        f"PATCH {FILES}/{{fileId}}",
        lambda h: h.files.files_api.update_properties("8101", {"name": "mine", "parentFolderId": "8002"}),
        foreign=lambda h: h.files.files_api.update_properties("8101", {"name": "theirs"}),
        beside=lambda h: h.files.files_api.update_properties("8101", {"isUsableInContent": False}),
    ),
    Example(
        f"POST {FOLDERS}",
        lambda h: h.files.folders_api.create({"name": "new", "parentFolderId": "8001"}),
        foreign=lambda h: upload(h, "photo.png", folder_path="/images/new"),
        unforced="a folder in which a file lies is not deleted",
    ),
    Example(
        f"PATCH {FOLDERS}/{{folderId}}",
        lambda h: h.files.folders_api.update_properties("8002", {"name": "mine", "parentFolderId": 0}),
        foreign=lambda h: h.files.folders_api.update_properties("8002", {"name": "theirs"}),
    ),
    Example(
        f"POST {FOLDERS}/update/async",
        lambda h: h.files.folders_api.update_properties_recursively({"id": "8002", "name": "mine"}),
        foreign=lambda h: h.files.folders_api.update_properties("8002", {"name": "theirs"}),
    ),
)
