"""What further reads complete about settings: entries of lists without ids that last, and answers without a body."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read

Steps = Generator[Read, Answer, Any]


def entry(listed: Any, given: Mapping[str, Any]) -> Steps:
    """The entry of a list that shows a value at a path: what was made again has another id; nothing if there is none.

    Lists of such settings are short: their first hundred entries are all that are looked at.
    """
    yield from ()
    found = next((one for one in listed if _at(one, given["by"]) == given["value"]), None)
    return {} if found is None else {"entry": found}


def there(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - that there is an answer says it all
    """That something is so, for GitHub answers 204 without a word where it is, and 404 where it is not."""
    yield from ()
    return {"there": True}


def starred(repo: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Yield the read that tells whether the account starred a repository, by the names that it has now."""
    names = {"owner": repo["owner"]["login"], "repo": repo["name"]}
    answer = yield Read("GET /user/starred/{owner}/{repo}", names)
    return {**repo, "starred": answer.status == 204} if answer.status in {204, 404} else answer


def enabled(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """That something is so; as GitHub may say "not enabled" or answer 404, both are 404."""
    yield from ()
    return {"there": True} if _at(body, "enabled") is True else Answer(404, {"message": "Not Found"})


def _at(body: Any, path: str) -> Any:
    for name in path.split("."):
        body = body.get(name) if isinstance(body, Mapping) else None
    return body


READINGS = {"entry": entry, "there": there, "enabled": enabled, "starred": starred}
