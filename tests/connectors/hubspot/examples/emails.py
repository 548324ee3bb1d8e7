"""Marketing e-mails, and tokens for SMTP."""

from __future__ import annotations

from hubspot import Client

from agentrein.testing.conformance import Example

EMAILS = "/marketing/v3/emails"
EMAIL = f"{EMAILS}/{{emailId}}"
TOKENS = "/marketing/v3/transactional/smtp-tokens"


def named(hubspot: Client, name: str) -> str:
    """The id of an e-mail."""
    found = hubspot.marketing.emails.marketing_emails_api.get_page(limit=100).results
    return str(next(one.id for one in found if one.name == name))


def oldest(hubspot: Client) -> str:
    """The first revision of the e-mail that has a draft."""
    return str(hubspot.marketing.emails.marketing_emails_api.get_revisions("7801").results[-1].id)


TWINS = (
    Example(
        f"POST {EMAILS}",
        lambda h: h.marketing.emails.marketing_emails_api.create({"name": "Mine", "subject": "Hello"}),
        foreign=lambda h: h.marketing.emails.marketing_emails_api.update(named(h, "Mine"), {"language": "de"}),
    ),
    Example(
        f"POST {EMAILS}/clone",
        lambda h: h.marketing.emails.marketing_emails_api.clone({"id": "7801", "cloneName": "Copy"}),
        foreign=lambda h: h.marketing.emails.marketing_emails_api.upsert_draft(named(h, "Copy"), {"subject": "Theirs"}),
    ),
    Example(
        f"POST {EMAILS}/ab-test/create-variation",
        lambda h: h.marketing.emails.marketing_emails_api.create_ab_test_variation(
            {"contentId": "7801", "variationName": "Other"}
        ),
        foreign=lambda h: h.marketing.emails.marketing_emails_api.update(named(h, "Other"), {"language": "de"}),
        leaves=("email:7801",),
    ),
    Example(
        f"PATCH {EMAIL}",
        lambda h: h.marketing.emails.marketing_emails_api.update("7802", {"subject": "Mine", "content": {"a": 1}}),
        foreign=lambda h: h.marketing.emails.marketing_emails_api.update("7802", {"subject": "Theirs"}),
        beside=lambda h: h.marketing.emails.marketing_emails_api.update("7802", {"language": "de"}),
    ),
    Example(
        f"PATCH {EMAIL}/draft",
        lambda h: h.marketing.emails.marketing_emails_api.upsert_draft("7801", {"subject": "Mine"}),
        foreign=lambda h: h.marketing.emails.marketing_emails_api.upsert_draft("7801", {"subject": "Theirs"}),
        beside=lambda h: h.marketing.emails.marketing_emails_api.upsert_draft("7801", {"language": "de"}),
    ),
    Example(
        f"POST {EMAIL}/draft/reset",
        lambda h: h.marketing.emails.marketing_emails_api.reset_draft("7801"),
        foreign=lambda h: h.marketing.emails.marketing_emails_api.upsert_draft("7801", {"subject": "Theirs"}),
    ),
    Example(
        f"POST {EMAIL}/revisions/{{revisionId}}/restore",
        lambda h: h.marketing.emails.marketing_emails_api.restore_revision("7801", oldest(h)),
        foreign=lambda h: h.marketing.emails.marketing_emails_api.upsert_draft("7801", {"subject": "Theirs"}),
    ),
    Example(
        f"POST {EMAIL}/revisions/{{revisionId}}/restore-to-draft",
        lambda h: h.marketing.emails.marketing_emails_api.restore_draft_revision("7801", int(oldest(h))),
        foreign=lambda h: h.marketing.emails.marketing_emails_api.upsert_draft("7801", {"subject": "Theirs"}),
    ),
)
"""Rows that one definition makes with those of posts."""
EXAMPLES = (
    Example(
        f"POST {TOKENS}",
        lambda h: h.marketing.transactional.public_smtp_tokens_api.create_token(
            {"campaignName": "Receipts", "createContact": False}
        ),
        alone="nothing of a token can be changed",
    ),
)
