"""Revisions, labels, notifications and approvals."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    computed,
    depends,
    do,
    field,
    find,
    op,
    path,
    read,
    restore,
    sent,
    shows,
)
from agentrein_google.drive.fields import APPROVAL, APPROVALS, LABELS, REVISION
from agentrein_google.drive.operations.places import GUIDES, METADATA, REFERENCE, SCOPES, THE_FILE
from agentrein_google.drive.readings_of_labels import can_come_back, labels_asked, labels_back, labels_named

_FILE: dict[str, Any] = {"fileId": sent("fileId")}


# --- revisions


_REVISION = read("drive.revisions.get", **_FILE, revisionId=sent("revisionId"), fields=REVISION)
_PUBLISHED = ("published", "publishAuto", "publishedOutsideDomain")


@depends(REVERSIBLE, IRREVERSIBLE)
def revision_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A revision that is kept forever cannot be let go again."""
    body = call.body if isinstance(call.body, dict) else {}
    return REVERSIBLE if set(body) <= set(_PUBLISHED) else IRREVERSIBLE


# --- labels


_LABELS = read("drive.files.listLabels", completed="file labels", **_FILE, maxResults=100, fields=LABELS)


@depends(REVERSIBLE, IRREVERSIBLE)
def label_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """The labels go back to what they were, if every field is of a type that can be written, and all are read."""
    body = call.body if isinstance(call.body, dict) else {}
    listed = isinstance(image, dict) and not image.get("nextPageToken")
    return REVERSIBLE if listed and can_come_back(image, body) else IRREVERSIBLE


def label_fields(body: Any, image: Any) -> tuple[Any, ...]:  # noqa: ARG001 - a function of fields takes both
    """Each label that a call changes; one that is not on the file reads as nothing."""
    return tuple(field(label, read=f"on.{label}") for label in labels_named(body))


# --- approvals


def reviewers(emails: Any) -> list[str]:
    """Whom an approval asks, in one order."""
    return sorted(map(str, emails or []))


_APPROVAL = read("drive.approvals.get", **_FILE, approvalId=answer("approvalId"), fields=APPROVAL)
_APPROVAL_OBJECT = path("drive:file:", sent("fileId"), "/approval:", answer("approvalId"))


# --- rows

ROWS = (
    op(
        "drive.revisions.update",
        sdk="revisions().update",
        says="change {fields} of revision {revisionId} of file {fileId}",
        tier=revision_tier,
        query=("fileId", "revisionId"),
        object=THE_FILE,
        faithful=False,
        inverse=restore(
            _REVISION,
            "drive.revisions.update",
            *(field(name, clear=False, same=(None, False)) for name in _PUBLISHED),
            **_FILE,
            revisionId=sent("revisionId"),
        ),
        residue="Whoever had its public address may have read it meanwhile.",
        scopes=SCOPES,
        why="What was published is published no more, and the other way round. A revision that is kept forever stays "
        "so "
        f"(illegalKeepForeverModification). {GUIDES}/manage-revisions",
    ),
    op(
        "drive.files.modifyLabels",
        sdk="files().modifyLabels",
        says="change the labels of file {fileId}",
        tier=label_tier,
        query=("fileId",),
        object=THE_FILE,
        before=_LABELS,
        faithful=False,
        inverse=restore(
            _LABELS,
            do("drive.files.modifyLabels", computed(labels_back, sent(), before()), **_FILE),
            label_fields,
            wants=computed(labels_asked, sent(), before()),
        ),
        residue="Rules that hang on a label may have acted meanwhile.",
        scopes=METADATA,
        why="Each label that the call changed is taken off again, or its fields are set to what they were, while they "
        f"are as the call left them. {GUIDES}/set-label",
    ),
    op(
        "drive.approvals.start",
        sdk="approvals().start",
        says="ask {reviewerEmails} to approve file {fileId}",
        tier=COMPENSABLE,
        query=("fileId",),
        object=_APPROVAL_OBJECT,
        inverse=do(
            "drive.approvals.cancel",
            {},
            **_FILE,
            approvalId=answer("approvalId"),
            goal=shows(_APPROVAL, status="CANCELLED"),
            still={"status": "IN_PROGRESS"},
            ends=True,
        ),
        probe=find(
            read("drive.approvals.list", "items", completed="made approvals", **_FILE, pageSize=100, fields=APPROVALS),
            same={"reviewers": computed(reviewers, sent("reviewerEmails"))},
            mine="by",
            since="createTime",
            pages="pageToken",
            next="nextPageToken",
        ),
        residue="The reviewers were told, and the cancelled approval stays in the file's history.",
        if_stuck="The approval is over: look at what the reviewers said.",
        scopes=METADATA,
        why=f"Whoever started an approval cancels it while it is going on. {REFERENCE}/approvals/cancel",
    ),
    op(
        "drive.approvals.cancel",
        sdk="approvals().cancel",
        says="cancel approval {approvalId} of file {fileId}",
        tier=IRREVERSIBLE,
        query=("fileId", "approvalId"),
        object=path("drive:file:", sent("fileId"), "/approval:", sent("approvalId")),
        why=f"The reviewers are told, and what is started anew is another approval. {REFERENCE}/approvals/cancel",
    ),
)
