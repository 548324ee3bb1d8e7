"""What further reads complete about whole repositories: what work is in one that a run made."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_github.operations.places import UNDO
from agentrein_github.pages import NOT_THERE, PAGE, Steps

_HOME = "GET /repos/{owner}/{repo}"
_LISTS: tuple[tuple[str, str, str, dict[str, str]], ...] = (
    (f"{_HOME}/issues", "title", "user", {"state": "all"}),
    (f"{_HOME}/issues/comments", "body", "user", {}),
    (f"{_HOME}/releases", "tag_name", "author", {}),
)
_WITH_FIRST = ("auto_init", "license_template", "gitignore_template")
_SAID = ("message", "title", "body", "tag_name")
_INITIAL, _FIRST = "Initial commit", "(the first commit)"
_AT_ONCE = timedelta(seconds=60)
"""How long after a repository its first commit is made by GitHub: one that people push has another date."""


def named(repo: Any, given: Mapping[str, Any]) -> Any:
    """The repository if it has this very name now: GitHub redirects from names that others had."""
    same = str(repo.get("full_name")).casefold() == str(given["full_name"]).casefold()
    return repo if same else NOT_THERE


def work(repo: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Yield the reads that tell what is in a repository: commits, issues, comments, releases, forks, by whom.

    Of a fork, commits that its source has are none. What is too much to be read is work of others.
    """
    branches = yield Read(f"{_HOME}/branches", {"per_page": PAGE})
    if branches.status != 200:
        return branches
    found: dict[str, dict[str, Any]] = {}
    for branch in branches.body:
        commits = yield from _commits(repo, branch["name"])
        if isinstance(commits, Answer):
            return commits
        found |= {one["sha"]: _commit(one, repo) for one in commits}
    items = list(found.values())
    for address, says, by, params in _LISTS:
        answer = yield Read(address, {**params, "per_page": PAGE})
        if answer.status not in {200, 410}:
            return answer
        listed = answer.body if answer.status == 200 else []  # 410: issues are switched off
        items += [{"by": (one.get(by) or {}).get("login"), "says": one.get(says)} for one in listed]
    forks = yield Read(f"{_HOME}/forks", {"per_page": PAGE})
    if forks.status != 200:
        return forks
    items += [{"by": one["owner"]["login"], "says": f"the fork {one['full_name']}"} for one in forks.body]
    if len(branches.body) >= PAGE or len(items) >= PAGE:
        items.append({"by": None, "says": "more than is read"})
    return {**repo, "work": items}


def _commits(repo: Any, branch: str) -> Steps:
    """The commits of a branch that are the repository's own."""
    source = repo.get("parent") or {}
    if source:
        base = f"{source['owner']['login']}:{branch}"
        compared = yield Read(f"{_HOME}/compare/{{basehead+}}", {"basehead": f"{base}...{branch}"})
        if compared.status == 200:
            return compared.body["commits"]
    answer = yield Read(f"{_HOME}/commits", {"sha": branch, "per_page": PAGE})
    return answer.body if answer.status == 200 else answer


def _commit(one: Any, repo: Any) -> dict[str, Any]:
    says, made = one["commit"]["message"], one["commit"]["committer"]["date"]
    at_once = abs(datetime.fromisoformat(made) - datetime.fromisoformat(repo["created_at"])) <= _AT_ONCE
    first = says == _INITIAL and not one["parents"] and at_once
    return {"by": (one.get("author") or {}).get("login"), "says": _FIRST if first else says}


def own_work(_ours: Any, now: Any, own: Own) -> bool:
    """Whether everything in a repository is what the run itself put there, by author and words, or asked GitHub for."""
    bodies = [one.body for one in own.sent if isinstance(one.body, Mapping)]
    said = {str(body[name]).strip() for body in bodies for name in _SAID if body.get(name)} | {UNDO, ""}
    generated = any(one.address.endswith("/generate") for one in own.sent)
    if generated or any(body.get(name) for body in bodies for name in _WITH_FIRST):
        said.add(_FIRST)
    account, firsts = own.actor.account.casefold(), [one for one in now if one["says"] == _FIRST]
    return len(firsts) <= 1 and all(
        str(one["by"]).casefold() == account and str(one["says"] or "").strip() in said for one in now
    )


READINGS = {"named": named, "work": work}
COMPARISONS = {"own work": own_work}
