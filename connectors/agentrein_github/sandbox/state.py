"""What counts as GitHub's state for an undo: what somebody can set and wants back, not what merely happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from agentrein_github.sandbox.shapes import SWITCHES
from agentrein_github.sandbox.world import Issue, Repo, World

Named = tuple[str, dict[str, Any]]


def state_of(world: World) -> dict[str, dict[str, Any]]:
    """Every object's path with its meaningful fields."""
    return {path: fields for repo in world.repos.values() for path, fields in _repo(repo)}


def is_compensated(snapshot: Mapping[str, Any]) -> bool:
    """A pull request that is closed unmerged, an issue that is closed as not planned."""
    if "head" in snapshot:
        return snapshot["state"] == "closed" and not snapshot["merged"]
    return snapshot.get("state") == "closed" and snapshot.get("state_reason") == "not_planned"


def _repo(repo: Repo) -> Iterator[Named]:
    here = f"repo:{repo.id}"
    switches = {name: repo.switches.get(name, normal) for name, normal in SWITCHES.items()}
    names = ("full_name", "description", "homepage", "private", "archived", "default_branch")
    yield here, {**{name: getattr(repo, name) for name in names}, **switches}
    yield from _refs(here, repo)
    for label in repo.labels:
        yield f"{here}/label:{label.name}", {"color": label.color, "description": label.description}
    for milestone in repo.milestones.values():
        fields = ("title", "description", "state", "due_on")
        yield f"{here}/milestone:{milestone.number}", {name: getattr(milestone, name) for name in fields}
    for issue in repo.issues.values():
        if not issue.deleted:
            yield issue_path(here, issue), _issue(issue)
    for comment in repo.comments.values():
        if not comment.issue.deleted:
            yield f"{issue_path(here, comment.issue)}/comment:{comment.id}", {"body": comment.body}


def issue_path(here: str, issue: Issue) -> str:
    """The path of an issue or a pull request."""
    return f"{here}/{'pull' if issue.pull else 'issue'}:{issue.number}"


def _refs(here: str, repo: Repo) -> Iterator[Named]:
    """Branches by their tree, since an undo by a second commit brings it back; other references by their target."""
    for ref, sha in repo.git.refs.items():
        if ref.startswith("refs/heads/"):
            yield f"{here}/branch:{ref.removeprefix('refs/heads/')}", {"tree": repo.git.commits[sha].tree}
        else:
            yield f"{here}/ref:{ref.removeprefix('refs/')}", {"sha": sha}


def _issue(issue: Issue) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "title": issue.title,
        "body": issue.body,
        "state": issue.state,
        "labels": sorted(label.name for label in issue.labels),
        "assignees": sorted(user.login for user in issue.assignees),
        "milestone": issue.milestone.number if issue.milestone else None,
        "locked": issue.locked,
        "lock_reason": issue.lock_reason,
    }
    if issue.pull is None:
        return fields | {"state_reason": issue.state_reason if issue.state == "closed" else None}
    pull = issue.pull
    merged = pull.merged_at is not None
    fields |= {"base": pull.base, "head": pull.head, "draft": pull.draft, "merged": merged}
    return fields | {"maintainer_can_modify": pull.maintainer_can_modify}
