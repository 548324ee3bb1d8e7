"""The bank accounts and cards that a connected account is paid out to. https://docs.stripe.com/api/external_accounts."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    depends,
    do,
    each,
    find,
    items,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_stripe.operations.accounts import CONNECTED, SCOPES
from agentrein_stripe.operations.shapes import back, delete, fields
from agentrein_stripe.said import is_true, names, said, shown
from agentrein_stripe.written import flat

PLACES = f"{CONNECTED}/external_accounts"
PLACE = f"{PLACES}/{{id}}"
_DOCS = "https://docs.stripe.com/api/external_account_bank_accounts"

_PAID = "Payouts of the meantime went where they went."
_TOLD = (
    *("account_holder_name", "account_type", "address_city", "address_country", "address_line1", "address_line2"),
    *("address_state", "address_zip", "exp_month", "exp_year", "name"),
)
"""What is read as it is written, and cannot be unset."""


@depends(COSTLY, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Payouts go to one at once, or it is the first in an account's own currency and cannot be deleted: for good."""
    if is_true(said(call, "default_for_currency")):
        return IRREVERSIBLE
    own = shown(image, "default_currency")
    return COSTLY if own and any(one.get("currency") == own for one in shown(image, "defaults") or []) else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What is told is put back; whom payouts went to before, and a document that was handed in, are not."""
    known = {*_TOLD, "account_holder_type", "metadata"}
    return COSTLY if names(call) <= known else IRREVERSIBLE


def _prefer(since: Any) -> Any:
    """Pay out to the former default of a currency again, unless that is another one than `since` by now."""
    shown_with = read(f"GET {PLACE}", completed="payout default", given={"since": since}, id=each.at("id"))
    return do(
        f"POST {PLACE}",
        {"default_for_currency": True},
        id=each.at("id"),
        goal=shows(shown_with, want={"default": each.at("id")}),
        still={"default": since},
    )


ROWS = (
    op(
        f"POST {PLACES}",
        sdk="accounts.external_accounts.create",
        says="let account {account} be paid out elsewhere, too",
        tier=create_tier,
        object=path("stripe:account:", sent("account"), "/payout:", answer("id")),
        before=read(f"GET {CONNECTED}", completed="payout defaults"),
        inverse=delete(PLACE, "metadata", id=answer("id")),
        also=items(_prefer(answer("id")), over=before("defaults")),
        probe=find(
            read(f"GET {PLACES}", at="data", limit=100),
            same={
                "account_holder_name": sent("external_account.account_holder_name"),
                "country": sent("external_account.country"),
                "currency": sent("external_account.currency"),
                "metadata": sent("metadata"),
            },
            key="id",
            unless=before("ids"),
            pages="starting_after",
            next="data.-1.id",
        ),
        residue=_PAID,
        scopes=SCOPES,
        why="It is deleted again once payouts go to the former default of its currency; one that is the only default "
        f"in the account's own currency cannot be. {_DOCS}/delete",
    ),
    op(
        f"POST {PLACE}",
        sdk="accounts.external_accounts.update",
        says="set {fields} of payout account {id} of {account}",
        tier=update_tier,
        takes=flat(),
        object=path("stripe:account:", sent("account"), "/payout:", sent("id")),
        inverse=back(PLACE, fields("account_holder_type", kept=_TOLD)),
        residue=_PAID,
        scopes=SCOPES,
        why=f"What is told about it is put back. {_DOCS}/update",
    ),
    op(
        f"DELETE {PLACE}",
        sdk="accounts.external_accounts.delete",
        says="take payout account {id} from {account}",
        tier=IRREVERSIBLE,
        object=path("stripe:account:", sent("account"), "/payout:", sent("id")),
        why=f"Its number cannot be read, so that nothing could enter it again. {_DOCS}/delete",
    ),
)
