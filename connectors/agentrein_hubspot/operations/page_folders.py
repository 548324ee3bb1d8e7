"""Revisions of folders of landing pages: https://developers.hubspot.com/docs/api-reference/latest/cms/pages/guide."""

from __future__ import annotations

from agentrein.connector import REVERSIBLE, Operation, before, do, op, read, sent, shows
from agentrein_hubspot.operations.content import Kind


def restore_version(kind: Kind) -> Operation:
    """The row that gives a folder the name and the place that it had."""
    return op(
        f"POST {kind.one}/revisions/{{revisionId}}/restore",
        sdk=kind.sdk("restore_folder_previous_version"),
        says="give folder {objectId} the form of revision {revisionId}",
        tier=REVERSIBLE,
        object=kind.this,
        before=read(
            f"GET {kind.one}",
            completed="folder with version",
            given={"base": kind.base, "revision": sent("revisionId")},
        ),
        inverse=do(
            f"PATCH {kind.one}",
            {"name": before("name"), "parentFolderId": before("parentFolderId")},
            goal=shows(f"GET {kind.one}", name=before("name"), parentFolderId=before("parentFolderId")),
            still={"name": before("old.name"), "parentFolderId": before("old.parentFolderId")},
        ),
        scopes=("content",),
        why=f"Name and place are written again. {kind.docs}",
    )
