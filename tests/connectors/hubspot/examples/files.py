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


OVER = '{"access": "PRIVATE", "overwrite": true}'


def upload(hubspot: Client, name: str, options: str = PUBLIC, **more: Any) -> Any:
    """Put a file in."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.png"
        path.write_bytes(b"mine")
        return hubspot.files.files_api.upload(file=str(path), file_name=name, options=options, **more)


def replace(hubspot: Client, content: bytes, **more: Any) -> Any:
    """Give file 8101 other bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "other.png"
        path.write_bytes(content)
        return hubspot.files.files_api.replace("8101", file=str(path), **more)


def fetch(hubspot: Client, **more: Any) -> Any:
    """Import a file from an address."""
    asked = {"url": "https://acme.example/p.png?signed=1", "access": "PRIVATE", "overwrite": False, **more}
    none = {"duplicateValidationScope": "EXACT_FOLDER", "duplicateValidationStrategy": "NONE"}
    return hubspot.files.files_api.import_from_url({**asked, **none, "folderPath": "/images"})


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
        f"POST {FILES}",
        lambda h: upload(h, "logo.png", OVER, folder_path="/images"),
        foreign=lambda h: replace(h, b"theirs"),
        name="over another",
    ),
    Example(
        f"POST {FILES}",
        lambda h: upload(h, "photo.png", OVER, folder_id="8001"),
        foreign=lambda h: h.files.files_api.update_properties(newest(h, "photo"), {"access": "PUBLIC_INDEXABLE"}),
        name="over none",
    ),
    Example(
        f"PUT {FILES}/{{fileId}}",
        lambda h: replace(h, b"mine", options='{"access": "PRIVATE"}'),
        foreign=lambda h: replace(h, b"theirs"),
        beside=lambda h: h.files.files_api.update_properties("8101", {"isUsableInContent": False}),
    ),
    Example(
        f"POST {FILES}/import-from-url/async",
        lambda h: fetch(h, name="fetched.png"),
        foreign=lambda h: h.files.files_api.update_properties(newest(h, "fetched"), {"name": "theirs"}),
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
