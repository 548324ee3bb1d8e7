"""Drafts and revisions of content: one definition for the rows of each kind that has them.

https://developers.hubspot.com/docs/api-reference/latest/cms/pages/guide
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Operation,
    Tier,
    before,
    computed,
    depends,
    do,
    op,
    read,
    restore,
    sent,
    shows,
)
from agentrein_hubspot.content_fields import READ_ONLY, differing
from agentrein_hubspot.operations.content import SEEN, Kind, archive, clone, create, edit, is_live


@depends(COSTLY, IRREVERSIBLE)
def publish_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What was live before comes back by its revision; what never was stays public, for v3 cannot unpublish."""
    return COSTLY if is_live(image) and (image or {}).get("revision") else IRREVERSIBLE


def edit_draft(kind: Kind) -> Operation:
    """The row that changes a draft."""
    return op(
        f"PATCH {kind.draft}",
        sdk=kind.sdk("update_draft"),
        says=f"edit {{fields}} in the draft of {kind.said}",
        tier=REVERSIBLE,
        object=kind.this,
        ignores=READ_ONLY,
        inverse=restore(
            read(f"GET {kind.draft}", completed="as draft", given={"base": kind.base}),
            f"PATCH {kind.draft}",
            *kind.fields("draft"),
        ),
        secret=("password",),
        scopes=("content",),
        why=f"Visitors see nothing of a draft; each field is written back. {kind.docs}",
    )


def reset_draft(kind: Kind) -> Operation:
    """The row that gives a draft up."""
    return op(
        f"POST {kind.draft}/reset",
        sdk=kind.sdk("reset_draft"),
        says=f"give up the draft of {kind.said}",
        tier=REVERSIBLE,
        object=kind.this,
        before=kind.whole(kind.id),
        inverse=do(
            f"PATCH {kind.draft}",
            computed(differing, before("draft"), before("live")),
            goal=shows(kind.whole(kind.id), draft=before("draft")),
            still={"draft": before("live")},
        ),
        scopes=("content",),
        why=f"The draft is written again as it was. {kind.docs}",
    )


def _draft_back(kind: Kind, pushed: Any) -> Any:
    """What writes a draft again as it was, once what was live is live again."""
    return do(
        f"PATCH {kind.draft}",
        computed(differing, before("draft"), before("live")),
        goal=shows(
            kind.whole(kind.id, pushed=pushed, live=before("live")),
            both={"live": before("live"), "draft": before("draft")},
        ),
        still={"settled": True},
    )


def restore_to_draft(kind: Kind) -> Operation:
    """The row that makes a revision the draft."""
    return op(
        f"POST {kind.one}/revisions/{{revisionId}}/restore-to-draft",
        sdk=kind.sdk("restore_previous_version_to_draft"),
        says=f"make revision {{revisionId}} the draft of {kind.said}",
        tier=REVERSIBLE,
        object=kind.this,
        before=kind.whole(kind.id, "with version", revision=sent("revisionId")),
        inverse=do(
            f"PATCH {kind.draft}",
            computed(differing, before("draft"), before("old")),
            goal=shows(kind.whole(kind.id), draft=before("draft")),
            still={"draft": before("old")},
        ),
        scopes=("content",),
        why=f"The draft is written again as it was. {kind.docs}",
    )


def _live_again(kind: Kind, pushed: Any) -> Any:
    """What makes the earlier revision live, if what is live and what is written are as the call left them."""
    return do(
        f"POST {kind.one}/revisions/{{revisionId}}/restore",
        revisionId=before("revision"),
        goal=shows(kind.whole(kind.id), live=before("live")),
        still={"live": pushed, "draft": pushed},
    )


def push_live(kind: Kind) -> Operation:
    """The row that publishes a draft."""
    return op(
        f"POST {kind.draft}/push-live",
        sdk=kind.sdk("push_live"),
        says=f"publish the draft of {kind.said}",
        tier=publish_tier,
        object=kind.this,
        before=kind.whole(kind.id, "with revision"),
        inverse=_draft_back(kind, before("draft")),
        also=_live_again(kind, before("draft")),
        residue=f"{SEEN} Its revisions show both.",
        if_stuck="Restore the earlier revision in HubSpot, then keep the action.",
        scopes=("content",),
        why="The revision that was live becomes live again, and the draft is written as it was. What was never live "
        f"cannot be unpublished by this API, so it is irreversible. {kind.docs}",
    )


def restore_version(kind: Kind, tier: Any = publish_tier) -> Operation:
    """The row that makes a revision live."""
    return op(
        f"POST {kind.one}/revisions/{{revisionId}}/restore",
        sdk=kind.sdk("restore_previous_version"),
        says=f"make revision {{revisionId}} of {kind.said} live",
        tier=tier,
        object=kind.this,
        before=kind.whole(kind.id, "with version", revision=sent("revisionId")),
        inverse=_draft_back(kind, before("old")),
        also=_live_again(kind, before("old")),
        residue=f"{SEEN} Its revisions show both.",
        if_stuck="Restore the earlier revision in HubSpot, then keep the action.",
        scopes=("content",),
        why=f"The revision that was live becomes live again, and the draft is written as it was. {kind.docs}",
    )


def of_drafts(kind: Kind) -> tuple[Operation, ...]:
    """The rows of a kind that has drafts."""
    rows = (create, edit, archive, clone, edit_draft, reset_draft, restore_to_draft, push_live, restore_version)
    return tuple(row(kind) for row in rows)
