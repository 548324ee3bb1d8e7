"""How far sharing can be undone, and what is written for that. Pure.

https://developers.google.com/workspace/drive/api/guides/manage-sharing
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import COMPENSABLE, COSTLY, IRREVERSIBLE, REVERSIBLE, Actor, Call, Tier, depends
from agentrein_google.drive.readings_of_sharing import seconds


def _body(call: Call) -> Mapping[str, Any]:
    return call.body if isinstance(call.body, dict) else {}


@depends(REVERSIBLE, COSTLY, COMPENSABLE, IRREVERSIBLE)
def share_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A file that was given away does not come back by us; people and groups get a mail unless the call says no."""
    body, had = _body(call), (image or {}).get("had") or {}
    if call.params.get("transferOwnership") or body.get("role") == "owner" or had.get("role") == "owner":
        return IRREVERSIBLE
    if had and (_is_over(had) or had.get("pendingOwner") != body.get("pendingOwner")):
        return IRREVERSIBLE
    if body.get("pendingOwner"):
        return COMPENSABLE
    mails = body.get("type") in {"user", "group"} and call.params.get("sendNotificationEmail") is not False
    return COSTLY if mails else REVERSIBLE


def _is_over(permission: Mapping[str, Any]) -> bool:
    """Whether it belongs to an account that is no more: nobody gives it anything again."""
    return bool(permission.get("deleted"))


@depends(REVERSIBLE, IRREVERSIBLE)
def reshare_tier(call: Call, image: Any, actor: Actor | None) -> Tier:
    """Another role or end is written back, but not who owns the file."""
    body, had = _body(call), image or {}
    owners = (
        call.params.get("transferOwnership") or "pendingOwner" in body or "owner" in {body.get("role"), had.get("role")}
    )
    unknown = set(body) - {"role", "expirationTime"}
    own = _is_own(had, actor) and body.get("role") not in (None, had.get("role"))
    return IRREVERSIBLE if owners or unknown or own or not had else REVERSIBLE


@depends(REVERSIBLE, COMPENSABLE, IRREVERSIBLE)
def unshare_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - it takes all three
    """Whoever takes his own access away cannot give it to himself again; one that ends may have ended by then."""
    had = image or {}
    if not had or _is_own(had, actor) or _is_over(had) or had.get("role") == "owner" or had.get("view"):
        return IRREVERSIBLE
    return COMPENSABLE if had.get("expirationTime") or had.get("pendingOwner") else REVERSIBLE


def _is_own(permission: Mapping[str, Any], actor: Actor | None) -> bool:
    email = str(permission.get("emailAddress") or "").casefold()
    return actor is None or email == actor.account.casefold()


def how_shared(had: Any) -> str:
    """What whom a call names had before: nothing, only what comes from a folder, or a permission on the file itself."""
    if not isinstance(had, Mapping):
        return "nothing"
    return "from a folder" if had.get("own") is None else "its own"


def has_own(had: Any) -> bool:
    """Whether whom a call names had a permission on the file itself."""
    return how_shared(had) == "its own"


def written_back(had: Mapping[str, Any] | None) -> dict[str, Any]:
    """Role and end of a permission as they are written."""
    return {name: had[name] for name in ("role", "expirationTime") if had and had.get(name)}


def had_no_end(had: Mapping[str, Any] | None) -> bool | None:
    """For `removeExpiration`: whether it had no end."""
    return None if had and had.get("expirationTime") else True


def given_again(had: Mapping[str, Any]) -> dict[str, Any]:
    """A permission in the form in which it is made."""
    names = ("type", "role", "emailAddress", "domain", "allowFileDiscovery", "expirationTime")
    return {name: had[name] for name in names if had.get(name) is not None}


def quietly(had: Mapping[str, Any]) -> bool | None:
    """For `sendNotificationEmail`: off where it can be said."""
    return False if had.get("type") in {"user", "group"} else None


def role_and_end(said: Mapping[str, Any], had: Mapping[str, Any]) -> dict[str, Any]:
    """Role and end as a call asks for them."""
    ends = (
        None
        if said.get("removeExpiration")
        else seconds(said["expirationTime"])
        if "expirationTime" in said
        else had["ends"]
    )
    return {"role": said.get("role") or had["role"], "ends": ends}
