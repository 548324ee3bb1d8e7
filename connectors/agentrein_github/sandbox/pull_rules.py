"""What holds between branches and pull requests: heads follow, deleted branches close, merges are tried."""

from __future__ import annotations

from agentrein_github.sandbox.ask import DOCS, Ask, not_found, unprocessable
from agentrein_github.sandbox.store import Conflict
from agentrein_github.sandbox.world import Issue, Pull, Repo

_HEADS = "refs/heads/"
_PULLS = f"{DOCS}/pulls/pulls"


def pull_of(issue: Issue) -> Pull:
    """The pull request in an issue; 404 if it is none."""
    if issue.pull is None:
        raise not_found(f"{_PULLS}#get-a-pull-request")
    return issue.pull


def move_ref(repo: Repo, ref: str, sha: str) -> None:
    """Set a reference; open pull requests from a branch follow it."""
    repo.git.refs[ref] = sha
    for issue in repo.issues.values():
        if issue.pull and issue.state == "open" and ref == _HEADS + issue.pull.head:
            issue.pull.head_sha = sha


def drop_ref(ask: Ask, ref: str) -> None:
    """Delete a reference; open pull requests from or to a branch are closed by that."""
    repo = ask.repo
    del repo.git.refs[ref]
    for issue in repo.issues.values():
        if issue.pull and issue.state == "open" and ref in {_HEADS + issue.pull.head, _HEADS + issue.pull.base}:
            close(ask, issue)


def close(ask: Ask, issue: Issue) -> None:
    """Close an issue or pull request as the asking account."""
    issue.state, issue.closed_by = "closed", ask.me
    issue.closed_at = issue.updated_at = ask.world.now()


def require_reopenable(repo: Repo, issue: Issue) -> None:
    """422 when a pull request cannot be opened again: merged, a branch gone, or its head recreated elsewhere."""
    pull = issue.pull
    if pull is None:
        return
    tip = repo.git.tip(pull.head)
    if pull.merged_at is not None:
        raise _unchangeable("state cannot be changed. The pull request has been merged.")
    for branch in (pull.head, pull.base):
        if repo.git.tip(branch) is None:
            raise _unchangeable(f"state cannot be changed. The {branch} branch has been deleted.")
    if tip is not None and not repo.git.is_ancestor(pull.head_sha, tip.sha):
        raise _unchangeable(f"state cannot be changed. The {pull.head} branch was force-pushed or recreated.")


def reopened(repo: Repo, issue: Issue) -> None:
    """A pull request that was opened again takes the present tip of its branch."""
    tip = repo.git.tip(issue.pull.head) if issue.pull else None
    if issue.pull and tip:
        issue.pull.head_sha = tip.sha


def _unchangeable(message: str) -> Exception:
    return unprocessable("PullRequest", "state", "invalid", f"{_PULLS}#update-a-pull-request", message=message)


def merged_tree(repo: Repo, pull: Pull) -> str | None:
    """The tree that merging would give; None if there is a conflict, nothing to merge, or no base."""
    base = repo.git.tip(pull.base)
    if base is None or repo.git.is_ancestor(pull.head_sha, base.sha):
        return None
    try:
        return repo.git.merged_tree(base.sha, pull.head_sha)
    except Conflict:
        return None


def with_head(repo: Repo, owner: str, branch: str, base: str | None = None) -> list[Issue]:
    """The open pull requests from this branch (to this base)."""
    if owner.lower() != repo.owner.login.lower():
        return []
    return [
        issue
        for issue in repo.issues.values()
        if issue.pull and issue.state == "open" and issue.pull.head == branch and base in {None, issue.pull.base}
    ]


def merge_message(repo: Repo, issue: Issue) -> str:
    """The default message of a merge commit."""
    return f"Merge pull request #{issue.number} from {repo.owner.login}/{pull_of(issue).head}\n\n{issue.title}"
