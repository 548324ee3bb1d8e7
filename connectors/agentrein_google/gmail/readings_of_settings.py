"""Readings of filters, addresses and certificates; `readings` lists them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_google.gmail.asking import Reading, failed

FILTERS = "gmail.users.settings.filters.list"


def does(criteria: Any, action: Any) -> dict[str, Any]:
    """What a filter does, in one form, whatever Gmail makes of blanks and order."""
    return {
        "criteria": {name: _plain(value) for name, value in (criteria or {}).items() if value not in (None, "", False)},
        "action": {name: _plain(value) for name, value in (action or {}).items() if value not in (None, "", [])},
    }


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split()).casefold()
    return sorted(map(str, value)) if isinstance(value, list | tuple) else value


def filters(body: Any, given: Mapping[str, Any]) -> Any:
    """The filters with what each does and, as `again`, one that does the same and was not there before."""
    every = [{**one, "does": does(one.get("criteria"), one.get("action"))} for one in body.get("filter") or ()]
    others = {str(one) for one in given.get("others") or ()}
    like = [one for one in every if one["does"] == given.get("does") and str(one.get("id")) not in others]
    return {**body, "filter": every, **({"again": like[0]} if like else {})}


def one_filter(body: Any, given: Mapping[str, Any]) -> Reading:
    """A filter with what it does, and the ids of the others."""
    listed = yield Read(FILTERS, {"userId": given.get("userId")})
    if failed(listed):
        return listed
    others = [one["id"] for one in listed.body.get("filter") or () if one["id"] != body.get("id")]
    return {**body, "does": does(body.get("criteria"), body.get("action")), "others": others}


def naming(user: Any, label: Any) -> Reading:
    """The ids of the filters that name a label."""
    listed = yield Read(FILTERS, {"userId": user})
    if failed(listed):
        return listed
    found = [(one, one.get("action") or {}) for one in listed.body.get("filter") or ()]
    return [
        one["id"]
        for one, action in found
        if label in (*(action.get("addLabelIds") or ()), *(action.get("removeLabelIds") or ()))
    ]


def alias(body: Any, given: Mapping[str, Any]) -> Any:
    """One address to send as out of all of them, with those that are the default."""
    every = body.get("sendAs") or []
    found = next((one for one in every if _same(one.get("sendAsEmail"), given.get("address"))), None)
    if found is None:
        return Answer(404)
    return {**found, "default": [one["sendAsEmail"] for one in every if one.get("isDefault")]}


def _same(one: Any, other: Any) -> bool:
    return str(one).casefold() == str(other).casefold()


def certificates(body: Any, _given: Mapping[str, Any]) -> Any:
    """The certificates of an address, with the ids of those that are the default."""
    every = [{**one, "kind": "certificate"} for one in body.get("smimeInfo") or ()]
    return {**body, "smimeInfo": every, "default": [one["id"] for one in every if one.get("isDefault")]}


def members(body: Any, given: Mapping[str, Any]) -> Any:
    """A collection that is left out of the answer while it is empty."""
    name = str(given.get("of"))
    return {**body, name: body.get(name) or []}


_RUNS = re.compile(
    r"<(script|style)\b.*?</\1\s*>|<!--.*?-->|\son\w+\s*=\s*(\"[^\"]*\"|'[^']*')", re.IGNORECASE | re.DOTALL
)


def is_cleaned(ours: Any, now: Any, _own: Own) -> bool:
    """Whether markup differs only in what Gmail takes out of it: what runs, comments and blanks."""
    return isinstance(ours, str) and isinstance(now, str) and _cleaned(ours) == _cleaned(now)


def _cleaned(markup: str) -> str:
    return "".join(_RUNS.sub("", markup).split())


def is_variant(ours: Any, now: Any, _own: Own) -> bool:
    """Whether a language is the variant that Gmail stores for one that was asked for without saying which."""
    return isinstance(ours, str) and isinstance(now, str) and "-" not in ours and now.startswith(f"{ours}-")
