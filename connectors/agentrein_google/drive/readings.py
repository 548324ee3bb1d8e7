"""Readings that need more than one request, or that show a thing in the form in which it is written back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Read
from agentrein_google.drive import metadata
from agentrein_google.drive.contents import is_kept, is_of
from agentrein_google.drive.fields import FILE
from agentrein_google.drive.lists import Steps, Stopped, body_of
from agentrein_google.drive.made import made_file, made_files
from agentrein_google.drive.places_of_files import named
from agentrein_google.drive.readings_of_drives import made_drives, whole_drive
from agentrein_google.drive.readings_of_labels import file_labels
from agentrein_google.drive.readings_of_others import made_approvals, no_channels
from agentrein_google.drive.readings_of_sharing import grants, with_ends
from agentrein_google.drive.readings_of_talk import (
    made_comments,
    made_replies,
    reply_before,
    same_comments,
    same_replies,
    thread,
    thread_before,
)

_NOT_GIVEN = frozenset({403, 413})
"""Answers that say that nobody is given the content, or that it is too long.

https://developers.google.com/workspace/drive/api/guides/manage-downloads
"""


def file(body: Mapping[str, Any], _given: Mapping[str, Any]) -> Any:
    """A file with `locks` and `spelt`: restrictions and properties in the form in which they are written."""
    return metadata.with_spelling(body)


def file_before(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """The same with `places`, the folders that a call names, and `content`, the bytes that an upload replaces.

    Content over the limit, or that Drive does not give out, or that changes at this moment, is not kept: then there is
    none.
    """
    found = metadata.with_spelling(body)
    try:
        places = {}
        for name in {*named(given.get("to")), *named(given.get("from"))}:
            read = Read("drive.files.get", {"fileId": name, "supportsAllDrives": True, "fields": FILE})
            place = body_of((yield read))
            places[name] = {"id": place["id"], "driveId": place.get("driveId")}
        if isinstance(given.get("media"), Mapping) and is_kept(body):
            told = yield Read("drive.files.get#media", {"fileId": body["id"], "supportsAllDrives": True})
            if told.status not in _NOT_GIVEN and is_of(body, body_of(told)["bytes"]):
                found["content"] = told.body["bytes"]
    except Stopped as stopped:
        return stopped.answer
    return {**found, "places": places}


READINGS = {
    "file": file,
    "file before": file_before,
    "made file": made_file,
    "made files": made_files,
    "grants": grants,
    "with ends": with_ends,
    "thread": thread,
    "thread before": thread_before,
    "reply before": reply_before,
    "made comments": made_comments,
    "made replies": made_replies,
    "same comments": same_comments,
    "same replies": same_replies,
    "whole drive": whole_drive,
    "made drives": made_drives,
    "file labels": file_labels,
    "made approvals": made_approvals,
    "no channels": no_channels,
}
"""The readings that rows name, with what they are given."""
