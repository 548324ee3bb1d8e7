"""What further reads complete about lists and switches: entries without ids that last, and answers without a body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_github.pages import NOT_THERE, Steps, listed


def all_pages(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads of the further pages of a list at the `given` address, and give the whole list."""
    return (yield from listed(given["list"], {}, first=page))


def ids(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads of the further pages of a list, and tell the ids of all its entries."""
    found = yield from listed(given["list"], given["where"], at=given["at"], first=body)
    return found if isinstance(found, Answer) else {"ids": [one["id"] for one in found]}


def place_in_list(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell behind which entry of a list, and before which, the one of an id stands."""
    found = yield from all_pages(page, given)
    if isinstance(found, Answer):
        return found
    order = [None, *(one["id"] for one in found), None]
    if given["id"] not in order[1:-1]:
        return NOT_THERE
    at = order.index(given["id"], 1)
    return {"after": order[at - 1], "before": order[at + 1]}


def entry(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find the entry of a list that shows a value at a path; nothing if there is none.

    What was made again has another id. A list without a `given` address is never longer than it was read.
    """
    found = page
    if "list" in given:
        found = yield from all_pages(page, given)
    if isinstance(found, Answer):
        return found
    one = next((one for one in found if _at(one, given["by"]) == given["value"]), None)
    return {} if one is None else {"entry": one}


def there(_body: Any, _given: Mapping[str, Any]) -> Any:
    """That something is so, for GitHub answers 204 without a word where it is, and 404 where it is not."""
    return {"there": True}


def starred(repo: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Yield the read that tells whether the account starred a repository, by the names that it has now."""
    names = {"owner": repo["owner"]["login"], "repo": repo["name"]}
    answer = yield Read("GET /user/starred/{owner}/{repo}", names)
    return {**repo, "starred": answer.status == 204} if answer.status in {204, 404} else answer


def enabled(body: Any, _given: Mapping[str, Any]) -> Any:
    """That something is so; as GitHub may say "not enabled" or answer 404, both are 404."""
    return {"there": True} if _at(body, "enabled") is True else NOT_THERE


def _at(body: Any, path: str) -> Any:
    for name in path.split("."):
        body = body.get(name) if isinstance(body, Mapping) else None
    return body


READINGS = {
    "all pages": all_pages,
    "ids": ids,
    "place in list": place_in_list,
    "entry": entry,
    "there": there,
    "enabled": enabled,
    "starred": starred,
}
