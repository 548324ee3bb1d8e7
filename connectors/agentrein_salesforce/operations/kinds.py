"""What an object is to an undo: how far its records are undone, by what a call says of them.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_list.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    depends,
)

OUTSIDE = ("__e", "__b", "__x")
"""Ends of names of what leaves at once or lies elsewhere: platform events, big objects, external objects."""

SENT_OFF = frozenset({"outgoingemail", "emailstatus", "announcement", "vote"})
"""Objects whose new records send something, or cannot be deleted."""

DRAFT = "5"
"""The status of an e-mail that was not sent.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_emailmessage.htm
"""

_ROUTED = frozenset({"case", "lead"})
"""Objects whose assignment and auto-response rules mail people."""

_FEED = frozenset({"feeditem", "feedcomment"})
_ACCESS = frozenset({"isactive", "profileid", "userroleid", "username", "email"})
"""Fields of a user that change licences, sessions or where mail goes."""


def _said(call: Call) -> tuple[str, dict[str, Any]]:
    """The object of a call and the fields that it sets, both in small letters."""
    body = call.body if isinstance(call.body, Mapping) else {}
    return str(call.params.get("sobject", "")).lower(), {name.lower(): value for name, value in body.items()}


def _is_true(value: Any) -> bool:
    return str(value).lower() == "true"


@depends(REVERSIBLE, COSTLY, COMPENSABLE, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """How far a new record is undone."""
    return new_tier(*_said(call))


def new_tier(sobject: str, said: Mapping[str, Any]) -> Tier:
    """The tier of a new record of an object, by what is set."""
    if sobject.endswith(OUTSIDE) or sobject in SENT_OFF:
        return IRREVERSIBLE
    if sobject == "emailmessage":
        return REVERSIBLE if str(said.get("status")) == DRAFT else IRREVERSIBLE
    if sobject == "contentversion":
        return IRREVERSIBLE if said.get("contentdocumentid") else REVERSIBLE
    if sobject == "user" or sobject in _FEED:
        return COMPENSABLE
    if sobject == "casecomment":
        return COMPENSABLE if _is_true(said.get("ispublished")) else REVERSIBLE
    return COSTLY if sobject in _ROUTED else REVERSIBLE


@depends(REVERSIBLE, COSTLY, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """How far a change of a record is undone."""
    return changed_tier(*_said(call))


def changed_tier(sobject: str, said: Mapping[str, Any]) -> Tier:
    """The tier of a change of a record of an object, by what is set."""
    if sobject.endswith(OUTSIDE) or (sobject == "emailmessage" and str(said.get("status", DRAFT)) != DRAFT):
        return IRREVERSIBLE
    told = (sobject == "user" and not _ACCESS.isdisjoint(said)) or (
        sobject == "casecomment" and _is_true(said.get("ispublished"))
    )
    stage = sobject == "opportunity" and "stagename" in said
    return COSTLY if sobject in _ROUTED or "ownerid" in said or told or stage else REVERSIBLE


@depends(REVERSIBLE, COSTLY, COMPENSABLE, IRREVERSIBLE)
def upsert_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """How far an upsert is undone: as a new record where there was none, as a change where there was one."""
    if image is None:
        tier = new_tier(*_said(call))
        sobject = _said(call)[0]
        return IRREVERSIBLE if sobject in {"user", "contentversion"} else tier
    known = (image.get("described") or {}).values()
    lost = any(one["masked"] or not one["writable"] or one["name"] not in image for one in known)
    return IRREVERSIBLE if lost else changed_tier(*_said(call))


@depends(COSTLY, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A deleted record comes back where a describe says that its object's records do."""
    return COSTLY if (image or {}).get("undeletable") is True else IRREVERSIBLE


# --- what undoes a new record

RECORD, USER, FILE = "record", "user", "file"


def made(call: Mapping[str, Any]) -> str:
    """What a call makes: a record that can be deleted, a user, or a file, which goes with its document."""
    return {"user": USER, "contentversion": FILE}.get(str(call.get("sobject")).lower(), RECORD)


__all__ = ["FILE", "RECORD", "USER", "create_tier", "delete_tier", "made", "update_tier", "upsert_tier"]
