"""Accounts that are connected to a platform. https://docs.stripe.com/api/accounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    computed,
    depends,
    do,
    gone,
    look,
    looked,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_stripe.operations.shapes import ACCOUNT, as_made, back, fields, like, listed
from agentrein_stripe.said import names, said, shown
from agentrein_stripe.written import flat, member

OWN = "/v1/account"
ACCOUNTS = "/v1/accounts"
CONNECTED = f"{ACCOUNTS}/{{account}}"
CAPABILITY = f"{CONNECTED}/capabilities/{{capability}}"
DOCS = "https://docs.stripe.com/api/accounts"

THIS = path("stripe:account:", sent("account"))
SCOPES = ("accounts: write", "accounts: read")
"""What the undo needs of a restricted key: the rights over connected accounts."""

_LISTED = read(
    f"GET {ACCOUNTS}",
    maybe=True,
    completed="connected account",
    given={"account": answer("id")},
    created=answer("created"),
    limit=100,
)
"""The account as the platform's list shows it: one that was deleted is on it no more, and else out of reach."""

_OWN = ("business_profile", "details_submitted", "email", "metadata")
_REASON = "requirements.disabled_reason"
_TOLD = frozenset({"business_profile", "business_type", "default_currency", "email", "metadata", "settings"})
"""What of an account reads as it is written."""

_CLEARED = ("business_profile[specified_commercial_transactions_act_url]", "business_profile[support_url]")
"""What of it an empty text unsets."""


@depends(COSTLY, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """In live mode an account with the full dashboard is its owner's, and an accepted agreement stays accepted."""
    if "tos_acceptance" in names(call):
        return IRREVERSIBLE
    dashboard = said(call, "controller", "stripe_dashboard", "type")
    ours = said(call, "type") in {"custom", "express"} or dashboard in {"express", "none"}
    return COSTLY if ours or (actor is not None and actor.mode == "test") else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What is read as it was written is put back; numbers and documents are never read, an agreement stays accepted."""
    accepted = any("tos_acceptance" in name for name in call.body or {})
    return IRREVERSIBLE if accepted or not names(call) <= _TOLD else COSTLY


@depends(COSTLY, IRREVERSIBLE)
def reject_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Whom the platform turned away before is not turned away again for the former reason."""
    return IRREVERSIBLE if str(shown(image, "requirements", "disabled_reason")).startswith("rejected.") else COSTLY


def readable(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:
    """The fields that a call sets, of those that can be read; most cannot be unset."""
    kept = tuple(name for name in body if member(name)[0] in _TOLD - {"metadata"} and name not in _CLEARED)
    return fields("business_profile", kept=kept)(body, image)


def rejected_as(reason: Any) -> str:
    """How an account reads that was rejected for a reason; inferred for those of fraud."""
    return "rejected.fraud" if str(reason).startswith("fraud") else f"rejected.{reason}"


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """Whose account it is, in quotes behind a blank, as far as the call says it."""
    return {"whose": f' of "{call["email"]}"' if call.get("email") else ""}


ROWS = (
    op(
        f"POST {ACCOUNTS}",
        sdk="accounts.create",
        says="connect a new account{whose}",
        names=told,
        tier=create_tier,
        object=path("stripe:account:", answer("id")),
        inverse=do(
            f"DELETE {CONNECTED}",
            account=answer("id"),
            goal=gone(_LISTED, parent=ACCOUNT),
            still=as_made(*_OWN),
            alike=like(*_OWN),
            ok=(404,),
        ),
        probe=listed(f"GET {ACCOUNTS}", "country", "email", "metadata", "type"),
        residue="Stripe may have mailed the owner and begun to verify who it is.",
        if_stuck="An account that holds money cannot be deleted: pay its balance out first.",
        scopes=SCOPES,
        why="An account that nobody filled in is deleted again, which in live mode works without the full dashboard "
        f"and without a balance only; that it is then missing in the list is inferred. {DOCS}/delete",
    ),
    op(
        f"POST {CONNECTED}",
        sdk="accounts.update",
        says="set {fields} of account {account}",
        tier=update_tier,
        takes=flat("business_profile", "settings"),
        object=THIS,
        inverse=back(CONNECTED, readable),
        residue="Stripe may have verified the account anew, and customers may have seen what it said meanwhile.",
        if_stuck="Once the owner began to fill in its account, the platform may change less of it.",
        scopes=SCOPES,
        why="What is told about a business is read as it is written, and put back; numbers, documents and agreements "
        f"are not. {DOCS}/update",
    ),
    op(
        f"POST {OWN}",
        sdk="stripe.Account.modify",
        says="set {fields} of the key's own account",
        tier=update_tier,
        takes=flat("business_profile", "settings"),
        lookups=(look("own", f"GET {OWN}", "id", fresh=True),),
        object=path("stripe:account:", looked("own")),
        inverse=back(OWN, readable),
        residue="Stripe may have verified the account anew, and customers may have seen what it said meanwhile.",
        if_stuck="Most of what an account's owner entered is changed in the dashboard only.",
        scopes=SCOPES,
        why="The key says whose account it is, and the undo acts with a key of that account only. Stripe documents "
        f"this address for reading; that it takes what the address of an account takes is inferred. {DOCS}/update",
    ),
    op(
        f"DELETE {CONNECTED}",
        sdk="accounts.delete",
        says="delete account {account}",
        tier=IRREVERSIBLE,
        object=THIS,
        why=f"Nothing brings the account back, nor what its owner entered. {DOCS}/delete",
    ),
    op(
        f"POST {CONNECTED}/reject",
        sdk="accounts.reject",
        says="reject account {account} as {reason}",
        tier=reject_tier,
        object=THIS,
        before=read(f"GET {CONNECTED}"),
        inverse=do(
            f"POST {CONNECTED}/unreject",
            goal=shows(f"GET {CONNECTED}", want={_REASON: before(_REASON)}),
            still={_REASON: answer(_REASON)},
        ),
        probe=stands(f"GET {CONNECTED}", {_REASON: computed(rejected_as, sent("reason"))}),
        residue="The account took no payments meanwhile, and its owner was told.",
        if_stuck="Only what the platform rejected is taken back; what Stripe found stays.",
        scopes=SCOPES,
        why=f"A rejection by the platform is taken back. {DOCS}/reject",
    ),
    op(
        f"POST {CONNECTED}/unreject",
        sdk="accounts.unreject",
        says="take account {account} in again",
        tier=IRREVERSIBLE,
        object=THIS,
        why=f"It may be paid out at once, and the reason that was given does not read as it is written. {DOCS}/reject",
    ),
    op(
        f"POST {CAPABILITY}",
        sdk="accounts.capabilities.update",
        says="set {fields} of capability {capability} of account {account}",
        tier=COSTLY,
        takes=flat(),
        object=path("stripe:account:", sent("account"), "/capability:", sent("capability")),
        inverse=back(CAPABILITY, fields(kept=("requested",)), keyed=False),
        residue="Payments were, or were not, taken by it meanwhile; Stripe may ask the owner for more.",
        if_stuck="Some capabilities stay once they were requested.",
        scopes=SCOPES,
        why="Whether a capability is requested is put back; whether it is permanent nothing tells before. "
        "https://docs.stripe.com/api/capabilities/update",
    ),
)
