"""What further reads complete about files: which were uploaded by a call, and what lies in a folder."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_hubspot.readings_of_entries import made_once

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


READINGS = {"uploaded files": uploaded, "what lies inside": inside}
