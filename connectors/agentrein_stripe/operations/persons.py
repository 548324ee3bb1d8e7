"""The people behind a connected account, in both versions of the API.

https://docs.stripe.com/api/persons and https://docs.stripe.com/api/v2/core/persons
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    depends,
    op,
    path,
    sent,
)
from agentrein_stripe.operations import shapes_v2
from agentrein_stripe.operations.accounts import CONNECTED, SCOPES
from agentrein_stripe.operations.accounts_v2 import ACCOUNTS as ACCOUNTS_V2
from agentrein_stripe.operations.shapes import back, delete, fields, listed
from agentrein_stripe.said import is_true, names, said
from agentrein_stripe.written import flat

PERSONS = f"{CONNECTED}/persons"
PERSON = f"{PERSONS}/{{person}}"
PERSONS_V2 = f"{ACCOUNTS_V2}/{{account_id}}/persons"
PERSON_V2 = f"{PERSONS_V2}/{{id}}"

_DOCS = "https://docs.stripe.com/api/persons"
_DOCS_V2 = "https://docs.stripe.com/api/v2/core/persons"

_NAMES = (
    *("first_name", "first_name_kana", "first_name_kanji", "last_name", "last_name_kana", "last_name_kanji"),
    *("maiden_name", "email", "phone", "gender", "nationality", "political_exposure"),
)
_ADDRESSES = ("address", "address_kana", "address_kanji", "registered_address")
_PARTS = tuple(
    f"relationship[{part}]" for part in ("authorizer", "director", "executive", "legal_guardian", "owner", "title")
)
_TOLD = frozenset({*_NAMES, *_ADDRESSES, "dob", "full_name_aliases", "metadata", "relationship"})
"""What of a person reads as it is written."""

_OWN = ("email", "first_name", "last_name", "phone", "address", "dob", "metadata", "relationship")

_NAMES_V2 = ("given_name", "surname", "email", "phone", "legal_gender", "political_exposure")
_HASHES_V2 = (
    *("additional_addresses", "additional_names", "address", "date_of_birth", "nationalities", "relationship"),
    *("script_addresses", "script_names"),
)
_TOLD_V2 = frozenset({*_NAMES_V2, *_HASHES_V2, "metadata"})
_OWN_V2 = ("email", "given_name", "surname", "phone", "address", "date_of_birth", "metadata", "relationship")

_AGREED = {"additional_tos_acceptances", "additional_terms_of_service"}
_UNTOLD = {"person_token"}
"""What holds anything, so that nothing tells what it sets."""

_VERIFIED = "Stripe may have begun to verify who the person is."
_STUCK = "The only verified executive, and the representative, cannot be deleted: name another first."


def represents(call: Call) -> bool:
    """Whether a call makes the person the account's representative, who cannot be deleted and replaces another."""
    flag = said(call, "relationship", "representative")
    return is_true(said(call, "relationship[representative]") if flag is None else flag)


@depends(REVERSIBLE, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A person is deleted again; not a representative, and an agreement that was accepted stays accepted."""
    return IRREVERSIBLE if represents(call) or names(call) & (_AGREED | _UNTOLD) else REVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What reads as it was written is put back; numbers and documents are never read, another representative stays."""
    return _told_only(call, _TOLD)


@depends(COSTLY, IRREVERSIBLE)
def update_v2_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """The same of a person of API v2."""
    return _told_only(call, _TOLD_V2)


def _told_only(call: Call, told: frozenset[str]) -> Tier:
    moves = said(call, "relationship", "representative") is not None or "relationship[representative]" in (
        call.body or {}
    )
    return IRREVERSIBLE if moves or not names(call) <= told else COSTLY


def named(call: Mapping[str, Any]) -> dict[str, Any]:
    """Who the person is, in quotes behind a blank, as far as the call says it."""
    parts = (call.get("first_name") or call.get("given_name"), call.get("last_name") or call.get("surname"))
    name = " ".join(str(part) for part in parts if part)
    return {"who": f' "{name}"' if name else ""}


ROWS = (
    op(
        f"POST {PERSONS}",
        sdk="accounts.persons.create",
        says="add person{who} to account {account}",
        names=named,
        tier=create_tier,
        object=path("stripe:account:", sent("account"), "/person:", answer("id")),
        inverse=delete(PERSON, *_OWN, person=answer("id")),
        probe=listed(f"GET {PERSONS}", "email", "first_name", "last_name"),
        residue=_VERIFIED,
        if_stuck=_STUCK,
        scopes=SCOPES,
        why="A person is deleted again, but not the representative and not the only verified executive. "
        f"{_DOCS}/delete",
    ),
    op(
        f"POST {PERSON}",
        sdk="accounts.persons.update",
        says="set {fields} of person {person} of account {account}",
        tier=update_tier,
        takes=flat("relationship"),
        object=path("stripe:account:", sent("account"), "/person:", sent("person")),
        inverse=back(
            PERSON,
            fields(
                "full_name_aliases",
                "relationship",
                kept=(*_NAMES, *_ADDRESSES, *_PARTS),
                bare=("dob", *_ADDRESSES),
            ),
        ),
        residue=f"{_VERIFIED} What it found stays.",
        if_stuck="What Stripe has verified of a person cannot be changed by the platform any more.",
        scopes=SCOPES,
        why="Names, addresses and parts read as they are written and are put back; what was empty mostly cannot be "
        f"emptied again (inferred from the types). {_DOCS}/update",
    ),
    op(
        f"DELETE {PERSON}",
        sdk="accounts.persons.delete",
        says="take person {person} from account {account}",
        tier=IRREVERSIBLE,
        object=path("stripe:account:", sent("account"), "/person:", sent("person")),
        why=f"Numbers and documents of a person cannot be read, so that nothing could enter them again. {_DOCS}/delete",
    ),
    op(
        f"POST {PERSONS_V2}",
        sdk="v2.core.accounts.persons.create",
        says="add person{who} to account {account_id}",
        names=named,
        tier=create_tier,
        object=path("stripe:account:", sent("account_id"), "/person:", answer("id")),
        inverse=delete(PERSON_V2, *_OWN_V2, id=answer("id")),
        probe=shapes_v2.listed(f"GET {PERSONS_V2}", "email", "given_name", "surname"),
        residue=_VERIFIED,
        if_stuck=_STUCK,
        scopes=SCOPES,
        why=f"A person is deleted again, but not the representative. {_DOCS_V2}/delete",
    ),
    op(
        f"POST {PERSON_V2}",
        sdk="v2.core.accounts.persons.update",
        says="set {fields} of person {id} of account {account_id}",
        tier=update_v2_tier,
        object=path("stripe:account:", sent("account_id"), "/person:", sent("id")),
        inverse=shapes_v2.back(PERSON_V2, shapes_v2.fields(kept=(*_NAMES_V2, *_HASHES_V2))),
        residue=f"{_VERIFIED} What it found stays.",
        if_stuck="What Stripe has verified of a person cannot be changed by the platform any more.",
        scopes=SCOPES,
        why="Names, addresses and parts are put back, each as a whole, in which null unsets (inferred); numbers and "
        f"documents are not read. {_DOCS_V2}/update",
    ),
    op(
        f"DELETE {PERSON_V2}",
        sdk="v2.core.accounts.persons.delete",
        says="take person {id} from account {account_id}",
        tier=IRREVERSIBLE,
        object=path("stripe:account:", sent("account_id"), "/person:", sent("id")),
        why="Numbers and documents of a person cannot be read, so that nothing could enter them again. "
        f"{_DOCS_V2}/delete",
    ),
)
