"""What further reads complete about files: their bytes, which were uploaded by a call, and what lies in a folder."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from datetime import datetime, timedelta
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_hubspot.readings_of_entries import made_once

AT_ONCE = timedelta(minutes=1)
"""How far the two times of a file lie apart at most that was just made."""
Steps = Generator[Read, Answer, Any]


def uploaded(body: Any, given: Mapping[str, Any]) -> Any:
    """A page of files, each with whether it has the name that an upload gave, or that with a number after it."""
    name, _, extension = str(given.get("name") or given["file"]).rpartition(".")
    files = [{**one, "uploaded": _is_named(one, name or extension, extension)} for one in body["results"]]
    return made_once({**body, "results": files}, {"like": {"uploaded": True}, "made": "createdAt"})


def _is_named(one: Mapping[str, Any], name: str, extension: str) -> bool:
    base, _, number = str(one.get("name")).rpartition("-")
    fits = one.get("name") == name or (base == name and number.isdecimal())
    return fits and one.get("extension") in {None, extension}


def inside(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Yield the reads that tell what lies in a folder."""
    found: list[Any] = []
    for kind in ("files", "folders"):
        answer = yield Read(f"GET /files/v3/{kind}/search", {"parentFolderIds": body["id"], "limit": 1})
        if answer.status != 200:
            return answer
        found += [one["id"] for one in answer.body["results"]]
    return {**body, "inside": found}


def new_or_older(body: Any, given: Mapping[str, Any]) -> Any:
    """A file with whether it was new when an upload was answered: what is older was there, and is not deleted."""
    made, edited = (datetime.fromisoformat(str(given[name])) for name in ("made", "edited"))
    return {**body, "was_new": edited - made < AT_ONCE}


def source_file(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read of the bytes of a file of the developer's file system; a folder has none."""
    if body["folder"]:
        return {**body}
    answer = yield Read("GET /cms/v3/source-code/{environment}/content/{path+}", given)
    return {**body, **answer.body} if answer.status == 200 else _unread(answer)


def _unread(answer: Answer) -> Answer:
    """The answer at which a reading stops: that the bytes are missing does not say that the file is."""
    return Answer(409, {"message": "a file was there whose bytes were not"}) if answer.status == 404 else answer


def file_with_bytes(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Yield the read of the bytes of a file; those that are not the file's own are none to put back."""
    answer = yield Read("GET /files/v3/files/{fileId}/signed-url#content", {"fileId": body["id"]})
    if answer.status != 200:
        return _unread(answer)
    whole = answer.body["content"] is not None and answer.body["md5"] == body["fileMd5"]
    return {**body, "content": answer.body["content"] if whole else None}


def file_in_folder(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read of the file of a name in a folder, None where there is none."""
    answer = yield Read("GET /files/v3/files/stat/{path+}", {"path": f"{body['path']}/{given['name']}".strip("/")})
    if answer.status == 404:
        return None
    return answer.body["file"] if answer.status == 200 else answer


def file_in_folder_with_bytes(body: Any, given: Mapping[str, Any]) -> Steps:
    """The same with its bytes."""
    file = yield from file_in_folder(body, given)
    return (yield from file_with_bytes(file, given)) if isinstance(file, Mapping) else file


def file_at_path(body: Any, given: Mapping[str, Any]) -> Any:  # noqa: ARG001 - a reading is told what is given
    """The file at a path; a folder is none."""
    return body.get("file")


def file_at_path_with_bytes(body: Any, given: Mapping[str, Any]) -> Steps:
    """The same with its bytes."""
    file = file_at_path(body, given)
    return (yield from file_with_bytes(file, given)) if isinstance(file, Mapping) else None


READINGS = {
    "file at path": file_at_path,
    "file at path with bytes": file_at_path_with_bytes,
    "file in folder": file_in_folder,
    "file in folder with bytes": file_in_folder_with_bytes,
    "file with bytes": file_with_bytes,
    "new or older file": new_or_older,
    "source file": source_file,
    "uploaded files": uploaded,
    "what lies inside": inside,
}
