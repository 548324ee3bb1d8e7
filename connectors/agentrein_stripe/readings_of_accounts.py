"""Connected accounts and where they are paid out to, read with further requests."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_stripe.others import Stopped, all_of

Steps = Generator[Read, Answer, Any]

_PLACES = "GET /v1/accounts/{account}/external_accounts"


def connected_account(body: Any, given: Mapping[str, Any]) -> Steps:
    """One account out of the platform's list; that it is not there where the whole list does not show it.

    A deleted account is out of reach, so that its own address would not tell that it is gone.
    """
    entries = body.get("data") if isinstance(body, Mapping) else None
    if not isinstance(entries, list):
        return Answer(502)  # no list: it tells nothing
    if body.get("has_more"):
        try:
            entries = yield from all_of("GET /v1/accounts")
        except Stopped as stopped:
            return stopped.answer
    return next((one for one in entries if one.get("id") == given.get("account")), Answer(404))


def payout_defaults(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """A connected account with `ids`, where it is paid out to, and `defaults`, of which one for each currency."""
    try:
        places = yield from all_of(_PLACES, account=body.get("id"))
    except Stopped as stopped:
        return stopped.answer
    defaults = [{"id": one.get("id"), "currency": one.get("currency")} for one in places if _is_default(one)]
    return {**body, "ids": [one.get("id") for one in places], "defaults": defaults}


def payout_default(body: Any, given: Mapping[str, Any]) -> Steps:
    """A payout account with `default`: the one that is paid out to in its currency.

    Where what was made since is of another currency, or gone, nothing was taken from it, so that it counts itself.
    """
    try:
        places = yield from all_of(_PLACES, account=body.get("account"))
    except Stopped as stopped:
        return stopped.answer
    unit = body.get("currency")
    since: Mapping[str, Any] = next((one for one in places if one.get("id") == given.get("since")), {})
    default = next((one.get("id") for one in places if _is_default(one) and one.get("currency") == unit), None)
    return {**body, "default": default if since.get("currency") == unit else body.get("id")}


def _is_default(place: Mapping[str, Any]) -> bool:
    return place.get("default_for_currency") is True


OF_ACCOUNTS: Mapping[str, Any] = {
    "connected account": connected_account,
    "payout defaults": payout_defaults,
    "payout default": payout_default,
}
