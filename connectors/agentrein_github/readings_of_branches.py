"""What further reads complete about branches: one that was renamed, one that was synced with where it was forked."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_github.answers import own_commits
from agentrein_github.pages import PAGE, Steps

_HERE = "GET /repos/{owner}/{repo}"
_MOST_COMMITS = 20
"""Commits of a run on top of a sync that are looked at."""


def branch_names(repo: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell which of two names a branch has, and which open pull requests come from either."""
    found: dict[str, Any] = {}
    for side in ("old", "new"):
        ref = yield Read(f"{_HERE}/git/ref/{{ref+}}", {"ref": f"heads/{given[side]}"})
        if ref.status not in {200, 404}:
            return ref
        found[side] = ref.status == 200
        pulls = yield from _pulls_from(repo, given[side])
        if isinstance(pulls, Answer):
            return pulls
        found[f"from_{side}"] = pulls
    has = {(True, True): "both", (True, False): "old", (False, True): "new", (False, False): "none"}
    return {**repo, **found, "there": has[found["old"], found["new"]]}


def renamed_branch(repo: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read that tells whether a branch has another name by now: GitHub redirects from the old one.

    https://docs.github.com/rest/branches/branches#get-a-branch
    """
    name = given["branch"]
    if not name:
        return {**repo, "renamed": False}
    answer = yield Read(f"{_HERE}/branches/{{branch+}}", {"branch": name})
    if answer.status not in {200, 301, 404}:
        return answer
    there = answer.status == 200 and answer.body["name"] == name
    return {**repo, "renamed": answer.status != 404 and not there}


def _pulls_from(repo: Any, branch: str) -> Steps:
    """The open pull requests from a branch: in its repository, and where that was forked from."""
    found, head = list[str](), f"{repo['owner']['login']}:{branch}"
    sources = [repo[name] for name in ("parent", "source") if repo.get(name)]
    for place in {one["id"]: one for one in (repo, *sources)}.values():
        where = {"repo_id": place["id"], "owner": place["owner"]["login"], "repo": place["name"]}
        answer = yield Read(f"{_HERE}/pulls", {**where, "head": head, "state": "open", "per_page": PAGE})
        if answer.status != 200:
            return answer
        found += [f"{place['full_name']}#{one['number']}" for one in answer.body]
    return found


def ref_with_pulls(ref: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell which open pull requests, from a branch or into it, its deletion will close."""
    kind, _, branch = str(given["ref"]).partition("/")
    if kind != "heads":
        return {**ref, "pulls": []}
    repo = yield Read(_HERE)
    if repo.status != 200:
        return repo
    pulls: list[int] = []
    for side in ({"head": f"{repo.body['owner']['login']}:{branch}"}, {"base": branch}):
        answer = yield Read(f"{_HERE}/pulls", {**side, "state": "open", "per_page": PAGE})
        if answer.status != 200:
            return answer
        pulls += [one["number"] for one in answer.body]
    return {**ref, "pulls": pulls}


def fork(repo: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell where a branch of a fork stands, and where that of its source does."""
    source, ref = repo.get("parent"), {"ref": f"heads/{given['branch']}"}
    if not source:
        return Answer(422, {"message": "It is no fork, so nothing was sent."})
    here = yield Read(f"{_HERE}/git/ref/{{ref+}}", ref)
    where = {"repo_id": source["id"], "owner": source["owner"]["login"], "repo": source["name"]}
    there = yield Read(f"{_HERE}/git/ref/{{ref+}}", {**where, **ref})
    for answer in (here, there):
        if answer.status != 200:
            return answer
    return {"sha": here.body["object"]["sha"], "source": there.body["object"]["sha"]}


def synced(ref: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell whether a branch stands where a sync left it, else on top of which sync.

    That is where its source stood, or the account's merge of that into where the branch was.
    """
    tip = at = ref["object"]["sha"]
    for _ in range(_MOST_COMMITS):
        if at == given["was"]:
            break
        answer = yield Read(f"{_HERE}/commits/{{sha}}", {"sha": at})
        if answer.status != 200:
            return answer
        parents = [one["sha"] for one in answer.body["parents"]]
        by = str((answer.body.get("author") or {}).get("login")).casefold()
        merged = parents == [given["was"], given["source"]] and by == str(given["by"]).casefold()
        if merged or at == given["source"]:
            return {**ref, "synced": True if at == tip else {"at": at, "tip": tip}}
        if len(parents) != 1:
            break
        at = parents[0]
    return {**ref, "synced": False}


def own_commits_on_sync(_ours: Any, now: Any, own: Own) -> Generator[Read, Answer, bool]:
    """Yield the reads that tell whether only the run's own commits, which were undone, came on top of the sync."""
    if not isinstance(now, Mapping):
        return False
    return (yield from own_commits(now["at"], now["tip"], own))


READINGS = {
    "branch names": branch_names,
    "renamed branch": renamed_branch,
    "ref with pulls": ref_with_pulls,
    "fork": fork,
    "synced branch": synced,
}
COMPARISONS = {"own commits on sync": own_commits_on_sync}
