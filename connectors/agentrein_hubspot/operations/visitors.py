"""Tokens that tell who a visitor is.

https://developers.hubspot.com/docs/api-reference/legacy/conversations/visitor-identification/guide
"""

from __future__ import annotations

from agentrein.connector import COMPENSABLE, leave, op, path, sent

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/conversations/visitor-identification/guide"

ROWS = (
    op(
        "POST /visitor-identification/v3/tokens/create",
        sdk="conversations.visitor_identification.generate_api.generate_token",
        says="make a token that says that a visitor is {email}",
        tier=COMPENSABLE,
        object=path("hubspot:visitor:", sent("email")),
        inverse=leave("the token expires by itself within twelve hours"),
        residue="Until then, who holds the token can chat under that address.",
        scopes=("conversations.visitor_identification.tokens.create",),
        why=f"Nothing is kept of a token, and no call takes it back. {DOCS}",
    ),
)
