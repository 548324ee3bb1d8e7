"""What counts as GitHub's state for an undo: what somebody can set and wants back, not what merely happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from agentrein_github.operations.places import UNDO
from agentrein_github.sandbox.discussions import discussed_in
from agentrein_github.sandbox.shapes import CHOICES, SWITCHES
from agentrein_github.sandbox.state_kept import kept_by, kept_by_accounts
from agentrein_github.sandbox.state_remarks import remarks_in
from agentrein_github.sandbox.state_reported import is_taken_back, reported_in
from agentrein_github.sandbox.state_settings import protection_in, settings_of, state_of_org
from agentrein_github.sandbox.world import Issue, Repo, World

Named = tuple[str, dict[str, Any]]


def state_of(world: World) -> dict[str, dict[str, Any]]:
    """Every object's path with its meaningful fields."""
    repos = {path: fields for repo in world.repos.values() for path, fields in _repo(repo)}
    repos |= dict(kept_by_accounts(world))
    return repos | {path: fields for org in world.orgs.values() for path, fields in state_of_org(org)}


def is_compensated(snapshot: Mapping[str, Any]) -> bool:
    """A pull request or an advisory closed, an issue closed as not planned, a review dismissed or edited."""
    if "verdict" in snapshot:
        return bool(snapshot["verdict"] == "DISMISSED" or snapshot["body"] == UNDO)
    if is_taken_back(snapshot) or snapshot.get("advised") == "closed":
        return True
    if "head" in snapshot:
        return snapshot["state"] == "closed" and not snapshot["merged"]
    return snapshot.get("state") == "closed" and snapshot.get("state_reason") == "not_planned"


def _repo(repo: Repo) -> Iterator[Named]:
    here = f"repo:{repo.id}"
    switches = {name: repo.switches.get(name, normal) for name, normal in SWITCHES.items()}
    names = ("full_name", "description", "homepage", "private", "archived", "default_branch")
    choices = {name: repo.choices.get(name, normal) for name, normal in CHOICES.items()}
    kept = {
        "homepage": repo.homepage or None,
        "description": repo.description or None,
        "topics": repo.topics,
        "security": sorted(repo.security),
        "alerts": repo.vulnerability_alerts,
    }
    yield here, {**{name: getattr(repo, name) for name in names}, **switches, **choices, **kept}
    yield from _refs(here, repo)
    yield from kept_by(here, repo)
    yield from settings_of(here, repo)
    yield from protection_in(here, repo)
    yield from reported_in(here, repo)
    for label in repo.labels:
        yield f"{here}/label:{label.name}", {"color": label.color, "description": label.description}
    for milestone in repo.milestones.values():
        fields = ("title", "description", "state", "due_on")
        yield f"{here}/milestone:{milestone.number}", {name: getattr(milestone, name) for name in fields}
    for issue in repo.issues.values():
        if not issue.deleted:
            yield issue_path(here, issue), _issue(issue)
    yield from discussed_in(here, repo)
    yield from remarks_in(here, repo, issue_path)
    for comment in repo.comments.values():
        if not comment.issue.deleted:
            yield (
                f"{issue_path(here, comment.issue)}/comment:{comment.id}",
                {"body": comment.body, "minimized": comment.minimized},
            )


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
        "milestone": issue.milestone.title if issue.milestone else None,
        "locked": issue.locked,
        "lock_reason": issue.lock_reason,
    }
    if issue.pull is None:
        fields |= {"sub_issues": [one.number for one in issue.sub_issues]}
        fields |= {"blocked_by": sorted(one.number for one in issue.blocked_by)}
        return fields | {"state_reason": issue.state_reason if issue.state == "closed" else None}
    pull = issue.pull
    merged = pull.merged_at is not None
    fields |= {"base": pull.base, "head": pull.head, "draft": pull.draft, "merged": merged}
    armed = {name: value for name, value in (pull.auto_merge or {}).items() if name != "enabledBy"}
    asked = {
        "auto_merge": armed,
        "reviewers": sorted(user.login for user in pull.reviewers),
        "teams": sorted(pull.teams),
    }
    return fields | asked | {"maintainer_can_modify": pull.maintainer_can_modify}
