"""How an object reads in the form in which its fields are written back, and whether it reads as a call asked for it.

A form has no null: an empty text unsets. Metadata is merged key by key. https://docs.stripe.com/metadata
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from agentrein.connector import Own

_METADATA = "metadata"
_READ_ONLY = frozenset({"spending_limits_currency"})
"""Keys within a hash that answers show and no call may say."""


# --- what a call says


def flat(*hashes: str) -> Any:
    """For `takes=`: the body with the keys of metadata, and of what is in these hashes, as names of their own.

    `{"metadata": {"plan": "pro"}}` reads as `{"metadata[plan]": "pro"}`, which is how the form itself says it: Stripe
    merges such a hash, so that each of its keys is a field. What only shapes the answer is left out.
    """

    def taken(body: Any) -> Any:
        if not isinstance(body, Mapping):
            return body
        found: dict[str, Any] = {}
        for name, value in body.items():
            if name != "expand":
                found |= _spread(name, value) if name in hashes or name == _METADATA else {name: value}
        return found

    return taken


def _spread(name: str, value: Any) -> dict[str, Any]:
    """The names under which a form says a hash; an empty text for all of it stays."""
    if not isinstance(value, Mapping):
        return {name: value}
    found: dict[str, Any] = {}
    for key, one in value.items():
        found |= _spread(f"{name}[{key}]", one)
    return found


def member(name: str) -> tuple[str, str]:
    """The hash and the key of a name such as `metadata[plan]`; the name itself and nothing of any other."""
    outer, bracket, rest = name.partition("[")
    return (outer, rest.removesuffix("]")) if bracket else (name, "")


def metadata_keys(call: Mapping[str, Any]) -> list[str]:
    """The keys of metadata that a call sets."""
    return [key for outer, key in map(member, call) if outer == _METADATA and key]


# --- what a read shows


def written(body: Any, given: Mapping[str, Any]) -> Any:
    """An object with `written`: each field as it may be written back, nothing and an empty list or hash as null.

    Metadata is a list of keys with their values, so that a key may be called anything; those asked for are in it also
    where they are not set. `bare` is each field without what is empty in it, for hashes of numbers, which an empty text
    does not clear: that a hash which is written so replaces the old one is inferred.
    """
    if not isinstance(body, Mapping):
        return body
    fields = {name: _field(value) for name, value in body.items()}
    held = body.get(_METADATA) or {}
    keys = dict.fromkeys([*held, *(given.get("metadata") or [])])
    entries = [{"key": key, "value": held.get(key)} for key in keys]
    shown = {**fields, **_derived(body), _METADATA: entries, "all_metadata": held or None}
    return {**body, "written": shown, "bare": {name: _bare(value) for name, value in body.items()}}


def _derived(body: Mapping[str, Any]) -> dict[str, Any]:
    """What is written under another name than it is shown."""
    match body.get("object"):
        case "webhook_endpoint":
            return {"disabled": body.get("status") == "disabled"}
        case "cash_balance":
            settings = body.get("settings") or {}
            mode = "merchant_default" if settings.get("using_merchant_default") else settings.get("reconciliation_mode")
            return {"settings": {"reconciliation_mode": mode}}
    return {}


def made_again(image: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """The body of a call that makes an object again, of what its image shows at these names."""
    shown = image if isinstance(image, Mapping) else {}
    return {name: _said(shown[name]) for name in names if not is_empty(shown.get(name))}


def _field(value: Any) -> Any:
    shown = _said(value)
    return None if shown == "" else shown


def _bare(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _bare(one) for name, one in value.items() if name not in _READ_ONLY and not is_empty(one)} or None
    return [_bare(one) for one in value] or None if isinstance(value, list) else value


def _said(value: Any) -> Any:
    """A value as a form says it: an expanded object by its id, nothing as an empty text."""
    if isinstance(value, Mapping):
        if "object" in value and "id" in value:
            return value["id"]
        return {name: _said(one) for name, one in value.items()} or ""
    if isinstance(value, list):
        return [_said(one) for one in value] or ""
    return "" if value is None else value


# --- whether it is what was asked


def agrees(asked: Any, now: Any) -> bool:
    """Whether a value reads as a call asked for it; what the call left out of a hash must be empty."""
    asked, now = _said(asked), _said(now)
    if isinstance(asked, Mapping) and isinstance(now, Mapping):
        return all(agrees(asked.get(name), now.get(name)) for name in {**asked, **now})
    if isinstance(asked, list) and isinstance(now, list):
        return len(asked) == len(now) and all(map(agrees, asked, now))
    if is_empty(asked) or is_empty(now):
        return is_empty(asked) and is_empty(now)
    if isinstance(asked, str) and isinstance(now, str):  # `1.10` is another text than `1.1`, and somebody's edit
        return asked == now
    return _text(asked) == _text(now) or _number(asked) == _number(now) is not None


def is_empty(value: Any) -> bool:
    """Whether nothing stands there, or only what holds nothing."""
    if isinstance(value, Mapping):
        return all(is_empty(one) for one in value.values())
    return value is None or value in ("", [])


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number(value: Any) -> Decimal | None:
    if isinstance(value, bool | Mapping | list):
        return None
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return None


def as_asked(ours: Any, now: Any, _own: Own) -> bool:
    """Whether a field reads as a call asked for it, where the answer to the call was lost."""
    return agrees(ours, now)


def as_made(ours: Any, now: Any, own: Own) -> bool:
    """Whether a field reads as the answer to a creation showed it; a plan may show what the run itself changed since.

    What the run changed later is undone first, but a plan undoes nothing.
    """
    return agrees(ours, now) or (own.plan and any(_CHANGES.fullmatch(call.address) for call in own.sent))


_CHANGES = re.compile(r"POST /v\d/.*\{\w+\}")
"""Calls that change one thing."""
