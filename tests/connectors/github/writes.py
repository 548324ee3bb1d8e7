"""What an agent may do in the property test: a few operations on a few things, so that they meet one another."""

from __future__ import annotations

from typing import Any

from github.GithubException import GithubException
from github.Issue import Issue
from github.Repository import Repository
from hypothesis import strategies as st

from property_kit import drawn

NAMES = st.sampled_from(["bug", "BUG", "customer", "security", "fresh"])
LABELS = st.lists(NAMES, max_size=3)
PEOPLE = st.lists(st.sampled_from(["octocat", "helper", "nobody"]), max_size=2)
TEXT = st.sampled_from(["", "One", "Two", "{title}"])
BRANCH = st.sampled_from(["main", "feat", "work"])
PATH = st.sampled_from(["README.md", "docs/new.txt", "a.txt"])
WHICH = st.integers(0, 3)
"""One of those that are there: the newest first, round and round."""

STATE = st.sampled_from(["open", "closed"])
REASON = st.sampled_from(["completed", "not_planned"])


def _one(found: Any, which: int) -> Any:
    listed = list(found)
    if not listed:
        raise LookupError("there is none")
    return listed[which % len(listed)]


def _issue(repo: Repository, which: int) -> Issue:
    return _one(repo.get_issues(state="all"), which)


def _ref(repo: Repository, which: int) -> Any:
    return _one((one for one in repo.get_git_matching_refs("") if one.ref != "refs/heads/main"), which)


def open_issue(repo: Repository, title: str, body: str, labels: list[str], people: list[str]) -> None:
    """Open an issue."""
    repo.create_issue(title or "None", body=body, labels=labels, assignees=[one for one in people if one != "nobody"])


def edit_issue(repo: Repository, which: int, title: str, body: str) -> None:
    """Change title and text."""
    _issue(repo, which).edit(title=title or "None", body=body)


def set_state(repo: Repository, which: int, state: str, reason: str) -> None:
    """Close or reopen."""
    _issue(repo, which).edit(state=state, **({"state_reason": reason} if state == "closed" else {}))


def set_milestone(repo: Repository, which: int, given: bool) -> None:  # noqa: FBT001 - drawn
    """Set or clear the milestone."""
    _issue(repo, which).edit(milestone=repo.get_milestone(1) if given else None)


def edit_sets(repo: Repository, which: int, labels: list[str], people: list[str]) -> None:
    """Replace labels and assignees in one call."""
    _issue(repo, which).edit(labels=labels, assignees=[one for one in people if one != "nobody"])


def label(repo: Repository, how: str, which: int, labels: list[str]) -> None:
    """One of the calls for labels."""
    issue = _issue(repo, which)
    if how == "remove":
        issue.remove_from_labels(*labels[:1] or ["bug"])
    elif how == "clear":
        issue.delete_labels()
    else:
        getattr(issue, {"add": "add_to_labels", "set": "set_labels"}[how])(*labels)


def assign(repo: Repository, how: str, which: int, people: list[str]) -> None:
    """Assign or unassign people."""
    issue = _issue(repo, which)
    (issue.add_to_assignees if how == "add" else issue.remove_from_assignees)(*people)


def comment(repo: Repository, which: int, text: str) -> None:
    """Comment."""
    _issue(repo, which).create_comment(text or "None")


def edit_comment(repo: Repository, which: int, text: str) -> None:
    """Change the newest comment."""
    _one(reversed(list(_issue(repo, which).get_comments())), 0).edit(text or "None")


def lock(repo: Repository, which: int, reason: str) -> None:
    """Lock."""
    _issue(repo, which).lock(reason)


def unlock(repo: Repository, which: int) -> None:
    """Unlock."""
    _issue(repo, which).unlock()


def write_file(repo: Repository, path: str, branch: str, text: str) -> None:
    """Create a file, or change it as it is."""
    try:
        known = repo.get_contents(path, ref=branch)
    except GithubException:
        repo.create_file(path, "add", text, branch=branch)
    else:
        repo.update_file(path, "change", text, known.sha, branch=branch)


def delete_file(repo: Repository, path: str, branch: str) -> None:
    """Delete a file as it is."""
    repo.delete_file(path, "remove", repo.get_contents(path, ref=branch).sha, branch=branch)


def make_ref(repo: Repository, name: str, branch: str) -> None:
    """Create a branch or tag."""
    repo.create_git_ref(f"refs/{name}", repo.get_branch(branch).commit.sha)


def move_ref(repo: Repository, which: int, commit: int) -> None:
    """Move a branch or tag by force."""
    _ref(repo, which).edit(_one(repo.get_commits("main"), commit).sha, force=True)


def delete_ref(repo: Repository, which: int) -> None:
    """Delete a branch or tag."""
    _ref(repo, which).delete()


def open_pull(repo: Repository, head: str, title: str, body: str) -> None:
    """Open a pull request."""
    repo.create_pull("main", head, title=title or "None", body=body)


def edit_pull(repo: Repository, which: int, title: str, state: str) -> None:
    """Change, close or reopen a pull request."""
    _one(repo.get_pulls(state="all"), which).edit(title=title or "None", state=state)


REF = st.sampled_from(["heads/work", "heads/work/deep", "tags/v1"])
WRITES = drawn(
    (make_ref, (st.just("heads/work"), BRANCH)),
    (write_file, (PATH, st.just("work"), TEXT)),
    (open_issue, (TEXT, TEXT, LABELS, PEOPLE)),
    (open_issue, (TEXT, TEXT, LABELS, PEOPLE)),
    (edit_issue, (WHICH, TEXT, TEXT)),
    (set_state, (WHICH, STATE, REASON)),
    (set_milestone, (WHICH, st.booleans())),
    (edit_sets, (WHICH, LABELS, PEOPLE)),
    (label, (st.sampled_from(["add", "set", "remove", "clear"]), WHICH, LABELS)),
    (assign, (st.sampled_from(["add", "remove"]), WHICH, PEOPLE)),
    (comment, (WHICH, TEXT)),
    (edit_comment, (WHICH, TEXT)),
    (lock, (WHICH, st.sampled_from(["spam", "resolved"]))),
    (unlock, (WHICH,)),
    (write_file, (PATH, BRANCH, TEXT)),
    (delete_file, (PATH, BRANCH)),
    (make_ref, (REF, BRANCH)),
    (move_ref, (WHICH, WHICH)),
    (delete_ref, (WHICH,)),
    (open_pull, (st.sampled_from(["feat", "work"]), TEXT, TEXT)),
    (edit_pull, (WHICH, TEXT, STATE)),
)
"""What an agent does. Some kinds are named twice, to be drawn more often together."""
