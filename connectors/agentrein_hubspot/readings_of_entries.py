"""What further reads complete about lists of small things: the entry that reads as another did."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from agentrein.connector import Answer, Read

LATEST = timedelta(hours=1)
"""How long after it was planned a call may still land."""
Steps = Generator[Read, Answer, Any]


def entry_like(body: Any, given: Mapping[str, Any]) -> Any:
    """The entry of a list of one page that reads as is given; what was made again has another id."""
    return _first(body["results"], given["like"])


def entry_of_pages(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads of the further pages of a list, and give the entry that reads as is given."""
    while True:
        found = _first(body["results"], given["like"])
        after = ((body.get("paging") or {}).get("next") or {}).get("after")
        if found or after is None:
            return found
        answer = yield Read(f"GET {given['list']}", {"limit": 100, "after": after})
        if answer.status != 200:
            return answer
        body = answer.body


def token(body: Any, given: Mapping[str, Any]) -> Any:
    """One token of a template."""
    return _first(body["tokens"], {"name": given["name"]})


def made_once(body: Any, given: Mapping[str, Any]) -> Any:
    """A page of a list, unless two entries that read as is given were made within an hour.

    HubSpot does not show whose they are, so one that somebody else made would be taken for the action's own.
    """
    like = [one for one in body["results"] if _is_like(one, given["like"])]
    times = sorted(datetime.fromisoformat(str(one[given["made"]])) for one in like)
    if any(later - earlier < LATEST for earlier, later in pairwise(times)):
        return Answer(409, {"message": "two that read alike were made within an hour; nothing tells which is its own"})
    return body


def dated(body: Any, given: Mapping[str, Any]) -> Any:
    """A list, unless one of the name shows no time: nothing would tell whether it was there before."""
    if any(one["name"] == given["name"] and not one.get("createdAt") for one in body["results"]):
        return Answer(409, {"message": "one of the name shows no time at which it was made"})
    return body


def folders_in_it(body: Any, given: Mapping[str, Any]) -> Any:
    """The same of the folders in a folder."""
    return dated({"results": body["folder"]["childNodes"]}, given)


def said_to_kind(body: Any, given: Mapping[str, Any]) -> Any:
    """What an address said to one kind of mail."""
    kinds = body["subscriptionStatuses"]
    return next((one for one in kinds if str(one["id"]) == str(given["kind"])), {"status": None})


def _is_like(one: Mapping[str, Any], like: Mapping[str, Any]) -> bool:
    return all(value is None or str(one.get(name)) == str(value) for name, value in like.items())


def _first(entries: Iterable[Any], like: Mapping[str, Any]) -> dict[str, Any]:
    for one in entries:
        if all(one.get(name) == value for name, value in like.items()):
            return {"entry": one}
    return {}


READINGS = {
    "dated": dated,
    "folders in it": folders_in_it,
    "entry like": entry_like,
    "entry of pages": entry_of_pages,
    "made once": made_once,
    "said to a kind": said_to_kind,
    "token": token,
}
