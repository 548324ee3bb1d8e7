"""Commits and branches, to read.

https://docs.github.com/rest/commits/commits
"""

from __future__ import annotations

from urllib.parse import quote

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import git_shapes as shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail
from agentrein_github.sandbox.shapes import repo_url
from agentrein_github.sandbox.store import Commit, Files

routes = Routes()
_COMMITS = f"{DOCS}/commits/commits"


@routes.on(f"GET {REPO}/commits")
def list_commits(ask: Ask) -> Answer:
    """The history of a branch, newest first.

    https://docs.github.com/rest/commits/commits#list-commits
    """
    start = ask.repo.git.resolve(ask.query.get("sha") or ask.repo.default_branch)
    if start is None:
        raise fail(404, "Not Found", f"{_COMMITS}#list-commits")
    found = [commit for commit in ask.repo.git.history(start.sha) if _wanted(ask, commit)]
    return ask.page(found, lambda commit: shapes.commit_json(ask, commit))


def _wanted(ask: Ask, commit: Commit) -> bool:
    query, date = ask.query, commit.committer.date
    if not query.get("since", "") <= date <= query.get("until", "9999"):
        return False
    if query.get("author", commit.login) not in {commit.login, commit.author.email}:
        return False
    return "path" not in query or any(
        path == query["path"] or path.startswith(query["path"] + "/") for path in _touched(ask, commit)
    )


def _parent_files(ask: Ask, commit: Commit) -> Files:
    git = ask.repo.git
    return git.files(git.commits[commit.parents[0]].tree) if commit.parents else {}


def _touched(ask: Ask, commit: Commit) -> list[str]:
    old, new = _parent_files(ask, commit), ask.repo.git.files(commit.tree)
    return [path for path in {*old, *new} if old.get(path) != new.get(path)]


@routes.on(f"GET {REPO}/commits/{{ref+}}")
def get_commit(ask: Ask, ref: str) -> Answer:
    """One commit by id, branch or tag, with its files.

    https://docs.github.com/rest/commits/commits#get-a-commit
    """
    commit = ask.repo.git.resolve(ref)
    if commit is None:
        raise fail(422, f"No commit found for SHA: {ref}", f"{_COMMITS}#get-a-commit")
    files = shapes.changed_files(ask, _parent_files(ask, commit), ask.repo.git.files(commit.tree))
    added, deleted = (sum(file[side] for file in files) for side in ("additions", "deletions"))
    stats = {"total": added + deleted, "additions": added, "deletions": deleted}
    return Answer(200, {**shapes.commit_json(ask, commit), "stats": stats, "files": files})


@routes.on(f"GET {REPO}/branches")
def list_branches(ask: Ask) -> Answer:
    """The branches by name.

    https://docs.github.com/rest/branches/branches#list-branches
    """
    return ask.page(list(ask.repo.git.branches()), lambda branch: shapes.branch_json(ask, *branch))


@routes.on(f"GET {REPO}/branches/{{branch+}}")
def get_branch(ask: Ask, branch: str) -> Answer:
    """One branch; the old name of a renamed one is answered 301.

    https://docs.github.com/rest/branches/branches#get-a-branch
    """
    tip = ask.repo.git.tip(branch)
    if tip is None and branch in ask.repo.renamed:
        url = f"{repo_url(ask.url, ask.repo)}/branches/{quote(ask.repo.renamed[branch])}"
        return Answer(301, {"message": "Moved Permanently", "url": url}, {"Location": url})
    if tip is None:
        raise fail(404, "Branch not found", f"{DOCS}/branches/branches#get-a-branch")
    return Answer(200, shapes.branch_json(ask, branch, tip, whole=True))
