"""Branches that are renamed, or synced with where they were forked.

https://docs.github.com/rest/branches/branches
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import git_shapes as shapes
from agentrein_github.sandbox import pull_rules as rules
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail
from agentrein_github.sandbox.git import is_ref_name
from agentrein_github.sandbox.store import Conflict
from agentrein_github.sandbox.world import Repo

routes = Routes()
_BRANCHES = f"{DOCS}/branches/branches"
_HEADS = "refs/heads/"


@routes.on(f"POST {REPO}/branches/{{branch}}/rename")
def rename_branch(ask: Ask, branch: str) -> Answer:
    """Give a branch another name, at once here; rules and bases follow, open pull requests from it are closed.

    https://docs.github.com/rest/branches/branches#rename-a-branch
    """
    docs, repo = f"{_BRANCHES}#rename-a-branch", ask.repo
    special = branch == repo.default_branch or branch in repo.protection
    ask.require("admin" if special else "push", hide=not special)
    name = ask.text("new_name", docs, needed=True) or ""
    if repo.git.tip(branch) is None:
        raise fail(404, "Branch not found", docs)
    if not is_ref_name(_HEADS + name) or repo.git.tip(name) is not None:
        raise fail(422, f"Branch {name} is no name, or is there.", docs)
    repo.git.refs[_HEADS + name] = repo.git.refs.pop(_HEADS + branch)
    repo.renamed[branch] = name
    repo.renamed.pop(name, None)
    _follow(ask, repo, branch, name)
    tip = repo.git.tip(name)
    assert tip is not None  # noqa: S101 - it was put there
    return Answer(201, shapes.branch_json(ask, name, tip, whole=True))


def _follow(ask: Ask, repo: Repo, branch: str, name: str) -> None:
    for issue in repo.issues.values():
        if issue.pull and issue.state == "open" and issue.pull.head == branch:
            rules.close(ask, issue)
        elif issue.pull and issue.state == "open" and issue.pull.base == branch:
            issue.pull.base = name
    if branch in repo.protection:
        repo.protection[name] = repo.protection.pop(branch)
    if branch == repo.default_branch:
        repo.default_branch = name


@routes.on(f"POST {REPO}/merge-upstream")
def merge_upstream(ask: Ask) -> Answer:
    """Bring the commits of the source's branch into that of a fork: forward if that is enough, else by a merge.

    https://docs.github.com/rest/branches/branches#sync-a-fork-branch-with-the-upstream-repository
    """
    ask.require("push")
    docs, repo = f"{_BRANCHES}#sync-a-fork-branch-with-the-upstream-repository", ask.repo
    branch, source = ask.text("branch", docs, needed=True) or "", ask.world.repos.get(repo.fork_of or 0)
    tip, theirs = repo.git.tip(branch), source.git.tip(branch) if source else None
    if source is None or tip is None or theirs is None:
        raise fail(422, "The branch could not be synced.", docs)
    repo.git.copy_objects(source.git)
    said = {"base_branch": f"{source.owner.login}:{branch}"}
    if repo.git.is_ancestor(theirs.sha, tip.sha):
        return Answer(200, {**said, "message": "This branch is not behind the upstream.", "merge_type": "none"})
    if repo.git.is_ancestor(tip.sha, theirs.sha):
        rules.move_ref(repo, _HEADS + branch, theirs.sha)
        return Answer(200, {**said, "message": "Successfully fetched from upstream.", "merge_type": "fast-forward"})
    try:
        tree = repo.git.merged_tree(tip.sha, theirs.sha)
    except Conflict:
        raise fail(409, "There are merge conflicts.", docs) from None
    message = f"Merge branch '{source.owner.login}:{branch}' into {branch}"
    merge = repo.git.commit(tree, (tip.sha, theirs.sha), message, ask.world.signature(ask.me), login=ask.me.login)
    rules.move_ref(repo, _HEADS + branch, merge.sha)
    return Answer(200, {**said, "message": "Successfully merged from upstream.", "merge_type": "merge"})
