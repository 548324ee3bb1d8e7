"""Marketing e-mails: https://developers.hubspot.com/docs/api-reference/legacy/marketing/marketing-emails/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import COSTLY, IRREVERSIBLE, Actor, Call, Tier, depends
from agentrein_hubspot.content_fields import EMAILS
from agentrein_hubspot.operations import ab_tests, content, content_drafts
from agentrein_hubspot.operations.content import Kind


@depends(COSTLY, IRREVERSIBLE)
def version_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What an e-mail said comes back by its revision."""
    return COSTLY if (image or {}).get("revision") else IRREVERSIBLE


_EMAIL = Kind(
    EMAILS,
    "email",
    "marketing e-mail",
    "marketing.emails.marketing_emails_api",
    "legacy/marketing/marketing-emails",
    methods={
        "update_draft": "upsert_draft",
        "restore_previous_version": "restore_revision",
        "restore_previous_version_to_draft": "restore_draft_revision",
    },
    id="emailId",
    made="createdAt",
)

ROWS = (
    content.create(_EMAIL),
    content.edit(_EMAIL),
    content.archive_for_good(_EMAIL),
    content.clone(_EMAIL),
    ab_tests.vary(_EMAIL),
    content_drafts.edit_draft(_EMAIL),
    content_drafts.reset_draft(_EMAIL),
    content_drafts.restore_to_draft(_EMAIL),
    content_drafts.restore_version(_EMAIL, version_tier),
)
