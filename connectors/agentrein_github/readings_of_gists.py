"""What further reads complete about gists: their files by name, their comments, who forked them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_github.pages import PAGE, Steps

_COMMENTS = "GET /gists/{gist_id}/comments"
_FORKS = "GET /gists/{gist_id}/forks"


def contents_of(files: Any) -> list[dict[str, Any]]:
    """The files that a request gives to a new gist, as the reading of one shows them."""
    named = {name: one.get("content") for name, one in files.items() if isinstance(one, Mapping)}
    return [{"filename": name, "value": {"content": named[name]}} for name in sorted(named)]


def names_of(files: Any) -> list[str]:
    """The names of the files that a request gives to a new gist."""
    return sorted(files)


def contents(gist: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Yield the read that tells who commented, and give the files in the form in which they are written.

    Of a file over a megabyte GitHub shows the beginning; then only its size tells anything.
    https://docs.github.com/rest/gists/gists#truncation
    """
    files = sorted((gist.get("files") or {}).values(), key=lambda one: one["filename"])
    whole = [{"filename": one["filename"], "value": _written(one)} for one in files]
    by: list[str] = []
    if gist.get("comments"):
        answer = yield Read(_COMMENTS, {"gist_id": gist["id"], "per_page": PAGE})
        if answer.status != 200:
            return answer
        by = [one["user"]["login"] for one in answer.body]
    return {**gist, "contents": whole, "commented_by": by}


def _written(file: Any) -> dict[str, Any]:
    return {"size": file["size"]} if file.get("truncated") else {"content": file.get("content")}


def forked(gist: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell who has a fork of a gist, beside its files."""
    whole = yield from contents(gist, given)
    if isinstance(whole, Answer):
        return whole
    answer = yield Read(_FORKS, {"gist_id": gist["id"], "per_page": PAGE})
    if answer.status != 200:
        return answer
    return {**whole, "forked_by": [one["owner"]["login"].casefold() for one in answer.body]}


def listed(gists: Any, _given: Mapping[str, Any]) -> Any:
    """The gists of a list with the names of their files."""
    return [{**one, "names": sorted(one["files"])} for one in gists]


def own_remarks(_ours: Any, now: Any, own: Own) -> bool:
    """Whether only the run's own account commented, of which a plan expects that it is undone by then."""
    return own.planned and all(one.casefold() == own.actor.account.casefold() for one in now)


def own_files(ours: Any, now: Any, own: Own) -> bool:
    """Whether the files of a gist differ only by what the run itself wrote, which a plan expects to be undone."""
    if not own.plan:
        return False
    edits = [one.body.get("files") or {} for one in own.sent if one.address == "PATCH /gists/{gist_id}"]
    had, has = ({one["filename"]: one["value"] for one in files} for files in (ours, now))
    differing = [name for name in {*had, *has} if had.get(name) != has.get(name)]
    return all(any(name in edit and edit[name] == has.get(name) for edit in edits) for name in differing)


READINGS = {"gist contents": contents, "gist forks": forked, "gists": listed}
COMPARISONS = {"own remarks": own_remarks, "own gist files": own_files}
