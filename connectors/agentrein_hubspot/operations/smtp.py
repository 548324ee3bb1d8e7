"""Tokens for SMTP.

https://developers.hubspot.com/docs/api-reference/legacy/marketing/transactional-emails/guide
"""

from __future__ import annotations

from agentrein.connector import IRREVERSIBLE, REVERSIBLE, answer, do, find, gone, op, path, read, sent

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/marketing/transactional-emails/guide"
TOKENS = "/marketing/v3/transactional/smtp-tokens"
TOKEN = f"{TOKENS}/{{tokenId}}"
_KEPT = ("campaignName", "createContact")

ROWS = (
    op(
        f"POST {TOKENS}",
        sdk="marketing.transactional.public_smtp_tokens_api.create_token",
        says="make an SMTP token for {campaignName!r}",
        tier=REVERSIBLE,
        object=path("hubspot:smtp_token:", answer("id")),
        inverse=do(
            f"DELETE {TOKEN}",
            tokenId=answer("id"),
            goal=gone(f"GET {TOKEN}", parent=read(f"GET {TOKENS}", limit=1)),
            still={name: answer(name) for name in _KEPT},
            ok=(404,),
        ),
        probe=find(
            read(
                f"GET {TOKENS}",
                at="results",
                completed="made once",
                given={"like": {name: sent(name) for name in _KEPT}, "made": "createdAt"},
                limit=100,
            ),
            same=_KEPT,
            since="createdAt",
            pages="after",
            next="paging.next.after",
        ),
        residue="Mail that was sent with the token meanwhile is out.",
        if_stuck="Delete the token in HubSpot, then keep the action.",
        scopes=("transactional-email",),
        why=f"The token is deleted: nobody sends with it any more. Its password is recorded nowhere. {DOCS}",
    ),
    op(
        f"DELETE {TOKEN}",
        sdk="marketing.transactional.public_smtp_tokens_api.archive_token",
        says="delete SMTP token {tokenId}",
        tier=IRREVERSIBLE,
        object=path("hubspot:smtp_token:", sent("tokenId")),
        why=f"Whoever sends with the token cannot any more, and a new one has another password. {DOCS}",
    ),
)
