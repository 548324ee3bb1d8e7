"""Files that are sent in several requests: what only prepares them, and belongs to the action that the last one ends.

https://developers.google.com/workspace/drive/api/guides/manage-uploads#resumable
"""

from __future__ import annotations

from collections.abc import Iterable

from agentrein.connector import REVERSIBLE, Operation, op
from agentrein_google.answers import UPLOAD

_PAGE = "https://developers.google.com/workspace/drive/api/guides/manage-uploads#resumable"


def upload_rows(rows: Iterable[Operation], methods: Iterable[str]) -> tuple[Operation, ...]:
    """For each row of a method that takes files, the row of the requests that only prepare one.

    They begin the upload and send all of its chunks but the last, which makes the file.
    """
    known = {row.address: row for row in rows}
    return tuple(_part(known[method]) for method in methods if method in known)


def _part(row: Operation) -> Operation:
    made: Operation = op(
        f"{row.address}{UPLOAD}",
        sdk="HttpRequest.next_chunk",
        says=f"upload in parts, for {row.address}",
        tier=REVERSIBLE,
        part=row.address,
        why=f"An upload changes nothing before its last chunk; one that is left expires after a week. {_PAGE}",
    )
    return made
