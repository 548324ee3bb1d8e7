"""Lists that are read to their end by readings of more than one request."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_google.drive.fields import COMMENTS, FILES, PERMISSIONS

Steps = Generator[Read, Answer, Any]
_SUCCESS = range(200, 300)
_MOST_PAGES = 50


class Stopped(Exception):
    """A further read has no good answer, which is that of the whole reading."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


def body_of(answer: Answer) -> Any:
    """What a read shows; raises Stopped where it shows nothing."""
    if answer.status not in _SUCCESS:
        raise Stopped(answer)
    return answer.body


def all_of(first: Read, name: str) -> Steps:
    """The entries of a list, page by page; raises Stopped."""
    return (yield from _rest(first, name, {"nextPageToken": ""}))


def rest_of(body: Mapping[str, Any], first: Read, name: str) -> Steps:
    """The entries of a list whose first page is known; raises Stopped."""
    found = list(body.get(name) or [])
    return [*found, *(yield from _rest(first, name, body))]


def _rest(first: Read, name: str, body: Mapping[str, Any]) -> Steps:
    found: list[Any] = []
    token = body.get("nextPageToken")
    for _ in range(_MOST_PAGES):
        if token is None:
            return found
        turned = replace(first, params={**first.params, **({"pageToken": token} if token else {})})
        page = body_of((yield turned))
        found += page.get(name) or []
        token = page.get("nextPageToken") or None
    raise Stopped(Answer(error=LookupError(f"more than {_MOST_PAGES} pages of {first.address}")))


def listing(query: str, **params: Any) -> Read:
    """The read of the files that a search finds, in shared drives too."""
    said = {"supportsAllDrives": True, "includeItemsFromAllDrives": True, "fields": FILES, "pageSize": 100}
    return Read("drive.files.list", {"q": query, **said, **params})


def inside(folder: str) -> Read:
    """The read of what lies in a folder and not in the trash."""
    return listing(f"'{quoted(folder)}' in parents and trashed = false")


def sharing(file: str, **admin: Any) -> Read:
    """The read of everybody who may do something with a file."""
    said = {"fileId": file, "supportsAllDrives": True, "fields": PERMISSIONS, "pageSize": 100}
    return Read("drive.permissions.list", {**said, **admin})


def commenting(file: str) -> Read:
    """The read of the comments on a file."""
    return Read("drive.comments.list", {"fileId": file, "fields": COMMENTS, "pageSize": 100})


def quoted(text: str) -> str:
    """A text as it stands between the quotes of a search."""
    return text.replace("\\", "\\\\").replace("'", "\\'")
